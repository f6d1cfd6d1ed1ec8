"""How well what is held answers a query: meaning and words together, and what stands around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memory_impls.api import ItemKind, MemoryItem
from memory_impls.parts.searched import Search
from memory_impls.parts.terms import QUESTION_WORDS

__all__ = ["Signals", "asks_history", "bare_question", "named_speaker", "scored"]

_POOL = 100
_HISTORY = re.compile(
    r"\b(?:before|previous(?:ly)?|used to|earlier|original(?:ly)?|formerly|former|in the past|"
    r"history|"
    r"changed?|changes|once|back then|initial(?:ly)?|old|until|prior|last time|over time|"
    r"evolv\w+)\b"
    r"|以前|之前|原来|原先|曾经|过去|当时|最初|变化|历史|上一[个次任]|旧的",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:did|does|do|is|are|was|were|has|have|had|can|could|would|will|should|tell me|please|"
    r"remind me|the|a|an|of|to|in|on|for|and)\b",
    re.IGNORECASE,
)
_BONUS = {
    ItemKind.RULE: 0.6,
    ItemKind.CONSTRAINT: 0.5,
    ItemKind.PREFERENCE: 0.4,
    ItemKind.FACT: 0.3,
    ItemKind.METHOD: 0.1,
    ItemKind.SUMMARY: -0.2,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Weights of what counts besides meaning and words; 0 switches a signal off.

    Values found on LoCoMo conversations 0-4; the referees are other conversations and data.
    """

    before: float = 0.3
    after: float = 0.2
    session: float = 0.5
    speaker: float = 0.8
    question: float = 0.4


def asks_history(text: str) -> bool:
    """Tell whether a query asks how things were, so that what has ended is wanted too."""
    return bool(_HISTORY.search(text))


def bare_question(text: str) -> str:
    """Drop words that ask rather than describe, for the query's vector.

    >>> bare_question("What is the name of my dog?")
    'name my dog?'
    """
    words = [word for word in text.split() if word.strip("?,.").lower() not in QUESTION_WORDS]
    bare = " ".join(_FILLER.sub(" ", " ".join(words)).split())
    return bare if len(bare) >= 3 else text


def scored(
    search: Search,
    items: Callable[[str], MemoryItem],
    around: Callable[[str], tuple[str | None, str | None]],
    speaker: str,
    signals: Signals,
) -> dict[str, float]:
    """Score the candidates of a search.

    Args:
        search: Finds candidates by meaning and by words.
        items: Gives an item by id.
        around: Gives the neighbours of an episode in its session, before and after.
        speaker: The one speaker whom the query names, "" for none or several.
        signals: Weights.
    """
    pool = list(dict.fromkeys([*search.nearest(_POOL), *search.commonest(_POOL)]))
    if not pool:
        return {}
    beside = {name: around(name) for name in pool}
    more = [other for pair in beside.values() for other in pair if other is not None]
    own = search.fused(pool, dict.fromkeys([*pool, *more]), similarity=0.5, words=0.5)
    smooth = {name: _with_neighbours(name, own, beside.get(name), signals) for name in pool}
    best: dict[tuple[str, str], float] = {}
    for name in pool:
        key = (items(name).scope.user, items(name).session or name)
        best[key] = max(best.get(key, -1e9), smooth[name])
    return {
        name: smooth[name]
        + signals.session * best[items(name).scope.user, items(name).session or name]
        + _fit(items(name), speaker, signals)
        for name in pool
    }


def _with_neighbours(
    name: str,
    own: Mapping[str, float],
    beside: tuple[str | None, str | None] | None,
    signals: Signals,
) -> float:
    before, after = beside or (None, None)
    total = own.get(name, 0.0)
    total += signals.before * own.get(before, 0.0) if before is not None else 0.0
    total += signals.after * own.get(after, 0.0) if after is not None else 0.0
    return total


def _fit(item: MemoryItem, speaker: str, signals: Signals) -> float:
    fit = _BONUS.get(item.kind, 0.0) + 0.2 * (item.importance - 0.5)
    if speaker and item.speaker.casefold() == speaker:
        fit += signals.speaker
    if item.session is not None and item.text.rstrip().endswith(("?", "？")):
        fit -= signals.question
    return fit


def named_speaker(text: str, speakers: Sequence[str]) -> str:
    """Give the one known speaker that a text names, folded; "" for none or several."""
    low = text.casefold()
    named = [who for who in speakers if re.search(rf"(?<!\w){re.escape(who)}(?!\w)", low)]
    return named[0] if len(named) == 1 else ""

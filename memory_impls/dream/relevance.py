"""How well what is held answers a query: meaning, words, and what stands around (A 5.1, B 3.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory_impls.api import ItemKind, MemoryItem
from memory_impls.parts.normalise import has_cjk
from memory_impls.parts.searched import Search
from memory_impls.parts.terms import QUESTION_WORDS
from memory_impls.parts.timeline import Sessions

__all__ = ["Asked", "Signals", "asked_of", "day_words", "mixed", "scored"]

_POOL = 100
_WHEN = re.compile(
    r"\bwhen\b|\b(?:what|which) (?:date|day|week|month|year|time)\b|\bhow (?:long|recently)\b"
    r"|什么时候|何时|哪天|哪一天|几号|几月|哪年|多久|什么日期",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|last|next|ago|since|recently|weeks?|weekends?|months?|"
    r"years?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|"
    r"august|september|october|november|december|(?:19|20)\d\d)\b"
    r"|昨天|今天|明天|前天|上周|下周|上个月|下个月|去年|明年|今年|周末|月|号",
    re.IGNORECASE,
)
_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_BONUS = {
    ItemKind.RULE: 0.6,
    ItemKind.CONSTRAINT: 0.5,
    ItemKind.PREFERENCE: 0.4,
    ItemKind.FACT: 0.3,
    ItemKind.SUMMARY: -0.3,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Weights, in deviations among the candidates; 0 switches a signal off.

    Found on LoCoMo conversations 0-4; the referees are other conversations and other data.
    """

    similarity: float = 1.0
    words: float = 0.7
    focus: float = 0.5
    before: tuple[float, ...] = (0.3, 0.15)
    after: tuple[float, ...] = (0.2, 0.1)
    session: float = 0.6
    speaker: float = 1.5
    question: float = 0.75
    time_words: float = 1.0
    owner: float = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the wording of a query asks for.

    Attributes:
        content: The query without words that ask and without the speaker's name.
        words: The query without words that ask.
        speaker: The one known speaker it names, folded; "" for none or several.
        owned: Ids of items and messages that settle a property of what it names.
    """

    content: str
    words: str
    speaker: str
    for_time: bool
    owned: frozenset[str] = frozenset()


def asked_of(text: str, speakers: Iterable[str]) -> Asked:
    """Read what a query asks.

    >>> asked_of("When did Ana move?", ["ana", "ben"]).content
    'did move?'
    """
    words = " ".join(w for w in text.split() if w.strip("?,.'").lower() not in QUESTION_WORDS)
    low = text.casefold()
    named = [who for who in speakers if who and re.search(rf"(?<!\w){re.escape(who)}(?!\w)", low)]
    content = words
    for who in named:
        content = re.sub(rf"(?i)(?<!\w){re.escape(who)}(?:['’]s)?(?!\w)", " ", content)
    content = " ".join(content.split())
    return Asked(
        content=content or text,
        words=words or text,
        speaker=named[0] if len(named) == 1 else "",
        for_time=bool(_WHEN.search(text)),
    )


def mixed(
    whole: NDArray[np.float32], content: NDArray[np.float32], focus: float
) -> NDArray[np.float32]:
    """Mix the vector of a query with that of its content, to unit length."""
    total = (1.0 - focus) * whole.astype(np.float64) + focus * content.astype(np.float64)
    norm = float(np.sqrt((total * total).sum()))
    if norm == 0.0:
        return whole
    unit: NDArray[np.float32] = (total / norm).astype(np.float32)
    return unit


def day_words(at: datetime, text: str) -> str:
    """Write a day in the words of a text's language, because a question may name it."""
    if has_cjk(text):
        return f"{at.year}年{at.month}月{at.day}日"
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}"


def scored(
    search: Search,
    items: Callable[[str], MemoryItem],
    sessions: Sessions,
    asked: Asked,
    signals: Signals,
) -> dict[str, float]:
    """Score the candidates of a search and the messages around them."""
    pool = list(dict.fromkeys([*search.nearest(_POOL), *search.commonest(_POOL)]))
    around = _Around(sessions, search.admits, signals)
    shown = around.widened(pool)
    base = search.fused(
        pool, around.widened(shown), similarity=signals.similarity, words=signals.words
    )
    own = {
        name: base[name] + around.share(name, base) + _fit(items(name), asked, signals)
        for name in shown
        if name in base
    }
    best: dict[object, float] = {}
    for name, score in own.items():
        key = _session(items(name))
        best[key] = max(score, best.get(key, score))
    return {name: s + signals.session * best[_session(items(name))] for name, s in own.items()}


def _session(item: MemoryItem) -> object:
    return (item.scope, item.session) if item.session is not None else item.id


def _fit(item: MemoryItem, asked: Asked, signals: Signals) -> float:
    fit = _BONUS.get(item.kind, 0.0)
    if asked.speaker and item.speaker.casefold() == asked.speaker:
        fit += signals.speaker
    if item.text.rstrip(" \n\"'”’)）").endswith(("?", "？", "吗", "呢")):
        fit -= signals.question
    if item.id in asked.owned:
        fit += signals.owner
    if asked.for_time and _TIME.search(item.text):
        fit += signals.time_words
    return fit


class _Around:
    """What the messages before and after one add to its score."""

    def __init__(self, sessions: Sessions, admits: Callable[[str], bool], signals: Signals) -> None:
        self._sessions = sessions
        self._admits = admits
        self._signals = signals
        self._found: dict[str, list[tuple[str, float]]] = {}

    def widened(self, names: Sequence[str]) -> list[str]:
        """Add the messages around some."""
        more = [other for name in names for other, _ in self._neighbours(name)]
        return list(dict.fromkeys([*names, *more]))

    def share(self, name: str, base: Mapping[str, float]) -> float:
        """Sum up what the neighbours add."""
        return sum(weight * base.get(other, 0.0) for other, weight in self._neighbours(name))

    def _neighbours(self, name: str) -> list[tuple[str, float]]:
        if name not in self._found:
            weights = (self._signals.before, self._signals.after)
            sides = self._sessions.around(name, len(weights[0]), len(weights[1]))
            self._found[name] = [
                (other, weight)
                for side, row in zip(sides, weights, strict=True)
                for other, weight in zip(side, row, strict=False)
                if self._admits(other)
            ]
        return self._found[name]

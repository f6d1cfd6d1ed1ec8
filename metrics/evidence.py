"""How much of the evidence's own words a rendered context holds.

An event counts by the share of its normalised words that stand in the shown items in verbatim
runs of at least 12 words; a shorter event counts whole or not at all. Only words are looked at:
a memory that returns "ok" with two hundred source ids has shown nothing (case A88).

Source: design.md, "Evidence recall".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memory_impls.parts.normalise import words
from metrics.api import EvidenceShare, Shown
from scenarios.api import Probe

__all__ = ["RUN_WORDS", "evidence_ids", "shares"]

RUN_WORDS = 12
"""Shortest verbatim run that counts, in normalised words."""

_GAP = "\x1f"
"""Stands before, between and after words, so that a search only finds whole words."""
_BREAK = f"{_GAP}\x1e{_GAP}"
"""Stands between items: no run crosses from one item into the next."""


def evidence_ids(probe: Probe) -> tuple[str, ...]:
    """Name the evidence events of a probe: the gold's own, else those of its required atoms."""
    if probe.gold.evidence_ids:
        return tuple(dict.fromkeys(probe.gold.evidence_ids))
    union = (event for atom in probe.gold.required for event in atom.evidence_ids)
    return tuple(dict.fromkeys(union))


def shares(
    evidence: Sequence[tuple[str, str]], shown: Sequence[Shown]
) -> tuple[EvidenceShare, ...]:
    """Measure each evidence event against the items that were shown.

    Args:
        evidence: (event id, text) in any order; a repeated id counts once.
        shown: Items as rendered, best first.

    Returns:
        One share per distinct event id, in order of first mention.
    """
    items = [_stream(item.text) for item in shown]
    context = _BREAK.join(items)
    return tuple(_share(event, text, context, items) for event, text in dict(evidence).items())


def _share(event_id: str, text: str, context: str, items: Sequence[str]) -> EvidenceShare:
    tokens = _words(text)
    if not tokens:
        return EvidenceShare(event_id=event_id, share=0.0, whole=False)
    stream = _stream(text)
    if stream in context:
        ranks = tuple(rank for rank, item in enumerate(items) if stream in item)
        return EvidenceShare(event_id=event_id, share=1.0, whole=True, ranks=ranks)
    covered = _covered(tokens, context)
    return EvidenceShare(event_id=event_id, share=covered / len(tokens), whole=False)


def _covered(tokens: tuple[str, ...], context: str) -> int:
    """Count the words that lie in some run of ``RUN_WORDS`` words found in the context."""
    count, end = 0, 0
    for start in range(len(tokens) - RUN_WORDS + 1):
        run = _GAP + _GAP.join(tokens[start : start + RUN_WORDS]) + _GAP
        if run in context:
            count += start + RUN_WORDS - max(start, end)
            end = start + RUN_WORDS
    return count


@lru_cache(maxsize=65_536)
def _words(text: str) -> tuple[str, ...]:
    return tuple(words(text))


@lru_cache(maxsize=65_536)
def _stream(text: str) -> str:
    return _GAP + _GAP.join(_words(text)) + _GAP

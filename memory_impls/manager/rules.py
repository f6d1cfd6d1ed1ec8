"""Which earlier statement a new one makes a new version of (article B 3.3, 4.2).

``similarity`` is the article's rule: the nearest current item of the same entity, from 0.92. It
cannot tell an update from two facts that must coexist ("invoice 1042 is paid", "1043 is paid").
``slot`` goes by what is spoken about, guarded by identifiers, numbers and polarity. ``never`` only
adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from memory_impls.manager.settings import Settings
from memory_impls.parts.claims import Relation, Verdict, relate
from memory_impls.parts.lines import Book, Line, Placement, Saying, place
from memory_impls.parts.model import ModelFailure, Pair
from memory_impls.parts.normalise import fold

__all__ = ["Nearness", "placed", "same_words"]


class Nearness(Protocol):
    """What rules ask of the memory."""

    def similar(self, one: str, other: str) -> float:
        """Give the cosine of two texts."""

    def likely(self, saying: Saying) -> Iterable[Line]:
        """Find the lines of a scope whose items mean nearly the same."""

    def twin(self, saying: Saying, least: float) -> Line | None:
        """Find the line of the nearest current item of a scope, from a likeness on."""


def same_words(old: Saying, new: Saying) -> bool:
    """Tell whether two sayings have the same words: likeness alone knows no values."""
    return fold(old.claim.text) == fold(new.claim.text)


def placed(
    sayings: Sequence[Saying], book: Book, settings: Settings, near: Nearness
) -> list[Placement]:
    """Decide for each saying of a turn which line it continues; None starts a new one."""
    return _RULES[settings.rule](sayings, book, settings, near)


def _by_slot(
    sayings: Sequence[Saying], book: Book, settings: Settings, near: Nearness
) -> list[Placement]:
    def judge(pairs: Sequence[Pair]) -> list[Relation]:
        return [
            relate(pair.new, pair.old, at=pair.at, similar=near.similar, near=pair.near)
            for pair in pairs
        ]

    found = place(sayings, book, judge=judge, likely=near.likely, limit=settings.compared)
    if isinstance(found, ModelFailure):  # relate never fails
        raise RuntimeError(found.message)
    return found


def _by_similarity(
    sayings: Sequence[Saying], book: Book, settings: Settings, near: Nearness
) -> list[Placement]:
    found = []
    for saying in sayings:
        line = near.twin(saying, settings.update_similarity)
        verdict = Verdict.DISTINCT if line is None else Verdict.UPDATE
        found.append(
            Placement(saying=saying, line_id=None if line is None else line.id, verdict=verdict)
        )
    return found


def _never(
    sayings: Sequence[Saying], book: Book, settings: Settings, near: Nearness
) -> list[Placement]:
    return [Placement(saying=s, line_id=None, verdict=Verdict.DISTINCT) for s in sayings]


_Rule = Callable[[Sequence[Saying], Book, Settings, Nearness], list[Placement]]
_RULES: dict[str, _Rule] = {"never": _never, "similarity": _by_similarity, "slot": _by_slot}

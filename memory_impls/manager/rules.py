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
from memory_impls.parts.claims.relation import DISTINCT
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

    def guard(pair: Pair, relation: Relation) -> Relation:
        return _guarded(pair, relation, settings.update_strength)

    found = place(
        sayings, book, judge=judge, likely=near.likely, limit=settings.compared, guard=guard
    )
    if isinstance(found, ModelFailure):  # relate never fails
        raise RuntimeError(found.message)
    return [_by_one_who_knows(placement, book) for placement in found]


def _by_one_who_knows(placement: Placement, book: Book) -> Placement:
    """Let an assistant change only what it said itself about the very same thing."""
    line = book.get(placement.line_id) if placement.line_id else None
    if placement.saying.trust or placement.verdict is not Verdict.UPDATE or line is None:
        return placement
    own = placement.saying.claim
    if own.attribute and own.value and any(s.claim.slot == own.slot for s in line.sayings):
        return placement
    return Placement(saying=placement.saying, line_id=None, verdict=Verdict.DISTINCT)


def _guarded(pair: Pair, relation: Relation, least: float) -> Relation:
    """Refuse an update that is doubtful, or that names neither identifier nor slot of the old.

    "It's paid now" may go on about the invoice just spoken of, but not about one of another day.
    """
    new, old = pair.new, pair.old
    if relation.verdict is not Verdict.UPDATE:
        return relation
    if relation.strength < least:
        return DISTINCT
    if set(old.guards) <= set(new.guards):
        return relation
    same_slot = bool(new.attribute) and set(new.attribute) == set(old.attribute)
    return relation if same_slot or new.old or pair.near else DISTINCT


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

"""Bounds made from gold: what a perfect memory and what chance would show.

They are no memories: they see the probe, which no Memory ever does, and enter no ranking. Both
show events word for word through the common renderer, within the budget.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from memory_impls.api import Capability, Event, ItemKind, Recall, Recalled, Scope
from memory_impls.parts.rendering import fit
from memory_impls.parts.transcript import words_of
from runs.cells import BoundKind
from scenarios.api import Atom, Probe

__all__ = ["Bound", "Oracle", "RandomEvidence", "bound_of"]

_SMALLEST_ITEM = 6
"""Tokens that the smallest rendered item takes, about; limits how many candidates are tried."""


class Bound(ABC):
    """Answers probes from the events of the history and, for the oracle, from their gold."""

    capabilities = frozenset({Capability.FORGET, Capability.PERSIST, Capability.VERBATIM})

    def observe(self, event: Event) -> None:
        """Take in one event."""
        if words_of(event).strip():
            self._take(event)

    @abstractmethod
    def _take(self, event: Event) -> None: ...

    @abstractmethod
    def forget(self, event_ids: frozenset[str]) -> None:
        """Drop events for good."""

    @abstractmethod
    def answer(self, probe: Probe, budget: int | None) -> Recall:
        """Show what the bound stands for, within the budget."""


class Oracle(Bound):
    """Shows the gold evidence that was seen and not forgotten, what holds at the time first.

    The atoms take turns, each with its newest evidence first, so that a small budget covers as
    many atoms as it can. Evidence of a forbidden atom is shown only if a required atom needs it.

    Args:
        wanted: Events that some probe names as evidence; no other is held.
    """

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(wanted)
        self._held: dict[str, Event] = {}

    def _take(self, event: Event) -> None:
        if event.id in self._wanted:
            self._held.setdefault(event.id, event)

    def forget(self, event_ids: frozenset[str]) -> None:
        """Drop events for good."""
        for event_id in event_ids:
            self._held.pop(event_id, None)
        self._wanted -= event_ids

    def answer(self, probe: Probe, budget: int | None) -> Recall:
        """Show the evidence of the required atoms, then the rest of the gold evidence."""
        gold = probe.gold
        if not gold.answerable:
            return Recall()
        as_of = probe.valid_at or probe.asked_at
        atoms = sorted(gold.required, key=lambda atom: not _holds(atom, as_of))
        needed = dict.fromkeys(_in_turn([self._newest_first(a.evidence_ids) for a in atoms]))
        barred = {i for bad in gold.forbidden for i in bad.atom.evidence_ids}
        needed.update(dict.fromkeys(i for i in gold.evidence_ids if i not in barred))
        events = [self._held[i] for i in needed if i in self._held]
        return Recall(items=fit(map(_shown, events), max_tokens=budget))

    def _newest_first(self, ids: Sequence[str]) -> list[str]:
        held = [self._held[i] for i in dict.fromkeys(ids) if i in self._held]
        return [event.id for event in sorted(held, key=lambda event: event.at, reverse=True)]


class RandomEvidence(Bound):
    """Shows observed events of the scopes that a probe may see, in an order drawn for the probe.

    Args:
        seed: With the probe's id, all that the order depends on.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._by_scope: dict[Scope, dict[str, Event]] = {}

    def _take(self, event: Event) -> None:
        self._by_scope.setdefault(event.scope, {}).setdefault(event.id, event)

    def forget(self, event_ids: frozenset[str]) -> None:
        """Drop events for good."""
        for held in self._by_scope.values():
            for event_id in event_ids:
                held.pop(event_id, None)

    def answer(self, probe: Probe, budget: int | None) -> Recall:
        """Show events at random; a larger budget shows those of a smaller one and more."""
        visible = [
            event
            for scope, held in self._by_scope.items()
            if probe.scope.sees(scope)
            for event in held.values()
        ]
        drawn: Iterator[Event] = _shuffled(visible, f"{self._seed}/{probe.id}")
        if budget is not None:
            drawn = itertools.islice(drawn, budget // _SMALLEST_ITEM + 1)
        return Recall(items=fit(map(_shown, drawn), max_tokens=budget))


def bound_of(kind: BoundKind, *, wanted: Iterable[str], seed: int) -> Bound:
    """Make a bound for one cell."""
    return Oracle(wanted) if kind is BoundKind.ORACLE else RandomEvidence(seed)


def _holds(atom: Atom, at: datetime) -> bool:
    return (atom.valid_from is None or atom.valid_from <= at) and (
        atom.valid_to is None or at < atom.valid_to
    )


def _in_turn(queues: list[list[str]]) -> Iterator[str]:
    for row in itertools.zip_longest(*queues):
        yield from (event_id for event_id in row if event_id is not None)


def _shuffled(events: list[Event], key: str) -> Iterator[Event]:
    """Draw without replacement, as far as asked.

    Only ``Random.random`` is promised to give the same numbers in every Python version.
    """
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    draw = random.Random(int.from_bytes(digest, "big")).random
    for left in range(len(events), 0, -1):
        picked = int(draw() * left)
        events[picked], events[left - 1] = events[left - 1], events[picked]
        yield events[left - 1]


def _shown(event: Event) -> Recalled:
    return Recalled(
        item_id=event.id,
        text=words_of(event),
        kind=ItemKind.EPISODE,
        at=event.at,
        speaker=event.speaker or event.kind.value,
        session=event.session,
        source_ids=(event.id,),
    )

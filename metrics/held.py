"""What a memory held at each revision of its trace, asked atom by atom without rescanning.

An item as it stood at one revision is tested against an atom at most once, and only when a probe
asks for that atom while the item is held: the work grows with what changes, not with items times
probes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from memory_impls.api import Status
from memory_impls.parts.normalise import words
from metrics.api import Cell, HeldAtEnd, Role, TraceItem, TraceLine
from metrics.matching import Stance, Utterance, stances, utterance_of
from scenarios.api import Atom, Reason

__all__ = ["Contents", "Holding", "held_at_end"]

_KEPT = frozenset({Stance.CURRENT, Stance.PAST})


@dataclass(slots=True)
class Holding:
    """Which items in the log hold one atom, and how far the log was read."""

    read: int = 0
    by_entry: dict[int, frozenset[Stance]] = field(default_factory=dict)


class Contents:
    """Contents of one memory, replayed from its trace; moves forward only.

    Args:
        lines: The trace, in order of revision.
    """

    def __init__(self, lines: Sequence[TraceLine]) -> None:
        self._lines = lines
        self._next = 0
        self._log: list[TraceItem] = []
        self._said: list[Utterance] = []
        self._live: dict[str, int] = {}
        self._entries: set[int] = set()
        self._holdings: dict[Atom, Holding] = {}

    def advance(self, revision: int) -> None:
        """Apply every line up to and including ``revision``."""
        while self._next < len(self._lines) and self._lines[self._next].revision <= revision:
            line = self._lines[self._next]
            self._next += 1
            for item_id in line.removed_ids:
                self._drop(item_id)
            for item in line.items:
                self._drop(item.id)
                self._live[item.id] = len(self._log)
                self._entries.add(len(self._log))
                self._log.append(item)
                self._said.append(utterance_of(item))

    def items(self) -> tuple[TraceItem, ...]:
        """List what is held now, by id."""
        return tuple(self._log[self._live[item_id]] for item_id in sorted(self._live))

    def holds(self, atom: Atom, accepted: frozenset[Stance]) -> bool:
        """Tell whether some item held now has the atom in one of the accepted stances."""
        holding = self._holdings.setdefault(atom, Holding())
        if any(self._accepts(holding, entry, accepted) for entry in holding.by_entry):
            return True
        return any(self._accepts(holding, entry, accepted) for entry in self._read(holding, atom))

    def holders(self, atom: Atom, accepted: frozenset[Stance]) -> frozenset[str]:
        """Name every item held now that has the atom in one of the accepted stances."""
        holding = self._holdings.setdefault(atom, Holding())
        for _ in self._read(holding, atom):
            pass
        return frozenset(
            self._log[entry].id
            for entry in holding.by_entry
            if self._accepts(holding, entry, accepted)
        )

    def _accepts(self, holding: Holding, entry: int, accepted: frozenset[Stance]) -> bool:
        return entry in self._entries and bool(holding.by_entry[entry] & accepted)

    def _read(self, holding: Holding, atom: Atom) -> Iterator[int]:
        """Test the entries not yet read, skipping those gone before they were asked about."""
        while holding.read < len(self._log):
            entry = holding.read
            holding.read += 1
            if entry not in self._entries:
                continue
            found = stances(self._said[entry], atom)
            if found:
                holding.by_entry[entry] = found
                yield entry

    def _drop(self, item_id: str) -> None:
        entry = self._live.pop(item_id, None)
        if entry is not None:
            self._entries.discard(entry)


def held_at_end(contents: Contents, cell: Cell) -> HeldAtEnd:
    """Count what is held after the whole trace.

    Args:
        contents: Of the cell; moved to the end of its trace.
        cell: With its stages.
    """
    contents.advance(cell.trace[-1].revision if cell.trace else 0)
    atoms = _stated_atoms(cell)
    holders = [contents.holders(atom, _KEPT) for atom in atoms]
    items = contents.items()
    current = [item for item in items if item.status is Status.CURRENT]
    return HeldAtEnd(
        items=len(items),
        stating=len(frozenset[str]().union(*holders)),
        atoms=len(atoms),
        held=sum(map(bool, holders)),
        current=len(current),
        distinct=len({(item.speaker, *words(item.text)) for item in current}),
    )


def _stated_atoms(cell: Cell) -> list[Atom]:
    """List the atoms that a main-line probe requires after they were said; erased ones not."""
    erased: set[str] = set()
    required: dict[str, Atom] = {}
    for record in cell.records:
        if record.role is not Role.PROBE:
            continue
        forbidden = record.probe.gold.forbidden
        erased.update(entry.atom.id for entry in forbidden if entry.reason is Reason.DELETED)
        seen = {stage.atom_id for stage in record.stages if stage.seen}
        required.update({a.id: a for a in record.probe.gold.required if a.id in seen})
    return [atom for atom_id, atom in sorted(required.items()) if atom_id not in erased]

"""What a memory held at each revision of its trace, asked atom by atom without rescanning.

An item as it stood at one revision is tested against an atom at most once, and only when a probe
asks for that atom while the item is held: the work grows with what changes, not with items times
probes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from metrics.api import Cell, TraceItem, TraceLine
from metrics.matching import Stance, Utterance, stances, utterance_of
from scenarios.api import Atom

__all__ = ["Contents", "Holding", "final_items"]


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


def final_items(cell: Cell) -> tuple[TraceItem, ...]:
    """List what a cell's memory held at its end, by id."""
    contents = Contents(cell.trace)
    if cell.trace:
        contents.advance(cell.trace[-1].revision)
    return contents.items()

"""What was worth keeping, and is kept; and how much of what is kept was worth it.

Both look at the contents at the end of a cell. Gold names only what is asked about, so precision
is a lower bound: something true and useful that no probe asks for counts as noise. Compare
designs by it, not with 1.

Source: HaluMem (extraction recall and precision); claims C8, C30.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory_impls.api import Capability
from metrics.api import Cell, CellMetric, Direction, NotScored, Role
from metrics.held import Contents
from metrics.matching import Stance
from metrics.selection import NOT_APPLICABLE
from scenarios.api import Atom, Reason

__all__ = ["Extraction"]

_HELD = frozenset({Stance.CURRENT, Stance.PAST})
_NO_CONTENTS = NotScored(
    reason=f"{NOT_APPLICABLE}: the design does not list its contents", applies=False
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction(CellMetric):
    """Recall (of atoms) or precision (of items) of the contents at the end.

    Attributes:
        of_items: Measure precision in place of recall.
    """

    of_items: bool = False
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "4 atoms were stated, 3 are held by 6 items, 3 others hold none: 0.75 and 2/3"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Match the last contents with every atom that some probe requires."""
        if Capability.CONTENTS not in cell.capabilities:
            return _NO_CONTENTS
        items, stating, atoms, held = _matched(cell)
        if self.of_items:
            return stating / items if items else NotScored(reason="nothing is held")
        return held / atoms if atoms else NotScored(reason="no atom was stated", applies=False)


_RECENT: dict[int, tuple[Cell, tuple[int, int, int, int]]] = {}
_RECENT_LIMIT = 16


def _matched(cell: Cell) -> tuple[int, int, int, int]:
    """Count items, items that hold an atom, atoms, atoms held; remembered by identity."""
    known = _RECENT.get(id(cell))
    if known is not None and known[0] is cell:
        return known[1]
    contents = Contents(cell.trace)
    contents.advance(cell.trace[-1].revision if cell.trace else 0)
    atoms = _stated_atoms(cell)
    holders = [contents.holders(atom, _HELD) for atom in atoms]
    stating = len(set().union(*holders))
    found = (len(contents.items()), stating, len(atoms), sum(map(bool, holders)))
    if len(_RECENT) >= _RECENT_LIMIT:
        _RECENT.pop(next(iter(_RECENT)))
    _RECENT[id(cell)] = (cell, found)
    return found


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

"""What was worth keeping, and is kept; and how much of what is kept was worth it.

Both look at the contents at the end of a cell, as ``with_stages`` counted them. Gold names only
what is asked about, so precision is a lower bound: something true and useful that no probe asks
for counts as noise. Compare designs by it, not with 1.

Source: HaluMem (extraction recall and precision); claims C8, C30.
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics.api import Cell, CellMetric, Direction, NotScored
from metrics.selection import NO_CONTENTS

__all__ = ["Extraction"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction(CellMetric):
    """Recall (of atoms) or precision (of items) of the contents at the end.

    Attributes:
        of_items: Measure precision in place of recall.
    """

    of_items: bool = False
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "4 atoms were stated, 3 are held by 4 of 5 items: 0.75 and 0.8"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Divide the counts; the same at every budget."""
        found = cell.held
        if found is None:
            return NO_CONTENTS
        if self.of_items:
            return (
                found.stating / found.items if found.items else NotScored(reason="nothing is held")
            )
        if not found.atoms:
            return NotScored(reason="no atom was stated", applies=False)
        return found.held / found.atoms

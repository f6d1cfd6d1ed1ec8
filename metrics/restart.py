"""What a restart lost: on a fork, saved and loaded, the same atoms asked again.

Source: design.md, "A trial" (Restart); article B 2 (short-term memory is rebuilt, long-term kept).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from metrics.api import Cell, Direction, NotScored, ProbeRecord, Role
from metrics.links import NEVER_KNOWN, arrived, index_of
from metrics.selection import SelectiveMetric
from scenarios.api import Aspect, Probe

__all__ = ["RestartLoss"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartLoss(SelectiveMetric):
    """Atoms that the main line recalls and the restarted fork does not.

    The main line must recall an atom when last asked before the restart and, when it is asked
    again, after it: what got lost for another reason is not the restart's.
    """

    name: str = "restart_loss"
    description: str = (
        "share of atoms recalled on the main line that are not recalled after restart"
    )
    unit: str = "share"
    direction: Direction = Direction.LOWER
    worst: float | None = 1.0
    example: str = "three atoms are recalled before and later, one of them not on the fork: 0.333"
    roles: ClassVar[frozenset[Role]] = frozenset({Role.FORK})

    def means(self, probe: Probe) -> bool:
        """Mean probes asked after a restart."""
        return Aspect.RESTART in probe.aspects and bool(probe.gold.required)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the atoms that the main line recalls on both sides."""
        index = index_of(cell)
        lost = [
            not arrived(stage)
            for stage in record.stages
            if (sides := index.around(record, stage.atom_id)) and all(map(arrived, sides))
        ]
        return sum(lost) / len(lost) if lost else NotScored(reason=NEVER_KNOWN)

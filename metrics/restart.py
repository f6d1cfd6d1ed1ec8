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
    """Atoms recalled before a restart and not after it."""

    name: str = "restart_loss"
    description: str = "share of atoms, recalled when last asked before, not recalled after restart"
    unit: str = "share"
    direction: Direction = Direction.LOWER
    worst: float | None = 1.0
    example: str = "two atoms were recalled before the restart, one of them after it: 0.5"
    roles: ClassVar[frozenset[Role]] = frozenset({Role.FORK})

    def means(self, probe: Probe) -> bool:
        """Mean probes asked after a restart."""
        return Aspect.RESTART in probe.aspects and bool(probe.gold.required)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the atoms that the main line recalled when last asked."""
        index = index_of(cell)
        lost = [
            not arrived(stage)
            for stage in record.stages
            if (earlier := index.last_stage(record, stage.atom_id)) and arrived(earlier)
        ]
        return sum(lost) / len(lost) if lost else NotScored(reason=NEVER_KNOWN)

"""How many sessions pass until a change has arrived.

Source: design.md (lag); MemCorrect's uptake latency; claim C9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from metrics.api import Cell, CellMetric, Direction, NotScored, ProbeRecord
from metrics.conflict import settled
from metrics.cost import answered_records
from scenarios.api import Aspect

__all__ = ["AdaptationLag"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptationLag(CellMetric):
    """Sessions from a change to the first probe that shows the new value and no stale one.

    A change that never arrives counts one session more than was looked at: a lower bound, which
    the remark counts.
    """

    name: str = "adaptation_lag"
    description: str = "sessions until a changed value is recalled and the old one is not asserted"
    unit: str = "sessions"
    direction: Direction = Direction.LOWER
    worst: float | None = None
    example: str = "changed in session 3, probes in 3, 5, 7, the one in 5 is the first right: 2"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Average over the changes of a cell."""
        lags = [lag for lag, _ in _lags(cell, budget)]
        return fmean(lags) if lags else NotScored(reason="no change was asked about", applies=False)

    def remark(self, cells: Sequence[Cell], budget: int | None) -> str:
        """Say how many changes never arrived."""
        found = [arrived for cell in cells for _, arrived in _lags(cell, budget)]
        missing = len(found) - sum(found)
        return f"at least; {missing} of {len(found)} changes never arrived" if missing else ""


def _lags(cell: Cell, budget: int | None) -> Iterator[tuple[int, bool]]:
    """Give lag and arrival of every change, told apart by the atoms it made current."""
    changes: dict[tuple[str, ...], list[ProbeRecord]] = {}
    for record in answered_records(cell, budget):
        if Aspect.AFTER_CHANGE in record.probe.aspects and record.probe.gold.required:
            key = tuple(atom.id for atom in record.probe.gold.required)
            changes.setdefault(key, []).append(record)
    for records in changes.values():
        since = _changed_in(records[0])
        if since is None:
            continue
        asked = sorted((record.probe.session - since, record.order) for record in records)
        right = [r.probe.session - since for r in records if settled(r)]
        yield (min(right), True) if right else (asked[-1][0] + 1, False)


def _changed_in(record: ProbeRecord) -> int | None:
    """Give the ordinal of the session that first said the new value."""
    sessions = dict(record.evidence_sessions)
    said = [
        sessions[event]
        for atom in record.probe.gold.required
        for event in atom.evidence_ids
        if event in sessions
    ]
    return min(said, default=None)

"""Seconds inside recall, with and without embedding the query.

Records of the same plan are equal apart from these.
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics.api import Cell, CellMetric, Direction, NotScored
from metrics.cost import answered_records

__all__ = ["Latency", "percentile"]


def percentile(values: list[float], share: float) -> float:
    """Interpolate linearly between the two nearest of the sorted values.

    Args:
        values: At least one.
        share: 0 to 1.

    >>> percentile([4.0, 1.0, 2.0, 3.0], 0.5)
    2.5
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency(CellMetric):
    """A percentile of the seconds inside recall.

    Attributes:
        share: Which percentile, 0 to 1.
        with_embedding: Whether embedding the query counts.
    """

    share: float
    with_embedding: bool = True
    unit: str = "seconds"
    direction: Direction = Direction.LOWER
    worst: float | None = None
    example: str = "recalls of 1, 2, 3 and 4 ms: p50 is 2.5 ms, p95 3.85 ms"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Take it over the answered probes of a budget."""
        spent = [
            record.read_s if self.with_embedding else max(0.0, record.read_s - record.embed_s)
            for record in answered_records(cell, budget)
        ]
        return percentile(spent, self.share) if spent else NotScored(reason="no probe was answered")

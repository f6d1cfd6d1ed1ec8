"""Size of what is held: how much at the end, how it grows, how much of it twice.

Source: article A 4.4, article B 3.3; claims C14, C15, C26.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from memory_impls.api import Capability
from metrics.api import Cell, CellMetric, Direction, NotScored
from metrics.selection import NO_CONTENTS, NOT_APPLICABLE
from metrics.statistics.line import slope

__all__ = ["DreamCount", "Duplicates", "Growth", "HeldShare"]

_NO_SIZE = NotScored(reason="the trace holds no size")


def _sizes(cell: Cell) -> list[tuple[int, int]]:
    """List (events seen, tokens held) where the trace knows both."""
    return [
        (line.events_seen, line.held_tokens)
        for line in cell.trace
        if line.held_tokens is not None and line.events_seen > 0
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldShare(CellMetric):
    """Tokens held at the end against the tokens of everything said."""

    name: str = "held_ratio"
    description: str = "tokens held at the end over tokens of all events"
    unit: str = "ratio"
    direction: Direction = Direction.NONE
    worst: float | None = None
    example: str = "250 tokens held after a history of 1000: 0.25"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Read the last size."""
        sizes = _sizes(cell)
        if not sizes or not cell.history_tokens:
            return _NO_SIZE
        return sizes[-1][1] / cell.history_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth(CellMetric):
    """Exponent b of tokens held = a x events ** b: 1 is linear, below 1 sub-linear."""

    name: str = "growth_exponent"
    description: str = "slope of log tokens held on log events seen"
    unit: str = "exponent"
    direction: Direction = Direction.LOWER
    worst: float | None = None
    example: str = "100 tokens after 10 events, 200 after 40: log 2 / log 4 = 0.5"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Fit by least squares over the moments at which something was held."""
        points = [(math.log(seen), math.log(held)) for seen, held in _sizes(cell) if held > 0]
        found = slope(points)
        return NotScored(reason="fewer than two sizes") if found is None else found


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates(CellMetric):
    """Current items whose words another current item has too, in the same order."""

    name: str = "duplicate_share"
    description: str = "share of current items at the end that repeat an earlier one's words"
    unit: str = "share"
    direction: Direction = Direction.LOWER
    worst: float | None = None
    example: str = "'Ana likes tea.', 'ana likes tea', 'Ben likes tea': 1/3"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Count over the last contents."""
        found = cell.held
        if found is None:
            return NO_CONTENTS
        if not found.current:
            return NotScored(reason="nothing is held")
        return 1 - found.distinct / found.current


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamCount(CellMetric):
    """How often a design consolidated, and how often it gave up.

    Attributes:
        failed: Count only consolidations that were not committed.
    """

    failed: bool = False
    unit: str = "dreams per history"
    direction: Direction = Direction.NONE
    worst: float | None = None
    example: str = "three consolidations, one abandoned: 3, of them failed 1"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Count the lines of the trace."""
        if Capability.CONSOLIDATE not in cell.capabilities:
            reason = f"{NOT_APPLICABLE}: the design does not consolidate"
            return NotScored(reason=reason, applies=False)
        dreams = [line for line in cell.trace if line.cause == "dream"]
        return float(sum(not (self.failed and line.committed) for line in dreams))

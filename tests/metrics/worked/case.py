"""A worked example: cells made by hand, one metric, the value that must come out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from memory_impls.api import Capability
from metrics.api import Cell, CellMetric, NotScored, ProbeMetric, ProbeRecord
from metrics.held import Contents, held_at_end
from metrics.registry import metric
from metrics.worked import cell

__all__ = ["COUNTED", "OUTSIDE", "Case", "Unscored", "on_cell", "on_record"]


class Unscored(Enum):
    """How a value is absent."""

    COUNTED = "counted"
    """It stays in ``n_total``."""
    OUTSIDE = "outside"
    """The metric does not mean it."""


COUNTED, OUTSIDE = Unscored.COUNTED, Unscored.OUTSIDE


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What is scored and what must come out; ``record`` None scores the cell."""

    name: str
    why: str
    expected: float | Unscored
    cell: Cell
    record: ProbeRecord | None
    budget: int | None = 512

    def outcome(self) -> float | Unscored:
        """Score it."""
        scored = metric(self.name)
        if isinstance(scored, ProbeMetric) and self.record is not None:
            found = scored.per_probe(self.record, self.cell)
        elif isinstance(scored, CellMetric):
            lists = Capability.CONTENTS in self.cell.capabilities
            held = held_at_end(Contents(self.cell.trace), self.cell) if lists else None
            found = scored.per_cell(replace(self.cell, held=held), self.budget)
        else:
            raise TypeError(f"{self.name}: no record given")
        if isinstance(found, NotScored):
            return COUNTED if found.applies else OUTSIDE
        return found


def on_record(
    name: str, why: str, expected: float | Unscored, *records: ProbeRecord, **given: object
) -> Case:
    """Score the last of some records of one cell."""
    made = cell(*records, **given)  # type: ignore[arg-type]
    return Case(name=name, why=why, expected=expected, cell=made, record=records[-1])


def on_cell(
    name: str,
    why: str,
    expected: float | Unscored,
    *records: ProbeRecord,
    budget: int | None = 512,
    **given: object,
) -> Case:
    """Score a cell at a budget."""
    made = cell(*records, **given)  # type: ignore[arg-type]
    return Case(name=name, why=why, expected=expected, cell=made, record=None, budget=budget)

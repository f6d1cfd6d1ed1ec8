"""Collect what every metric says of every record, by cluster: sums and counts, no means yet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from metrics.api import Cell, CellMetric, Metric, NotScored, ProbeMetric, Role
from metrics.selection import (
    NOT_APPLICABLE,
    NOT_MEANT,
    SYSTEM_FAILED,
    SelectiveMetric,
    is_failure,
)

__all__ = ["Key", "Place", "Tally", "finite", "tally"]

NOT_FINITE = NotScored(reason=f"{SYSTEM_FAILED}: the value was not finite")


@dataclass(frozen=True, slots=True)
class Key:
    """What is averaged together: one metric of one design at one budget."""

    metric: str
    design: str
    budget: int | None

    @property
    def order(self) -> tuple[str, str, bool, int]:
        """Sort by metric, design and budget, no limit last."""
        return self.metric, self.design, self.budget is None, self.budget or 0


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a value was measured: statistics resample clusters."""

    family: str
    scenario: str
    cluster: str


@dataclass(slots=True)
class Tally:
    """Values of one cluster.

    Attributes:
        values: Scored values, in order of the records.
        total: Items that the metric means, scored or not.
        failed: Of those, items on which the design failed.
        reasons: Why items were not scored, with counts.
    """

    values: list[float] = field(default_factory=list)
    total: int = 0
    failed: int = 0
    reasons: dict[str, int] = field(default_factory=dict)

    def add(self, outcome: float | NotScored) -> None:
        """Count one item."""
        if isinstance(outcome, NotScored):
            self.total += outcome.applies
            self.failed += is_failure(outcome)
            if outcome.applies or outcome.reason.startswith(NOT_APPLICABLE):
                self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1
        else:
            self.total += 1
            self.values.append(outcome)

    @property
    def speaks(self) -> bool:
        """Whether there is anything to report: an item meant, or a capability that lacks."""
        return self.total > 0 or bool(self.reasons)


def finite(outcome: float | NotScored) -> float | NotScored:
    """Turn NaN and infinity into a failure, so that no mean can become one."""
    if isinstance(outcome, NotScored) or math.isfinite(outcome):
        return outcome
    return NOT_FINITE


def tally(
    cells: Sequence[Cell], metrics: Sequence[Metric], *, category: str | None = None
) -> dict[Key, dict[Place, Tally]]:
    """Score every record and cell by every metric.

    Cells of one design and cluster are pooled: repeats of one deterministic scenario are one
    cluster, however often it was run.

    Args:
        cells: With their stages.
        metrics: What to score.
        category: Score only the records of probes of this category; None scores all.
    """
    found: dict[Key, dict[Place, Tally]] = {}
    kinds = _kinds(metrics)
    for cell in sorted(cells, key=lambda cell: (cell.design, cell.scenario, cell.cluster, cell.id)):
        place = Place(cell.family, cell.scenario, cell.cluster)
        for (name, budget), outcomes in _outcomes(cell, kinds, category).items():
            places = found.setdefault(Key(name, cell.design, budget), {})
            entry = places.setdefault(place, Tally())
            for outcome in outcomes:
                entry.add(outcome)
    return {
        key: places
        for key, places in found.items()
        if any(entry.speaks for entry in places.values())
    }


_Outcomes = dict[tuple[str, int | None], list[float | NotScored]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kinds:
    """Metrics told apart once, not once per record.

    Attributes:
        selective: Can say of a probe whether they concern it.
    """

    selective: tuple[SelectiveMetric, ...]
    other: tuple[ProbeMetric, ...]
    of_cells: tuple[CellMetric, ...]


def _kinds(metrics: Sequence[Metric]) -> _Kinds:
    of_probes = [metric for metric in metrics if isinstance(metric, ProbeMetric)]
    return _Kinds(
        selective=tuple(m for m in of_probes if isinstance(m, SelectiveMetric)),
        other=tuple(m for m in of_probes if not isinstance(m, SelectiveMetric)),
        of_cells=tuple(m for m in metrics if isinstance(m, CellMetric)),
    )


def _outcomes(cell: Cell, kinds: _Kinds, category: str | None) -> _Outcomes:
    """Score a cell: metric and budget -> what it says, in order of the records."""
    found: _Outcomes = {}
    refusals = {metric.name: metric.refusal(cell) for metric in kinds.selective}
    concerned: dict[tuple[int, Role], list[SelectiveMetric]] = {}
    for record in cell.records:
        if category is not None and record.probe.category != category:
            continue
        key = id(record.probe), record.role
        mine = concerned.get(key)
        if mine is None:
            mine = [m for m in kinds.selective if m.concerns(record.probe, record.role, cell)]
            concerned[key] = mine
        said = [(m.name, refusals[m.name] or m.judge(record, cell)) for m in mine]
        said += [(metric.name, metric.per_probe(record, cell)) for metric in kinds.other]
        for name, outcome in said:
            if outcome is not NOT_MEANT:
                found.setdefault((name, record.budget), []).append(finite(outcome))
    for of_cells in kinds.of_cells:
        for budget in _budgets(cell):
            found[of_cells.name, budget] = [finite(of_cells.per_cell(cell, budget))]
    return found


def _budgets(cell: Cell) -> list[int | None]:
    asked = {record.budget for record in cell.records if record.role is Role.PROBE}
    return sorted(asked, key=lambda budget: (budget is None, budget or 0))

"""What a report is made of, and the figures both the page and the terminal show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from metrics.aggregate import ALL
from metrics.api import Score
from metrics.registry import HEADLINES

__all__ = ["Column", "Contents", "Report", "Row", "budget_name", "columns", "figure", "headline"]

EXTRA_COLUMNS = (
    "stale_exposure",
    "damage",
    "evidence_recall",
    "choice_accuracy",
    "correct_abstention",
)
"""Shown beside the headline scores where the run has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A scored run.

    Attributes:
        name: Name of the plan or of the run folder.
        designs: Labels in plan order. bounds: those that enter no ranking.
        settings: Resolved plan, as text. environment: versions and machine.
        failures: One line per cell that ended early.
        warnings: What a reader must know before believing a figure.
        categories: Rows by category of question (``runs.report.categories``).
    """

    name: str
    designs: tuple[str, ...]
    bounds: frozenset[str]
    scores: tuple[Score, ...]
    settings: str = ""
    environment: Mapping[str, object] = field(default_factory=dict)
    failures: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    categories: tuple[Score, ...] = ()

    def pick(
        self, metric: str, *, scenario: str = ALL, budget: int | str | None = "any"
    ) -> list[Score]:
        """List the rows of a metric, at one budget or at any, in design order."""
        order = {label: place for place, label in enumerate(self.designs)}
        rows = [
            row
            for row in self.scores
            if row.metric == metric
            and row.scenario == scenario
            and (budget == "any" or row.budget == budget)
        ]
        return sorted(rows, key=lambda row: (order.get(row.design, len(order)), budget_key(row)))

    @property
    def budgets(self) -> tuple[int | None, ...]:
        """Budgets asked of more than the unlimited bound, smallest first, None last."""
        found = {row.budget for row in self.scores if row.metric in HEADLINES}
        return tuple(sorted(found, key=lambda value: math.inf if value is None else value))

    @property
    def families(self) -> tuple[str, ...]:
        """Scenario labels and families that have rows of their own."""
        return tuple(sorted({row.scenario for row in self.scores} - {ALL}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the headline table."""

    metric: str
    unit: str
    direction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One design of the headline table; a cell is None where the run has no such row."""

    design: str
    is_bound: bool
    cells: tuple[Score | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The headline table at one budget."""

    budget: int | None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def budget_key(row: Score) -> float:
    """Sort budgets with no limit last."""
    return math.inf if row.budget is None else float(row.budget)


def budget_name(budget: int | None) -> str:
    """Name a budget for people.

    >>> budget_name(512), budget_name(None)
    ('512', 'no limit')
    """
    return "no limit" if budget is None else str(budget)


def columns(report: Report) -> tuple[Column, ...]:
    """Choose the columns: the headline scores, then what else the run can show."""
    known = {row.metric: row for row in report.scores if row.scenario == ALL}
    scored = {row.metric for row in report.scores if row.n_total}
    names = [name for name in (*HEADLINES, *EXTRA_COLUMNS) if name in known and name in scored]
    return tuple(
        Column(metric=name, unit=known[name].unit, direction=known[name].direction.value)
        for name in names
    )


def headline(
    report: Report, budget: int | None, chosen: Sequence[Column] | None = None
) -> Contents:
    """Build the headline table at one budget; designs without a row there are left out.

    Args:
        report: The run.
        budget: Which budget.
        chosen: Columns to fill; default are the run's own.
    """
    chosen = columns(report) if chosen is None else chosen
    found = {
        (row.design, row.metric): row
        for row in report.scores
        if row.scenario == ALL and row.budget == budget
    }
    rows = tuple(
        Row(
            design=design,
            is_bound=design in report.bounds,
            cells=tuple(found.get((design, column.metric)) for column in chosen),
        )
        for design in ranked(report, budget)
        if any((design, column.metric) in found for column in chosen)
    )
    return Contents(budget=budget, columns=tuple(chosen), rows=rows)


def ranked(report: Report, budget: int | None) -> list[str]:
    """Order designs by the mean of their headline shares, bounds last, ties by label."""
    shares = {
        design: [
            row.value
            for name in HEADLINES
            for row in report.pick(name, budget=budget)
            if row.design == design and row.value is not None and row.unit == "share"
        ]
        for design in report.designs
    }
    return sorted(report.designs, key=lambda d: (d in report.bounds, -_mean(shares[d]), d))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return math.fsum(listed) / len(listed) if listed else -1.0


def figure(score: Score | None, *, interval: bool = True) -> str:
    """Write a figure with its interval and, when something was not scored, n of total.

    >>> figure(None)
    ''
    """
    if score is None or (score.value is None and not score.n_total):
        return ""
    if score.value is None:
        return f"not scored (0/{score.n_total})"
    text = number(score.value, score.unit)
    if interval and score.low is not None and score.high is not None:
        text += f" [{number(score.low, score.unit)}, {number(score.high, score.unit)}]"
    if score.n_scored != score.n_total:
        text += f" ({score.n_scored}/{score.n_total})"
    return text


def number(value: float, unit: str) -> str:
    """Write a value as its unit is read.

    >>> number(0.5, "share"), number(1234.5, "tokens")
    ('0.500', '1,234')
    """
    if unit == "share":
        return f"{value:.3f}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def failed_share(scores: Sequence[Score]) -> bool:
    """Tell whether any strict figure differs from its lenient one."""
    return any(
        row.strict is not None and row.value is not None and abs(row.strict - row.value) > 1e-12
        for row in scores
    )

"""Tables by category: what each kind of question of a family or data set gave, with its n."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metrics.aggregate import score_by_category
from metrics.api import Cell, Score
from metrics.registry import HEADLINES, metric
from runs.report.contents import Report, budget_key, figure

__all__ = ["CategoryRow", "CategoryTable", "by_category", "category_scores", "markdown_categories"]

METRICS = (
    *(name for name in HEADLINES if name != "token_cost"),
    "evidence_recall",
    "session_hit",
    "choice_accuracy",
    "correct_abstention",
)
"""What is shown by category, where the run has it; tokens belong to whole cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryRow:
    """One category: its most scored questions, and a row of each design or None."""

    category: str
    questions: int
    cells: tuple[Score | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTable:
    """One metric of one scenario label at one budget: categories down, designs across."""

    label: str
    metric: str
    budget: int | None
    designs: tuple[str, ...]
    rows: tuple[CategoryRow, ...]


def category_scores(cells: Sequence[Cell]) -> tuple[Score, ...]:
    """Score cells by category, for the metrics that are shown so."""
    return tuple(score_by_category(cells, metrics=[metric(name) for name in METRICS]))


def by_category(report: Report) -> tuple[CategoryTable, ...]:
    """Arrange a report's rows by category: one table per label, metric and budget.

    The budgets are those that were asked of every design; a table with nothing scored is left out.
    """
    found: dict[tuple[str, int, float], list[Score]] = {}
    for row in report.categories:
        label = row.scenario.partition(": ")[0]
        key = label, METRICS.index(row.metric), budget_key(row)
        found.setdefault(key, []).append(row)
    tables = (_table(report, label, rows) for (label, _, _), rows in sorted(found.items()))
    return tuple(table for table in tables if table.rows)


def _table(report: Report, label: str, rows: Sequence[Score]) -> CategoryTable:
    designs = tuple(name for name in report.designs if any(row.design == name for row in rows))
    lines = []
    for category in sorted({row.scenario.partition(": ")[2] for row in rows}):
        mine = {row.design: row for row in rows if row.scenario.partition(": ")[2] == category}
        scored = max(row.n_scored for row in mine.values())
        if scored:
            cells = tuple(mine.get(design) for design in designs)
            lines.append(CategoryRow(category=category, questions=scored, cells=cells))
    first = rows[0]
    return CategoryTable(
        label=label, metric=first.metric, budget=first.budget, designs=designs, rows=tuple(lines)
    )


def markdown_categories(report: Report) -> str:
    """Write every table by category as Markdown, one below the other."""
    return "\n\n".join(map(_markdown, by_category(report)))


def _markdown(table: CategoryTable) -> str:
    budget = "no limit" if table.budget is None else f"{table.budget} tokens"
    lines = [
        f"{table.label}: {table.metric.replace('_', ' ')}, {budget}",
        "",
        _line(["category", "n", *table.designs]),
        _line(["---", *("---:" for _ in range(len(table.designs) + 1))]),
    ]
    for row in table.rows:
        lines.append(_line([row.category, str(row.questions), *map(figure, row.cells)]))
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

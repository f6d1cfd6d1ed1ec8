"""The headline table as the terminal and a Markdown file show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runs.report.contents import Report, budget_name, figure, headline

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["markdown_table", "terminal_table"]

ARROWS = {"higher": "↑", "lower": "↓", "none": ""}


def terminal_table(report: Report, budget: int | None) -> Table:
    """Build the table that a run ends with."""
    from rich.table import Table

    contents = headline(report, budget)
    title = f"{report.name}: context budget {budget_name(budget)} tokens"
    table = Table(
        title=title if budget else f"{report.name}: no context limit", title_justify="left"
    )
    table.add_column("design", no_wrap=True)
    for column in contents.columns:
        table.add_column(
            f"{column.metric.replace('_', ' ')} {ARROWS[column.direction]}".strip(),
            justify="right",
        )
    for row in contents.rows:
        style = "dim" if row.is_bound else ""
        table.add_row(row.design, *(figure(cell) for cell in row.cells), style=style)
    return table


def markdown_table(report: Report, budget: int | None) -> str:
    """Write the same table as Markdown."""
    contents = headline(report, budget)
    heads = ["design", *(column.metric.replace("_", " ") for column in contents.columns)]
    lines = [_line(heads), _line(["---", *("---:" for _ in contents.columns)])]
    for row in contents.rows:
        name = f"*{row.design}*" if row.is_bound else row.design
        lines.append(_line([name, *(figure(cell) for cell in row.cells)]))
    return "\n".join(lines)


def _line(cells: list[str]) -> str:
    # A pipe or a line break in a label would open a cell of its own.
    safe = [cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells]
    return f"| {' | '.join(safe)} |"

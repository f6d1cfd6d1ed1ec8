"""``memtrial report``, and what every run ends with: summary, page, tables, MLflow."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from metrics.api import Cell
from runs.cells import CellPlan
from runs.codec import encode
from runs.plan import plan_text
from runs.report.contents import Report
from runs.store import Run, RunError, open_run
from runs.summary import FILE, as_report, read_summary, summarise, write_summary

__all__ = ["log", "report", "show", "write"]

PAGE = "report.html"
BESIDE = "report-beside.html"


def report(options: argparse.Namespace) -> int:
    """Score a run folder again, finished or not, and write its summary and page."""
    from runs.report.page import write_page

    try:
        run = open_run(Path(options.run))
        found, _ = write(run, again=True)
        if options.beside:
            other, _ = _scored(open_run(Path(options.beside)))
            write_page(found, run.folder / BESIDE, beside=other)
    except RunError as error:
        raise ValueError(str(error)) from error
    if options.categories:
        from runs.report.categories import markdown_categories

        print(markdown_categories(found) or "No scenario of this run has several categories.")
    elif options.markdown:
        from runs.report.terminal import markdown_table

        for budget in found.budgets:
            print(f"\nContext budget {'none' if budget is None else budget}:\n")
            print(markdown_table(found, budget))
    else:
        show(found)
        print(f"report: {run.folder / (BESIDE if options.beside else PAGE)}")
    return 0


def write(run: Run, *, again: bool = False) -> tuple[Report, list[Cell]]:
    """Score a run and write ``summary.json`` and the page.

    Args:
        run: Finished or not; cells that are not done are left out and said so.
        again: Match every text anew.

    Returns:
        The report, and the cells it rests on.
    """
    from runs.report.page import write_page

    found, cells = _scored(run, again=again)
    write_summary(run.folder, found.scores)
    write_page(found, run.folder / PAGE)
    return found, cells


def _scored(run: Run, *, again: bool = False) -> tuple[Report, list[Cell]]:
    cells = list(run.load_cells())
    missing = len(run.cell_ids) - len(cells)
    path = run.folder / FILE
    known = not again and run.is_finished and path.is_file()
    rows = read_summary(path) if known else summarise(cells, again=again)
    made = as_report(
        run.folder.name,
        cells,
        rows,
        settings=plan_text(run.plan),
        environment=encode(run.environment),
        warnings=[f"{missing} of {len(run.cell_ids)} cells are not done yet."] if missing else [],
    )
    return made, cells


def show(report: Report) -> None:
    """Print the headline table of every budget."""
    from rich.console import Console

    from runs.report.terminal import terminal_table

    # A pipe has no width; a table cut to 80 columns would lose its figures.
    console = Console(width=None if sys.stdout.isatty() else 220)
    for budget in report.budgets:
        console.print(terminal_table(report, budget))
    for warning in report.warnings:
        console.print(f"note: {warning}", markup=False)


def log(run: Run, report: Report, cells: Sequence[CellPlan]) -> int:
    """Log a finished run to MLflow; 1 and a line when the store refuses."""
    from runs.mlflow_sink import MlflowFailure, Variant, log_run

    designs = {cell.design.label: cell.design for cell in cells}
    variants = [
        Variant(
            label=label,
            params={"name": design.name, "embedder": design.embedder, **design.params},
            tags={"memtrial.bound": str(design.is_bound).lower()},
        )
        for label, design in designs.items()
    ]
    artifacts = [run.folder / name for name in ("plan.toml", "environment.json", FILE, PAGE)]
    try:
        logged = log_run(
            folder=run.folder,
            name=run.folder.name,
            variants=variants,
            scores=report.scores,
            settings=run.plan.model_dump(mode="json"),
            artifacts=[path for path in artifacts if path.is_file()],
        )
    except MlflowFailure as error:
        print(f"memtrial: not logged: {error}; the run folder is whole", file=sys.stderr)
        return 1
    print(f"mlflow: {logged.uri} (experiment {logged.experiment})")
    return 0

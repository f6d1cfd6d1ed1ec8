"""``memtrial baseline``, ``gate`` and ``compare``: runs held against each other."""

from __future__ import annotations

import argparse
from pathlib import Path

from runs.gate.baseline import read_baseline, write_baseline
from runs.gate.comparing import RunComparison, compare_runs
from runs.gate.judge import judge
from runs.gate.measured import measure
from runs.gate.opening import complete_cells, note_of
from runs.gate.texts import junit, lines, markdown
from runs.gate.thresholds import default_thresholds, read_thresholds
from runs.gate.verdict import GateReport
from runs.store import open_run

__all__ = ["baseline", "compare", "gate"]


def baseline(options: argparse.Namespace) -> int:
    """Write what a run scored per scenario into a file to be tracked."""
    from metrics.registry import HEADLINES, metric

    run = open_run(Path(options.run))
    added = [metric(name).name for name in options.metrics or ()]
    cells = complete_cells(run)
    found = measure(cells, metrics=(*HEADLINES, *added), designs=options.designs, note=note_of(run))
    absent = set(options.designs or ()) - set(found.designs)
    if absent:
        known = ", ".join(sorted({cell.design for cell in cells if not cell.is_bound}))
        raise ValueError(f"{run.folder} has no design {', '.join(sorted(absent))}; it has: {known}")
    write_baseline(Path(options.out), found)
    print(
        f"baseline: {options.out} ({len(found.designs)} designs, {len(found.histories)} scenarios)"
    )
    return 0


def gate(options: argparse.Namespace) -> int:
    """Hold a run against a baseline; 1 when it is worse, 2 when that cannot be told."""
    run = open_run(Path(options.run))
    held = read_baseline(Path(options.baseline))
    if options.thresholds:
        thresholds = read_thresholds(Path(options.thresholds))
    else:
        thresholds = default_thresholds(held)
    names = tuple(dict.fromkeys(threshold.metric for threshold in thresholds))
    report = judge(measure(complete_cells(run), metrics=names), held, thresholds)
    _write(options, report)
    for line in lines(report):
        print(line)
    return report.exit_status


def compare(options: argparse.Namespace) -> int:
    """Print the differences of two runs, design by design, with intervals."""
    from rich.console import Console
    from rich.table import Table

    first, second = (open_run(Path(name)) for name in (options.first, options.second))
    found = compare_runs(complete_cells(first), complete_cells(second))
    table = Table(title=f"{second.folder.name} minus {first.folder.name}", title_justify="left")
    for head in ("design", "metric", "budget", "difference", "n", "p (Holm)", "verdict"):
        table.add_column(head, no_wrap=True)
    for entry in found:
        table.add_row(*compared_cells(entry))
    Console(width=None if _is_terminal() else 160).print(table)
    return 0


def compared_cells(entry: RunComparison) -> tuple[str, ...]:
    """Write a comparison as the cells of a row."""
    from rich.markup import escape

    from runs.report.contents import budget_name

    found = entry.found
    difference, clusters = "", "0"
    if found.found is not None:
        difference, clusters = f"{found.found.difference:+.3f}", str(found.found.clusters)
        if found.found.low is not None and found.found.high is not None:
            difference += f" [{found.found.low:+.3f}, {found.found.high:+.3f}]"
    p = "" if found.p_holm is None else f"{found.p_holm:.3g}"
    name = escape(entry.design)
    budget = budget_name(found.budget)
    return name, found.metric, budget, escape(difference), clusters, p, found.verdict.value


def _write(options: argparse.Namespace, report: GateReport) -> None:
    if options.junit:
        Path(options.junit).write_bytes(junit(report))
    if options.markdown:
        Path(options.markdown).write_text(markdown(report), encoding="utf-8")


def _is_terminal() -> bool:
    import sys

    return sys.stdout.isatty()

"""One table over runs on public data: data set x design at each budget, from run folders.

    python benchmarks/public_table.py RUN [RUN ...]

Each run is one data set, made by ``memtrial run locomo --budgets 512,2048`` and so on. Figures are
those of ``summary.json``; seconds are those inside the memory's own methods, embedding included,
over the whole run. Prints Markdown.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from metrics.aggregate import ALL
from metrics.api import Cell, Score
from runs.report.contents import figure
from runs.store import load_cells
from runs.summary import FILE, read_summary

METRICS = ("evidence_recall", "recall", "choice_accuracy", "correct_abstention", "token_cost")


def seconds(cells: Iterable[Cell]) -> Mapping[str, float]:
    """Sum up the seconds spent in each design."""
    spent: dict[str, list[float]] = {}
    for cell in cells:
        spent.setdefault(cell.design, []).extend(cell.seconds.values())
    return {design: math.fsum(values) for design, values in spent.items()}


def main() -> None:
    """Print one table for each run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path)
    for folder in parser.parse_args().runs:
        rows = [row for row in read_summary(folder / FILE) if row.scenario == ALL]
        found: dict[tuple[str, str, int | None], Score] = {
            (row.metric, row.design, row.budget): row for row in rows
        }
        shown = [m for m in METRICS if any(k[0] == m and r.n_scored for k, r in found.items())]
        spent = seconds(load_cells(folder))
        print(f"\n### {folder.name}\n")
        print("| design | budget | " + " | ".join(m.replace("_", " ") for m in shown) + " | s |")
        print("|---|---:|" + "---:|" * (len(shown) + 1))
        for design in spent:
            for budget in sorted({b for _, d, b in found if d == design and b is not None}):
                cells = [figure(found.get((metric, design, budget))) for metric in shown]
                print(f"| {design} | {budget} | {' | '.join(cells)} | {spent[design]:,.0f} |")


if __name__ == "__main__":
    main()

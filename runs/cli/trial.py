"""``memtrial run``: plan, replay, score, log and report."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from runs.backends import check_backend
from runs.cells import CellPlan
from runs.environment import environment_of
from runs.execute import execute
from runs.expand import expand
from runs.plan import Overrides, load_plan, resolve
from runs.progress import shown_on
from runs.schema import Plan
from runs.store import OUT, Run, RunError, create_run, resume_run

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Run a preset or a plan; 1 when a design failed or nothing could be scored."""
    from memory_impls.parts.cache import default_cache_folder

    check_backend(options.backend, options.address)
    print(f"memtrial: reading plan {options.plan}", file=sys.stderr, flush=True)
    plan = resolve(load_plan(options.plan), _overrides(options), os.environ)
    for notice in _notices(plan):
        print(f"memtrial: {notice}", file=sys.stderr, flush=True)
    cells = expand(plan)
    if options.dry_run:
        return _show_plan(plan, cells)
    try:
        folder = _open(options, plan, cells)
        with folder.locked():
            execute(
                folder,
                cells,
                jobs=options.jobs,
                backend=options.backend,
                address=options.address,
                cache=default_cache_folder(),
                progress=shown_on(sys.stderr),
            )
            return _conclude(folder, cells, mlflow=not options.no_mlflow)
    except RunError as error:
        raise ValueError(str(error)) from error


def _notices(plan: Plan) -> list[str]:
    """Say once under which licence each public data set of a plan may be used."""
    from scenarios.public import catalog

    used = {scenario.data for scenario in plan.scenarios} & set(catalog.names())
    return [catalog.about(name).notice() for name in sorted(used)]


def _overrides(options: argparse.Namespace) -> Overrides:
    return Overrides(
        designs=options.designs,
        scenarios=options.scenarios,
        data=dict(options.data) or None,
        seeds=options.seeds,
        budgets=options.budgets,
        pool=options.pool,
        language=options.language,
        limit=options.limit,
        only=options.only,
    )


def _open(options: argparse.Namespace, plan: Plan, cells: tuple[CellPlan, ...]) -> Run:
    environment = environment_of(cells)
    if not options.resume:
        where = Path(options.out) if options.out else None
        return create_run(plan, cells, environment, folder=where, out=OUT)
    if not options.out:
        raise ValueError("--resume needs --out DIR: the run folder to go on with")
    return resume_run(Path(options.out), plan, cells, environment)


def _show_plan(plan: Plan, cells: Sequence[CellPlan]) -> int:
    """Say what would run, without running it."""
    designs = dict.fromkeys(cell.design.label for cell in cells)
    scenarios = dict.fromkeys(cell.scenario.label for cell in cells)
    print(f"{plan.name}: {len(cells)} cells")
    print(f"designs    {', '.join(designs)}")
    print(f"scenarios  {', '.join(scenarios)}")
    print(f"clusters   {len({cell.cluster for cell in cells})}")
    print(f"budgets    {', '.join('none' if b is None else str(b) for b in plan.budgets)}")
    print(f"calls      {sum(cell.units for cell in cells):,} to the memories, as expected")
    return 0


def _conclude(run: Run, cells: Sequence[CellPlan], *, mlflow: bool) -> int:
    """Score what was recorded, write the report, log it, and print the tables."""
    from runs.cli.reporting import log, show, write
    from runs.summary import scored_anything

    report, done = write(run)
    show(report)
    status = 0
    if report.failures or not scored_anything(done, report.scores):
        for line in report.failures:
            print(f"memtrial: {line}", file=sys.stderr)
        if not report.failures:
            print("memtrial: nothing could be scored", file=sys.stderr)
        status = 1
    if mlflow:
        status = max(status, log(run, report, cells))
    print(f"report: {run.folder / 'report.html'}")
    return status

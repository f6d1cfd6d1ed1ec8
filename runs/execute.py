"""Run the cells that are to do, in this process or over several; workers write their own files.

A worker reports a few numbers of each cell and nothing else, so memory does not grow with the
number of cells, and what is on disk does not depend on who wrote it.
"""

from __future__ import annotations

import functools
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import perf_counter, sleep

from metrics.api import Cell, Outcome
from runs.backends import lost_worker, stop_workers, workers
from runs.cells import CellPlan, build_scenario
from runs.progress import CellStatus, Progress, Silent
from runs.replay import Tick, replay
from runs.store import Run, RunError, write_cell

__all__ = ["Executed", "execute", "run_cell"]

_WATCH_EVERY_S = 0.5
_PORTION = 8


@dataclass(slots=True)
class Executed:
    """What came of a run.

    Attributes:
        cells: Cells done now; those done before are not counted.
        records: Records taken now, by outcome.
        errors: Label of a design -> the first error that a cell of it gave.
    """

    cells: int = 0
    records: Counter[Outcome] = field(default_factory=Counter)
    errors: dict[str, str] = field(default_factory=dict)

    def add(self, status: CellStatus) -> None:
        """Count a cell."""
        self.cells += 1
        self.records[Outcome.ASKED] += status.asked
        self.records[Outcome.SYSTEM_FAILED] += status.failed
        self.records[Outcome.NOT_APPLICABLE] += status.not_applicable
        if status.error:
            self.errors.setdefault(status.design, status.error)


def execute(
    run: Run,
    cells: Sequence[CellPlan],
    *,
    jobs: int = 1,
    backend: str = "loky",
    address: str | None = None,
    cache: Path | None = None,
    staged: bool = True,
    progress: Progress | None = None,
) -> Executed:
    """Do the cells of a run that are to do, then finish it.

    Args:
        run: Created or resumed; hold its lock meanwhile.
        cells: All cells of its plan.
        jobs: Processes; 1 stays in this one.
        backend: Of joblib: "loky" for processes of this machine, "dask", "ray".
        address: Of the scheduler of a cluster (``runs.backends``).
        cache: Folder of the embedding cache.
        staged: Whether to fill the stages of the records as well (``metrics.funnel``).
        progress: Told how it goes.

    Raises:
        RunError: The folder cannot be written, or a worker died; what is done stays done.
        ValueError: A scenario or an embedder of the plan cannot be loaded.
        KeyboardInterrupt: Asked to stop; the run can be resumed.
    """
    shown: Progress = progress if progress is not None else Silent()
    done = run.done_ids()
    pending = [cell for cell in cells if cell.id not in done]
    executed = Executed()
    shown.start(pending, len(cells), jobs)
    try:
        if backend == "loky" and (jobs == 1 or len(pending) < 2):
            statuses = _here(pending, run.folder, cache, staged, shown)
        else:
            most = max(1, min(jobs, len(pending)))
            statuses = _spread(pending, run.folder, cache, staged, most, backend, address)
        for status in statuses:
            executed.add(status)
            shown.done(status)
        run.finish()
    finally:
        shown.stop()
    return executed


def run_cell(
    plan: CellPlan, folder: Path, cache: Path | None, staged: bool, tick: Tick | None = None
) -> CellStatus:
    """Replay one cell and write its file.

    Raises:
        RunError: The file cannot be written.
        ValueError: The scenario or the embedder cannot be loaded.
    """
    started = perf_counter()
    cell = replay(plan, build_scenario(plan), cache=cache, tick=tick)
    if staged:
        from metrics.funnel import with_stages

        cell = with_stages(cell)
    write_cell(folder, cell)
    return _status(plan, cell, perf_counter() - started)


def _status(plan: CellPlan, cell: Cell, seconds: float) -> CellStatus:
    outcomes = Counter(record.outcome for record in cell.records)
    failures = (record.error for record in cell.records if record.outcome is Outcome.SYSTEM_FAILED)
    return CellStatus(
        id=plan.id,
        design=plan.design.label,
        scenario=plan.scenario.label,
        cluster=plan.cluster,
        seconds=seconds,
        units=plan.units,
        asked=outcomes[Outcome.ASKED],
        failed=outcomes[Outcome.SYSTEM_FAILED],
        not_applicable=outcomes[Outcome.NOT_APPLICABLE],
        error=cell.error or next(failures, ""),
    )


def _here(
    pending: Sequence[CellPlan],
    folder: Path,
    cache: Path | None,
    staged: bool,
    shown: Progress,
) -> Iterator[CellStatus]:
    for plan in pending:

        def tick(units: int, plan: CellPlan = plan) -> None:
            shown.tick(plan, units)

        yield run_cell(plan, folder, cache, staged, tick)


def _spread(
    pending: Sequence[CellPlan],
    folder: Path,
    cache: Path | None,
    staged: bool,
    jobs: int,
    backend: str,
    address: str | None,
) -> Iterator[CellStatus]:
    """Spread cells over processes; they come back as they are done."""
    from joblib import Parallel, delayed

    parent = os.getpid()
    with workers(backend, jobs, address):
        work = (delayed(_in_worker)(plan, folder, cache, staged, parent) for plan in pending)
        try:
            if backend == "ray":  # it gives lists only, so cells go out in portions
                while portion := list(islice(work, _PORTION * jobs)):
                    yield from Parallel(batch_size=1)(portion)
            else:
                unordered = Parallel(
                    return_as="generator_unordered", batch_size=1, pre_dispatch=2 * jobs
                )
                yield from unordered(work)
        except BaseException as error:
            stop_workers(backend)
            if lost_worker(error):
                raise RunError(
                    f"a worker process died (killed, or out of memory); {folder} can be resumed"
                ) from error
            raise


def _in_worker(
    plan: CellPlan, folder: Path, cache: Path | None, staged: bool, parent: int
) -> CellStatus:
    """Run a cell in a worker, which leaves Ctrl-C to the parent and does not outlive it."""
    if os.getpid() != parent and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getppid() == parent:
        _end_with(parent)
    return run_cell(plan, folder, cache, staged)


@functools.cache
def _end_with(parent: int) -> None:
    """End this process soon after its parent, which a killed parent cannot see to."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(_WATCH_EVERY_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()

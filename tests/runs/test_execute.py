from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from metrics.api import Cell, Outcome
from runs.environment import environment_of
from runs.execute import execute
from runs.expand import expand
from runs.plan import parse_plan, resolve
from runs.record import comparable
from runs.store import create_run, load_cells, open_run
from tests.runs.runner import TOYS

RUNNER = Path(__file__).with_name("runner.py")


def run_apart(
    folder: Path, jobs: int, *settings: str, hash_seed: str = "0"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(RUNNER), str(folder), str(jobs), *settings],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def results(folder: Path) -> list[bytes]:
    return [comparable(cell) for cell in load_cells(folder)]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the toy plan once, undisturbed, in one process."""
    base = tmp_path_factory.mktemp("reference")
    flag = base / "flag"
    flag.touch()
    done = run_apart(base / "run", 1, f"kill={flag}")
    assert done.returncode == 0, done.stderr
    return base


def test_the_reference_is_complete(reference: Path) -> None:
    cells = list(load_cells(reference / "run"))
    assert [cell.design for cell in cells[:6]] == [
        "Everything",
        "Killer",
        "none",
        "full_history",
        "oracle",
        "random",
    ]
    assert len(cells) == 18
    assert all(cell.records for cell in cells)
    assert not any(cell.error for cell in cells)


def test_a73_records_do_not_depend_on_the_hash_seed_or_on_the_workers(
    reference: Path, tmp_path: Path
) -> None:
    done = run_apart(tmp_path / "run", 2, f"kill={reference / 'flag'}", hash_seed="2")
    assert done.returncode == 0, done.stderr
    assert results(tmp_path / "run") == results(reference / "run")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a70_a_run_killed_half_way_is_resumed_to_the_same_records(
    reference: Path, tmp_path: Path, jobs: int
) -> None:
    flag = reference / "flag"
    flag.unlink()
    killed = run_apart(tmp_path / "run", jobs, f"kill={flag}")
    assert killed.returncode != 0
    assert flag.exists()
    run = open_run(tmp_path / "run")
    before = run.done_ids()
    assert 0 < len(before) < len(run.cell_ids)
    assert len(list(run.load_cells())) == len(before)
    resumed = run_apart(tmp_path / "run", jobs, f"kill={flag}", "resume=1", hash_seed="1")
    assert resumed.returncode == 0, resumed.stderr
    assert results(tmp_path / "run") == results(reference / "run")
    assert not (tmp_path / "run" / "cells").exists()


def start_apart(folder: Path, flag: Path) -> subprocess.Popen[bytes]:
    """Start a run over two workers in a process group of its own, and wait for its first cell."""
    process = subprocess.Popen(
        [sys.executable, str(RUNNER), str(folder), "2", f"kill={flag}"],
        env={**os.environ, "TOY_PAUSE_S": "0.3", "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(folder.glob("cells/*.jsonl")):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    return process


def is_gone(group: int) -> bool:
    """Wait until no process of a group is left."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("how", ["the parent is killed", "ctrl-c"])
def test_a_run_over_workers_that_is_stopped_is_resumed_to_the_same_records(
    reference: Path, tmp_path: Path, how: str
) -> None:
    flag = reference / "flag"
    flag.touch()
    process = start_apart(tmp_path / "run", flag)
    if how == "ctrl-c":
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.kill()
    assert process.wait(timeout=30) != 0
    assert is_gone(process.pid)
    run = open_run(tmp_path / "run")
    assert 0 < len(run.done_ids()) < len(run.cell_ids)
    resumed = run_apart(tmp_path / "run", 1, f"kill={flag}", "resume=1")
    assert resumed.returncode == 0, resumed.stderr
    assert results(tmp_path / "run") == results(reference / "run")


def test_a_worker_that_dies_stops_the_run_in_one_line(tmp_path: Path) -> None:
    killed = run_apart(tmp_path / "run", 2, f"kill={tmp_path / 'flag'}")
    last = killed.stderr.strip().splitlines()[-1]
    assert "a worker process died" in last and "can be resumed" in last


def test_a79_failures_are_counted_and_other_designs_go_on(tmp_path: Path) -> None:
    text = f"""
        budgets = [64]
        seeds = 1
        [[designs]]
        name = "{TOYS}:Raising"
        [[scenarios]]
        family = "{TOYS}:codes"
        [reader]
        embedder = "none"
        """
    plan = resolve(parse_plan(text, "toy"))
    cells = expand(plan)
    run = create_run(plan, cells, environment_of(cells), folder=tmp_path / "run")
    executed = execute(run, cells, staged=False)
    assert executed.cells == len(cells) == 5
    assert executed.records[Outcome.SYSTEM_FAILED] == 6
    assert executed.errors["Raising"].startswith("Raising: observe raised RuntimeError at toys.py:")
    by_design: dict[str, Cell] = {cell.design: cell for cell in run.load_cells()}
    assert {r.outcome for r in by_design["oracle"].records} == {Outcome.ASKED}

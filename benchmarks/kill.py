"""Kill runs at random instants, resume them, and look at what is left.

A run of two workers is started by the command, killed with SIGKILL (the whole group, the parent
alone, or one worker) at a random instant, started again with ``--resume`` at once, killed again,
and at last let finish. Then

* every cell of the plan is there, none twice, and its records are byte for byte those of a run
  that nobody disturbed, timings apart;
* MLflow has exactly one finished run per design variant, and one parent;
* the embedding cache is whole, and every vector in it can be read;
* no half-written file is left.

Run as

    python benchmarks/kill.py --kills 200

It takes an hour or more on two cores, and prints who was killed, when, and what was wrong after.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from runs.record import comparable
from runs.store import open_run

PLAN = """
name = "killed"
budgets = [64, 256]
seeds = 1
[[designs]]
name = "window"
[[designs]]
name = "vector"
embedder = "hashing"
[[designs]]
name = "dream"
embedder = "hashing"
[[scenarios]]
family = "repeated_task"
[[scenarios]]
family = "correction"
[reader]
embedder = "hashing"
"""
VARIANTS = ("window", "vector", "dream", "none", "full_history", "oracle", "random")
HOW = ("group", "parent", "worker")
KILLS_PER_RUN = 4
_PATIENCE_S = 300.0


@dataclass(slots=True)
class Tally:
    """What was done and found."""

    runs: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def main() -> int:
    """Kill as often as asked and print the table; 1 when anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_runs(Path(folder), kills=arguments.kills, seed=arguments.seed)
    print(table(tally))
    return 1 if tally.faults else 0


def kill_runs(folder: Path, *, kills: int, seed: int = 0) -> Tally:
    """Kill runs until so many kills have struck, and check each run when it is complete.

    Args:
        folder: Empty; everything goes there.
        kills: How many.
        seed: Of the instants and of who is killed.
    """
    draw = random.Random(seed)
    plan = folder / "killed.toml"
    plan.write_text(PLAN, encoding="utf-8")
    finish(folder, plan, folder / "undisturbed")  # fills the cache; the next one is timed
    duration = finish(folder, plan, folder / "timed")
    reference = open_run(folder / "undisturbed")
    expected = [comparable(cell) for cell in reference.load_cells()]
    tally = Tally()
    while sum(tally.kills.values()) < kills:
        run = folder / f"run-{tally.runs}"
        for _ in range(min(KILLS_PER_RUN, kills - sum(tally.kills.values()))):
            how = draw.choice(HOW)
            stage = kill_once(folder, plan, run, draw.uniform(0, duration), how)
            if stage is None:
                break
            tally.kills[how] += 1
            tally.stages[stage] += 1
        else:
            duration = (duration + finish(folder, plan, run)) / 2
        if open_run(run).environment.code != reference.environment.code:
            raise RuntimeError("the code of memtrial changed meanwhile; leave it alone, try again")
        tally.faults += [f"{run.name}: {fault}" for fault in faults(folder, run, expected)]
        tally.runs += 1
    return tally


def start(folder: Path, plan: Path, run: Path) -> subprocess.Popen[bytes]:
    """Start, or go on with, a run in a process group of its own."""
    environment = {name: v for name, v in os.environ.items() if not name.startswith("MLFLOW_")}
    resume = ["--resume"] if (run / "plan.toml").is_file() else []
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "memtrial",
            "run",
            str(plan),
            "--out",
            str(run),
            "--jobs",
            "2",
            *resume,
        ],
        env={**environment, "MEMTRIAL_CACHE": str(folder / "cache"), "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=(folder / "stderr.txt").open("wb"),
        start_new_session=True,
    )


def kill_once(folder: Path, plan: Path, run: Path, after_s: float, how: str) -> str | None:
    """Kill a run after some seconds; tell how far it was, None when it was done before."""
    process = start(folder, plan, run)
    try:
        process.wait(timeout=after_s)
    except subprocess.TimeoutExpired:
        stage = stage_of(run)
        victims = workers(process.pid) if how == "worker" else []
        if victims:
            os.kill(victims[0], signal.SIGKILL)
        elif how == "parent":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=_PATIENCE_S)
        return stage
    if process.returncode:
        raise RuntimeError((folder / "stderr.txt").read_text(encoding="utf-8"))
    return None


def finish(folder: Path, plan: Path, run: Path) -> float:
    """Let a run come to its end; give the seconds that took."""
    started = time.monotonic()
    process = start(folder, plan, run)
    if process.wait(timeout=_PATIENCE_S):
        raise RuntimeError((folder / "stderr.txt").read_text(encoding="utf-8"))
    return time.monotonic() - started


def stage_of(run: Path) -> str:
    """Tell how far a run is by what lies in its folder."""
    if not (run / "plan.toml").is_file():
        return "before the folder"
    if (run / "report.html").is_file():
        return "while logging"
    if (run / "finished.json").is_file():
        return "while scoring"
    return "replaying" if any((run / "cells").glob("*.jsonl")) else "before the first cell"


def workers(parent: int) -> list[int]:
    """List the processes that a process started, the youngest first; Linux only."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(path.parent.name))
    return sorted(found, reverse=True)


def faults(folder: Path, run: Path, expected: Sequence[bytes]) -> list[str]:
    """Say what is not as it should be."""
    found = []
    opened = open_run(run)
    cells = list(opened.load_cells())
    if tuple(cell.id for cell in cells) != opened.cell_ids:
        found.append("cells are missing, double or in another order")
    for cell in cells:
        orders = [record.order for record in cell.records]
        if orders != sorted(set(orders)):
            found.append(f"records of {cell.design} in {cell.cluster} stand twice")
    if [comparable(cell) for cell in cells] != list(expected):
        found.append("records differ from those of the undisturbed run")
    left = [p for p in run.rglob("*") if p.name.startswith(".") or p.suffix in (".new", ".partial")]
    if left or (run / "cells").exists():
        found.append(f"left behind: {', '.join(sorted(p.name for p in left)) or 'cells'}")
    return [*found, *_mlflow_faults(folder, run), *_cache_faults(folder / "cache")]


def _mlflow_faults(folder: Path, run: Path) -> list[str]:
    logged = logged_runs(folder / "mlflow.db", run)
    wanted = Counter({**dict.fromkeys(VARIANTS, 1), run.name: 1})
    names = Counter(name for name, _ in logged)
    unfinished = [name for name, status in logged if status != "FINISHED"]
    found = [f"MLflow has {dict(names)}"] if names != wanted else []
    return found + ([f"MLflow has unfinished {unfinished}"] if unfinished else [])


def logged_runs(database: Path, run: Path) -> list[tuple[str, str]]:
    """Read name and status of the MLflow runs that belong to a run folder, deleted ones apart."""
    query = (
        "select r.name, r.status from runs r join tags t on t.run_uuid = r.run_uuid "
        "where t.key = 'memtrial.folder' and t.value = ? and r.lifecycle_stage = 'active'"
    )
    with sqlite3.connect(database) as connection:
        return [(str(n), str(s)) for n, s in connection.execute(query, (str(run.resolve()),))]


def _cache_faults(cache: Path) -> list[str]:
    found = []
    for path in cache.glob("*.sqlite"):
        with sqlite3.connect(path) as connection:
            [(said,)] = connection.execute("pragma integrity_check")
        if said != "ok":
            found.append(f"the embedding cache {path.name}: {said}")
    return found


def table(tally: Tally) -> str:
    """Write what was done as Markdown."""
    lines = ["| killed | times |", "|---|---:|"]
    lines += [f"| {who} | {tally.kills[who]} |" for who in HOW]
    lines += ["", "| at the time | times |", "|---|---:|"]
    stages: Mapping[str, int] = tally.stages
    lines += [f"| {stage} | {count} |" for stage, count in sorted(stages.items())]
    total = sum(tally.kills.values())
    lines += ["", f"{total} kills of {tally.runs} runs; faults: {len(tally.faults)}"]
    return "\n".join([*lines, *tally.faults])


if __name__ == "__main__":
    sys.exit(main())

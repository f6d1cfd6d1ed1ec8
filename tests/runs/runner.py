"""Run the toy plan in a process of its own: ``runner.py FOLDER JOBS [KEY=VALUE ...]``.

Keys: ``kill`` is a flag file for the killer, ``resume`` goes on with a run, ``backend`` and
``address`` name a cluster.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from runs.environment import environment_of
from runs.execute import execute
from runs.expand import expand
from runs.plan import parse_plan, resolve
from runs.schema import Plan
from runs.store import create_run, resume_run

TOYS = Path(__file__).with_name("toys.py")


def toy_plan(kill: str = "", seeds: int = 3, extra: str = "") -> Plan:
    """Make a plan of toy designs through a toy family."""
    text = f"""
        name = "toy"
        budgets = [64, "none"]
        seeds = {seeds}
        bounds = true
        {extra}
        [[designs]]
        name = "{TOYS}:Everything"
        params = {{every = 4, drop = "Tea"}}
        [[designs]]
        name = "{TOYS}:Killer"
        params = {{flag = {kill!r}, text = "Z1"}}
        [[scenarios]]
        family = "{TOYS}:codes"
        [reader]
        embedder = "hashing"
        """
    return resolve(parse_plan(text, "toy"))


def main(folder: str, jobs: str, *rest: str) -> None:
    given = dict(part.partition("=")[::2] for part in rest)
    plan = toy_plan(given.get("kill", ""))
    cells = expand(plan)
    here = environment_of(cells)
    if given.get("resume"):
        run = resume_run(Path(folder), plan, cells, here)
    else:
        run = create_run(plan, cells, here, folder=Path(folder))
    with run.locked():
        backend, address = given.get("backend", "loky"), given.get("address")
        execute(run, cells, jobs=int(jobs), backend=backend, address=address, staged=False)


if __name__ == "__main__":
    # What a shell starts in the background inherits that Ctrl-C is ignored; here it is sent.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main(*sys.argv[1:])

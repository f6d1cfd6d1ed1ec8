"""Another process for checks: build, replay or load there, and report what is seen.

Run as ``python -m memory_impls.checks.child REQUEST``; see ``elsewhere``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from memory_impls.checks.core import CheckFailed
from memory_impls.checks.driver import replay, transcript
from memory_impls.checks.factory import Factory
from memory_impls.checks.histories import mixed_history

__all__ = ["elsewhere", "main"]

_TIMEOUT_S = 300


def elsewhere(factory: Factory, *, load: Path | None = None) -> object:
    """Get the transcript of a memory in a new process with another seed for hashes.

    Args:
        factory: What to build there.
        load: Folder to load; None replays the mixed history instead.

    Raises:
        CheckFailed: The other process failed; its last line is given.
    """
    with tempfile.TemporaryDirectory() as name:
        reply = Path(name) / "reply.json"
        request = {
            "target": factory.target,
            "params": dict(factory.params),
            "embedder": factory.embedder,
            "load": str(load) if load else None,
            "reply": str(reply),
        }
        mine = os.environ.get("PYTHONHASHSEED", "random")
        environment = {
            **os.environ,
            "PYTHONHASHSEED": "4242" if mine != "4242" else "2424",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        done = subprocess.run(
            [sys.executable, "-P", "-m", "memory_impls.checks.child", json.dumps(request)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
        if done.returncode or not reply.is_file():
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise CheckFailed(f"in a new process: {last}")
        found: object = json.loads(reply.read_text(encoding="utf-8"))
        return found


def main(arguments: list[str]) -> int:
    """Do what a request asks and write the transcript where it says."""
    request = json.loads(arguments[0])
    memory = Factory(
        target=request["target"], params=request["params"], embedder=request["embedder"]
    )()
    if request["load"]:
        memory.load(Path(request["load"]))
    else:
        replay(memory, mixed_history())
    Path(request["reply"]).write_text(json.dumps(transcript(memory)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

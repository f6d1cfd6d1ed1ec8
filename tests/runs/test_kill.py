"""K16: runs killed at random instants; the full version is benchmarks/kill.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.kill import kill_runs


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for workers in /proc")
def test_a70_runs_killed_at_random_instants_are_resumed_whole(tmp_path: Path) -> None:
    tally = kill_runs(tmp_path, kills=10, seed=1)
    assert sum(tally.kills.values()) == 10
    assert tally.faults == []

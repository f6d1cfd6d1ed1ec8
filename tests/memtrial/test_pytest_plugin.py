"""The pytest plugin, in suites of other people."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

HEAVY = ("numpy", "pandas", "pyarrow.parquet", "scipy.special", "bpe_openai", "tests.runs.toys")
"""Loaded before any suite is run in this process; what a suite imports is dropped after it."""

TOYS = Path(__file__).parents[1] / "runs" / "toys.py"

SUITE = f"""
import sys
sys.path.insert(0, {str(TOYS.parents[2])!r})
from tests.runs.toys import Everything
from memtrial import Query, Recall

SETTINGS = dict(
    scenarios={f"{TOYS}:codes"!r}, seeds=10, budgets=[512], embedder="hashing"
)


class MyMemory(Everything):
    pass


class Forgetful(Everything):
    def recall(self, query: Query) -> Recall:
        found = Everything.recall(self, query)
        return Recall(items=tuple(i for i in found.items if "door 1" not in i.text))
"""


def flags() -> list[str]:
    """Load the plugin by hand where the installed metadata do not name it yet."""
    named = {point.name for point in importlib.metadata.entry_points(group="pytest11")}
    return [] if "memtrial" in named else ["-p", "memtrial.pytest_plugin"]


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    for name in HEAVY:
        importlib.import_module(name)


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*flags(), *arguments)


def test_a_suite_tries_its_memory(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        SUITE
        + """
def test_memory(memtrial):
    result = memtrial.run(MyMemory, **SETTINGS)
    assert result.recall.low >= 0.6

def test_the_same_run_is_made_once(memtrial):
    assert memtrial.run(MyMemory, **SETTINGS) is memtrial.run(MyMemory, **SETTINGS)

def test_other():
    pass
"""
    )
    run(pytester).assert_outcomes(passed=3)
    run(pytester, "-m", "memtrial", "--strict-markers").assert_outcomes(passed=2, deselected=1)


def test_a_failure_shows_the_figures_and_the_worst_probes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        SUITE
        + """
def test_memory(memtrial):
    assert memtrial.run(Forgetful, **SETTINGS).recall.low >= 0.9

def test_innocent():
    assert False
"""
    )
    found = run(pytester)
    found.assert_outcomes(failed=2)
    found.stdout.fnmatch_lines(
        [
            "*- memtrial -*",
            "*recall * 0.667 *0.667, 0.667*",
            "*the probes that went worst*",
            "*recall 0.00: codes/0 p1, Forgetful at 512 tokens",
            "*asked  What is the code of door 1?",
            "*due    Z0147",
            "*shown  *",
            "*lost   *",
        ]
    )
    assert found.stdout.str().count("the probes that went worst") == 1


def test_a_memory_that_raises_fails_the_test_and_is_shown(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        SUITE
        + """
class Raising(Everything):
    def recall(self, query):
        raise RuntimeError("no such door")

def test_memory(memtrial):
    memtrial.run(Raising, **SETTINGS)
"""
    )
    found = run(pytester)
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines(["*DesignFailure*", "*failed 0.00: codes/0 p0*", "*no such door*"])


def test_results_are_held_against_the_baseline_of_the_option(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        SUITE
        + """
def test_write(memtrial):
    result = memtrial.run({"name": MyMemory, "label": "mine"}, **SETTINGS)
    memtrial.baseline(result, "base.json")

def test_good(memtrial):
    memtrial.gate(memtrial.run({"name": MyMemory, "label": "mine"}, **SETTINGS))

def test_bad(memtrial):
    memtrial.gate(memtrial.run({"name": Forgetful, "label": "mine"}, **SETTINGS))
"""
    )
    without = run(pytester, "-rs")
    without.assert_outcomes(passed=1, skipped=2)
    without.stdout.fnmatch_lines(["*give --memtrial-baseline FILE*"])
    found = run(pytester, "--memtrial-baseline", "base.json")
    found.assert_outcomes(passed=2, failed=1)
    found.stdout.fnmatch_lines(["worse * recall of mine *", "gate: failed, 1 of 2 thresholds"])


def test_a_marker_sets_defaults(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        SUITE
        + """
import pytest

@pytest.mark.memtrial(**SETTINGS)
class TestMine:
    @pytest.mark.memtrial(seeds=2)
    def test_memory(self, memtrial):
        assert memtrial.run(MyMemory).recall.clusters == 2
        assert memtrial.run(MyMemory, seeds=3).recall.clusters == 3
"""
    )
    run(pytester).assert_outcomes(passed=1)


def test_workers_of_xdist_do_not_meet(pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    pytester.makepyfile(
        SUITE
        + """
import pytest

@pytest.mark.parametrize("turn", range(4))
def test_memory(memtrial, turn):
    assert memtrial.run(MyMemory, **{**SETTINGS, "seeds": 2}).recall.value == 1.0
"""
    )
    pytester.runpytest_subprocess(*flags(), "-n", "2").assert_outcomes(passed=4)


REPOSITORY = """
def test_memory(memtrial):
    result = memtrial.run("window", scenarios="repeated_task", seeds=2, embedder="hashing")
    assert result.recall.n > 0
"""


def in_repository(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a repository that has its own packages ``metrics`` and ``runs``."""
    for name in ("metrics", "runs"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("MINE = True\n", encoding="utf-8")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_memory.py").write_text(REPOSITORY, encoding="utf-8")
    return subprocess.run(
        [sys.executable, *command, *flags()],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_repository_with_its_own_metrics_package_may_use_it(tmp_path: Path) -> None:
    code = "import sys; sys.path.remove(''); import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    done = in_repository(tmp_path, "-c", code, "--import-mode=importlib")
    assert done.returncode == 0, done.stdout + done.stderr


def test_where_packages_collide_this_is_one_line_and_their_tests_go_on(tmp_path: Path) -> None:
    (tmp_path / "test_theirs.py").write_text(
        "import metrics\n\ndef test_theirs():\n    assert metrics.MINE\n", encoding="utf-8"
    )
    done = in_repository(tmp_path, "-m", "pytest")
    assert done.returncode == 1
    assert "1 passed, 1 error" in done.stdout
    [line] = [text for text in done.stdout.splitlines() if text.startswith("memtrial needs")]
    assert f"'metrics' from {TOYS.parents[2]} but Python finds the one in {tmp_path}" in line
    assert "pytest --import-mode=importlib" in line and "memtrial gate" in line

"""``memtrial baseline``, ``gate`` and ``compare`` on runs of toy designs."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from memory_impls.api import Query, Recall
from runs.cli.main import main
from runs.environment import environment_of
from runs.execute import execute
from runs.expand import expand
from runs.plan import parse_plan, resolve
from runs.store import Run, create_run
from tests.runs.runner import TOYS
from tests.runs.toys import Everything


class Losing(Everything):
    """Forgets the door codes of odd sessions."""

    def recall(self, query: Query) -> Recall:
        found = Everything.recall(self, query)
        return Recall(items=tuple(i for i in found.items if "door 1" not in i.text))


def toy_run(folder: Path, design: str, seeds: str) -> Run:
    plan = resolve(
        parse_plan(
            f"""
            budgets = [512]
            seeds = {seeds}
            bounds = false
            [[designs]]
            name = "{design}"
            label = "mine"
            [[scenarios]]
            family = "{TOYS}:codes"
            [reader]
            embedder = "none"
            """,
            "toy",
        )
    )
    cells = expand(plan)
    run = create_run(plan, cells, environment_of(cells), folder=folder)
    execute(run, cells)
    return run


@dataclass(frozen=True, slots=True)
class Runs:
    good: str
    losing: str
    elsewhere: str
    baseline: str


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    base = tmp_path_factory.mktemp("runs")
    good = toy_run(base / "good", f"{TOYS}:Everything", "10")
    losing = toy_run(base / "losing", f"{Path(__file__)}:Losing", "10")
    other = toy_run(base / "elsewhere", f"{TOYS}:Everything", str(list(range(20, 30))))
    assert main(["baseline", str(good.folder), "--out", str(base / "base.json")]) == 0
    return Runs(str(good.folder), str(losing.folder), str(other.folder), str(base / "base.json"))


def test_a_run_passes_its_own_baseline(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gate", runs.good, "--baseline", runs.baseline]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "gate: passed, 2 thresholds"


def test_a_worse_run_fails_and_says_where(
    runs: Runs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junit, markdown = tmp_path / "gate.xml", tmp_path / "gate.md"
    files = ["--junit", str(junit), "--markdown", str(markdown)]
    status = main(["gate", runs.losing, "--baseline", runs.baseline, *files])
    told = capsys.readouterr().out
    assert status == 1
    assert "worse" in told and "most in codes/0 1.000 -> 0.667" in told
    assert "<failure" in junit.read_text(encoding="utf-8")
    assert "❌ worse" in markdown.read_text(encoding="utf-8")


def test_other_seeds_are_compared_unpaired(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gate", runs.elsewhere, "--baseline", runs.baseline]) == 0
    assert "note: Unpaired" in capsys.readouterr().out


def test_thresholds_of_a_file_replace_the_defaults(
    runs: Runs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.toml"
    path.write_text(
        '[[thresholds]]\nmetric = "kept"\ndesign = "mine"\nbudget = 512\nfloor = 0.5\n'
        'reason = "held"\n',
        encoding="utf-8",
    )
    assert main(["gate", runs.losing, "--baseline", runs.baseline, "--thresholds", str(path)]) == 0
    assert "gate: passed, 1 thresholds" in capsys.readouterr().out


def test_bad_input_is_one_line_and_status_2(
    runs: Runs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        ["gate", runs.good, "--baseline", str(tmp_path / "none.json")],
        ["gate", str(tmp_path), "--baseline", runs.baseline],
        ["baseline", runs.good, "--out", str(tmp_path / "no" / "b.json")],
        ["baseline", runs.good, "--out", str(tmp_path / "b"), "--designs", "mien"],
        ["baseline", runs.good, "--out", str(tmp_path / "b"), "--metrics", "recal"],
        ["compare", runs.good, str(tmp_path)],
    ):
        assert main(arguments) == 2
        told = capsys.readouterr()
        assert len(told.err.splitlines()) == 1 and told.out == ""
    assert not (tmp_path / "b").exists()


def test_a_run_that_is_not_complete_is_no_baseline_and_not_gated(
    runs: Runs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half = tmp_path / "half"
    shutil.copytree(runs.good, half)
    for name in ("finished.json", "cells.parquet", "records.parquet", "trace.parquet"):
        (half / name).unlink()
    (half / "cells").mkdir()
    for arguments in (
        ["baseline", str(half), "--out", str(tmp_path / "b")],
        ["gate", str(half), "--baseline", runs.baseline],
    ):
        assert main(arguments) == 2
        assert "10 of 10 cells are to do; finish it first" in capsys.readouterr().err


def test_compare_shows_every_difference_with_its_verdict(
    runs: Runs, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", runs.good, runs.losing]) == 0
    told = capsys.readouterr().out
    assert "losing minus good" in told
    [row] = [line for line in told.splitlines() if "recall" in line]
    assert "-0.333 [-0.333, -0.333]" in row and "worse" in row and "│ 10 │" in row


def test_compare_of_other_seeds_has_nothing_in_common(
    runs: Runs, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", runs.good, runs.elsewhere]) == 0
    assert "nothing in common" in capsys.readouterr().out


def test_a69_two_conversations_in_either_order_give_the_same_scores(tmp_path: Path) -> None:
    """Both histories have an e0 and a p0 of their own; neither answers for the other."""
    written = []
    for name, seeds in (("ab", "[0, 1]"), ("ba", "[1, 0]")):
        run = toy_run(tmp_path / name, f"{TOYS}:Everything", seeds)
        out = tmp_path / f"{name}.json"
        assert main(["baseline", str(run.folder), "--out", str(out)]) == 0
        written.append(out.read_bytes())
        for cell in run.load_cells():
            shown = " ".join(record.rendered for record in cell.records)
            assert f"Z{cell.seed}0" in shown and f"Z{1 - cell.seed}0" not in shown
    assert written[0] == written[1]

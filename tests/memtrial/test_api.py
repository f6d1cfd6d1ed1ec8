"""The Python API: runs, figures, frames, comparison, gate; and an import that costs nothing."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import memtrial
from memory_impls.api import Query, Recall
from memory_impls.parts.names import UnknownNameError
from memtrial import holding, result, trial
from tests.runs.toys import Everything

CODES = f"{Path(__file__).parents[1] / 'runs' / 'toys.py'}:codes"
DOCS = Path(__file__).parents[2] / "docs"


class Keeps(Everything):
    """Keeps everything."""


class Loses(Everything):
    """Shows nothing of the second door."""

    def recall(self, query: Query) -> Recall:
        found = Everything.recall(self, query)
        return Recall(items=tuple(i for i in found.items if "door 1" not in i.text))


class Fails(Everything):
    """Raises at the second door."""

    def recall(self, query: Query) -> Recall:
        if "door 1" in query.text:
            raise RuntimeError("no such door")
        return Everything.recall(self, query)


def tried(folder: Path, *designs: trial.Design, seeds: int = 10, **more: object) -> result.Result:
    return memtrial.run(
        list(designs),
        scenarios=CODES,
        seeds=seeds,
        budgets=[64, 512],
        embedder="hashing",
        folder=folder / f"run-{len(list(folder.iterdir()))}",
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> result.Result:
    return tried(tmp_path_factory.mktemp("both"), Keeps, Loses)


def test_importing_memtrial_imports_nothing_and_every_name_is_there() -> None:
    code = (
        "import sys, memtrial;"
        "assert not {'runs', 'metrics', 'scenarios', 'memory_impls', 'pandas'} & set(sys.modules);"
        "assert all(hasattr(memtrial, name) for name in memtrial.__all__);"
        "assert set(memtrial.__all__) <= set(dir(memtrial));"
        "assert 'pandas' not in sys.modules and 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    with pytest.raises(AttributeError, match="no attribute 'ruin'"):
        memtrial.ruin  # noqa: B018


def test_the_command_can_still_look_for_shadows_before_it_imports_anything() -> None:
    code = "import sys, memtrial.guard; assert 'metrics' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_figures_of_one_design_are_attributes(both: result.Result) -> None:
    assert both.designs == ("Keeps", "Loses")
    assert both.budgets == (64, 512)
    keeps, loses = both.of("Keeps"), both.of("Loses")
    assert keeps.recall.value == 1.0 and keeps.recall.low <= 1.0 == keeps.recall.high
    assert loses.recall.value == pytest.approx(2 / 3)
    assert (loses.recall.n, loses.recall.total, loses.recall.clusters) == (60, 60, 10)
    assert loses.token_cost.value < keeps.token_cost.value
    assert str(loses.recall) == "0.667 [0.667, 0.667] (n = 60 of 60)"
    assert "recall                   0.667 [0.667, 0.667]" in str(loses)


def test_the_budget_is_that_of_ordinary_turns_until_another_is_chosen(
    both: result.Result,
) -> None:
    assert both.of("Keeps").recall.budget == 512
    narrow = both.of("Keeps").at(64).recall
    assert (narrow.budget, narrow.value < 1) == (64, True)
    with pytest.raises(ValueError, match="nothing was asked at budget 99; asked: 64, 512"):
        both.at(99)


def test_what_is_not_there_is_said(both: result.Result) -> None:
    with pytest.raises(ValueError, match=r"several designs \(Keeps, Loses\); choose one with"):
        both.recall  # noqa: B018
    with pytest.raises(UnknownNameError, match=r"'Keps'; known: .*; did you mean 'Keeps'"):
        both.of("Keps")
    mine = both.of("Keeps")
    with pytest.raises(ValueError, match="constraint_preservation of Keeps was not scored"):
        mine.constraint_preservation  # noqa: B018
    with pytest.raises(UnknownNameError, match="did you mean 'recall'"):
        mine.figure("recal")
    with pytest.raises(UnknownNameError, match=r"unknown scenario 'cods'.* mean 'codes'"):
        mine.figure("recall", scenario="cods")


def test_a_run_of_one_scenario_has_no_interval(tmp_path: Path) -> None:
    alone = tried(tmp_path, Keeps, seeds=1)
    assert alone.recall.value == 1.0
    with pytest.raises(ValueError, match=r"rests on 1 scenarios .*; run more seeds"):
        alone.recall.low  # noqa: B018


def test_frames_hold_every_score_and_record(both: result.Result) -> None:
    scores = both.scores
    chosen = scores[(scores.metric == "recall") & (scores.design == "Loses")]
    assert set(chosen.budget) == {64, 512} and set(chosen.direction) == {"higher"}
    records = both.records
    assert len(records[~records.is_bound]) == 2 * 10 * 6 * 2
    assert set(records[records.design == "Loses"].recall) == {0.0, 1.0}


def test_the_worst_probes_come_first_with_what_was_due(both: result.Result) -> None:
    worst = both.of("Loses").worst(3)
    assert list(worst.value) == [0.0, 0.0, 0.0]
    assert set(worst.question) == {"What is the code of door 1?"}
    assert worst.expected[0] == "Z0147"
    assert both.of("Loses").worst(1000).value.is_monotonic_increasing
    assert set(both.worst(1000).design) == {"Keeps", "Loses"}


def test_a_run_can_be_loaded_again(both: result.Result) -> None:
    again = memtrial.load(both.folder)
    assert (again.cells, again.rows) == (both.cells, both.rows)
    with pytest.raises(ValueError, match="holds no run"):
        memtrial.load(both.folder.parent)


def test_a_design_that_raises_fails_the_run_unless_that_is_allowed(tmp_path: Path) -> None:
    with pytest.raises(memtrial.DesignFailure, match=r"Fails: .*no such door") as caught:
        tried(tmp_path, Fails, seeds=2)
    assert caught.value.result.recall.value == 1.0
    allowed = tried(tmp_path, Fails, seeds=2, allow_failures=True)
    assert allowed.recall.strict == pytest.approx(2 / 3)
    assert allowed.worst(1).metric[0] == "failed" and "no such door" in allowed.worst(1).error[0]


def test_tables_of_a_plan_are_designs_too(tmp_path: Path) -> None:
    found = tried(
        tmp_path,
        {"name": Keeps, "label": "dreams", "params": {"every": 4, "drop": "Tea"}},
        "window",
        {"name": "window", "label": "short", "params": {"turns": 2}},
        seeds=2,
    )
    assert found.designs == ("dreams", "window", "short")


def test_what_is_no_design_is_refused_in_one_line(tmp_path: Path) -> None:
    class Local(Everything):
        pass

    faults: dict[str, object] = {
        "Local cannot be found again by another process": Local,
        "int is no subclass of memtrial.Memory": int,
        "unknown key 'labl'; .*did you mean 'label'": {"name": "window", "labl": "x"},
        "unknown design 'windw'": "windw",
        "give a name, a class, a table": 3,
    }
    for said, design in faults.items():
        with pytest.raises(ValueError, match=said) as caught:
            memtrial.run(design, folder=tmp_path / "run")  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="several of them"):
        memtrial.run([], folder=tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_runs_are_compared_design_by_design_or_one_with_one(
    both: result.Result, tmp_path: Path
) -> None:
    same = memtrial.compare(both, both.folder)
    assert set(same.verdict) == {"no difference shown"} and set(same.design) == {"Keeps", "Loses"}
    first, second = tried(tmp_path, Keeps), tried(tmp_path, Loses)
    frame = memtrial.compare(first, second, metrics=["recall"])
    [row] = frame[frame.budget == 512].to_dict("records")
    assert (row["other"], row["design"], row["verdict"]) == ("Keeps", "Loses", "worse")
    assert row["difference"] == pytest.approx(-1 / 3)
    assert row["low"] <= row["difference"] <= row["high"]
    assert (row["losses"], row["scenarios"], row["items"]) == (10, 10, 60)
    others = tried(tmp_path, "window", "full_history", seeds=1)
    with pytest.raises(ValueError, match="share no design: Keeps, Loses in the first"):
        memtrial.compare(both, others)


def test_a_result_is_held_against_a_baseline(tmp_path: Path) -> None:
    good = tried(tmp_path, {"name": Keeps, "label": "mine"})
    bad = tried(tmp_path, {"name": Loses, "label": "mine"})
    path = memtrial.baseline(good, tmp_path / "base.json")
    assert memtrial.gate(good, path).ok
    report = memtrial.gate(bad, path)
    assert (report.ok, report.exit_status) == (False, 1)
    assert str(report).splitlines()[-1] == "gate: failed, 1 of 2 thresholds"
    loose = memtrial.Threshold.model_validate(
        {"metric": "recall", "design": "mine", "budget": 512, "tolerance": 0.5, "reason": "x"}
    )
    assert memtrial.gate(bad, path, [loose]).ok


@pytest.mark.parametrize("module", [holding, result, trial])
def test_examples_in_the_code_run(
    module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(module).failed == 0


def test_examples_in_the_guide_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(DOCS / "python-api.md"), module_relative=False)
    assert found.attempted > 5 and found.failed == 0

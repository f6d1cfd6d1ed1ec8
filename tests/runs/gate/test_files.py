"""K17 and K32: what the gate reads and writes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import NoReturn
from xml.etree import ElementTree

import pytest

from metrics.api import Outcome
from metrics.comparison import Item
from metrics.worked import cell, record, stage
from runs.gate.baseline import read_baseline, write_baseline
from runs.gate.judge import judge
from runs.gate.measured import Key, Lost, Measured, measure
from runs.gate.texts import junit, lines, markdown
from runs.gate.thresholds import read_thresholds
from runs.gate.verdict import GateReport
from tests.runs.gate.made import items, made, threshold

HOSTILE = 'a|b\n<b>"c"</b> & @all \x00'


def strict(text: str) -> object:
    def refuse(constant: str) -> NoReturn:
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


def run(**given: object) -> Measured:
    scores = {
        "recall": items([[1.0, 0.5], [Lost.FAILED, 1 / 3]]),
        "token_cost": {Item(family="f", scenario="f", cluster="f/0"): 12.0},
    }
    return made(scores, **given)  # type: ignore[arg-type]


def test_a_baseline_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    write_baseline(path, run(budget=None))
    assert read_baseline(path) == run(budget=None)
    assert not list(tmp_path.glob(".*"))


def test_a_baseline_holds_a_line_per_scenario_with_its_score(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    write_baseline(path, run())
    body = strict(path.read_text(encoding="utf-8"))
    assert isinstance(body, dict)
    assert [(line["cluster"], line["score"]) for line in body["scores"][:2]] == [
        ("f/0", 0.75),
        ("f/1", 1 / 3),
    ]
    assert body["scores"][1]["items"]["q0"] == "failed"
    text = path.read_text(encoding="utf-8").splitlines()
    assert sum('"metric":"recall"' in line for line in text) == 2


def test_a_baseline_does_not_depend_on_the_order_of_what_was_measured(tmp_path: Path) -> None:
    values = items([[1.0, 0.5], [0.0, 1.0]])
    turned = dict(reversed(values.items()))
    for name, scores in (("a", values), ("b", turned)):
        write_baseline(tmp_path / name, made({"recall": scores}))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_an_older_baseline_is_replaced_and_no_other_file(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    write_baseline(path, run())
    write_baseline(path, run(design="other"))
    assert read_baseline(path).designs == ("other",)
    other = tmp_path / "package.json"
    other.write_text('{"name": "x"}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"package\.json exists and is no baseline"):
        write_baseline(other, run())
    assert other.read_text(encoding="utf-8") == '{"name": "x"}'


def test_nothing_scored_is_no_baseline(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="scored nothing"):
        write_baseline(tmp_path / "b", made({}))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"score":0.75', '"score":NaN', "NaN is not JSON"),
        ('"q0":1.0', '"q0":1e999', "inf is no finite number"),
        ('"q0":1.0', '"q0":true', "True is no finite number"),
        ('"q0":1.0', '"q0":"lost"', "'lost' is not a valid Lost"),
        ('"schema_version":1', '"schema_version":9', "schema_version 9, this memtrial reads 1"),
        ("memtrial baseline", "else", "is no baseline; write one with: memtrial baseline"),
        ('"histories":[', '"h":[', "damaged"),
        ("]}", "", "not a JSON file"),
    ],
)
def test_a76_a_damaged_baseline_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "base.json"
    write_baseline(path, run())
    good = path.read_text(encoding="utf-8")
    assert old in good
    path.write_text(good.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=said) as caught:
        read_baseline(path)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)


def test_a76_a_value_that_is_not_finite_is_named_in_the_file_and_no_number(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    write_baseline(path, made({"recall": items([[Lost.NOT_FINITE]])}))
    strict(path.read_text(encoding="utf-8"))
    assert read_baseline(path) == made({"recall": items([[Lost.NOT_FINITE]])})


def test_bounds_are_not_measured_and_failures_stay() -> None:
    good = record("p0", [stage()])
    bad = replace(record("p1", [stage()], order=1), outcome=Outcome.SYSTEM_FAILED, error="x")
    found = measure([cell(good, bad), cell(good, design="oracle", is_bound=True)])
    assert found.designs == ("mine",)
    recall = found.values[Key(design="mine", metric="recall", budget=512)]
    assert list(recall.values()) == [1.0, Lost.FAILED]


def test_a_history_is_known_by_what_was_asked_not_by_the_answers() -> None:
    shown, hidden = record("p0", [stage()]), record("p0", [stage(recalled=False)])
    other = record("p0", [stage("b")])
    content = [
        next(iter(measure([cell(made)]).histories.values())).content
        for made in (shown, hidden, other)
    ]
    assert content[0] == content[1] != content[2]


THRESHOLDS = """
[[thresholds]]
metric = "recall"
design = "mine"
budget = 512
tolerance = 0
reason = "it was promised"
[[thresholds]]
metric = "recall"
design = "mine"
scenario = "f"
budget = "none"
floor = 0.5
reason = "it was promised"
"""


def test_thresholds_are_read(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(THRESHOLDS, encoding="utf-8")
    first, second = read_thresholds(path)
    assert (first.scenario, first.budget, first.tolerance, first.floor) == ("all", 512, 0.0, None)
    assert (second.scenario, second.budget, second.tolerance, second.floor) == (
        "f",
        None,
        None,
        0.5,
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tolerance = 0", "tolerence = 0", r"1: unknown key 'tolerence'; .*did you mean 'toler"),
        ("[[thresholds]]", "[[threshold]]", r"unknown key 'threshold'; .*mean 'thresholds'"),
        ('"recall"', '"recal"', "unknown metric 'recal'; known: .*; did you mean 'recall'"),
        ("tolerance = 0\n", "", "give tolerance, floor or ceiling"),
        (
            "tolerance = 0",
            "tolerance = -0.1",
            "tolerance: .*greater than or equal to 0, given -0.1",
        ),
        ("tolerance = 0", "tolerance = nan", "tolerance: .*finite number"),
        ("tolerance = 0", "floor = 0.5\nceiling = 0.4", "floor 0.5 is above ceiling 0.4"),
        ("budget = 512", "budget = 0", "a budget is a number of tokens from 1"),
        ("budget = 512\n", "", "budget: Field required"),
        ('reason = "it was promised"', "", "reason: Field required"),
        ('budget = "none"', "budget = 512", None),
        (
            'scenario = "f"\nbudget = "none"',
            "budget = 512",
            "two thresholds are about recall of mine",
        ),
        ("[[thresholds]]", "thresholds", "is not TOML"),
    ],
)
def test_a_fault_in_thresholds_is_told_in_one_line(
    tmp_path: Path, old: str, new: str, said: str | None
) -> None:
    path = tmp_path / "t.toml"
    assert old in THRESHOLDS
    path.write_text(THRESHOLDS.replace(old, new), encoding="utf-8")
    if said is None:
        assert len(read_thresholds(path)) == 2
        return
    with pytest.raises(ValueError, match=said) as caught:
        read_thresholds(path)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)


def test_an_empty_file_of_thresholds_gates_nothing_and_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.touch()
    with pytest.raises(ValueError, match=r"holds no \[\[thresholds\]\]"):
        read_thresholds(path)


def hostile() -> GateReport:
    scores = {"recall": items([[1.0]] * 12)}
    before = made(scores, design=HOSTILE)
    now = made({"recall": items([[0.0]] * 12)}, design=HOSTILE)
    return judge(
        now,
        before,
        [
            threshold(design=HOSTILE, reason=HOSTILE),
            threshold("damage", design=HOSTILE),
            threshold(design=HOSTILE, scenario="f", tolerance=None, floor=0.0),
        ],
    )


def test_the_markdown_table_keeps_its_cells_whatever_a_label_holds() -> None:
    text = markdown(hostile())
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + 3
    for row in rows:
        assert row.replace("\\|", "").count("|") == 11
    assert "<b>" not in text and "@all" not in text
    assert "failed, 2 of 3 thresholds" in text


def test_junit_is_xml_whatever_a_label_holds() -> None:
    suite = ElementTree.fromstring(junit(hostile()))
    assert {k: suite.get(k) for k in ("tests", "failures", "errors", "skipped")} == {
        "tests": "3",
        "failures": "1",
        "errors": "1",
        "skipped": "0",
    }
    cases = suite.findall("testcase")
    assert [[child.tag for child in case] for case in cases] == [["failure"], ["error"], []]
    assert "worse than the baseline" in str(cases[0][0].get("message"))
    assert cases[1][0].get("type") == "missing"


def test_a_threshold_on_too_few_scenarios_is_skipped_in_junit() -> None:
    few = made({"recall": items([[1.0]] * 3)})
    report = judge(few, few, [threshold()])
    suite = ElementTree.fromstring(junit(report))
    assert (suite.get("skipped"), suite.find("testcase/skipped") is not None) == ("1", True)
    assert lines(report)[-1] == (
        "gate: passed, 1 thresholds, 1 of them without a test of the difference"
    )


def test_the_last_line_is_the_verdict_and_failures_stand_before_it() -> None:
    told = lines(hostile())
    assert told[-1] == "gate: failed, 2 of 3 thresholds"
    assert told[0].startswith("held") and told[2].startswith("missing")
    assert "f/0 1.000 -> 0.000" in told[1]

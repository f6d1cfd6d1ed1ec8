"""K17: a regression fails, an absent figure fails apart, and only like is held against like."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from memory_impls.parts.names import UnknownNameError
from metrics.comparison import Item
from runs.gate.judge import judge
from runs.gate.measured import History, Lost, Measured
from runs.gate.thresholds import Threshold, default_thresholds
from runs.gate.verdict import GateReport, Judged, Standing
from tests.runs.gate.made import Clusters, items, made, threshold


def one(run: Measured, baseline: Measured, *thresholds: Threshold) -> Judged:
    report = judge(run, baseline, thresholds or (threshold(),))
    return report.judged[0]


def recall(clusters: Clusters, **given: object) -> Measured:
    return made({"recall": items(clusters)}, **given)  # type: ignore[arg-type]


def around(mean: float, count: int, step: float) -> list[list[float]]:
    """Give one-item clusters that scatter about a mean."""
    return [[mean + step * (-1) ** i] for i in range(count)]


def test_a46_more_tokens_fail_and_more_recall_passes() -> None:
    before = made(
        {"token_cost": items(around(1000, 12, 10)), "recall": items(around(0.80, 12, 0.01))}
    )
    now = made({"token_cost": items(around(1500, 12, 10)), "recall": items(around(0.90, 12, 0.01))})
    report = judge(
        now,
        before,
        [threshold("token_cost", tolerance=0.05), threshold("recall", tolerance=0.05)],
    )
    assert [entry.standing for entry in report.judged] == [Standing.WORSE, Standing.HELD]
    assert report.exit_status == 1
    back = judge(before, now, [threshold("token_cost"), threshold("recall", tolerance=0.05)])
    assert [entry.standing for entry in back.judged] == [Standing.HELD, Standing.WORSE]


def test_a46_a_metric_without_a_direction_is_an_error_of_the_thresholds() -> None:
    from metrics.api import Direction
    from metrics.registry import METRICS

    nameless = next(m for m in METRICS if m.direction is Direction.NONE)
    with pytest.raises(ValueError, match="has no better direction"):
        threshold(nameless.name)


def test_a47_a_metric_that_vanished_fails_and_is_named() -> None:
    both = made({"recall": items([[1.0]] * 12), "conflict_handling": items([[1.0]] * 12)})
    report = judge(recall([[1.0]] * 12), both, default_thresholds(both))
    assert report.exit_status == 2
    [failed] = report.failed
    assert failed.standing is Standing.MISSING
    assert "conflict_handling of mine" in failed.said


def test_a47_a_design_that_vanished_fails_and_is_named() -> None:
    before = recall([[1.0]] * 12)
    now = recall([[1.0]] * 12, design="other")
    entry = one(now, before)
    assert entry.standing is Standing.MISSING and "mine" in entry.said


def test_a47_scenarios_that_vanished_fail_and_are_named() -> None:
    entry = one(recall([[1.0]] * 11), recall([[1.0]] * 12))
    assert entry.standing is Standing.MISSING
    assert "1 of 12 scenarios of the baseline were not run: f/11" in entry.said


def test_a47_a_scenario_without_a_value_any_more_is_missing() -> None:
    before, now = recall([[1.0]] * 12), recall([[1.0]] * 12)
    values = {
        item: v for item, v in next(iter(now.values.values())).items() if "11" not in str(item)
    }
    entry = one(replace(now, values={next(iter(now.values)): values}), before)
    assert entry.standing is Standing.MISSING
    assert "no value any more: f/11" in entry.said


def test_a_value_that_is_not_finite_is_a_failure_of_its_own_kind() -> None:
    entry = one(recall([[1.0]] * 11 + [[Lost.NOT_FINITE]]), recall([[1.0]] * 12))
    assert entry.standing is Standing.NOT_FINITE
    assert entry.standing.exit_status == 2


def test_a79_a_design_that_fails_where_it_answered_is_worse() -> None:
    before = recall([[1.0, 1.0]] * 12)
    entry = one(recall([[1.0, Lost.FAILED]] * 12), before)
    assert entry.standing is Standing.WORSE
    assert entry.now == pytest.approx(0.5)
    same = recall([[1.0, Lost.FAILED]] * 12)
    assert one(same, same).standing is Standing.HELD


def test_a79_the_worst_of_a_metric_that_should_be_low_is_high() -> None:
    before = made({"damage": items([[0.0]] * 12)})
    entry = one(made({"damage": items([[Lost.FAILED]] * 12)}), before, threshold("damage"))
    assert (entry.standing, entry.now) == (Standing.WORSE, 1.0)


def test_a_design_that_failed_throughout_has_no_cost_to_compare() -> None:
    before = made({"token_cost": items([[10.0]] * 12)})
    now = made({"token_cost": items([[Lost.FAILED]] * 12)})
    assert one(now, before, threshold("token_cost")).standing is Standing.MISSING


def test_what_scatters_beyond_the_tolerance_by_chance_is_held() -> None:
    before = recall([[0.5]] * 12)
    now = recall([[0.5 + (0.4 if i % 2 else -0.46)] for i in range(12)])
    entry = one(now, before)
    assert entry.change is not None and entry.change < -0.02
    assert entry.standing is Standing.HELD


def test_a_loss_within_the_tolerance_is_held_however_sure_it_is() -> None:
    before, now = recall([[0.5]] * 12), recall([[0.485]] * 12)
    assert one(now, before).standing is Standing.HELD
    assert one(now, before, threshold(tolerance=0.0)).standing is Standing.WORSE


def test_the_scenarios_that_lost_most_are_named() -> None:
    before = recall([[1.0]] * 12)
    now = recall([[0.9]] * 10 + [[0.2], [0.5]])
    entry = one(now, before)
    assert entry.standing is Standing.WORSE
    assert [w.cluster for w in entry.worst] == ["f/10", "f/11", "f/0"]


def test_pairing_is_by_scenario_and_probe_whatever_the_order() -> None:
    draw = random.Random(3)
    clusters = [[draw.random() for _ in range(4)] for _ in range(12)]
    before = recall(clusters)
    [(key, values)] = before.values.items()
    shuffled = dict(draw.sample(sorted(values.items()), len(values)))
    entry = one(replace(before, values={key: shuffled}), before)
    assert (entry.change, entry.p) == (0.0, 1.0)


def test_a69_ids_that_two_conversations_share_are_kept_apart() -> None:
    """Every cluster has its own q0; what one lost is not made up by what another won."""
    before = recall([[1.0], [0.0]] * 6)
    now = recall([[0.0], [1.0]] * 6)
    entry = one(now, before)
    assert [w.cluster for w in entry.worst] == ["f/0", "f/10", "f/2"]
    assert entry.change == pytest.approx(0.0)


def test_under_ten_scenarios_only_limits_are_tested_and_this_is_said() -> None:
    before, now = recall([[1.0]] * 9), recall([[0.0]] * 9)
    report = judge(now, before, [threshold()])
    assert report.judged[0].standing is Standing.TOO_FEW
    assert report.exit_status == 0
    assert "only 9 scenarios" in report.judged[0].said
    assert any("too few scenarios" in note for note in report.notes)
    limited = one(now, before, threshold(floor=0.5))
    assert limited.standing is Standing.LIMIT


def test_the_number_of_scenarios_is_that_of_the_smallest_family() -> None:
    small = {**items([[1.0]] * 30), **items([[1.0]] * 4, family="g")}
    run = made({"recall": small})
    assert one(run, run).standing is Standing.TOO_FEW
    assert one(run, run, threshold(scenario="f")).standing is Standing.HELD


def test_limits_need_no_baseline_and_no_test() -> None:
    run = recall([[0.7]] * 3)
    floor = threshold(tolerance=None, floor=0.8)
    assert one(run, run, floor).said == "0.7 is under the floor 0.8"
    assert one(run, run, threshold(tolerance=None, floor=0.7)).standing is Standing.HELD
    ceiling = threshold(tolerance=None, ceiling=0.6)
    assert one(run, run, ceiling).said == "0.7 is above the ceiling 0.6"
    nobody = made({"recall": {}}, design="nobody")
    assert one(run, nobody, floor).standing is Standing.LIMIT


def test_a_floor_is_held_against_every_scenario_of_the_run() -> None:
    """Scenarios that the baseline lacks count for limits, though not for the difference."""
    before, now = recall([[1.0]] * 10), recall([[1.0]] * 10 + [[0.0]] * 10)
    report = judge(now, before, [threshold(floor=0.9)])
    assert report.judged[0].standing is Standing.LIMIT
    assert any("10 scenarios that the baseline does not have" in note for note in report.notes)
    assert one(now, before).standing is Standing.HELD


def test_other_seeds_are_compared_unpaired_and_this_is_said() -> None:
    before = recall(around(0.9, 12, 0.02))
    worse = made({"recall": items(around(0.7, 12, 0.02), first=100)})
    report = judge(worse, before, [threshold()])
    assert report.judged[0].standing is Standing.WORSE
    assert not report.judged[0].paired
    assert any(note.startswith("Unpaired") for note in report.notes)
    same = made({"recall": items(around(0.9, 12, 0.02), first=100)})
    assert one(same, before).standing is Standing.HELD


def test_unpaired_a_relative_tolerance_is_of_the_baseline() -> None:
    before = made({"token_cost": items(around(1000, 12, 1))})
    now = made({"token_cost": items(around(1015, 12, 1), first=50)})
    assert one(now, before, threshold("token_cost", tolerance=0.02)).standing is Standing.HELD
    assert one(now, before, threshold("token_cost", tolerance=0.01)).standing is Standing.WORSE


def test_unpaired_runs_must_have_the_same_families() -> None:
    before = made({"recall": {**items([[1.0]] * 12), **items([[1.0]] * 12, family="g")}})
    now = made({"recall": items([[1.0]] * 12, first=100)})
    entry = one(now, before)
    assert entry.standing is Standing.NOT_COMPARABLE and "g" in entry.said


def test_another_history_under_the_same_name_is_not_comparable() -> None:
    entry = one(recall([[1.0]] * 12, content="changed"), recall([[1.0]] * 12))
    assert entry.standing is Standing.NOT_COMPARABLE
    assert "12 of 12 scenarios are other histories" in entry.said


def test_another_version_of_a_metric_is_not_comparable() -> None:
    run = recall([[1.0]] * 12)
    entry = one(run, replace(run, versions={"recall": 0}))
    assert entry.standing is Standing.NOT_COMPARABLE and "recall was version 0" in entry.said


def test_another_use_budget_is_not_comparable() -> None:
    entry = one(recall([[1.0]] * 12, use_budget=64), recall([[1.0]] * 12))
    assert entry.standing is Standing.NOT_COMPARABLE and "use_budget was 512, is 64" in entry.said


def test_the_thresholds_of_a_file_share_the_false_alarms() -> None:
    before = recall(around(0.9, 12, 0.0))
    now = recall([[0.9 - 0.02 - (0.02 if i % 4 else -0.028)] for i in range(12)])
    alone = one(now, before)
    many = [threshold(), *(threshold(scenario=name, tolerance=0.5) for name in ("f",))]
    beside = judge(now, before, many)
    assert alone.p is not None and beside.judged[0].p is not None
    assert beside.judged[0].p == pytest.approx(2 * alone.p)


def test_not_judged_stands_above_worse_in_the_exit_status() -> None:
    before = made({"recall": items([[1.0]] * 12), "conflict_handling": items([[1.0]] * 12)})
    report = judge(recall([[0.0]] * 12), before, default_thresholds(before))
    assert {entry.standing for entry in report.judged} == {Standing.WORSE, Standing.MISSING}
    assert report.exit_status == 2


def test_nothing_judged_is_no_pass() -> None:
    assert GateReport(judged=()).exit_status == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"design": "mien"}, "unknown design .* 'mien'; known: mine; did you mean 'mine'"),
        ({"scenario": "fam"}, "unknown scenario 'fam'; known: all, f"),
    ],
)
def test_a_label_that_neither_side_has_is_refused(given: dict[str, str], said: str) -> None:
    run = recall([[1.0]] * 12)
    with pytest.raises(UnknownNameError, match=said):
        judge(run, run, [threshold(**given)])


def test_defaults_are_the_headlines_at_the_budget_of_ordinary_turns() -> None:
    values = items([[1.0]] * 3)
    run = made({"recall": values, "token_cost": values, "damage": values})
    assert [t.name for t in default_thresholds(run)] == [
        "recall of mine on all at 512",
        "token_cost of mine on all at 512",
    ]
    [other] = default_thresholds(made({"recall": values}, use_budget=9999))
    assert (other.budget, other.tolerance) == (512, 0.02)
    [unlimited] = default_thresholds(made({"recall": values}, budget=None))
    assert unlimited.budget is None


def test_items_that_lost_their_value_are_left_out_and_counted() -> None:
    before = recall([[1.0, 1.0]] * 12)
    [(key, values)] = before.values.items()
    gone = Item(family="f", scenario="f", cluster="f/3", question="q1")
    now = replace(before, values={key: {i: v for i, v in values.items() if i != gone}})
    entry = one(now, before)
    assert entry.standing is Standing.HELD
    assert entry.said == "1 items without a value now are left out"


def test_every_figure_of_a_verdict_is_finite_or_absent() -> None:
    for clusters in ([[1.0]], [[0.5]] * 2, [[0.0]] * 12):
        entry = one(recall(clusters), recall(clusters))
        for value in (entry.before, entry.now, entry.change, entry.low, entry.high, entry.p):
            assert value is None or math.isfinite(value)


def test_histories_are_told_apart_by_label() -> None:
    before = recall([[1.0]] * 12)
    relabelled = {("other", cluster): h for (_, cluster), h in before.histories.items()}
    entry = one(
        replace(
            before, histories={**relabelled, ("f", "f/0"): History(family="f", content="as it was")}
        ),
        before,
    )
    assert entry.standing is Standing.MISSING


@pytest.mark.parametrize("start", [0.5, 0.7, 0.9, 1.0])
def test_a_loss_of_exactly_the_tolerance_is_held(start: float) -> None:
    before = recall([[start - i / 100] for i in range(12)])
    now = recall([[start - i / 100 - 0.02] for i in range(12)])
    assert one(now, before).standing is Standing.HELD

"""K14: what is averaged, what leaves a mean, and what counts against a design."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.aggregate import score, score_by_category
from metrics.api import Cell, Direction, NotScored, Outcome, ProbeRecord, Role, Score
from metrics.registry import metric
from metrics.selection import SelectiveMetric
from metrics.tally import finite
from metrics.worked import cell, exposure, record, stage
from scenarios.api import Probe

RECALL = [metric("recall")]


def asked(name: str, share: float | None, **given: object) -> ProbeRecord:
    """A probe of ten atoms of which a share is recalled; None is a failed one."""
    stages = [stage(f"a{i}", recalled=i < round(10 * (share or 0))) for i in range(10)]
    if share is None:
        given = {"outcome": Outcome.SYSTEM_FAILED, "error": "boom", **given}
    return record(name, stages, **given)  # type: ignore[arg-type]


def made(
    *shares: float | None, design: str = "mine", family: str = "f", seed: int = 0, label: str = ""
) -> Cell:
    records = [asked(f"p{i}", share, order=i) for i, share in enumerate(shares)]
    return cell(
        *records,
        design=design,
        family=family,
        scenario=label or family,
        cluster=f"{label or family}/{seed}",
    )


def rows(cells: list[Cell], name: str = "recall", **given: object) -> dict[str, Score]:
    found = score(cells, metrics=[metric(name)])
    return {
        row.scenario: row
        for row in found
        if row.metric == name and all(getattr(row, key) == value for key, value in given.items())
    }


def test_means_go_probes_then_scenarios_then_families() -> None:
    cells = [
        made(1.0, 1.0, 1.0, 0.0, family="f", seed=0),
        made(0.5, family="f", seed=1),
        made(0.0, 0.2, family="g", seed=0),
    ]
    found = rows(cells)
    assert found["f"].value == pytest.approx((0.75 + 0.5) / 2)
    assert found["g"].value == pytest.approx(0.1)
    assert found["all"].value == pytest.approx((0.625 + 0.1) / 2)
    assert (found["all"].n_scored, found["all"].n_total, found["all"].n_clusters) == (7, 7, 1)
    micro = score(cells, metrics=RECALL)[-1]
    assert (micro.metric, micro.average) == ("recall_micro", "micro")
    assert micro.value == pytest.approx((1 + 1 + 1 + 0 + 0.5 + 0 + 0.2) / 7)


def test_a_macro_interval_has_the_n_of_its_smallest_family() -> None:
    cells = [made(0.5, seed=seed) for seed in range(30)]
    cells += [made(0.1 * seed, family="g", seed=seed) for seed in range(3)]
    found = rows(cells)
    assert found["f"].n_clusters == 30
    assert found["all"].n_clusters == 3
    assert found["all"].coverage is None
    assert found["f"].coverage is not None


def test_under_two_clusters_there_is_no_interval() -> None:
    assert rows([made(0.5, 0.7)])["f"].low is None
    both = rows([made(0.5), made(0.7, seed=1)])["f"]
    assert both.low is not None and both.high is not None


def test_families_with_several_labels_have_a_row_of_their_own() -> None:
    cells = [made(1.0, label="f short"), made(0.0, label="f long"), made(0.5, family="g")]
    found = rows(cells)
    assert sorted(found) == ["all", "f", "f long", "f short", "g"]
    assert found["f"].value == 0.5
    assert found["all"].value == 0.5


def test_labels_of_one_scenario_are_one_cluster() -> None:
    cells = [
        cell(asked("p", share), scenario=label, family="f", cluster="f/0")
        for label, share in (("short", 1.0), ("long", 0.0))
    ]
    row = rows(cells)["f"]
    assert (row.value, row.n_clusters, row.low) == (0.5, 1, None)


def test_a38_failures_leave_the_mean_and_count_in_the_strict_one() -> None:
    first = [made(share, design="x", seed=i) for i, share in enumerate((1, 1, 0, None, None))]
    second = [made(share, design="y", seed=i) for i, share in enumerate((1, 0, 1, 0, 1))]
    x = rows(first + second, design="x")["f"]
    y = rows(first + second, design="y")["f"]
    assert (x.n_scored, x.n_total) == (3, 5)
    assert x.value == pytest.approx(2 / 3)
    assert x.strict == pytest.approx(0.4)
    assert "system failed" in x.note
    assert (y.value, y.n_scored, y.n_total, y.strict) == (0.6, 5, 5, 0.6)


def test_where_lower_is_better_the_worst_is_one() -> None:
    known = record("before", [stage("old")])
    kept = record("p", [], [exposure("old", asserted=False)], before="before", order=1)
    failed = record(
        "q", [], [exposure("old")], before="before", order=2, outcome=Outcome.SYSTEM_FAILED
    )
    row = rows([cell(known, kept, failed)], name="stale_exposure")["moves"]
    assert (row.value, row.strict, row.direction) == (0.0, 0.5, Direction.LOWER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odd(SelectiveMetric):
    """Gives what is planted in the record's seconds, finite or not."""

    name: str = "odd"
    description: str = "planted"
    unit: str = "share"
    direction: Direction = Direction.HIGHER

    def means(self, probe: Probe) -> bool:
        return True

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        return record.read_s


@pytest.mark.parametrize(
    ("values", "mean", "scored", "strict"),
    [
        ((0.8, math.nan, 0.6), 0.7, 2, 1.4 / 3),
        ((math.nan, math.nan), None, 0, 0.0),
        ((math.inf, 0.5), 0.5, 1, 0.25),
    ],
)
def test_a39_what_is_not_finite_is_a_failure(
    values: tuple[float, ...], mean: float | None, scored: int, strict: float
) -> None:
    records = [record(f"p{i}", read_s=value) for i, value in enumerate(values)]
    row = next(row for row in score([cell(*records)], metrics=[Odd()]) if row.scenario == "all")
    assert row.value == (None if mean is None else pytest.approx(mean))
    assert (row.n_scored, row.n_total) == (scored, len(values))
    assert row.strict == pytest.approx(strict)
    assert isinstance(finite(math.nan), NotScored)


def test_not_applicable_leaves_the_denominator_and_is_told() -> None:
    good, out = asked("p", 1.0), asked("q", 0.0, outcome=Outcome.NOT_APPLICABLE, error="no forget")
    row = rows([cell(good, out)])["all"]
    assert (row.value, row.n_scored, row.n_total) == (1.0, 1, 1)
    only = rows([cell(out)])["all"]
    assert (only.value, only.n_total, only.strict) == (None, 0, None)
    assert "not applicable" in only.note


def test_a_metric_that_means_nothing_here_has_no_row() -> None:
    assert rows([made(1.0)], name="conflict_handling") == {}


def test_forks_and_damage_enter_no_other_mean() -> None:
    plain = asked("p", 1.0)
    aside = [
        asked("f", 0.0, role=Role.FORK),
        asked("b", 0.0, role=Role.DAMAGE_BEFORE),
        asked("a", 0.0, role=Role.DAMAGE_AFTER),
    ]
    row = rows([cell(plain, *aside)])["all"]
    assert (row.value, row.n_total) == (1.0, 1)


def test_a80_repeats_of_one_scenario_are_one_cluster() -> None:
    row = rows([made(0.5, 0.7) for _ in range(5)])["all"]
    assert (row.n_clusters, row.low, row.n_scored) == (1, None, 10)


def test_budgets_are_kept_apart() -> None:
    one = cell(asked("p", 1.0, budget=None), asked("p", 0.2, budget=128))
    found = score([one], metrics=RECALL)
    by_budget = {row.budget: row.value for row in found if row.scenario == "all"}
    assert by_budget == {128: 0.2, None: 1.0}


def test_categories_have_rows_of_their_own() -> None:
    def of(category: str, *shares: float, seed: int) -> Cell:
        records = [asked(f"{category}{i}", share, order=i) for i, share in enumerate(shares)]
        told = [replace(r, probe=replace(r.probe, category=category)) for r in records]
        return cell(*told, asked("x", 0.0, order=9), cluster=f"c{seed}")

    cells = [of("temporal", 1.0, 0.5, seed=0), of("temporal", 0.5, seed=1)]
    found = {row.scenario: row for row in score_by_category(cells, metrics=RECALL)}
    assert sorted(found) == ["moves: ", "moves: temporal"]
    assert found["moves: temporal"].value == pytest.approx((0.75 + 0.5) / 2)
    assert (found["moves: temporal"].n_scored, found["moves: temporal"].n_clusters) == (3, 2)
    assert score_by_category([made(1.0)]) == []


def test_rows_do_not_depend_on_the_order_of_cells_or_records() -> None:
    cells = [
        made(*(0.1 * ((seed * 7 + i) % 11) for i in range(5)), design=d, family=f, seed=seed)
        for d in ("x", "y")
        for f in ("f", "g")
        for seed in range(4)
    ]
    wanted = score(cells)
    shuffled = list(cells)
    random.Random(1).shuffle(shuffled)
    assert score(shuffled) == wanted


def test_scores_between_none_and_oracle() -> None:
    cells = [
        made(0.1, design="none"),
        made(0.9, design="oracle"),
        made(0.5, design="mine"),
    ]
    found = {row.design: row.value for row in score(cells) if row.metric == "recall_normalised"}
    assert found == {"none": 0.0, "oracle": 1.0, "mine": pytest.approx(0.5)}
    close = [made(0.5, design="none"), made(0.5, design="oracle"), made(0.5)]
    assert not [row for row in score(close) if row.metric == "recall_normalised"]


@given(st.lists(st.one_of(st.none(), st.sampled_from([0.0, 0.5, 1.0])), min_size=1))
def test_a_strict_score_is_never_better_than_a_lenient_one(shares: list[float | None]) -> None:
    row = rows([made(*shares)])["all"]
    assert row.strict is not None
    if row.value is not None:
        assert row.strict <= row.value + 1e-12
    assert row.n_total == len(shares)

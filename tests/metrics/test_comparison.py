"""K18: designs are paired by item, over whole clusters, at one budget."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from metrics.api import Cell, Direction, Outcome, ProbeRecord
from metrics.comparison import Comparison, Verdict, compare, item_values
from metrics.registry import metric
from metrics.worked import cell, record, stage

RECALL = metric("recall")


def asked(name: str, share: float | None, order: int, budget: int | None = 512) -> ProbeRecord:
    stages = [stage(f"a{i}", recalled=i < round(10 * (share or 0))) for i in range(10)]
    made = record(name, stages, order=order, budget=budget)
    return made if share is not None else replace(made, outcome=Outcome.SYSTEM_FAILED, error="x")


def run(
    design: str, clusters: list[list[float | None]], family: str = "f", **given: object
) -> list[Cell]:
    return [
        cell(
            *(asked(f"q{i}", share, i) for i, share in enumerate(shares)),
            design=design,
            family=family,
            scenario=family,
            cluster=f"{family}/{number}",
            **given,
        )
        for number, shares in enumerate(clusters)
    ]


def one(cells: list[Cell], **given: object) -> Comparison:
    found = compare(cells, RECALL, 512, **given)  # type: ignore[arg-type]
    assert len(found) == 1
    return found[0]


def test_a49_the_common_part_of_the_items_is_taken_away() -> None:
    base: list[list[float | None]] = [[0.1], [0.9], [0.2], [0.8]]
    better: list[list[float | None]] = [[0.2], [1.0], [0.3], [0.9]]
    found = one(run("b", better) + run("a", base), baseline="a").found
    assert found is not None
    assert found.difference == pytest.approx(0.1)
    assert found.low == pytest.approx(0.1)
    assert found.high == pytest.approx(0.1)


def test_under_ten_clusters_there_is_no_verdict() -> None:
    nine = one(run("a", [[0.0]] * 9) + run("b", [[1.0]] * 9))
    ten = one(run("a", [[0.0]] * 10) + run("b", [[1.0]] * 10))
    assert (nine.verdict, nine.p_holm) == (Verdict.TOO_FEW_CLUSTERS, None)
    assert ten.verdict is Verdict.WORSE
    assert ten.coverage is not None


def test_a80_pairing_is_by_id_not_by_place() -> None:
    generator = random.Random(4)
    shares: list[list[float | None]] = [
        [round(generator.random(), 1) for _ in range(5)] for _ in range(12)
    ]
    other: list[list[float | None]] = [
        [round(generator.random(), 1) for _ in range(5)] for _ in range(12)
    ]
    cells = run("a", shares) + run("b", other)
    shuffled = [
        replace(made, records=tuple(generator.sample(made.records, len(made.records))))
        for made in generator.sample(cells, len(cells))
    ]
    assert compare(shuffled, RECALL, 512) == compare(cells, RECALL, 512)


def test_a80_repeats_of_one_scenario_are_one_cluster() -> None:
    cells = run("a", [[0.5]]) * 5 + run("b", [[0.7]]) * 5
    found = one(cells)
    assert found.found is not None
    assert (found.found.clusters, found.found.low) == (1, None)
    assert found.verdict is Verdict.TOO_FEW_CLUSTERS
    assert found.n_items == 1


def test_a38_only_items_scored_for_both_are_compared() -> None:
    x = run("x", [[share] for share in (1.0, 1.0, 0.0, None, None)])
    y = run("y", [[share] for share in (1.0, 0.0, 1.0, 0.0, 1.0)])
    found = one(x + y)
    assert (found.n_items, found.n_only_one, found.n_failed) == (3, 2, 2)
    assert found.found is not None and found.found.difference == pytest.approx(0.0)
    assert "left out" in found.note


def test_questions_are_paired_one_by_one() -> None:
    found = one(run("a", [[1.0, None]] * 3) + run("b", [[1.0, 0.0]] * 3))
    assert found.found is not None
    assert (found.found.difference, found.n_items, found.n_only_one) == (0.0, 3, 3)


def test_a81_designs_are_compared_at_one_budget() -> None:
    wide = [
        cell(asked("q", 1.0, 0, budget=2048), design="wide", cluster=f"c{i}") for i in range(12)
    ]
    narrow = [cell(asked("q", 0.0, 0), design="narrow", cluster=f"c{i}") for i in range(12)]
    assert one(wide + narrow).verdict is Verdict.NOTHING_IN_COMMON


def test_families_weigh_the_same() -> None:
    cells = run("a", [[0.0]] * 30) + run("b", [[1.0]] * 30)
    cells += run("a", [[0.5]] * 10, family="g") + run("b", [[0.5]] * 10, family="g")
    found = one(cells, baseline="a")
    assert found.found is not None
    assert found.found.difference == pytest.approx(0.5)
    assert found.found.clusters == 10
    assert one(cells, baseline="a", scenario="g").found != found.found


def test_lower_is_better_where_the_metric_says_so() -> None:
    lower = replace(RECALL, direction=Direction.LOWER)
    none = replace(RECALL, direction=Direction.NONE)
    cells = run("a", [[0.0], [0.1]] * 6) + run("b", [[1.0]] * 12)
    assert compare(cells, RECALL, 512)[0].verdict is Verdict.WORSE
    assert compare(cells, lower, 512)[0].verdict is Verdict.BETTER
    assert compare(cells, none, 512)[0].verdict is Verdict.DIFFERENT


def test_p_values_are_corrected_for_the_designs_compared() -> None:
    generator = random.Random(2)

    def near(center: float) -> list[list[float | None]]:
        return [[round(center + generator.choice([-0.2, 0.0, 0.2]), 1)] for _ in range(12)]

    cells = [c for name in "abcd" for c in run(name, near(0.5))]
    found = compare(cells, RECALL, 512)
    assert len(found) == 6
    for comparison in found:
        assert comparison.found is not None and comparison.found.p is not None
        assert comparison.p_holm is not None and comparison.p_holm >= comparison.found.p
    assert max(c.p_holm or 0 for c in found) > max(
        c.found.p for c in found if c.found and c.found.p
    ) or max(c.p_holm or 0 for c in found) == pytest.approx(1.0)


def test_bounds_are_not_compared() -> None:
    cells = run("a", [[0.1]] * 3) + run("oracle", [[1.0]] * 3, is_bound=True)
    assert compare(cells, RECALL, 512) == []


def test_an_unknown_baseline_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'c' has no results here; there are: a, b"):
        compare(run("a", [[0.1]]) + run("b", [[0.1]]), RECALL, 512, baseline="c")


def test_metrics_of_cells_are_paired_by_cluster() -> None:
    cells = run("a", [[0.5]] * 12) + run("b", [[0.5]] * 12)
    found = compare(cells, metric("read_tokens"), 512)[0]
    assert (found.n_items, found.verdict) == (12, Verdict.NO_DIFFERENCE_SHOWN)


def test_item_values_average_repeats() -> None:
    cells = [*run("a", [[0.2]]), *run("a", [[0.6]])]
    values = item_values(cells, RECALL, 512)["a"]
    assert list(values.values()) == [pytest.approx(0.4)]

"""Curves by age and by length of the history."""

from __future__ import annotations

import pytest

from metrics.api import Cell, ProbeMetric, ProbeRecord
from metrics.curves import age_curve, capacity_curve
from metrics.registry import metric
from metrics.worked import atom, cell, record, stage
from scenarios.api import Gold


def aged(age: int, *, recalled: bool, said: int = 2) -> ProbeRecord:
    return record(
        f"p{age}",
        [stage("a", recalled=recalled)],
        gold=Gold(required=(atom("a", evidence_ids=("e",)),)),
        session=said + age,
        order=age,
        evidence_sessions=(("e", said),),
    )


def test_recall_by_age_by_hand() -> None:
    cells = [
        cell(*(aged(age, recalled=age < limit) for age in range(6)), cluster=f"c{limit}")
        for limit in (2, 4)
    ]
    curve = age_curve(cells, "mine", 512, edges=(2, 4))
    assert [point.value for point in curve.points] == [1.0, 0.5, 0.0]
    assert [point.at for point in curve.points] == [0.5, 2.5, 4.5]
    assert [point.n_scored for point in curve.points] == [4, 4, 4]
    assert [point.n_clusters for point in curve.points] == [2, 2, 2]
    # least squares on 1,1,0,0,0,0 and on 1,1,1,1,0,0 at 0..5
    assert curve.slope == pytest.approx((-8 / 35 - 8 / 35) / 2)
    assert curve.step == "session"


def test_what_was_not_seen_has_no_age() -> None:
    unseen = record(
        "p",
        [stage("a", seen=False)],
        gold=Gold(required=(atom("a", evidence_ids=("e",)),)),
        evidence_sessions=(("e", 0),),
    )
    assert age_curve([cell(unseen)], "mine", 512).points == ()


def sized(tokens: int, share: float, number: int) -> Cell:
    stages = [stage(f"a{i}", recalled=i < 10 * share) for i in range(10)]
    return cell(record("p", stages), history_tokens=tokens, cluster=f"c{number}")


def test_score_by_length_of_the_history() -> None:
    sizes = ((1024, 1.0), (2048, 0.8), (2048, 0.8), (4096, 0.6))
    cells = [sized(tokens, share, i) for i, (tokens, share) in enumerate(sizes)]
    scored = metric("recall")
    assert isinstance(scored, ProbeMetric)
    curve = capacity_curve(cells, "mine", scored, 512)
    assert [point.at for point in curve.points] == pytest.approx([1024, 2048, 4096])
    assert [point.value for point in curve.points] == pytest.approx([1.0, 0.8, 0.6])
    assert curve.slope == pytest.approx(-0.2)
    assert curve.low == pytest.approx(-0.2)

"""Every metric of the registry has cases worked by hand."""

from __future__ import annotations

import pytest

from metrics.registry import METRICS, metric_names
from tests.metrics.worked import changed, recalled, spent
from tests.metrics.worked.case import Case, Unscored

CASES: list[Case] = [*recalled.CASES, *changed.CASES, *spent.CASES]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name}: {case.why}" for case in CASES])
def test_worked_example(case: Case) -> None:
    found = case.outcome()
    if isinstance(case.expected, Unscored):
        assert found is case.expected
    else:
        assert found == pytest.approx(case.expected, abs=1e-12)


def test_every_metric_has_a_scored_example() -> None:
    scored = {case.name for case in CASES if not isinstance(case.expected, Unscored)}
    assert scored == set(metric_names())


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_every_metric_says_what_it_is(metric: object) -> None:
    for field in ("name", "description", "unit", "example"):
        assert getattr(metric, field), field

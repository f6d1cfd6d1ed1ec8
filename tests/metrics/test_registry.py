"""Names of metrics."""

from __future__ import annotations

import subprocess
import sys

import pytest

from metrics.api import CellMetric, ProbeMetric
from metrics.registry import HEADLINES, METRICS, metric, metric_names


def test_names_are_sorted_unique_and_fit_for_any_sink() -> None:
    names = metric_names()
    assert list(names) == sorted(set(names))
    assert len(names) == len(METRICS)
    assert all(name.replace("_", "").isalnum() and name.islower() for name in names)


def test_the_headlines_are_there() -> None:
    assert [metric(name).name for name in HEADLINES] == list(HEADLINES)


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'recall'"):
        metric("recal")


@pytest.mark.parametrize("scored", METRICS, ids=lambda scored: scored.name)
def test_every_metric_has_a_kind_and_a_worst_within_its_range(scored: object) -> None:
    assert isinstance(scored, ProbeMetric | CellMetric)
    if scored.unit == "share" and scored.worst is not None:
        assert scored.worst == (1.0 if scored.direction == "lower" else 0.0)


def test_listing_metrics_imports_nothing_heavy() -> None:
    code = (
        "import sys, metrics.registry;"
        "heavy = {'torch', 'sklearn', 'mlflow', 'pandas', 'scipy', 'sentence_transformers'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

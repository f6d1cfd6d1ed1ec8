"""One-sided tests against figures worked out with scipy's own tests."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from metrics.statistics.one_sided import minus, p_above
from metrics.statistics.spread import spread


def test_one_stratum_is_students_test() -> None:
    sample = np.random.default_rng(1).normal(0.1, 1, 14)
    expected = stats.ttest_1samp(sample, 0.05, alternative="greater").pvalue
    assert p_above(spread([sample]), 0.05) == pytest.approx(expected)


def test_two_samples_are_welchs_test() -> None:
    draw = np.random.default_rng(2)
    first, second = draw.normal(1, 1, 12), draw.normal(0.5, 3, 17)
    expected = stats.ttest_ind(first, second, equal_var=False, alternative="greater")
    found = minus(spread([first]), spread([second]))
    assert p_above(found) == pytest.approx(expected.pvalue)
    assert found.freedom == pytest.approx(expected.df)
    assert found.clusters == 12


def test_a_factor_scales_mean_and_deviation_of_the_second() -> None:
    draw = np.random.default_rng(3)
    first, second = draw.normal(1, 1, 12), draw.normal(0.5, 3, 17)
    scaled = minus(spread([first]), spread([1.1 * second]))
    assert p_above(minus(spread([first]), spread([second]), times=1.1)) == pytest.approx(
        p_above(scaled)
    )


def test_without_scatter_the_answer_is_plain() -> None:
    level = spread([np.full(5, 0.3)])
    assert (p_above(level, 0.2), p_above(level, 0.3), p_above(level, 0.4)) == (0.0, 1.0, 1.0)
    assert minus(level, level).freedom > 0


def test_one_cluster_has_no_test() -> None:
    assert p_above(spread([np.array([0.5]), np.array([0.1, 0.2])])) is None

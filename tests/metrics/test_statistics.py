"""Intervals over clusters and paired differences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from metrics.statistics.chosen import interval_of, measured_coverage
from metrics.statistics.intervals import METHODS, bca, beta, percentile, student_t
from metrics.statistics.line import slope, slope_interval
from metrics.statistics.paired import MIN_VERDICT_CLUSTERS, holm, paired_difference
from metrics.statistics.spread import ratio_spread, spread

SEVEN_OF_TEN = np.array([1.0] * 7 + [0.0] * 3)


def test_a48_bootstrap_draws_with_replacement_and_repeats_by_seed() -> None:
    found = percentile([SEVEN_OF_TEN], draws=10_000, seed=7)
    again = percentile([SEVEN_OF_TEN], draws=10_000, seed=7)
    assert found == again
    assert found is not None
    assert found.low == pytest.approx(0.4)
    assert found.high == pytest.approx(1.0, abs=0.1)


def test_a49_pairing_takes_the_common_part_away() -> None:
    first = np.array([0.1, 0.9, 0.2, 0.8])
    found = paired_difference([first + 0.1 - first])
    assert found.low == pytest.approx(0.1)
    assert found.high == pytest.approx(0.1)
    unpaired = student_t([first])
    assert unpaired is not None
    assert unpaired.high - unpaired.low > 0.8


@pytest.mark.parametrize("method", sorted(METHODS))
def test_no_interval_under_two_clusters(method: str) -> None:
    assert METHODS[method]([np.array([0.5])]) is None
    assert METHODS[method]([np.array([0.5, 0.6, 0.7]), np.array([0.5])]) is None


@pytest.mark.parametrize("method", sorted(METHODS))
def test_equal_clusters_inside_the_scale_have_no_width(method: str) -> None:
    found = METHODS[method]([np.full(8, 0.3)])
    assert found is not None
    assert found.low == found.high == pytest.approx(0.3)


@pytest.mark.parametrize(("clusters", "edge"), [(3, 0.7076), (10, 0.3085), (30, 0.1157)])
def test_thirty_scenarios_without_a_loss_do_not_prove_that_none_happens(
    clusters: int, edge: float
) -> None:
    best = beta([np.ones(clusters)])
    worst = beta([np.zeros(clusters)])
    assert best is not None and worst is not None
    assert (best.low, worst.low, best.high) == pytest.approx((1 - edge, 0.0, 1.0), abs=1e-4)
    assert worst.high == pytest.approx(edge, abs=1e-4)


def test_student_t_agrees_with_scipy() -> None:
    values = np.random.default_rng(0).normal(size=17)
    low, high = stats.t.interval(0.95, 16, loc=values.mean(), scale=stats.sem(values))
    found = student_t([values])
    assert found is not None
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)


def test_bca_agrees_with_scipy() -> None:
    values = np.random.default_rng(0).beta(8, 1, size=40)
    result = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(1)
    )
    found = bca([values], draws=20_000)
    assert found is not None
    assert found.low == pytest.approx(result.confidence_interval.low, abs=2e-3)
    assert found.high == pytest.approx(result.confidence_interval.high, abs=2e-3)


def test_a_macro_mean_weighs_families_and_varies_each_on_its_own() -> None:
    easy, hard = np.array([1.0, 1.0, 0.8, 1.0]), np.array([0.0, 0.4])
    found = spread([easy, hard])
    assert found.mean == pytest.approx((0.95 + 0.2) / 2)
    assert found.variance == pytest.approx((easy.var(ddof=1) / 4 + hard.var(ddof=1) / 2) / 4)
    assert found.clusters == 2
    one_family_moves = spread([np.full(5, 0.5), np.array([0.1, 0.9])])
    assert one_family_moves.freedom == pytest.approx(1.0)


def test_a_micro_mean_is_a_ratio_over_clusters() -> None:
    totals, counts = [9.0, 1.0, 20.0], [10, 2, 40]
    found = ratio_spread(totals, counts)
    assert found.mean == pytest.approx(30 / 52)
    pulls = np.array(totals) - 30 / 52 * np.array(counts)
    assert found.variance == pytest.approx(3 / 2 * np.sum(pulls**2) / 52**2)
    assert ratio_spread([5.0], [10]).clusters == 1


def test_an_empty_stratum_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one cluster"):
        spread([np.array([]), np.array([1.0])])


unit = st.floats(0, 1, allow_nan=False)


@given(st.lists(st.lists(unit, min_size=2, max_size=12), min_size=1, max_size=4))
@settings(max_examples=300)
def test_an_interval_of_shares_stays_in_range_and_around_its_mean(
    families: list[list[float]],
) -> None:
    strata = [np.array(family) for family in families]
    found = beta(strata)
    assert found is not None
    mean = spread(strata).mean
    assert 0.0 <= found.low <= mean + 1e-9
    assert mean - 1e-9 <= found.high <= 1.0


@given(st.lists(unit, min_size=2, max_size=30))
def test_turning_the_scale_around_turns_the_interval_around(values: list[float]) -> None:
    up, down = beta([np.array(values)]), beta([1 - np.array(values)])
    assert up is not None and down is not None
    assert up.low == pytest.approx(1 - down.high, abs=1e-6)


def test_measured_coverage_takes_the_studied_number_below() -> None:
    assert measured_coverage("beta", 4, 0.5) is None
    assert measured_coverage("beta", 29, 0.5) == measured_coverage("beta", 10, 0.5)
    assert measured_coverage("beta", 1000, 0.88) == measured_coverage("beta", 100, 0.9)
    assert measured_coverage("beta", 30, 0.1) == measured_coverage("beta", 30, 0.9)
    assert measured_coverage("nothing", 30, 0.1) is None


@pytest.mark.parametrize("clusters", [30, 100])
@pytest.mark.parametrize("mean", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_measured_coverage_is_near_what_is_promised(clusters: int, mean: float) -> None:
    found = measured_coverage("beta", clusters, mean)
    assert found is not None
    assert 0.93 <= found <= 0.97


def test_costs_get_another_interval_than_shares() -> None:
    tokens = interval_of([np.array([100.0, 200.0, 150.0])], unit="tokens")
    share = interval_of([np.array([0.1, 0.2, 0.9])], unit="share")
    assert tokens is not None and share is not None
    assert tokens.low < 100
    assert share.low >= 0


# paired differences


def test_a_difference_agrees_with_the_paired_t_test() -> None:
    differences = np.random.default_rng(3).normal(0.05, 0.1, size=25)
    found = paired_difference([differences])
    assert found.p == pytest.approx(stats.ttest_1samp(differences, 0).pvalue)
    assert found.effect == pytest.approx(differences.mean() / differences.std(ddof=1))


def test_wins_ties_and_losses_count_clusters() -> None:
    found = paired_difference([np.array([0.1, 0.0, 1e-15, -0.2]), np.array([0.3, 0.3])])
    assert (found.wins, found.ties, found.losses) == (3, 2, 1)
    assert found.clusters == 2


def test_no_difference_at_all_is_none() -> None:
    found = paired_difference([np.zeros(20)])
    assert (found.difference, found.p, found.effect) == (0.0, 1.0, None)
    assert (found.detectable, found.more_clusters) == (None, None)


def test_one_cluster_has_no_p() -> None:
    found = paired_difference([np.array([0.4])])
    assert (found.low, found.p, found.detectable, found.more_clusters) == (None, None, None, None)


def test_the_smallest_detectable_difference_is_detected_in_four_of_five_runs() -> None:
    generator = np.random.default_rng(5)
    sample = generator.normal(size=30)
    known = 0.2 * (sample - sample.mean()) / sample.std(ddof=1)
    found = paired_difference([known])
    assert found.detectable is not None
    runs = generator.normal(found.detectable, 0.2, size=(4_000, 30))
    shown = np.mean(stats.ttest_1samp(runs, 0, axis=1).pvalue < 0.05)
    assert shown == pytest.approx(0.8, abs=0.03)


def test_detectable_difference_agrees_with_the_power_formula() -> None:
    differences = np.random.default_rng(9).normal(0.02, 0.1, size=40)
    found = paired_difference([differences])
    error = differences.std(ddof=1) / math.sqrt(40)
    wanted = (stats.t.ppf(0.975, 39) + stats.t.ppf(0.8, 39)) * error
    assert found.detectable == pytest.approx(wanted)


def test_more_clusters_are_enough_and_no_more_than_enough() -> None:
    differences = np.random.default_rng(9).normal(0.02, 0.1, size=40)
    found = paired_difference([differences])
    assert found.more_clusters is not None and found.more_clusters > 0
    deviation = differences.std(ddof=1)

    def detectable(n: int) -> float:
        factor = stats.t.ppf(0.975, n - 1) + stats.t.ppf(0.8, n - 1)
        return float(factor * deviation / math.sqrt(n))

    needed = 40 + found.more_clusters
    assert detectable(needed) <= abs(found.difference) < detectable(needed - 1)
    clear = paired_difference([np.random.default_rng(1).normal(1.0, 0.1, size=20)])
    assert clear.more_clusters == 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_never_lowers_and_keeps_order(p_values: list[float]) -> None:
    corrected = holm(p_values)
    assert all(c >= p for c, p in zip(corrected, p_values, strict=True))
    assert all(0 <= c <= 1 for c in corrected)
    pairs = sorted(zip(p_values, corrected, strict=True))
    assert [c for _, c in pairs] == sorted(c for _, c in pairs)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert holm([]) == ()


def test_ten_clusters_are_the_least_for_a_verdict() -> None:
    assert MIN_VERDICT_CLUSTERS == 10


def simulated(generator: np.random.Generator, mean: float, clusters: int) -> tuple[np.ndarray, ...]:
    """Draw two equally good designs on the same scenarios of 1 to 60 probes."""
    chance = generator.beta(1.5 * mean, 1.5 * (1 - mean), size=clusters)
    drawn = np.round(np.exp(generator.normal(np.log(6), 1, clusters)))
    counts = np.clip(drawn, 1, 60).astype(np.int64)
    return tuple(generator.binomial(counts, chance) / counts for _ in range(2))


def test_equal_designs_are_seldom_called_different() -> None:
    generator = np.random.default_rng(11)
    runs = 2_000
    wrong = 0
    for _ in range(runs):
        first, second = simulated(generator, 0.8, 30)
        p = paired_difference([first - second]).p
        wrong += p is not None and p < 0.05
    assert wrong / runs <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / runs)


def test_an_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    generator = np.random.default_rng(12)
    held = 0
    for _ in range(2_000):
        found = beta([simulated(generator, 0.9, 30)[0]])
        assert found is not None
        held += found.low <= 0.9 <= found.high
    assert 0.925 <= held / 2_000 <= 0.975


# lines


def test_a_slope_agrees_with_scipy() -> None:
    generator = np.random.default_rng(2)
    x = generator.normal(size=30)
    y = 0.5 * x + generator.normal(size=30)
    points = list(zip(x.tolist(), y.tolist(), strict=True))
    fitted = stats.linregress(x, y)
    assert slope(points) == pytest.approx(fitted.slope)
    ends = slope_interval(points)
    half = stats.t.ppf(0.975, 28) * fitted.stderr
    assert ends is not None
    assert ends[0] == pytest.approx(fitted.slope - half)
    assert ends[1] == pytest.approx(fitted.slope + half)


def test_a_line_needs_points_that_differ() -> None:
    assert slope([(1.0, 2.0), (1.0, 3.0)]) is None
    assert slope_interval([(1.0, 2.0), (2.0, 3.0)]) is None

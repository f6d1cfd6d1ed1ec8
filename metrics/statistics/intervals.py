"""Intervals of a mean over clusters: whole scenarios are the unit, never single probes.

Four methods with one signature. ``beta`` stands in reports for shares and ``t`` for everything
else and for differences; ``benchmarks/interval_coverage.py`` compares them and its tables are in
docs/statistics.md. All give None under two clusters in some stratum (family).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv, ndtr, ndtri, stdtrit

from metrics.statistics.spread import Spread, Strata, spread

__all__ = [
    "CONTINUITY",
    "LEVEL",
    "METHODS",
    "Interval",
    "bca",
    "beta",
    "beta_of",
    "percentile",
    "student_t",
    "student_t_of",
]

LEVEL = 0.95
"""Coverage that every interval aims at."""

_TAIL = (1 - LEVEL) / 2
_DRAWS = 2_000
_SEED = 20_230_501
CONTINUITY = 0.75
"""Between Jeffreys (1/2) and Clopper-Pearson (1): the value whose coverage was nearest 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Lower and upper end."""

    low: float
    high: float


Method = Callable[[Strata], Interval | None]


def student_t(strata: Strata) -> Interval | None:
    """Student's t on the cluster means, with Satterthwaite's degrees of freedom."""
    return student_t_of(spread(strata))


def student_t_of(found: Spread) -> Interval | None:
    """Student's t around a mean whose variance is known from clusters."""
    if found.clusters < 2:
        return None
    half = float(stdtrit(found.freedom, 1 - _TAIL)) * math.sqrt(found.variance)
    return Interval(low=found.mean - half, high=found.mean + half)


def beta(strata: Strata) -> Interval | None:
    """Beta interval for as many independent trials as the cluster means are worth.

    For values between 0 and 1. The effective number of trials is the one that gives the observed
    variance of the mean, reduced for estimating it (Korn and Graubard, Survey Methodology 24,
    1998). When every cluster is 0, or every one is 1, it is the number of clusters: thirty
    scenarios without a loss do not prove that none can happen.
    """
    return beta_of(spread(strata))


def beta_of(found: Spread, *, continuity: float = CONTINUITY) -> Interval | None:
    """Beta interval around a share whose variance is known from clusters.

    Args:
        found: The mean and its variance.
        continuity: 1/2 is Jeffreys' interval, 1 Clopper and Pearson's.
    """
    if found.clusters < 2:
        return None
    mean = min(1.0, max(0.0, found.mean))
    if mean in (0.0, 1.0):
        edge = 1 - _TAIL ** (1 / (found.clusters * found.strata))
        return Interval(low=0.0, high=edge) if mean == 0 else Interval(low=1 - edge, high=1.0)
    if found.variance == 0:
        return Interval(low=mean, high=mean)
    widening = float(stdtrit(found.freedom, 1 - _TAIL) / ndtri(1 - _TAIL)) ** 2
    trials = mean * (1 - mean) / (found.variance * widening)
    good, bad = mean * trials, (1 - mean) * trials
    return Interval(
        low=float(betaincinv(good + 1 - continuity, bad + continuity, _TAIL)),
        high=float(betaincinv(good + continuity, bad + 1 - continuity, 1 - _TAIL)),
    )


def percentile(strata: Strata, *, draws: int = _DRAWS, seed: int = _SEED) -> Interval | None:
    """Percentile bootstrap: clusters drawn with replacement within each stratum."""
    if spread(strata).clusters < 2:
        return None
    low, high = np.quantile(resampled_means(strata, draws=draws, seed=seed), [_TAIL, 1 - _TAIL])
    return Interval(low=float(low), high=float(high))


def bca(strata: Strata, *, draws: int = _DRAWS, seed: int = _SEED) -> Interval | None:
    """Bias-corrected and accelerated bootstrap (Efron, JASA 82, 1987)."""
    found = spread(strata)
    if found.clusters < 2:
        return None
    means = resampled_means(strata, draws=draws, seed=seed)
    if found.variance == 0:
        return Interval(low=found.mean, high=found.mean)
    below = float(np.mean(means < found.mean) + np.mean(means == found.mean) / 2)
    bias = float(ndtri(min(max(below, 1 / draws), 1 - 1 / draws)))
    pulls = np.concatenate([(s - s.mean()) / (len(s) * found.strata) for s in strata])
    acceleration = float(np.sum(pulls**3) / (6 * np.sum(pulls**2) ** 1.5))
    ends = bias + ndtri(np.array([_TAIL, 1 - _TAIL]))
    levels = ndtr(bias + ends / (1 - acceleration * ends))
    low, high = np.quantile(means, levels)
    return Interval(low=float(low), high=float(high))


def resampled_means(strata: Strata, *, draws: int, seed: int) -> NDArray[np.float64]:
    """Draw macro means, clusters with replacement within each stratum; shape (draws,)."""
    generator = np.random.default_rng(seed)
    total = np.zeros(draws)
    for stratum in strata:
        chosen = generator.integers(0, len(stratum), size=(draws, len(stratum)))
        total += stratum[chosen].mean(axis=1)
    return total / len(strata)


METHODS: Mapping[str, Method] = {
    "percentile": percentile,
    "bca": bca,
    "t": student_t,
    "beta": beta,
}
"""Every method by the name under which the study reports it."""

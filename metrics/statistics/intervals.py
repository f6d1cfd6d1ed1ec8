"""Intervals of a mean over clusters: whole scenarios are the unit, never single probes.

The mean is taken over clusters inside a stratum (family), then over strata; variances add the
same way, so a macro interval varies each family on its own. Which method stands in reports was
chosen by ``benchmarks/interval_coverage.py``; its tables are in docs/statistics.md.

References: Efron, "Better bootstrap confidence intervals", JASA 82 (1987); Korn and Graubard,
"Confidence intervals for proportions with small expected number of positive counts estimated
from survey data", Survey Methodology 24 (1998); Satterthwaite, Biometrics Bulletin 2 (1946).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["LEVEL", "Interval", "Spread", "beta_interval", "spread", "t_interval"]

LEVEL = 0.95
"""Coverage that every interval aims at."""

Strata = Sequence[NDArray[np.float64]]
"""Per family, the means of its clusters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Lower and upper end."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A macro mean with its variance.

    Attributes:
        mean: Mean over strata of the means over clusters.
        variance: Of that mean; 0 when no cluster differs from the others of its stratum.
        freedom: Satterthwaite's degrees of freedom.
        clusters: Clusters of the smallest stratum.
    """

    mean: float
    variance: float
    freedom: float
    clusters: int


def spread(strata: Strata) -> Spread:
    """Summarise clusters in strata.

    Raises:
        ValueError: There is no stratum, or one of them is empty.
    """
    sizes = [len(stratum) for stratum in strata]
    if not sizes or min(sizes) == 0:
        raise ValueError(f"strata of {sizes} clusters; give at least one cluster in each")
    means = [float(np.mean(stratum)) for stratum in strata]
    parts = [
        float(np.var(stratum, ddof=1)) / len(stratum) / len(sizes) ** 2 if len(stratum) > 1 else 0.0
        for stratum in strata
    ]
    total = math.fsum(parts)
    divisor = sum(part**2 / (size - 1) for part, size in zip(parts, sizes, strict=True) if part)
    freedom = total**2 / divisor if divisor else float(max(1, sum(sizes) - len(sizes)))
    return Spread(
        mean=math.fsum(means) / len(means),
        variance=total,
        freedom=max(1.0, freedom),
        clusters=min(sizes),
    )


def t_interval(strata: Strata, *, level: float = LEVEL) -> Interval | None:
    """Student's t on the cluster means; None under two clusters in some stratum."""
    from scipy.special import stdtrit

    found = spread(strata)
    if found.clusters < 2:
        return None
    half = float(stdtrit(found.freedom, (1 + level) / 2)) * math.sqrt(found.variance)
    return Interval(low=found.mean - half, high=found.mean + half)


def beta_interval(strata: Strata, *, level: float = LEVEL) -> Interval | None:
    """Beta distribution with the mean and the t-widened variance of the cluster means.

    For values between 0 and 1; never leaves that range and is skewed near its ends. When all
    clusters are 0 (or 1), the exact binomial limit for as many trials as clusters stands on the
    other side: thirty scenarios without a loss do not prove that none can happen.
    """
    from scipy.special import betaincinv, ndtri, stdtrit

    found = spread(strata)
    if found.clusters < 2:
        return None
    tail = (1 - level) / 2
    mean = min(1.0, max(0.0, found.mean))
    if mean in (0.0, 1.0):
        edge = 1 - tail ** (1 / sum(len(stratum) for stratum in strata))
        return Interval(low=0.0, high=edge) if mean == 0 else Interval(low=1 - edge, high=1.0)
    widened = found.variance * float(stdtrit(found.freedom, 1 - tail) / ndtri(1 - tail)) ** 2
    if widened == 0:
        return Interval(low=mean, high=mean)
    size = max(mean * (1 - mean) / widened - 1, 1e-3)
    low, high = betaincinv(mean * size, (1 - mean) * size, np.array([tail, 1 - tail]))
    return Interval(low=float(low), high=float(high))

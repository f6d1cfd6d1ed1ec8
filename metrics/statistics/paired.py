"""Paired differences over clusters: is one design better than another on the same scenarios?

Source: cases A48 and A49; Holm, Scandinavian Journal of Statistics 6 (1979).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr, stdtrit

from metrics.statistics.intervals import LEVEL, Interval, student_t
from metrics.statistics.spread import Spread, Strata, spread

__all__ = ["MIN_VERDICT_CLUSTERS", "POWER", "PairedDifference", "holm", "paired_difference"]

MIN_VERDICT_CLUSTERS = 10
"""Under so many clusters in the smallest family no verdict is given."""

POWER = 0.8
"""Chance of being shown that the smallest detectable difference has."""

_MOST_CLUSTERS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """Difference of two designs over the clusters that both have.

    Attributes:
        difference: First minus second; mean over families of the means over clusters.
        low: Lower end of the 95 % interval; None under two clusters.
        p: Two-sided, of no difference; None under two clusters.
        clusters: Of the smallest family.
        wins: Clusters in which the first is higher; ``ties`` equal; ``losses`` lower.
        effect: Difference over the standard deviation of all clusters' differences; None without.
        detectable: Smallest difference that this n shows in 80 % of cases, uncorrected.
        more_clusters: Further clusters per family by which the observed difference would be
            shown in 80 % of cases; 0 when there are enough, None when the difference is 0.
    """

    difference: float
    low: float | None
    high: float | None
    p: float | None
    clusters: int
    wins: int
    ties: int
    losses: int
    effect: float | None
    detectable: float | None
    more_clusters: int | None


def paired_difference(strata: Strata) -> PairedDifference:
    """Judge differences that were taken cluster by cluster.

    Args:
        strata: Per family, first minus second for each of its clusters.
    """
    found = spread(strata)
    interval: Interval | None = student_t(strata)
    pooled = np.concatenate(list(strata))
    near = np.isclose(pooled, 0.0, atol=1e-12)
    deviation = float(np.std(pooled, ddof=1)) if len(pooled) > 1 else 0.0
    known = interval is not None
    return PairedDifference(
        difference=found.mean,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        p=_two_sided(found) if known else None,
        clusters=found.clusters,
        wins=int(np.sum((pooled > 0) & ~near)),
        ties=int(np.sum(near)),
        losses=int(np.sum((pooled < 0) & ~near)),
        effect=found.mean / deviation if deviation > 1e-12 else None,
        detectable=_detectable(found, found.clusters) if known and found.variance else None,
        more_clusters=_more_clusters(found) if known else None,
    )


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Correct p-values for being several; order kept, never below the given ones.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        corrected[index] = highest
    return tuple(corrected)


def _two_sided(found: Spread) -> float:
    if math.isclose(found.mean, 0.0, abs_tol=1e-12):
        return 1.0
    if found.variance == 0:
        return 0.0
    return float(2 * stdtr(found.freedom, -abs(found.mean) / math.sqrt(found.variance)))


def _detectable(found: Spread, clusters: int) -> float:
    """Smallest true difference shown with ``POWER`` if each family had so many clusters."""
    scale = clusters / found.clusters
    freedom = max(1.0, (found.freedom + found.strata) * scale - found.strata)
    error = math.sqrt(found.variance / scale)
    return float(stdtrit(freedom, (1 + LEVEL) / 2) + stdtrit(freedom, POWER)) * error


def _more_clusters(found: Spread) -> int | None:
    wanted = abs(found.mean)
    if wanted <= 1e-12:
        return None
    low, high = found.clusters, _MOST_CLUSTERS
    if not found.variance or _detectable(found, low) <= wanted:
        return 0
    while low < high:
        middle = (low + high) // 2
        if _detectable(found, middle) <= wanted:
            high = middle
        else:
            low = middle + 1
    return high - found.clusters

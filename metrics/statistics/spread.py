"""Mean and variance of cluster means in strata: what every interval here starts from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Spread", "Strata", "ratio_spread", "spread"]

Strata = Sequence[NDArray[np.float64]]
"""Per family, the means of its clusters (1-d arrays, none empty)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A macro mean with its variance.

    Attributes:
        mean: Mean over strata of the means over clusters.
        variance: Of that mean; 0 when no cluster differs from the others of its stratum.
        freedom: Degrees of freedom after Satterthwaite.
        strata: Number of strata.
        clusters: Clusters of the smallest stratum: the n of a macro interval.
    """

    mean: float
    variance: float
    freedom: float
    strata: int
    clusters: int


def spread(strata: Strata) -> Spread:
    """Summarise clusters in strata; every stratum weighs the same.

    Source: Satterthwaite, Biometrics Bulletin 2 (1946) for the degrees of freedom.

    Raises:
        ValueError: There is no stratum, or one of them is empty.
    """
    sizes = [len(stratum) for stratum in strata]
    if not sizes or min(sizes) == 0:
        raise ValueError(f"strata of {sizes} clusters; give at least one cluster in each")
    means = [math.fsum(stratum) / len(stratum) for stratum in strata]
    parts = [_variance(stratum) / len(sizes) ** 2 for stratum in strata]
    total = math.fsum(parts)
    divisor = math.fsum(
        (part / total) ** 2 / (size - 1) for part, size in zip(parts, sizes, strict=True) if part
    )
    return Spread(
        mean=math.fsum(means) / len(means),
        variance=total,
        freedom=1 / divisor if divisor else float(max(1, sum(sizes) - len(sizes))),
        strata=len(sizes),
        clusters=min(sizes),
    )


def ratio_spread(totals: Sequence[float], counts: Sequence[int]) -> Spread:
    """Summarise a micro average: all values over all items, clusters of any size.

    Args:
        totals: Sum of the values of each cluster.
        counts: Its number of values, at least one.
    """
    items = sum(counts)
    mean = math.fsum(totals) / items
    pulls = [total - mean * count for total, count in zip(totals, counts, strict=True)]
    clusters = len(counts)
    scatter = math.fsum(pull**2 for pull in pulls)
    known = clusters > 1 and scatter > 1e-20 * items**2
    return Spread(
        mean=mean,
        variance=clusters / (clusters - 1) * scatter / items**2 if known else 0.0,
        freedom=float(max(1, clusters - 1)),
        strata=1,
        clusters=clusters,
    )


def _variance(stratum: NDArray[np.float64]) -> float:
    """Variance of the mean; exactly 0 for equal values, whatever rounding says."""
    if len(stratum) < 2 or float(np.ptp(stratum)) <= 1e-12 * float(np.max(np.abs(stratum))):
        return 0.0
    return float(np.var(stratum, ddof=1)) / len(stratum)

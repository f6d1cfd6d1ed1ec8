"""The interval that stands in reports, with its measured coverage beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics.statistics.intervals import beta_interval, t_interval

__all__ = ["BOUNDED_UNITS", "Stated", "interval_of"]

BOUNDED_UNITS = frozenset({"share"})
"""Units whose values lie between 0 and 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """An interval as a report states it.

    Attributes:
        coverage: Measured coverage at this number of clusters; None where it was not studied.
    """

    low: float
    high: float
    coverage: float | None


def interval_of(strata: Sequence[NDArray[np.float64]], *, unit: str) -> Stated | None:
    """Give the interval of a macro mean; None under two clusters in the smallest family."""
    bounded = unit in BOUNDED_UNITS
    found = (beta_interval if bounded else t_interval)(strata)
    if found is None:
        return None
    return Stated(low=found.low, high=found.high, coverage=None)

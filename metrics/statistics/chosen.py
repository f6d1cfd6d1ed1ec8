"""The interval that stands in reports, with its measured coverage beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from metrics.statistics.intervals import beta_of, student_t_of
from metrics.statistics.spread import Spread, Strata, spread

__all__ = [
    "BOUNDED_UNITS",
    "SIGNED_UNITS",
    "Stated",
    "interval_around",
    "interval_of",
    "measured_coverage",
]

BOUNDED_UNITS = frozenset({"share"})
"""Units whose values lie between 0 and 1: their intervals are ``beta``, all others ``t``."""

SIGNED_UNITS = frozenset({"exponent"})
"""Units whose values may be negative; no other interval reaches below 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """An interval as a report states it.

    Attributes:
        coverage: Share of simulated histories in which such an interval, at no more clusters
            and in that part of the scale, held the true mean; None where it was not studied.
    """

    low: float
    high: float
    coverage: float | None


def interval_of(strata: Strata, *, unit: str) -> Stated | None:
    """Give the interval of a macro mean; None under two clusters in the smallest family."""
    return interval_around(spread(strata), unit=unit)


def interval_around(summary: Spread, *, unit: str) -> Stated | None:
    """Give the interval of a mean whose variance is known from clusters."""
    bounded = unit in BOUNDED_UNITS
    found = beta_of(summary) if bounded else student_t_of(summary)
    if found is None:
        return None
    low = found.low if unit in SIGNED_UNITS else max(0.0, found.low)
    coverage = measured_coverage(
        "beta" if bounded else "t", summary.clusters, summary.mean if bounded else None
    )
    return Stated(low=low, high=found.high, coverage=coverage)


def measured_coverage(method: str, clusters: int, mean: float | None) -> float | None:
    """Look up the coverage that ``benchmarks/interval_coverage.py`` measured.

    Args:
        method: "beta" or "t".
        clusters: Taken down to the next number that was studied; None below the smallest.
        mean: Taken to the nearest mean that was studied (and its mirror image); None for
            values that are not shares.
    """
    table = _table().get(method, {})
    studied = [int(n) for n in table if int(n) <= clusters]
    if not studied:
        return None
    row = table[str(max(studied))]
    if mean is None:
        return row["any"]
    upper = max(mean, 1 - mean)
    nearest = min(sorted(row.keys() - {"any"}), key=lambda known: abs(float(known) - upper))
    return row[nearest]


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    text = resources.files("metrics.statistics").joinpath("coverage.json").read_text("utf-8")
    found: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(text)
    return found

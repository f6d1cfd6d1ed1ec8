"""A straight line through points: slope, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["slope", "slope_interval"]

Points = Sequence[tuple[float, float]]


def slope(points: Points) -> float | None:
    """Fit y on x by least squares; None under two distinct x.

    >>> slope([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)])
    2.0
    """
    if len({x for x, _ in points}) < 2:
        return None
    mean_x, mean_y = _centre(points)
    covariance = math.fsum((x - mean_x) * (y - mean_y) for x, y in points)
    return covariance / math.fsum((x - mean_x) ** 2 for x, _ in points)


def slope_interval(points: Points, *, level: float = 0.95) -> tuple[float, float] | None:
    """Give the slope's interval by Student's t; None under three points or one distinct x."""
    from scipy.special import stdtrit

    found = slope(points)
    if found is None or len(points) < 3:
        return None
    mean_x, mean_y = _centre(points)
    left = math.fsum(((y - mean_y) - found * (x - mean_x)) ** 2 for x, y in points)
    spread_x = math.fsum((x - mean_x) ** 2 for x, _ in points)
    error = math.sqrt(left / (len(points) - 2) / spread_x)
    half = float(stdtrit(len(points) - 2, (1 + level) / 2)) * error
    return found - half, found + half


def _centre(points: Points) -> tuple[float, float]:
    count = len(points)
    return math.fsum(x for x, _ in points) / count, math.fsum(y for _, y in points) / count

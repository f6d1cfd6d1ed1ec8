"""Is a mean above a limit? What a gate asks: one side only, and across unpaired runs too.

Source: Welch, Biometrika 34 (1947) for two independent means; Satterthwaite as in ``spread``.
"""

from __future__ import annotations

import math

from scipy.special import stdtr

from metrics.statistics.spread import Spread

__all__ = ["minus", "p_above"]


def p_above(found: Spread, limit: float = 0.0) -> float | None:
    """Give the chance of so high a mean, or a higher one, if the true mean were the limit.

    Args:
        found: The mean with its variance.
        limit: In the unit of the mean.

    Returns:
        The one-sided p-value; None under two clusters, where no variance is known.
    """
    if found.clusters < 2:
        return None
    above = found.mean - limit
    if found.variance == 0:
        return 0.0 if above > 1e-12 else 1.0
    return float(stdtr(found.freedom, -above / math.sqrt(found.variance)))


def minus(first: Spread, second: Spread, *, times: float = 1.0) -> Spread:
    """Subtract ``times`` the second mean from the first, the two being independent."""
    parts = first.variance, times**2 * second.variance
    total = math.fsum(parts)
    divisor = math.fsum(
        part**2 / found.freedom for part, found in zip(parts, (first, second), strict=True)
    )
    return Spread(
        mean=first.mean - times * second.mean,
        variance=total,
        freedom=total**2 / divisor if divisor else first.freedom + second.freedom,
        strata=first.strata,
        clusters=min(first.clusters, second.clusters),
    )

"""Bringing scores of different scales together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Spread", "reciprocal_ranks"]


class Spread:
    """Mean and deviation of scores, by which others of their kind are put on one scale.

    >>> spread = Spread([1.0, 2.0, 3.0])
    >>> round(spread.z(3.0), 3)
    1.225
    >>> Spread([0.5, 0.5]).z(0.5)
    0.0
    """

    def __init__(self, scores: Iterable[float]) -> None:
        values = list(scores)
        self.mean = math.fsum(values) / len(values) if values else 0.0
        squares = math.fsum((value - self.mean) ** 2 for value in values)
        self.deviation = math.sqrt(squares / len(values)) if values else 0.0

    def z(self, score: float) -> float:
        """Give the score in deviations from the mean; 0 when all scores are the same."""
        return (score - self.mean) / self.deviation if self.deviation > 0 else 0.0


def reciprocal_ranks(rankings: Iterable[Sequence[str]], *, k: float = 60.0) -> Mapping[str, float]:
    """Sum 1 / (k + rank) over the rankings that hold an id (Cormack et al., SIGIR 2009).

    >>> reciprocal_ranks([["a", "b"], ["b"]], k=1) == {"a": 1 / 2, "b": 1 / 3 + 1 / 2}
    True
    """
    total: dict[str, float] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, start=1):
            total[name] = total.get(name, 0.0) + 1.0 / (k + rank)
    return total

"""The result of a search, and the one way to rank rows: by score, ties by id, filters honoured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Allowed", "Hit", "best"]

Allowed = Callable[[str], bool]
"""Tells whether an id may be in a result."""

_FIRST_BLOCK = 64
_GROWTH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One result; a higher score is better."""

    id: str
    score: float


def best(
    estimates: NDArray[np.floating],
    ids: Sequence[str],
    k: int,
    *,
    rows: NDArray[np.intp] | None = None,
    exact: Callable[[NDArray[np.intp]], NDArray[np.floating]] | None = None,
    error: float = 0.0,
    allowed: Allowed | None = None,
    min_score: float | None = None,
) -> list[Hit]:
    """Pick the k best rows, best first, ties by id.

    Rows are looked at in blocks from the top, so that a filter is asked about few ids and exact
    scores are computed for few rows.

    Args:
        estimates: One number per row, at most ``error`` away from its exact score.
        ids: Id of each row.
        k: How many are wanted; fewer are returned when fewer are admitted.
        rows: The rows to choose from; None is all of them.
        exact: Computes the exact scores of some rows; None when the estimates are exact.
        error: Largest distance of an estimate from the exact score.
        allowed: Admits ids; None admits all.
        min_score: Least exact score of a result.
    """
    if k < 1:
        return []
    found: list[tuple[float, str]] = []
    block = max(_FIRST_BLOCK, 2 * k)
    rest = np.arange(len(estimates)) if rows is None else rows
    while True:
        top, rest, floor = _split(estimates, rest, block)
        scores = estimates[top] if exact is None else exact(top)
        for row, score in zip(top.tolist(), scores.tolist(), strict=True):
            if (min_score is None or score >= min_score) and (allowed is None or allowed(ids[row])):
                found.append((-score, ids[row]))
        found.sort()
        done = floor == -np.inf or (min_score is not None and floor + error < min_score)
        if done or (len(found) >= k and -found[k - 1][0] >= floor + error):
            return [Hit(id=name, score=-negative) for negative, name in found[:k]]
        block *= _GROWTH


def _split(
    estimates: NDArray[np.floating], rows: NDArray[np.intp], size: int
) -> tuple[NDArray[np.intp], NDArray[np.intp], float]:
    """Part rows into about the ``size`` best, whole groups of ties, and the rest.

    Returns:
        The best rows, the rest, and a number that no estimate of the rest reaches; -inf when
        nothing is left.
    """
    if len(rows) <= size:
        return rows, rows[:0], -np.inf
    values = estimates[rows]
    floor = float(np.partition(values, len(values) - size)[len(values) - size])
    inside = values >= floor
    if inside.all():
        return rows, rows[:0], -np.inf
    return rows[inside], rows[~inside], floor

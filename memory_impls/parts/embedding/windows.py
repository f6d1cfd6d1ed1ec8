"""Texts beyond a model's window: how they are parted, and how the parts become one vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["even_parts", "pooled"]

T = TypeVar("T")


def even_parts(tokens: Sequence[T], limit: int) -> list[Sequence[T]]:
    """Part tokens into as few runs as fit, of lengths that differ by at most one.

    >>> even_parts([1, 2, 3, 4, 5], 3)
    [[1, 2, 3], [4, 5]]
    >>> even_parts([], 3)
    [[]]
    """
    count = max(1, -(-len(tokens) // limit))
    size, longer = divmod(len(tokens), count)
    parts = []
    start = 0
    for number in range(count):
        stop = start + size + (number < longer)
        parts.append(tokens[start:stop])
        start = stop
    return parts


def pooled(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Join the vectors of the parts of one text: the sum of their directions."""
    if len(vectors) == 1:
        return vectors.reshape(-1)
    wide = vectors.astype(np.float64)
    norms = np.sqrt((wide * wide).sum(axis=1, keepdims=True))
    joined: NDArray[np.float32] = (wide / norms).sum(axis=0).astype(np.float32)
    return joined

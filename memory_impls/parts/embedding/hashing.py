"""A small embedder without any model: feature hashing of terms and letter trigrams."""

from __future__ import annotations

import functools
import hashlib
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.terms import terms

__all__ = ["HashingBackend"]

_TRIGRAM_WEIGHT = 0.35
"""Weight of one letter trigram beside 1 of a whole term, so that word forms stay near."""

_NOTHING = "\0"
"""Stands for a text that leaves no trace, which needs a direction too; no term equals it."""

_NEGLIGIBLE = 1e-9


class HashingBackend:
    """Hash terms and trigrams into signed buckets; knows spelling, nothing of meaning.

    For tests and smoke runs. Figures that rest on it say so by its identity.
    """

    dim = 512
    identity = f"hashing/blake2b-{dim}/1"

    def windows(self, text: str) -> int:
        """One: a text of any length is read whole."""
        return 1

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed each text by itself; rows are not yet normalised."""
        rows = np.zeros((len(texts), self.dim), dtype=np.float64)
        for row, text in zip(rows, texts, strict=True):
            # Sorted, because the order of a sum of floats shows in its last digits.
            for term, count in sorted(Counter(terms(text)).items()):
                weight = 1.0 + math.log(count)
                for bucket, value in _buckets(term, self.dim):
                    row[bucket] += weight * value
            # No terms at all, or two that fell into one bucket with opposite signs.
            if np.abs(row).max() < _NEGLIGIBLE:
                row[:] = 0.0
                for bucket, value in _buckets(_NOTHING, self.dim):
                    row[bucket] += value
        return rows.astype(np.float32)


@functools.lru_cache(maxsize=1 << 16)
def _buckets(term: str, dim: int) -> tuple[tuple[int, float], ...]:
    features = [(f"t:{term}", 1.0)]
    if term.isascii() and len(term) > 2:
        bounded = f"<{term}>"
        grams = [bounded[i : i + 3] for i in range(len(bounded) - 2)]
        features += [(f"g:{gram}", _TRIGRAM_WEIGHT) for gram in grams]
    return tuple(_signed(name, weight, dim) for name, weight in features)


def _signed(feature: str, weight: float, dim: int) -> tuple[int, float]:
    digest = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    number = int.from_bytes(digest, "little")
    return (number >> 1) % dim, weight if number & 1 else -weight

"""What every embedder does around its model: look up, compute once, normalise, round, remember."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.cache import EmbeddingCache

__all__ = ["Backend", "CachingEmbedder"]

DECIMALS = 5
"""Vectors are rounded to so many decimals, before they are cached or given out."""

_REMEMBERED = 1 << 15
"""How many vectors one embedder keeps in the process (50 MB at 384 dimensions)."""

_SLICE = 1024
"""How many texts are handled at once: what was computed for them survives a crash after them."""


class Backend(Protocol):
    """A model that turns texts into raw vectors."""

    @property
    def identity(self) -> str:
        """Name of model, weights, backend and version: all that the vectors depend on."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    def windows(self, text: str) -> int:
        """Count the pieces that a text is read in; more than 1 for one beyond the window."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Compute n x dim raw vectors; a row depends on its own text only."""


class CachingEmbedder:
    """An ``Embedder`` over a backend and, optionally, a cache on disk."""

    def __init__(self, backend: Backend, *, cache: EmbeddingCache | None = None) -> None:
        self.identity = f"{backend.identity}/round{DECIMALS}"
        self.dim = backend.dim
        self.truncated = 0
        self.chunked = 0
        self.elapsed_s = 0.0
        self.computed = 0
        self._backend = backend
        self._cache = cache
        self._recent = _Recent(self.dim, _REMEMBERED)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts; n x dim, unit norm, rounded; a row depends on its own text only."""
        if isinstance(texts, str):
            raise TypeError("embed takes a sequence of texts, not one text; give [text]")
        started = time.perf_counter()
        try:
            distinct = list(dict.fromkeys(texts))
            self.chunked += sum(1 for text in distinct if self._backend.windows(text) > 1)
            vectors = np.empty((len(distinct), self.dim), dtype=np.float32)
            for start in range(0, len(distinct), _SLICE):
                self._fill(distinct[start : start + _SLICE], vectors[start : start + _SLICE])
            if len(distinct) == len(texts):
                return vectors
            rows = {text: row for row, text in enumerate(distinct)}
            return vectors[[rows[text] for text in texts]]
        finally:
            self.elapsed_s += time.perf_counter() - started

    def _fill(self, texts: list[str], into: NDArray[np.float32]) -> None:
        unknown = self._recent.fill(texts, into)
        if not unknown:
            return
        whole = len(unknown) == len(texts)
        wanted = texts if whole else [texts[row] for row in unknown]
        found = into if whole else np.empty((len(wanted), self.dim), dtype=np.float32)
        absent = list(range(len(wanted)))
        if self._cache is not None:
            absent = self._cache.get_many(self.identity, wanted, found)
        if absent:
            fresh = self._encode([wanted[row] for row in absent])
            found[absent] = fresh
            if self._cache is not None:
                named = zip((wanted[row] for row in absent), fresh, strict=True)
                self._cache.put_many(self.identity, dict(named))
        self._recent.keep(wanted, found)
        if not whole:
            into[unknown] = found

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        raw = self._backend.encode(texts).astype(np.float64)
        if raw.shape != (len(texts), self.dim):
            raise ValueError(
                f"{self.identity} gave an array of {raw.shape} for {len(texts)} texts; "
                f"expected {(len(texts), self.dim)}"
            )
        norms = np.sqrt((raw * raw).sum(axis=1, keepdims=True))
        if not np.isfinite(norms).all() or not (norms > 0).all():
            worst = texts[int(np.argmin(np.where(np.isfinite(norms), norms, -1.0)))]
            raise ValueError(f"{self.identity} gave no usable vector for {worst[:80]!r}")
        self.computed += len(texts)
        # Adding 0.0 turns -0.0 into 0.0: equal vectors then have equal bytes.
        rounded: NDArray[np.float32] = (np.round(raw / norms, DECIMALS) + 0.0).astype(np.float32)
        return rounded


class _Recent:
    """The vectors computed or read last, first in first out, in one matrix."""

    def __init__(self, dim: int, capacity: int) -> None:
        self._capacity = capacity
        self._matrix = np.empty((256, dim), dtype=np.float32)
        self._texts: list[str] = []
        self._slots: dict[str, int] = {}
        self._next = 0

    def fill(self, texts: list[str], into: NDArray[np.float32]) -> list[int]:
        """Write the rows that are remembered and return the numbers of the others."""
        slots = [self._slots.get(text, -1) for text in texts]
        found = np.array(slots, dtype=np.int64)
        hit = found >= 0
        if hit.any():
            into[hit] = self._matrix[found[hit]]
        missing: list[int] = np.flatnonzero(~hit).tolist()
        return missing

    def keep(self, texts: list[str], vectors: NDArray[np.float32]) -> None:
        """Remember rows of new texts, in place of the oldest ones when there is no room."""
        texts, vectors = texts[-self._capacity :], vectors[-self._capacity :]
        self._reserve(self._next + len(texts))
        slots = [(self._next + offset) % self._capacity for offset in range(len(texts))]
        for slot, text in zip(slots, texts, strict=True):
            if slot < len(self._texts):
                del self._slots[self._texts[slot]]
                self._texts[slot] = text
            else:
                self._texts.append(text)
        self._matrix[slots] = vectors
        self._slots.update(zip(texts, slots, strict=True))
        self._next = (self._next + len(texts)) % self._capacity

    def _reserve(self, needed: int) -> None:
        rows = len(self._matrix)
        if needed > rows and rows < self._capacity:
            larger = np.empty(
                (min(max(needed, 2 * rows), self._capacity), self._matrix.shape[1]), np.float32
            )
            larger[:rows] = self._matrix
            self._matrix = larger

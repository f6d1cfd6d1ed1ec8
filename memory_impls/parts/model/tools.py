"""What a task may use when it is solved without a language model."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.terms import terms

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Compression", "OfflineTools"]

_BUCKETS = 512


class Compression(StrEnum):
    """How text is made shorter offline."""

    EXTRACTIVE = "extractive"
    """Whole sentences are chosen; none is rewritten."""
    GENERALISING = "generalising"
    """Sentences also lose values and soften their hardness (the failure of article A 4.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineTools:
    """Tools and settings of an ``OfflineModel``.

    Attributes:
        generalising_rate: Share of sentences that the generalising mode blurs, 0 to 1.
        score_noise: Standard deviation added to importance scores, in points of the 1-5 scale.
        run: Ordinal of the run; the same task in another run draws other noise, as a model would.
    """

    embedder: Embedder | None = None
    compression: Compression = Compression.EXTRACTIVE
    generalising_rate: float = 1.0
    score_noise: float = 0.0
    seed: int = 0
    run: int = 0

    def random(self, *keys: str) -> random.Random:
        """Give a generator that depends on the seed, the run and ``keys`` alone."""
        text = "\x1f".join((str(self.seed), str(self.run), *keys))
        return random.Random(hashlib.blake2b(text.encode(), digest_size=8).digest())

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts, as rows of unit norm; without an embedder, as hashed bags of words."""
        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        if self.embedder is not None:
            return self.embedder.embed(texts)
        rows = np.zeros((len(texts), _BUCKETS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in terms(text):
                digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
                row[int.from_bytes(digest) % _BUCKETS] += 1.0
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        rows /= np.where(norms > 0, norms, 1.0)
        return rows

    def similar(self, one: str, other: str) -> float:
        """Give the cosine of two texts."""
        first, second = self.vectors([one, other])
        return float(first @ second)

"""The one entry point to embeddings: texts in, unit vectors out, by the name of a model."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.cache import EmbeddingCache
from memory_impls.parts.embedding.core import Backend, CachingEmbedder
from memory_impls.parts.embedding.sentence import PACKAGED

__all__ = ["EMBEDDERS", "Embedder", "embedder_for_language", "load_embedder"]

EMBEDDERS = PACKAGED
"""Names that need no download; any sentence-transformers name or path is accepted besides."""

_BY_LANGUAGE = {"en": "minilm", "zh": "multilingual"}


class Embedder(Protocol):
    """Turns texts into vectors that can be compared by their dot product.

    Attributes:
        identity: Names model, weights, backend, version and rounding. A store written under one
            identity is refused or re-embedded under another.
        dim: Length of a vector.
        truncated: Texts of which something was left out; 0 for every embedder that ships.
        chunked: Texts beyond the model's window, read in pieces and pooled; counted each time
            one is given in a call, cached or not.
        elapsed_s: Seconds spent in ``embed``.
    """

    identity: str
    dim: int
    truncated: int
    chunked: int
    elapsed_s: float

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts: n x dim, unit norm, rounded to 5 decimals.

        A row depends on its own text only, not on what else is in the call.
        """


def load_embedder(
    name: str = "minilm", *, device: str = "cpu", cache: Path | None = None
) -> Embedder:
    """Load an embedder; never touches the network.

    Args:
        name: One of ``EMBEDDERS``, or a sentence-transformers model by name or path.
        device: Where a sentence-transformers model computes; the named ones run on the CPU.
        cache: Folder of the cache on disk; None keeps vectors in the process only.

    Raises:
        ValueError: The model is not on this machine; the message says what to install.
    """
    store = EmbeddingCache(cache) if cache is not None else None
    return CachingEmbedder(_backend(name, device), cache=store)


def embedder_for_language(
    language: str, *, device: str = "cpu", cache: Path | None = None
) -> Embedder:
    """Load the embedder that figures in a language rest on: en minilm, zh multilingual."""
    if language not in _BY_LANGUAGE:
        known = ", ".join(sorted(_BY_LANGUAGE))
        raise ValueError(f"no embedder is set for language {language!r}; known: {known}")
    return load_embedder(_BY_LANGUAGE[language], device=device, cache=cache)


@functools.lru_cache(maxsize=4)
def _backend(name: str, device: str) -> Backend:
    """Load a model once; backends hold nothing but weights and can be shared."""
    if name == "hashing":
        from memory_impls.parts.embedding.hashing import HashingBackend

        return HashingBackend()
    if name == "minilm":
        from memory_impls.parts.embedding.minilm import MiniLmBackend

        return MiniLmBackend()
    if name == "multilingual":
        from memory_impls.parts.embedding.multilingual import MultilingualBackend

        return MultilingualBackend()
    from memory_impls.parts.embedding.sentence import SentenceBackend

    return SentenceBackend(name, device)

"""A memory whose items are embedded: the one entry point of its embedder, and its vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from memory_impls.api import MemoryItem
from memory_impls.parts.by_user import VectorsByUser
from memory_impls.parts.persist import Draft, Saved
from memory_impls.parts.stored import StoredMemory
from memory_impls.parts.transcript import spoken

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["EmbeddedMemory"]


class EmbeddedMemory(StoredMemory):
    """Base of designs that search by similarity; not a design itself.

    All vectors come from one embedder, whose identity the saved state carries: a state written
    with another one is refused (article B 5.3).
    """

    def __init__(self, *, embedder: Embedder | None = None) -> None:
        super().__init__()
        self._given = embedder
        self._vectors = VectorsByUser()

    @property
    def embedder(self) -> Embedder:
        """The embedder, loaded when it is first needed if none was given."""
        if self._given is None:
            from memory_impls.parts.embedder import load_embedder

            self._given = load_embedder()
        return self._given

    def _embed(self, text: str) -> NDArray[np.float32]:
        """Embed one text."""
        vector: NDArray[np.float32] = self.embedder.embed([text])[0]
        return vector

    def _indexed(self, item: MemoryItem) -> None:
        self._vectors.add(item.scope.user, [item.id], self._embed(spoken(item))[None])

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        self._vectors.remove(items)

    def _vector_bytes(self) -> int:
        return self._vectors.nbytes

    def _embedder_identity(self) -> str:
        return self.embedder.identity

    def _save_indexes(self, draft: Draft) -> None:
        self._vectors.save(draft)

    def _load_indexes(self, saved: Saved) -> None:
        self._vectors.load(saved)

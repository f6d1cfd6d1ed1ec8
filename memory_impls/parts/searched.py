"""A memory that is searched by similarity and by words, and one such search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from memory_impls.api import MemoryItem, Query
from memory_impls.parts.by_user import VectorsByUser, WordsByUser
from memory_impls.parts.embedded import EmbeddedMemory
from memory_impls.parts.fusion import Spread
from memory_impls.parts.hits import Allowed
from memory_impls.parts.lexical import LexicalIndex
from memory_impls.parts.persist import Saved
from memory_impls.parts.stored import visible_to
from memory_impls.parts.transcript import spoken

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Search", "SearchedMemory"]


class Search:
    """One query, searched both ways among the items that it may see.

    Args:
        vectors: Vectors of all users. words: BM25 index of the user.
        vector: Unit vector of the query. text: What is searched by words.
        allowed: Admits the ids that may be found.
    """

    def __init__(
        self,
        *,
        vectors: VectorsByUser,
        words: LexicalIndex,
        user: str,
        vector: NDArray[np.float32],
        text: str,
        allowed: Allowed,
    ) -> None:
        self._vectors = vectors
        self._user = user
        self._vector = vector
        self._allowed = allowed
        self._ranking = words.ranking(text)

    def nearest(self, most: int) -> list[str]:
        """List the most similar items, best first."""
        hits = self._vectors.search(self._user, self._vector, most, allowed=self._allowed)
        return [hit.id for hit in hits]

    def commonest(self, most: int) -> list[str]:
        """List the items that share the most telling words, best first; those with none never."""
        return [hit.id for hit in self._ranking.best(most, allowed=self._allowed)]

    def admits(self, item_id: str) -> bool:
        """Tell whether an item may be found."""
        return self._allowed(item_id)

    def similarity(self, ids: Iterable[str]) -> Mapping[str, float]:
        """Give the similarity of each item."""
        return self._vectors.similarities(self._user, self._vector, list(ids))

    def words(self, ids: Iterable[str]) -> Mapping[str, float]:
        """Give the BM25 score of each item, 0 without a common word."""
        return self._ranking.of(ids)

    def fused(
        self, pool: Sequence[str], ids: Iterable[str], *, similarity: float, words: float
    ) -> dict[str, float]:
        """Sum up weighted deviations of similarity and words.

        The scale is set by the pool of candidates, because the bulk of items, which answer
        nothing, would hide the differences among them.

        Args:
            pool: Ids that set the scale.
            ids: Ids that are scored.
            similarity: Weight of similarity.
            words: Weight of words.
        """
        near = Spread(self.similarity(pool).values())
        common = Spread(self.words(pool).values())
        found = self.similarity(ids)
        scores = self.words(found)
        return {
            name: similarity * near.z(score) + words * common.z(scores[name])
            for name, score in found.items()
        }


class SearchedMemory(EmbeddedMemory):
    """Base of designs that search by similarity and by words; not a design itself."""

    def __init__(self, *, embedder: Embedder | None = None) -> None:
        super().__init__(embedder=embedder)
        self._words = WordsByUser()

    def _worded(self, item: MemoryItem) -> str:
        """Write the text whose words are indexed."""
        return spoken(item)

    def _indexed(self, item: MemoryItem) -> None:
        super()._indexed(item)
        self._relisted(item)

    def _relisted(self, item: MemoryItem) -> None:
        """Take an item into the indexes that are rebuilt rather than saved."""
        self._words.add(item.scope.user, item.id, self._worded(item))

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        super()._unindexed(items)
        self._words.remove(items)

    def _load_indexes(self, saved: Saved) -> None:
        super()._load_indexes(saved)
        for item in self._items:
            self._relisted(item)

    def _search(
        self, query: Query, *, vector: NDArray[np.float32] | None = None, text: str | None = None
    ) -> Search:
        """Prepare a search; the vector and the text are the query's own unless given."""
        visible = visible_to(query)
        return Search(
            vectors=self._vectors,
            words=self._words.of(query.scope.user),
            user=query.scope.user,
            vector=self._embed(query.text) if vector is None else vector,
            text=query.text if text is None else text,
            allowed=lambda item_id: visible(self._items[item_id]),
        )

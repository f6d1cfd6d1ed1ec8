"""A memory that is searched by similarity and by words, and the candidates of such a search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memory_impls.api import MemoryItem, Query
from memory_impls.parts.by_user import WordsByUser
from memory_impls.parts.embedded import EmbeddedMemory
from memory_impls.parts.fusion import Spread
from memory_impls.parts.persist import Saved
from memory_impls.parts.stored import visible_to
from memory_impls.parts.transcript import spoken

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Candidates", "SearchedMemory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """What two coarse searches found, and how each candidate stands in both.

    Attributes:
        by_similarity: Ids, best first. by_words: likewise; ids without a common word are absent.
        similarity: Of every candidate of either search. words: likewise, 0 without a common word.
    """

    by_similarity: tuple[str, ...]
    by_words: tuple[str, ...]
    similarity: Mapping[str, float]
    words: Mapping[str, float]

    def fused(self, similarity_weight: float) -> Mapping[str, float]:
        """Sum the z-scores of both, taken over the candidates.

        Over the candidates, because the bulk of items that answer nothing would set the scale.
        """
        near, common = Spread(self.similarity.values()), Spread(self.words.values())
        return {
            name: similarity_weight * near.z(score)
            + (1.0 - similarity_weight) * common.z(self.words[name])
            for name, score in self.similarity.items()
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
        self._index_words(item)

    def _index_words(self, item: MemoryItem) -> None:
        """Take an item into the indexes that are rebuilt rather than saved."""
        self._words.add(item.scope.user, item.id, self._worded(item))

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        super()._unindexed(items)
        self._words.remove(items)

    def _load_indexes(self, saved: Saved) -> None:
        super()._load_indexes(saved)
        for item in self._items:
            self._index_words(item)

    def _candidates(
        self, query: Query, most: int, *, without: frozenset[str] = frozenset()
    ) -> Candidates:
        """Search both ways for at most ``most`` visible items each.

        Args:
            query: What is asked.
            most: Candidates of each search.
            without: Words of the query that the search by words leaves out.
        """
        visible = visible_to(query)
        user, vector = query.scope.user, self._embed(query.text)
        words = self._words.of(user)

        def allowed(item_id: str) -> bool:
            return visible(self._items[item_id])

        near = self._vectors.search(user, vector, most, allowed=allowed)
        common = words.search(query.text, most, allowed=allowed, without=without)
        similarity = {hit.id: hit.score for hit in near}
        far = [hit.id for hit in common if hit.id not in similarity]
        similarity.update(self._vectors.similarities(user, vector, far))
        return Candidates(
            by_similarity=tuple(hit.id for hit in near),
            by_words=tuple(hit.id for hit in common),
            similarity=similarity,
            words=self._word_scores(query, similarity, without),
        )

    def _word_scores(
        self, query: Query, ids: Iterable[str], without: frozenset[str]
    ) -> dict[str, float]:
        scores = self._words.of(query.scope.user).scores(query.text, without=without)
        return {name: scores.get(name, 0.0) for name in ids}

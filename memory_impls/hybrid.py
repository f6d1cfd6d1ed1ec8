"""Raw messages by similarity and by words together. Source: article B 3.2 (coarse recall)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from memory_impls.api import Capability, Event, MemoryItem, Query, Recalled
from memory_impls.parts.fusion import reciprocal_ranks
from memory_impls.parts.names import UnknownNameError
from memory_impls.parts.searched import SearchedMemory
from memory_impls.parts.stored import StoredMemory
from memory_impls.parts.transcript import as_item, as_recalled, kinds_of, words_of

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Hybrid"]

_FUSIONS = ("rank", "score")


class Hybrid(SearchedMemory):
    """Stores each message and shows those that a vector search and a word search agree on.

    Idea: similarity finds other wordings, BM25 finds names, numbers and identifiers; the sum of
    their z-scores over the candidates, or of their reciprocal ranks, ranks both. Nothing else:
    the plain fusion to measure finer recipes against. Text searched is speaker and message.
    Asked about a past date, it searches what had been said by then.

    Cost: per event one embedding and two insertions; per recall one embedding and two searches,
    linear in the items of the user. Source: article B 3.2.

    Args:
        candidates: Items taken from each search; the article sets 20 to 50.
        fusion: ``score`` sums z-scores, ``rank`` sums reciprocal ranks.
        similarity_weight: Share of similarity in the sum of z-scores, 0 to 1.
        rank_constant: The k of reciprocal rank fusion; larger is flatter.
        events: Kinds of event that are stored.
    """

    name: ClassVar[str] = "hybrid"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.VALID_AT,
        Capability.VERBATIM,
    }

    def __init__(
        self,
        *,
        candidates: int = 100,
        fusion: str = "score",
        similarity_weight: float = 0.5,
        rank_constant: float = 60.0,
        events: Sequence[str] = ("user", "assistant"),
        embedder: Embedder | None = None,
    ) -> None:
        if fusion not in _FUSIONS:
            raise UnknownNameError("fusion", fusion, _FUSIONS)
        if candidates < 1 or not 0.0 <= similarity_weight <= 1.0 or rank_constant < 0.0:
            raise ValueError(
                f"candidates={candidates}, similarity_weight={similarity_weight}, rank_constant="
                f"{rank_constant}; give candidates >= 1, a weight in 0..1 and a constant >= 0"
            )
        super().__init__(embedder=embedder)
        self.candidates = candidates
        self.fusion = fusion
        self.similarity_weight = similarity_weight
        self.rank_constant = rank_constant
        self.events = tuple(events)
        self._kinds = kinds_of(events)

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        takes = event.kind in self._kinds and words_of(event).strip()
        return (as_item(event),) if takes else ()

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        search = self._search(query)
        near, common = search.nearest(self.candidates), search.commonest(self.candidates)
        if self.fusion == "rank":
            scores = reciprocal_ranks([near, common], k=self.rank_constant)
        else:
            pool = list(dict.fromkeys([*near, *common]))
            share = self.similarity_weight
            scores = search.fused(pool, pool, similarity=share, words=1.0 - share)
        for item_id in sorted(scores, key=lambda name: (-round(scores[name], 9), name)):
            yield as_recalled(self._items[item_id], scores[item_id])

"""Raw messages by similarity, stored and never tidied. Source: article A 1.2, article B 3.1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from memory_impls.api import Capability, Event, MemoryItem, Query, Recalled
from memory_impls.parts.embedded import EmbeddedMemory
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.transcript import as_item, as_recalled, kinds_of, words_of

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Vector"]


class Vector(EmbeddedMemory):
    """Stores each message with its embedding and shows those nearest to the query.

    Idea: semantic top-k over raw entries, the most common memory of agents. The text that is
    embedded is "speaker: message" where the speaker has a name, without a date. Nothing is merged,
    marked or dropped.
    Asked about a past date, it searches what had been said by then.

    Cost: per event one embedding and one insertion; per recall one embedding and one search,
    linear in the items of the user up to 10,000 and by a graph beyond. Source: article A 1.2,
    article B 3.1.

    Args:
        top_k: Most items that a query is answered with.
        min_score: Least similarity of what is shown, -1 to 1; None for no limit.
        events: Kinds of event that are stored.
    """

    name: ClassVar[str] = "vector"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.VALID_AT,
        Capability.VERBATIM,
    }

    def __init__(
        self,
        *,
        top_k: int = 100,
        min_score: float | None = None,
        events: Sequence[str] = ("user", "assistant"),
        embedder: Embedder | None = None,
    ) -> None:
        if top_k < 1:
            raise ValueError(f"top_k is {top_k}; give 1 or more")
        super().__init__(embedder=embedder)
        self.top_k = top_k
        self.min_score = min_score
        self.events = tuple(events)
        self._kinds = kinds_of(events)

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        takes = event.kind in self._kinds and words_of(event).strip()
        return (as_item(event),) if takes else ()

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        visible = visible_to(query)
        hits = self._vectors.search(
            query.scope.user,
            self._embed(query.text),
            self.top_k,
            allowed=lambda item_id: visible(self._items[item_id]),
            min_score=self.min_score,
        )
        for hit in hits:
            yield as_recalled(self._items[hit.id], hit.score)

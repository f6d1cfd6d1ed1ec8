"""Every event by similarity, failures included, never tidied. Source: article A 2.1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from memory_impls.api import Capability, Event, MemoryItem, Query, Recalled
from memory_impls.parts.embedded import EmbeddedMemory
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.transcript import as_item, as_recalled, words_of

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Everything"]


class Everything(EmbeddedMemory):
    """Records all that happens, in one pool, and shows what is nearest to the query.

    Idea: the memory of early autonomous agents. Messages, calls, results, errors, intermediate
    steps and changes of tasks are stored alike; nothing is weighed, merged, marked or dropped, so
    attempts that failed come back beside those that worked. An error says that it is one, because
    the record says so. Asked about a past date, it searches what had been recorded by then.

    Cost: per event, of every kind, one embedding and one insertion; per recall one embedding and
    one search. Source: article A 2.1 (early AutoGPT).

    Args:
        top_k: Most items that a query is answered with.
    """

    name: ClassVar[str] = "everything"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.VALID_AT,
        Capability.VERBATIM,
    }

    def __init__(self, *, top_k: int = 100, embedder: Embedder | None = None) -> None:
        if top_k < 1:
            raise ValueError(f"top_k is {top_k}; give 1 or more")
        super().__init__(embedder=embedder)
        self.top_k = top_k

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        return (as_item(event),) if words_of(event).strip() else ()

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        visible = visible_to(query)
        hits = self._vectors.search(
            query.scope.user,
            self._embed(query.text),
            self.top_k,
            allowed=lambda item_id: visible(self._items[item_id]),
        )
        for hit in hits:
            yield as_recalled(self._items[hit.id], hit.score)

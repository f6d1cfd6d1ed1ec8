"""Short-term memory alone: a ring buffer of the last turns. Source: article B 2.2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import ClassVar

from memory_impls.api import Capability, Event, Layer, MemoryItem, Query, Recalled
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.timeline import Timeline
from memory_impls.parts.transcript import as_item, as_recalled, words_of

__all__ = ["Window"]


class Window(StoredMemory):
    """Keeps the last turns of each scope, as they were said, and nothing older.

    Idea: continuity within a session. A turn is one event that says something, whoever raised it.
    Newest means by event time, so a session that arrives late pushes nothing newer out. What has
    left the window is gone for good: the past cannot be asked about (no ``valid_at``).

    Cost: per event one insertion and one eviction; per recall proportional to ``turns``; what is
    held does not grow. Source: article B 2.2.

    Args:
        turns: How many turns a scope keeps, and how many a query is shown at most; the article
            sets 10 or 20.
    """

    name: ClassVar[str] = "window"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.VERBATIM
    }

    def __init__(self, *, turns: int = 20) -> None:
        if turns < 1:
            raise ValueError(f"turns is {turns}; give 1 or more")
        super().__init__()
        self.turns = turns
        self._timeline = Timeline()

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        return (as_item(event, layer=Layer.SHORT),) if words_of(event).strip() else ()

    def _indexed(self, item: MemoryItem) -> None:
        self._timeline.add(item)
        for item_id in self._timeline.surplus(item.scope, self.turns):
            self._timeline.remove(self._items.remove(item_id))

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        for item in items:
            self._timeline.remove(item)

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        visible = visible_to(query)
        newest = map(self._items.__getitem__, self._timeline.newest(query.scope, query.valid_at))
        for item in islice(newest, self.turns):
            if visible(item):
                yield as_recalled(item)

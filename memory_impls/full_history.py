"""The whole history in the window: context stuffing, the bound that forgets only for lack of room.

Source: article A 1.1, article B 1.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from memory_impls.api import Capability, Event, Layer, MemoryItem, Query, Recalled
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.timeline import Timeline
from memory_impls.parts.transcript import as_item, as_recalled, words_of

__all__ = ["FullHistory"]


class FullHistory(StoredMemory):
    """Puts the transcript into the context, newest events first, until the budget is full.

    Idea: no selection at all. Every kind of event is part of the transcript. Events are shown as
    they were said: nothing marks what a later one has overtaken, which is the weakness of the
    design. A question about a past date is answered with the transcript as it stood then.

    Cost: per event one insertion by time; per recall proportional to what is shown, so without a
    limit to the whole history. Source: article A 1.1, article B 1.1. No parameters.
    """

    name: ClassVar[str] = "full_history"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.VALID_AT,
        Capability.VERBATIM,
    }

    def __init__(self) -> None:
        super().__init__()
        self._timeline = Timeline()

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        return (as_item(event, layer=Layer.WORKING),) if words_of(event).strip() else ()

    def _indexed(self, item: MemoryItem) -> None:
        self._timeline.add(item)

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        for item in items:
            self._timeline.remove(item)

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        """Walk back in time until what has been passed would fill the budget by itself."""
        visible = visible_to(query)
        passed = 0
        for item_id in self._timeline.newest(query.scope, query.valid_at):
            item = self._items[item_id]
            if not visible(item):
                continue
            tokens = self._items.tokens_of(item_id)
            if query.max_tokens is not None:
                if tokens > query.max_tokens:
                    continue  # it can never be shown; it must not hide what came before it
                if passed > query.max_tokens:
                    return
            passed += tokens
            yield as_recalled(item)

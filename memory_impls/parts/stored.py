"""A memory whose state is an item store, and what follows from that for every such design.

Idempotent ingest, forgetting, listing, saving and measuring are the same for all of them; a design
says what an event becomes, how it ranks, and which indexes it keeps in step with its items.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from memory_impls.api import (
    Capability,
    Contents,
    Event,
    Footprint,
    ForgetRequest,
    Memory,
    MemoryItem,
    Query,
    Recall,
    Recalled,
)
from memory_impls.parts.items import ItemStore
from memory_impls.parts.persist import Draft, Manifest, Saved, opened, saving
from memory_impls.parts.rendering import fit

__all__ = ["StoredMemory", "visible_to"]

_ITEMS = "items.json"


def visible_to(query: Query) -> Callable[[MemoryItem], bool]:
    """Make the filter that belongs inside every search: scope, kinds, and the date asked about.

    A query with ``valid_at`` sees nothing that was said later; one without sees all there is.
    """

    def visible(item: MemoryItem) -> bool:
        return (
            query.scope.sees(item.scope)
            and (query.kinds is None or item.kind in query.kinds)
            and (query.valid_at is None or item.valid_from <= query.valid_at)
        )

    return visible


class StoredMemory(Memory):
    """Base of designs that keep ``MemoryItem`` records; not a design itself."""

    capabilities: ClassVar[frozenset[Capability]] = frozenset(
        {Capability.CONTENTS, Capability.FORGET, Capability.PERSIST}
    )

    def __init__(self) -> None:
        self._items = ItemStore()

    @abstractmethod
    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        """Say which items a new event becomes; none, one or several."""

    @abstractmethod
    def _ranked(self, query: Query) -> Iterable[Recalled]:
        """List what may be shown, best first; the limits are seen to elsewhere."""

    def _indexed(self, item: MemoryItem) -> None:
        """Take a new item into the design's indexes."""

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        """Take items that are gone out of the design's indexes."""

    def _saved_items(self) -> Mapping[str, object]:
        """Give the state of the item store as it is to be saved."""
        return self._items.plain()

    def _save_indexes(self, draft: Draft) -> None:
        """Write what cannot be rebuilt from the items."""

    def _load_indexes(self, saved: Saved) -> None:
        """Build the design's indexes anew for ``self._items``."""
        for item in self._items:
            self._indexed(item)

    def _embedder_identity(self) -> str:
        """Name the embedder whose vectors are saved; "" for none."""
        return ""

    def _model_identity(self) -> str:
        """Name the model whose words are saved; "" for none."""
        return ""

    def _vector_bytes(self) -> int:
        """Bytes of the vectors held."""
        return 0

    def observe(self, event: Event) -> None:
        """Store what the event becomes, once."""
        if self._items.take_in(event.id):
            for item in self._made_of(event):
                self._items.put(item)
                self._indexed(item)

    def recall(self, query: Query) -> Recall:
        """Show the best that fits."""
        ranked = self._ranked(query)
        return Recall(items=fit(ranked, max_tokens=query.max_tokens, max_items=query.max_items))

    def forget(self, request: ForgetRequest) -> int:
        """Remove items from store and indexes, leaving ids of events."""
        gone = self._items.forget(request)
        self._unindexed(gone)
        return len(gone)

    def contents(self, since: int | None = None) -> Contents:
        """List the items, or what changed since a revision."""
        return self._items.contents(since)

    def footprint(self) -> Footprint:
        """Measure text and vectors."""
        return self._items.footprint(self._vector_bytes())

    def save(self, folder: Path) -> None:
        """Write items and indexes, whole or not at all."""
        with saving(folder, self._manifest()) as draft:
            draft.write_json(_ITEMS, self._saved_items())
            self._save_indexes(draft)

    def load(self, folder: Path) -> None:
        """Take over a saved state; what was held before is given up."""
        saved = opened(folder, self._manifest())
        state = saved.read_json(_ITEMS)
        if not isinstance(state, dict):
            raise ValueError(f"{saved.path(_ITEMS)} is no saved item store")
        restored = ItemStore.restored(state)
        self._unindexed(list(self._items))
        self._items = restored
        self._load_indexes(saved)

    def _manifest(self) -> Manifest:
        return Manifest(
            design=self.name,
            params=self.params(),
            embedder=self._embedder_identity(),
            model=self._model_identity(),
        )

"""The items of a memory: by id, by source event, by revision, with tombstones.

What changed since a revision is found in time proportional to the change, forgetting leaves
nothing but event ids, and an event id that is known or forgotten is never taken in again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from memory_impls.api import Contents, Footprint, ForgetRequest, Layer, MemoryItem
from memory_impls.parts.codec import item_from_plain, item_to_plain
from memory_impls.parts.tokens import count_tokens

__all__ = ["ItemStore", "wanted_by"]


def wanted_by(request: ForgetRequest, item: MemoryItem) -> bool:
    """Tell whether an item meets every criterion of a request.

    A scope is meant exactly: to erase a user with all projects, ask once for each scope.
    """
    return (
        (request.event_ids is None or not request.event_ids.isdisjoint(item.source_ids))
        and (request.item_id is None or request.item_id == item.id)
        and (request.kind is None or request.kind is item.kind)
        and (request.scope is None or request.scope == item.scope)
        and (request.start is None or item.created >= request.start)
        and (request.end is None or item.created < request.end)
    )


class ItemStore:
    """Items in the order of their arrival, and the ids of all events ever taken in.

    Attributes:
        revision: Grows by one with every change of an item.
    """

    def __init__(self) -> None:
        self.revision = 0
        self._items: dict[str, MemoryItem] = {}
        self._changed: dict[str, int] = {}  # least recently changed first
        self._removed: dict[str, int] = {}  # least recently removed first
        self._of_event: dict[str, dict[str, None]] = {}
        self._sizes: dict[str, tuple[int, int]] = {}
        self._bytes = 0
        self._tokens = 0
        self._seen: dict[str, None] = {}
        self._forgotten: dict[str, None] = {}

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[MemoryItem]:
        return iter(self._items.values())

    def __contains__(self, item_id: object) -> bool:
        return item_id in self._items

    def __getitem__(self, item_id: str) -> MemoryItem:
        return self._items[item_id]

    def get(self, item_id: str) -> MemoryItem | None:
        """Find an item, or None."""
        return self._items.get(item_id)

    def take_in(self, event_id: str) -> bool:
        """Note an event id; False when it was known or forgotten before, so is to change nothing.

        >>> store = ItemStore()
        >>> store.take_in("e1"), store.take_in("e1")
        (True, False)
        """
        if event_id in self._seen or event_id in self._forgotten:
            return False
        self._seen[event_id] = None
        return True

    def is_forgotten(self, event_id: str) -> bool:
        """Tell whether an event has a tombstone."""
        return event_id in self._forgotten

    def derived_from(self, event_id: str) -> tuple[MemoryItem, ...]:
        """List the items that name an event as a source, in the order of their arrival."""
        return tuple(self._items[item_id] for item_id in self._of_event.get(event_id, ()))

    def put(self, item: MemoryItem) -> None:
        """Add an item, or replace the one of the same id; an equal one is no change."""
        old = self._items.get(item.id)
        if old == item:
            return
        if old is not None:
            self._unlink(old)
        self._items[item.id] = item
        for event_id in item.source_ids:
            self._of_event.setdefault(event_id, {})[item.id] = None
        size = (len(item.text.encode("utf-8", "surrogatepass")), count_tokens(item.text))
        self._sizes[item.id] = size
        self._bytes += size[0]
        self._tokens += size[1]
        self._removed.pop(item.id, None)
        self._log(self._changed, item.id)

    def remove(self, item_id: str) -> MemoryItem:
        """Take an item out; it may come back, and its events stay known.

        Raises:
            KeyError: There is no such item.
        """
        item = self._items.pop(item_id)
        self._unlink(item)
        del self._changed[item_id]
        self._log(self._removed, item_id)
        return item

    def tokens_of(self, item_id: str) -> int:
        """Tokens of the text of an item, as counted when it was put in."""
        return self._sizes[item_id][1]

    def reinforce(self, item_ids: Iterable[str], at: datetime) -> None:
        """Count one more citation for each item named; unknown ids are ignored."""
        for item_id in dict.fromkeys(item_ids):
            item = self._items.get(item_id)
            if item is not None:
                last = max(at, item.last_referenced or at)
                self.put(replace(item, citations=item.citations + 1, last_referenced=last))

    def wanted(self, request: ForgetRequest) -> list[MemoryItem]:
        """List the items that a request means."""
        if request.item_id is not None:
            item = self._items.get(request.item_id)
            candidates: Iterable[MemoryItem] = () if item is None else (item,)
        elif request.event_ids is not None:
            found = {
                item_id: None
                for event_id in sorted(request.event_ids)
                for item_id in self._of_event.get(event_id, ())
            }
            candidates = (self._items[item_id] for item_id in found)
        else:
            candidates = self._items.values()
        return [item for item in candidates if wanted_by(request, item)]

    def bury(self, event_ids: Iterable[str]) -> None:
        """Set a tombstone for each event: fed again, it stores nothing."""
        for event_id in event_ids:
            self._forgotten[event_id] = None
            self._seen.pop(event_id, None)

    def forget(self, request: ForgetRequest) -> list[MemoryItem]:
        """Remove what a request means, whole items with tombstones for their sources.

        Events named by id get a tombstone even when nothing of them is held (any more), unless a
        further criterion spares them.
        """
        gone = self.wanted(request)
        for item in gone:
            self.remove(item.id)
            named = request.event_ids
            self.bury(i for i in item.source_ids if named is None or i in named)
        only_ids = (request.item_id, request.kind, request.scope, request.start, request.end)
        if request.event_ids is not None and all(part is None for part in only_ids):
            self.bury(sorted(request.event_ids))
        return gone

    def contents(self, since: int | None = None) -> Contents:
        """List all items by id, or those changed or removed since a revision.

        Raises:
            ValueError: The revision lies in the future.
        """
        if since is None:
            items: Sequence[MemoryItem] = tuple(self._items.values())
            removed: Sequence[str] = ()
        elif since > self.revision or since < 0:
            raise ValueError(f"no revision {since}; the contents stand at {self.revision}")
        else:
            items = [self._items[item_id] for item_id in _after(self._changed, since)]
            removed = list(_after(self._removed, since))
        return Contents(
            revision=self.revision,
            items=tuple(sorted(items, key=lambda item: item.id)),
            removed_ids=tuple(sorted(removed)),
        )

    def footprint(self, vector_bytes: int = 0) -> Footprint:
        """Measure what is held: bytes of text, and of vectors if told."""
        return Footprint(
            items=len(self._items), bytes=self._bytes + vector_bytes, tokens=self._tokens
        )

    def plain(self, *, without: Layer | None = None) -> dict[str, object]:
        """Give the whole state as JSON has it; what is forgotten stands there as event ids only.

        Args:
            without: A layer that is not saved.
        """
        kept = {name: item for name, item in self._items.items() if item.layer is not without}
        return {
            "changed": [
                [name, revision] for name, revision in self._changed.items() if name in kept
            ],
            "forgotten": list(self._forgotten),
            "items": [item_to_plain(item) for item in kept.values()],
            "removed": [[item_id, revision] for item_id, revision in self._removed.items()],
            "revision": self.revision,
            "seen": list(self._seen),
        }

    @classmethod
    def restored(cls, state: Mapping[str, object]) -> ItemStore:
        """Build the store that ``plain`` described.

        Raises:
            ValueError: The description is not one of an item store.
        """
        store = cls()
        try:
            store._take_over(state)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"saved items cannot be read: {error!r}") from error
        return store

    def _take_over(self, state: Mapping[str, object]) -> None:
        for plain in _list(state["items"]):
            self.put(item_from_plain(plain))
        self._changed = {str(item_id): int(rev) for item_id, rev in _list(state["changed"])}
        self._removed = {str(item_id): int(rev) for item_id, rev in _list(state["removed"])}
        self._forgotten = dict.fromkeys(map(str, _list(state["forgotten"])))
        self._seen = dict.fromkeys(map(str, _list(state["seen"])))
        revision = state["revision"]
        if not isinstance(revision, int) or set(self._changed) != set(self._items):
            raise ValueError("saved items and their revisions do not belong together")
        self.revision = revision

    def _unlink(self, item: MemoryItem) -> None:
        for event_id in item.source_ids:
            derived = self._of_event[event_id]
            derived.pop(item.id, None)
            if not derived:
                del self._of_event[event_id]
        size = self._sizes.pop(item.id)
        self._bytes -= size[0]
        self._tokens -= size[1]

    def _log(self, log: dict[str, int], item_id: str) -> None:
        self.revision += 1
        log.pop(item_id, None)
        log[item_id] = self.revision


def _after(log: dict[str, int], revision: int) -> Iterator[str]:
    """Walk a log from its newest entry back to a revision."""
    for item_id in reversed(log):
        if log[item_id] <= revision:
            return
        yield item_id


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"a list was expected, not {type(value).__name__}")
    return value

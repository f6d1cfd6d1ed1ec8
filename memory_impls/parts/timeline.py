"""Items in the order in which things were said, for each scope by itself."""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Iterator
from datetime import datetime

from memory_impls.api import MemoryItem, Scope

__all__ = ["Timeline"]

_Key = tuple[datetime, int, str]


class Timeline:
    """Item ids by scope, by event time, then by arrival.

    Cost: the logarithm of the length per item that arrives in order.
    """

    def __init__(self) -> None:
        self._lanes: dict[Scope, list[_Key]] = {}
        self._keys: dict[str, _Key] = {}
        self._arrivals = 0

    def add(self, item: MemoryItem) -> None:
        """Put an item in its place; one that is there already stays where it is."""
        if item.id in self._keys:
            return
        self._arrivals += 1
        key = (item.valid_from, self._arrivals, item.id)
        self._keys[item.id] = key
        bisect.insort(self._lanes.setdefault(item.scope, []), key)

    def remove(self, item: MemoryItem) -> None:
        """Take an item out; one that is not there is no error."""
        key = self._keys.pop(item.id, None)
        if key is None:
            return
        lane = self._lanes[item.scope]
        del lane[bisect.bisect_left(lane, key)]
        if not lane:
            del self._lanes[item.scope]

    def newest(self, scope: Scope, until: datetime | None = None) -> Iterator[str]:
        """Walk what a scope sees, newest first, from a time on backwards (inclusive)."""
        lanes = [_backwards(lane, until) for own, lane in self._lanes.items() if scope.sees(own)]
        for key in heapq.merge(*lanes, reverse=True):
            yield key[2]

    def surplus(self, scope: Scope, keep: int) -> list[str]:
        """List the oldest items of exactly this scope beyond the newest ``keep``."""
        lane = self._lanes.get(scope, [])
        return [key[2] for key in lane[: max(0, len(lane) - keep)]]


def _backwards(lane: list[_Key], until: datetime | None) -> Iterator[_Key]:
    end = len(lane) if until is None else bisect.bisect_right(lane, until, key=lambda key: key[0])
    for place in range(end - 1, -1, -1):
        yield lane[place]

"""Items in the order in which things were said: in a scope, and in a session."""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Iterator
from datetime import datetime
from typing import Generic, TypeVar

from memory_impls.api import MemoryItem, Scope

__all__ = ["Sessions", "Timeline"]

_Key = tuple[datetime, int, str]
_Lane = TypeVar("_Lane")


class _Lanes(Generic[_Lane]):
    """Item ids in lanes, each in the order of event time, then of arrival.

    Cost: the logarithm of the length per item that arrives in order.
    """

    def __init__(self) -> None:
        self._lanes: dict[_Lane, list[_Key]] = {}
        self._places: dict[str, tuple[_Lane, _Key]] = {}
        self._arrivals = 0

    def _insert(self, lane: _Lane, item: MemoryItem) -> None:
        if item.id not in self._places:
            self._arrivals += 1
            key = (item.valid_from, self._arrivals, item.id)
            self._places[item.id] = (lane, key)
            bisect.insort(self._lanes.setdefault(lane, []), key)

    def remove(self, item: MemoryItem) -> None:
        """Take an item out; one that is not there is no error."""
        lane, key = self._places.pop(item.id, (None, None))
        if lane is None or key is None:
            return
        keys = self._lanes[lane]
        del keys[bisect.bisect_left(keys, key)]
        if not keys:
            del self._lanes[lane]


class Timeline(_Lanes[Scope]):
    """Items of each scope in time."""

    def add(self, item: MemoryItem) -> None:
        """Put an item in its place; one that is there already stays where it is."""
        self._insert(item.scope, item)

    def newest(self, scope: Scope, until: datetime | None = None) -> Iterator[str]:
        """Walk what a scope sees, newest first, from a time on backwards (inclusive)."""
        lanes = [_backwards(lane, until) for own, lane in self._lanes.items() if scope.sees(own)]
        for key in heapq.merge(*lanes, reverse=True):
            yield key[2]

    def surplus(self, scope: Scope, keep: int) -> list[str]:
        """List the oldest items of exactly this scope beyond the newest ``keep``."""
        lane = self._lanes.get(scope, [])
        return [key[2] for key in lane[: max(0, len(lane) - keep)]]


class Sessions(_Lanes[tuple[Scope, str]]):
    """Items of each session in time; items without a session stand alone."""

    def add(self, item: MemoryItem) -> None:
        """Put an item in its place; one that is there already stays where it is."""
        if item.session is not None:
            self._insert((item.scope, item.session), item)

    def around(self, item_id: str, before: int, after: int) -> tuple[list[str], list[str]]:
        """List the items said before and after one in its session, nearest first."""
        lane, key = self._places.get(item_id, (None, None))
        if lane is None or key is None:
            return [], []
        keys = self._lanes[lane]
        place = bisect.bisect_left(keys, key)
        earlier = [keys[i][2] for i in range(place - 1, max(-1, place - 1 - before), -1)]
        return earlier, [found[2] for found in keys[place + 1 : place + 1 + after]]


def _backwards(lane: list[_Key], until: datetime | None) -> Iterator[_Key]:
    end = len(lane) if until is None else bisect.bisect_right(lane, until, key=lambda key: key[0])
    for place in range(end - 1, -1, -1):
        yield lane[place]

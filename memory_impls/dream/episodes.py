"""Raw events as episodes: who stands beside whom in a session, and who spoke."""

from __future__ import annotations

import bisect
from collections import Counter
from datetime import datetime

from memory_impls.api import EventKind, MemoryItem, Scope

__all__ = ["Episodes"]

_Key = tuple[datetime, int, str]
_ROLES = frozenset(kind.value for kind in EventKind)


class Episodes:
    """Events held word for word, by session in the order of time."""

    def __init__(self) -> None:
        self._sessions: dict[tuple[Scope, str], list[_Key]] = {}
        self._keys: dict[str, _Key] = {}
        self._speakers: dict[str, Counter[str]] = {}
        self._arrivals = 0

    def add(self, item: MemoryItem) -> None:
        """Put an event's item in its place; one that is there stays."""
        if item.session is None or item.id in self._keys:
            return
        self._arrivals += 1
        key = (item.valid_from, self._arrivals, item.id)
        self._keys[item.id] = key
        bisect.insort(self._sessions.setdefault((item.scope, item.session), []), key)
        if item.speaker not in _ROLES:
            self._speakers.setdefault(item.scope.user, Counter())[item.speaker.casefold()] += 1

    def remove(self, item: MemoryItem) -> None:
        """Take an item out; one that is not there is no error."""
        key = self._keys.pop(item.id, None)
        if key is None or item.session is None:
            return
        lane = self._sessions[item.scope, item.session]
        del lane[bisect.bisect_left(lane, key)]
        if not lane:
            del self._sessions[item.scope, item.session]
        if item.speaker not in _ROLES:
            spoken = self._speakers[item.scope.user]
            spoken[item.speaker.casefold()] -= 1
            if not spoken[item.speaker.casefold()]:
                del spoken[item.speaker.casefold()]

    def around(self, item: MemoryItem) -> tuple[str | None, str | None]:
        """Give the events before and after one in its session, where they are held."""
        key = self._keys.get(item.id)
        if key is None or item.session is None:
            return None, None
        lane = self._sessions[item.scope, item.session]
        at = bisect.bisect_left(lane, key)
        before = lane[at - 1][2] if at > 0 else None
        after = lane[at + 1][2] if at + 1 < len(lane) else None
        return before, after

    def speakers(self, user: str) -> tuple[str, ...]:
        """List the folded names of who spoke, sorted."""
        return tuple(sorted(self._speakers.get(user, ())))

"""Forgetting (article A 2.2, 3.4): what is of little use fades; what must be kept never does."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from datetime import datetime, timedelta

from memory_impls.api import ItemKind, MemoryItem, Status
from memory_impls.dream.settings import Settings
from memory_impls.parts.values import protected

__all__ = ["Calendar", "fades_at", "keeps_for_ever", "strength"]

_STANDING = frozenset({ItemKind.CONSTRAINT, ItemKind.RULE, ItemKind.PREFERENCE})
_SUPERSEDED = 0.5
_FAR = timedelta(days=36_500)


def strength(item: MemoryItem, now: datetime, settings: Settings) -> float:
    """Say how strongly an item is remembered: importance that halves with time.

    Being used starts the decay anew and slows it: each citation lengthens the half-life by half
    of its first value. What is superseded fades twice as fast.
    """
    since = max(item.updated, item.last_referenced or item.updated)
    age = max(0.0, (now - since) / timedelta(days=1))
    return _importance(item) * math.exp2(-age / _half_life(item, settings))


def fades_at(item: MemoryItem, settings: Settings) -> datetime | None:
    """Say when an item's strength falls below the threshold; None for what is kept for ever."""
    if keeps_for_ever(item) or settings.archive_below <= 0.0:
        return None
    since = max(item.updated, item.last_referenced or item.updated)
    ratio = _importance(item) / settings.archive_below
    if ratio <= 1.0:
        return since
    return since + min(_FAR, timedelta(days=math.log2(ratio) * _half_life(item, settings)))


def keeps_for_ever(item: MemoryItem) -> bool:
    """Tell whether an item is never laid aside: what binds, and what holds exact values."""
    if item.kind in _STANDING and item.status is Status.CURRENT:
        return True
    return bool(protected(item.text))


def _importance(item: MemoryItem) -> float:
    return item.importance * (_SUPERSEDED if item.status is Status.SUPERSEDED else 1.0)


def _half_life(item: MemoryItem, settings: Settings) -> float:
    return settings.half_life_days * (1.0 + 0.5 * item.citations)


class Calendar:
    """Which items are to be looked at when, so that a review reads what is due and no more."""

    def __init__(self) -> None:
        self._dates: list[tuple[datetime, str]] = []
        self._of: dict[str, datetime] = {}

    def note(self, item_id: str, at: datetime | None) -> None:
        """Set or change the date of an item; None takes it off."""
        if at is None:
            self._of.pop(item_id, None)
        elif self._of.get(item_id) != at:
            self._of[item_id] = at
            heapq.heappush(self._dates, (at, item_id))

    def due(self, now: datetime) -> Iterable[str]:
        """Take off and give what is due by a time, oldest date first."""
        while self._dates and self._dates[0][0] <= now:
            at, item_id = heapq.heappop(self._dates)
            if self._of.get(item_id) == at:
                del self._of[item_id]
                yield item_id

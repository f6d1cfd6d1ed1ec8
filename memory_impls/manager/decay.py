"""How fast an item loses weight: by its kind (article B 4.3: 30 days, 7 or 90)."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from memory_impls.api import ItemKind, MemoryItem
from memory_impls.manager.settings import Settings

__all__ = ["half_life_of", "recency"]

_STABLE = frozenset({ItemKind.PREFERENCE, ItemKind.CONSTRAINT, ItemKind.RULE})


def half_life_of(kind: ItemKind, settings: Settings) -> float:
    """Give the half-life of a kind, in days: short for the state of work, long for what stands."""
    if kind is ItemKind.TASK_STATE:
        return settings.half_life_task_days
    if kind in _STABLE:
        return settings.half_life_stable_days
    return settings.half_life_days


def recency(item: MemoryItem, now: datetime, settings: Settings) -> float:
    """Weigh the age of an item, 1 for now down to 0; what lies in the future has not aged."""
    days: float = max(0.0, (now - item.updated) / timedelta(days=1))
    return math.pow(0.5, days / half_life_of(item.kind, settings))

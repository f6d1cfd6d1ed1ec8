"""Time windows by kind (article B 5.1): old task state is not recalled, what stands always is."""

from __future__ import annotations

from datetime import datetime, timedelta

from memory_impls.api import ItemKind, Layer, MemoryItem
from memory_impls.manager.settings import Settings

__all__ = ["in_window"]


def in_window(item: MemoryItem, now: datetime, settings: Settings) -> bool:
    """Tell whether an item is young enough to be recalled; work in hand always is."""
    if item.kind is not ItemKind.TASK_STATE or item.layer is Layer.WORKING:
        return True
    return now - item.updated <= timedelta(days=settings.task_window_days)

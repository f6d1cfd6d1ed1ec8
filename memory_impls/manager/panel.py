"""The debugging view (article B 6.2): where each item comes from, its version, standing and use."""

from __future__ import annotations

from collections.abc import Iterable

from memory_impls.api import MemoryItem

__all__ = ["panel"]

_HEAD = "id | version | status | kind | layer | cited | valid | sources | text"
_MOST = 80


def panel(items: Iterable[MemoryItem]) -> str:
    """Write one line for each item, by id; texts are cut to a line."""
    rows = [_HEAD]
    for item in sorted(items, key=lambda one: one.id):
        until = "" if item.valid_to is None else item.valid_to.date().isoformat()
        text = " ".join(item.text.split())
        cells = (
            item.id,
            str(item.version),
            item.status.value,
            item.kind.value,
            item.layer.value,
            str(item.citations),
            f"{item.valid_from.date().isoformat()}..{until}",
            ",".join(item.source_ids),
            text if len(text) <= _MOST else f"{text[: _MOST - 1]}…",
        )
        rows.append(" | ".join(cells))
    return "\n".join(rows)

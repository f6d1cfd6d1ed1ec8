"""Assemble an answer: rules and limits first, then facts, then episodes, within the limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory_impls.api import ItemKind, MemoryItem, Query, Recalled, Status
from memory_impls.dream.relevance import Asked, Signals, scored
from memory_impls.dream.standing import chosen
from memory_impls.dream.view import View
from memory_impls.parts.items import ItemStore
from memory_impls.parts.searched import Search
from memory_impls.parts.timeline import Sessions

__all__ = ["Assembly", "assembled"]

_ENDED = 1.2
_OF_ITS_OWN = frozenset({ItemKind.RULE, ItemKind.TASK_STATE})
"""Kinds that say more than the messages they rest on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembly:
    """What an answer is assembled from."""

    items: ItemStore
    view: View
    search: Search
    near: Mapping[str, float]
    standing: tuple[str, ...]
    sessions: Sessions
    asked: Asked
    share: float
    history: bool
    show_history: bool
    signals: Signals


def assembled(query: Query, parts: Assembly) -> Iterator[Recalled]:
    """List what to show, best first; the common fitting sees to the limits.

    Standing items come first within their share. The rest is ranked together: a raw message
    that is held stands in for the statements and notes made of it. What has ended comes last
    and marked, or in its place when the query asks for history.
    """
    standing = [
        (parts.items[name], shown)
        for name in parts.standing
        if (shown := parts.view.shows(parts.items[name])) is not None
        and shown.status is Status.CURRENT
    ]
    choice = chosen(standing, query, dict(parts.near), parts.share)
    shown_ids: set[str] = set()
    texts: set[tuple[str, str]] = set()
    for shown in choice.first:
        if _new(shown, parts.items[shown.item_id], texts):
            shown_ids.add(shown.item_id)
            yield shown
    covered = {
        source
        for name in shown_ids
        if parts.items[name].kind is ItemKind.RULE
        for source in parts.items[name].source_ids
    }
    late: list[Recalled] = []
    for shown in _ranked(query, parts):
        item = parts.items[shown.item_id]
        if shown.item_id in shown_ids or (item.session is not None and item.id in covered):
            continue
        if not _new(shown, item, texts):
            continue
        shown_ids.add(shown.item_id)
        if shown.status is Status.SUPERSEDED and not parts.history:
            late.append(shown)
        else:
            yield shown
    yield from (shown for shown in choice.rest if shown.item_id not in shown_ids)
    if parts.show_history:
        yield from late


def _new(shown: Recalled, item: MemoryItem, texts: set[tuple[str, str]]) -> bool:
    """Tell whether these words of these events have not been shown yet, and note them."""
    keys = {(source, shown.text) for source in item.source_ids}
    if keys & texts:
        return False
    texts |= keys
    return True


def _ranked(query: Query, parts: Assembly) -> list[Recalled]:
    scores = scored(
        parts.search, parts.items.__getitem__, parts.sessions, parts.asked, parts.signals
    )
    found: list[tuple[float, Recalled]] = []
    for name, score in scores.items():
        item = parts.items[name]
        if item.status is Status.ARCHIVED and not parts.history:
            continue
        if _stood_in_for(item, parts.items):
            continue
        shown = parts.view.shows(item, round(score, 6))
        if shown is None:
            continue
        ended = shown.status is Status.SUPERSEDED and not parts.history
        found.append((score - (_ENDED if ended else 0.0), shown))
    found.sort(key=lambda pair: (-round(pair[0], 6), pair[1].item_id))
    return [shown for _, shown in found]


def _stood_in_for(item: MemoryItem, items: ItemStore) -> bool:
    """Tell whether the raw messages that an item rests on are held, so that they can be shown."""
    if item.session is not None or item.kind in _OF_ITS_OWN:
        return False
    return all(source in items for source in item.source_ids)

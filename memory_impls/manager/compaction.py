"""Offline compaction: items of one entity that say the same become one (article B 5.2).

Alike in meaning is not enough: every protected value, every identifier and every negation must be
the same, so records that differ only in a number stay apart. A merge moves what was said into one
chain; no word is lost, and a second pass finds nothing left to merge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from memory_impls.api import Action, Change, ItemKind, Layer, MemoryItem, Status
from memory_impls.manager.versions import PREFIX
from memory_impls.parts.normalise import fold
from memory_impls.parts.values import SpanKind, spans

if TYPE_CHECKING:
    from memory_impls.manager.state import State

__all__ = ["compact", "says_the_same"]

_NEIGHBOURS = 8
_NOT = re.compile(
    r"\b(?:not|never|no|none|nothing|without|cannot|avoid|stop|dislike|hate)\b|n['’]t\b"
    r"|不|没|别|勿|无|非|禁|避免|讨厌",
    re.IGNORECASE,
)


def says_the_same(one: MemoryItem, other: MemoryItem) -> bool:
    """Tell whether two items that are alike in meaning agree in kind, values and polarity."""
    return (
        one.kind is other.kind
        and one.scope == other.scope
        and one.speaker == other.speaker
        and _values(one.text) == _values(other.text)
        and bool(_NOT.search(one.text)) == bool(_NOT.search(other.text))
    )


def _values(text: str) -> frozenset[str]:
    return frozenset(fold(span.text) for span in spans(text) if span.kind is not SpanKind.LIMIT)


def compact(state: State, now: datetime) -> list[Change]:
    """Merge what says the same, and lay old turns of the short-term layer aside."""
    changes = list(_merged(state)) if state.settings.compaction else []
    changes.extend(_laid_aside(state, now))
    state.fresh.clear()
    state.compacted = now
    return changes


def _merged(state: State) -> Iterator[Change]:
    for name in list(state.fresh):
        item = state.items.get(name)
        if item is None or item.status is not Status.CURRENT or item.kind is ItemKind.TASK_STATE:
            continue
        twin = _twin(state, item)
        if twin is None:
            continue
        younger, older = sorted((item, twin), key=lambda one: (one.valid_from, one.id))[::-1]
        if _join(state, younger, older):
            yield Change(
                action=Action.MERGED,
                item_id=younger.id,
                source_ids=younger.source_ids,
                why=f"says the same as {older.id}",
            )


def _twin(state: State, item: MemoryItem) -> MemoryItem | None:
    for other in state.near(item, state.settings.merge_similarity, _NEIGHBOURS):
        if says_the_same(item, other) and item.valid_to is None and other.valid_to is None:
            return other
    return None


def _join(state: State, younger: MemoryItem, older: MemoryItem) -> bool:
    """Move the sayings of one chain into another; only a chain of a single version can move."""
    target = state.book.line_of(older.id.removeprefix(PREFIX))
    source = state.book.line_of(younger.id.removeprefix(PREFIX))
    if target is None or source is None or target is source or len(state.versions.runs(source)) > 1:
        return False
    run = state.versions.run_of(older.id)
    if run is None or any(saying.since < run.since for saying in source.sayings):
        return False
    joined = state.versions.joined
    group = joined.get(run.id, run.id)
    for saying in (*run.sayings, *source.sayings):
        joined[saying.id] = group
    for saying in list(source.sayings):
        state.book.remove(saying)
        state.book.add(saying, target.id)
    state.versions.refresh([source, target])
    return True


def _laid_aside(state: State, now: datetime) -> Iterator[Change]:
    """Archive what is left of turns once they are old: short-term is this session (B 2.2)."""
    oldest = now - timedelta(hours=state.settings.short_hours)
    old = [item for item in state.items if item.layer is Layer.SHORT and item.created < oldest]
    for item in old:
        state.shelve(replace(item, layer=Layer.LONG, status=Status.ARCHIVED))
        yield Change(
            action=Action.ARCHIVED,
            item_id=item.id,
            source_ids=item.source_ids,
            why="left over of an earlier session",
        )

"""The dream of dreams (article A 3.4): lay aside what fades, join what says the same, weekly.

A review looks at what is due and at what came in since the last one, never at everything, so its
cost does not grow with the length of the history.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from memory_impls.api import Action, Change, ItemKind, MemoryItem, Status
from memory_impls.dream.forgetting import keeps_for_ever, strength
from memory_impls.dream.journal import Record
from memory_impls.dream.mind import Mind
from memory_impls.dream.shelf import PREFIX
from memory_impls.dream.verbatim import same_values
from memory_impls.parts.terms import terms

__all__ = ["is_due", "review"]

_NEIGHBOURS = 4


def is_due(mind: Mind, user: str, now: datetime) -> bool:
    """Tell whether a user's memory is to be gone through again."""
    if not mind.settings.second_level:
        return False
    last = mind.reviewed.get(user)
    return last is not None and now - last >= timedelta(days=mind.settings.second_level_days)


def review(mind: Mind, user: str, now: datetime, dream: int) -> list[Change]:
    """Go through what is due and what is new of a user."""
    mind.reviewed[user] = now
    changes = list(_joined(mind, user, now))
    if mind.settings.forgetting:
        changes.extend(_faded(mind, now, dream))
    return changes


def _faded(mind: Mind, now: datetime, dream: int) -> Iterable[Change]:
    """Lay aside items whose strength has gone; notes without anything exact leave altogether."""
    for name in list(mind.calendar.due(now)):
        item = mind.items.get(name)
        if item is None or keeps_for_ever(item) or item.status is Status.ARCHIVED:
            continue
        left = strength(item, now, mind.settings)
        if left >= mind.settings.archive_below:
            mind.revise(item)
            continue
        why = f"strength {left:.3f}, used {item.citations} times, last said {item.updated.date()}"
        if item.kind is ItemKind.SUMMARY:
            action = Action.DROPPED
            mind.unshelve([item])
        else:
            action = Action.ARCHIVED
            mind.revise(item, status=Status.ARCHIVED)
        mind.journal.write(
            [
                Record(
                    dream=dream,
                    at=now,
                    action=action,
                    item_id=name,
                    source_ids=item.source_ids,
                    why=why,
                    before=item,
                )
            ]
        )
        yield Change(action=action, item_id=name, source_ids=item.source_ids, why=why)


def _joined(mind: Mind, user: str, now: datetime) -> Iterable[Change]:
    """Join statements that differ in nothing but wording with the older one that says the same."""
    for name in list(mind.fresh.pop(user, ())):
        item = mind.items.get(name)
        if item is None or not name.startswith(PREFIX) or item.status is not Status.CURRENT:
            continue
        twin = _twin(mind, item)
        if twin is None:
            continue
        target = mind.book.line_of(twin.id.removeprefix(PREFIX))
        source = mind.book.line_of(name.removeprefix(PREFIX))
        if target is None or source is None or target is source or len(mind.shelf.runs(source)) > 1:
            continue
        value = target.sayings[-1].claim
        for saying in list(source.sayings):
            mind.book.remove(saying)
            claim = replace(saying.claim, value_key=value.value_key, value=value.value)
            mind.book.add(replace(saying, claim=claim), target.id)
        mind.shelf.refresh([source, target], now)
        mind.fresh.get(user, {}).clear()
        why = f"says the same as {twin.id}"
        yield Change(action=Action.MERGED, item_id=name, source_ids=item.source_ids, why=why)


def _twin(mind: Mind, item: MemoryItem) -> MemoryItem | None:
    """Find an older item that says the same: near in meaning, equal in every value and negation."""
    for other in mind.nearest(item, _NEIGHBOURS):
        older = (other.created, other.id) < (item.created, item.id)
        alike = (
            other.kind is item.kind
            and other.scope == item.scope
            and other.speaker == item.speaker
            and other.status is Status.CURRENT
        )
        if older and alike and same_values(item.text, other.text) and _same_words(item, other):
            return other
    return None


def _same_words(one: MemoryItem, other: MemoryItem) -> bool:
    ours, theirs = set(terms(one.text)), set(terms(other.text))
    return len(ours & theirs) >= 0.8 * len(ours | theirs)

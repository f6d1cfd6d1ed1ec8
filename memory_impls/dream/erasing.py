"""Forgetting on request (article B 5.4): events, and everything that rests on them, for good.

What rests on several events loses the part of those that go, or goes. The ids of forgotten events
stay, so that they store nothing when they are fed again; no word of theirs does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from memory_impls.api import ForgetRequest, ItemKind, MemoryItem, Scope
from memory_impls.dream.shelf import PREFIX
from memory_impls.parts.sentences import split_sentences

if TYPE_CHECKING:
    from memory_impls.dream.mind import Mind
    from memory_impls.parts.lines import Saying

__all__ = ["Known", "erase", "events_meant", "redacted", "without"]

Known = Mapping[str, tuple[Scope, datetime]]
"""Scope and time of every event taken in; ids only, no words."""


def events_meant(request: ForgetRequest, known: Known) -> list[str]:
    """List the events that meet every criterion on events of a request, sorted."""
    if request.event_ids is not None:
        candidates: Iterable[str] = sorted(request.event_ids)
    else:
        candidates = sorted(known)
    found = []
    for event_id in candidates:
        if event_id not in known:
            continue
        scope, at = known[event_id]
        if (
            (request.scope is None or scope == request.scope)
            and (request.start is None or at >= request.start)
            and (request.end is None or at < request.end)
        ):
            found.append(event_id)
    return found


def redacted(item: MemoryItem, gone: Iterable[str]) -> MemoryItem | None:
    """Cut sentences out of an item; None when nothing is left."""
    cut = set(gone)
    left = [sentence for sentence in split_sentences(item.text) if sentence not in cut]
    return replace(item, text=" ".join(left)) if left else None


def without(note: MemoryItem, events: Mapping[str, str | None]) -> MemoryItem | None:
    """Take the part of some events out of a note; None when the note must go.

    Args:
        note: A compressed statement of several events.
        events: The words of each event to be forgotten; None where they are not held any more,
            so that its part of the note cannot be told from the rest.
    """
    if any(text is None for text in events.values()):
        return None
    said = [sentence for text in events.values() for sentence in split_sentences(text or "")]
    left = []
    for sentence in split_sentences(note.text):
        bare = sentence.partition(": ")[2] or sentence
        if not any(bare in one or one in sentence for one in said):
            left.append(sentence)
    sources = tuple(source for source in note.source_ids if source not in events)
    if not left or not sources:
        return None
    return replace(note, text=" ".join(left), source_ids=sources)


def erase(mind: Mind, request: ForgetRequest) -> int:
    """Carry out a request; how many items were removed or rewritten."""
    if request.item_id is None and request.kind is None:
        changed = _erase_events(mind, events_meant(request, mind.known))
        if request.event_ids is not None and request.scope is None:
            if request.start is None and request.end is None:
                mind.items.bury(sorted(request.event_ids))
    else:
        changed = sum(_erase_item(mind, item) for item in mind.items.wanted(request))
    if changed:
        mind.read_waiting()
    return changed


def _erase_events(mind: Mind, events: Sequence[str]) -> int:
    """Erase events by id."""
    if not events:
        return 0
    texts = {e: item.text if (item := mind.items.get(e)) else None for e in events}
    sayings = [saying for event_id in events for saying in mind.book.sayings_of(event_id)]
    changed = _erase_sayings(mind, sayings)
    for event_id in events:
        for item in mind.items.derived_from(event_id):
            if item.id == event_id:
                _drop_event(mind, item)
                changed += 1
            elif item.kind is ItemKind.SUMMARY and item.id in mind.items:
                gone = {e: texts[e] for e in item.source_ids if e in texts}
                _replace(mind, item, without(item, gone))
                changed += 1
    mind.journal.forget(events)
    mind.items.bury(events)
    for event_id in events:
        del mind.known[event_id]
    return changed


def _erase_sayings(mind: Mind, sayings: Sequence[Saying]) -> int:
    """Take sayings out of their lines; rules that quote them fall back to another wording."""
    if not sayings:
        return 0
    before = {item.id for s in sayings for item in mind.items.derived_from(s.event_id)}
    mind.shelf.forget_rules(saying.id for saying in sayings)
    lines = [mind.book.remove(saying) for saying in sayings]
    touched = mind.shelf.refresh(lines, mind.now())
    return len({name for name in touched if name in before or name.startswith(PREFIX)})


def _erase_item(mind: Mind, item: MemoryItem) -> int:
    """Erase one item, and its words from the messages that they were read from."""
    if item.id not in mind.items:
        return 0
    if not item.id.startswith(PREFIX):
        if item.session is not None:
            return _erase_events(mind, [item.id])
        _replace(mind, item, None)
        mind.journal.forget(item.source_ids)
        return 1
    line = mind.book.line_of(item.id.removeprefix(PREFIX))
    runs = [] if line is None else mind.shelf.runs(line)
    sayings = [s for run in runs if run.id == item.id.removeprefix(PREFIX) for s in run.sayings]
    changed = _erase_sayings(mind, sayings)
    for saying in sayings:
        message = mind.items.get(saying.event_id)
        if message is not None:
            changed += _cut(mind, message, saying.claim.text)
    mind.journal.forget(saying.event_id for saying in sayings)
    return max(1, changed)


def _cut(mind: Mind, message: MemoryItem, sentence: str) -> int:
    left = redacted(message, [sentence])
    if left is None:
        return _erase_events(mind, [message.id])
    if left == message:
        return 0
    _replace(mind, message, left)
    return 1


def _replace(mind: Mind, item: MemoryItem, left: MemoryItem | None) -> None:
    if left is None:
        mind.unshelve([item])
    else:
        mind.shelve(left)


def _drop_event(mind: Mind, item: MemoryItem) -> None:
    entry = mind.queue.get(item.scope.user, item.id)
    if entry is not None:
        mind.queue.take_out([entry])
    mind.unshelve([item])

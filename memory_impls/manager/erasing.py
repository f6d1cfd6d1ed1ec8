"""Hard forgetting (article B 5.4): out of the store, the chains, the indexes and the files.

What rests on several events loses the part of those that go, or goes. Ids of forgotten events stay,
so that they store nothing when they are fed again; no word of theirs does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memory_impls.api import ForgetRequest, Layer, MemoryItem
from memory_impls.manager.versions import PREFIX
from memory_impls.parts.lines import Saying

if TYPE_CHECKING:
    from memory_impls.manager.state import State

__all__ = ["erase"]


def erase(state: State, request: ForgetRequest) -> int:
    """Carry out a request; how many items were removed or rewritten."""
    if request.item_id is not None or request.kind is not None:
        return sum(_erase_item(state, item) for item in state.items.wanted(request))
    changed = _erase_events(state, _events_meant(state, request))
    only_ids = (request.scope, request.start, request.end)
    if request.event_ids is not None and all(part is None for part in only_ids):
        state.items.bury(sorted(request.event_ids))
    return changed


def _events_meant(state: State, request: ForgetRequest) -> list[str]:
    names = sorted(state.known if request.event_ids is None else request.event_ids)
    found = []
    for event_id in names:
        if event_id not in state.known:
            continue
        scope, at = state.known[event_id]
        if (
            (request.scope is None or scope == request.scope)
            and (request.start is None or at >= request.start)
            and (request.end is None or at < request.end)
        ):
            found.append(event_id)
    return found


def _erase_events(state: State, events: Sequence[str]) -> int:
    derived = {item.id for event in events for item in state.items.derived_from(event)}
    gone = [saying for event in events for saying in _sayings_from(state, event)]
    _erase_sayings(state, list({saying.id: saying for saying in gone}.values()))
    for event in events:
        # What is left of a turn carries the id of its event.
        left = state.items.get(event)
        if left is not None:
            state.unshelve([left])
    for scope in state.work.forget(frozenset(events)):
        state.show_work(scope)
    state.items.bury(events)
    for event in events:
        del state.known[event]
    return len(derived)


def _sayings_from(state: State, event_id: str) -> Iterable[Saying]:
    """List what an event said, and conclusions that were drawn from it among others."""
    yield from state.book.sayings_of(event_id)
    for name in state.concluded_from(event_id):
        line = state.book.line_of(name)
        yield from (one for one in (line.sayings if line is not None else ()) if one.id == name)


def _erase_sayings(state: State, sayings: Sequence[Saying]) -> None:
    lines = {}
    for saying in sayings:
        lines[saying.id] = state.book.remove(saying)
        state.versions.void.pop(saying.id, None)
        state.versions.joined.pop(saying.id, None)
        state.basis.pop(saying.id, None)
    state.links.remove(sayings)
    state.versions.refresh({line.id: line for line in lines.values()}.values())


def _erase_item(state: State, item: MemoryItem) -> int:
    if item.id not in state.items:
        return 0
    if item.layer is Layer.WORKING:
        state.work.forget(frozenset(item.source_ids))
        state.show_work(item.scope)
        return 1
    if not item.id.startswith(PREFIX):
        state.unshelve([item])
        _bury_spent(state, item.source_ids)
        return 1
    run = state.versions.run_of(item.id)
    sayings = list(run.sayings) if run is not None else []
    for saying in sayings:
        _cut_siblings(state, saying)
    _erase_sayings(state, sayings)
    _bury_spent(state, item.source_ids)
    return 1


def _cut_siblings(state: State, saying: Saying) -> None:
    """Leave to other statements of the same sentence no more than their own clause."""
    for other in state.book.sayings_of(saying.event_id):
        claim = other.claim
        if other.id == saying.id or claim.text != saying.claim.text or claim.clause == claim.text:
            continue
        line = state.book.remove(other)
        state.book.add(replace(other, claim=replace(claim, text=claim.clause)), line.id)
        state.versions.refresh([line])


def _bury_spent(state: State, events: Iterable[str]) -> None:
    """Set a tombstone for events of which nothing is held any more."""
    for event_id in events:
        if not state.items.derived_from(event_id):
            state.items.bury([event_id])
            state.known.pop(event_id, None)

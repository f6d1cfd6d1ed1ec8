"""Assemble an answer: search inside scope, kinds and windows, rank, fill places under quotas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from memory_impls.api import MemoryItem, Query, Recalled, Status
from memory_impls.manager.quotas import Candidate, chosen
from memory_impls.manager.ranking import scored
from memory_impls.manager.windows import in_window
from memory_impls.parts.history import asks_history
from memory_impls.parts.normalise import has_cjk
from memory_impls.parts.stored import visible_to
from memory_impls.parts.transcript import as_recalled

if TYPE_CHECKING:
    from memory_impls.manager.state import State

__all__ = ["recalled", "status_at"]


def status_at(item: MemoryItem, date: datetime) -> Status:
    """Tell how an item stands at a date: "as of" is a question, not a field."""
    if item.status is Status.ARCHIVED:
        return Status.ARCHIVED
    ended = item.valid_to is not None and item.valid_to <= date
    return Status.SUPERSEDED if ended else Status.CURRENT


def recalled(query: Query, state: State) -> Iterator[Recalled]:
    """List what to show, best first: work in hand, what holds, then what has ended, marked."""
    settings, as_of = state.settings, query.as_of
    visible = visible_to(query)

    def admits(held: Callable[[Status], bool]) -> Callable[[MemoryItem], bool]:
        return lambda item: (
            visible(item) and in_window(item, as_of, settings) and held(status_at(item, as_of))
        )

    holds = admits(lambda status: status is Status.CURRENT)
    yield from _work(query, state, visible)
    places = settings.places if query.max_items is None else min(settings.places, query.max_items)
    current = _ranked(query, state, holds)
    if settings.superseded == "exclude":
        yield from _filled(query, state, current, places)
        return
    ended = _ranked(query, state, admits(lambda status: status is not Status.CURRENT))
    if asks_history(query.text):
        both = sorted([*current, *ended], key=lambda one: (-round(one.score, 9), one.key))
        yield from _filled(query, state, both, places)
    else:
        yield from _filled(query, state, current, places)
        yield from (_shown(query, state, one) for one in ended)


def _work(query: Query, state: State, visible: Callable[[MemoryItem], bool]) -> Iterator[Recalled]:
    if not state.settings.working:
        return
    for item in sorted(state.working_items(), key=lambda one: one.id):
        if visible(item):
            yield replace(as_recalled(item, 1.0), status=Status.CURRENT, superseded_at=None)


def _ranked(query: Query, state: State, admits: Callable[[MemoryItem], bool]) -> list[Candidate]:
    search = state.search_for(query, admits)
    standing = [name for name in state.standing_of(query.scope) if search.admits(name)]
    scores = scored(state, search, standing, query.as_of)
    stands = frozenset(standing)
    found = [
        Candidate(key=name, kind=state.items[name].kind, score=score, standing=name in stands)
        for name, score in scores.items()
    ]
    found.sort(key=lambda one: (-round(one.score, 9), one.key))
    return _once(found, state)


def _once(found: list[Candidate], state: State) -> list[Candidate]:
    """Leave out what another item shows already: two statements of one sentence."""
    seen: set[tuple[str, str]] = set()
    left = []
    for one in found:
        item = state.items[one.key]
        keys = {(source, item.text) for source in item.source_ids}
        if not keys & seen:
            seen |= keys
            left.append(one)
    return left


def _filled(query: Query, state: State, ranked: list[Candidate], places: int) -> Iterator[Recalled]:
    first = chosen(
        ranked,
        places=places,
        share=state.settings.kind_share,
        standing_share=state.settings.standing_share,
    )
    by_key = {one.key: one for one in ranked}
    for name in first:
        yield _shown(query, state, by_key.pop(name))
    # What comes after enters only where something chosen is too long for the limit.
    for one in by_key.values():
        yield _shown(query, state, one)


def _shown(query: Query, state: State, one: Candidate) -> Recalled:
    item, as_of = state.items[one.key], query.as_of
    status = status_at(item, as_of)
    run = state.versions.run_of(item.id)
    text = item.text
    if run is not None and query.valid_at is not None and item.updated > as_of:
        text = state.versions.worded(run, until=as_of)
    doubt = state.versions.doubtful_since(item)
    if doubt is not None and doubt <= as_of and status is Status.CURRENT:
        text = f"{text} {_remark(text, doubt)}"
    return replace(
        as_recalled(item, round(one.score, 6)),
        text=text,
        status=status,
        superseded_at=item.valid_to if status is Status.SUPERSEDED else None,
        session=None,
    )


def _remark(text: str, since: datetime) -> str:
    day = since.date().isoformat()
    if has_cjk(text):
        return f"[存疑:其依据自{day}起已变]"
    return f"[in doubt: what it rests on has changed on {day}]"

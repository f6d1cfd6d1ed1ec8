"""Ordinary talk from a user's own dialogue file, in place of the pool's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from memory_impls.api import Event, EventKind
from scenarios.language.forms import Form
from scenarios.language.pool import Exchange, Thread
from scenarios.public import chat

__all__ = ["own_threads"]


@lru_cache(maxsize=8)
def own_threads(path: str) -> tuple[Thread, ...]:
    """Read a transcript as threads of talk: one for each session that has an exchange.

    Args:
        path: File or folder of chat messages, as ``--data chat=PATH`` reads them (docs/data.md).

    Raises:
        ValueError: The file is missing or malformed, or holds no user message with a reply.
    """
    place = Path(path)
    if not place.exists():
        raise ValueError(f"knob dialogue: {path} does not exist; give a file of chat messages")
    threads = tuple(thread for talk in chat.talks(place) for thread in _threads(talk.events))
    if not threads:
        raise ValueError(f"knob dialogue: {path} holds no user message followed by a reply")
    return threads


def _threads(events: Sequence[Event]) -> Iterator[Thread]:
    sessions: dict[str, list[Event]] = {}
    for event in events:
        sessions.setdefault(event.session, []).append(event)
    for session, said in sessions.items():
        exchanges = tuple(_exchanges(said))
        if exchanges:
            yield Thread(key=session, work=False, exchanges=exchanges, lists={})


def _exchanges(events: Sequence[Event]) -> Iterator[Exchange]:
    """Pair each user message with the reply that follows it directly."""
    for said, reply in pairwise(events):
        if (said.kind, reply.kind) == (EventKind.USER, EventKind.ASSISTANT):
            yield Exchange(user=_literal(said.text), assistant=_literal(reply.text), names=())


def _literal(text: str) -> Form:
    """Take a text as it stands: brackets and braces in it mean nothing."""
    return Form(source=text, slots=frozenset(), variants=(text,))

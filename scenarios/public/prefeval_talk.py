"""The talk around a preference: filler conversations, each a session of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from memory_impls.api import Event, EventKind
from scenarios.public.card import Findings
from scenarios.public.prefeval_items import Preference
from scenarios.public.reading import read_json
from scenarios.public.scribe import KINDS, Scribe
from scenarios.public.times import UNDATED

__all__ = ["Filler", "read_fillers", "write_talk"]

_SESSION_GAP = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Filler:
    """A conversation about something else: (kind, words)."""

    messages: tuple[tuple[EventKind, str], ...]


def read_fillers(file: Path, findings: Findings) -> list[Filler]:
    """Read the filler conversations.

    Raises:
        DataError: The file cannot be used; path, item and field are named.
    """
    fillers: list[Filler] = []
    for number, entry in enumerate(read_json(file).each()):
        item = entry.named(f"filler {number}")
        messages: list[tuple[EventKind, str]] = []
        for message in item.need("conversation").each():
            role = message.need("role")
            if role.text() not in KINDS:
                known = ", ".join(sorted(KINDS))
                raise role.wrong(f"is {role.text()!r}; it must be one of {known}")
            words = message.need("content").text().strip()
            if words:
                messages.append((KINDS[role.text()], words))
            else:
                findings.dropped("filler message without words", item.item)
        fillers.append(Filler(tuple(messages)))
    return fillers


def write_talk(
    item: Preference, ordinal: int, fillers: Sequence[Filler], before: int
) -> tuple[Scribe, Event]:
    """Write a history with the preference after the first ``before`` fillers.

    Returns:
        The events, and the one that states the preference.
    """
    scribe = Scribe(ordinal)
    said: Filler = Filler(((EventKind.USER, item.words),))
    sessions = [*fillers[:before], said, *fillers[before:]]
    first: dict[int, Event] = {}
    for number, session in enumerate(sessions):
        scribe.open(UNDATED + number * _SESSION_GAP)
        for kind, words in session.messages:
            first.setdefault(number, scribe.say(kind, words))
    return scribe, first[before]

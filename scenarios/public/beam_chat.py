"""The chats of BEAM: batches of turns, a date on the first message of a batch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from memory_impls.api import Event, EventKind, Scope
from scenarios.public.card import Findings
from scenarios.public.node import Node
from scenarios.public.reading import read_json
from scenarios.public.scribe import KINDS, Scribe
from scenarios.public.times import UNDATED, day_time

__all__ = ["Chat", "chat_file", "read_chat", "read_events"]

_ARTEFACT = re.compile(r"\s*->->\s*(?:\d+|N/A)\s*,\s*(?:\d+|N/A)\s*$", re.IGNORECASE)
_PLAN = re.compile(r"plan-(\d{1,6})", re.IGNORECASE)
_FILES = ("chat_trunecated.json", "chat.json")
_UNDATED_GAP = timedelta(hours=1)
_MAX_BYTES = 1 << 29


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """One chat.

    Attributes:
        by_id: Id of a message as published -> event id.
        sessions: Number of batches that hold something.
        stripped: Number of messages that ended in the generation artefact.
        dated: Number of messages with a date of their own.
    """

    file: Path
    scope: Scope
    events: tuple[Event, ...]
    by_id: Mapping[int, str]
    sessions: int
    stripped: int
    dated: int


def chat_file(folder: Path) -> Path | None:
    """Find the chat of a folder; the truncated one is what the questions were made for."""
    return next((folder / name for name in _FILES if (folder / name).is_file()), None)


def read_events(file: Path, ordinal: int) -> Iterator[Event]:
    """Read the events anew."""
    return iter(read_chat(file, "", ordinal, Findings()).events)


def read_chat(file: Path, name: str, ordinal: int, findings: Findings) -> Chat:
    """Read a chat, of one plan or of several (the 10M tier).

    A batch is a session. A date holds from its message to the end of the batch; a batch without
    one follows the batch before.

    Args:
        file: The chat.
        name: What it is called in findings.
        ordinal: Position among the chats, from 1.
        findings: Takes what was repaired or left out.

    Raises:
        DataError: The file cannot be used; path, item and field are named.
    """
    writer = _Writer(Scribe(ordinal), name, findings)
    for batch in _batches(read_json(file, max_bytes=_MAX_BYTES)):
        writer.batch(batch)
    if not writer.scribe.events:
        raise Node(None, file).wrong("holds no message")
    return Chat(
        file=file,
        scope=writer.scribe.scope,
        events=tuple(writer.scribe.events),
        by_id=writer.ids,
        sessions=writer.scribe.last_session + 1,
        stripped=writer.stripped,
        dated=writer.dated,
    )


class _Writer:
    """Writes the batches of one chat, with the clock carried forward."""

    def __init__(self, scribe: Scribe, name: str, findings: Findings) -> None:
        self.scribe = scribe
        self.ids: dict[int, str] = {}
        self.stripped = 0
        self.dated = 0
        self._name = name
        self._findings = findings
        self._clock: datetime | None = None

    def batch(self, batch: Node) -> None:
        """Write a batch, which is a session."""
        place = f"{self._name} {batch.item}".lstrip()
        messages = [message for turn in batch.need("turns").each() for message in turn.each()]
        clock = _batch_start(batch, messages, self._clock, place, self._findings)
        self.scribe.open(clock)
        for message in messages:
            clock = self._message(message, clock, place)
        self._clock = clock

    def _message(self, message: Node, clock: datetime, place: str) -> datetime:
        """Write a message; give the time it was said."""
        day = _date(message)
        self.dated += day is not None
        text, cut = _words(message)
        self.stripped += cut
        if not text:
            self._findings.dropped("message without words", place, str(message.value)[:80])
            return clock
        if day is not None and day.date() < clock.date():
            self._findings.repaired("date goes back inside a batch", place, f"{day.date()} ignored")
        at = day if day is not None and day > clock else None
        event = self.scribe.say(_kind(message), text, at=at)
        _note_id(message, event, self.ids, place, self._findings)
        return event.at


def _batches(root: Node) -> Iterator[Node]:
    """Go through the batches; plans come in numeric order."""
    for position, entry in enumerate(root.each(), 1):
        if "turns" in entry.mapping():
            yield entry.named(f"batch {position}")
            continue
        plans = [(key, plan) for key, plan in entry.entries() if _PLAN.fullmatch(key)]
        if not plans:
            raise entry.wrong("has neither 'turns' nor 'plan-1'; it must be a batch or plans")
        for key, plan in sorted(plans, key=lambda pair: _number(pair[0])):
            for number, batch in enumerate(plan.each(), 1):
                yield batch.named(f"{key} batch {number}")


def _number(key: str) -> int:
    match = _PLAN.fullmatch(key)
    return int(match[1]) if match else 0


def _batch_start(
    batch: Node,
    messages: list[Node],
    clock: datetime | None,
    place: str,
    findings: Findings,
) -> datetime:
    own = _date(batch)
    first = next((day for day in map(_date, messages) if day is not None), None)
    if own or first:
        return own or first or UNDATED
    if clock is not None:
        findings.repaired("batch without a date", place, "put an hour after the batch before")
        return clock + _UNDATED_GAP
    findings.repaired("batch without a date", place, f"put at {UNDATED.date()}")
    return UNDATED


def _date(node: Node) -> datetime | None:
    stamp = node.get("time_anchor")
    if stamp is None or not stamp.text().strip():
        return None
    try:
        return day_time(stamp.text())
    except ValueError as error:
        raise stamp.wrong(str(error)) from None


def _words(message: Node) -> tuple[str, bool]:
    content = message.get("content")
    text = content.text() if content else ""
    cut = _ARTEFACT.sub("", text)
    return cut.strip(), cut != text


def _kind(message: Node) -> EventKind:
    role = message.need("role")
    if role.text() not in KINDS:
        raise role.wrong(f"is {role.text()!r}; it must be one of {', '.join(sorted(KINDS))}")
    return KINDS[role.text()]


def _note_id(
    message: Node, event: Event, ids: dict[int, str], place: str, findings: Findings
) -> None:
    given = message.get("id")
    if given is None:
        findings.noted("message without an id", place, event.text[:40])
    elif ids.setdefault(given.whole(), event.id) != event.id:
        findings.noted("message id repeated", place, f"{given.whole()}; it means the first")

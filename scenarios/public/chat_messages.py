"""A user's own transcript: messages as chat APIs write them, in one file or in sessions.

A message has a role and a content, which is text, a list of parts, or null beside tool calls.
Times and sessions are optional.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_impls.api import Event, EventKind, ToolCall, ToolResult
from scenarios.public.card import Findings
from scenarios.public.node import Node
from scenarios.public.scribe import KINDS, Scribe
from scenarios.public.times import UNDATED, iso_time

__all__ = ["Transcript", "read_transcript"]

_TIME_KEYS = ("at", "timestamp", "created_at", "create_time", "time")
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One history.

    Attributes:
        places: Id of a message, or its position from 0, as text -> the events it became.
        ends: After so many events the message at each position has been said.
        dated: Whether any message had a time.
    """

    events: tuple[Event, ...]
    places: Mapping[str, tuple[str, ...]]
    ends: tuple[int, ...]
    sessions: int
    dated: bool


def read_transcript(
    sessions: list[Node], ordinal: int, gap: timedelta, findings: Findings
) -> Transcript:
    """Read the messages of one history.

    Args:
        sessions: Lists of messages; within one, a change of the field ``session`` or a pause
            longer than ``gap`` starts another.
        ordinal: Position of the history, from 1.
        gap: See above.
        findings: Takes what was repaired or left out.

    Raises:
        DataError: A message has no known role, or a field has a wrong type.
    """
    writer = _Writer(ordinal, gap, findings)
    for session in sessions:
        writer.session(session)
    if not writer.scribe.events:
        raise sessions[0].wrong("holds no message")
    return Transcript(
        events=tuple(writer.scribe.events),
        places=writer.places,
        ends=tuple(writer.ends),
        sessions=writer.scribe.last_session + 1,
        dated=writer.dated,
    )


class _Writer:
    def __init__(self, ordinal: int, gap: timedelta, findings: Findings) -> None:
        self.scribe = Scribe(ordinal)
        self.places: dict[str, tuple[str, ...]] = {}
        self.ends: list[int] = []
        self.dated = False
        self._gap = gap
        self._findings = findings
        self._calls: dict[str, str] = {}
        self._last: datetime | None = None

    def session(self, messages: Node) -> None:
        """Write a list of messages; it starts a session."""
        label: str | None = None
        fresh = True
        for message in messages.each():
            at = _time(message)
            self.dated |= at is not None
            named = message.get("session")
            given = named.scalar() if named else label
            pause = at is not None and self._last is not None and at - self._last > self._gap
            if fresh or given != label or pause:
                self.scribe.open(at or self._next_day())
            label, fresh = given, False
            self._message(message, at)

    def _next_day(self) -> datetime:
        return UNDATED if self._last is None else self._last + _DAY

    def _message(self, message: Node, at: datetime | None) -> None:
        position = len(self.ends)
        before = len(self.scribe.events)
        if at is not None and self._last is not None and at < self._last:
            self._findings.repaired("time goes back", f"message {position}", f"{at:%Y-%m-%d %H:%M}")
        for kind, text, payload in self._said(message):
            name = message.get("name")
            speaker = name.text() if name and kind is not EventKind.TOOL_RESULT else ""
            event = self.scribe.say(kind, text, speaker=speaker, at=at, payload=payload)
            self._last = event.at
        made = tuple(event.id for event in self.scribe.events[before:])
        if not made:
            self._findings.dropped("message without words", f"message {position}")
        self.ends.append(len(self.scribe.events))
        self._note(message, str(position), made)

    def _note(self, message: Node, position: str, made: tuple[str, ...]) -> None:
        self.places[position] = made
        given = message.get("id")
        if given is not None and not isinstance(given.value, int):
            if given.text() in self.places:
                raise given.wrong(f"is {given.text()!r}, which stands twice or is a position")
            self.places[given.text()] = made

    def _said(self, message: Node) -> Iterator[tuple[EventKind, str, ToolCall | ToolResult | None]]:
        role = message.need("role")
        kind = KINDS.get(role.text().lower())
        if kind is None:
            raise role.wrong(f"is {role.text()!r}; it must be one of {', '.join(sorted(KINDS))}")
        text = _content(message.get("content"))
        if kind is EventKind.TOOL_RESULT:
            yield kind, text, self._result(message)
            return
        if text:
            yield kind, text, None
        for call in _calls(message):
            self._calls[call.call_id] = call.name
            yield EventKind.TOOL_CALL, "", call

    def _result(self, message: Node) -> ToolResult:
        given, name = message.get("tool_call_id"), message.get("name")
        call_id = given.text() if given else ""
        failed = message.get("is_error")
        if failed is not None and not isinstance(failed.value, bool):
            raise failed.must_be("true or false")
        return ToolResult(
            call_id=call_id,
            name=name.text() if name else self._calls.get(call_id, ""),
            ok=not (failed and failed.value),
        )


def _time(message: Node) -> datetime | None:
    for key in _TIME_KEYS:
        stamp = message.get(key)
        if stamp is None:
            continue
        if isinstance(stamp.value, bool) or not isinstance(stamp.value, str | int | float):
            raise stamp.must_be("an ISO time or seconds since 1970")
        try:
            return iso_time(stamp.value)
        except ValueError as error:
            raise stamp.wrong(str(error)) from None
    return None


def _content(content: Node | None) -> str:
    """Text of a content: null is none, of parts those that are text."""
    if content is None:
        return ""
    if not isinstance(content.value, list):
        return content.text().strip()
    parts = [part for part in content.each() if isinstance(part.value, str) or part.get("text")]
    texts = [p.text() if isinstance(p.value, str) else p.need("text").text() for p in parts]
    return "\n".join(text.strip() for text in texts if text.strip())


def _calls(message: Node) -> Iterator[ToolCall]:
    calls = message.get("tool_calls")
    for number, call in enumerate(calls.each() if calls else ()):
        function = call.need("function")
        given = call.get("id")
        yield _call(function, given.text() if given else f"call-{number}")
    legacy = message.get("function_call")
    if legacy is not None:
        yield _call(legacy, "call-0")


def _call(function: Node, call_id: str) -> ToolCall:
    arguments = function.get("arguments")
    if arguments is None:
        written = ""
    elif isinstance(arguments.value, str):
        written = arguments.text()
    else:
        written = json.dumps(arguments.value, ensure_ascii=False, sort_keys=True)
    return ToolCall(call_id=call_id, name=function.need("name").text(), arguments=written)

"""The histories that checks feed: small, made by rule, every statement with a word of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from memory_impls.api import (
    Event,
    EventKind,
    Payload,
    Priority,
    Query,
    Scope,
    TaskState,
    TaskStatus,
    ToolCall,
    ToolResult,
)

__all__ = [
    "ANA",
    "ATLAS",
    "BEN",
    "BIRCH",
    "START",
    "asking",
    "canary",
    "event",
    "mixed_history",
    "said",
    "statements",
    "topic",
]

ANA = Scope(user="ana")
ATLAS = Scope(user="ana", project="atlas")
BIRCH = Scope(user="ana", project="birch")
BEN = Scope(user="ben")
START = datetime(2023, 3, 6, 9, 0, tzinfo=UTC)

_FIRST = """amber basil cedar delta ember fjord garnet hazel indigo jasper kelp lilac maple nickel
olive pearl quartz raven saffron teal umber violet willow xenon yarrow zinc""".split()
_SECOND = """anchor basket candle drawer engine fence gate hammer island jacket kettle ladder mirror
needle orchard pillow quilt ribbon saddle table urn valve wagon yard zipper bench cabin desk
envelope folder garage harbour inkwell jar kiosk lamp mantel notebook oven piano rack sofa tray
umbrella vault window yoke zone attic barn""".split()
_TALK = (
    "Good morning, how was the weekend?",
    "It rained all day, and we read at home.",
    "That sounds restful. Anything new otherwise?",
    "Not much, thanks for asking.",
)


def topic(number: int) -> str:
    """Name the thing that statement ``number`` is about; distinct up to 1,300."""
    first = _FIRST[number % len(_FIRST)]
    second = _SECOND[(number // len(_FIRST)) % len(_SECOND)]
    return f"{first} {second}"


def canary(number: int) -> str:
    """Make a word that stands in statement ``number`` and nowhere else.

    >>> canary(7) == canary(7) != canary(8)
    True
    """
    digest = hashlib.blake2b(f"canary {number}".encode(), digest_size=6).hexdigest()
    return "Zq" + digest.translate(str.maketrans("0123456789", "ghijklmnop"))


def event(
    id: str,
    text: str,
    *,
    at: datetime = START,
    session: str = "s1",
    scope: Scope = ATLAS,
    kind: EventKind = EventKind.USER,
    priority: Priority = Priority.NORMAL,
    payload: Payload | None = None,
    speaker: str = "",
) -> Event:
    """Make an event; what is not given is an ordinary message of Ana's."""
    return Event(
        id=id,
        at=at,
        session=session,
        scope=scope,
        kind=kind,
        text=text,
        speaker=speaker,
        priority=priority,
        payload=payload,
    )


def said(number: int, *, value: str | None = None) -> str:
    """Word statement ``number``, with its own canary or another value."""
    return f"My {topic(number)} is {value or canary(number)}."


def statements(
    count: int, *, first: int = 0, scope: Scope = ATLAS, start: datetime = START
) -> Iterator[Event]:
    """Make ``count`` statements, ten to a session, a session a day, five minutes apart."""
    for place in range(count):
        number = first + place
        session, turn = divmod(place, 10)
        yield event(
            f"{scope.user}.{scope.project}.{number}",
            said(number),
            at=start + timedelta(days=session, minutes=5 * turn),
            session=f"{scope.user}.{scope.project}.{first}.{session}",
            scope=scope,
        )


def asking(
    number: int | str,
    *,
    scope: Scope = ATLAS,
    max_tokens: int | None = None,
    max_items: int | None = None,
    at: datetime = START + timedelta(days=900),
    valid_at: datetime | None = None,
) -> Query:
    """Ask for the value of statement ``number``, or anything in words."""
    return Query(
        text=number if isinstance(number, str) else f"What is my {topic(number)}?",
        scope=scope,
        asked_at=at,
        valid_at=valid_at,
        max_tokens=max_tokens,
        max_items=max_items,
    )


def mixed_history() -> Iterator[Event]:
    """Mix what real histories mix: scopes, kinds of event, priorities, small talk, repeats.

    Statements 0-9 are Ana's on atlas, 10-14 hers on birch, 15-19 hers in general, 20-24 Ben's;
    sessions alternate, and the last but one carries earlier times than those before it.
    """
    yield from _task(1, START)
    yield from statements(5, first=0)
    yield from _small_talk(START + timedelta(hours=2))
    yield from statements(5, first=10, scope=BIRCH, start=START + timedelta(days=1))
    yield from statements(5, first=20, scope=BEN, start=START + timedelta(days=1, hours=3))
    yield from statements(5, first=15, scope=ANA, start=START + timedelta(days=2))
    yield from _task(2, START + timedelta(days=3))
    yield from statements(3, first=5, start=START - timedelta(days=40))
    yield from statements(2, first=8, start=START + timedelta(days=4))


def _small_talk(at: datetime) -> Iterator[Event]:
    for turn, text in enumerate(_TALK):
        kind = EventKind.ASSISTANT if turn % 2 else EventKind.USER
        speaker = "Robin" if turn % 2 else "Ana"
        moment = at + timedelta(minutes=turn)
        yield event(f"talk.{turn}", text, at=moment, session="talk", kind=kind, speaker=speaker)


def _task(number: int, at: datetime) -> Iterator[Event]:
    name = f"task.{number}"

    def step(
        place: int, kind: EventKind, text: str, payload: Payload | None, priority: Priority
    ) -> Event:
        moment = at + timedelta(seconds=place)
        return event(
            f"{name}.{place}",
            text,
            at=moment,
            session=name,
            kind=kind,
            payload=payload,
            priority=priority,
        )

    def status(state: TaskState) -> TaskStatus:
        return TaskStatus(task_id=name, state=state, goal="ship the harbour report")

    call = ToolCall(call_id=f"c{number}", name="upload", arguments='{"file": "report.csv"}')
    failed = ToolResult(call_id=f"c{number}", name="upload", ok=False)
    worked = ToolResult(call_id=f"c{number}", name="upload")
    yield step(0, EventKind.TASK_STATUS, "", status(TaskState.STARTED), Priority.NORMAL)
    yield step(1, EventKind.TOOL_CALL, "", call, Priority.NORMAL)
    yield step(2, EventKind.TOOL_RESULT, "Error 507: no space left", failed, Priority.LOW)
    yield step(3, EventKind.TOOL_RESULT, "uploaded 12 rows", worked, Priority.NORMAL)
    yield step(4, EventKind.SYSTEM, "The agent runs version 2.3.1.", None, Priority.NORMAL)
    yield step(5, EventKind.TASK_STATUS, "", status(TaskState.DONE), Priority.NORMAL)

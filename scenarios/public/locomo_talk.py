"""The conversations of LoCoMo: sessions in numeric order, turns with speakers and captions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from memory_impls.api import Event, EventKind, Scope
from scenarios.public.card import Findings
from scenarios.public.dialogue_ids import canonical_id
from scenarios.public.node import Node
from scenarios.public.times import TURN_GAP, locomo_time

__all__ = ["Talk", "read_talk"]

_SESSION = re.compile(r"session_(\d{1,6})")
_DATE = re.compile(r"session_(\d{1,6})_date_time")
_DIALOGUE_ID = re.compile(r"D(\d{1,6}):(\d{1,6})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One conversation.

    Attributes:
        name: Its ``sample_id``.
        speakers: The two who talk, as the file names them.
        turns: Canonical turn id ("D8:6") -> event id.
        sessions: Number of sessions that hold something.
        captions: Number of turns with the caption of a picture.
    """

    name: str
    scope: Scope
    speakers: tuple[str, str]
    events: tuple[Event, ...]
    turns: Mapping[str, str]
    sessions: int
    captions: int


def read_talk(
    node: Node, name: str, ordinal: int, findings: Findings, *, captions: bool = True
) -> Talk:
    """Read the ``conversation`` of one item.

    Ids come from position, so that none repeats, crosses conversations or tells anything.

    Args:
        node: The object under ``conversation``.
        name: What the item is called in findings.
        ordinal: Position in the file, from 1.
        findings: Takes what was repaired or left out.
        captions: Append the caption of a shared picture to the words of its turn.

    Raises:
        DataError: A session is no list, has no readable time, or a turn lacks its text.
    """
    scope = Scope(user=f"conversation-{ordinal:02}")
    events: list[Event] = []
    turns: dict[str, str] = {}
    pictures = sessions = 0
    for number, session in _sessions(node, name, findings):
        start = _time(node, number)
        prefix = f"{ordinal:02}-{number:02}"
        held = len(events)
        for place, turn in enumerate(session.each(), 1):
            caption = _optional(turn, "blip_caption")
            dialogue_id = _dialogue_id(turn, number, place, name, findings)
            pictures += bool(caption)
            event = Event(
                id=f"{prefix}-{place:03}",
                at=start + (place - 1) * TURN_GAP,
                session=prefix,
                scope=scope,
                kind=EventKind.USER,
                text=_words(turn, caption if captions else ""),
                speaker=turn.need("speaker").text().strip(),
            )
            if not event.text:
                findings.dropped("turn without words", name, dialogue_id)
                continue
            events.append(event)
            if turns.setdefault(dialogue_id, event.id) != event.id:
                findings.noted("turn id repeated", name, f"{dialogue_id}; it means the first")
        sessions += len(events) > held
    if not events:
        raise node.wrong("holds no turn with words")
    return Talk(
        name=name,
        scope=scope,
        speakers=(node.need("speaker_a").text(), node.need("speaker_b").text()),
        events=tuple(events),
        turns=turns,
        sessions=sessions,
        captions=pictures,
    )


def _sessions(node: Node, name: str, findings: Findings) -> list[tuple[int, Node]]:
    """Sessions in numeric order: session 10 comes after session 2 (case A05)."""
    numbered: dict[int, Node] = {}
    dated: set[int] = set()
    for key, value in node.entries():
        session, date = _SESSION.fullmatch(key), _DATE.fullmatch(key)
        if session:
            if int(session[1]) in numbered:
                raise value.wrong(f"is a second session number {int(session[1])}")
            numbered[int(session[1])] = value
        elif date:
            dated.add(int(date[1]))
    phantoms = sorted(dated - set(numbered))
    if phantoms:
        listed = ", ".join(map(str, phantoms))
        findings.dropped("date without a session", name, f"sessions {listed}")
    for number, value in sorted(numbered.items()):
        if not list(value.each()):
            findings.dropped("empty session", name, f"session {number}")
            del numbered[number]
    if not numbered:
        raise node.wrong("holds no session; it must have keys session_1, session_2, ...")
    return sorted(numbered.items())


def _time(node: Node, number: int) -> datetime:
    stamp = node.need(f"session_{number}_date_time")
    try:
        return locomo_time(stamp.text())
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise stamp.wrong(str(error)) from None


def _words(turn: Node, caption: str) -> str:
    text = turn.need("text").text().strip()
    return f"{text} [shares a photo: {caption}]".lstrip() if caption else text


def _dialogue_id(turn: Node, number: int, place: int, name: str, findings: Findings) -> str:
    given = _optional(turn, "dia_id")
    match = _DIALOGUE_ID.fullmatch(given)
    if match is None:
        made = canonical_id(number, place)
        findings.repaired("turn id missing or malformed", name, f"{given!r} read as {made}")
        return made
    return canonical_id(*match.groups())


def _optional(turn: Node, key: str) -> str:
    found = turn.get(key)
    return found.text().strip() if found else ""

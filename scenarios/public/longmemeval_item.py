"""One question of LongMemEval with its own haystack of sessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from memory_impls.api import Event
from scenarios.api import Aspect, Atom, Gold, Probe
from scenarios.public.card import Findings
from scenarios.public.history import ASK_AFTER, latest
from scenarios.public.lines import Place, read_place
from scenarios.public.node import Node
from scenarios.public.scribe import KINDS, Scribe
from scenarios.public.times import longmemeval_time
from scenarios.public.values import Sought, Talked, atoms_for

__all__ = ["ABSTENTION", "Item", "read_again", "read_item"]

ABSTENTION = "abstention"
"""Category of the questions whose id ends in ``_abs``, whatever their type (case A27)."""

_SUFFIX = "_abs"
_UPDATE = "knowledge-update"
"""The one type that wants what holds now; the others also take what held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question.

    Attributes:
        gold_sessions: Number of distinct sessions that hold the answer.
        sessions: Number of sessions in the haystack, repeated ones counted.
        saturated: Nothing to choose from: every session holds the answer (case A12).
    """

    name: str
    kind: str
    events: tuple[Event, ...]
    probe: Probe
    sessions: int
    gold_sessions: int
    saturated: bool


@dataclass(slots=True)
class _Session:
    """One occurrence of a session; ids repeat with other dates (case A08)."""

    position: int
    name: str
    at: datetime
    turns: Node
    events: list[Event]
    marked: list[str]


def read_again(place: Place, ordinal: int) -> Iterator[Event]:
    """Read the events of an item anew."""
    return iter(read_item(read_place(place), ordinal, Findings(), values=False).events)


def read_item(node: Node, ordinal: int, findings: Findings, *, values: bool = True) -> Item:
    """Read one question and its haystack; sessions come in order of time.

    Args:
        node: The item.
        ordinal: Position in the file, from 1.
        findings: Takes what was repaired, left out or could not be resolved.
        values: Require an answer that is a short value stated by its evidence.

    Raises:
        DataError: A field is missing or has a wrong type, a time cannot be read, lists differ in
            length.
    """
    name = node.need("question_id").text()
    item = node.named(name)
    asked_at = _asked_at(item)
    question = item.need("question").text().strip()
    if not question:
        raise item.need("question").wrong("is empty")
    sessions = _sessions(item, asked_at, findings)
    scribe = Scribe(ordinal)
    for session in sessions:
        _write(scribe, session, findings)
    if not scribe.events:
        raise item.need("haystack_sessions").wrong("holds no message")
    kept = [session for session in sessions if session.events]
    gold = _gold(item, kept, findings)
    if values and gold.answerable and not gold.evidence_any:
        gold = replace(gold, required=_required(name, question, gold, scribe))
    kind = item.need("question_type").text()
    wanted = {one.text() for one in item.need("answer_session_ids").each()}
    hits = {session.name for session in kept} & wanted
    return Item(
        name=name,
        kind=kind,
        events=tuple(scribe.events),
        probe=_probe(question, kind, gold, scribe, asked_at),
        sessions=len(kept),
        gold_sessions=len(hits),
        saturated=bool(hits) and all(session.name in wanted for session in kept),
    )


def _probe(
    question: str, kind: str, gold: Gold, scribe: Scribe, asked_at: datetime | None
) -> Probe:
    return Probe(
        id="q",
        text=question,
        scope=scribe.scope,
        asked_at=asked_at or latest(scribe.events) + ASK_AFTER,
        gold=gold,
        aspects=frozenset({Aspect.HISTORY} if gold.required and kind != _UPDATE else ()),
        category=kind if gold.answerable else ABSTENTION,
        session=scribe.last_session,
    )


def _required(name: str, question: str, gold: Gold, scribe: Scribe) -> tuple[Atom, ...]:
    sought = Sought(
        id=name, question=question, parts=(gold.answer,), evidence_ids=gold.evidence_ids
    )
    return atoms_for(sought, Talked(scribe.events))


def _asked_at(item: Node) -> datetime | None:
    stamp = item.get("question_date")
    return None if stamp is None else _time(stamp)


def _time(stamp: Node) -> datetime:
    try:
        return longmemeval_time(stamp.text())
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise stamp.wrong(str(error)) from None


def _sessions(item: Node, asked_at: datetime | None, findings: Findings) -> list[_Session]:
    names = list(item.need("haystack_session_ids").each())
    dates = list(item.need("haystack_dates").each())
    turns = list(item.need("haystack_sessions").each())
    if not len(names) == len(dates) == len(turns):
        raise item.wrong(
            f"has {len(names)} session ids, {len(dates)} dates and {len(turns)} sessions; "
            "the three lists must be of one length"
        )
    found: list[_Session] = []
    seen: set[str] = set()
    for position, (name, date, turn) in enumerate(zip(names, dates, turns, strict=True)):
        session = _Session(position, name.text(), _time(date), turn, [], [])
        if session.name in seen:
            detail = f"{session.name} at {session.at:%Y-%m-%d}; kept as a session of its own"
            findings.noted("session id repeated", item.item, detail)
        seen.add(session.name)
        if asked_at is not None and session.at > asked_at:
            detail = f"{session.name} at {session.at:%Y-%m-%d %H:%M}"
            findings.dropped("session after the question", item.item, detail)
            continue
        found.append(session)
    return sorted(found, key=lambda session: (session.at, session.position))


def _write(scribe: Scribe, session: _Session, findings: Findings) -> None:
    scribe.open(session.at)
    item = session.turns.item
    for turn in session.turns.each():
        role = turn.need("role")
        if role.text() not in KINDS:
            raise role.wrong(f"is {role.text()!r}; it must be one of {', '.join(sorted(KINDS))}")
        content = turn.get("content")
        words = content.text().strip() if content else ""
        if not words:
            findings.dropped("message without words", item, f"session {session.name}")
            continue
        event = scribe.say(KINDS[role.text()], words)
        session.events.append(event)
        mark = turn.get("has_answer")
        if mark is not None and not isinstance(mark.value, bool):
            raise mark.must_be("true or false")
        if mark is not None and mark.value:  # the key alone says nothing
            session.marked.append(event.id)
    if not session.events:
        findings.dropped("empty session", item, session.name)


def _gold(item: Node, sessions: list[_Session], findings: Findings) -> Gold:
    """Decide answerable first: the id says it, not the type."""
    answer = item.need("answer").scalar().strip()
    if not isinstance(item.need("answer").value, str):
        findings.repaired("answer is a number", item.item, answer)
    if item.item.endswith(_SUFFIX):
        points = ("Says that the conversations do not tell.", answer)
        return Gold(answerable=False, rubric=tuple(point for point in points if point))
    if not answer:
        raise item.need("answer").wrong("is empty; an answerable question needs one")
    marked: dict[str, None] = {}
    spoken: dict[str, None] = {}
    for name in dict.fromkeys(one.text() for one in item.need("answer_session_ids").each()):
        held = [session for session in sessions if session.name == name]
        if not held:
            findings.unresolved("gold session is not in the haystack", item.item, name)
            continue
        # of several occurrences the one with marks counts, and only that one
        gold = next((session for session in held if session.marked), held[0])
        marked.update(dict.fromkeys(gold.marked))
        spoken.update(dict.fromkeys(event.id for event in gold.events))
        if not gold.marked:
            findings.noted("gold session without a marked turn", item.item, name)
    if not spoken:
        findings.noted("no evidence: not scorable for evidence recall", item.item)
    return Gold(
        answer=answer,
        evidence_ids=tuple(marked or spoken),
        evidence_any=not marked and bool(spoken),
    )

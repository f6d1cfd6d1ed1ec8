"""One row of MemoryAgentBench as a history: the context in chunks, then its questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from memory_impls.api import Event, EventKind
from scenarios.api import Gold, Probe
from scenarios.public.card import Findings
from scenarios.public.chunks import cut
from scenarios.public.history import ASK_AFTER, latest
from scenarios.public.memoryagentbench_rows import Row
from scenarios.public.node import Node
from scenarios.public.scribe import Scribe
from scenarios.public.times import UNDATED

__all__ = ["Item", "read_item"]

_CHUNK_GAP = timedelta(days=1)
_SUFFIX = "_abs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One context.

    Attributes:
        feed: Produces the events.
        events: Number of pieces fed. sessions: number of chunks.
    """

    name: str
    feed: Callable[[], Iterator[Event]]
    events: int
    sessions: int
    probes: tuple[Probe, ...]


def read_item(
    row: Row,
    node: Node,
    name: str,
    ordinal: int,
    sizes: tuple[int, int],
    findings: Findings,
) -> Item:
    """Read one row.

    Args:
        row: Where it can be read again.
        node: What it holds.
        name: What the context is called.
        ordinal: Position of the context, from 1.
        sizes: Tokens of a chunk and of the pieces it is fed in.
        findings: Takes what was repaired or left out.

    Raises:
        DataError: A field is missing or has a wrong type, lists differ in length.
    """
    item = node.named(name)
    scribe = _fed(item, ordinal, sizes)
    if not scribe.events:
        raise item.need("context").wrong("is empty")
    return Item(
        name=name,
        feed=partial(_feed_again, row, ordinal, sizes),
        events=len(scribe.events),
        sessions=scribe.sessions,
        probes=tuple(_probes(item, scribe, findings)),
    )


def _feed_again(row: Row, ordinal: int, sizes: tuple[int, int]) -> Iterator[Event]:
    return iter(_fed(row.read(), ordinal, sizes).events)


def _fed(item: Node, ordinal: int, sizes: tuple[int, int]) -> Scribe:
    scribe = Scribe(ordinal)
    chunk_tokens, event_tokens = sizes
    context = item.need("context").text()
    for number, chunk in enumerate(cut(context, max_tokens=chunk_tokens)):
        scribe.open(UNDATED + number * _CHUNK_GAP)
        for piece in cut(chunk, max_tokens=event_tokens):
            scribe.say(EventKind.USER, piece)
    return scribe


def _probes(item: Node, scribe: Scribe, findings: Findings) -> Iterator[Probe]:
    questions, answers = list(item.need("questions").each()), list(item.need("answers").each())
    if len(questions) != len(answers):
        raise item.wrong(f"has {len(questions)} questions and {len(answers)} answers")
    metadata = item.need("metadata")
    source = metadata.need("source").text()
    ids = metadata.get("question_ids")
    names = [one.scalar() for one in ids.each()] if ids and isinstance(ids.value, list) else []
    at = latest(scribe.events) + ASK_AFTER
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True)):
        place = f"{item.item}/q{number:03}"
        text = question.text().strip()
        right = _answers(answer)
        unanswerable = number < len(names) and names[number].endswith(_SUFFIX)
        if not text or not (right or unanswerable):
            findings.dropped("question or answer empty", place)
            continue
        yield Probe(
            id=f"q{number:03}",
            text=text,
            scope=scribe.scope,
            asked_at=at,
            gold=_gold(right, unanswerable),
            category=source,
            session=scribe.last_session,
        )


def _answers(answer: Node) -> tuple[str, ...]:
    """All right answers as text; an answer is one, or a list of several."""
    given = list(answer.each()) if isinstance(answer.value, list) else [answer]
    return tuple(dict.fromkeys(text for one in given if (text := one.scalar().strip())))


def _gold(right: tuple[str, ...], unanswerable: bool) -> Gold:
    if unanswerable:
        return Gold(answerable=False, rubric=("Says that the context does not tell.", *right))
    return Gold(answer=right[0], also=right[1:])

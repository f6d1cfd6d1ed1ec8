"""What both layouts of PersonaMem come to: sessions of one persona, questions along them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from memory_impls.api import Event, EventKind
from scenarios.api import Gold, Probe
from scenarios.public.card import Findings
from scenarios.public.history import ASK_AFTER, Placed
from scenarios.public.options import Options, option
from scenarios.public.scribe import Scribe
from scenarios.public.times import UNDATED

__all__ = [
    "Persona",
    "PersonaMemOptions",
    "Turn",
    "choice_probe",
    "placed_along",
    "usable",
    "write_sessions",
]

_SESSION_GAP = timedelta(days=1)
_LABELS = {
    EventKind.USER: re.compile(r"^User:[ \t]*"),
    EventKind.ASSISTANT: re.compile(r"^Assistant:[ \t]*"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaMemOptions(Options):
    """Options of the PersonaMem loader."""

    persona: bool = option(True, "show the system turns, which hold the persona")
    size: str = option("", "which size, '32k' for questions_32k.csv; '' where there is one only")


@dataclass(frozen=True, slots=True)
class Turn:
    """One message; ``kind`` SYSTEM starts a session."""

    kind: EventKind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """One shared context with its questions.

    Attributes:
        source: Produces the events.
        size: Number of events. sessions: number of sessions.
    """

    name: str
    source: Callable[[], Iterable[Event]]
    asks: tuple[Placed, ...]
    size: int
    sessions: int


def write_sessions(
    turns: Iterable[Turn], ordinal: int, *, persona: bool
) -> tuple[Scribe, list[int]]:
    """Write the events of a context.

    Args:
        turns: In order; a system turn starts a session.
        ordinal: Position of the context, from 1.
        persona: Show the system turns.

    Returns:
        The events, and for each turn how many events there are once it has been said.
    """
    scribe = Scribe(ordinal)
    after: list[int] = []
    started = 0
    for turn in turns:
        if turn.kind is EventKind.SYSTEM or not started:
            scribe.open(UNDATED + started * _SESSION_GAP)
            started += 1
        text = _unlabelled(turn)
        if text and (persona or turn.kind is not EventKind.SYSTEM):
            scribe.say(turn.kind, text)
        after.append(len(scribe.events))
    return scribe, after


def choice_probe(
    *,
    probe_id: str,
    text: str,
    options: tuple[str, ...],
    right: int,
    category: str,
    seen: Scribe,
    after: int,
) -> Probe:
    """Build a question with options, asked shortly after the last event it may see."""
    before = seen.events[after - 1] if after else None
    asked_at = (before.at if before else UNDATED) + ASK_AFTER
    session = int(before.session.rpartition("-")[2]) - 1 if before else 0
    return Probe(
        id=probe_id,
        text=text,
        scope=seen.scope,
        asked_at=asked_at,
        gold=Gold(answer=options[right], choices=options),
        category=category,
        session=session,
    )


def placed_along(asks: Iterable[Placed]) -> tuple[Placed, ...]:
    """Order questions by their places; those of one place keep the file's order."""
    return tuple(sorted(asks, key=lambda placed: placed.after))


def usable(options: tuple[str, ...], right: int | None, item: str, findings: Findings) -> bool:
    """Tell whether a choice can be scored; list what is odd about it."""
    if len(options) < 2 or not all(options):
        findings.dropped("options empty or too few", item, repr(options)[:200])
        return False
    if right is None or not 0 <= right < len(options):
        findings.dropped("no option is marked as right", item)
        return False
    if options.count(options[right]) > 1:
        findings.noted("the right option stands twice", item)
    elif len(set(options)) < len(options):
        findings.noted("a wrong option stands twice", item)
    return True


def _unlabelled(turn: Turn) -> str:
    """The words without the role's own name in front, which only repeats the role."""
    label = _LABELS.get(turn.kind)
    return (label.sub("", turn.text, count=1) if label else turn.text).strip()

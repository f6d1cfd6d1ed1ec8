"""From what was said, and from what happened to a task or a tool, to sayings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from memory_impls.api import EventKind, ItemKind, Scope
from memory_impls.parts.claims import Claim, ValueForm
from memory_impls.parts.claims.value import content
from memory_impls.parts.lines.line import Saying
from memory_impls.parts.normalise import fold
from memory_impls.parts.sentences import split_sentences

__all__ = ["TRUST", "Spoken", "failure_of", "sayings_of", "status_of"]

TRUST = {EventKind.USER: 2, EventKind.SYSTEM: 2, EventKind.ASSISTANT: 0}
"""Who may change what: an assistant never overwrites what a user said."""


class Spoken(Protocol):
    """What of an event or an entry goes into its sayings."""

    @property
    def id(self) -> str:
        """Id of the event."""

    @property
    def at(self) -> datetime:
        """When it was said."""

    @property
    def session(self) -> str:
        """Where it was said."""

    @property
    def scope(self) -> Scope:
        """Whose memory it belongs to."""

    @property
    def kind(self) -> EventKind:
        """Who or what says it."""

    @property
    def speaker(self) -> str:
        """Name of who says it, if known."""


def sayings_of(spoken: Spoken, claims: Sequence[Claim], points: int) -> list[Saying]:
    """Make sayings of the claims of one event or entry.

    Args:
        spoken: What makes them.
        claims: In the order in which they stand in it.
        points: Importance that scoring gave it, 1 to 5.
    """
    return [
        Saying(
            id=f"{spoken.id}#{at}",
            event_id=spoken.id,
            claim=claim,
            at=spoken.at,
            session=spoken.session,
            scope=spoken.scope,
            speaker=spoken.speaker or spoken.kind.value,
            weight=points / 5,
            trust=TRUST.get(spoken.kind, 1),
        )
        for at, claim in enumerate(claims)
    ]


def status_of(task: str, text: str) -> Claim:
    """Read a change of task status: the state of a task is one thing that has one value."""
    return Claim(
        text=text,
        clause=text,
        kind=ItemKind.TASK_STATE,
        subject=f"task {fold(task)}",
        attribute=("status",),
        guards=(fold(task),),
        topic=task,
        value=text,
        value_key=(fold(text),),
        form=ValueForm.TEXT,
        single=True,
        change=True,
    )


def failure_of(text: str) -> Claim:
    """Read a tool's error: that this attempt failed, so that it is not made again (2.1)."""
    name = text.partition(" failed")[0][:80]
    first = next(iter(split_sentences(text)), text)[:240]
    return Claim(
        text=first,
        clause=first,
        kind=ItemKind.METHOD,
        subject=f"tool {fold(name)}",
        attribute=tuple(sorted({"fail", *content(first)[:8]})),
        topic=name,
        value=first,
        value_key=content(first),
        form=ValueForm.TEXT,
    )

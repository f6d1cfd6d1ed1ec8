"""Writing the events of a history down: ids from position, times from the session's start."""

from __future__ import annotations

from datetime import datetime, timedelta

from memory_impls.api import Event, EventKind, Payload, Scope
from scenarios.public.times import TURN_GAP

__all__ = ["KINDS", "Scribe", "neutral_scope"]

KINDS = {
    "user": EventKind.USER,
    "human": EventKind.USER,
    "assistant": EventKind.ASSISTANT,
    "system": EventKind.SYSTEM,
    "developer": EventKind.SYSTEM,
    "tool": EventKind.TOOL_RESULT,
    "function": EventKind.TOOL_RESULT,
}
"""Kind of event by the role of a message."""


def neutral_scope(ordinal: int) -> Scope:
    """Whose memory the history at this position of a data set is; it names nothing."""
    return Scope(user=f"user-{ordinal:04}")


class Scribe:
    """Writes the sessions of one history.

    Ids come from position alone: data sets repeat their own, and some of theirs tell the answer
    (cases A08, A11). Ids sort in order of writing.

    Args:
        ordinal: Position of the history in its data set, from 1.
        scope: Whose history it is; a neutral one by default.
    """

    def __init__(self, ordinal: int, *, scope: Scope | None = None) -> None:
        self.events: list[Event] = []
        self.scope = scope or neutral_scope(ordinal)
        self.sessions = 0
        self._ordinal = ordinal
        self._turn = 0
        self._clock: datetime | None = None
        self._written = False

    def open(self, at: datetime) -> None:
        """Begin a session; one in which nothing was said leaves no trace."""
        if self.sessions == 0 or self._written:
            self.sessions += 1
        self._turn, self._written = 0, False
        self._clock = at

    def say(
        self,
        kind: EventKind,
        text: str,
        *,
        speaker: str = "",
        at: datetime | None = None,
        payload: Payload | None = None,
        gap: timedelta = TURN_GAP,
    ) -> Event:
        """Write an event of the open session.

        Args:
            kind: What raised it.
            text: What was said.
            speaker: Who said it.
            at: When; by default ``gap`` after the event before. Within a session time never goes
                back: an earlier time is moved up to the last one.
            payload: Of a tool call or result.
            gap: See ``at``.
        """
        if self._clock is None:
            raise RuntimeError("no session is open; call open first")
        due = self._clock if not self._written else self._clock + gap
        self._clock = due if at is None else max(at, self._clock)
        self._turn += 1
        self._written = True
        session = f"{self._ordinal:04}-{self.sessions:04}"
        event = Event(
            id=f"{session}-{self._turn:05}",
            at=self._clock,
            session=session,
            scope=self.scope,
            kind=kind,
            text=text,
            speaker=speaker,
            payload=payload,
        )
        self.events.append(event)
        return event

    @property
    def last_session(self) -> int:
        """Ordinal of the last session that holds something, from 0; -1 when none does."""
        return self.sessions - 1 if self._written else self.sessions - 2

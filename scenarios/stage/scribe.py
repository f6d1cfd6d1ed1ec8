"""Writes events: neutral ids, times that never go back within a session, typed payloads."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memory_impls.api import (
    Event,
    EventKind,
    Payload,
    Priority,
    Scope,
    TaskStatus,
    ToolCall,
    ToolResult,
)
from memory_impls.parts.tokens import count_tokens
from scenarios.api import Observe
from scenarios.stage.plot import Tool

__all__ = ["Scribe"]

_SPEAKERS = {
    "en": {EventKind.USER: "User", EventKind.ASSISTANT: "Assistant"},
    "zh": {EventKind.USER: "用户", EventKind.ASSISTANT: "助手"},
}


_NEVER = datetime.min.replace(tzinfo=UTC)


class Scribe:
    """Writes the events of one history, one session at a time.

    Ids count events ("e000001"), sessions ("s00001") and calls ("c00001"): they say nothing about
    gold.

    Args:
        language: Decides what speakers are called.
        counting: Keep ``tokens`` up to date; costs time.
    """

    def __init__(self, language: str, *, counting: bool) -> None:
        self._speakers = _SPEAKERS[language]
        self._counting = counting
        self._events = 0
        self._sessions = 0
        self._calls = 0
        self._session = ""
        self._now = _NEVER
        self._tick = timedelta()
        self.scope = Scope(user="")
        self.tokens = 0

    @property
    def now(self) -> datetime:
        """Time of the last event."""
        return self._now

    def open(self, scope: Scope, start: datetime, tick: timedelta) -> None:
        """Open the next session; its events are ``tick`` apart."""
        self._sessions += 1
        self._session = f"s{self._sessions:05d}"
        self._now = start
        self._tick = tick
        self.scope = scope

    def write(
        self,
        kind: EventKind,
        text: str,
        *,
        tool: Tool | None = None,
        priority: Priority = Priority.NORMAL,
    ) -> Observe:
        """Write the next event of the open session."""
        self._events += 1
        self._now += self._tick
        if self._counting:
            self.tokens += count_tokens(text)
        return Observe(
            event=Event(
                id=f"e{self._events:06d}",
                at=self._now,
                session=self._session,
                scope=self.scope,
                kind=kind,
                text=text,
                speaker=self._speakers.get(kind) or (tool.name if tool else ""),
                priority=priority,
                payload=None if tool is None else self._payload(kind, tool),
            )
        )

    def _payload(self, kind: EventKind, tool: Tool) -> Payload | None:
        if kind is EventKind.TASK_STATUS:
            return TaskStatus(task_id=tool.task, state=tool.state, stage=tool.stage, goal=tool.goal)
        if kind is EventKind.TOOL_CALL:
            self._calls += 1
            return ToolCall(call_id=f"c{self._calls:05d}", name=tool.name, arguments=tool.arguments)
        if kind is EventKind.TOOL_RESULT:
            return ToolResult(call_id=f"c{self._calls:05d}", name=tool.name, ok=tool.ok)
        return None

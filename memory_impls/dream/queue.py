"""The short-term layer: what came in since the last dream, in order, complete (article A 3.1).

The queue has no upper bound: it may exceed its limit while a task runs, and drops nothing. Only a
dream that commits takes entries out, by id, never while walking over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_impls.api import Event, EventKind, Priority, Scope, TaskState, TaskStatus, ToolResult
from memory_impls.parts.model import Entry
from memory_impls.parts.transcript import words_of

__all__ = ["Queue", "QueueEntry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueEntry:
    """One event, with what scoring and triggers need of it."""

    id: str
    at: datetime
    session: str
    scope: Scope
    kind: EventKind
    text: str
    speaker: str = ""
    priority: Priority = Priority.NORMAL
    ok: bool = True
    task: str = ""
    state: TaskState | None = None

    @classmethod
    def of(cls, event: Event) -> QueueEntry:
        """Take over an event."""
        payload = event.payload
        status = payload if isinstance(payload, TaskStatus) else None
        return cls(
            id=event.id,
            at=event.at,
            session=event.session,
            scope=event.scope,
            kind=event.kind,
            text=words_of(event),
            speaker=event.speaker,
            priority=event.priority,
            ok=payload.ok if isinstance(payload, ToolResult) else True,
            task=status.task_id if status else "",
            state=status.state if status else None,
        )

    def entry(self, key: str | None = None) -> Entry:
        """Show the entry to a task, under a short key if one is given."""
        return Entry(
            id=key or self.id,
            text=self.text,
            at=self.at,
            kind=self.kind,
            speaker=self.speaker,
            ok=self.ok,
        )

    def plain(self) -> dict[str, object]:
        """Write the entry as JSON has it."""
        return {
            "id": self.id,
            "at": self.at.isoformat(),
            "session": self.session,
            "scope": [self.scope.user, self.scope.project],
            "kind": self.kind.value,
            "text": self.text,
            "speaker": self.speaker,
            "priority": self.priority.value,
            "ok": self.ok,
            "task": self.task,
            "state": None if self.state is None else self.state.value,
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> QueueEntry:
        """Read an entry back."""
        user, project = plain["scope"]
        return cls(
            id=plain["id"],
            at=datetime.fromisoformat(plain["at"]),
            session=plain["session"],
            scope=Scope(user=user, project=project),
            kind=EventKind(plain["kind"]),
            text=plain["text"],
            speaker=plain["speaker"],
            priority=Priority(plain["priority"]),
            ok=plain["ok"],
            task=plain["task"],
            state=None if plain["state"] is None else TaskState(plain["state"]),
        )


class Queue:
    """Entries by user, in the order of their arrival."""

    def __init__(self) -> None:
        self._lanes: dict[str, dict[str, QueueEntry]] = {}

    def __len__(self) -> int:
        """Return the number of entries of all users."""
        return sum(len(lane) for lane in self._lanes.values())

    @property
    def users(self) -> tuple[str, ...]:
        """Users with entries, sorted."""
        return tuple(sorted(self._lanes))

    def put(self, entry: QueueEntry) -> None:
        """Append an entry."""
        self._lanes.setdefault(entry.scope.user, {})[entry.id] = entry

    def of(self, user: str) -> tuple[QueueEntry, ...]:
        """List the entries of a user."""
        return tuple(self._lanes.get(user, {}).values())

    def length(self, user: str) -> int:
        """Count the entries of a user."""
        return len(self._lanes.get(user, ()))

    def get(self, user: str, entry_id: str) -> QueueEntry | None:
        """Find an entry, or None."""
        return self._lanes.get(user, {}).get(entry_id)

    def take_out(self, entries: Iterable[QueueEntry]) -> None:
        """Remove entries that a dream has consumed, or that are to be forgotten."""
        for entry in entries:
            lane = self._lanes.get(entry.scope.user, {})
            lane.pop(entry.id, None)
            if not lane:
                self._lanes.pop(entry.scope.user, None)

    def plain(self) -> list[object]:
        """Write all entries as JSON has them."""
        return [entry.plain() for user in self.users for entry in self.of(user)]

    def load(self, plain: Sequence[Any]) -> None:
        """Take over what ``plain`` wrote."""
        self._lanes = {}
        for row in plain:
            self.put(QueueEntry.from_plain(row))

"""Working memory: where each open task stands (article B 1.2, 2.1).

It is kept apart from everything else and never saved: a restart rebuilds it from the events of the
open task. It names what is done, what is under way, what is waited for and how often it failed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory_impls.api import (
    Event,
    ItemKind,
    Layer,
    MemoryItem,
    Scope,
    TaskState,
    TaskStatus,
    ToolCall,
    ToolResult,
)

__all__ = ["Note", "Working"]

_OVER = frozenset({TaskState.DONE, TaskState.FAILED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """An event of a task or a tool, with its words as they may be kept."""

    event: Event
    text: str

    @property
    def order(self) -> tuple[datetime, str]:
        """Place in time."""
        return self.event.at, self.event.id


class Working:
    """Open tasks of each scope, worked out from their events."""

    def __init__(self) -> None:
        self._notes: dict[Scope, dict[str, Note]] = {}
        self.closed: dict[Scope, datetime] = {}
        """When a scope's last task ended: what is no later has been dealt with. Times only."""

    def add(self, note: Note) -> None:
        """Note an event once; events of tasks that are over are passed over."""
        scope = note.event.scope
        over = self.closed.get(scope)
        if over is None or note.event.at > over:
            self._notes.setdefault(scope, {})[note.event.id] = note

    def settle(self, scope: Scope) -> None:
        """Drop the notes of a scope once none of its tasks is open."""
        notes = self._notes.get(scope)
        if notes and not self._tasks(scope):
            if any(isinstance(n.event.payload, TaskStatus) for n in notes.values()):
                self.closed[scope] = max(note.event.at for note in notes.values())
            del self._notes[scope]

    def is_open(self) -> bool:
        """Tell whether any task is under way."""
        return any(self._tasks(scope) for scope in self._notes)

    def forget(self, event_ids: frozenset[str]) -> list[Scope]:
        """Drop notes of events; the scopes that had any."""
        touched = []
        for scope, notes in list(self._notes.items()):
            gone = event_ids & notes.keys()
            if gone:
                touched.append(scope)
            for event_id in sorted(gone):
                del notes[event_id]
            if not notes:
                del self._notes[scope]
        return touched

    def summary(self, scope: Scope, task_id: str) -> str:
        """Write where a task stands, "" when it is not known."""
        found = self._stand(scope).get(task_id)
        return found.text() if found is not None else ""

    def sources(self, scope: Scope, task_id: str) -> tuple[str, ...]:
        """List the events that tell where a task stands."""
        found = self._stand(scope).get(task_id)
        return found.sources if found is not None else ()

    def items(self, scope: Scope) -> list[MemoryItem]:
        """Describe the open tasks of a scope."""
        return [task.item(scope) for task in self._tasks(scope)]

    def _tasks(self, scope: Scope) -> list[_Task]:
        return [task for task in self._stand(scope).values() if not task.over]

    def _stand(self, scope: Scope) -> dict[str, _Task]:
        tasks: dict[str, _Task] = {}
        latest: _Task | None = None
        for note in sorted(self._notes.get(scope, {}).values(), key=lambda one: one.order):
            payload = note.event.payload
            if isinstance(payload, TaskStatus):
                latest = tasks.setdefault(payload.task_id, _Task(task_id=payload.task_id))
                latest.change(payload, note)
            elif latest is not None and not latest.over:
                latest.use(note)
        return tasks


class _Task:
    """One task, as its events so far tell."""

    def __init__(self, *, task_id: str) -> None:
        self._id = task_id
        self._goal = ""
        self._state = ""
        self._next = ""
        self._done: list[str] = []
        self._pending: dict[str, str] = {}
        self._failures = 0
        self._last_failure = ""
        self._notes: list[Note] = []
        self.over = False

    def change(self, status: TaskStatus, note: Note) -> None:
        """Take in a change of status."""
        self._notes.append(note)
        self._goal = status.goal or self._goal
        self._state = status.state.value.replace("_", " ")
        self.over = status.state in _OVER
        if status.state is TaskState.STAGE_DONE:
            self._done.append(status.stage or "a stage")
            self._next = ""
        elif status.stage:
            self._next = status.stage
        if status.state is TaskState.FAILED:
            self._failures += 1

    def use(self, note: Note) -> None:
        """Take in a call of a tool or its result."""
        payload = note.event.payload
        if isinstance(payload, ToolCall):
            self._notes.append(note)
            self._pending[payload.call_id] = note.text
        elif isinstance(payload, ToolResult):
            self._notes.append(note)
            self._pending.pop(payload.call_id, None)
            if not payload.ok:
                self._failures += 1
                self._last_failure = note.text

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of its events, in order."""
        return tuple(note.event.id for note in self._notes)

    def text(self) -> str:
        """Write where the task stands."""
        words = [f"Task {self._id}: {self._state}"]
        words += [f"goal: {self._goal}"] if self._goal else []
        words += [f"done: {', '.join(self._done)}"] if self._done else []
        words += [f"next: {self._next}"] if self._next and not self.over else []
        words += [f"pending: {'; '.join(self._pending.values())}"] if self._pending else []
        if self._failures:
            last = f", last: {self._last_failure[:160]}" if self._last_failure else ""
            words.append(f"failed {self._failures} times{last}")
        return "; ".join(words)

    def item(self, scope: Scope) -> MemoryItem:
        """Describe the task as an item of the working layer."""
        first, last = self._notes[0].event, self._notes[-1].event
        return MemoryItem(
            id=f"work:{first.id}",
            text=self.text(),
            kind=ItemKind.TASK_STATE,
            layer=Layer.WORKING,
            scope=scope,
            source_ids=self.sources,
            created=first.at,
            updated=last.at,
            valid_from=first.at,
            importance=0.9,
        )

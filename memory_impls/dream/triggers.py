"""When to dream (article A 3.2, 4.4): queue length, age, the end of a stage, a pause, idleness."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from memory_impls.api import EventKind, Occasion, TaskState
from memory_impls.dream.queue import Queue, QueueEntry
from memory_impls.dream.settings import Settings

__all__ = ["Trigger", "Triggers"]

_RESTING = frozenset({TaskState.PAUSED, TaskState.DONE, TaskState.FAILED, TaskState.STAGE_DONE})
_AT_WORK = frozenset({EventKind.TOOL_CALL, EventKind.TOOL_RESULT})
_PAUSE = timedelta(hours=1)
_GONE = timedelta(days=2)
"""A task that was never ended does not keep its user awake for longer than this."""


@dataclass(slots=True)
class _Clock:
    """What a user's triggers go by."""

    last_dream: datetime | None = None
    running: dict[str, datetime] = field(default_factory=dict)
    between: dict[str, datetime] = field(default_factory=dict)
    rested: str = ""
    retry_at: datetime | None = None
    retry_length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """Whose queue is to be dreamt over, and why."""

    user: str
    name: str
    why: str


class Triggers:
    """Knows for each user when the last dream was and which tasks run."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._clocks: dict[str, _Clock] = {}

    def note(self, entry: QueueEntry) -> None:
        """Take notice of an event: the first starts the clock, a task status moves a task."""
        clock = self._clocks.setdefault(entry.scope.user, _Clock())
        if clock.last_dream is None:
            clock.last_dream = entry.at
        if entry.kind in _AT_WORK and clock.between:
            # After the end of a stage the first step of the agent begins the next one.
            clock.running.update(dict.fromkeys(clock.between, entry.at))
            clock.between.clear()
        if entry.state is TaskState.STARTED:
            clock.running[entry.task] = entry.at
            clock.rested = ""
        elif entry.state in _RESTING:
            clock.running.pop(entry.task, None)
            clock.between.pop(entry.task, None)
            if entry.state is TaskState.STAGE_DONE:
                clock.between[entry.task] = entry.at
            clock.rested = f"task {entry.task} {entry.state.value.replace('_', ' ')}"

    def dreamt(self, user: str, at: datetime) -> None:
        """Start a user's clock anew."""
        clock = self._clocks.setdefault(user, _Clock())
        clock.last_dream = at if clock.last_dream is None else max(at, clock.last_dream)
        clock.rested = ""
        clock.retry_at, clock.retry_length = None, 0

    def failed(self, user: str, length: int, at: datetime) -> None:
        """Wait an hour, or for a batch more of entries, before a dream is tried again."""
        clock = self._clocks.setdefault(user, _Clock())
        clock.retry_at = at + _PAUSE
        clock.retry_length = length + self._settings.batch

    def due(self, queue: Queue, now: datetime, occasion: Occasion) -> list[Trigger]:
        """List whose dream is due; a user with a running task is let be."""
        found = []
        for user in queue.users:
            name, why = self._why(user, queue.length(user), now, occasion)
            if name:
                found.append(Trigger(user=user, name=name, why=why))
        return found

    def _why(self, user: str, length: int, now: datetime, occasion: Occasion) -> tuple[str, str]:
        clock = self._clocks.get(user, _Clock())
        if any(now - started < _GONE for started in clock.running.values()):
            return "", ""
        if clock.retry_at is not None and now < clock.retry_at and length < clock.retry_length:
            return "", ""
        settings = self._settings
        limit = settings.queue_limit * (3 if settings.policy == "time_first" else 1)
        if length >= limit:
            return "count", f"{length} entries wait, limit {limit}"
        age = now - (clock.last_dream or now)
        if age >= timedelta(hours=settings.max_age_hours):
            return "time", f"{age.total_seconds() / 3600:.0f} h since the last dream"
        if settings.policy == "time_first":
            return "", ""
        if settings.stage_trigger and clock.rested:
            return "stage", clock.rested
        if settings.idle_trigger and occasion is Occasion.IDLE:
            return "idle", "nothing to do"
        return "", ""

    def plain(self) -> list[object]:
        """Write all clocks as JSON has them."""
        return [
            [
                user,
                None if clock.last_dream is None else clock.last_dream.isoformat(),
                [[task, at.isoformat()] for task, at in sorted(clock.running.items())],
                [[task, at.isoformat()] for task, at in sorted(clock.between.items())],
                clock.rested,
                None if clock.retry_at is None else clock.retry_at.isoformat(),
                clock.retry_length,
            ]
            for user, clock in sorted(self._clocks.items())
        ]

    def load(self, plain: list[Any]) -> None:
        """Take over what ``plain`` wrote."""
        self._clocks = {
            user: _Clock(
                last_dream=None if last is None else datetime.fromisoformat(last),
                running={task: datetime.fromisoformat(at) for task, at in running},
                between={task: datetime.fromisoformat(at) for task, at in between},
                rested=rested,
                retry_at=None if retry_at is None else datetime.fromisoformat(retry_at),
                retry_length=retry_length,
            )
            for user, last, running, between, rested, retry_at, retry_length in plain
        }

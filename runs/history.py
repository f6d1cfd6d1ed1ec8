"""What has happened so far in a replay: events observed and erased, tasks that are open."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memory_impls.api import Event, ForgetRequest, Scope, TaskState, TaskStatus
from scenarios.api import Observe, Scenario

__all__ = ["STAGE_ENDS", "History", "names_event"]

STAGE_ENDS = frozenset({TaskState.STAGE_DONE, TaskState.PAUSED, TaskState.DONE, TaskState.FAILED})
"""States of a task after which a design is asked whether it wants to consolidate."""

_CLOSED = frozenset({TaskState.DONE, TaskState.FAILED})


class History:
    """Follows a replay.

    Attributes:
        observed: Ids of the events observed.
        forgotten: Ids of events observed and then erased; fed again they stay erased.
        events_seen: Number of events observed.
        now: Latest time reached; it never goes back, even when a later session is an older one.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.observed: set[str] = set()
        self.forgotten: set[str] = set()
        self.events_seen = 0
        self.now: datetime | None = None
        self._scenario = scenario
        self._open: dict[tuple[Scope, str], list[Event]] = {}

    def reach(self, at: datetime) -> datetime:
        """Move the clock on to a time, if it lies ahead."""
        if self.now is None or at > self.now:
            self.now = at
        return self.now

    def known(self, event_ids: tuple[str, ...]) -> tuple[str, ...]:
        """Keep the ids of events observed and not erased."""
        return tuple(i for i in event_ids if i in self.observed and i not in self.forgotten)

    @property
    def has_open_task(self) -> bool:
        """Whether some task was started and neither done nor failed."""
        return bool(self._open)

    def follow_task(self, event: Event) -> None:
        """Keep the events of open tasks: a working memory is rebuilt from them, not saved."""
        status = event.payload
        if isinstance(status, TaskStatus) and status.state is TaskState.STARTED:
            self._open.setdefault((event.scope, status.task_id), [])
        for (scope, _), events in self._open.items():
            if scope == event.scope:
                events.append(event)
        if isinstance(status, TaskStatus) and status.state in _CLOSED:
            self._open.pop((event.scope, status.task_id), None)

    def open_events(self) -> list[Event]:
        """List the events of all open tasks, each once, in the order of their observation."""
        found = {event.id: event for events in self._open.values() for event in events}
        if len(self._open) < 2:
            return list(found.values())
        return [event for event in self.replayed() if event.id in found]

    def replayed(self) -> Iterator[Event]:
        """Produce the events observed so far once more, from the scenario, not from a copy."""
        left = self.events_seen
        steps = self._scenario.steps()
        while left:
            step = next(steps)
            if type(step) is Observe:
                left -= 1
                yield step.event

    def erase(self, request: ForgetRequest) -> frozenset[str]:
        """Note what a request erases and return the ids of those events."""
        if request.item_id is not None or request.kind is not None:
            return frozenset()  # items of a design; which events they rest on is its own business
        erased = frozenset(event.id for event in self.replayed() if names_event(request, event))
        self.forgotten |= erased
        return erased


def names_event(request: ForgetRequest, event: Event) -> bool:
    """Tell whether an event meets every criterion of a request; a scope is meant exactly."""
    return (
        (request.event_ids is None or event.id in request.event_ids)
        and (request.scope is None or event.scope == request.scope)
        and (request.start is None or event.at >= request.start)
        and (request.end is None or event.at < request.end)
    )

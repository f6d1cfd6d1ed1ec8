"""Scenarios that are read and not made: events from a source, questions at their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_impls.api import Event
from scenarios.api import Ask, Observe, Probe, Scenario, Step

__all__ = ["ASK_AFTER", "DataScenario", "Held", "Placed", "at_end", "latest"]

ASK_AFTER = timedelta(minutes=10)
"""From the last event of a history to its questions, where the data set gives no time."""


@dataclass(frozen=True, slots=True)
class Held:
    """A source whose events are held."""

    events: tuple[Event, ...]

    def __call__(self) -> Iterator[Event]:
        """Produce the events."""
        return iter(self.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A question and how many events come before it."""

    after: int
    probe: Probe


@dataclass(frozen=True, slots=True, kw_only=True)
class DataScenario(Scenario):
    """A history of a data set.

    Attributes:
        source: Produces the events, the same at every call; it may read a file anew each time, so
            that a set larger than memory can be replayed.
        asks: Questions, in order of their places.
    """

    source: Callable[[], Iterable[Event]]
    asks: tuple[Placed, ...]

    def steps(self) -> Iterator[Step]:
        """Produce events and questions in order."""
        waiting = 0
        for seen, event in enumerate(self.source()):
            while waiting < len(self.asks) and self.asks[waiting].after <= seen:
                yield Ask(probe=self.asks[waiting].probe)
                waiting += 1
            yield Observe(event=event)
        for placed in self.asks[waiting:]:
            yield Ask(probe=placed.probe)

    def probes(self) -> Iterator[Probe]:
        """Produce the questions without reading the events."""
        return (placed.probe for placed in self.asks)


def at_end(events: Sequence[Event], probes: Iterable[Probe]) -> tuple[Placed, ...]:
    """Put questions after all events."""
    return tuple(Placed(after=len(events), probe=probe) for probe in probes)


def latest(events: Sequence[Event]) -> datetime:
    """The latest time of any event; there must be one."""
    return max(event.at for event in events)

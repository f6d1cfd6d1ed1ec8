"""Scenarios that are read and not made: steps held in memory, the same at every call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_impls.api import Event
from scenarios.api import Ask, Observe, Probe, Scenario, Step

__all__ = ["ASK_AFTER", "HeldScenario", "asked_at_end", "latest"]

ASK_AFTER = timedelta(minutes=10)
"""From the last event of a history to its questions, where the data set gives no time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldScenario(Scenario):
    """A history whose steps are held."""

    held: tuple[Step, ...]

    def steps(self) -> Iterator[Step]:
        """Produce the steps."""
        return iter(self.held)


def asked_at_end(events: Sequence[Event], probes: Sequence[Probe]) -> tuple[Step, ...]:
    """Put all events first and all questions after them."""
    seen: list[Step] = [Observe(event=event) for event in events]
    return (*seen, *(Ask(probe=probe) for probe in probes))


def latest(events: Sequence[Event]) -> datetime:
    """The latest time of any event; there must be one."""
    return max(event.at for event in events)

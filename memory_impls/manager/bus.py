"""The event bus: whatever happens is published, and who writes memory subscribes (B 6.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from memory_impls.api import Event, EventKind

__all__ = ["Bus", "Subscriber"]

Subscriber = Callable[[Event], None]


class Bus:
    """Delivers events to subscribers by kind, in the order of subscription.

    >>> bus, heard = Bus(), []
    >>> bus.subscribe([EventKind.USER], lambda event: heard.append(event.id))
    >>> sorted(kind.value for kind in bus.kinds)
    ['user']
    """

    def __init__(self) -> None:
        self._subscribers: dict[EventKind, list[Subscriber]] = {}

    @property
    def kinds(self) -> frozenset[EventKind]:
        """Kinds of event that somebody listens to."""
        return frozenset(self._subscribers)

    def subscribe(self, kinds: Iterable[EventKind], subscriber: Subscriber) -> None:
        """Have a subscriber called with every event of some kinds."""
        for kind in sorted(kinds):
            self._subscribers.setdefault(kind, []).append(subscriber)

    def publish(self, event: Event) -> None:
        """Deliver an event; one that nobody listens to is passed over."""
        for subscriber in self._subscribers.get(event.kind, ()):
            subscriber(event)

"""At which sessions something recurs; the first ones do not depend on how many there are."""

from __future__ import annotations

from collections.abc import Iterator

from scenarios.stage.draws import Draws

__all__ = ["ages", "scattered", "share"]

_HORIZON = 14
"""Sessions over which distractors are scattered, unless there are more distractors than that."""


def ages(*, first: int, step: int, sessions: int, growth: int = 4) -> Iterator[int]:
    """Give sessions at which to ask: ``growth`` even steps, then twice as far each time.

    >>> list(ages(first=3, step=4, sessions=70))
    [3, 7, 11, 15, 31, 63]
    """
    session = first
    asked = 0
    while session < sessions:
        yield session
        asked += 1
        session = session + step if asked < growth else 2 * session + 1


def scattered(draws: Draws, n: int) -> Iterator[tuple[int, Draws]]:
    """Draw ``n`` sessions, from 1 on, at which to distract; each with a stream of its own."""
    for number in range(n):
        own = draws.sub("distractor", number)
        yield 1 + own.below(max(_HORIZON - 1, n)), own


def share(n: int, of: int, place: int) -> int:
    """Give the part of ``n`` things that falls to one of ``of`` places.

    >>> [share(7, 3, place) for place in range(3)]
    [3, 2, 2]
    """
    return len(range(place, n, of))

"""At which sessions something recurs; the first ones do not depend on how many there are."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["ages"]


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

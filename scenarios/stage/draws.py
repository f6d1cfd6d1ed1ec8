"""Seeded draws that are the same in every process, on every platform, in every version.

A draw is a pure function of a path such as ``("tempo", 1, 42, "session", 3)``. Only
``random.Random.random`` is used on top of the seed: Python documents that its sequence does not
change, which ``choice`` and ``shuffle`` do not promise. The built-in ``hash`` is never used.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

__all__ = ["Deck", "Draws", "seed_of"]

T = TypeVar("T")


def seed_of(*path: object) -> int:
    """Hash a path of strings and numbers to a 64-bit seed.

    >>> seed_of("a", 1) == seed_of("a", 1), seed_of("a", 1) == seed_of("a1")
    (True, False)
    """
    text = "\x1f".join(str(part) for part in path)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


class Draws:
    """A stream of random choices that belongs to one path."""

    __slots__ = ("_path", "random")

    def __init__(self, *path: object) -> None:
        self._path = path
        self.random = random.Random(seed_of(*path)).random

    def sub(self, *path: object) -> Draws:
        """Open the stream of a longer path; what was drawn here does not matter."""
        return Draws(*self._path, *path)

    def below(self, n: int) -> int:
        """Draw an integer from 0 to ``n - 1``."""
        return int(self.random() * n)

    def between(self, low: int, high: int) -> int:
        """Draw an integer from ``low`` to ``high``, both included."""
        return low + int(self.random() * (high - low + 1))

    def chance(self, p: float) -> bool:
        """Be true with probability ``p``."""
        return self.random() < p

    def pick(self, options: Sequence[T]) -> T:
        """Draw one of the options."""
        return options[int(self.random() * len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """Draw an order of all options."""
        result = list(options)
        for i in range(len(result) - 1, 0, -1):
            j = int(self.random() * (i + 1))
            result[i], result[j] = result[j], result[i]
        return result

    def sample(self, options: Sequence[T], n: int) -> list[T]:
        """Draw ``n`` different options.

        Raises:
            ValueError: There are fewer than ``n``.
        """
        if n > len(options):
            raise ValueError(f"cannot draw {n} of {len(options)} options; offer more of them")
        return self.shuffled(options)[:n]


class Deck(Generic[T]):
    """Deals options at random; one that was dealt stays away until half of the others were.

    Several decks may share one stream: what they deal then depends on the order of the deals.
    """

    __slots__ = ("_draws", "_left", "_rest", "_resting")

    def __init__(self, options: Sequence[T], draws: Draws) -> None:
        if not options:
            raise ValueError("a deck needs at least one option; the list was empty")
        self._draws = draws
        self._left = list(options)
        self._rest: deque[T] = deque()
        self._resting = len(options) // 2

    def deal(self) -> T:
        """Deal the next option."""
        left = self._left
        at = int(self._draws.random() * len(left))
        card = left[at]
        left[at] = left[-1]
        left.pop()
        self._rest.append(card)
        if len(self._rest) > self._resting:
            left.append(self._rest.popleft())
        return card

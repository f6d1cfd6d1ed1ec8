"""The book of lines: finds what a new saying may be about without reading everything held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from memory_impls.parts.claims.value import content
from memory_impls.parts.lines.line import Line, Saying

__all__ = ["Book"]

_Index = dict[tuple[object, ...], dict[str, int]]
"""From a key to the lines that have it, and how many of their sayings do."""
_BUSY = 64
"""A word that this many lines share says nothing about which one is meant."""


class Book:
    """Lines by id, by saying, and by the words of what they are about and what they say.

    Cost: adding and looking up take time in proportion to the words of one claim; words that
    stand in more than a fixed number of lines are not followed.
    """

    def __init__(self) -> None:
        self._lines: dict[str, Line] = {}
        self._line_of: dict[str, str] = {}
        self._of_event: dict[str, dict[str, None]] = {}
        self._exact: _Index = {}
        self._words: _Index = {}

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def __iter__(self) -> Iterator[Line]:
        return iter(self._lines.values())

    def get(self, line_id: str) -> Line | None:
        """Find a line, or None."""
        return self._lines.get(line_id)

    def line_of(self, saying_id: str) -> Line | None:
        """Find the line that a saying stands in."""
        line_id = self._line_of.get(saying_id)
        return None if line_id is None else self._lines[line_id]

    def sayings_of(self, event_id: str) -> list[Saying]:
        """List what an event said, in order."""
        found: list[Saying] = []
        for saying_id in self._of_event.get(event_id, ()):
            line = self.line_of(saying_id)
            if line is not None:
                found.extend(saying for saying in line.sayings if saying.id == saying_id)
        return found

    def add(self, saying: Saying, line_id: str | None = None) -> Line:
        """Put a saying into a line, a new one named after it if none is given."""
        name = line_id or saying.id
        line = self._lines.get(name)
        if line is None:
            line = self._lines[name] = Line(id=name, scope=saying.scope)
        line.add(saying)
        self._line_of[saying.id] = line.id
        self._of_event.setdefault(saying.event_id, {})[saying.id] = None
        for index, key in self._keys(saying):
            count = index.setdefault(key, {})
            count[line.id] = count.get(line.id, 0) + 1
        return line

    def remove(self, saying: Saying) -> Line:
        """Take a saying out; its line stays, empty if that was all, until ``drop``."""
        line = self._lines[self._line_of.pop(saying.id)]
        line.sayings.remove(saying)
        said = self._of_event[saying.event_id]
        del said[saying.id]
        if not said:
            del self._of_event[saying.event_id]
        for index, key in self._keys(saying):
            count = index[key]
            count[line.id] -= 1
            if not count[line.id]:
                del count[line.id]
            if not count:
                del index[key]
        return line

    def drop(self, line: Line) -> None:
        """Strike an empty line."""
        if not line.sayings:
            del self._lines[line.id]

    def candidates(self, saying: Saying, limit: int) -> list[Line]:
        """List lines that a saying may be about, most words in common first.

        Those with the very same subject, attribute and guards come before all others.
        """
        exact = self._exact.get(self._exact_key(saying), {}) if saying.claim.attribute else {}
        votes: Counter[str] = Counter()
        for stem in self._asked(saying):
            lines = self._words.get((saying.scope, stem), {})
            if len(lines) <= _BUSY:
                votes.update(lines.keys())
        ranked = sorted(votes, key=lambda line_id: (-votes[line_id], line_id))
        newest = islice(reversed(exact), limit)
        names = dict.fromkeys([*newest, *ranked])
        return [self._lines[name] for name in list(names)[:limit]]

    def _keys(self, saying: Saying) -> Iterator[tuple[_Index, tuple[object, ...]]]:
        yield self._exact, self._exact_key(saying)
        for stem in self._held(saying):
            yield self._words, (saying.scope, stem)

    @staticmethod
    def _exact_key(saying: Saying) -> tuple[object, ...]:
        return saying.scope, saying.claim.slot

    @staticmethod
    def _held(saying: Saying) -> Iterable[str]:
        claim = saying.claim
        return sorted({*claim.attribute, *content(claim.value), *claim.guards} - {"±"})

    @staticmethod
    def _asked(saying: Saying) -> Iterable[str]:
        claim = saying.claim
        words = {*claim.attribute, *claim.guards, *content(claim.old)}
        if claim.form.value == "attitude":
            words |= set(claim.attribute)
        return sorted(words - {"±"})

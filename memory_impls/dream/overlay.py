"""What waiting entries already change, so that no answer before a dream contradicts them.

A dream lags behind what was said last. Recall would show an old value as current next to the
entry that changed it. So new entries are read by rules on arrival, without any model, against a
book of their own; long-term memory itself is not touched. A dream clears it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from memory_impls.api import EventKind
from memory_impls.dream.queue import QueueEntry
from memory_impls.dream.settings import Settings
from memory_impls.parts.claims import Relation, Stance, read, relate
from memory_impls.parts.claims.relation import Similar
from memory_impls.parts.claims.sense import Sense
from memory_impls.parts.lines import (
    TRUST,
    Book,
    Line,
    Saying,
    place,
    runs_of,
    sayings_of,
    status_of,
)
from memory_impls.parts.model import ModelFailure, Pair
from memory_impls.parts.model.extract import source_of

__all__ = ["Overlay"]


class _Both(Book):
    """The book of lines and the waiting sayings, read as one."""

    def __init__(self, book: Book, waiting: Book) -> None:
        super().__init__()
        self._book = book
        self._waiting = waiting

    def candidates(self, saying: Saying, limit: int) -> list[Line]:
        """List lines of both."""
        lines = [*self._book.candidates(saying, limit), *self._waiting.candidates(saying, limit)]
        return [self.merged(name) for name in dict.fromkeys(line.id for line in lines)]

    def line_of(self, saying_id: str) -> Line | None:
        """Find the line of a saying in either."""
        return self._book.line_of(saying_id) or self._waiting.line_of(saying_id)

    def merged(self, line_id: str) -> Line:
        """Join what both say in one line."""
        found = [line for book in (self._book, self._waiting) if (line := book.get(line_id))]
        whole = Line(id=line_id, scope=found[0].scope)
        for line in found:
            for saying in line.sayings:
                whole.add(saying)
        return whole


class Overlay:
    """Since when sayings, known or waiting, no longer hold because of waiting entries."""

    def __init__(
        self,
        book: Book,
        settings: Settings,
        similar: Similar,
        likely: Callable[[Saying], Iterable[Line]],
        sense: Callable[[], Sense | None],
    ) -> None:
        self._sense = sense
        self._book = book
        self._settings = settings
        self._similar = similar
        self._likely = likely
        self.clear()

    def clear(self) -> None:
        """Forget all that waits."""
        self._waiting = Book()
        self._ended: dict[str, datetime] = {}

    def add(self, entry: QueueEntry) -> None:
        """Read an entry on arrival."""
        if not self._settings.overlay or not self._settings.overwrite:
            return
        sayings = self._sayings(entry)
        both = _Both(self._book, self._waiting)
        placed = place(
            sayings,
            both,
            judge=self._judge,
            likely=self._likely,
            limit=self._settings.candidates,
        )
        if isinstance(placed, ModelFailure):
            return
        for placement in placed:
            line = self._waiting.add(placement.saying, placement.line_id)
            whole = both.merged(line.id)
            for run in runs_of(whole, shift_after=self._settings.shift_after):
                for saying in run.sayings:
                    if run.until is None:
                        self._ended.pop(saying.id, None)
                    else:
                        self._ended[saying.id] = run.until

    def ended(self, saying_id: str) -> datetime | None:
        """Tell since when a saying no longer holds, as far as waiting entries say."""
        return self._ended.get(saying_id)

    def waiting(self, event_id: str) -> list[Saying]:
        """List what a waiting entry says."""
        return self._waiting.sayings_of(event_id)

    def _sayings(self, entry: QueueEntry) -> list[Saying]:
        if entry.kind is EventKind.TASK_STATUS:
            return sayings_of(entry, [status_of(entry.task, entry.text)], 3)
        if TRUST.get(entry.kind) != 2:
            return []
        claims = read(entry.text, source_of(entry.entry(), self._sense()))
        return sayings_of(entry, [c for c in claims if c.stance is Stance.ASSERTED], 4)

    def _judge(self, pairs: Sequence[Pair]) -> list[Relation] | ModelFailure:
        return [
            relate(pair.new, pair.old, at=pair.at, similar=self._similar, near=pair.near)
            for pair in pairs
        ]

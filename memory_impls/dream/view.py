"""How an item is shown at a date: whole, marked as ended, or without the part that has ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory_impls.api import ItemKind, MemoryItem, Recalled, Status
from memory_impls.dream.overlay import Overlay
from memory_impls.dream.shelf import PREFIX, Shelf
from memory_impls.parts.claims.kinds import chatter
from memory_impls.parts.lines import Book, Saying
from memory_impls.parts.sentences import split_sentences
from memory_impls.parts.transcript import as_recalled

__all__ = ["View"]


class View:
    """Shows items as of one date.

    Args:
        as_of: The date asked about.
        past: The date was asked for as such; what began later is not shown.
        history: Ended parts are wanted, marked, rather than cut out.
    """

    def __init__(
        self,
        *,
        book: Book,
        shelf: Shelf,
        overlay: Overlay,
        as_of: datetime,
        past: bool,
        history: bool,
    ) -> None:
        self._book = book
        self._shelf = shelf
        self._overlay = overlay
        self._as_of = as_of
        self._past = past
        self._history = history

    def ended(self, saying_id: str) -> datetime | None:
        """Tell since when a saying no longer holds, as of the date asked about."""
        found = [self._shelf.ended(saying_id), self._overlay.ended(saying_id)]
        ends = [end for end in found if end is not None and end <= self._as_of]
        return min(ends, default=None)

    def _over(self, saying: Saying) -> datetime | None:
        """Tell since when a saying is over: replaced, or at the end of the time it set itself."""
        claim = saying.claim
        own = claim.until
        lapses = claim.single or claim.kind is not ItemKind.FACT
        # "We camped until Friday" tells what was; only what is in force can lapse.
        if own is not None and own <= self._as_of and lapses:
            return own
        return self.ended(saying.id)

    def shows(self, item: MemoryItem, score: float = 0.0) -> Recalled | None:
        """Show an item, or None if nothing of it is left to show."""
        if item.id.startswith(PREFIX):
            return self._statement(item, score)
        if item.session is not None:
            return self._episode(item, score)
        return _plain(item, score)

    def _statement(self, item: MemoryItem, score: float) -> Recalled | None:
        if self._past and item.valid_from > self._as_of:
            return None
        end = self.ended(item.id.removeprefix(PREFIX))
        if end is None and item.valid_to is not None and item.valid_to <= self._as_of:
            end = item.valid_to
        status = Status.CURRENT if end is None else Status.SUPERSEDED
        return replace(as_recalled(item, score), status=status, superseded_at=end, session=None)

    def _episode(self, item: MemoryItem, score: float) -> Recalled | None:
        said = self._book.sayings_of(item.id) or self._overlay.waiting(item.id)
        over = {one.id: end for one in said if (end := self._over(one)) is not None}
        plain = _plain(item, score)
        if not over:
            return plain
        kept = self._left(item.text, said, over)
        if kept and not self._history:
            return replace(plain, text=kept)
        return replace(plain, status=Status.SUPERSEDED, superseded_at=max(over.values()))

    @staticmethod
    def _left(text: str, said: list[Saying], over: dict[str, datetime]) -> str:
        """Cut out sentences whose statements have all ended; "" when nothing telling is left."""
        left: list[str] = []
        telling = False
        for sentence in split_sentences(text):
            made = [one for one in said if one.claim.text == sentence]
            holds = [one for one in made if one.id not in over]
            if made and not holds:
                continue
            if len(holds) < len(made):
                left.extend(one.claim.clause for one in holds)
            else:
                left.append(sentence)
            telling = telling or not chatter(sentence)
        return " ".join(left) if telling else ""


def _plain(item: MemoryItem, score: float) -> Recalled:
    """Show an item as current; a copy is made only where it says otherwise."""
    shown = as_recalled(item, score)
    if shown.status is Status.CURRENT and shown.superseded_at is None:
        return shown
    return replace(shown, status=Status.CURRENT, superseded_at=None)

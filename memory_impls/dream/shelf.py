"""The long-term layer: what the book of lines says now, as items that can be listed and searched.

Items are a view of the lines: each run of a line is one item, so nothing can say one thing in the
book and another in the store, and taking a saying out of a line takes it out of every item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from memory_impls.api import ItemKind, Layer, MemoryItem, Status
from memory_impls.dream.habits import Rule, is_habit
from memory_impls.dream.settings import Settings
from memory_impls.parts.items import ItemStore
from memory_impls.parts.lines import Book, Line, Run, Saying, runs_of
from memory_impls.parts.values import protected

__all__ = ["PREFIX", "Shelf"]

_IMPORTANCE = {
    ItemKind.CONSTRAINT: 0.95,
    ItemKind.RULE: 0.9,
    ItemKind.PREFERENCE: 0.75,
    ItemKind.TASK_STATE: 0.5,
    ItemKind.METHOD: 0.5,
}


class Shelf:
    """Keeps items in step with lines.

    Args:
        items: The store of all items. book: the lines.
        put: Stores and indexes an item. remove: takes items out of store and indexes.
    """

    def __init__(
        self,
        *,
        items: ItemStore,
        book: Book,
        settings: Settings,
        put: Callable[[MemoryItem, Run], None],
        remove: Callable[[Sequence[MemoryItem]], None],
    ) -> None:
        self._items = items
        self._book = book
        self._settings = settings
        self._put = put
        self._remove = remove
        self.rules: dict[str, Rule] = {}
        self._shown: dict[str, tuple[str, ...]] = {}
        self._ended: dict[str, datetime] = {}

    def runs(self, line: Line) -> list[Run]:
        """Cut a line into runs."""
        return runs_of(line, shift_after=self._settings.shift_after)

    def ended(self, saying_id: str) -> datetime | None:
        """Tell since when what a saying said no longer holds, if it does not."""
        return self._ended.get(saying_id)

    def refresh(self, lines: Iterable[Line], now: datetime) -> list[str]:
        """Bring the items of lines up to date; their ids, those now gone included.

        A sentence that makes two statements, one of which has ended, is shown by the other's
        clause: so lines that share a sentence with these are refreshed too.
        """
        touched: list[str] = []
        first = {line.id: line for line in lines}
        for line in first.values():
            self._mark_ended(line, now)
        more = {
            other.id: other
            for line in first.values()
            for saying in line.sayings
            for sibling in self._siblings(saying)
            if (other := self._book.line_of(sibling.id)) is not None
        }
        for line in {**first, **more}.values():
            touched.extend(self._refresh(line))
        return touched

    def _mark_ended(self, line: Line, now: datetime) -> None:
        for run in self.runs(line):
            over = run.until if run.until is not None and run.until <= now else None
            over = run.until if run.replaced_by is not None else over
            for saying in run.sayings:
                if over is None:
                    self._ended.pop(saying.id, None)
                else:
                    self._ended[saying.id] = over

    def _siblings(self, saying: Saying) -> list[Saying]:
        if saying.claim.clause == saying.claim.text:
            return []
        said = self._book.sayings_of(saying.event_id)
        return [one for one in said if one.claim.text == saying.claim.text and one.id != saying.id]

    def _refresh(self, line: Line) -> list[str]:
        fresh: dict[str, tuple[MemoryItem, Run]] = {}
        for version, run in enumerate(self.runs(line), start=1):
            item = self._item(run, version)
            fresh[item.id] = item, run
        old = self._shown.get(line.id, ())
        gone = [self._items[name] for name in old if name not in fresh and name in self._items]
        self._remove(gone)
        for item, run in fresh.values():
            self._put(item, run)
        if fresh:
            self._shown[line.id] = tuple(fresh)
        else:
            self._shown.pop(line.id, None)
            self._book.drop(line)
        return [*fresh, *(item.id for item in gone)]

    def _item(self, run: Run, version: int) -> MemoryItem:
        rule = self.rules.get(run.id) if is_habit(run, self._settings) else None
        kind = ItemKind.RULE if rule is not None else run.kind
        last = run.last
        ended = self._ended.get(last.id)
        weight = max(saying.weight for saying in run.sayings)
        old = self._items.get(f"{PREFIX}{run.id}")
        status = Status.CURRENT if ended is None else Status.SUPERSEDED
        if old is not None and old.status is Status.ARCHIVED:
            # What was laid aside and is said again is taken up again.
            status = status if len(run.sayings) > len(old.source_ids) else Status.ARCHIVED
        events = tuple(dict.fromkeys(saying.event_id for saying in run.sayings))
        return MemoryItem(
            id=f"{PREFIX}{run.id}",
            text=self._rule_text(rule, run) if rule is not None else self._text(run),
            kind=kind,
            layer=Layer.LONG,
            scope=last.scope,
            source_ids=events,
            created=min(saying.at for saying in run.sayings),
            updated=max(saying.at for saying in run.sayings),
            valid_from=run.since,
            valid_to=run.until,
            status=status,
            version=version,
            importance=round(max(_IMPORTANCE.get(kind, 0.0), 0.7 * weight), 3),
            confidence=round(min(1.0, 0.75 + 0.05 * len(events)), 3),
            citations=old.citations if old is not None else 0,
            last_referenced=old.last_referenced if old is not None else None,
            speaker=last.speaker,
        )

    def _text(self, run: Run) -> str:
        """Show the newest wording, and older ones where they hold values that it lacks."""
        texts = [self._worded(run.last)]
        held = set(protected(texts[0]))
        for saying in reversed(run.sayings[:-1]):
            worded = self._worded(saying)
            values = set(protected(worded))
            if not values <= held and worded not in texts:
                texts.append(worded)
                held |= values
        return "\n".join(texts)

    def _worded(self, saying: Saying) -> str:
        split = any(one.id in self._ended for one in self._siblings(saying))
        return saying.claim.clause if split else saying.claim.text

    def _rule_text(self, rule: Rule, run: Run) -> str:
        first, last = run.since.date(), run.last.at.date()
        times = len({saying.event_id for saying in run.sayings})
        return f"{rule.text} (rule, asked {times} times, {first} to {last})"

    def rule_runs(self, lines: Iterable[Line]) -> list[Run]:
        """List runs that show a habit and have no rule yet, or one whose sayings have changed."""
        found = []
        for line in lines:
            for run in self.runs(line):
                if is_habit(run, self._settings) and run.id not in self.rules:
                    found.append(run)
        return found

    def forget_rules(self, gone: Iterable[str]) -> None:
        """Strike rules whose words rest on sayings that are gone; they fall back to a wording."""
        lost = set(gone)
        for run_id, rule in list(self.rules.items()):
            if run_id in lost or lost & set(rule.basis):
                del self.rules[run_id]

    def restore(self, now: datetime) -> None:
        """Rebuild what is known of lines after loading; the items are there already."""
        lines = list(self._book)
        for line in lines:
            self._mark_ended(line, now)
        for line in lines:
            self._refresh(line)


PREFIX = "say:"
"""Item ids of runs; notes and episodes have others."""

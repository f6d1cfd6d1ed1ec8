"""Version chains: every value that something had, as one item each (article B 3.3, 4.2).

A chain only grows. Which version holds, and since when, follows from the times at which things
were said, so "current" and "as of" are questions to the chain and nothing is overwritten. Rolling
back sets the newest version aside, and the one before holds again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memory_impls.api import EventKind, Layer, MemoryItem, Status
from memory_impls.manager.extractor import importance_of
from memory_impls.manager.links import Links
from memory_impls.manager.rules import same_words
from memory_impls.manager.settings import Settings
from memory_impls.parts.items import ItemStore
from memory_impls.parts.lines import Book, Line, Run, Saying, runs_of, same_value
from memory_impls.parts.values import protected

__all__ = ["PREFIX", "Versions", "kind_of_source"]

PREFIX = "mem:"
"""Item ids of versions; each is named after the first saying that gave its value."""
_DOUBT = 0.5
"""Share of its confidence that an item in doubt keeps."""
_SOURCES = {0: EventKind.ASSISTANT, 1: EventKind.TOOL_RESULT, 2: EventKind.USER}


class Versions:
    """Keeps items in step with chains.

    Args:
        items: The store of all items. book: the chains.
        basis: Further events that a saying was concluded from.
        put: Stores and indexes an item. remove: takes items out of store and indexes.
    """

    def __init__(
        self,
        *,
        items: ItemStore,
        book: Book,
        links: Links,
        settings: Settings,
        basis: Mapping[str, tuple[str, ...]],
        put: Callable[[MemoryItem], None],
        remove: Callable[[Sequence[MemoryItem]], None],
    ) -> None:
        self._items = items
        self._book = book
        self._links = links
        self._settings = settings
        self._basis = basis
        self._put = put
        self._remove = remove
        self.void: dict[str, None] = {}
        self.joined: dict[str, str] = {}
        self._runs: dict[str, Run] = {}
        self._shown: dict[str, tuple[str, ...]] = {}
        self._ended: dict[str, datetime] = {}

    def run_of(self, item_id: str) -> Run | None:
        """Find the run that an item shows."""
        return self._runs.get(item_id)

    def chain(self, item_id: str) -> list[MemoryItem]:
        """List all versions of what an item is about, oldest first."""
        run = self._runs.get(item_id)
        line = self._book.line_of(run.id) if run is not None else None
        names = self._shown.get(line.id, ()) if line is not None else ()
        return [self._items[name] for name in names]

    def doubtful_since(self, item: MemoryItem) -> datetime | None:
        """Tell since when what the newest wording of an item rests on no longer holds."""
        run = self._runs.get(item.id)
        if run is None:
            return None
        ends = [self._ended.get(root) for root in self._links.roots(run.last.id)]
        return max((end for end in ends if end is not None), default=None)

    def same(self, old: Saying, new: Saying) -> bool:
        """Tell whether two sayings of one chain give one version."""
        merged = self.joined.get(old.id)
        if merged is not None and merged == self.joined.get(new.id):
            return True
        if self._settings.rule == "similarity":
            return same_words(old, new)
        return same_value(old, new)

    def runs(self, line: Line) -> list[Run]:
        """Cut a chain into versions, without what was rolled back."""
        left = [saying for saying in line.sayings if saying.id not in self.void]
        shift = self._settings.shift_after if self._settings.rule == "slot" else 1
        whole = replace(line, sayings=left)
        return runs_of(whole, shift_after=shift, same=self.same)

    def refresh(self, lines: Iterable[Line]) -> list[str]:
        """Bring the items of chains up to date; their ids, those now gone included.

        Items that share a sentence with these, or rest on them, are brought up to date too.
        """
        first = {line.id: line for line in lines}
        said = [saying for line in first.values() for saying in line.sayings]
        for line in first.values():
            self._mark_ended(line)
        touched = [name for line in first.values() for name in self._refresh(line)]
        names = [one.id for saying in said for one in self._siblings(saying)]
        names += self._links.resting_on(saying.id for saying in said)
        found = (self._book.line_of(name) for name in names)
        others = {line.id: line for line in found if line is not None and line.id not in first}
        for line in others.values():
            touched.extend(self._refresh(line))
        return touched

    def restore(self) -> None:
        """Rebuild what is known of chains after loading; the items are there already."""
        lines = list(self._book)
        for line in lines:
            self._mark_ended(line)
        for line in lines:
            self._refresh(line)

    def _mark_ended(self, line: Line) -> None:
        for saying in line.sayings:
            self._ended.pop(saying.id, None)
        for run in self.runs(line):
            if run.until is not None:
                self._ended.update((saying.id, run.until) for saying in run.sayings)

    def _siblings(self, saying: Saying) -> list[Saying]:
        """List what else the same sentence states."""
        if saying.claim.clause == saying.claim.text:
            return []
        said = self._book.sayings_of(saying.event_id)
        return [one for one in said if one.claim.text == saying.claim.text and one.id != saying.id]

    def _refresh(self, line: Line) -> list[str]:
        fresh: dict[str, MemoryItem] = {}
        for version, run in enumerate(self.runs(line), start=1):
            item = self._item(run, version)
            fresh[item.id] = item
            self._runs[item.id] = run
        for saying in line.sayings:
            if saying.id in self.void:
                run = Run(sayings=(saying,), since=saying.since)
                item = replace(self._item(run, len(fresh) + 1), status=Status.ARCHIVED)
                fresh.setdefault(item.id, item)
                self._runs.setdefault(item.id, run)
        old = self._shown.get(line.id, ())
        gone = [self._items[name] for name in old if name not in fresh and name in self._items]
        self._remove(gone)
        for item in gone:
            self._runs.pop(item.id, None)
        for item in fresh.values():
            self._put(item)
        if fresh:
            self._shown[line.id] = tuple(fresh)
        else:
            self._shown.pop(line.id, None)
            self._book.drop(line)
        return [*fresh, *(item.id for item in gone)]

    def _item(self, run: Run, version: int) -> MemoryItem:
        item_id = f"{PREFIX}{run.id}"
        old = self._items.get(item_id)
        replaced = run.replaced_by is not None
        events = tuple(
            dict.fromkeys(
                event for s in run.sayings for event in (s.event_id, *self._basis.get(s.id, ()))
            )
        )
        self._runs[item_id] = run
        item = MemoryItem(
            id=item_id,
            text=self.worded(run),
            kind=run.kind,
            layer=Layer.LONG,
            scope=run.last.scope,
            source_ids=events,
            created=min(saying.at for saying in run.sayings),
            updated=max(saying.at for saying in run.sayings),
            valid_from=run.since,
            valid_to=run.until,
            status=Status.SUPERSEDED if replaced else Status.CURRENT,
            version=version,
            importance=_importance(run),
            confidence=round(min(1.0, 0.75 + 0.05 * len(events)), 3),
            citations=old.citations if old is not None else 0,
            last_referenced=old.last_referenced if old is not None else None,
            speaker=run.last.speaker,
        )
        if self.doubtful_since(item) is None:
            return item
        return replace(item, confidence=round(item.confidence * _DOUBT, 3))

    def worded(self, run: Run, until: datetime | None = None) -> str:
        """Write the newest wording, and older ones where they hold values that it lacks.

        Args:
            run: A version.
            until: Leave out what was said later.
        """
        said = [s for s in run.sayings if until is None or s.at <= until] or run.sayings[:1]
        texts = [self._clause(said[-1])]
        held = set(protected(texts[0]))
        for saying in reversed(said[:-1]):
            text = self._clause(saying)
            values = set(protected(text))
            if not values <= held and text not in texts:
                texts.append(text)
                held |= values
        return "\n".join(texts)

    def _clause(self, saying: Saying) -> str:
        """Give the sentence, or the clause alone once another part of it no longer holds."""
        split = any(one.id in self._ended for one in self._siblings(saying))
        return saying.claim.clause if split else saying.claim.text


def _importance(run: Run) -> float:
    weights = (importance_of(saying.claim, kind_of_source(saying)) for saying in run.sayings)
    return round(max(weights), 3)


def kind_of_source(saying: Saying) -> EventKind:
    """Tell by its trust who made a saying."""
    return _SOURCES[saying.trust]

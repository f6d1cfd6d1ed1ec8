"""The state of a dreaming memory, kept in step: items, indexes, lines, queue, journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from memory_impls.api import Event, ItemKind, Layer, MemoryItem, Scope
from memory_impls.dream.catalogue import Catalogue, Entry
from memory_impls.dream.codec import rules_from_plain, rules_to_plain
from memory_impls.dream.forgetting import Calendar, fades_at
from memory_impls.dream.journal import Journal
from memory_impls.dream.overlay import Overlay
from memory_impls.dream.queue import Queue, QueueEntry
from memory_impls.dream.relevance import day_words
from memory_impls.dream.settings import Settings
from memory_impls.dream.shelf import PREFIX, Shelf
from memory_impls.dream.standing import is_standing, lasts
from memory_impls.dream.triggers import Triggers
from memory_impls.parts.claims.sense import sense_of
from memory_impls.parts.items import ItemStore
from memory_impls.parts.lines import Book, Line, Run, Saying, book_from_plain, book_to_plain
from memory_impls.parts.model import Model, OfflineModel
from memory_impls.parts.persist import Draft, Saved
from memory_impls.parts.searched import SearchedMemory
from memory_impls.parts.timeline import Sessions
from memory_impls.parts.transcript import as_item, is_name, spoken

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Mind"]

_STATE = "dream.json"
_LIKELY = 8


class Mind(SearchedMemory):
    """What ``Dream`` works on; not a design itself."""

    def __init__(
        self, settings: Settings, *, embedder: Embedder | None, model: Model | None
    ) -> None:
        super().__init__(embedder=embedder)
        self.settings = settings
        self._given_model = model
        self._start()

    def _start(self) -> None:
        """Begin with nothing known."""
        self.queue = Queue()
        self.triggers = Triggers(self.settings)
        self.journal = Journal(self.settings.undo_dreams)
        self.known: dict[str, tuple[Scope, datetime]] = {}
        self.reviewed: dict[str, datetime] = {}
        self.fresh: dict[str, dict[str, None]] = {}
        self._latest: datetime | None = None
        self._bind(Book())

    def _bind(self, book: Book) -> None:
        """Set up what reads the book and the items."""
        self.book = book
        self.catalogue = Catalogue()
        self.calendar = Calendar()
        self.sessions = Sessions()
        self._speakers: dict[str, Counter[str]] = {}
        self.shelf = Shelf(
            items=self._items,
            book=book,
            settings=self.settings,
            put=self.shelve,
            remove=self.unshelve,
        )
        self.waiting = Overlay(
            book, self.settings, self.similar, self.likely, lambda: sense_of(self.embedder)
        )

    @property
    def items(self) -> ItemStore:
        """All items, of every layer."""
        return self._items

    def item_of(self, saying_id: str) -> MemoryItem | None:
        """Find the item of the run that begins with a saying."""
        return self._items.get(f"{PREFIX}{saying_id}")

    @property
    def model(self) -> Model:
        """The model, the offline one with this memory's embedder if none was given."""
        if self._given_model is None:
            self._given_model = OfflineModel(embedder=self.embedder)
        return self._given_model

    def _model_identity(self) -> str:
        return self.model.identity

    # Events

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        return (as_item(event, layer=Layer.SHORT),)

    def observe(self, event: Event) -> None:
        """Put an event into the queue, once; read at once what it already changes."""
        if not self._items.take_in(event.id):
            return
        entry = QueueEntry.of(event)
        self._latest = event.at if self._latest is None else max(self._latest, event.at)
        self.known[event.id] = (event.scope, event.at)
        self.reviewed.setdefault(event.scope.user, event.at)
        self.triggers.note(entry)
        if not entry.text.strip():
            return
        item = as_item(event, layer=Layer.SHORT)
        self._items.put(item)
        self._indexed(item)
        self.queue.put(entry)
        self.waiting.add(entry)

    def _indexed(self, item: MemoryItem) -> None:
        super()._indexed(item)
        self._listed(item)

    def _worded(self, item: MemoryItem) -> str:
        """Write speaker, words and day: a question may name the day."""
        return f"{spoken(item)} {day_words(item.valid_from, item.text)}"

    def _relisted(self, item: MemoryItem) -> None:
        super()._relisted(item)
        self.sessions.add(item)
        if is_name(item.speaker):
            self._speakers.setdefault(item.scope.user, Counter())[item.speaker.casefold()] += 1

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        super()._unindexed(items)
        for item in items:
            self.sessions.remove(item)
            if is_name(item.speaker):
                spoke = self._speakers[item.scope.user]
                spoke[item.speaker.casefold()] -= 1
                if not spoke[item.speaker.casefold()]:
                    del spoke[item.speaker.casefold()]

    def speakers(self, user: str) -> list[str]:
        """List the folded names of who spoke in a user's history, sorted."""
        return sorted(self._speakers.get(user, ()))

    def _listed(self, item: MemoryItem) -> None:
        """Note when an item of the long-term layer may fade."""
        if self.settings.forgetting and item.layer is Layer.LONG and item.session is None:
            self.calendar.note(item.id, fades_at(item, self.settings))

    # Items read from lines

    def shelve(self, item: MemoryItem, run: Run | None = None) -> None:
        """Store an item; its indexes are touched only if its words have changed."""
        old = self._items.get(item.id)
        if old == item and run is None:
            return
        if old is not None and (old.text, old.speaker) != (item.text, item.speaker):
            self._unindexed([old])
            old = None
        self._items.put(item)
        if old is None:
            self._indexed(item)
        else:
            self._listed(item)
        if item.session is None:
            self.fresh.setdefault(item.scope.user, {})[item.id] = None
        self._file(item, run)

    def _file(self, item: MemoryItem, run: Run | None) -> None:
        if run is None:
            topics: tuple[str, ...] = ()
            self.catalogue.file(item, _entry(item, "", topics, standing=False))
            return
        claim = run.last.claim
        lasting = any(lasts(saying.claim) for saying in run.sayings)
        standing = is_standing(item, lasting=lasting) and run.last.trust == 2
        who = claim.subject.removeprefix("@")
        entry = _entry(item, who, claim.attribute, standing=standing)
        owners = claim.guards if claim.single and claim.attribute else ()
        self.catalogue.file(item, replace(entry, owners=owners))

    def unshelve(self, items: Sequence[MemoryItem]) -> None:
        """Take items out of the store and every index."""
        for item in items:
            self._items.remove(item.id)
            self.catalogue.strike(item.id)
            self.calendar.note(item.id, None)
        self._unindexed(items)

    # Nearness

    def similar(self, one: str, other: str) -> float:
        """Give the cosine of two texts."""
        first, second = self.embedder.embed([one, other])
        return float(first @ second)

    def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """Give the cosine of a text with each of others."""
        vectors = self.embedder.embed([text, *others])
        return [float(value) for value in vectors[1:] @ vectors[0]]

    def likely(self, saying: Saying) -> list[Line]:
        """Find lines of the scope whose items mean nearly the same as a saying."""
        hits = self._vectors.search(
            saying.scope.user,
            self._embed(saying.claim.clause),
            _LIKELY,
            allowed=lambda name: (
                name.startswith(PREFIX) and self._items[name].scope == saying.scope
            ),
        )
        lines = [self.book.line_of(hit.id.removeprefix(PREFIX)) for hit in hits]
        return list({line.id: line for line in lines if line is not None}.values())

    def nearest(self, item: MemoryItem, most: int) -> list[MemoryItem]:
        """List the items read from lines that are nearest to one, beyond a likeness."""
        hits = self._vectors.search(
            item.scope.user,
            self._embed(spoken(item)),
            most + 1,
            allowed=lambda name: name.startswith(PREFIX),
            min_score=self.settings.duplicate_similarity,
        )
        return [self._items[hit.id] for hit in hits if hit.id != item.id]

    # Saving

    def _save_indexes(self, draft: Draft) -> None:
        super()._save_indexes(draft)
        draft.write_json(
            _STATE,
            {
                "book": book_to_plain(self.book),
                "fresh": {user: list(ids) for user, ids in sorted(self.fresh.items())},
                "journal": self.journal.plain(),
                "known": [
                    [event_id, scope.user, scope.project, at.isoformat()]
                    for event_id, (scope, at) in self.known.items()
                ],
                "latest": None if self._latest is None else self._latest.isoformat(),
                "queue": self.queue.plain(),
                "reviewed": {u: at.isoformat() for u, at in sorted(self.reviewed.items())},
                "rules": rules_to_plain(self.shelf.rules),
                "triggers": self.triggers.plain(),
            },
        )

    def _load_indexes(self, saved: Saved) -> None:
        state: Any = saved.read_json(_STATE)
        self._start()
        self._bind(book_from_plain(state["book"]))
        super()._load_indexes(saved)
        self.journal.load(state["journal"])
        self.queue.load(state["queue"])
        self.triggers.load(state["triggers"])
        self.known = {
            event_id: (Scope(user=user, project=project), datetime.fromisoformat(at))
            for event_id, user, project, at in state["known"]
        }
        self.reviewed = {u: datetime.fromisoformat(at) for u, at in state["reviewed"].items()}
        self._latest = None if state["latest"] is None else datetime.fromisoformat(state["latest"])
        self.shelf.rules = rules_from_plain(state["rules"])
        self.shelf.restore(self.now())
        for item in self._items:
            self._listed(item)
            if item.kind is ItemKind.SUMMARY:
                self._file(item, None)
        self.fresh = {user: dict.fromkeys(ids) for user, ids in state["fresh"].items()}
        self.read_waiting()

    def read_waiting(self) -> None:
        """Read again what the waiting entries change."""
        self.waiting.clear()
        for user in self.queue.users:
            for entry in self.queue.of(user):
                self.waiting.add(entry)

    def now(self) -> datetime:
        """The latest time known; only asked when something is held."""
        if self._latest is None:
            raise ValueError("nothing was observed yet, so there is no time to go by")
        return self._latest

    def revise(self, item: MemoryItem, **changes: Any) -> None:
        """Replace fields of an item that are not read from lines."""
        self._items.put(replace(item, **changes))
        self._listed(self._items[item.id])


def _entry(item: MemoryItem, who: str, topics: tuple[str, ...], *, standing: bool) -> Entry:
    return Entry(
        scope=item.scope, kind=item.kind, counterpart=who, topics=topics, standing=standing
    )

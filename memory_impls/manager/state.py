"""The state of a manager, kept in step: items, indexes, version chains, links, working memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from memory_impls.api import Event, ItemKind, Layer, MemoryItem, Query, Scope, Status
from memory_impls.manager.extractor import Extractor
from memory_impls.manager.links import Links
from memory_impls.manager.settings import Settings
from memory_impls.manager.versions import PREFIX, Versions
from memory_impls.manager.working import Working
from memory_impls.parts.claims import Claim, ValueForm
from memory_impls.parts.hits import Allowed
from memory_impls.parts.items import ItemStore
from memory_impls.parts.lines import Book, Line, Saying, book_from_plain, book_to_plain
from memory_impls.parts.model import OfflineModel
from memory_impls.parts.persist import Draft, Saved
from memory_impls.parts.searched import Search, SearchedMemory
from memory_impls.parts.transcript import is_name, spoken

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder
    from memory_impls.parts.model import Model

__all__ = ["State"]

_STATE = "manager.json"
_LIKELY = 8


class State(SearchedMemory):
    """What ``Manager`` works on; not a design itself."""

    def __init__(
        self, settings: Settings, *, embedder: Embedder | None, model: Model | None
    ) -> None:
        super().__init__(embedder=embedder)
        self.settings = settings
        self._given_model = model
        self._start(Book())

    def _start(self, book: Book) -> None:
        """Begin with these chains and nothing else."""
        self.book = book
        self.links = Links()
        self.work = Working()
        self.known: dict[str, tuple[Scope, datetime]] = {}
        self.fresh: dict[str, None] = {}
        self.basis: dict[str, tuple[str, ...]] = {}
        self.compacted: datetime | None = None
        self.failures = 0
        self._standing: dict[Scope, dict[str, None]] = {}
        self._in_hand: dict[Scope, tuple[str, ...]] = {}
        self._extractor: Extractor | None = None
        self.versions = Versions(
            items=self._items,
            book=book,
            links=self.links,
            settings=self.settings,
            basis=self.basis,
            put=self.shelve,
            remove=self.unshelve,
        )

    @property
    def items(self) -> ItemStore:
        """All items, of every layer."""
        return self._items

    @property
    def reader(self) -> Extractor:
        """Reads turns; made when first needed, because the embedder is."""
        if self._extractor is None:
            self._extractor = Extractor(
                model=self._model() if self.settings.extractor == "model" else None,
                embedder=self.embedder,
                threshold=self.settings.write_threshold,
            )
        return self._extractor

    def _model(self) -> Model:
        if self._given_model is None:
            self._given_model = OfflineModel(embedder=self.embedder)
        return self._given_model

    def _model_identity(self) -> str:
        return self._model().identity if self.settings.extractor == "model" else ""

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        """Leave it to the writers: what an event becomes depends on who listens."""
        return ()

    # Items

    def shelve(self, item: MemoryItem) -> None:
        """Store an item; its indexes are touched only if its words have changed."""
        old = self._items.get(item.id)
        self._stand(item)
        if old == item:
            return
        if old is not None and (old.text, old.speaker) != (item.text, item.speaker):
            self._unindexed([old])
            old = None
        self._items.put(item)
        if old is None:
            self._indexed(item)
        if item.id.startswith(PREFIX) and item.status is Status.CURRENT:
            self.fresh[item.id] = None

    def unshelve(self, items: Sequence[MemoryItem]) -> None:
        """Take items out of the store and every index."""
        for item in items:
            self._items.remove(item.id)
            self.fresh.pop(item.id, None)
            self._standing.get(item.scope, {}).pop(item.id, None)
        self._unindexed(items)

    def _stand(self, item: MemoryItem) -> None:
        """Note what holds whatever the task: limits always, wishes when they are meant to last."""
        run = self.versions.run_of(item.id)
        stands = run is not None and (
            item.kind is ItemKind.CONSTRAINT
            or (item.kind is ItemKind.PREFERENCE and any(_lasts(s.claim) for s in run.sayings))
        )
        lane = self._standing.setdefault(item.scope, {})
        if stands and run is not None and run.last.trust == 2:
            lane[item.id] = None
        else:
            lane.pop(item.id, None)

    def standing_of(self, scope: Scope) -> list[str]:
        """List the standing items that a scope sees, by id."""
        lanes = (self._standing.get(one, {}) for one in {scope, Scope(user=scope.user)})
        return sorted(name for lane in lanes for name in lane)

    def _indexed(self, item: MemoryItem) -> None:
        # Work in hand is always looked at, so it needs no index and leaves no vector in a file.
        if item.layer is not Layer.WORKING:
            super()._indexed(item)

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        super()._unindexed([item for item in items if item.layer is not Layer.WORKING])

    def show_work(self, scope: Scope) -> None:
        """Bring the items of the working layer of a scope up to date."""
        fresh = {item.id: item for item in self.work.items(scope)}
        shown = self._in_hand.pop(scope, ())
        self.unshelve([self._items[name] for name in shown if name not in fresh])
        for item in fresh.values():
            self._items.put(item)
        if fresh:
            self._in_hand[scope] = tuple(fresh)

    def working_items(self) -> list[MemoryItem]:
        """List the items of the working layer."""
        return [self._items[name] for names in self._in_hand.values() for name in names]

    def concluded_from(self, event_id: str) -> list[str]:
        """List the sayings that were concluded from an event among others."""
        return [name for name, events in self.basis.items() if event_id in events]

    # Nearness

    def search_for(self, query: Query, admits: Callable[[MemoryItem], bool]) -> Search:
        """Prepare a search in which nothing but what is admitted has a part."""
        return Search(
            vectors=self._vectors,
            words=self._words.of(query.scope.user),
            user=query.scope.user,
            vector=self._embed(query.text),
            text=query.text,
            allowed=lambda name: admits(self._items[name]),
        )

    def worded_with(self, user: str, text: str, most: int, allowed: Allowed) -> list[str]:
        """List a user's items that share words with a text and are allowed, best first."""
        return [hit.id for hit in self._words.of(user).ranking(text).best(most, allowed=allowed)]

    def similar(self, one: str, other: str) -> float:
        """Give the cosine of two texts."""
        first, second = self.embedder.embed([one, other])
        return float(first @ second)

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

    def twin(self, saying: Saying, least: float) -> Line | None:
        """Find the line of the nearest current item of a scope, from a likeness on."""
        hits = self._vectors.search(
            saying.scope.user,
            self._embed(_spoken(saying)),
            1,
            allowed=lambda name: self._is_current(name, saying.scope),
            min_score=least,
        )
        return self.book.line_of(hits[0].id.removeprefix(PREFIX)) if hits else None

    def near(self, item: MemoryItem, least: float, most: int) -> list[MemoryItem]:
        """List the current items of a scope that are nearest to one."""
        hits = self._vectors.search(
            item.scope.user,
            self._embed(spoken(item)),
            most + 1,
            allowed=lambda name: self._is_current(name, item.scope),
            min_score=least,
        )
        return [self._items[hit.id] for hit in hits if hit.id != item.id]

    def _is_current(self, name: str, scope: Scope) -> bool:
        item = self._items[name]
        return name.startswith(PREFIX) and item.scope == scope and item.status is Status.CURRENT

    # Saving

    def _saved_items(self) -> dict[str, object]:
        """Leave the working layer out: it is rebuilt, never saved (article B 2.1)."""
        return self._items.plain(without=Layer.WORKING)

    def _save_indexes(self, draft: Draft) -> None:
        super()._save_indexes(draft)
        draft.write_json(
            _STATE,
            {
                "basis": [[name, list(events)] for name, events in self.basis.items()],
                "book": book_to_plain(self.book),
                "closed": [
                    [scope.user, scope.project, at.isoformat()]
                    for scope, at in sorted(
                        self.work.closed.items(), key=lambda one: (one[0].user, str(one[0].project))
                    )
                ],
                "compacted": None if self.compacted is None else self.compacted.isoformat(),
                "failures": self.failures,
                "fresh": list(self.fresh),
                "joined": dict(self.versions.joined),
                "known": [
                    [event_id, scope.user, scope.project, at.isoformat()]
                    for event_id, (scope, at) in self.known.items()
                ],
                "links": self.links.plain(),
                "void": list(self.versions.void),
            },
        )

    def _load_indexes(self, saved: Saved) -> None:
        state: Any = saved.read_json(_STATE)
        self._start(book_from_plain(state["book"]))
        super()._load_indexes(saved)
        self.links.load(state["links"], (one for line in self.book for one in line.sayings))
        self.basis.update((str(name), tuple(events)) for name, events in state["basis"])
        self.versions.void = dict.fromkeys(state["void"])
        self.versions.joined = dict(state["joined"])
        self.versions.restore()
        self.work.closed = {
            Scope(user=user, project=project): datetime.fromisoformat(at)
            for user, project, at in state["closed"]
        }
        at = state["compacted"]
        self.compacted = None if at is None else datetime.fromisoformat(at)
        self.failures = int(state["failures"])
        self.fresh = dict.fromkeys(state["fresh"])
        self.known = {
            event_id: (Scope(user=user, project=project), datetime.fromisoformat(at))
            for event_id, user, project, at in state["known"]
        }


def _lasts(claim: Claim) -> bool:
    """Tell whether a wish says how things are to be done from now on."""
    return claim.standing and (claim.request or claim.form is ValueForm.POLE)


def _spoken(saying: Saying) -> str:
    """Write a saying as its item is embedded."""
    text = saying.claim.text
    return f"{saying.speaker}: {text}" if is_name(saying.speaker) else text

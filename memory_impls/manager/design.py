"""The memory manager: items with versions, written by a per-turn extractor, found under rules.

Read in this order: ``bus`` and ``writers`` (what is written when), ``secrets`` (what never is),
``extractor`` (from a turn to statements), ``rules`` (update or new), ``versions`` (chains, as
items), ``links`` (what rests on what), ``working`` (the task in hand), ``recall`` (``windows``,
``ranking`` with ``decay``, ``quotas``), ``compaction`` (offline), ``erasing`` (hard forgetting),
``panel`` (debugging view). ``state`` holds it all in step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar

from memory_impls.api import (
    Capability,
    Consolidation,
    ForgetRequest,
    ItemKind,
    MemoryItem,
    Occasion,
    Query,
    Recall,
    Recalled,
    Scope,
    Status,
)
from memory_impls.manager.compaction import compact
from memory_impls.manager.erasing import erase
from memory_impls.manager.panel import panel
from memory_impls.manager.recall import recalled
from memory_impls.manager.settings import Settings
from memory_impls.manager.writers import Writers
from memory_impls.parts.rendering import fit
from memory_impls.parts.stored import StoredMemory

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder
    from memory_impls.parts.model import Model

__all__ = ["Manager"]


class Manager(Writers):
    """Keeps statements as items with versions, and recalls them by entity, kind, age and use.

    Idea: each finished turn is read for what is worth writing: preferences, limits, facts,
    corrections, conclusions of tasks. A statement about something that is known becomes a new
    version of it; the old one is kept, marked, and holds again after a roll-back. What is current
    and what was valid at a date are questions to the chain of versions. Recall searches within the
    entity, scores nearness, words, importance, age by kind and mentions, and fills few places
    under quotas. What rests on a value that has changed is put in doubt. Secrets never enter.

    Cost: per event one reading by rules (or one call of a model), and for each statement one
    embedding, two insertions and comparisons with up to ``compared`` chains; per recall one
    embedding and four searches, linear in the items of the user. Compaction looks at what is new
    since the last. Source: article B 2-6; M1-M12.

    Args:
        rule: ``slot``: what is spoken about decides, guarded by identifiers, numbers, polarity;
            ``similarity``: the article's rule, likeness alone; ``never``: no versions.
        update_similarity: Least likeness of an update under ``similarity`` (0.92).
        update_strength: Least certainty, 0 to 1, of an update under ``slot``.
        shift_after: Contrary one-off requests in a row that change a standing wish.
        compared: Chains that a statement is compared with under ``slot``.
        extractor: ``rules``, or ``model``: one call for each turn.
        write_threshold: Least importance, 0 to 1, of a statement that is written.
        secret_filter: Stop card and identity numbers, keys and passwords before writing.
        superseded: ``downweight``: what has ended fills free places, marked; ``exclude``.
        candidates: Items taken from each search (20 to 50).
        places: Most items that a query is answered with (8 to 10).
        kind_share: Largest share of the places for one kind while others have candidates.
        standing_share: Share of the places kept for limits and standing wishes.
        similarity: Weight of the cosine (0.7). words: of BM25, as a share of the best.
        importance: Weight of importance times confidence (0.2). recency: of the decay (0.1).
        frequency: Weight of the logarithm of mentions and citations.
        half_life_days: Of facts and the rest (30). half_life_task_days: of task state (7).
        half_life_stable_days: Of preferences and limits (90).
        task_window_days: Age up to which task state is recalled (30).
        link_share: Share of its score that an item lends to those that name its value; 0: none.
        compaction: Merge items that say the same, offline. merge_similarity: from which likeness.
        compact_hours: Least time between two compactions (24).
        short_hours: Age at which what is left of turns is laid aside (24).
        working: Show open tasks: what is done, next, pending, and how often it failed.
        events: Kinds of event that raise an update; None is talk and changes of task status.
    """

    name: ClassVar[str] = "manager"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.CONSOLIDATE,
        Capability.REINFORCE,
        Capability.VALID_AT,
    }

    heard: ClassVar[tuple[str, ...]] = ("user", "assistant", "system", "task_status")
    """Kinds of event that are listened to unless told otherwise."""

    def __init__(
        self,
        *,
        rule: str = "slot",
        update_similarity: float = 0.92,
        update_strength: float = 0.6,
        shift_after: int = 2,
        compared: int = 8,
        extractor: str = "rules",
        write_threshold: float = 0.2,
        secret_filter: bool = True,
        superseded: str = "downweight",
        candidates: int = 50,
        places: int = 10,
        kind_share: float = 0.5,
        standing_share: float = 0.3,
        similarity: float = 0.7,
        words: float = 0.1,
        importance: float = 0.2,
        recency: float = 0.1,
        frequency: float = 0.02,
        half_life_days: float = 30.0,
        half_life_task_days: float = 7.0,
        half_life_stable_days: float = 90.0,
        task_window_days: float = 30.0,
        link_share: float = 0.95,
        compaction: bool = True,
        merge_similarity: float = 0.9,
        compact_hours: float = 24.0,
        short_hours: float = 24.0,
        working: bool = True,
        events: Sequence[str] | None = None,
        embedder: Embedder | None = None,
        model: Model | None = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name in _PARAMETERS}
        given["events"] = self.heard if events is None else tuple(events)
        super().__init__(Settings(**given), embedder=embedder, model=model)
        for name, value in given.items():
            setattr(self, name, value)

    # Reading

    def recall(self, query: Query) -> Recall:
        """Show the best that fits, within the places."""
        places = self.settings.places
        most = places if query.max_items is None else min(places, query.max_items)
        items = fit(self._ranked(query), max_tokens=query.max_tokens, max_items=most)
        return Recall(items=items)

    def _ranked(self, query: Query) -> Iterable[Recalled]:
        return recalled(query, self)

    def reinforce(self, item_ids: Sequence[str], at: datetime) -> None:
        """Count a use: frequency is a term of the score."""
        self._items.reinforce(item_ids, at)

    # Tidying

    def due(self, now: datetime, occasion: Occasion) -> str | None:
        """Ask for a compaction at quiet moments; None while a task runs."""
        quiet = occasion in (Occasion.IDLE, Occasion.SESSION_END)
        if not quiet or not self.fresh or self.work.is_open():
            return None
        if self.compacted is not None:
            if now - self.compacted < timedelta(hours=self.settings.compact_hours):
                return None
        return f"compaction: {len(self.fresh)} items written or changed"

    def consolidate(self, now: datetime, reason: str) -> Consolidation:
        """Merge what says the same and lay old turns aside (article B 5.2)."""
        return Consolidation(reason=reason, at=now, changes=tuple(compact(self, now)))

    # Versions, explaining, forgetting

    def history(self, item_id: str) -> list[MemoryItem]:
        """List every version of what an item is about, oldest first; empty for other items."""
        return self.versions.chain(item_id)

    def roll_back(self, item_id: str) -> MemoryItem | None:
        """Set the newest version of an item's chain aside; the one before holds again.

        Returns:
            The version that holds now; None when there is none before, and nothing is changed.
        """
        run = self.versions.run_of(item_id)
        line = self.book.line_of(run.id) if run is not None else None
        runs = [] if line is None else [r for r in self.versions.runs(line) if r.until is None]
        whole = [] if line is None else self.versions.runs(line)
        if line is None or not runs or len(whole) < 2:
            return None
        self.versions.void.update((saying.id, None) for saying in runs[-1].sayings)
        self.versions.refresh([line])
        return next(i for i in self.history(item_id)[::-1] if i.status is Status.CURRENT)

    def panel(self, scope: Scope, kind: ItemKind | None = None) -> str:
        """Write what a scope sees for debugging: source, version, standing, citations."""
        return panel(
            item
            for item in self._items
            if scope.sees(item.scope) and (kind is None or item.kind is kind)
        )

    def forget(self, request: ForgetRequest) -> int:
        """Erase events and all that rests on them, or items, for good."""
        return erase(self, request)


_PARAMETERS = frozenset(Settings.__dataclass_fields__)

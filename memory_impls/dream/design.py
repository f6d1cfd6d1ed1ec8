"""The dream: what was lived through by day is put in order while nothing else is done.

Read the stages in this order: ``queue`` (short-term layer), ``triggers`` (when),
``consolidation`` (one dream: ``scoring``, ``statements``, ``place`` in the ``Book`` of
``parts.lines``, ``habits``, ``notes`` under the rule of ``verbatim``), ``checking`` and
``commit`` with the ``journal``, ``shelf`` and ``catalogue`` (long-term layer and its index),
``review`` (the second-level dream, with ``forgetting``), ``recall`` (``standing``,
``relevance``, ``view``, and the ``overlay`` of what still waits). ``mind`` holds the state,
``erasing`` forgets on request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from memory_impls.api import (
    Action,
    Capability,
    Change,
    Consolidation,
    ForgetRequest,
    Occasion,
    Query,
    Recalled,
    Scope,
    Status,
)
from memory_impls.dream.cards import cards
from memory_impls.dream.checking import problems
from memory_impls.dream.commit import commit
from memory_impls.dream.consolidation import Desk, Proposal, propose
from memory_impls.dream.erasing import erase
from memory_impls.dream.journal import Record
from memory_impls.dream.mind import Mind
from memory_impls.dream.queue import QueueEntry
from memory_impls.dream.recall import Assembly, assembled
from memory_impls.dream.relevance import Asked, Signals, asked_of, mixed
from memory_impls.dream.review import is_due, review
from memory_impls.dream.settings import Settings
from memory_impls.dream.view import View
from memory_impls.parts.claims.sense import sense_of
from memory_impls.parts.history import asks_history
from memory_impls.parts.model import Anchors, ModelFailure
from memory_impls.parts.stored import StoredMemory, visible_to

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder
    from memory_impls.parts.model import Model

__all__ = ["Dream"]


class Dream(Mind):
    """Consolidates a queue of raw entries into structured knowledge, in dreams.

    Idea: entries wait in a queue that drops nothing. When it is long, or old, or a stage of work
    is over, and no task runs, a dream scores them, keeps what matters word for word, compresses
    or drops the rest, joins statements about one thing into lines in which the latest by event
    time holds, and turns repeated requests into rules. It commits whole or not at all. Recall
    gives rules and limits a share of every answer, whatever the task.

    Cost: per event one embedding, a reading by rules and a few look-ups; per dream, for every 25
    entries one scoring call, for those kept one extraction call, one call for each 40 doubtful
    pairs, for each new rule one, for each 60 leftovers one; per recall one embedding and one
    search, linear in the items of a user up to 10,000. Source: article A 2-4, 5.1; D1-D11.

    Args:
        queue_limit: Entries of a user that bring on a dream (200 in the article).
        max_age_hours: Hours since the last dream that do (24).
        policy: ``count_first``, or ``time_first``: age, and length only at three times the limit.
        stage_trigger: Dream when a task pauses, ends or completes a stage.
        idle_trigger: Dream when there is nothing to do.
        batch: Entries scored in one call (20 to 30).
        tiers: ``off``; ``article``: the small model screens what is uncertain; ``reverse``.
        anchors: Tell the scorer goal, stage and profile.
        metadata: Let source metadata outrank scores.
        full_score: Least score that is kept in full. keep_score: least that is kept at all.
        compression_ratio: Entries for each new note, so 10 is ten to one.
        verbatim: Store what is kept in full word for word, and guard the notes.
        episodes: Keep raw entries, searchable, after a dream.
        overwrite: Let the latest by event time supersede; without, contradictions stay.
        overlay: Let waiting entries mark what they change before any dream.
        patterns: Turn repeated requests into rules.
        min_repeats: Occasions that make a rule.
        pattern_similarity: Least likeness of two wordings of one request.
        shift_after: Contrary one-off requests in a row that change a standing habit.
        candidates: Lines that a new statement is compared with.
        forgetting: Let unused, unimportant items fade. half_life_days: of an item's strength.
        archive_below: Strength at which an item is laid aside.
        second_level: Go through long-term memory at intervals. second_level_days: their length.
        duplicate_similarity: Likeness from which a review joins equal statements.
        undo_dreams: Dreams back to which removals can be undone.
        standing_share: Share of a recall for rules, limits and standing wishes.
        show_history: Fill what room is left with what has ended, marked.
    """

    name: ClassVar[str] = "dream"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.CONSOLIDATE,
        Capability.REINFORCE,
        Capability.VALID_AT,
        Capability.VERBATIM,
    }

    def __init__(
        self,
        *,
        queue_limit: int = 200,
        max_age_hours: float = 24.0,
        policy: str = "count_first",
        stage_trigger: bool = True,
        idle_trigger: bool = True,
        batch: int = 25,
        tiers: str = "off",
        anchors: bool = True,
        metadata: bool = True,
        full_score: int = 4,
        keep_score: int = 2,
        compression_ratio: float = 10.0,
        verbatim: bool = True,
        episodes: bool = True,
        overwrite: bool = True,
        overlay: bool = True,
        patterns: bool = True,
        min_repeats: int = 3,
        pattern_similarity: float = 0.6,
        shift_after: int = 2,
        candidates: int = 8,
        forgetting: bool = True,
        half_life_days: float = 30.0,
        archive_below: float = 0.1,
        second_level: bool = True,
        second_level_days: float = 7.0,
        duplicate_similarity: float = 0.95,
        undo_dreams: int = 100,
        standing_share: float = 0.4,
        show_history: bool = True,
        embedder: Embedder | None = None,
        model: Model | None = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name in _PARAMETERS}
        super().__init__(Settings(**given), embedder=embedder, model=model)
        for name, value in given.items():
            setattr(self, name, value)
        self._signals = Signals()

    # Dreaming

    def due(self, now: datetime, occasion: Occasion) -> str | None:
        """Say whose queue is to be dreamt over and why; None while a task runs."""
        found = self.triggers.due(self.queue, now, occasion)
        return f"{found[0].name}: {found[0].why}" if found else None

    def consolidate(self, now: datetime, reason: str) -> Consolidation:
        """Dream over the queues whose trigger the reason names, or all; whole or not at all."""
        users = self._dreamers(now, reason)
        proposals: list[Proposal] = []
        for user in users:
            for entries in self._by_scope(user):
                proposal = propose(entries, self._anchors(entries), self._desk())
                wrong = (
                    [proposal.message]
                    if isinstance(proposal, ModelFailure)
                    else problems(proposal, self.book, self.settings)
                )
                if isinstance(proposal, ModelFailure) or wrong:
                    self.triggers.failed(user, self.queue.length(user), now)
                    return Consolidation(
                        reason=f"{reason}; abandoned: {wrong[0]}",
                        at=now,
                        committed=False,
                        failures=max(1, len(wrong)),
                    )
                proposals.append(proposal)
        return Consolidation(
            reason=reason, at=now, changes=tuple(self._carry_out(users, proposals, now))
        )

    def _carry_out(
        self, users: Sequence[str], proposals: Sequence[Proposal], now: datetime
    ) -> list[Change]:
        dream = self.journal.open()
        changes: list[Change] = []
        for proposal in proposals:
            changes.extend(commit(self, proposal, now, dream))
        for user in users:
            self.triggers.dreamt(user, now)
        for user in sorted({scope.user for scope, _ in self.known.values()}):
            if is_due(self, user, now):
                changes.extend(review(self, user, now, dream))
        self.read_waiting()
        # What was written and at once joined or dropped by the review came to nothing.
        passing = (Action.MERGED, Action.DROPPED)
        return [c for c in changes if c.action in passing or c.item_id in self._items]

    def _dreamers(self, now: datetime, reason: str) -> list[str]:
        """List whose queues are meant: another user's length or age must not bring on a dream."""
        name = reason.partition(":")[0]
        found = {
            trigger.user
            for occasion in Occasion
            for trigger in self.triggers.due(self.queue, now, occasion)
            if trigger.name == name
        }
        return sorted(found) or list(self.queue.users)

    def _by_scope(self, user: str) -> list[list[QueueEntry]]:
        lanes: dict[Scope, list[QueueEntry]] = {}
        for entry in self.queue.of(user):
            lanes.setdefault(entry.scope, []).append(entry)
        return list(lanes.values())

    def _anchors(self, entries: Sequence[QueueEntry]) -> Anchors:
        """Tell goal and stage of the last task, and what is known first of the user."""
        statuses = [entry.text for entry in entries if entry.state is not None]
        standing = [self._items[name] for name in self.catalogue.standing(entries[0].scope)]
        standing.sort(key=lambda item: (-item.importance, item.id))
        return Anchors(
            goal=statuses[-1] if statuses else "",
            profile="; ".join(item.text for item in standing[:3]),
        )

    def _desk(self) -> Desk:
        return Desk(
            book=self.book,
            shelf=self.shelf,
            model=self.model,
            settings=self.settings,
            likely=self.likely,
            likeness=self.likeness,
            sense=sense_of(self.embedder),
        )

    # Recalling

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        history = asks_history(query.text)
        visible = visible_to(query)
        standing = tuple(
            name for name in self.catalogue.standing(query.scope) if visible(self._items[name])
        )
        asked = self._asked(query)
        whole, content = self.embedder.embed([query.text, asked.content])
        vector = mixed(whole, content, self._signals.focus)
        search = self._search(query, vector=vector, text=asked.words)
        yield from assembled(
            query,
            Assembly(
                items=self._items,
                view=View(
                    book=self.book,
                    shelf=self.shelf,
                    overlay=self.waiting,
                    as_of=query.as_of,
                    past=query.valid_at is not None,
                    history=history,
                ),
                search=search,
                near=search.similarity(standing),
                standing=standing,
                sessions=self.sessions,
                asked=asked,
                share=self.settings.standing_share,
                history=history,
                show_history=self.settings.show_history,
                signals=self._signals,
            ),
        )

    def _asked(self, query: Query) -> Asked:
        """Read a query, with what is settled about those whom it names."""
        asked = asked_of(query.text, self.speakers(query.scope.user))
        told = self.catalogue.owned(query.scope, query.text)
        sources = (source for name in told for source in self._items[name].source_ids)
        return replace(asked, owned=frozenset((*told, *sources)))

    def reinforce(self, item_ids: Sequence[str], at: datetime) -> None:
        """Count a use: it slows the fading of an item."""
        self._items.reinforce(item_ids, at)
        for name in dict.fromkeys(item_ids):
            item = self._items.get(name)
            if item is not None:
                self._listed(item)

    # Explaining, undoing, forgetting

    def explain(self, item_id: str) -> tuple[Record, ...]:
        """List what dreams did to an item and why, oldest first."""
        return self.journal.explain(item_id)

    def undo(self, item_id: str) -> bool:
        """Bring back what a dream dropped or laid aside; False when that cannot be done."""
        record = self.journal.undoable(item_id)
        if record is None or record.before is None:
            return False
        item = record.before
        if item_id in self._items:
            self.revise(self._items[item_id], status=Status.CURRENT)
        else:
            self._items.put(item)
            self._indexed(item)
        self.journal.settle(record)
        return True

    def cards(self, scope: Scope) -> str:
        """Write the long-term memory that a scope sees as Markdown cards."""
        return cards(item for item in self._items if scope.sees(item.scope) and not item.session)

    def forget(self, request: ForgetRequest) -> int:
        """Erase events and all that rests on them, or items with the words they came from."""
        return erase(self, request)


_PARAMETERS = frozenset(Settings.__dataclass_fields__)

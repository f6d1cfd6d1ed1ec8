"""A ring buffer of the last turns, each compressed when it ends. Source: article B 2.2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import ClassVar

from memory_impls.api import Event, ItemKind, Layer, MemoryItem, Query, Recalled
from memory_impls.parts.model import Entry, Model, ModelFailure, OfflineModel, Summarise
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.timeline import Timeline
from memory_impls.parts.transcript import as_item, as_recalled, words_of

__all__ = ["WindowCompressed"]


class WindowCompressed(StoredMemory):
    """Keeps what mattered in the last turns of each scope; the words themselves are given up.

    Idea: decisions and data points are taken out of every turn as it ends, so that small talk
    neither fills the ring nor dilutes what is shown. A turn is one event that says something; one
    in which nothing matters takes no place, so the ring reaches further back than a raw one.
    If the model fails, the turn is kept as it was said. Newest means
    by event time; what has left the ring is gone for good (no ``valid_at``).

    Cost: per event one model call over that event, booked to writing;
    per recall proportional to ``turns``; what is held does not grow, but for the ids of events.
    Source: article B 2.2.

    Args:
        turns: How many compressed turns a scope keeps, and a query is shown at most.
        turn_tokens: Tokens that a turn is compressed to.
    """

    name: ClassVar[str] = "window_compressed"

    def __init__(
        self, *, turns: int = 20, turn_tokens: int = 24, model: Model | None = None
    ) -> None:
        if turns < 1 or turn_tokens < 1:
            raise ValueError(f"turns={turns}, turn_tokens={turn_tokens}; give 1 or more")
        super().__init__()
        self.turns = turns
        self.turn_tokens = turn_tokens
        self._model = model or OfflineModel()
        self._timeline = Timeline()

    def _model_identity(self) -> str:
        return self._model.identity

    def _made_of(self, event: Event) -> Iterator[MemoryItem]:
        words = words_of(event).strip()
        text = self._compressed(event, words) if words else ""
        if text:
            kept = as_item(event, layer=Layer.SHORT, text=text)
            kind = ItemKind.SUMMARY if kept.kind is ItemKind.EPISODE else kept.kind
            yield replace(kept, kind=kind, session=None)

    def _compressed(self, event: Event, words: str) -> str:
        """Take out what matters, "" when nothing does, all of it when the model fails."""
        entry = Entry(id=event.id, text=words, at=event.at, kind=event.kind)
        task = Summarise(previous="", turns=(entry,), max_tokens=self.turn_tokens)
        (result,) = self._model.run([task])
        if isinstance(result, ModelFailure):
            return words
        lines = [line.removeprefix("-").strip() for line in result.splitlines()]
        return " ".join(line for line in lines if line)

    def _indexed(self, item: MemoryItem) -> None:
        self._timeline.add(item)
        for item_id in self._timeline.surplus(item.scope, self.turns):
            self._timeline.remove(self._items.remove(item_id))

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        for item in items:
            self._timeline.remove(item)

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        visible = visible_to(query)
        newest = map(self._items.__getitem__, self._timeline.newest(query.scope, query.valid_at))
        for item in islice(newest, self.turns):
            if visible(item):
                yield as_recalled(item)

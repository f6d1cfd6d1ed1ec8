"""A plain memory with one fault at a time: what each check is there to catch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from memory_impls.api import (
    Action,
    Capability,
    Change,
    Consolidation,
    Contents,
    Event,
    Footprint,
    ForgetRequest,
    Layer,
    Memory,
    MemoryItem,
    Occasion,
    Query,
    Recall,
    Recalled,
    Unsupported,
)
from memory_impls.parts.items import ItemStore
from memory_impls.parts.persist import Draft, Saved, saving
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.transcript import as_item, as_recalled, words_of


class Faulty(StoredMemory):
    """Shows all that a query may see, newest first; ``fault`` breaks one thing."""

    name: ClassVar[str] = "faulty"
    capabilities: ClassVar[frozenset[Capability]] = frozenset(Capability)

    def __init__(self, *, fault: str = "") -> None:
        super().__init__()
        self.fault = fault
        self.calls = 0
        self.heard: list[str] = []

    def params(self) -> Mapping[str, object]:
        return {} if self.fault == "conceals a parameter" else super().params()

    def observe(self, event: Event) -> None:
        self.heard.append(event.text)
        if self.fault == "edits events":
            object.__setattr__(event, "text", event.text + " (seen)")
        if self.fault == "trips over control characters" and "\x00" in event.text:
            raise RuntimeError("NUL")
        if self.fault == "has room for 2,000" and len(self.heard) > 2_000:
            raise RuntimeError("full")
        if self.fault == "takes a retry for news":
            for item in self._made_of(replace(event, id=f"{event.id}/{len(self.heard)}")):
                self._items.put(item)
            return
        if self.fault == "has no tombstones" and self._items.is_forgotten(event.id):
            for item in self._made_of(event):
                self._items.put(item)
        super().observe(event)
        if self.fault == "drops the oldest" and len(self._items) > 200:
            self._items.remove(next(iter(self._items)).id)

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        text = words_of(event)
        if text.strip() or self.fault == "keeps empty texts":
            item = as_item(event, layer=Layer.SHORT)
            if self.fault == "counts what it hears":
                item = replace(item, citations=1)
            if self.fault == "names no source":
                item = replace(item, source_ids=())
            yield item

    def _ranked(self, query: Query) -> Iterable[Recalled]:
        if self.fault == "shows other scopes":
            query = replace(query, scope=replace(query.scope, project="birch"))
        if self.fault == "shows other kinds":
            query = replace(query, kinds=None)
        if self.fault == "knows no past":
            query = replace(query, valid_at=None)
        visible = visible_to(query)
        items = [item for item in self._items if visible(item)]
        if self.fault != "goes by arrival":
            items.sort(key=lambda item: (item.valid_from, item.id))
        if self.fault == "minds the crowd" and len(self._items) > 10:
            items.reverse()
        if self.fault == "goes by hash":
            items.sort(key=lambda item: hash(item.text))
        newest = items[::-1]
        return map(as_recalled, newest[:1] if self.fault == "goes by arrival" else newest)

    def recall(self, query: Query) -> Recall:
        self.calls += 1
        if self.fault == "knows no limit":
            return Recall(items=tuple(self._ranked(query)))
        if self.fault == "notes what is asked" and len(self._items):
            first = next(iter(self._items))
            self._items.put(replace(first, version=first.version + 1))
        return super().recall(query)

    def reinforce(self, item_ids: Iterable[str], at: datetime) -> None:
        if self.fault == "claims to reinforce":
            raise Unsupported("not really")
        self._items.reinforce(item_ids, at)

    def due(self, now: datetime, occasion: Occasion) -> str | None:
        if self.fault == "changes its mind":
            self.calls += 1
            return f"asked {self.calls} times"
        return "session ended" if occasion is Occasion.SESSION_END else None

    def consolidate(self, now: datetime, reason: str) -> Consolidation:
        changes = []
        for item in list(self._items):
            if item.layer is Layer.SHORT or self.fault == "dreams without end":
                kept = replace(item, layer=Layer.LONG, version=item.version + 1)
                self._items.put(kept)
                name = "nobody" if self.fault == "reports what is not" else item.id
                changes.append(Change(action=Action.WRITTEN, item_id=name))
        return Consolidation(reason=reason, at=now, changes=tuple(changes))

    def forget(self, request: ForgetRequest) -> int:
        if self.fault == "only says it forgot":
            return 1
        if self.fault == "forgets too much" and "ana.atlas.2" in self._items:
            self._items.remove("ana.atlas.2")
        if self.fault == "takes any criterion for all" and request.event_ids is not None:
            request = ForgetRequest(event_ids=request.event_ids)
        if self.fault == "takes a scope with its projects" and request.scope is not None:
            items = [item for item in self._items if item.scope.user == request.scope.user]
            request = ForgetRequest(event_ids=frozenset(i for e in items for i in e.source_ids))
        if self.fault == "forgets no kind" and request.kind is not None:
            return 0
        if self.fault == "forgets no item" and request.item_id is not None:
            return 0
        if self.fault == "forgets to the end" and request.end is not None:
            request = replace(request, end=None)
        return super().forget(request)

    def contents(self, since: int | None = None) -> Contents:
        found = super().contents(since)
        if self.fault == "conceals removals":
            return replace(found, removed_ids=())
        return found

    def _save_indexes(self, draft: Draft) -> None:
        if self.fault == "counts its saves":
            self.calls += 1
            draft.write_json("calls.json", self.calls)
        if self.fault == "keeps a diary":
            draft.write_json("diary.json", self.heard)

    def save(self, folder: Path) -> None:
        if self.fault == "saves half":
            with saving(folder, self._manifest()) as draft:
                half = ItemStore()
                for item in list(self._items)[::2]:
                    half.put(item)
                draft.write_json("items.json", half.plain())
            return
        super().save(folder)

    def load(self, folder: Path) -> None:
        if self.fault == "loads anything":
            try:
                super().load(folder)
            except ValueError:
                return
        super().load(folder)

    def _load_indexes(self, saved: Saved) -> None:
        self.heard = []


class Exempt(Faulty):
    """Fails one check on purpose, and claims to fail another that it passes."""

    exemptions: ClassVar[Mapping[str, str]] = {
        "keeps_limits": "shows all, as a bound",
        "ingests_once": "said to be exempt without need",
    }

    def __init__(self) -> None:
        super().__init__(fault="knows no limit")


class Bare(Memory):
    """Can do nothing but what every memory must, and raises on one event."""

    name: ClassVar[str] = "bare"

    def __init__(self) -> None:
        pass

    def observe(self, event: Event) -> None:
        if "uploaded" in event.text:
            raise KeyError("upload")

    def recall(self, query: Query) -> Recall:
        return Recall()

    def footprint(self) -> Footprint:
        return Footprint(items=0, bytes=0, tokens=0)

"""A rolling summary of what was said, and the newest turns word for word. Source: article A 2.3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar

from memory_impls.api import (
    Action,
    Capability,
    Change,
    Consolidation,
    Event,
    ForgetRequest,
    ItemKind,
    Layer,
    MemoryItem,
    Occasion,
    Query,
    Recalled,
    Scope,
)
from memory_impls.parts.model import Entry, Model, ModelFailure, OfflineModel, Summarise
from memory_impls.parts.persist import Draft, Saved
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.timeline import Timeline
from memory_impls.parts.tokens import count_tokens
from memory_impls.parts.transcript import as_item, as_recalled, words_of

__all__ = ["Summary"]

_LINES = "lines.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line of a summary and the events it rests on, with their times."""

    text: str
    sources: tuple[tuple[str, datetime], ...]

    def without(self, gone: frozenset[str]) -> bool:
        """Tell whether the line rests on none of some events."""
        return all(event_id not in gone for event_id, _ in self.sources)


class Summary(StoredMemory):
    """Keeps the newest turns of each scope as they are and folds older ones into a summary.

    Idea: what most agents do when the window overflows. When the turns kept word for word exceed
    ``max_recent_tokens``, one model call folds the oldest of them into the summary, down to half
    of that. A turn leaves only when the reply is complete: if the model fails, every turn stays,
    and the next attempt waits until the overflow has grown by a tenth. Details of old turns fade
    with each folding, there is one summary, and nothing is marked as superseded.

    Cost: per event an insertion; one model call per ``max_recent_tokens / 2`` tokens of history,
    over the summary and the turns folded; per recall proportional to what is shown.
    Source: article A 2.3, 5.2; faults K26 of public systems.

    Args:
        max_recent_tokens: Tokens of turns kept word for word before the oldest are folded.
        summary_tokens: Largest summary, in tokens.
        summary_share: Share of a query's limit that the summary may take at most.
    """

    name: ClassVar[str] = "summary"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.CONSOLIDATE
    }

    def __init__(
        self,
        *,
        max_recent_tokens: int = 1_000,
        summary_tokens: int = 256,
        summary_share: float = 0.6,
        model: Model | None = None,
    ) -> None:
        if max_recent_tokens < 1 or summary_tokens < 1:
            raise ValueError("max_recent_tokens and summary_tokens are 1 or more")
        if not 0.0 < summary_share <= 1.0:
            raise ValueError(f"summary_share is {summary_share}; give a share above 0, up to 1")
        super().__init__()
        self.max_recent_tokens = max_recent_tokens
        self.summary_tokens = summary_tokens
        self.summary_share = summary_share
        self._model = model or OfflineModel()
        self._timeline = Timeline()
        self._recent: dict[Scope, int] = {}
        self._lines: dict[Scope, tuple[_Line, ...]] = {}
        self._retry: dict[Scope, int] = {}

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        return (as_item(event, layer=Layer.SHORT),) if words_of(event).strip() else ()

    def _indexed(self, item: MemoryItem) -> None:
        if item.layer is Layer.SHORT:
            self._timeline.add(item)
            tokens = self._recent.get(item.scope, 0) + self._items.tokens_of(item.id)
            self._recent[item.scope] = tokens

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        for item in items:
            if item.layer is Layer.SHORT:
                self._timeline.remove(item)
                self._recent[item.scope] -= count_tokens(item.text)

    def due(self, now: datetime, occasion: Occasion) -> str | None:
        """Ask for a folding when a scope's turns overflow."""
        over = self._overflowing()
        return f"overflow of {len(over)} scope(s)" if over else None

    def consolidate(self, now: datetime, reason: str) -> Consolidation:
        """Fold the oldest turns of every scope that overflows; a scope whose call fails waits."""
        changes: list[Change] = []
        failures = 0
        scopes = self._overflowing()
        for scope in scopes:
            done = self._fold(scope)
            failures += not done
            changes.extend(done)
        return Consolidation(
            reason=reason,
            at=now,
            changes=tuple(changes),
            committed=not failures or failures < len(scopes),
            failures=failures,
        )

    def _overflowing(self) -> list[Scope]:
        return sorted(
            (
                scope
                for scope, tokens in self._recent.items()
                if tokens > max(self.max_recent_tokens, self._retry.get(scope, 0))
            ),
            key=lambda scope: (scope.user, scope.project or ""),
        )

    def _fold(self, scope: Scope) -> list[Change]:
        """Make one model call; nothing changes unless it gives a whole summary."""
        turns = self._oldest(scope)
        lines = self._lines.get(scope, ())
        task = Summarise(
            previous="\n".join(line.text for line in lines),
            turns=tuple(_entry(turn) for turn in turns),
            max_tokens=self.summary_tokens,
        )
        summary = self._model.run([task])[0]
        if isinstance(summary, ModelFailure):
            self._retry[scope] = int(self._recent[scope] * 1.1)
            return []
        self._retry.pop(scope, None)
        for turn in turns:
            self._items.remove(turn.id)
        self._unindexed(turns)
        self._lines[scope] = _attributed(summary, lines, turns)
        item = self._write(scope, turns[-1].valid_from)
        gone = [Change(action=Action.MERGED, item_id=turn.id, source_ids=turn.source_ids,
                       why="folded into the summary") for turn in turns]  # fmt: skip
        why = f"summary of {len(turns)} more turns"
        return [Change(action=Action.WRITTEN, item_id=item.id, source_ids=item.source_ids, why=why),
                *gone]  # fmt: skip

    def _oldest(self, scope: Scope) -> list[MemoryItem]:
        """List the turns to fold, oldest first: all but the newest that fill half the room."""
        lane = self._timeline.surplus(scope, 0)
        left = self._recent[scope]
        turns: list[MemoryItem] = []
        for item_id in lane:
            if left <= self.max_recent_tokens // 2:
                break
            turns.append(self._items[item_id])
            left -= self._items.tokens_of(item_id)
        return turns

    def _write(self, scope: Scope, at: datetime) -> MemoryItem:
        """Put the summary of a scope into the store, a version further."""
        lines = self._lines[scope]
        sources = {event_id: time for line in lines for event_id, time in line.sources}
        item_id = _item_id(scope)
        old = self._items.get(item_id)
        item = MemoryItem(
            id=item_id,
            text="\n".join(line.text for line in lines),
            kind=ItemKind.SUMMARY,
            layer=Layer.LONG,
            scope=scope,
            source_ids=tuple(sources),
            created=min(sources.values(), default=at) if old is None else old.created,
            updated=max([at, *sources.values()]),
            valid_from=max([at, *sources.values()]) if old is None else max(old.valid_from, at),
            version=1 if old is None else old.version + 1,
        )
        self._items.put(item)
        return item

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        visible = visible_to(query)
        for item in self._summaries(query.scope):
            shown = self._shortened(item, query.max_tokens) if visible(item) else ""
            if shown:
                yield replace(as_recalled(item), text=shown, speaker="")
        for item_id in self._timeline.newest(query.scope, query.valid_at):
            if visible(self._items[item_id]):
                yield as_recalled(self._items[item_id])

    def _summaries(self, scope: Scope) -> Iterator[MemoryItem]:
        for own in sorted(self._lines, key=lambda own: own.project is None):
            item = self._items.get(_item_id(own))
            if item is not None and scope.sees(own):
                yield item

    def _shortened(self, item: MemoryItem, max_tokens: int | None) -> str:
        """Leave out the oldest lines that the summary's share of the limit has no room for."""
        if max_tokens is None:
            return item.text
        room = int(max_tokens * self.summary_share)
        kept: list[str] = []
        for line in reversed(item.text.splitlines()):
            room -= count_tokens(f"  {line}\n")
            if room < 12:  # the mark and date of the item
                break
            kept.append(line)
        return "\n".join(reversed(kept))

    def forget(self, request: ForgetRequest) -> int:
        """Erase turns, and lines of summaries that rest on what is to be forgotten.

        A line whose words cannot be traced to single turns rests on all that were folded.
        """
        wanted = self._items.wanted(request)
        turns = [item for item in wanted if item.layer is Layer.SHORT]
        for turn in turns:
            self._items.remove(turn.id)
            self._items.bury(turn.source_ids)
        self._unindexed(turns)
        by_event = (request.event_ids, request.start, request.end)
        whole = set()
        if all(part is None for part in by_event):
            whole = {item.id for item in wanted if item.layer is Layer.LONG}
        changed = sum(
            self._forget_lines(scope, self._wanted_lines(scope, request), _item_id(scope) in whole)
            for scope in _sorted(self._lines)
        )
        others = (request.item_id, request.kind, request.scope, request.start, request.end)
        if request.event_ids is not None and all(part is None for part in others):
            self._items.bury(sorted(request.event_ids))
        return len(turns) + changed

    def _wanted_lines(self, scope: Scope, request: ForgetRequest) -> frozenset[str]:
        """List the folded events of a scope that a request means by event or time."""
        given = (request.event_ids, request.start, request.end)
        if (
            all(part is None for part in given)
            or request.item_id not in (None, _item_id(scope))
            or request.scope not in (None, scope)
            or request.kind not in (None, ItemKind.SUMMARY)
        ):
            return frozenset()
        return frozenset(
            event_id
            for line in self._lines[scope]
            for event_id, at in line.sources
            if (request.event_ids is None or event_id in request.event_ids)
            and (request.start is None or at >= request.start)
            and (request.end is None or at < request.end)
        )

    def _forget_lines(self, scope: Scope, gone: frozenset[str], whole: bool) -> int:
        """Take lines out of a summary, and the summary with its last line."""
        lines = self._lines[scope]
        left = () if whole else tuple(line for line in lines if line.without(gone))
        if len(left) == len(lines):
            return 0
        item = self._items[_item_id(scope)]
        self._items.bury(item.source_ids if whole else sorted(gone))
        if left:
            self._lines[scope] = left
            self._write(scope, item.updated)
        else:
            del self._lines[scope]
            self._items.remove(item.id)
        return 1

    def _model_identity(self) -> str:
        return self._model.identity

    def _save_indexes(self, draft: Draft) -> None:
        draft.write_json(
            _LINES,
            {
                "lines": [
                    [s.user, s.project, _plain(self._lines[s])] for s in _sorted(self._lines)
                ],
                "retry": [[s.user, s.project, self._retry[s]] for s in _sorted(self._retry)],
            },
        )

    def _load_indexes(self, saved: Saved) -> None:
        super()._load_indexes(saved)
        state: Any = saved.read_json(_LINES)
        self._lines = {
            Scope(user=user, project=project): tuple(_line(plain) for plain in lines)
            for user, project, lines in state["lines"]
        }
        self._retry = {Scope(user=u, project=p): int(size) for u, p, size in state["retry"]}


def _item_id(scope: Scope) -> str:
    return f"summary:{scope.user}:{scope.project or ''}"


def _sorted(scopes: Iterable[Scope]) -> list[Scope]:
    return sorted(scopes, key=lambda scope: (scope.user, scope.project or ""))


def _entry(item: MemoryItem) -> Entry:
    return Entry(id=item.id, text=item.text, at=item.valid_from, speaker=item.speaker)


def _attributed(
    summary: str, old: Sequence[_Line], turns: Sequence[MemoryItem]
) -> tuple[_Line, ...]:
    """Find for each line of a summary the turns that hold its words."""
    known = {line.text: line for line in old}
    everything = {event_id: at for line in old for event_id, at in line.sources}
    everything.update({turn.id: turn.valid_from for turn in turns})
    found = []
    for text in filter(None, (line.strip() for line in summary.splitlines())):
        if text in known:
            found.append(known[text])
            continue
        words = text.removeprefix("- ").partition(": ")[2] or text.removeprefix("- ")
        sources = tuple((t.id, t.valid_from) for t in turns if words in t.text)
        found.append(_Line(text=text, sources=sources or tuple(everything.items())))
    return tuple(found)


def _plain(lines: Iterable[_Line]) -> list[object]:
    return [[line.text, [[i, at.isoformat()] for i, at in line.sources]] for line in lines]


def _line(plain: Any) -> _Line:
    text, sources = plain
    return _Line(
        text=str(text), sources=tuple((str(i), datetime.fromisoformat(at)) for i, at in sources)
    )

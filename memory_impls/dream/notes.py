"""Compress what is worth a line but not its own words (article A 3.2), ten to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_impls.api import ItemKind, Layer, MemoryItem
from memory_impls.dream.queue import QueueEntry
from memory_impls.dream.settings import Settings
from memory_impls.dream.verbatim import guarded
from memory_impls.parts.claims.kinds import chatter
from memory_impls.parts.model import Distil, Entry, Model, ModelFailure, Note, Notes, Task

__all__ = ["Leftover", "notes_of"]

_PER_CALL = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """Words of an entry that are to be compressed."""

    entry: QueueEntry
    text: str


def notes_of(
    leftovers: Sequence[Leftover], entries: int, model: Model, settings: Settings
) -> list[MemoryItem] | ModelFailure:
    """Distil leftovers into notes, at most one for every ``compression_ratio`` entries.

    Args:
        leftovers: What to compress, of one scope, in order.
        entries: How many entries this dream took in.
        model: Writes the notes; a failed call fails the whole.
        settings: Ratio, and whether the verbatim rule guards the notes.
    """
    worth = [one for one in leftovers if not chatter(one.text)]
    room = max(1, round(entries / settings.compression_ratio)) if worth else 0
    calls = [worth[at : at + _PER_CALL] for at in range(0, len(worth), _PER_CALL)]
    tasks: list[Task[Notes]] = []
    for call in calls:
        share = max(1, round(room * len(call) / len(worth)))
        shown = tuple(_shown(one, f"e{at}") for at, one in enumerate(call))
        tasks.append(Distil(entries=shown, max_notes=share))
    found: list[MemoryItem] = []
    results = model.run(tasks)
    for call, result in zip(calls, results, strict=True):
        if isinstance(result, ModelFailure):
            return result
        known = {f"e{at}": one for at, one in enumerate(call)}
        for note in result.notes:
            if settings.verbatim:
                texts = {key: one.text for key, one in known.items()}
                note, _ = guarded(note, texts)
            found.append(_item(note, [known[key] for key in note.source_ids], len(found)))
    return found


def _shown(one: Leftover, key: str) -> Entry:
    entry = one.entry.entry(key)
    return Entry(
        id=key, text=one.text, at=entry.at, kind=entry.kind, speaker=_who(one.entry), ok=entry.ok
    )


def _who(entry: QueueEntry) -> str:
    return entry.speaker or entry.kind.value


def _item(note: Note, sources: Sequence[Leftover], ordinal: int) -> MemoryItem:
    entries = {one.entry.id: one.entry for one in sources}
    first = min(entries.values(), key=lambda entry: (entry.at, entry.id))
    last = max(entries.values(), key=lambda entry: (entry.at, entry.id))
    return MemoryItem(
        # An entry is consumed by one dream only, so its id and an ordinal never come again.
        id=f"note:{first.id}:{ordinal}",
        text=note.text,
        kind=ItemKind.SUMMARY,
        layer=Layer.LONG,
        scope=first.scope,
        source_ids=tuple(entries),
        created=first.at,
        updated=last.at,
        valid_from=first.at,
        importance=0.3,
        confidence=0.7,
    )

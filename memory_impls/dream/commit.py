"""Carry out a checked proposal, and say what was done: for the trace and for the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from memory_impls.api import Action, Change, Layer, MemoryItem, Status
from memory_impls.dream.consolidation import Proposal
from memory_impls.dream.journal import Record
from memory_impls.dream.mind import Mind
from memory_impls.dream.scoring import Fate

__all__ = ["commit"]


def commit(mind: Mind, proposal: Proposal, now: datetime, dream: int) -> list[Change]:
    """Apply a proposal whole: sayings into lines, items brought up to date, entries put away."""
    before = {item.id: item for item in _touchable(mind, proposal)}
    mind.shelf.rules.update(proposal.rules)
    lines = [
        mind.book.add(placement.saying, placement.line_id) for placement in proposal.placements
    ]
    touched = mind.shelf.refresh(lines, now)
    for note in proposal.notes:
        mind.shelve(note)
    changes = list(_changed(mind, [*touched, *(note.id for note in proposal.notes)], before))
    changes.extend(_put_away(mind, proposal, now, dream))
    return changes


def _touchable(mind: Mind, proposal: Proposal) -> Iterable[MemoryItem]:
    """List the items of lines that will change, to tell afterwards what did."""
    for placement in proposal.placements:
        line = mind.book.get(placement.line_id) if placement.line_id else None
        for saying in line.sayings if line is not None else ():
            item = mind.item_of(saying.id)
            if item is not None:
                yield item


def _changed(
    mind: Mind, touched: Iterable[str], before: Mapping[str, MemoryItem]
) -> Iterable[Change]:
    for name in dict.fromkeys(touched):
        item, old = mind.items.get(name), before.get(name)
        if item is None:
            why = "joined with what was said about the same thing"
            yield Change(action=Action.MERGED, item_id=name, why=why)
        elif old is None:
            why = f"new {item.kind.value}"
            yield Change(action=Action.WRITTEN, item_id=name, source_ids=item.source_ids, why=why)
        elif old.status is Status.CURRENT and item.status is Status.SUPERSEDED:
            why = f"no longer so since {item.valid_to}" if item.valid_to else "no longer so"
            yield Change(
                action=Action.SUPERSEDED, item_id=name, source_ids=item.source_ids, why=why
            )
        elif old != item:
            why = f"said {len(item.source_ids)} times" if item.text == old.text else "said anew"
            yield Change(action=Action.MERGED, item_id=name, source_ids=item.source_ids, why=why)


def _put_away(mind: Mind, proposal: Proposal, now: datetime, dream: int) -> Iterable[Change]:
    """Take the entries out of the queue: into the archive, or away with their items."""
    records = []
    for entry in proposal.entries:
        verdict = proposal.verdicts[entry.id]
        item = mind.items.get(entry.id)
        if item is None:
            continue
        if mind.settings.episodes:
            mind.items.put(replace(item, layer=Layer.LONG, importance=verdict.score / 5))
            action = Action.ARCHIVED
        else:
            mind.unshelve([item])
            action = Action.DROPPED if verdict.fate is Fate.DROP else Action.MERGED
            records.append(
                Record(
                    dream=dream,
                    at=now,
                    action=action,
                    item_id=item.id,
                    source_ids=item.source_ids,
                    why=verdict.why,
                    before=item,
                )
            )
        yield Change(action=action, item_id=entry.id, source_ids=(entry.id,), why=verdict.why)
    mind.queue.take_out(proposal.entries)
    mind.journal.write(records)

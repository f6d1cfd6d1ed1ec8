"""The journal of dreams: what each did and why, and what it takes to undo a removal (D11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memory_impls.api import Action, MemoryItem
from memory_impls.parts.codec import item_from_plain, item_to_plain

__all__ = ["Journal", "Record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One thing that a dream did.

    Attributes:
        dream: Ordinal of the dream.
        before: The item as it was, for what was dropped or laid aside; None for what can be
            read from the lines again, and once the dream is too long ago to be undone.
    """

    dream: int
    at: datetime
    action: Action
    item_id: str
    source_ids: tuple[str, ...]
    why: str
    before: MemoryItem | None = None


class Journal:
    """Records of removals for ever by id and reason, with their contents for some dreams.

    Args:
        undo_dreams: How many dreams back a removal can be undone.
    """

    def __init__(self, undo_dreams: int) -> None:
        self._undo_dreams = undo_dreams
        self.dreams = 0
        self._records: list[Record] = []
        self._whole_from = 0

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self._records)

    def open(self) -> int:
        """Begin a dream; its ordinal."""
        self.dreams += 1
        self._age()
        return self.dreams

    def write(self, records: Iterable[Record]) -> None:
        """Note what was done."""
        self._records.extend(records)

    def explain(self, item_id: str) -> tuple[Record, ...]:
        """List what happened to an item, oldest first."""
        return tuple(record for record in self._records if record.item_id == item_id)

    def undoable(self, item_id: str) -> Record | None:
        """Find the last removal of an item that can still be undone."""
        for record in reversed(self._records):
            if record.item_id == item_id and record.before is not None:
                return record
        return None

    def settle(self, record: Record) -> None:
        """Note that a removal was undone."""
        at = self._records.index(record)
        self._records[at] = replace(record, before=None, why=f"{record.why}; undone")

    def forget(self, event_ids: Iterable[str]) -> int:
        """Erase what records hold of events; ids and reasons stay."""
        gone = set(event_ids)
        erased = 0
        for at, record in enumerate(self._records):
            if record.before is not None and gone & {*record.source_ids, *record.before.source_ids}:
                self._records[at] = replace(record, before=None)
                erased += 1
        return erased

    def removed(self) -> tuple[MemoryItem, ...]:
        """List what was removed and can still be brought back."""
        return tuple(r.before for r in self._records if r.before is not None)

    def _age(self) -> None:
        """Drop the contents of removals too long ago; each record is aged once."""
        least = self.dreams - self._undo_dreams
        while self._whole_from < len(self._records):
            record = self._records[self._whole_from]
            if record.dream >= least:
                return
            if record.before is not None:
                self._records[self._whole_from] = replace(record, before=None)
            self._whole_from += 1

    def plain(self) -> dict[str, object]:
        """Write the journal as JSON has it."""
        return {
            "dreams": self.dreams,
            "whole_from": self._whole_from,
            "records": [
                [
                    r.dream,
                    r.at.isoformat(),
                    r.action.value,
                    r.item_id,
                    list(r.source_ids),
                    r.why,
                    None if r.before is None else item_to_plain(r.before),
                ]
                for r in self._records
            ],
        }

    def load(self, plain: Mapping[str, Any]) -> None:
        """Take over what ``plain`` wrote."""
        self.dreams = plain["dreams"]
        self._whole_from = plain["whole_from"]
        self._records = [
            Record(
                dream=dream,
                at=datetime.fromisoformat(at),
                action=Action(action),
                item_id=item_id,
                source_ids=tuple(sources),
                why=why,
                before=None if before is None else item_from_plain(before),
            )
            for dream, at, action, item_id, sources, why, before in plain["records"]
        ]

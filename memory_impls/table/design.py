"""The design ``table``. Source: article B 3.1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, time, timedelta
from typing import Any, ClassVar

from memory_impls.api import Capability, Event, ItemKind, MemoryItem, Query, Recalled, Status
from memory_impls.parts.normalise import find_dates
from memory_impls.parts.persist import Draft, Saved
from memory_impls.parts.statements import Filed, filed
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.terms import terms
from memory_impls.parts.transcript import as_item, as_recalled
from memory_impls.table.rows import Conditions, Row, Rows

__all__ = ["Table"]

_ROWS = "rows.json"


class Table(StoredMemory):
    """Keeps statements as rows of a relation and selects them by conditions.

    Idea: structured memory. A row has whom it is about, which property, when it was said and how
    long it held: a later statement about the same thing ends the validity of the one before, by
    event time. A query selects the rows valid at the date asked about whose subject, property or
    day it names; the more conditions are met, the earlier they come. There is no similarity: what
    is asked in other words is not found, and what names no property and value is not stored.

    Cost: per event one reading by rules and a few indexed statements of SQL per row; per recall
    one query over the rows that share a word. Source: article B 3.1.

    Args:
        most_words: Most words that subject and property may have together; what needs more is a
            sentence and no row.
    """

    name: ClassVar[str] = "table"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.VALID_AT
    }

    def __init__(self, *, most_words: int = 5) -> None:
        if most_words < 1:
            raise ValueError(f"most_words is {most_words}; give 1 or more")
        super().__init__()
        self.most_words = most_words
        self._filed: dict[str, Filed] = {}
        self._rows = Rows()

    def _made_of(self, event: Event) -> Iterator[MemoryItem]:
        for number, statement in enumerate(filed(event, most_words=self.most_words)):
            item_id = f"{event.id}#{number}"
            self._filed[item_id] = statement
            whole = as_item(event, text=statement.text)
            yield replace(whole, id=item_id, kind=statement.kind, session=None)

    def _indexed(self, item: MemoryItem) -> None:
        self._rows.add(self._row(item))
        self._settle([item])

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        for item in items:
            self._rows.remove(item.id)
        self._settle(items)
        for item in items:
            del self._filed[item.id]

    def _settle(self, changed: Iterable[MemoryItem]) -> None:
        """Bring validity and standing of all versions in line with what is there now."""
        slots = dict.fromkeys((item.scope, self._filed[item.id].slot) for item in changed)
        for scope, slot in slots:
            for item_id, valid_to in self._rows.settle(scope, slot):
                item = self._items.get(item_id)
                if item is not None and item.valid_to != valid_to:
                    status = Status.CURRENT if valid_to is None else Status.SUPERSEDED
                    self._items.put(
                        replace(item, status=status, valid_to=valid_to, version=item.version + 1)
                    )

    def _row(self, item: MemoryItem) -> Row:
        statement = self._filed[item.id]
        return Row(
            item_id=item.id,
            scope=item.scope,
            slot=statement.slot,
            kind=statement.kind.value,
            said_at=item.valid_from,
            subject=statement.subject,
            attribute=statement.attribute,
            replaces=statement.replaces,
            valid_to=item.valid_to,
        )

    def _save_indexes(self, draft: Draft) -> None:
        draft.write_json(_ROWS, {item_id: asdict(row) for item_id, row in self._filed.items()})

    def _load_indexes(self, saved: Saved) -> None:
        found = saved.read_json(_ROWS)
        if not isinstance(found, dict) or set(found) != {item.id for item in self._items}:
            raise ValueError(f"{saved.path(_ROWS)} does not belong to the saved items")
        self._filed = {item_id: _statement(plain) for item_id, plain in found.items()}
        self._rows = Rows()
        for item in self._items:
            self._rows.add(self._row(item))

    def _ranked(self, query: Query) -> Iterator[Recalled]:
        visible = visible_to(query)
        conditions = Conditions(
            scope=query.scope,
            words=frozenset(terms(query.text)),
            days=_days(query),
            as_of=query.valid_at,
        )
        for item_id, met in self._rows.find(conditions):
            item = self._items[item_id]
            if visible(item):
                # What held at the date asked about is no past value there.
                standing = replace(item, status=Status.CURRENT, valid_to=None)
                yield as_recalled(standing, float(met))


def _days(query: Query) -> tuple[datetime, datetime] | None:
    """Find the interval of the days that a query names."""
    dates = find_dates(query.text, query.as_of)
    if not dates:
        return None
    zone = query.as_of.tzinfo or UTC
    first = min(date.first for date in dates)
    last = max(date.last for date in dates) + timedelta(days=1)
    return datetime.combine(first, time(), zone), datetime.combine(last, time(), zone)


def _statement(plain: Mapping[str, Any]) -> Filed:
    parts = {"kind": ItemKind(plain["kind"])}
    words = {name: tuple(plain[name]) for name in ("subject", "attribute")}
    return Filed(**{**plain, **parts, **words})

"""The relation behind ``table``: rows in SQLite, in memory, and the queries asked of it.

In memory only: SQLite leaves deleted rows in its file, and what is forgotten must leave no byte.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memory_impls.api import Scope

__all__ = ["Conditions", "Row", "Rows"]

_SCHEMA = """
CREATE TABLE statement (
    item_id TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    project TEXT,
    slot TEXT NOT NULL,
    kind TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    replaces INTEGER NOT NULL,
    valid_to INTEGER
);
CREATE TABLE word (
    item_id TEXT NOT NULL REFERENCES statement ON DELETE CASCADE,
    part TEXT NOT NULL,
    word TEXT NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (word, part, item_id)
) WITHOUT ROWID;
CREATE INDEX word_of_item ON word (item_id);
CREATE INDEX slot_of_scope ON statement (user, project, slot, said_at);
CREATE INDEX time_of_user ON statement (user, said_at);
"""

_FIND = """
WITH met AS (
    SELECT item_id FROM word WHERE word IN (SELECT value FROM json_each(:words))
    GROUP BY item_id, part HAVING COUNT(*) = MAX(size)
    UNION ALL
    SELECT item_id FROM statement
    WHERE user = :user AND said_at >= :first AND said_at < :last
)
SELECT item_id, COUNT(*) AS conditions FROM met JOIN statement USING (item_id)
WHERE user = :user AND (project IS NULL OR project = :project)
  AND (:as_of IS NULL AND valid_to IS NULL
       OR said_at <= :as_of AND (valid_to IS NULL OR valid_to > :as_of))
GROUP BY item_id ORDER BY conditions DESC, said_at DESC, item_id
"""

_CHAIN = """
SELECT item_id, said_at, replaces FROM statement
WHERE user = ? AND project IS ? AND slot = ? ORDER BY said_at, rowid
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One statement as a row.

    Attributes:
        subject: Word stems of whom or what it is about.
        attribute: Word stems of the property.
        slot: Rows of one scope that share it are versions of one thing.
        replaces: It ends the validity of the version before.
    """

    item_id: str
    scope: Scope
    slot: str
    kind: str
    said_at: datetime
    subject: tuple[str, ...]
    attribute: tuple[str, ...]
    replaces: bool
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What a row must meet: the scope, the date, and at least one of words and days.

    Attributes:
        words: Word stems of the query; a row's subject or attribute is met when all its words
            are among them.
        days: Interval in which it was said, the end exclusive; None when no day is named.
        as_of: The date at which it must be valid; None is now.
    """

    scope: Scope
    words: Collection[str]
    days: tuple[datetime, datetime] | None
    as_of: datetime | None


class Rows:
    """Rows, each valid until the next version of its slot."""

    def __init__(self) -> None:
        self._base = sqlite3.connect(":memory:")
        self._base.execute("PRAGMA foreign_keys = ON")
        self._base.executescript(_SCHEMA)

    def add(self, row: Row) -> None:
        """Insert a row, or replace the one of the same item."""
        self.remove(row.item_id)
        scope = row.scope
        self._base.execute(
            "INSERT INTO statement VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.item_id,
                scope.user,
                scope.project,
                row.slot,
                row.kind,
                _number(row.said_at),
                row.replaces,
                None if row.valid_to is None else _number(row.valid_to),
            ),
        )
        for part, words in (("subject", row.subject), ("attribute", row.attribute)):
            self._base.executemany(
                "INSERT INTO word VALUES (?, ?, ?, ?)",
                [(row.item_id, part, word, len(words)) for word in words],
            )

    def remove(self, item_id: str) -> None:
        """Delete the row of an item with its words."""
        self._base.execute("DELETE FROM statement WHERE item_id = ?", (item_id,))

    def settle(self, scope: Scope, slot: str) -> list[tuple[str, datetime | None]]:
        """End each version where the next one that replaces it begins.

        Returns:
            Item id and end of validity of every version, oldest first.
        """
        chain = self._base.execute(_CHAIN, (scope.user, scope.project, slot)).fetchall()
        ends: list[int | None] = [None] * len(chain)
        end: int | None = None
        for place in range(len(chain) - 1, -1, -1):
            ends[place] = end
            _, said_at, replaces = chain[place]
            end = said_at if replaces else end
        settled = [(item_id, ends[place]) for place, (item_id, _, _) in enumerate(chain)]
        self._base.executemany(
            "UPDATE statement SET valid_to = ? WHERE item_id = ?",
            [(valid_to, item_id) for item_id, valid_to in settled],
        )
        return [(item_id, None if at is None else _time(at)) for item_id, at in settled]

    def find(self, conditions: Conditions) -> Sequence[tuple[str, int]]:
        """Select rows; with each the number of conditions met, most first, then newest."""
        first, last = (0, 0) if conditions.days is None else map(_number, conditions.days)
        return self._base.execute(
            _FIND,
            {
                "words": json.dumps(sorted(conditions.words), ensure_ascii=False),
                "user": conditions.scope.user,
                "project": conditions.scope.project,
                "first": first,
                "last": last,
                "as_of": None if conditions.as_of is None else _number(conditions.as_of),
            },
        ).fetchall()


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _number(at: datetime) -> int:
    """Count microseconds since 1970: compares like the time, whatever the zone."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def _time(number: int) -> datetime:
    return _EPOCH + timedelta(microseconds=number)

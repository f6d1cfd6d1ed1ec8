"""The index over long-term memory (article A 3.1): by kind, by counterpart, by topic.

A directory of what is known, small enough to read, kept in step with every change: which items
are rules and limits of a scope, who they concern, what they are about.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory_impls.api import ItemKind, MemoryItem, Scope, Status

__all__ = ["Catalogue", "Entry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """How an item is filed."""

    scope: Scope
    kind: ItemKind
    counterpart: str
    topics: tuple[str, ...]
    standing: bool
    owners: tuple[str, ...] = ()


class Catalogue:
    """Item ids by scope and kind, by counterpart and by topic."""

    def __init__(self) -> None:
        self._filed: dict[str, Entry] = {}
        self._standing: dict[Scope, dict[str, None]] = {}
        self._owners: dict[str, dict[str, None]] = {}
        self._drawers: dict[tuple[str, str, str], dict[str, None]] = {}

    def file(self, item: MemoryItem, entry: Entry) -> None:
        """File an item, anew if it is filed already; what is laid aside stands no more."""
        self.strike(item.id)
        self._filed[item.id] = entry
        for drawer in _drawers(entry):
            self._drawers.setdefault(drawer, {})[item.id] = None
        for owner in entry.owners:
            self._owners.setdefault(owner, {})[item.id] = None
        if entry.standing and item.status is Status.CURRENT:
            self._standing.setdefault(entry.scope, {})[item.id] = None

    def strike(self, item_id: str) -> None:
        """Take an item out."""
        entry = self._filed.pop(item_id, None)
        if entry is None:
            return
        for drawer in _drawers(entry):
            held = self._drawers[drawer]
            del held[item_id]
            if not held:
                del self._drawers[drawer]
        for owner in entry.owners:
            self._owners[owner].pop(item_id)
            if not self._owners[owner]:
                del self._owners[owner]
        standing = self._standing.get(entry.scope, {})
        standing.pop(item_id, None)

    def standing(self, scope: Scope) -> list[str]:
        """List rules, limits and standing wishes that a scope sees."""
        own = [scope] if scope.project is None else [scope, Scope(user=scope.user)]
        return [item_id for one in own for item_id in self._standing.get(one, ())]

    def owned(self, scope: Scope, text: str) -> list[str]:
        """List what is settled about the owners that a text names."""
        words = text.casefold()
        own = [scope] if scope.project is None else [scope, Scope(user=scope.user)]
        return [
            item_id
            for owner in sorted(self._owners)
            if owner in words
            for item_id in self._owners[owner]
            if self._filed[item_id].scope in own
        ]

    def find(
        self, user: str, *, kind: ItemKind | None = None, counterpart: str = "", topic: str = ""
    ) -> tuple[str, ...]:
        """Look up items that are filed under all that is given, sorted."""
        asked = [("kind", kind.value if kind else ""), ("who", counterpart), ("topic", topic)]
        found = [set(self._drawers.get((user, *pair), ())) for pair in asked if pair[1]]
        return tuple(sorted(set.intersection(*found))) if found else ()

    def directory(self, user: str) -> dict[str, int]:
        """Count what is filed under each heading."""
        return {
            f"{sort}: {name}": len(held)
            for (owner, sort, name), held in sorted(self._drawers.items())
            if owner == user
        }


def _drawers(entry: Entry) -> Iterable[tuple[str, str, str]]:
    user = entry.scope.user
    yield user, "kind", entry.kind.value
    if entry.counterpart:
        yield user, "who", entry.counterpart
    for topic in dict.fromkeys(entry.topics):
        yield user, "topic", topic

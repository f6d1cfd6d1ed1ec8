"""Exact keys, one value each. Source: article B 3.1."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from memory_impls.api import Event, Layer, MemoryItem, Query, Recalled, Scope
from memory_impls.parts.persist import Draft, Saved
from memory_impls.parts.statements import Filed, filed
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.terms import terms
from memory_impls.parts.transcript import as_item, as_recalled

__all__ = ["KeyValue"]

_KEYS = "keys.json"
_Key = tuple[str, ...]


class KeyValue(StoredMemory):
    """Files statements under what they are about, and finds them by exactly those words.

    Idea: a lookup table. "My manager is Alice" stands under *manager*; a later statement under
    the same key takes its place, and the value before is gone. A query is answered with every key
    whose words all stand in it, up to word forms. There are no synonyms and no similarity: ask
    for "boss" and nothing is found. What names no property and value is not stored at all. Later
    means by event time. The past is overwritten, so ``valid_at`` is not claimed; asked about a
    past date, values stated after it are not shown.

    Cost: per event one reading by rules and one write per statement; per recall one lookup per
    word of the query. Source: article B 3.1.

    Args:
        most_words: Longest key, in words; what needs more is a sentence and not filed.
    """

    name: ClassVar[str] = "keyvalue"

    def __init__(self, *, most_words: int = 4) -> None:
        if most_words < 1:
            raise ValueError(f"most_words is {most_words}; give 1 or more")
        super().__init__()
        self.most_words = most_words
        self._keys: dict[str, _Key] = {}
        self._by_word: dict[tuple[Scope, str], dict[_Key, str]] = {}

    def _made_of(self, event: Event) -> Iterator[MemoryItem]:
        for statement in filed(event, most_words=self.most_words):
            item_id = _item_id(event.scope, statement.key)
            held = self._items.get(item_id)
            if held is None or held.valid_from <= event.at:
                self._keys[item_id] = statement.key
                yield _item(event, statement, item_id, held)

    def _indexed(self, item: MemoryItem) -> None:
        key = self._keys[item.id]
        self._by_word.setdefault((item.scope, key[0]), {})[key] = item.id

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        for item in items:
            key = self._keys.pop(item.id)
            lane = self._by_word[item.scope, key[0]]
            del lane[key]
            if not lane:
                del self._by_word[item.scope, key[0]]

    def _save_indexes(self, draft: Draft) -> None:
        draft.write_json(_KEYS, {item_id: list(key) for item_id, key in self._keys.items()})

    def _load_indexes(self, saved: Saved) -> None:
        found = saved.read_json(_KEYS)
        if not isinstance(found, dict) or set(found) != {item.id for item in self._items}:
            raise ValueError(f"{saved.path(_KEYS)} does not belong to the saved items")
        self._keys = {item_id: tuple(key) for item_id, key in found.items()}
        super()._load_indexes(saved)

    def _ranked(self, query: Query) -> Iterable[Recalled]:
        """List matching keys, longest first: the more words a key has, the more it is meant."""
        visible = visible_to(query)
        asked = frozenset(terms(query.text))
        scopes = {query.scope, replace(query.scope, project=None)}
        found = [
            (len(key), self._items[item_id])
            for scope in sorted(scopes, key=lambda scope: scope.project or "")
            for word in sorted(asked)
            for key, item_id in self._by_word.get((scope, word), {}).items()
            if asked.issuperset(key)
        ]
        found.sort(key=lambda pair: pair[1].id)
        found.sort(key=lambda pair: (pair[0], pair[1].valid_from), reverse=True)
        return [as_recalled(item, float(size)) for size, item in found if visible(item)]


def _item(event: Event, statement: Filed, item_id: str, held: MemoryItem | None) -> MemoryItem:
    return replace(
        as_item(event, layer=Layer.LONG, text=statement.text),
        id=item_id,
        kind=statement.kind,
        session=None,
        version=1 if held is None else held.version + 1,
    )


def _item_id(scope: Scope, key: _Key) -> str:
    """Name the entry without telling its words: a tombstone or a log may hold the name."""
    words = "\x1f".join((scope.user, scope.project or "", *key))
    digest = hashlib.blake2b(words.encode("utf-8", "surrogatepass"), digest_size=8)
    return f"key-{digest.hexdigest()}"

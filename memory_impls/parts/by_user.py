"""Search indexes kept apart by user, so that no user's items weigh in another user's search.

Projects of one user share an index and are told apart by the filter inside the search: what holds
for all of a user's projects is found from each of them with comparable scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory_impls.api import MemoryItem
from memory_impls.parts.hits import Allowed, Hit
from memory_impls.parts.index import VectorIndex
from memory_impls.parts.lexical import LexicalIndex
from memory_impls.parts.persist import Draft, Saved

__all__ = ["VectorsByUser", "WordsByUser"]

_LIST = "vectors.json"

_EXACT_LIMIT = 200_000
"""Vectors of one user that are searched exactly. A graph answers sooner beyond 10,000, but costs a
millisecond or more to insert into, against microseconds; memories are written far more often than
asked, and looking through 100,000 vectors takes some 15 ms."""


class VectorsByUser:
    """One vector index for each user."""

    def __init__(self) -> None:
        self._indexes: dict[str, VectorIndex] = {}

    @property
    def nbytes(self) -> int:
        """Bytes of all vectors held."""
        return sum(4 * index.dim * len(index) for index in self._indexes.values())

    def add(self, user: str, ids: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Hold vectors (n x dim) of a user's items."""
        index = self._indexes.get(user)
        if index is None:
            index = self._indexes[user] = VectorIndex(
                dim=vectors.shape[1], exact_limit=_EXACT_LIMIT
            )
        index.add(ids, vectors)

    def remove(self, items: Sequence[MemoryItem]) -> None:
        """Take items out; an index that is empty then goes."""
        for user in sorted({item.scope.user for item in items} & set(self._indexes)):
            index = self._indexes[user]
            index.delete([item.id for item in items if item.scope.user == user])
            if not len(index):
                del self._indexes[user]

    def search(
        self,
        user: str,
        vector: NDArray[np.float32],
        k: int,
        *,
        allowed: Allowed,
        min_score: float | None = None,
    ) -> list[Hit]:
        """Find the k most similar items of a user that are allowed, best first."""
        index = self._indexes.get(user)
        if index is None:
            return []
        return index.search(vector, k, allowed=allowed, min_score=min_score)

    def similarities(
        self, user: str, vector: NDArray[np.float32], ids: Sequence[str]
    ) -> Mapping[str, float]:
        """Compute the similarity of chosen items of a user."""
        index = self._indexes.get(user)
        known = [name for name in ids if index is not None and name in index]
        if index is None or not known:
            return {}
        return dict(zip(known, index.similarities(vector, known), strict=True))

    def save(self, draft: Draft) -> None:
        """Write each index into a folder of its own."""
        users = sorted(self._indexes)
        for number, user in enumerate(users):
            self._indexes[user].save(draft.path(_folder(number)))
        dims = [self._indexes[user].dim for user in users]
        draft.write_json(_LIST, {"users": users, "dims": dims})

    def load(self, saved: Saved) -> None:
        """Take over what ``save`` wrote.

        Raises:
            ValueError: The files do not belong together.
        """
        found = saved.read_json(_LIST)
        if not isinstance(found, dict):
            raise ValueError(f"{saved.path(_LIST)} is no list of indexes")
        self._indexes = {}
        for number, (user, dim) in enumerate(zip(found["users"], found["dims"], strict=True)):
            index = VectorIndex(dim=dim, exact_limit=_EXACT_LIMIT)
            index.load(Path(saved.path(_folder(number))))
            self._indexes[str(user)] = index


class WordsByUser:
    """One BM25 index for each user; rebuilt from the items, never saved."""

    def __init__(self) -> None:
        self._indexes: dict[str, LexicalIndex] = {}

    def add(self, user: str, id: str, text: str) -> None:
        """Index the words of one of a user's items."""
        self._indexes.setdefault(user, LexicalIndex()).add(id, text)

    def remove(self, items: Sequence[MemoryItem]) -> None:
        """Take items out; an index that is empty then goes."""
        for item in items:
            index = self._indexes.get(item.scope.user)
            if index is not None and index.delete(item.id) and not len(index):
                del self._indexes[item.scope.user]

    def of(self, user: str) -> LexicalIndex:
        """Get the index of a user, an empty one for a stranger."""
        return self._indexes.get(user) or LexicalIndex()


def _folder(number: int) -> str:
    return f"vectors-{number:04d}"

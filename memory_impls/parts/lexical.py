"""An incremental BM25 index: texts come and go, scores are those of an index built afresh.

Variant "Lucene" of Kamphuis et al. (ECIR 2020): a term adds
``idf * tf / (tf + k1 * (1 - b + b * length / mean length))`` with
``idf = ln(1 + (N - df + 0.5) / (df + 0.5))``, which is never negative.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.hits import Allowed, Hit, best
from memory_impls.parts.terms import terms

__all__ = ["LexicalIndex", "Ranking"]

_LEAST_DEAD = 64
"""Slots of deleted texts are swept out once there are more of them, and more than live ones."""


class _Postings:
    """Where a term stands: slots and counts, those of deleted texts included until a sweep."""

    __slots__ = ("counts", "live", "slots")

    def __init__(self) -> None:
        self.slots = array("q")
        self.counts = array("d")
        self.live = 0


class LexicalIndex:
    """BM25 over texts by id.

    Args:
        k1: How soon repeats of a term stop counting.
        b: How much length matters, 0 to 1.
    """

    def __init__(self, *, k1: float = 1.2, b: float = 0.75) -> None:
        if not (k1 >= 0 and 0 <= b <= 1):
            raise ValueError(f"k1={k1}, b={b}; k1 is 0 or more and b between 0 and 1")
        self.k1 = k1
        self.b = b
        self._slots: dict[str, int] = {}
        self._ids: list[str] = []
        self._lengths = array("d")
        self._terms: list[tuple[str, ...]] = []
        self._postings: dict[str, _Postings] = {}
        self._total = 0

    def __len__(self) -> int:
        """Return the number of texts held."""
        return len(self._slots)

    def __contains__(self, id: object) -> bool:
        """Tell whether a text is held under the id."""
        return id in self._slots

    def add(self, id: str, text: str) -> None:
        """Index a text; a text already held under the id is replaced."""
        self.delete(id)
        counts = Counter(terms(text))
        slot = len(self._ids)
        for term, count in counts.items():
            postings = self._postings.get(term)
            if postings is None:
                postings = self._postings[term] = _Postings()
            postings.slots.append(slot)
            postings.counts.append(count)
            postings.live += 1
        length = counts.total()
        self._slots[id] = slot
        self._ids.append(id)
        self._lengths.append(length)
        self._terms.append(tuple(counts))
        self._total += length

    def delete(self, id: str) -> bool:
        """Remove a text; False when none is held under the id, which changes nothing."""
        slot = self._slots.pop(id, None)
        if slot is None:
            return False
        for term in self._terms[slot]:
            postings = self._postings[term]
            postings.live -= 1
            if not postings.live:
                del self._postings[term]
        self._total -= int(self._lengths[slot])
        self._ids[slot] = ""
        self._terms[slot] = ()
        self._lengths[slot] = _DEAD
        dead = len(self._ids) - len(self._slots)
        if dead > max(_LEAST_DEAD, len(self._slots)):
            self._sweep()
        return True

    def scores(self, query: str, *, without: frozenset[str] = frozenset()) -> dict[str, float]:
        """Score every text that shares a term with the query, in the order of adding.

        Args:
            query: A repeated word counts as often as it stands there.
            without: Words of the query to leave out, for example ``terms.QUESTION_WORDS``.
        """
        totals = self._score(terms(query, without=without))
        return {self._ids[slot]: float(totals[slot]) for slot in np.flatnonzero(totals).tolist()}

    def ranking(self, query: str) -> Ranking:
        """Score all texts once, for a search and for looking up scores."""
        return Ranking(self._score(terms(query)), self._ids, self._slots)

    def search(
        self,
        query: str,
        k: int,
        *,
        allowed: Allowed | None = None,
        without: frozenset[str] = frozenset(),
    ) -> list[Hit]:
        """Find the k texts that score best, ties by id; texts that share no term are not hits."""
        totals = self._score(terms(query, without=without))
        slots = np.flatnonzero(totals)
        return best(totals, self._ids, k, rows=slots, allowed=allowed)

    def _score(self, words: Iterable[str]) -> NDArray[np.float64]:
        """Sum up each slot's score; 0 for deleted ones."""
        totals = np.zeros(len(self._ids), dtype=np.float64)
        if not self._slots or not self._total:
            return totals
        mean = self._total / len(self._slots)
        lengths = np.array(self._lengths)
        dead = lengths == _DEAD
        lengths[dead] = 0.0
        # Sorted, because the order of a sum of floats shows in its last digits.
        for term, repeats in sorted(Counter(words).items()):
            postings = self._postings.get(term)
            if postings is None:
                continue
            df = postings.live
            idf = math.log(1.0 + (len(self._slots) - df + 0.5) / (df + 0.5))
            slots, tf = np.array(postings.slots), np.array(postings.counts)
            norm = self.k1 * (1.0 - self.b + self.b * lengths[slots] / mean)
            totals[slots] += repeats * idf * tf / (tf + norm)
        totals[dead] = 0.0
        return totals

    def _sweep(self) -> None:
        """Number the live texts anew and drop what is left of deleted ones."""
        live = [slot for slot, length in enumerate(self._lengths) if length != _DEAD]
        renumbered = np.full(len(self._ids), -1, dtype=np.int64)
        renumbered[live] = np.arange(len(live))
        for postings in self._postings.values():
            slots = renumbered[np.array(postings.slots)]
            kept = slots >= 0
            postings.counts = array("d", np.array(postings.counts)[kept].tobytes())
            postings.slots = array("q", slots[kept].tobytes())
        self._ids = [self._ids[slot] for slot in live]
        self._terms = [self._terms[slot] for slot in live]
        self._lengths = array("d", [self._lengths[slot] for slot in live])
        self._slots = {name: slot for slot, name in enumerate(self._ids)}


class Ranking:
    """The scores of one query; good until the index changes."""

    def __init__(
        self, totals: NDArray[np.float64], ids: Sequence[str], slots: Mapping[str, int]
    ) -> None:
        self._totals = totals
        self._ids = ids
        self._slots = slots

    def best(self, k: int, *, allowed: Allowed | None = None) -> list[Hit]:
        """Pick the k best, as ``LexicalIndex.search`` does."""
        rows = np.flatnonzero(self._totals)
        return best(self._totals, self._ids, k, rows=rows, allowed=allowed)

    def of(self, ids: Iterable[str]) -> dict[str, float]:
        """Look up scores, 0 for a text that shares no term or is not held."""
        slots = self._slots
        return {id: float(self._totals[slots[id]]) if id in slots else 0.0 for id in ids}


_DEAD = -1.0
"""Length of a deleted text."""

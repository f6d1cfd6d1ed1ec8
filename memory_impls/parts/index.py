"""Vectors by id: add, delete, search by similarity, save; exact when small, a graph when large."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.graph import Graph
from memory_impls.parts.hits import Allowed, Hit, best
from memory_impls.parts.index_files import read_index, write_index

__all__ = ["Hit", "VectorIndex"]

_NORM_TOLERANCE = 1e-3
"""How far from 1 the length of a vector may be; rounding to 5 decimals moves it by 1e-4."""

_SCAN_SHARE = 8
"""Beyond one eighth of the vectors, looking at all of them is no dearer than the graph."""

_MOST_DEAD = 1024
"""The graph is built afresh when it holds more deleted vectors than this and than live ones."""


class VectorIndex:
    """Unit vectors by id, with similarity (dot product, higher is better) as score.

    The matrix of vectors is the truth; above ``exact_limit`` a graph proposes candidates, whose
    scores are then computed from the matrix. Scores do not depend on the order of adding, and
    neither do results while the search is exact.

    Args:
        dim: Length of every vector.
        exact_limit: Largest number of vectors that is searched exactly.
    """

    def __init__(self, *, dim: int, exact_limit: int = 10_000) -> None:
        if dim < 1 or exact_limit < 0:
            raise ValueError(
                f"dim={dim}, exact_limit={exact_limit}; give dim >= 1 and a limit >= 0"
            )
        self.dim = dim
        self.exact_limit = exact_limit
        self._matrix = np.zeros((0, dim), dtype=np.float32)
        self._ids: list[str] = []
        self._rows: dict[str, int] = {}
        self._graph: Graph | None = None
        self._labels: list[int] = []
        self._row_of_label: dict[int, int] = {}

    def __len__(self) -> int:
        """Return the number of vectors held."""
        return len(self._ids)

    def __contains__(self, id: object) -> bool:
        """Tell whether a vector is held under the id."""
        return id in self._rows

    def ids(self) -> list[str]:
        """List the ids held, sorted."""
        return sorted(self._ids)

    def vector(self, id: str) -> NDArray[np.float32]:
        """Copy the vector of an id; KeyError when none is held."""
        copied: NDArray[np.float32] = self._matrix[self._rows[id]].copy()
        return copied

    def add(self, ids: Sequence[str], vectors: NDArray[np.floating]) -> None:
        """Hold vectors (n x dim, unit norm); an id already held gets the new vector.

        All of them are checked before any is taken in.

        Raises:
            ValueError: Wrong shape, a number that is not finite, a norm that is not 1, or an id
                twice in one call.
        """
        rows = self._checked(ids, vectors)
        self.delete(ids)
        start = len(self._ids)
        self._reserve(start + len(rows))
        self._matrix[start : start + len(rows)] = rows
        self._ids.extend(ids)
        self._rows.update((name, start + offset) for offset, name in enumerate(ids))
        if self._graph is not None:
            self._link(self._graph, start)
        elif len(self._ids) > self.exact_limit:
            self._rebuild()

    def delete(self, ids: Iterable[str]) -> int:
        """Remove vectors and return how many there were; unknown ids change nothing."""
        if isinstance(ids, str):
            raise TypeError(f"delete takes several ids, got the string {ids!r}; give [id]")
        removed = sum(self._delete_one(name) for name in ids)
        graph = self._graph
        if graph is not None and graph.used - graph.live > max(_MOST_DEAD, graph.live):
            self._rebuild()
        return removed

    def search(
        self,
        vector: NDArray[np.floating],
        k: int,
        *,
        allowed: Allowed | None = None,
        min_score: float | None = None,
    ) -> list[Hit]:
        """Find the k most similar vectors, best first, ties by id.

        Args:
            vector: Unit vector of length ``dim``.
            k: How many; fewer come back when fewer are held or admitted.
            allowed: Tells which ids may be in the result.
            min_score: Least similarity of a result.

        Raises:
            ValueError: The vector has another shape, is not finite or not of unit norm.
        """
        query = self._checked(["the query"], np.asarray(vector)[None])[0]
        if k < 1 or not self._ids:
            return []
        exact = self._scorer(query)
        if self._graph is not None and len(self._ids) > self.exact_limit:
            hits = self._search_graph(self._graph, query, k, exact, allowed, min_score)
            if hits is not None:
                return hits
        return best(
            self._matrix[: len(self._ids)] @ query,
            self._ids,
            k,
            exact=exact,
            error=self._error(),
            allowed=allowed,
            min_score=min_score,
        )

    def similarities(self, vector: NDArray[np.floating], ids: Sequence[str]) -> list[float]:
        """Compute the similarity of chosen ids, the same as a search would give.

        Raises:
            KeyError: An id is not held.
        """
        query = self._checked(["the query"], np.asarray(vector)[None])[0]
        rows = np.array([self._rows[name] for name in ids], dtype=np.intp)
        scores: list[float] = self._scorer(query)(rows).tolist()
        return scores

    def save(self, path: Path) -> None:
        """Write the index into a folder, in place of what an earlier save left there.

        A graph that holds deleted vectors is built afresh first: no byte of them is written.
        """
        if self._graph is not None and self._graph.live < self._graph.used:
            self._rebuild()
        write_index(path, self._ids, self._matrix[: len(self._ids)], self._graph)

    def load(self, path: Path) -> None:
        """Take over what ``save`` wrote, in place of what is held.

        Raises:
            ValueError: Another dimension, or files that are damaged or incomplete.
        """
        ids, vectors, graph = read_index(path, dim=self.dim)
        self._matrix, self._ids, self._graph = vectors, ids, graph
        self._rows = {name: row for row, name in enumerate(ids)}
        self._labels = list(range(len(ids))) if graph is not None else []
        self._row_of_label = {label: label for label in self._labels}
        if graph is None and len(ids) > self.exact_limit:
            self._rebuild()

    def _search_graph(
        self,
        graph: Graph,
        query: NDArray[np.float32],
        k: int,
        exact: Callable[[NDArray[np.intp]], NDArray[np.floating]],
        allowed: Allowed | None,
        min_score: float | None,
    ) -> list[Hit] | None:
        """Ask the graph for more and more candidates; None when a scan serves better."""
        wanted = 2 * k
        while wanted <= len(self._ids) // _SCAN_SHARE:
            labels = graph.nearest(query, wanted)
            if not len(labels):
                return None
            rows = np.array([self._row_of_label[label] for label in labels.tolist()], dtype=np.intp)
            scores = exact(rows)
            names = [self._ids[row] for row in rows.tolist()]
            hits = best(scores, names, k, allowed=allowed, min_score=min_score)
            lowest = float(scores.min())
            # Level with the last candidate there may be others, whose ids come first.
            if len(hits) == k and hits[-1].score > lowest:
                return hits
            if min_score is not None and lowest < min_score:
                return hits
            wanted *= 4
        return None

    def _scorer(
        self, query: NDArray[np.float32]
    ) -> Callable[[NDArray[np.intp]], NDArray[np.floating]]:
        wide = query.astype(np.float64)

        def exact(rows: NDArray[np.intp]) -> NDArray[np.floating]:
            # Row by row in double precision: the score of a vector is the same wherever it lies
            # in the matrix, which a matrix product does not promise.
            scores: NDArray[np.float64] = (self._matrix[rows].astype(np.float64) * wide).sum(axis=1)
            return scores

        return exact

    def _error(self) -> float:
        """Bound the rounding error of a float32 dot product of two unit vectors."""
        return (self.dim + 2) * 2.0**-23

    def _delete_one(self, name: str) -> bool:
        """Remove a vector by moving the last one into its place."""
        row = self._rows.pop(name, None)
        if row is None:
            return False
        last = len(self._ids) - 1
        moved = self._ids.pop()
        if row != last:
            self._ids[row] = moved
            self._rows[moved] = row
            self._matrix[row] = self._matrix[last]
        self._matrix[last] = 0.0
        if self._graph is not None:
            label = self._labels[row]
            self._graph.delete(label)
            del self._row_of_label[label]
            moved_label = self._labels.pop()
            if row != last:
                self._labels[row] = moved_label
                self._row_of_label[moved_label] = row
        return True

    def _link(self, graph: Graph, start: int) -> None:
        """Insert the rows from ``start`` on into the graph."""
        labels = graph.add(self._matrix[start : len(self._ids)])
        self._labels.extend(labels)
        self._row_of_label.update(zip(labels, range(start, len(self._ids)), strict=True))

    def _rebuild(self) -> None:
        self._labels, self._row_of_label = [], {}
        self._graph = None
        if len(self._ids) > self.exact_limit:
            self._graph = Graph(self.dim)
            self._link(self._graph, 0)

    def _reserve(self, needed: int) -> None:
        if needed > len(self._matrix):
            larger = np.zeros((max(needed, 2 * len(self._matrix), 64), self.dim), dtype=np.float32)
            larger[: len(self._ids)] = self._matrix[: len(self._ids)]
            self._matrix = larger

    def _checked(self, ids: Sequence[str], vectors: NDArray[np.floating]) -> NDArray[np.float32]:
        rows = np.ascontiguousarray(vectors, dtype=np.float32)
        if rows.shape != (len(ids), self.dim):
            raise ValueError(
                f"vectors of shape {rows.shape} for {len(ids)} ids; expected {(len(ids), self.dim)}"
            )
        if len(set(ids)) != len(ids):
            twice = next(name for position, name in enumerate(ids) if name in ids[:position])
            raise ValueError(f"id {twice!r} is given twice in one call")
        norms = np.sqrt((rows.astype(np.float64) ** 2).sum(axis=1))
        wrong = np.flatnonzero(~(np.abs(norms - 1.0) <= _NORM_TOLERANCE))
        if len(wrong):
            row = int(wrong[0])
            raise ValueError(
                f"the vector of {ids[row]!r} has norm {norms[row]:.6g}; expected finite numbers "
                "and norm 1, as an Embedder gives them"
            )
        return rows

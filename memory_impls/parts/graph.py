"""hnswlib's graph behind an interface without its traps; used by ``parts.index`` only.

Traps of hnswlib 0.8 that are handled here: deleted items keep their place in its count and
capacity; a deleted label that is added again comes back to life; asking for more than is live
raises; ``ef`` is forgotten on load; another dimension loads without a word; a graph built by
several threads differs from run to run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Graph"]

_LINKS = 16
_BUILD_WIDTH = 100
_SEARCH_WIDTH = 200
_SEED = 20_231
_FIRST_CAPACITY = 1024


class Graph:
    """Approximate nearest neighbours by inner product; labels are given once and never reused."""

    def __init__(self, dim: int) -> None:
        self._start(dim)
        self._index.init_index(
            max_elements=_FIRST_CAPACITY,
            M=_LINKS,
            ef_construction=_BUILD_WIDTH,
            random_seed=_SEED,
        )
        self._index.set_num_threads(1)

    def _start(self, dim: int) -> None:
        import hnswlib

        self.dim = dim
        self.used = 0
        """Labels given so far, those of deleted vectors included."""
        self.live = 0
        self._dead: set[int] = set()
        self._index: Any = hnswlib.Index(space="ip", dim=dim)

    def add(self, vectors: NDArray[np.float32]) -> range:
        """Insert vectors one after the other and return their labels."""
        labels = range(self.used, self.used + len(vectors))
        capacity = self._index.get_max_elements()
        # By labels given, not by live count: a deleted vector still fills its place.
        if labels.stop > capacity:
            self._index.resize_index(max(labels.stop, 2 * capacity))
        self._index.add_items(vectors, np.arange(labels.start, labels.stop), num_threads=1)
        self.used = labels.stop
        self.live += len(vectors)
        return labels

    def delete(self, label: int) -> None:
        """Take a vector out of every later result; a second time changes nothing."""
        if label in self._dead or not 0 <= label < self.used:
            return
        self._index.mark_deleted(label)
        self._dead.add(label)
        self.live -= 1

    def nearest(self, vector: NDArray[np.float32], k: int) -> NDArray[np.int64]:
        """Labels of about the k nearest live vectors; fewer, even none, when it finds fewer."""
        k = min(k, self.live)
        if k < 1:
            return np.empty(0, dtype=np.int64)
        self._index.set_ef(max(_SEARCH_WIDTH, 2 * k))
        try:
            labels, _ = self._index.knn_query(vector, k=k, num_threads=1)
        except RuntimeError:
            # The walk met fewer than k live vectors; the caller then searches exactly.
            return np.empty(0, dtype=np.int64)
        found: NDArray[np.int64] = labels[0].astype(np.int64)
        return found

    def save(self, path: Path) -> None:
        """Write the graph, its vectors included."""
        self._index.save_index(str(path))

    @classmethod
    def load(cls, path: Path, *, dim: int, used: int) -> Graph:
        """Read a graph without deleted vectors.

        Raises:
            ValueError: The file does not hold ``used`` vectors.
        """
        # Not through __init__: an index may be set up or loaded, not both.
        graph = cls.__new__(cls)
        graph._start(dim)
        try:
            graph._index.load_index(str(path), max_elements=used)
        except RuntimeError as error:
            raise ValueError(f"{path} cannot be read as an index: {error}") from error
        count = graph._index.get_current_count()
        if count != used:
            raise ValueError(f"{path} holds {count} vectors, {used} are expected")
        graph._index.set_num_threads(1)
        graph.used = graph.live = used
        return graph

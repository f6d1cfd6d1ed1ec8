"""Where does the graph of the vector index pay? Exact search beside it, by number of vectors.

    python benchmarks/vector_index.py [--sizes 1000 3000 10000 30000] [--vectors vectors.npy]

Without ``--vectors`` (an n x dim array of unit rows) it makes clustered ones, which are harder to
search than embeddings of dialogue. A query is a stored vector moved a little.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.index import VectorIndex

_DIM = 384
_QUERIES = 100
_K = 10


def main() -> None:
    """Measure and print one row for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 3000, 10_000, 30_000])
    parser.add_argument("--vectors", type=Path, help="npy file to draw vectors from")
    given = parser.parse_args()
    source = np.load(given.vectors).astype(np.float32) if given.vectors else None
    print("vectors  add exact/graph, us each  query exact/graph, ms  recall@10  queries to pay off")
    for size in given.sizes:
        rows = unit(clustered(size) if source is None else drawn(source, size))
        print(row_of(rows))


def row_of(rows: NDArray[np.float32]) -> str:
    """Measure both kinds of search on the same vectors."""
    ids = [f"v{number}" for number in range(len(rows))]
    dice = np.random.default_rng(1)
    near = rows[dice.integers(0, len(rows), _QUERIES)]
    queries = unit(near + 0.5 * unit(dice.normal(size=near.shape)))
    added, asked, found = [], [], []
    for limit in (len(rows), 0):
        index = VectorIndex(dim=rows.shape[1], exact_limit=limit)
        started = time.perf_counter()
        index.add(ids, rows)
        added.append((time.perf_counter() - started) / len(rows))
        seconds, answers = [], []
        for query in queries:
            started = time.perf_counter()
            hits = index.search(query, _K)
            seconds.append(time.perf_counter() - started)
            answers.append({hit.id for hit in hits})
        asked.append(statistics.median(seconds))
        found.append(answers)
    shared = [len(one & other) / _K for one, other in zip(*found, strict=True)]
    saved = asked[0] - asked[1]
    pays = f"{len(rows) * (added[1] - added[0]) / saved:12.0f}" if saved > 0 else "       never"
    return (
        f"{len(rows):7}  {added[0] * 1e6:8.1f} / {added[1] * 1e6:8.1f}    "
        f"{asked[0] * 1e3:8.2f} / {asked[1] * 1e3:8.2f}   {statistics.mean(shared):8.3f}  {pays}"
    )


def clustered(size: int) -> NDArray[np.float64]:
    """Draw vectors around one centre for every fifty of them."""
    dice = np.random.default_rng(0)
    centres = dice.normal(size=(max(size // 50, 10), _DIM))
    chosen: NDArray[np.float64] = centres[dice.integers(0, len(centres), size)]
    return chosen + 0.9 * dice.normal(size=(size, _DIM))


def drawn(source: NDArray[np.float32], size: int) -> NDArray[np.floating]:
    """Take the given vectors, or when there are too few, mixtures of pairs of them."""
    if size <= len(source):
        return source[:size]
    dice = np.random.default_rng(0)
    first, second = (source[dice.integers(0, len(source), size)] for _ in range(2))
    share = dice.uniform(0, 0.5, size=(size, 1))
    mixed: NDArray[np.floating] = (1 - share) * first + share * second
    return mixed


def unit(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    """Bring rows to length 1."""
    normed: NDArray[np.floating] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return normed.astype(np.float32)


if __name__ == "__main__":
    main()

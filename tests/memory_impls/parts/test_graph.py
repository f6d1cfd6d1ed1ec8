from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray

from memory_impls.parts.graph import Graph
from memory_impls.parts.index import VectorIndex


def unit(seed: int, count: int, dim: int = 16) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(count, dim))
    normed: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return normed.astype(np.float32)


def filled(count: int) -> Graph:
    graph = Graph(16)
    graph.add(unit(1, count))
    return graph


def nearest(rows: NDArray[np.float32], query: NDArray[np.float32], k: int) -> list[int]:
    order: list[int] = np.argsort(-(rows @ query), kind="stable")[:k].tolist()
    return order


def test_a50_more_than_is_live_gives_what_is_live() -> None:
    graph = filled(10)
    for label in range(4):
        graph.delete(label)
    assert sorted(graph.nearest(unit(2, 1)[0], 10).tolist()) == [4, 5, 6, 7, 8, 9]
    assert graph.nearest(unit(2, 1)[0], 0).tolist() == []
    assert Graph(16).nearest(unit(2, 1)[0], 3).tolist() == []


def test_a51_places_are_counted_by_labels_given() -> None:
    graph = filled(1024)  # exactly the first capacity
    for label in range(700):
        graph.delete(label)
    assert list(graph.add(unit(3, 500))) == list(range(1024, 1524))
    assert (graph.used, graph.live) == (1524, 824)


def test_a52_a_second_delete_and_an_unknown_label_change_nothing() -> None:
    graph = filled(5)
    for label in (3, 3, 99, -1):
        graph.delete(label)
    assert (graph.used, graph.live) == (5, 4)
    assert 3 not in graph.nearest(unit(1, 5)[3], 4)


def test_all_of_a_small_graph_is_found_in_order() -> None:
    rows = unit(1, 60)
    graph = filled(60)
    for query in unit(2, 20):
        assert graph.nearest(query, 60).tolist() == nearest(rows, query, 60)


def test_a_loaded_graph_searches_as_widely_as_the_one_saved(tmp_path: Path) -> None:
    graph = filled(3000)
    graph.save(tmp_path / "graph")
    again = Graph.load(tmp_path / "graph", dim=16, used=3000)
    # hnswlib loads with ef = 10, at which this fails.
    for query in unit(2, 20):
        assert again.nearest(query, 10).tolist() == graph.nearest(query, 10).tolist()
        assert again.nearest(query, 10).tolist() == nearest(unit(1, 3000), query, 10)


def test_a_loaded_graph_grows(tmp_path: Path) -> None:
    filled(10).save(tmp_path / "graph")
    graph = Graph.load(tmp_path / "graph", dim=16, used=10)
    assert list(graph.add(unit(3, 5))) == [10, 11, 12, 13, 14]
    assert graph.nearest(unit(3, 5)[2], 1).tolist() == [12]


def test_a_file_with_another_number_of_vectors_is_refused(tmp_path: Path) -> None:
    filled(10).save(tmp_path / "graph")
    with pytest.raises(ValueError, match="holds 10 vectors, 11 are expected"):
        Graph.load(tmp_path / "graph", dim=16, used=11)


def test_a_file_that_is_no_graph_is_refused(tmp_path: Path) -> None:
    (tmp_path / "graph").write_bytes(b"tea" * 100)
    with pytest.raises(ValueError, match="cannot be read as an index"):
        Graph.load(tmp_path / "graph", dim=16, used=10)


def test_a_walk_that_meets_too_few_gives_none_and_the_index_scans() -> None:
    class Failing:
        def set_ef(self, ef: int) -> None:
            del ef

        def knn_query(self, *_: object, **__: object) -> NoReturn:
            raise RuntimeError("Cannot return the results in a contiguous 2D array")

    graph = filled(50)
    graph._index = Failing()
    assert graph.nearest(unit(2, 1)[0], 5).tolist() == []
    index = VectorIndex(dim=16, exact_limit=0)
    index.add([f"m{number:02}" for number in range(50)], unit(1, 50))
    index._graph = graph
    query = unit(2, 1)[0]
    found = [hit.id for hit in index.search(query, 3)]
    assert found == [f"m{row:02}" for row in nearest(unit(1, 50), query, 3)]

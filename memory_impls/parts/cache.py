"""The embedding cache: vectors on disk under hashes of their texts, shared by processes."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["EmbeddingCache", "default_cache_path"]

_LOG = logging.getLogger(__name__)
_BUSY_S = 30.0
_SCHEMA = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"


def default_cache_path() -> Path:
    """Where the cache lies: MEMTRIAL_CACHE, or memtrial/ below the user's cache folder."""
    given = os.environ.get("MEMTRIAL_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    return root / "memtrial"


class EmbeddingCache:
    """To be completed: see get_many and put_many."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None

    def get_many(self, identity: str, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return what is known."""
        del identity, texts
        return {}

    def put_many(self, identity: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Remember vectors."""
        del identity, vectors

"""The embedding cache: vectors on disk under hashes of their texts, shared by processes.

No text is stored: a row holds a hash of (identity, text) and the vector with a checksum. Whatever
is wrong with the file - damaged, locked, read-only, no space - the cache warns once and is empty
from then on: vectors are computed instead.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import struct
import threading
import time
import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["EmbeddingCache", "default_cache_folder"]

_FILE = "embeddings-1.sqlite"
"""The number is that of the layout; another layout is another file."""

_BUSY_S = 10.0
_SELECTED = 512
_INSERTED = 2048
_SELECT = (
    f"SELECT id, rest, checksum, vector FROM vectors WHERE id IN ({','.join('?' * _SELECTED)})"
)
_INSERT = "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?)"
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS vectors "
    "(id INTEGER PRIMARY KEY, rest BLOB NOT NULL, checksum INTEGER NOT NULL, vector BLOB NOT NULL)"
)
_KEY = struct.Struct("<q12s")


def default_cache_folder() -> Path:
    """Name the folder of the cache: MEMTRIAL_CACHE, or memtrial in the user's cache folder."""
    given = os.environ.get("MEMTRIAL_CACHE")
    if given:
        return Path(given).expanduser()
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification has relative paths ignored.
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "memtrial"


class EmbeddingCache:
    """Vectors by (identity of the embedder, text), in a folder that several processes may share.

    Args:
        folder: Created on first use.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._owner = 0
        self._broken = False

    @property
    def path(self) -> Path:
        """The file that holds the vectors."""
        return self.folder / _FILE

    def get_many(self, identity: str, texts: Sequence[str], into: NDArray[np.float32]) -> list[int]:
        """Write the vectors that are known into the rows of their texts.

        Args:
            identity: Identity of the embedder.
            texts: Distinct texts, n of them.
            into: n x dim; rows of texts that are not known are left as they are.

        Returns:
            Numbers of the rows that are not known.
        """
        missing: list[int] = []
        if self._broken:
            return list(range(len(texts)))
        try:
            with self._lock:
                for start in range(0, len(texts), _SELECTED):
                    stop = start + _SELECTED
                    absent = self._select(identity, texts[start:stop], into[start:stop])
                    missing.extend(start + row for row in absent)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)
            return list(range(len(texts)))
        return missing

    def put_many(self, identity: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Remember vectors by text; one that is already known is left as it is."""
        if self._broken or not vectors:
            return
        rows = _rows(identity, vectors)
        try:
            with self._lock:
                connection = self._open()
                # Short transactions, so that other writers wait for milliseconds.
                while batch := list(islice(rows, _INSERTED)):
                    with connection:
                        connection.executemany(_INSERT, batch)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)

    def close(self) -> None:
        """Let go of the file; a later use opens it again."""
        with self._lock:
            if self._connection is not None and self._owner == os.getpid():
                self._connection.close()
            self._connection = None

    def _select(self, identity: str, texts: Sequence[str], into: NDArray[np.float32]) -> list[int]:
        hashed = _hash(identity)
        keys: dict[int, tuple[bytes, int]] = {}
        for row, text in enumerate(texts):
            number, rest = _key(hashed, text)
            keys[number] = (rest, row)
        padding = (None,) * (_SELECTED - len(keys))
        rows: list[int] = []
        blobs: list[bytes] = []
        size = 4 * into.shape[1]
        for number, rest, checksum, blob in self._open().execute(_SELECT, (*keys, *padding)):
            wanted, row = keys[number]
            # A row that another text or a flipped bit left there is as good as absent.
            whole = isinstance(blob, bytes) and len(blob) == size
            if whole and rest == wanted and checksum == zlib.crc32(blob):
                rows.append(row)
                blobs.append(blob)
        if rows:
            into[rows] = np.frombuffer(b"".join(blobs), dtype="<f4").reshape(len(rows), -1)
        return sorted(set(range(len(texts))).difference(rows))

    def _open(self) -> sqlite3.Connection:
        # A connection must not be used on both sides of a fork.
        if self._connection is None or self._owner != os.getpid():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._connection = _connect(self.path)
            self._owner = os.getpid()
        return self._connection

    def _give_up(self, error: Exception) -> None:
        self._broken = True
        self._connection = None
        warnings.warn(
            f"the embedding cache {self.path} cannot be used ({error}); vectors are computed "
            "instead. Delete the file if it is damaged, or name another folder in MEMTRIAL_CACHE",
            RuntimeWarning,
            stacklevel=3,
        )


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file and set it up, however many processes do so at once."""
    deadline = time.monotonic() + _BUSY_S
    while True:
        connection = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False)
        try:
            connection.execute("PRAGMA page_size = 8192")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA cache_size = -65536")
            connection.execute(_SCHEMA)
            return connection
        except sqlite3.OperationalError:
            # Changing to WAL does not wait for another process that is doing the same.
            connection.close()
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.02)
        except sqlite3.Error:
            connection.close()
            raise


def _hash(identity: str) -> hashlib.blake2b:
    return hashlib.blake2b(identity.encode() + b"\0", digest_size=_KEY.size)


def _key(identity: hashlib.blake2b, text: str) -> tuple[int, bytes]:
    hashed = identity.copy()
    hashed.update(text.encode("utf-8", "surrogatepass"))
    number, rest = _KEY.unpack(hashed.digest())
    return number, rest


def _rows(
    identity: str, vectors: Mapping[str, NDArray[np.float32]]
) -> Iterator[tuple[int, bytes, int, bytes]]:
    hashed = _hash(identity)
    for text, vector in vectors.items():
        blob = np.ascontiguousarray(vector, dtype="<f4").tobytes()
        yield *_key(hashed, text), zlib.crc32(blob), blob

"""Files that are whole at every instant, and a lock that dies with its process."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

__all__ = ["Busy", "locked", "replaced", "sync_folder"]

TEMPORARY = ".new"
"""Ending of files that are being written."""


class Busy(Exception):  # noqa: N818 - it says what the matter is
    """Another process holds the lock."""


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """Write a file beside its place and put it there, on disk, when all is written.

    After a crash at any instant the path holds what it held before or the new bytes, whole. The
    name beside it is this process's own, so that two writers never share a file.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        with beside.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to disk, where the platform can."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock; it ends with the process, however that ends.

    Raises:
        Busy: Another process holds it.
    """
    with path.open("ab") as stream:
        try:
            _lock(stream)
        except BlockingIOError as error:
            raise Busy(str(path)) from error
        yield


def _lock(stream: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(str(error)) from error
    else:
        import fcntl

        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)

"""Opening data files: every way in which one can be broken ends in the same clear error."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

from scenarios.public.errors import DataError
from scenarios.public.node import Node

__all__ = ["DECODER", "GZIP_MAGIC", "MAX_BYTES", "decode", "read_bytes", "read_json"]

MAX_BYTES = 1 << 30
"""Largest file, unpacked, that is read whole; larger layouts are streamed."""

GZIP_MAGIC = b"\x1f\x8b"


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON value")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse a key that stands twice: one of the two would be lost without a word."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return made


DECODER = json.JSONDecoder(parse_constant=_refuse, object_pairs_hook=_once)
"""Strict: NaN and infinities are no JSON, and no key may stand twice."""


def read_bytes(path: Path, *, max_bytes: int = MAX_BYTES) -> bytes:
    """Read a file whole, unpacking gzip by its first bytes and not by its name.

    Raises:
        DataError: It is missing, a folder, unreadable, a broken archive or too large.
    """
    if path.is_dir():
        raise DataError(path, "is a folder; give the file in it")
    try:
        with path.open("rb") as stream:
            packed = stream.read(2) == GZIP_MAGIC
            stream.seek(0)
            source = gzip.GzipFile(fileobj=stream) if packed else stream
            data: bytes = source.read(max_bytes + 1)
    except FileNotFoundError:
        raise DataError(path, "no such file") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(path, f"the gzip archive is broken: {error}") from error
    except (OSError, ValueError) as error:
        raise DataError(path, f"cannot be read: {error}") from error
    if len(data) > max_bytes:
        raise DataError(path, f"holds more than {max_bytes} bytes; split it")
    return data


def read_json(path: Path, *, max_bytes: int = MAX_BYTES) -> Node:
    """Read and decode a JSON file.

    Raises:
        DataError: It cannot be read, is no UTF-8 or no JSON.
    """
    return Node(decode(read_bytes(path, max_bytes=max_bytes), path), path)


def decode(data: bytes | str, path: Path, *, item: str = "") -> object:
    """Decode JSON strictly.

    Raises:
        DataError: It is no UTF-8, no JSON, nested too deep, or holds an absurd number.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        if not text.strip():
            raise DataError(path, "is empty", item=item)
        return DECODER.decode(text)
    except UnicodeDecodeError as error:
        raise DataError(path, f"is not UTF-8 (byte {error.start})", item=item) from error
    except json.JSONDecodeError as error:
        what = "ends too early" if error.pos >= len(error.doc.rstrip()) else "is not valid JSON"
        spot = f"line {error.lineno}, column {error.colno}"
        raise DataError(path, f"{what}: {error.msg} ({spot})", item=item) from error
    except RecursionError:
        raise DataError(path, "is nested too deep", item=item) from None
    except DataError:
        raise
    except ValueError as error:
        raise DataError(path, f"is not valid JSON: {error}", item=item) from error

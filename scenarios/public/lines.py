"""Large files read piece by piece: lines, and the items of one big JSON list.

Each piece comes with its place in the file, so that a history of megabytes can be read again
when it is replayed and need not be held.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from scenarios.public.errors import DataError
from scenarios.public.node import Node
from scenarios.public.reading import DECODER, decode

__all__ = ["MAX_ITEM_BYTES", "Place", "iter_items", "iter_lines", "read_place"]

MAX_ITEM_BYTES = 1 << 28
"""Largest single item; a LongMemEval-M question takes about 6 MB."""

_CHUNK = 1 << 20
_BLANK = " \t\r\n"
_BLANKS = _BLANK.encode() + codecs.BOM_UTF8
_NEAR_END = 64
"""A fault so near the end of what was read may only mean that there is more to read."""
_CUT = "ends too early"
_INVALID = "is not valid JSON: "


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a file, in bytes."""

    path: Path
    start: int
    length: int


def read_place(place: Place) -> Node:
    """Read and decode one piece again.

    Raises:
        DataError: The file is gone, or no longer the one it was.
    """
    try:
        with place.path.open("rb") as stream:
            stream.seek(place.start)
            data = stream.read(place.length)
    except OSError as error:
        raise DataError(place.path, f"cannot be read: {error}") from error
    if len(data) < place.length:
        raise DataError(place.path, "has changed since it was loaded; load it again")
    return Node(decode(data, place.path, item=f"byte {place.start}"), place.path)


def iter_lines(path: Path, *, max_bytes: int = MAX_ITEM_BYTES) -> Iterator[tuple[Place, Node]]:
    """Decode a file of JSON lines; empty lines are skipped.

    Raises:
        DataError: The file cannot be read, or a line is too long or no JSON; it is numbered.
    """
    try:
        with path.open("rb") as stream:
            number = start = 0
            while line := stream.readline(max_bytes + 1):
                number += 1
                item = f"line {number}"
                if len(line) > max_bytes:
                    raise DataError(path, f"is longer than {max_bytes} bytes", item=item)
                if line.strip(_BLANKS):
                    node = Node(decode(line, path, item=item), path, item)
                    yield Place(path, start, len(line)), node
                start += len(line)
    except FileNotFoundError:
        raise DataError(path, "no such file") from None
    except OSError as error:
        raise DataError(path, f"cannot be read: {error}") from error


def iter_items(path: Path, *, max_bytes: int = MAX_ITEM_BYTES) -> Iterator[tuple[Place, Node]]:
    """Decode the items of a file that is one JSON list, one at a time.

    Raises:
        DataError: The file cannot be read, is no list, ends too early, or an item is too large or
            no JSON; the item is numbered.
    """
    try:
        with path.open("rb") as stream:
            yield from _Items(path, stream, max_bytes)
    except FileNotFoundError:
        raise DataError(path, "no such file") from None
    except OSError as error:
        raise DataError(path, f"cannot be read: {error}") from error


class _Items:
    """Walks through one list; ``_text[_at:]`` is what is read and not yet decoded."""

    def __init__(self, path: Path, stream: BinaryIO, max_bytes: int) -> None:
        self._path = path
        self._stream = stream
        self._max_bytes = max_bytes
        self._utf8 = codecs.getincrementaldecoder("utf-8")()
        self._text = ""
        self._at = 0
        self._byte = 0
        self._ended = False
        self._number = 0

    def __iter__(self) -> Iterator[tuple[Place, Node]]:
        if self._peek() == "\ufeff":
            self._skip(1)
        found = self._peek()
        if found != "[":
            raise self._wrong("must be one JSON list of items" if found else "is empty")
        self._skip(1)
        if self._peek() == "]":
            self._skip(1)
        else:
            yield from self._items()
        if self._peek():
            raise self._wrong("goes on after the end of the list")

    def _items(self) -> Iterator[tuple[Place, Node]]:
        while True:
            self._number += 1
            self._peek()
            start = self._byte
            value = self._value()
            place = Place(self._path, start, self._byte - start)
            yield place, Node(value, self._path, f"item {self._number}")
            after = self._peek()
            if after not in (",", "]"):
                raise self._wrong("is not followed by ',' or ']'" if after else _CUT)
            self._skip(1)
            if after == "]":
                return

    def _value(self) -> object:
        """Decode the value at hand, reading on as long as it may only be cut short."""
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
            except RecursionError:
                raise self._wrong("is nested too deep") from None
            except json.JSONDecodeError as error:
                if not self._may_be_cut(error):
                    raise self._wrong(_INVALID + error.msg) from error
                if not self._fill():
                    cut = error.pos >= len(error.doc.rstrip(_BLANK)) or _is_open(error)
                    raise self._wrong(_CUT if cut else _INVALID + error.msg) from error
            except ValueError as error:
                raise self._wrong(f"{_INVALID}{error}") from error
            else:
                # a number near the end of what was read may go on: "1" of "1.5e3"
                length = end - self._at  # counted before reading on moves the place
                whole = not isinstance(value, int | float) or isinstance(value, bool)
                if whole or end < len(self._text) - _NEAR_END or not self._fill():
                    self._skip(length)
                    return value

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        near_end = error.pos >= len(self._text) - _NEAR_END
        return near_end or _is_open(error)

    def _peek(self) -> str:
        """The next character that is no blank, which is then at hand; "" at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _BLANK:
                    return self._text[self._at]
                self._skip(1)
            if not self._fill():
                return ""

    def _skip(self, characters: int) -> None:
        self._byte += len(self._text[self._at : self._at + characters].encode())
        self._at += characters

    def _fill(self) -> bool:
        """Read on, as much again as is waiting, so that a long item costs linear time."""
        if self._ended:
            return False
        waiting = len(self._text) - self._at
        if waiting > self._max_bytes:
            raise self._wrong(f"is larger than {self._max_bytes} bytes")
        data = self._stream.read(max(_CHUNK, waiting))
        self._ended = not data
        try:
            more = self._utf8.decode(data, final=self._ended)
        except UnicodeDecodeError as error:
            raise self._wrong("is not UTF-8") from error
        self._text = self._text[self._at :] + more
        self._at = 0
        return bool(more) or not self._ended

    def _wrong(self, problem: str) -> DataError:
        return DataError(self._path, problem, item=f"item {self._number}" if self._number else "")


def _is_open(error: json.JSONDecodeError) -> bool:
    """Tell whether a text was still open, whose fault is placed where it begins."""
    return error.msg.startswith("Unterminated string")

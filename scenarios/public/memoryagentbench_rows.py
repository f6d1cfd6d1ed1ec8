"""The rows of MemoryAgentBench: a context, several questions about it, where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from scenarios.public.errors import DataError
from scenarios.public.lines import Place, iter_items, iter_lines, read_place
from scenarios.public.node import Node
from scenarios.public.reading import decode

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

__all__ = ["Row", "iter_rows", "row_files"]

_SUFFIXES = (".jsonl", ".json", ".parquet")


class Row(Protocol):
    """A row that can be read again."""

    def read(self) -> Node:
        """Read the row anew."""


@dataclass(frozen=True, slots=True)
class _JsonRow:
    place: Place

    def read(self) -> Node:
        return _unpacked(read_place(self.place))


@dataclass(frozen=True, slots=True)
class _ParquetRow:
    path: Path
    group: int
    number: int

    def read(self) -> Node:
        rows = _pyrows(_open(self.path), self.group, self.path)
        if self.number >= len(rows):
            raise DataError(self.path, "has changed since it was loaded; load it again")
        return _unpacked(Node(rows[self.number], self.path))


def row_files(path: Path) -> list[Path]:
    """List the files of rows: the one that was given, or those of a folder, by name.

    Raises:
        DataError: There is none.
    """
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix in _SUFFIXES)
        if not files:
            raise DataError(path, f"holds no {', '.join(_SUFFIXES)} file")
        return files
    if not path.exists():
        raise DataError(path, "no such file or folder")
    if path.suffix not in _SUFFIXES:
        raise DataError(path, f"is no {', '.join(_SUFFIXES)} file")
    return [path]


def iter_rows(file: Path) -> Iterator[tuple[Row, Node]]:
    """Go through the rows of a file, one at a time.

    Raises:
        DataError: The file cannot be read; path and row are named.
    """
    if file.suffix == ".parquet":
        yield from _parquet_rows(file)
        return
    pieces = iter_lines(file) if file.suffix == ".jsonl" else iter_items(file)
    for place, node in pieces:
        yield _JsonRow(place), _unpacked(node)


def _parquet_rows(file: Path) -> Iterator[tuple[Row, Node]]:
    source = _open(file)
    total = 0
    for group in range(source.num_row_groups):
        for number, row in enumerate(_pyrows(source, group, file)):
            total += 1
            yield _ParquetRow(file, group, number), _unpacked(Node(row, file, f"row {total}"))


def _pyrows(source: ParquetFile, group: int, file: Path) -> list[dict[str, object]]:
    from pyarrow.lib import ArrowException

    try:
        rows: list[dict[str, object]] = source.read_row_group(group).to_pylist()
    except (ArrowException, OSError, ValueError) as error:
        raise DataError(file, f"is no valid Parquet: {error}", item=f"group {group}") from error
    return rows


def _open(file: Path) -> ParquetFile:
    from pyarrow.lib import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        return ParquetFile(file)
    except (ArrowException, OSError, ValueError) as error:
        raise DataError(file, f"is no valid Parquet: {error}") from error


def _unpacked(row: Node) -> Node:
    """Decode metadata that an export wrote as text."""
    packed = row.mapping().get("metadata")
    if isinstance(packed, str):
        row.mapping()["metadata"] = decode(packed, row.path, item=f"{row.item}: metadata")
    return row

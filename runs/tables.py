"""The finished records as Parquet: one table of cells, one of records, one of trace lines.

Rows are in the order of the plan. Plain fields are columns of their own type; what is nested is
JSON in a text column; shown items stand once per cell, in the table of cells, and records point
at them. A few columns are there only to make the tables handy and are not read back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from metrics.api import Cell, ProbeRecord, Shown, TraceLine
from runs.codec import JsonObject, decode, encode
from runs.files import replaced
from runs.record import SCHEMA_VERSION, Table, refuse_newer
from scenarios.api import Probe

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = ["CELLS", "RECORDS", "TRACE", "read_tables", "write_tables"]

CELLS, RECORDS, TRACE = "cells.parquet", "records.parquet", "trace.parquet"
_FLUSH_ROWS = 5_000
_FLUSH_BYTES = 32 << 20
_VERSION_KEY = b"memtrial_schema_version"
_HANDY_RECORD = ("design", "scenario", "family", "cluster", "probe_id", "category")
_HANDY_TRACE = ("design", "scenario", "cluster", "cell_id")
_OWN_CELL = ("shown", "n_records", "n_trace")


def write_tables(folder: Path, cells: Iterable[Cell]) -> int:
    """Write the three tables, each atomically; cells are held one at a time.

    Returns:
        The number of cells.
    """
    written = 0
    with ExitStack() as stack:
        sinks = [
            stack.enter_context(_sink(folder / name, _schema(kind, skip, handy, lists)))
            for name, kind, skip, handy, lists in (
                (CELLS, Cell, ("records", "trace"), _OWN_CELL, ()),
                (RECORDS, ProbeRecord, (), _HANDY_RECORD, ("shown",)),
                (TRACE, TraceLine, (), _HANDY_TRACE, ()),
            )
        ]
        for cell in cells:
            _write_cell(cell, *sinks)
            written += 1
    return written


def read_tables(folder: Path) -> Iterator[Cell]:
    """Read the cells back, in order, one at a time.

    Raises:
        ValueError: A table is damaged, or a newer memtrial wrote it.
    """
    try:
        records, trace = _rows(folder / RECORDS), _rows(folder / TRACE)
        for row in _rows(folder / CELLS):
            yield _read_cell(row, records, trace)
    except (OSError, KeyError, TypeError, StopIteration) as error:
        raise ValueError(f"{folder}: the tables are damaged: {error!r}") from error


def _write_cell(cell: Cell, cells: _Sink, records: _Sink, trace: _Sink) -> None:
    shown: Table[Shown] = Table()
    common = {
        "design": cell.design,
        "scenario": cell.scenario,
        "family": cell.family,
        "cluster": cell.cluster,
        "cell_id": cell.id,
    }
    for record in cell.records:
        row = encode(record, skip=frozenset({"shown"}))
        row["shown"] = [shown.place(item) for item in record.shown]
        handy = {**common, "probe_id": record.probe.id, "category": record.probe.category}
        records.put({**{name: handy[name] for name in _HANDY_RECORD}, **row})
    for line in cell.trace:
        trace.put({**{name: common[name] for name in _HANDY_TRACE}, **encode(line)})
    head = encode(cell, skip=frozenset({"records", "trace"}))
    head["n_records"], head["n_trace"] = len(cell.records), len(cell.trace)
    head["shown"] = "[" + ",".join(item.decode() for item in shown.written) + "]"
    cells.put(head)


def _read_cell(row: JsonObject, records: Iterator[JsonObject], trace: Iterator[JsonObject]) -> Cell:
    shown = [decode(Shown, raw) for raw in json.loads(row.pop("shown"))]
    n_records, n_trace = row.pop("n_records"), row.pop("n_trace")
    probes: dict[str, Probe] = {}
    taken = tuple(_read_record(next(records), shown, probes) for _ in range(n_records))
    lines = tuple(_read_line(next(trace)) for _ in range(n_trace))
    plain = _unfolded(row, Cell)
    return decode(Cell, plain, records=taken, trace=lines)


def _read_record(row: JsonObject, shown: list[Shown], probes: dict[str, Probe]) -> ProbeRecord:
    for name in _HANDY_RECORD:
        row.pop(name)
    items = tuple([shown[position] for position in row.pop("shown")])
    written = row.pop("probe")
    if written not in probes:
        probes[written] = decode(Probe, json.loads(written))
    plain = _unfolded(row, ProbeRecord)
    return decode(ProbeRecord, plain, probe=probes[written], shown=items)


def _read_line(row: JsonObject) -> TraceLine:
    for name in _HANDY_TRACE:
        row.pop(name)
    return decode(TraceLine, _unfolded(row, TraceLine))


class _Sink:
    """Collects the rows of one table and writes them in groups of a bounded size."""

    def __init__(self, schema: pa.Schema, writer: pq.ParquetWriter) -> None:
        self._schema = schema
        self._writer = writer
        self._nested = frozenset(f.name for f in schema if f.metadata)
        self._rows: list[JsonObject] = []
        self._bytes = 0

    def put(self, row: JsonObject) -> None:
        """Take one row."""
        escaped: JsonObject = {}
        for name, value in row.items():
            if name in self._nested:
                row[name] = json.dumps(value, ensure_ascii=False, allow_nan=False)
            if isinstance(row[name], str):
                self._bytes += len(row[name])
                if not _has_utf8(row[name]):
                    escaped[name] = row[name]
                    row[name] = row[name].encode("utf-8", "replace").decode()
        row["escaped"] = json.dumps(escaped) if escaped else None
        self._rows.append(row)
        if len(self._rows) >= _FLUSH_ROWS or self._bytes >= _FLUSH_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what is collected."""
        import pyarrow as pa

        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, schema=self._schema))
        self._rows, self._bytes = [], 0


@contextmanager
def _sink(path: Path, schema: pa.Schema) -> Iterator[_Sink]:
    """Open a table for writing; it takes its place when it is complete."""
    import pyarrow.parquet as pq

    with replaced(path) as stream:
        # Large pages, because what repeats lies as far apart as one memory's whole contents.
        with pq.ParquetWriter(stream, schema, compression="zstd", data_page_size=8 << 20) as writer:
            sink = _Sink(schema, writer)
            yield sink
            sink.flush()


def _schema(
    kind: type[Any], skip: tuple[str, ...], handy: tuple[str, ...], lists: tuple[str, ...]
) -> pa.Schema:
    import pyarrow as pa

    hints = get_type_hints(kind)
    columns = [_handy_column(name) for name in handy]
    for field in fields(kind):
        if field.name in lists:
            columns.append(pa.field(field.name, pa.list_(pa.int32())))
        elif field.name not in skip and field.name not in handy:
            columns.append(_column(field.name, hints[field.name]))
    columns.append(pa.field("escaped", pa.string()))
    return pa.schema(columns, metadata={_VERSION_KEY: str(SCHEMA_VERSION).encode()})


def _handy_column(name: str) -> pa.Field:
    import pyarrow as pa

    return pa.field(name, pa.int64() if name.startswith("n_") else pa.string())


def _column(name: str, hint: Any) -> pa.Field:
    """Give a plain field its own type, anything nested JSON in text."""
    import pyarrow as pa

    plain = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    parts = [part for part in getattr(hint, "__args__", (hint,)) if part is not type(None)]
    if len(parts) == 1 and isinstance(parts[0], type) and not hasattr(hint, "__origin__"):
        for known, arrow in plain.items():
            if parts[0] is known or (known is str and issubclass(parts[0], str)):
                return pa.field(name, arrow)
        if parts[0].__name__ == "datetime":
            return pa.field(name, pa.string())
    return pa.field(name, pa.string(), metadata={"holds": "json"})


def _rows(path: Path) -> Iterator[JsonObject]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise ValueError(f"{path} is no Parquet table: {error}") from error
    with table:
        metadata: Mapping[bytes, bytes] = table.schema_arrow.metadata or {}
        refuse_newer(int(metadata.get(_VERSION_KEY, b"0")), str(path))
        for batch in table.iter_batches(batch_size=256):
            for row in batch.to_pylist():
                escaped = row.pop("escaped")
                yield {**row, **json.loads(escaped)} if escaped else row


def _unfolded(row: JsonObject, kind: type[Any]) -> JsonObject:
    """Turn text columns that hold JSON back into what they hold."""
    for name in _nested_of(kind):
        if isinstance(row.get(name), str):
            row[name] = json.loads(row[name])
    return row


def _nested_of(kind: type[Any]) -> frozenset[str]:
    if kind not in _NESTED:
        schema = _schema(kind, (), (), ())
        _NESTED[kind] = frozenset(column.name for column in schema if column.metadata)
    return _NESTED[kind]


_NESTED: dict[type[Any], frozenset[str]] = {}


def _has_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

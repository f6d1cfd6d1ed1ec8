"""The file of one cell: its header, records and trace as lines of strict JSON.

What repeats is written once: probes, shown items and rendered lines stand in tables of their own
and records point at them, so that a memory asked two hundred times without a limit does not write
its contents two hundred times. Equal cells give equal bytes, apart from timings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar, cast

from metrics.api import Cell, ProbeRecord, Shown, TraceLine
from runs.codec import JsonObject, canonical, decode, encode, is_timing
from scenarios.api import Probe

__all__ = [
    "SCHEMA_VERSION",
    "comparable",
    "dump_cell",
    "header_of",
    "load_cell",
    "refuse_newer",
    "to_bytes",
]

T = TypeVar("T")

SCHEMA_VERSION = 1
"""Version of every file of a run folder; files of every older version load for ever."""

_LISTS = frozenset({"records", "trace"})
_TABLED = frozenset({"probe", "shown", "rendered"})


def refuse_newer(found: object, where: str) -> None:
    """Refuse a file that a newer memtrial wrote.

    Raises:
        ValueError: The version is absent, no number, or newer than ours.
    """
    if type(found) is not int or found < 1:
        raise ValueError(f"{where}: schema_version {found!r} is none of memtrial's")
    if found > SCHEMA_VERSION:
        raise ValueError(
            f"{where} has schema_version {found}, this memtrial reads up to {SCHEMA_VERSION}; "
            "install a newer memtrial"
        )


def to_bytes(value: object) -> bytes:
    """Write canonical JSON as UTF-8; text that has no UTF-8 form is written in escapes."""
    try:
        return canonical(value).encode()
    except UnicodeEncodeError:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def dump_cell(cell: Cell, *, timings: bool = True) -> Iterator[bytes]:
    """Give the lines of a cell's file, newlines included.

    Args:
        cell: What to write.
        timings: False leaves out every field that holds measured time.
    """
    probes: Table[Probe] = Table()
    shown: Table[Shown] = Table()
    lines: dict[str, int] = {}
    records = [_plain_record(record, probes, shown, lines, timings) for record in cell.records]
    head = {
        "kind": "cell",
        "schema_version": SCHEMA_VERSION,
        "cell": _timed(encode(cell, skip=_LISTS), timings),
        "records": len(records),
        "trace": len(cell.trace),
    }
    yield to_bytes(head) + b"\n"
    yield b'{"kind":"probes","probes":[' + b",".join(probes.written) + b"]}\n"
    yield b'{"kind":"shown","shown":[' + b",".join(shown.written) + b"]}\n"
    yield to_bytes({"kind": "lines", "lines": list(lines)}) + b"\n"
    for record in records:
        yield to_bytes({"kind": "record", **record}) + b"\n"
    for line in cell.trace:
        yield to_bytes({"kind": "trace", **_timed(encode(line), timings)}) + b"\n"


def comparable(cell: Cell) -> bytes:
    """Write a cell without its timings: equal for equal results, byte for byte."""
    return b"".join(dump_cell(cell, timings=False))


def header_of(first_line: bytes, where: str) -> JsonObject:
    """Read the first line of a cell's file.

    Raises:
        ValueError: It is no cell's file, or a newer memtrial wrote it.
    """
    try:
        head = json.loads(first_line)
    except ValueError as error:
        raise ValueError(f"{where}: the first line is not JSON: {error}") from error
    if not isinstance(head, dict) or head.get("kind") != "cell":
        raise ValueError(f"{where} is no file of a cell")
    refuse_newer(head.get("schema_version"), where)
    return cast("JsonObject", head)


def load_cell(lines: Iterable[bytes], where: str) -> Cell:
    """Read a cell's file.

    Args:
        lines: Its lines.
        where: Its name, for messages.

    Raises:
        ValueError: It is damaged, incomplete, or a newer memtrial wrote it.
    """
    source = iter(lines)
    head = header_of(next(source, b""), where)
    try:
        tables = [json.loads(next(source, b"null"))[name] for name in ("probes", "shown", "lines")]
        probes = [decode(Probe, raw) for raw in tables[0]]
        shown = [decode(Shown, raw) for raw in tables[1]]
        records: list[ProbeRecord] = []
        trace: list[TraceLine] = []
        for raw in map(json.loads, source):
            if raw.pop("kind") == "trace":
                trace.append(decode(TraceLine, raw))
            else:
                records.append(_full_record(raw, probes, shown, tables[2]))
        cell = decode(Cell, head["cell"], records=tuple(records), trace=tuple(trace))
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise ValueError(f"{where} is damaged: {error}") from error
    if (len(records), len(trace)) != (head.get("records"), head.get("trace")):
        raise ValueError(f"{where} is damaged: records or trace lines are missing")
    return cell


class Table(Generic[T]):
    """Distinct values in the order of their first use, each written once."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self._of_object: dict[int, tuple[T, int]] = {}  # holding the object keeps its id taken
        self._of_bytes: dict[bytes, int] = {}

    def place(self, value: T) -> int:
        """Give the position of a value, adding it when it is new."""
        known = self._of_object.get(id(value))
        if known is not None:
            return known[1]
        written = to_bytes(encode(value))
        position = self._of_bytes.setdefault(written, len(self.written))
        if position == len(self.written):
            self.written.append(written)
        self._of_object[id(value)] = (value, position)
        return position


def _timed(plain: JsonObject, timings: bool) -> JsonObject:
    return plain if timings else {k: v for k, v in plain.items() if not is_timing(k)}


def _plain_record(
    record: ProbeRecord,
    probes: Table[Probe],
    shown: Table[Shown],
    lines: dict[str, int],
    timings: bool,
) -> JsonObject:
    plain = _timed(encode(record, skip=_TABLED), timings)
    plain["probe"] = probes.place(record.probe)
    plain["shown"] = [shown.place(item) for item in record.shown]
    parts = record.rendered.split("\n") if record.rendered else []
    plain["rendered"] = [lines.setdefault(part, len(lines)) for part in parts]
    return plain


def _full_record(
    raw: JsonObject, probes: list[Probe], shown: list[Shown], lines: list[str]
) -> ProbeRecord:
    probe = probes[raw.pop("probe")]
    items = tuple([shown[position] for position in raw.pop("shown")])
    rendered = "\n".join([lines[position] for position in raw.pop("rendered")])
    return decode(ProbeRecord, raw, probe=probe, shown=items, rendered=rendered)

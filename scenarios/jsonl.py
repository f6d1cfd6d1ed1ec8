"""Histories as JSON Lines: written by the generator, by hand or by other programs, and read back.

A file holds histories one after the other. A history begins with a header line::

    {"schema_version": 1, "scenario": {"id": "mine/1", "family": "mine", "version": 1}}

and goes on with one line per step, the kind of step in ``step`` and its fields beside it::

    {"step": "observe", "event": {"id": "e1", "at": "2023-05-08T09:00Z", "session": "s1",
     "scope": {"user": "u1"}, "kind": "user", "text": "Our cap is 50k."}}
    {"step": "ask", "probe": {...}}

Steps and fields are those of ``scenarios.api`` and ``memory_impls.api``; fields with a default may
be left out. docs/scenario-files.md describes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from scenarios.api import (
    Ask,
    Forget,
    Idle,
    Observe,
    Reingest,
    Restart,
    Scenario,
    Step,
    Use,
)
from scenarios.codec import decode, encode

__all__ = ["SCHEMA_VERSION", "FileScenario", "load", "write"]

SCHEMA_VERSION = 1

_KINDS: Mapping[str, type[Step]] = {
    "ask": Ask,
    "forget": Forget,
    "idle": Idle,
    "observe": Observe,
    "reingest": Reingest,
    "restart": Restart,
    "use": Use,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """What the first line of a history says."""

    id: str
    family: str
    version: int = 1
    seed: int = 0
    language: str = "en"
    pool: str = ""
    knobs: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileScenario(Scenario):
    """A history in a file; its steps are read anew, line by line, at every call.

    Attributes:
        path: The file.
        offset: Byte at which the first step's line begins.
        line: Number of that line, counted from 1.
    """

    path: Path
    offset: int
    line: int

    def steps(self) -> Iterator[Step]:
        """Read the steps lazily.

        Raises:
            ValueError: A line is malformed; the message names file, line and field.
        """
        with self.path.open("rb") as file:
            file.seek(self.offset)
            for number, raw in enumerate(file, start=self.line):
                data = _parsed(raw, self.path, number)
                if data is None:
                    continue
                if "scenario" in data:
                    return
                yield _step(data, f"{self.path}:{number}")


def write(scenarios: Iterable[Scenario], file: TextIO) -> int:
    """Write histories to an open text file (UTF-8) and return the number of lines."""
    lines = 0
    for scenario in scenarios:
        header = _Header(
            id=scenario.id,
            family=scenario.family,
            version=scenario.version,
            seed=scenario.seed,
            language=scenario.language,
            pool=scenario.pool,
            knobs=dict(scenario.knobs) or None,
        )
        _put({"schema_version": SCHEMA_VERSION, "scenario": encode(header)}, file)
        lines += 1
        for step in scenario.steps():
            _put({"step": _NAMES[type(step)], **encode(step)}, file)
            lines += 1
    return lines


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Find the histories of a file.

    Raises:
        ValueError: The file is missing, empty or malformed; the message names the line.
    """
    if knobs:
        raise ValueError(f"scenario files take no knobs, got {', '.join(sorted(knobs))}")
    if not path.is_file():
        raise ValueError(f"no scenario file at {path}; give a path to a .jsonl file")
    found = 0
    wanted = {only} if isinstance(only, str) else None if only is None else set(only)
    for scenario in _scan(path):
        if wanted is not None and scenario.id not in wanted:
            continue
        if limit is not None and found >= limit:
            return
        found += 1
        yield scenario
    if not found:
        what = f"no history {sorted(wanted)}" if wanted else "no history"
        raise ValueError(f"{path} holds {what}; a history begins with a line with 'scenario'")


def _scan(path: Path) -> Iterator[FileScenario]:
    ids: set[str] = set()
    with path.open("rb") as file:
        offset = 0
        for number, raw in enumerate(file, start=1):
            offset += len(raw)
            if b'"scenario"' not in raw and ids:
                continue
            data = _parsed(raw, path, number)
            if data is None or ("scenario" not in data and ids):
                continue
            scenario = _header(data, path, number, offset)
            if scenario.id in ids:
                raise ValueError(f"{path}:{number}: a second history has the id {scenario.id!r}")
            ids.add(scenario.id)
            yield scenario


def _header(data: Mapping[str, Any], path: Path, number: int, offset: int) -> FileScenario:
    where = f"{path}:{number}"
    version = data.get("schema_version")
    if version != SCHEMA_VERSION:
        raise ValueError(f"{where}: schema_version is {version!r}; this reads {SCHEMA_VERSION}")
    header = decode(_Header, data.get("scenario"), f"{where}.scenario")
    return FileScenario(
        id=header.id,
        family=header.family,
        version=header.version,
        seed=header.seed,
        language=header.language,
        pool=header.pool,
        knobs=dict(header.knobs or {}),
        path=path,
        offset=offset,
        line=number + 1,
    )


def _step(data: Mapping[str, Any], where: str) -> Step:
    name = data.get("step")
    if not isinstance(name, str) or name not in _KINDS:
        raise ValueError(f"{where}: step is {name!r}; known: {', '.join(sorted(_KINDS))}")
    fields = {key: value for key, value in data.items() if key != "step"}
    return decode(_KINDS[name], fields, where)


def _parsed(raw: bytes, path: Path, number: int) -> dict[str, Any] | None:
    text = raw.decode("utf-8").strip()
    if not text:
        return None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}:{number}: not valid JSON: {error}") from error
    if not isinstance(data, dict):
        raise ValueError(f"{path}:{number}: expected a JSON object, got {text[:40]!r}")
    return data


def _put(line: Mapping[str, Any], file: TextIO) -> None:
    file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")

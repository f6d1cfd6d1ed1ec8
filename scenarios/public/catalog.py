"""The public data sets by name, and what a file or folder at hand is."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import cast

from memory_impls.parts.names import UnknownNameError
from scenarios.public.card import About, DataCard
from scenarios.public.errors import DataError
from scenarios.public.lines import iter_items, iter_lines
from scenarios.public.reading import GZIP_MAGIC, read_bytes, read_json

__all__ = ["about", "card", "default_path", "describe", "identify", "names"]

_FOLDERS: Mapping[str, str] = {
    "beam": "beam",
    "chat": "chat",
    "locomo": "locomo",
    "locomo_plus": "locomo",
    "longmemeval": "longmemeval",
    "memoryagentbench": "memoryagentbench",
    "personamem": "personamem",
    "prefeval": "prefeval",
}
"""Module of each loader, and the folder below ``MEMTRIAL_DATA`` where its files are looked for."""

_FIRST_KEYS: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset({"conversation", "qa"}), "locomo"),
    (frozenset({"cue_dialogue", "trigger_query"}), "locomo_plus"),
    (frozenset({"haystack_sessions", "question_id"}), "longmemeval"),
    (frozenset({"context", "questions", "answers"}), "memoryagentbench"),
    (frozenset({"role"}), "chat"),
    (frozenset({"messages"}), "chat"),
)
"""What the first item of a list, or the first line, is known by."""


def names() -> tuple[str, ...]:
    """List the data sets, sorted."""
    return tuple(sorted(_FOLDERS))


def about(name: str) -> About:
    """Say what is known of a data set: source, licence, scoring, traps.

    Raises:
        UnknownNameError: No data set has this name.
    """
    return cast(About, _module(name).ABOUT)  # type: ignore[attr-defined]


def card(name: str, path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe a file or folder as one data set.

    Raises:
        UnknownNameError: No data set has this name.
        DataError: The file cannot be used; path, item and field are named.
    """
    return cast(DataCard, _module(name).card(path, knobs=knobs))  # type: ignore[attr-defined]


def default_path(name: str, root: Path) -> Path:
    """Say where a data set is looked for below a folder of data sets.

    Raises:
        UnknownNameError: No data set has this name.
    """
    _module(name)
    return root / _FOLDERS[name]


def describe(path: Path) -> tuple[DataCard, ...]:
    """Describe whatever is at a path: one card for each data set found.

    Raises:
        DataError: Nothing is known there, or a file of a known kind is broken.
    """
    return tuple(card(name, place) for name, place in identify(path))


def identify(path: Path) -> tuple[tuple[str, Path], ...]:
    """Find the data sets at a path: (name, what its loader takes).

    Raises:
        DataError: There is nothing, or nothing that is known.
    """
    if not path.exists():
        raise DataError(path, "no such file or folder")
    found = _in_folder(path) if path.is_dir() else _in_file(path)
    if not found:
        known = ", ".join(names())
        raise DataError(path, f"is none of the known data sets ({known}); name it with --data")
    return tuple(dict.fromkeys(found))


def _module(name: str) -> object:
    if name not in _FOLDERS:
        raise UnknownNameError("data set", name, _FOLDERS)
    return importlib.import_module(f"scenarios.public.{name}")


def _in_folder(folder: Path) -> list[tuple[str, Path]]:
    inside = {entry.name for entry in folder.iterdir()}
    whole = [
        name
        for name, marks in (
            ("locomo", {"locomo10.json"}),
            ("locomo_plus", {"locomo_plus.json"}),
            ("personamem", {"documents.json.gz"}),
            ("prefeval", {"mcq_options", "explicit_preference"}),
            ("beam", {"chat.json", "chat_trunecated.json"}),
        )
        if marks & inside
    ]
    if any(name.startswith("questions_") and name.endswith(".csv") for name in inside):
        whole.append("personamem")
    if whole:
        return [(name, folder) for name in whole]
    found: list[tuple[str, Path]] = []
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            inner = _in_folder(entry)
            beam = any(name == "beam" for name, _ in inner)
            found.extend([("beam", folder)] if beam else inner)
        else:
            found.extend(_in_file(entry))
    return found


def _in_file(path: Path) -> list[tuple[str, Path]]:
    if path.suffix == ".parquet":
        return [("memoryagentbench", path)]
    if path.suffix == ".csv":
        return [("personamem", path.parent)] if "shared_context_id" in _header(path) else []
    keys = _first_keys(path)
    if {"turns", "batch_number"} & keys or any(key.startswith("plan-") for key in keys):
        return [("beam", path.parent)]
    if "preference" in keys:
        return [("prefeval", path.parent.parent)]
    if {"query", "gold_answers", "gold_ids"} <= keys:
        kind = "personamem" if (path.parent / "documents.json.gz").exists() else "longmemeval"
        return [(kind, path.parent if kind == "personamem" else path)]
    return [(name, path) for marks, name in _FIRST_KEYS if marks <= keys][:1]


def _header(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            return next(csv.reader(stream), [])
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(path, f"cannot be read as CSV: {error}") from error


def _first_keys(path: Path) -> frozenset[str]:
    """Keys of the first item, of the first line, or of the only object."""
    if path.suffix == ".jsonl":
        first = [node.value for _, node in islice(iter_lines(path), 1)]
    elif path.suffix not in (".json", ".gz"):
        return frozenset()
    elif _packed(path):
        whole = read_json(path).value
        first = whole[:1] if isinstance(whole, list) else [whole]
    else:
        first = _first_item(path)
    return frozenset(first[0]) if first and isinstance(first[0], dict) else frozenset()


def _first_item(path: Path) -> list[object]:
    with path.open("rb") as stream:
        lead = stream.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")
    if lead.startswith(b"{"):
        return [read_json(path).value]
    return [node.value for _, node in islice(iter_items(path), 1)]


def _packed(path: Path) -> bool:
    return read_bytes(path).startswith(GZIP_MAGIC) if path.suffix != ".gz" else True

"""Saving and loading the state of a memory: a manifest, and one folder of files beside it.

A save is atomic: the files go into a new sub-folder named by their content, then the manifest is
replaced, then every older sub-folder is removed. An interrupted save leaves the previous state
whole, and nothing of an older state (which may hold what was forgotten since) outlives a save.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["SCHEMA", "Draft", "Manifest", "Saved", "opened", "saving"]

SCHEMA = 1
"""Raised when saved files change their meaning."""

_MANIFEST = "manifest.json"
_PREFIX = "state-"
_DRAFT = "state-draft"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Whose state it is; a state is loaded only by a memory with an equal manifest.

    Attributes:
        design: Name of the design.
        params: Parameters of the constructor; compared after a round trip through JSON.
        embedder: Identity of the embedder whose vectors are stored; "" for none.
        model: Identity of the model whose words are stored; "" for none.
    """

    design: str
    params: Mapping[str, object] = field(default_factory=dict)
    embedder: str = ""
    model: str = ""
    schema: int = SCHEMA

    def plain(self) -> dict[str, object]:
        """Give the manifest as JSON has it."""
        document: dict[str, object] = json.loads(
            _dumps(
                {
                    "design": self.design,
                    "embedder": self.embedder,
                    "model": self.model,
                    "params": {name: _as_json(value) for name, value in self.params.items()},
                    "schema": self.schema,
                }
            )
        )
        return document


@dataclass(frozen=True, slots=True)
class Draft:
    """A state being written."""

    folder: Path

    def path(self, name: str) -> Path:
        """Give the path of a file to write."""
        return self.folder / name

    def write_json(self, name: str, value: object) -> None:
        """Write one JSON file; lone surrogates survive as escapes.

        Raises:
            ValueError: The value holds NaN or an infinity.
        """
        self.path(name).write_text(_dumps(value) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Saved:
    """A state being read."""

    folder: Path

    def path(self, name: str) -> Path:
        """Give the path of a file, which is there.

        Raises:
            ValueError: The state holds no such file.
        """
        path = self.folder / name
        if not path.exists():
            raise ValueError(f"saved state {self.folder} lacks {name}; save the memory again")
        return path

    def read_json(self, name: str) -> object:
        """Read one JSON file."""
        return json.loads(self.path(name).read_text(encoding="utf-8"))


@contextmanager
def saving(folder: Path, manifest: Manifest) -> Iterator[Draft]:
    """Write a state into a folder, whole or not at all.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     with saving(Path(name), Manifest(design="mine")) as draft:
    ...         draft.write_json("items.json", [1, 2])
    ...     opened(Path(name), Manifest(design="mine")).read_json("items.json")
    [1, 2]
    """
    folder.mkdir(parents=True, exist_ok=True)
    work = folder / _DRAFT
    _remove(work)
    work.mkdir()
    try:
        yield Draft(work)
        digest = _digest(work)
        state = folder / f"{_PREFIX}{digest}"
        if state.is_dir() and _digest(state) == digest:
            _remove(work)
        else:
            _remove(state)
            work.rename(state)
    except BaseException:
        _remove(work)
        raise
    fresh = folder / f"{_MANIFEST}.new"
    document = {**manifest.plain(), "digest": digest, "state": state.name}
    fresh.write_text(_dumps(document, indent=2) + "\n", encoding="utf-8")
    fresh.replace(folder / _MANIFEST)
    for path in sorted(folder.glob(f"{_PREFIX}*")):
        if path != state:
            _remove(path)


def opened(folder: Path, manifest: Manifest) -> Saved:
    """Open the state that a folder holds, if it is this memory's and undamaged.

    Raises:
        ValueError: There is no state, another design, schema, embedder, model or parameters wrote
            it, or its files are not those that were saved. One line says which.
    """
    path = folder / _MANIFEST
    if not path.is_file():
        raise ValueError(f"no saved memory in {folder}: {_MANIFEST} is missing")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict) or not isinstance(found.get("state"), str):
        raise ValueError(f"{path} is no manifest of a saved memory")
    _refuse_other(folder, found, manifest.plain())
    state = folder / Path(found["state"]).name
    if not state.is_dir() or _digest(state) != found.get("digest"):
        raise ValueError(f"saved memory in {folder} is damaged: {state.name} is not what was saved")
    return Saved(state)


def _refuse_other(folder: Path, found: Mapping[str, object], own: Mapping[str, object]) -> None:
    for key in ("design", "schema", "embedder", "model", "params"):
        theirs, ours = found.get(key), own[key]
        if theirs == ours:
            continue
        if isinstance(theirs, dict) and isinstance(ours, dict):
            key, theirs, ours = _first_difference(theirs, ours)
        raise ValueError(
            f"saved memory in {folder} has {key} {theirs!r} but this one has {ours!r}; "
            "load it into a memory built the same way"
        )


def _first_difference(
    theirs: Mapping[str, object], ours: Mapping[str, object]
) -> tuple[str, object, object]:
    for name in sorted({*theirs, *ours}):
        if theirs.get(name) != ours.get(name):
            return f"parameter {name}", theirs.get(name), ours.get(name)
    return "params", theirs, ours


def _digest(folder: Path) -> str:
    """Hash names and bytes of all files, so that equal states have equal names."""
    total = hashlib.blake2b(digest_size=16)
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        total.update(path.relative_to(folder).as_posix().encode() + b"\0")
        with path.open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()


def _as_json(value: object) -> object:
    """Leave what JSON can hold as it is; anything else stands as its text."""
    try:
        json.dumps(value)
    except TypeError:
        return str(value)
    return value


def _dumps(value: object, indent: int | None = None) -> str:
    return json.dumps(value, sort_keys=True, allow_nan=False, indent=indent)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    elif path.exists():
        path.unlink()

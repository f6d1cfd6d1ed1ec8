"""The run folder: created whole, filled cell by cell, finished as tables.

::

    plan.toml          the resolved plan
    environment.json   versions, code, data
    index.json         the cells, in the order of the plan
    cells/ID.jsonl     one file per cell, while the run is under way
    cells.parquet records.parquet trace.parquet finished.json     when it is complete

At every instant each file is whole. A run that was interrupted is resumed by doing the cells that
are missing, in the same environment or not at all.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from metrics.api import Cell
from runs.cells import CellPlan
from runs.changes import environment_changes, plan_changes
from runs.environment import Environment, read_environment
from runs.files import TEMPORARY, Busy, locked, replaced, sync_folder
from runs.plan import parse_plan, plan_text
from runs.record import SCHEMA_VERSION, dump_cell, header_of, load_cell, refuse_newer
from runs.schema import Plan
from runs.tables import read_tables, write_tables

__all__ = [
    "OUT",
    "Run",
    "RunError",
    "create_run",
    "load_cells",
    "open_run",
    "resume_run",
    "write_cell",
]

OUT = Path("memtrial-runs")
"""Where runs go unless a folder is named."""

_PLAN, _ENVIRONMENT, _INDEX = "plan.toml", "environment.json", "index.json"
_FINISHED, _LOCK, _CELLS = "finished.json", "lock", "cells"
_SCHEMA_LINE = f"schema_version = {SCHEMA_VERSION}\n\n"


class RunError(ValueError):
    """A run folder cannot be used as asked; one line says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run folder.

    Attributes:
        cell_ids: Of all cells, in the order of the plan.
    """

    folder: Path
    plan: Plan
    environment: Environment
    cell_ids: tuple[str, ...]

    @property
    def is_finished(self) -> bool:
        """Whether all cells are done and stand in the tables."""
        return (self.folder / _FINISHED).is_file()

    def done_ids(self) -> frozenset[str]:
        """Ids of the cells that are done.

        Raises:
            ValueError: A cell's file is none of ours, or a newer memtrial wrote it.
        """
        if self.is_finished:
            return frozenset(self.cell_ids)
        found = set()
        for path in sorted((self.folder / _CELLS).glob("*.jsonl")):
            with path.open("rb") as stream:
                header_of(stream.readline(), str(path))
            found.add(path.stem)
        return frozenset(found) & frozenset(self.cell_ids)

    def load_cells(self) -> Iterator[Cell]:
        """Load the cells that are done, in the order of the plan, one at a time.

        Raises:
            ValueError: A file is damaged, or a newer memtrial wrote it.
        """
        if self.is_finished:
            yield from read_tables(self.folder)
            return
        for cell_id in self.cell_ids:
            path = _cell_path(self.folder, cell_id)
            if path.is_file():
                with path.open("rb") as stream:
                    yield load_cell(stream, str(path))

    def finish(self) -> None:
        """Put all cells into the tables and drop their single files.

        Raises:
            RunError: Some cell is not done yet, or a table cannot be written.
        """
        if self.is_finished:
            self._drop_single_files()
            return
        with _writing(self.folder):
            missing = len(self.cell_ids) - len(self.done_ids())
            if missing:
                raise RunError(f"{self.folder}: {missing} of {len(self.cell_ids)} cells are to do")
            embedders: dict[str, None] = {}
            models: dict[str, None] = {}

            def noted() -> Iterator[Cell]:
                for cell in self.load_cells():
                    embedders[cell.embedder] = models[cell.model] = None
                    yield cell

            written = write_tables(self.folder, noted())
            used = self.environment.used(iter(embedders), iter(models))
            _write(self.folder / _ENVIRONMENT, used.text())
            note = {"schema_version": SCHEMA_VERSION, "cells": written}
            _write(self.folder / _FINISHED, json.dumps(note) + "\n")
        self._drop_single_files()

    def _drop_single_files(self) -> None:
        shutil.rmtree(self.folder / _CELLS, ignore_errors=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from working on this run.

        Raises:
            RunError: Another one does, or the folder cannot be written.
        """
        with ExitStack() as stack:
            try:
                with _writing(self.folder):
                    stack.enter_context(locked(self.folder / _LOCK))
                    for place in (self.folder, self.folder / _CELLS):
                        for left in place.glob(f".*{TEMPORARY}"):
                            left.unlink(missing_ok=True)
            except Busy as error:
                raise RunError(f"{self.folder} is in use by another process") from error
            yield


def create_run(
    plan: Plan,
    cells: Sequence[CellPlan],
    environment: Environment,
    *,
    folder: Path | None = None,
    out: Path = OUT,
) -> Run:
    """Create a run folder, whole or not at all.

    Args:
        plan: Resolved.
        cells: All of the plan.
        environment: As it is now.
        folder: Where; None takes the first free ``out/NAME-N``.
        out: Where numbered folders go.

    Raises:
        RunError: The folder exists already, or cannot be written.
    """
    if folder is not None and _is_taken(folder):
        raise RunError(f"{folder} exists already; name another with --out, or give --resume")
    ids = tuple(cell.id for cell in cells)
    name = re.sub(r"[^\w.-]+", "-", plan.name) or "run"
    parent = folder.parent if folder is not None else out
    draft = parent / f".{name}.{os.getpid()}{TEMPORARY}"
    try:
        (draft / _CELLS).mkdir(parents=True)
        _write(draft / _PLAN, _SCHEMA_LINE + plan_text(plan))
        _write(draft / _ENVIRONMENT, environment.text())
        _write(draft / _INDEX, _index_text(cells))
        place = _put(draft, folder) if folder is not None else _put_numbered(draft, out, name)
        sync_folder(parent)
    except OSError as error:
        raise RunError(f"cannot create a run in {parent}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return Run(folder=place, plan=plan, environment=environment, cell_ids=ids)


def open_run(folder: Path) -> Run:
    """Open a run to read it.

    Raises:
        RunError: There is no run, it is damaged, or a newer memtrial wrote it.
    """
    if not (folder / _PLAN).is_file():
        raise RunError(f"{folder} holds no run: {_PLAN} is missing")
    try:
        text = (folder / _PLAN).read_text(encoding="utf-8")
        plan = parse_plan(_without_schema(text, folder / _PLAN), str(folder / _PLAN))
        environment = read_environment(folder / _ENVIRONMENT)
        index = json.loads((folder / _INDEX).read_text(encoding="utf-8"))
        refuse_newer(index.get("schema_version"), str(folder / _INDEX))
        ids = tuple(str(entry["id"]) for entry in index["cells"])
        if (folder / _FINISHED).is_file():
            note = json.loads((folder / _FINISHED).read_text(encoding="utf-8"))
            refuse_newer(note.get("schema_version"), str(folder / _FINISHED))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise RunError(f"{folder} is damaged: {error}") from error
    return Run(folder=folder, plan=plan, environment=environment, cell_ids=ids)


def resume_run(
    folder: Path, plan: Plan, cells: Sequence[CellPlan], environment: Environment
) -> Run:
    """Open a run to go on with it.

    Args:
        folder: Of the run.
        plan: As resolved now.
        cells: As expanded now.
        environment: As it is now.

    Raises:
        RunError: Plan, versions, code or data are not those of the run; the difference is named.
    """
    run = open_run(folder)
    found = plan_changes(run.plan, plan)
    if run.is_finished and not found:
        return run
    found += environment_changes(run.environment, environment)
    changed = len({cell.id for cell in cells} ^ set(run.cell_ids))
    if changed and not found:
        found = [f"the plan now gives other cells ({changed} differ), so its inputs have changed"]
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise RunError(f"cannot resume {folder}: {found[0]}{more}; start a new run instead")
    return run


def load_cells(folder: Path) -> Iterator[Cell]:
    """Load the cells of a run, finished or not, in the order of the plan, one at a time.

    Raises:
        RunError: There is no run.
        ValueError: A file is damaged, or a newer memtrial wrote it.
    """
    return open_run(folder).load_cells()


def write_cell(folder: Path, cell: Cell) -> None:
    """Write the file of one cell: it appears whole, on disk, or not at all.

    Raises:
        RunError: It cannot be written; what was written before stays.
    """
    with _writing(folder), replaced(_cell_path(folder, cell.id)) as stream:
        stream.writelines(dump_cell(cell))


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = error.strerror or str(error)
        raise RunError(f"cannot write to {folder}: {said}; resume the run when it can") from error


def _cell_path(folder: Path, cell_id: str) -> Path:
    return folder / _CELLS / f"{cell_id}.jsonl"


def _write(path: Path, text: str) -> None:
    with replaced(path) as stream:
        stream.write(text.encode())


def _is_taken(folder: Path) -> bool:
    return folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))


def _put(draft: Path, folder: Path) -> Path:
    draft.rename(folder)  # onto an empty folder at most; the system refuses anything else
    return folder


def _put_numbered(draft: Path, out: Path, name: str) -> Path:
    taken = [p.name.removeprefix(f"{name}-") for p in out.glob(f"{name}-*")]
    number = max((int(part) for part in taken if part.isdecimal()), default=0) + 1
    while True:
        folder = out / f"{name}-{number}"
        if not folder.exists():
            try:
                return _put(draft, folder)
            except OSError:
                if not folder.exists():
                    raise
        number += 1


def _index_text(cells: Sequence[CellPlan]) -> str:
    entries = [
        {
            "id": cell.id,
            "design": cell.design.label,
            "scenario": cell.scenario.label,
            "cluster": cell.cluster,
            "seed": cell.seed,
            "units": cell.units,
        }
        for cell in cells
    ]
    return json.dumps({"schema_version": SCHEMA_VERSION, "cells": entries}, indent=1) + "\n"


def _without_schema(text: str, path: Path) -> str:
    first, _, rest = text.partition("\n")
    name, _, value = first.partition(" = ")
    if name != "schema_version":
        raise ValueError(f"{path} does not start with its schema_version")
    refuse_newer(int(value) if value.isdecimal() else value, str(path))
    return rest

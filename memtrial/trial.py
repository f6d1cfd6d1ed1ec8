"""Run a trial from Python: ``memtrial run`` as a function."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_impls.api import Memory
from memtrial.result import Result
from runs.schema import DesignPlan, Plan, PlanError, explain

if TYPE_CHECKING:
    from runs.store import Run

__all__ = ["Design", "DesignFailure", "load", "run"]

Design = str | type[Memory] | Mapping[str, Any]
"""A name, ``path.py:Class``, a class, or the keys of a ``[[designs]]`` table."""


class DesignFailure(Exception):  # noqa: N818 - it says what happened
    """A design raised or broke its limits; ``result`` holds what was scored all the same."""

    def __init__(self, result: Result) -> None:
        listed = "\n  ".join(result.failures)
        super().__init__(f"the run had failures:\n  {listed}\nrecords: {result.folder}")
        self.result = result


def run(
    designs: Design | Sequence[Design] | None = None,
    *,
    preset: str | Path = "quick",
    scenarios: str | Sequence[str] | None = None,
    seeds: int | None = None,
    budgets: Sequence[int | None] | None = None,
    data: Mapping[str, str] | None = None,
    pool: str | None = None,
    language: str | None = None,
    limit: int | None = None,
    embedder: str | None = None,
    folder: str | Path | None = None,
    jobs: int = 1,
    progress: bool = False,
    allow_failures: bool = False,
) -> Result:
    """Put designs on trial.

    Args:
        designs: What is tried in place of the preset's designs; bounds run beside them.
        preset: Name of a preset, or path of a plan.
        scenarios: Families, data sets or JSONL files in place of the preset's.
        seeds: How many scenarios of each family.
        budgets: Token limits of the context; None in it is no limit.
        data: Name of a data set -> its path.
        pool: "open" or "held".
        language: "en" or "zh".
        limit: At most so many scenarios of each.
        embedder: For every design and the reader that name none; "hashing" needs no model and is
            for tests of the machinery.
        folder: Where the run goes; must not exist yet. None numbers one below memtrial-runs.
        jobs: Processes.
        progress: Show on stderr how far it is.
        allow_failures: Give the result even when a design raised or broke its limits.

    Raises:
        ValueError: The plan cannot be run; one line says why.
        DesignFailure: A design failed, and that was not allowed.

    >>> import memtrial
    >>> result = memtrial.run(
    ...     "window", scenarios="repeated_task", seeds=2, budgets=[512], embedder="hashing"
    ... )
    >>> result.designs
    ('window',)
    >>> 0 <= result.recall.low <= result.recall.value <= result.recall.high <= 1
    True
    """
    from runs.plan import Overrides, load_plan, resolve
    from runs.summary import write_summary

    plan, chosen = _with_designs(load_plan(str(preset)), designs)
    overrides = Overrides(
        designs=chosen,
        scenarios=[scenarios] if isinstance(scenarios, str) else scenarios,
        data=data,
        seeds=seeds,
        budgets=budgets,
        pool=pool,
        language=language,
        limit=limit,
    )
    resolved = _with_embedder(resolve(plan, overrides, os.environ), embedder)
    made = _executed(resolved, folder, jobs, progress)
    result = _result(made)
    write_summary(made.folder, result.rows)
    if result.failures and not allow_failures:
        raise DesignFailure(result)
    return result


def load(folder: str | Path) -> Result:
    """Load a run that was made before, from Python or by the command.

    Raises:
        ValueError: There is no run, it is damaged, or not complete.
    """
    from runs.store import open_run

    return _result(open_run(Path(folder)))


def _executed(plan: Plan, folder: str | Path | None, jobs: int, progress: bool) -> Run:
    from memory_impls.parts.cache import default_cache_folder
    from runs.environment import environment_of
    from runs.execute import execute
    from runs.expand import expand
    from runs.progress import shown_on
    from runs.store import create_run

    cells = expand(plan)
    made = create_run(plan, cells, environment_of(cells), folder=Path(folder) if folder else None)
    with made.locked():
        execute(
            made,
            cells,
            jobs=jobs,
            cache=default_cache_folder(),
            progress=shown_on(sys.stderr) if progress else None,
        )
    return made


def _result(made: Run) -> Result:
    from runs.gate.opening import complete_cells
    from runs.summary import FILE, failures, read_summary, summarise

    cells = complete_cells(made)
    path = made.folder / FILE
    rows = read_summary(path) if path.is_file() else summarise(cells)
    return Result(
        folder=made.folder,
        cells=tuple(cells),
        rows=tuple(rows),
        failures=tuple(failures(cells)),
    )


def _with_designs(
    plan: Plan, designs: Design | Sequence[Design] | None
) -> tuple[Plan, list[str] | None]:
    """Put designs that are no plain names into the plan, and list what to run by label."""
    if designs is None:
        return plan, None
    added: list[DesignPlan] = []
    chosen: list[str] = []
    for design in _listed(designs):
        if isinstance(design, str):
            chosen.append(design)
            continue
        made = _planned(design)
        added.append(made)
        chosen.append(made.label or made.name)
    taken = {made.label or made.name for made in added}
    kept = [d for d in plan.designs if (d.label or d.name) not in taken]
    return plan.model_copy(update={"designs": (*kept, *added)}), chosen


def _listed(designs: Design | Sequence[Design]) -> Iterable[Design]:
    if isinstance(designs, str | type | Mapping):
        return [designs]
    if not isinstance(designs, Sequence) or not designs:
        raise ValueError(f"designs {designs!r}: give a name, a class, a table, or several of them")
    return designs


def _planned(design: type[Memory] | Mapping[str, Any]) -> DesignPlan:
    from pydantic import ValidationError

    if isinstance(design, type):
        return DesignPlan(name=_place_of(design), label=design.__name__)
    if not isinstance(design, Mapping):
        raise ValueError(f"{design!r} is no design; give a name, a Memory class, or a table")
    table = dict(design)
    named = table.get("name")
    if isinstance(named, type):
        table = {"label": named.__name__, **table, "name": _place_of(named)}
    try:
        return DesignPlan.model_validate(table)
    except ValidationError as error:
        raise PlanError(explain(error, "designs", DesignPlan)) from error


def _place_of(design: type[Memory]) -> str:
    """Name a class so that any process finds it: by package where there is one, else by file."""
    if not issubclass(design, Memory):
        raise ValueError(f"{design.__qualname__} is no subclass of memtrial.Memory; derive it")
    name = design.__qualname__
    source = _file_of(design)
    if "." in name or source is None:
        raise ValueError(
            f"{name} cannot be found again by another process; define it at the top level of a "
            "file, not in a function, a class or a notebook"
        )
    package = design.__module__.partition(".")[0]
    if "." in design.__module__ and _is_importable(package, source):
        return f"{design.__module__}:{name}"
    return f"{source}:{name}"


def _file_of(design: type[Memory]) -> Path | None:
    try:
        found = inspect.getsourcefile(design)
    except (TypeError, OSError):
        return None
    return Path(found).resolve() if found and Path(found).is_file() else None


def _is_importable(package: str, source: Path) -> bool:
    """Tell whether a fresh process would find the package that a file lies in."""
    from importlib.machinery import PathFinder

    spec = PathFinder.find_spec(package)
    places = spec.submodule_search_locations if spec is not None else None
    return any(source.is_relative_to(Path(place).resolve()) for place in places or ())


def _with_embedder(plan: Plan, embedder: str | None) -> Plan:
    if embedder is None:
        return plan
    designs = tuple(
        d.model_copy(update={"embedder": embedder}) if d.embedder == "auto" else d
        for d in plan.designs
    )
    reader = plan.reader
    if reader.embedder == "auto":
        reader = reader.model_copy(update={"embedder": embedder})
    return plan.model_copy(update={"designs": designs, "reader": reader})

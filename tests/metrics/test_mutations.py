"""Every broken version in ``mutants.toml`` is noticed by some test."""

from __future__ import annotations

import importlib
import inspect
import itertools
import tomllib
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from metrics import evidence_recall, links
from tests.metrics import (
    test_abstention,
    test_aggregate,
    test_comparison,
    test_controls,
    test_cost,
    test_evidence,
    test_funnel,
    test_headlines,
    test_official_locomo,
    test_retrieval,
    test_worked_examples,
)

MODULES = (
    test_worked_examples,
    test_headlines,
    test_funnel,
    test_evidence,
    test_retrieval,
    test_aggregate,
    test_comparison,
    test_controls,
    test_cost,
    test_official_locomo,
    test_abstention,
)
MUTANTS: list[dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8")
)["mutant"]


def calls(function: Callable[..., object]) -> Iterator[Callable[[], object]]:
    """Give a test once per set of its parameters; generated examples are left out for speed."""
    if hasattr(function, "is_hypothesis_test"):
        return
    sets: list[list[dict[str, object]]] = []
    for mark in getattr(function, "pytestmark", ()):
        names = mark.args[0]
        names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
        values = [value if len(names) > 1 else (value,) for value in mark.args[1]]
        sets.append([dict(zip(names, value, strict=True)) for value in values])
    wanted = set(inspect.signature(function).parameters)
    for chosen in itertools.product(*sets):
        given = {name: value for part in chosen for name, value in part.items()}
        if wanted == given.keys():
            yield lambda given=given: function(**given)  # type: ignore[misc]


TESTS = tuple(
    call
    for module in MODULES
    for name, function in vars(module).items()
    if name.startswith("test_") and isinstance(function, types.FunctionType)
    for call in calls(function)
)


def functions(namespace: dict[str, object], module: str) -> dict[str, types.FunctionType]:
    """List the functions and methods that a module defines, by qualified name."""
    found: dict[str, types.FunctionType] = {}
    for value in namespace.values():
        inside = vars(value).values() if isinstance(value, type) else (value,)
        for one in inside:
            function = one.fget if isinstance(one, property) else one
            if isinstance(function, types.FunctionType) and function.__module__ == module:
                found[function.__qualname__] = function
    return found


@contextmanager
def broken(module_name: str, right: str, wrong: str) -> Iterator[None]:
    """Run with the code of a module replaced; its functions stay the same objects."""
    module = importlib.import_module(f"metrics.{module_name}")
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert right in source, f"{module_name} no longer has {right!r}"
    namespace: dict[str, object] = {"__name__": module.__name__}
    exec(compile(source.replace(right, wrong), str(module.__file__), "exec"), namespace)
    mine, theirs = functions(vars(module), module.__name__), functions(namespace, module.__name__)
    kept = {name: function.__code__ for name, function in mine.items()}
    try:
        for name, function in mine.items():
            function.__code__ = theirs[name].__code__
        yield
    finally:
        for name, function in mine.items():
            function.__code__ = kept[name]


def forget() -> None:
    """Drop what metrics remember of cells."""
    links._RECENT.clear()
    evidence_recall._LAST.clear()


@pytest.mark.parametrize(
    "mutant", MUTANTS, ids=[f"{m['module']}: {m['wrong_in_that']}" for m in MUTANTS]
)
def test_a_broken_version_is_noticed(mutant: dict[str, str]) -> None:
    noticed = False
    with broken(mutant["module"], mutant["right"], mutant["broken"]):
        for test in TESTS:
            forget()
            try:
                test()
            except (Exception, pytest.fail.Exception):
                noticed = True
                break
    forget()
    assert noticed, "no test fails with this version"


def test_the_right_versions_pass() -> None:
    assert len(TESTS) > 500
    for test in TESTS:
        forget()
        test()


def test_every_module_of_metrics_has_a_broken_version() -> None:
    folder = Path(str(links.__file__)).parent
    names = {path.stem for path in folder.glob("*.py")}
    declarative = {"__init__", "api", "registry", "worked", "curves", "answers", "soundness"}
    assert names - declarative <= {mutant["module"] for mutant in MUTANTS}

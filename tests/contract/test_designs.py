from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import memory_impls
from memory_impls.api import Memory
from memory_impls.checks import CHECKS, Check, Factory, Verdict, check_names, run_check
from memory_impls.registry import DESIGNS, design_class, design_names


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
@pytest.mark.parametrize("design", design_names())
def test_design_conforms(design: str, check: Check) -> None:
    result = run_check(check, Factory(target=design))
    if result.verdict is Verdict.NOT_APPLICABLE:
        pytest.skip(f"not applicable: {result.detail}")
    if result.verdict is Verdict.EXEMPT:
        pytest.xfail(result.detail)
    assert result.ok, f"{check.says} But: {result.detail}"


@pytest.mark.parametrize("design", design_names())
def test_exemptions_name_checks_and_give_reasons(design: str) -> None:
    exemptions = design_class(design).exemptions
    assert set(exemptions) <= set(check_names())
    assert all(len(reason.split()) >= 3 for reason in exemptions.values())


def test_every_concrete_design_is_registered() -> None:
    found = {
        f"{cls.__module__}:{cls.__qualname__}"
        for module in pkgutil.walk_packages(memory_impls.__path__, "memory_impls.")
        for cls in vars(importlib.import_module(module.name)).values()
        if inspect.isclass(cls) and issubclass(cls, Memory) and not inspect.isabstract(cls)
    }
    registered = {
        f"{cls.__module__}:{cls.__qualname__}" for cls in map(design_class, design_names())
    }
    assert found == registered


def test_a_design_is_registered_under_its_own_name() -> None:
    assert {name: design_class(name).name for name in DESIGNS} == {name: name for name in DESIGNS}


@pytest.mark.parametrize("design", design_names())
def test_docstring_says_idea_cost_and_source(design: str) -> None:
    text = inspect.getdoc(design_class(design)) or ""
    missing = [word for word in ("Idea:", "Cost:", "Source:") if word not in text]
    assert not missing
    undescribed = [
        name
        for name in inspect.signature(design_class(design).__init__).parameters
        if name not in ("self", "embedder", "model", "seed") and f"{name}:" not in text
    ]
    assert not undescribed

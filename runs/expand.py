"""From a resolved plan to its cells: every variant, scenario and seed, before anything runs."""

from __future__ import annotations

import inspect
import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from memory_impls.parts.names import UnknownNameError
from memory_impls.registry import design_class, parameters
from runs.cells import (
    BoundKind,
    CellPlan,
    DesignVariant,
    ModelSettings,
    ReaderSettings,
    ScenarioVariant,
    cell_id,
)
from runs.schema import DesignPlan, ModelPlan, Plan, PlanError, ScenarioPlan, explain
from runs.sources import (
    build_family,
    content_digest,
    digest_of_path,
    family_source,
    load_all,
)
from scenarios.api import Ask, Observe, Reingest, Restart, Scenario

__all__ = ["design_variants", "expand", "scenario_variants"]

_ALWAYS_BOUNDS = ("none", "full_history", *BoundKind)


def expand(plan: Plan) -> tuple[CellPlan, ...]:
    """List the cells of a resolved plan: scenario by scenario, all designs through each.

    Raises:
        PlanError: A design, parameter, family or knob is not known, or data cannot be read.
    """
    designs = design_variants(plan)
    variants = scenario_variants(plan)
    cells: list[CellPlan] = []
    for variant, seeds in variants:
        effort: _Effort | None = None
        for seed, scenario in _scenarios(plan, variant, seeds, alone=len(variants) == 1):
            if effort is None or variant.data:
                effort = _effort(scenario)
            content = content_digest(scenario) if variant.data else ""
            for design in designs:
                cells.append(_cell(plan, design, variant, seed, scenario, effort, content))
    if not cells:
        raise PlanError(f"{plan.name}: nothing to run; only = {list(plan.only)} fits no scenario")
    _refuse_same(cells)
    return tuple(cells)


def design_variants(plan: Plan) -> tuple[DesignVariant, ...]:
    """List the design variants of a plan, bounds last."""
    _known_labels("designs", plan.grid.designs, [design.label for design in plan.designs])
    found: list[DesignVariant] = []
    for design in plan.designs:
        for suffix, setting in _combinations(plan.grid.designs.get(design.label, {})):
            found.append(_design(design, suffix, setting))
    if plan.bounds:
        names = {variant.name for variant in found}
        for name in _ALWAYS_BOUNDS:
            if name not in names:
                found.append(DesignVariant(label=str(name), name=str(name), is_bound=True))
    _refuse_label_twice([variant.label for variant in found])
    return tuple(found)


def scenario_variants(plan: Plan) -> tuple[tuple[ScenarioVariant, tuple[int, ...]], ...]:
    """List the scenario variants of a plan with their seeds."""
    _known_labels("scenarios", plan.grid.scenarios, [scenario.label for scenario in plan.scenarios])
    found: list[tuple[ScenarioVariant, tuple[int, ...]]] = []
    for scenario in plan.scenarios:
        seeds = scenario.seeds
        if not isinstance(seeds, tuple):
            raise PlanError(f"{scenario.label}: seeds are not spelled out; resolve the plan first")
        digest = _guarded(scenario.label, partial(_digest, scenario))
        for suffix, setting in _combinations(plan.grid.scenarios.get(scenario.label, {})):
            variant = _scenario(scenario, suffix, setting, digest, plan.only)
            found.append((variant, seeds))
    _refuse_label_twice([variant.label for variant, _ in found])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Effort:
    """Work that a scenario means for any design: events, and probes asked at every budget."""

    events: int
    probes: int


def _effort(scenario: Scenario) -> _Effort:
    events = probes = 0
    for step in scenario.steps():
        if type(step) is Observe:
            events += 1
        elif type(step) is Ask:
            probes += 1
        elif isinstance(step, Restart | Reingest):
            probes += len(step.probes)
            events += events if isinstance(step, Reingest) else 0
    return _Effort(events, probes)


def _cell(
    plan: Plan,
    design: DesignVariant,
    variant: ScenarioVariant,
    seed: int,
    scenario: Scenario,
    effort: _Effort,
    content: str,
) -> CellPlan:
    budgets = plan.budgets
    if design.name == "full_history" and None not in budgets:
        budgets = (*budgets, None)  # the row that is the bound and the one used for break-even
    cell = CellPlan(
        design=design,
        scenario=variant,
        cluster=scenario.id,
        seed=seed,
        family=scenario.family,
        version=scenario.version,
        language=scenario.language,
        pool=scenario.pool,
        knobs=scenario.knobs,
        budgets=budgets,
        use_budget=plan.use_budget,
        damage_atoms=plan.damage_atoms,
        reader=ReaderSettings(**plan.reader.model_dump()),
        content=content,
        units=effort.events + effort.probes * len(budgets),
    )
    return replace(cell, id=cell_id(cell))


def _scenarios(
    plan: Plan, variant: ScenarioVariant, seeds: tuple[int, ...], *, alone: bool
) -> Iterator[tuple[int, Scenario]]:
    """Give the scenarios of a variant that are wanted, with their seeds.

    A name in ``only`` that a data set does not have may be another variant's, if there is one.
    """
    if variant.data:
        wanted: Iterator[tuple[int, Scenario]] = ((0, found) for found in load_all(variant))
    else:
        built = ((seed, build_family(variant, seed)) for seed in seeds)
        wanted = (pair for pair in built if not plan.only or pair[1].id in plan.only)
    try:
        yield from itertools.islice(wanted, plan.limit)
    except UnknownNameError as error:
        if alone or not plan.only:
            raise PlanError(f"{variant.label}: {error}") from error
    except (ValueError, OSError) as error:
        raise PlanError(f"{variant.label}: {error}") from error


def _design(design: DesignPlan, suffix: str, setting: Mapping[str, Any]) -> DesignVariant:
    params, model, embedder = dict(design.params), design.model.model_dump(), design.embedder
    for key, value in setting.items():
        if key == "embedder":
            embedder = str(value)
        elif key.startswith("model."):
            model[key.removeprefix("model.")] = value
        else:
            params[key] = value
    try:
        ModelPlan.model_validate(model)
    except ValidationError as error:
        raise PlanError(explain(error, f"grid of {design.label}", ModelPlan)) from error
    source = ""
    if design.name not in tuple(BoundKind):
        source = _guarded(design.label, partial(_checked_design, design.name, params))
    elif params:
        raise PlanError(f"{design.label}: the bound {design.name} has no parameters")
    return DesignVariant(
        label=f"{design.label}{suffix}",
        name=design.name,
        params=params,
        model=ModelSettings(**{name: value for name, value in model.items() if name != "kind"}),
        embedder=embedder,
        is_bound=design.name == "none" or design.name in tuple(BoundKind),
        source=source,
    )


def _checked_design(name: str, params: Mapping[str, object]) -> str:
    """Refuse parameters that the design does not have; give the digest of a user's file."""
    design = design_class(name)
    known = parameters(design)
    for key in params:
        if key not in known:
            raise UnknownNameError(f"parameter of {name}", key, known)
    return digest_of_path(Path(inspect.getfile(design))) if ":" in name else ""


def _scenario(
    scenario: ScenarioPlan,
    suffix: str,
    setting: Mapping[str, Any],
    digest: str,
    only: tuple[str, ...],
) -> ScenarioVariant:
    knobs, pool, language = dict(scenario.knobs), scenario.pool, scenario.language
    for key, value in setting.items():
        if key == "pool":
            pool = str(value)
        elif key == "language":
            language = str(value)
        else:
            knobs[key] = value
    return ScenarioVariant(
        label=f"{scenario.label}{suffix}",
        family=scenario.family,
        data=scenario.data,
        path=scenario.path,
        only=only if scenario.data else (),
        digest=digest,
        knobs=knobs,
        pool=pool,
        language=language,
    )


def _digest(scenario: ScenarioPlan) -> str:
    return digest_of_path(Path(scenario.path)) if scenario.data else family_source(scenario.family)


def _combinations(sweep: Mapping[str, list[Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each combination of a sweep with the text that labels it; one empty one for none."""
    for values in itertools.product(*sweep.values()):
        setting = dict(zip(sweep, values, strict=True))
        shown = ",".join(f"{name}={_short(value)}" for name, value in setting.items())
        yield (f"[{shown}]" if shown else ""), setting


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _guarded(label: str, call: Callable[[], str]) -> str:
    try:
        return call()
    except (ValueError, OSError) as error:
        raise PlanError(f"{label}: {error}") from error


def _known_labels(table: str, sweeps: Mapping[str, object], labels: list[str]) -> None:
    for label in sweeps:
        if label not in labels:
            raise PlanError(str(UnknownNameError(f"label in grid.{table}", label, labels)))


def _refuse_label_twice(labels: list[str]) -> None:
    for label in labels:
        if labels.count(label) > 1:
            raise PlanError(f"two variants are labelled {label!r}; give each a label of its own")


def _refuse_same(cells: list[CellPlan]) -> None:
    seen: dict[tuple[str, str, str], CellPlan] = {}
    for cell in cells:
        key = (cell.design.label, cell.scenario.label, cell.cluster)
        if key in seen:
            raise PlanError(
                f"{cell.scenario.label} gives the scenario {cell.cluster!r} twice; "
                "its seeds must differ in something"
            )
        seen[key] = cell

"""From a plan file and the command line to a resolved plan: one in which nothing is implied."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from memory_impls.parts.names import UnknownNameError
from memory_impls.registry import ALIASES, design_names
from runs.cells import BoundKind
from runs.schema import DesignPlan, GridPlan, Plan, PlanError, ScenarioPlan, budget_text, explain

__all__ = [
    "CONFIGS",
    "Overrides",
    "load_plan",
    "parse_plan",
    "plan_text",
    "preset_names",
    "resolve",
]

CONFIGS = Path(__file__).parent / "configs"
"""Where the presets lie."""

_DATA_FILES: Mapping[str, str] = {
    "beam": "beam",
    "locomo": "locomo/locomo10.json",
    "locomo_plus": "locomo/locomo_plus.json",
    "longmemeval": "longmemeval",
    "memoryagentbench": "memoryagentbench",
    "personamem": "personamem",
    "prefeval": "prefeval",
}
"""Where a data set lies below the folder that MEMTRIAL_DATA names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """What the command line changes in a plan; None leaves a setting as it is.

    Attributes:
        designs: Labels or names in the plan, which keep their settings there, or other designs.
        scenarios: The same for scenarios: labels, families or data sets.
        data: Name of a data set -> its path; one that the plan does not name is added.
        seeds: How many seeds, for every scenario.
    """

    designs: Sequence[str] | None = None
    scenarios: Sequence[str] | None = None
    data: Mapping[str, str] | None = None
    seeds: int | None = None
    budgets: Sequence[int | None] | None = None
    pool: str | None = None
    language: str | None = None
    limit: int | None = None
    only: Sequence[str] | None = None


def preset_names() -> tuple[str, ...]:
    """List the presets, sorted."""
    found = (path.relative_to(CONFIGS).with_suffix("") for path in CONFIGS.rglob("*.toml"))
    return tuple(sorted(path.as_posix() for path in found))


def load_plan(name: str) -> Plan:
    """Load a preset by name, or a plan by the path of its TOML file.

    Raises:
        PlanError: There is no such preset or file, or it is no plan.
    """
    if name in preset_names():
        path = CONFIGS / f"{name}.toml"
    elif name.endswith(".toml"):
        path = Path(name)
    else:
        raise PlanError(str(UnknownNameError("preset", name, preset_names())))
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlanError(f"cannot read plan {path}: {error}") from error
    return parse_plan(text, str(path), default_name=path.stem)


def parse_plan(text: str, where: str, *, default_name: str = "trial") -> Plan:
    """Read a plan from TOML.

    Raises:
        PlanError: It is not TOML, or a key or value is wrong; in one line.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"{where} is not TOML: {error}") from error
    raw.setdefault("name", default_name)
    return _validated(raw, where)


def plan_text(plan: Plan) -> str:
    """Write a plan as TOML; ``parse_plan`` reads it back to an equal one."""
    import tomli_w

    raw = plan.model_dump(mode="python", exclude_none=True)
    raw["budgets"] = [budget_text(budget) for budget in plan.budgets]
    raw["use_budget"] = budget_text(plan.use_budget)
    return tomli_w.dumps(raw)


def resolve(
    plan: Plan, overrides: Overrides | None = None, environ: Mapping[str, str] | None = None
) -> Plan:
    """Apply the command line and spell out what the plan implies.

    Args:
        plan: As loaded.
        overrides: What the command line changes.
        environ: Environment variables; MEMTRIAL_DATA may say where data sets lie.

    Returns:
        A plan in which every design and scenario has its own name, label, seeds and path.

    Raises:
        PlanError: A name is not known, two variants share a label, or a path is missing.
    """
    changes = overrides or Overrides()
    planned = [_labelled_design(design) for design in _all_designs(plan.designs)]
    designs = _chosen_designs(planned, changes)
    labelled = [_labelled_scenario(scenario) for scenario in _all_scenarios(plan.scenarios)]
    scenarios = _chosen_scenarios(labelled, changes)
    settings: dict[str, object] = {
        "designs": tuple(designs),
        "scenarios": tuple(
            _full_scenario(scenario, plan, changes, environ or {}) for scenario in scenarios
        ),
        "seeds": changes.seeds,
        "budgets": None if changes.budgets is None else tuple(changes.budgets),
        "limit": changes.limit,
        "only": None if changes.only is None else tuple(changes.only),
    }
    settings = {name: value for name, value in settings.items() if value is not None}
    resolved = _validated({**plan.model_dump(mode="python"), **settings}, plan.name)
    _refuse_twice("design", [design.label for design in resolved.designs])
    _refuse_twice("scenario", [scenario.label for scenario in resolved.scenarios])
    grid = _chosen_grid(resolved, changes)
    return resolved.model_copy(update={"grid": grid})


def _validated(raw: Mapping[str, Any], where: str) -> Plan:
    try:
        return Plan.model_validate(raw)
    except ValidationError as error:
        raise PlanError(explain(error, where)) from error


def _chosen_designs(planned: list[DesignPlan], changes: Overrides) -> list[DesignPlan]:
    if changes.designs is None:
        return planned
    chosen: list[DesignPlan] = []
    for name in changes.designs:
        known = ALIASES.get(name, name)
        found = [d for d in planned if name == d.label] or [d for d in planned if known == d.name]
        chosen.extend(found or [_labelled_design(DesignPlan(name=name))])
    return chosen


def _chosen_scenarios(planned: list[ScenarioPlan], changes: Overrides) -> list[ScenarioPlan]:
    chosen = list(planned)
    data = changes.data or {}
    if changes.scenarios is not None:
        chosen = []
        for name in changes.scenarios:
            found = [s for s in planned if name in (s.label, s.family, s.data)]
            chosen.extend(found or [_labelled_scenario(_fresh_scenario(name, data))])
    named = {scenario.data for scenario in chosen}
    added = (ScenarioPlan(data=name) for name in data if name not in named)
    chosen.extend(_labelled_scenario(scenario) for scenario in added)
    return chosen


def _fresh_scenario(name: str, data: Mapping[str, str]) -> ScenarioPlan:
    if name.endswith(".jsonl"):
        return ScenarioPlan(data="file", path=name, label=Path(name).stem)
    if name in data or name in _data_names():
        return ScenarioPlan(data=name)
    return ScenarioPlan(family=name)


def _all_designs(designs: Sequence[DesignPlan]) -> list[DesignPlan]:
    """Put every design that ships in the place of ``*``, but for those listed and the bounds."""
    listed = {ALIASES.get(d.name, d.name) for d in designs} | {"none", "full_history"}
    spread: list[DesignPlan] = []
    for design in designs:
        if design.name == "*":
            rest = [name for name in design_names() if name not in listed]
            spread.extend(design.model_copy(update={"name": name, "label": ""}) for name in rest)
        else:
            spread.append(design)
    return spread


def _all_scenarios(scenarios: Sequence[ScenarioPlan]) -> list[ScenarioPlan]:
    listed = {scenario.family for scenario in scenarios}
    spread: list[ScenarioPlan] = []
    for scenario in scenarios:
        if scenario.family == "*":
            rest = [name for name in _family_names() if name not in listed]
            spread.extend(scenario.model_copy(update={"family": n, "label": ""}) for n in rest)
        else:
            spread.append(scenario)
    return spread


def _chosen_grid(plan: Plan, changes: Overrides) -> GridPlan:
    """Drop the sweeps of variants that the command line left out."""
    designs, scenarios = plan.grid.designs, plan.grid.scenarios
    if changes.designs is not None:
        labels = {design.label for design in plan.designs}
        designs = {label: sweep for label, sweep in designs.items() if label in labels}
    if changes.scenarios is not None:
        labels = {scenario.label for scenario in plan.scenarios}
        scenarios = {label: sweep for label, sweep in scenarios.items() if label in labels}
    return GridPlan(designs=designs, scenarios=scenarios)


def _labelled_design(design: DesignPlan) -> DesignPlan:
    name = ALIASES.get(design.name, design.name)
    where, colon, attribute = name.rpartition(":")
    if colon and where.endswith(".py"):
        name = f"{Path(where).expanduser().resolve()}:{attribute}"
    elif not colon and name not in design_names() and name not in tuple(BoundKind):
        known = [*design_names(), *ALIASES, *BoundKind]
        raise PlanError(str(UnknownNameError("design", name, known)))
    return design.model_copy(update={"name": name, "label": design.label or attribute})


def _labelled_scenario(scenario: ScenarioPlan) -> ScenarioPlan:
    if scenario.data:
        return scenario.model_copy(update={"label": scenario.label or scenario.data, "pool": ""})
    family = scenario.family
    where, colon, attribute = family.rpartition(":")
    if colon and where.endswith(".py"):
        family = f"{Path(where).expanduser().resolve()}:{attribute}"
    elif family not in _family_names():
        raise PlanError(str(UnknownNameError("family", family, _family_names())))
    return scenario.model_copy(update={"family": family, "label": scenario.label or attribute})


def _full_scenario(
    scenario: ScenarioPlan, plan: Plan, changes: Overrides, environ: Mapping[str, str]
) -> ScenarioPlan:
    if scenario.data:
        update = {"path": _data_path(scenario, changes, environ), "seeds": (0,)}
        return scenario.model_copy(update=update)
    return scenario.model_copy(
        update={
            "pool": changes.pool or scenario.pool,
            "language": changes.language or scenario.language,
            "seeds": _seeds(scenario, plan, changes),
        }
    )


def _seeds(scenario: ScenarioPlan, plan: Plan, changes: Overrides) -> tuple[int, ...]:
    given = (changes.seeds, scenario.seeds, plan.seeds)
    wanted = next((asked for asked in given if asked is not None), plan.seeds)
    seeds = tuple(range(wanted)) if isinstance(wanted, int) else wanted
    if not seeds or len(set(seeds)) != len(seeds):
        raise PlanError(f"seeds {wanted!r} of {scenario.label}: give at least one, none twice")
    return seeds


def _data_path(scenario: ScenarioPlan, changes: Overrides, environ: Mapping[str, str]) -> str:
    name = scenario.data
    if name not in _data_names():
        raise PlanError(str(UnknownNameError("data set", name, _data_names())))
    given = (changes.data or {}).get(name) or scenario.path
    if not given and environ.get("MEMTRIAL_DATA") and name in _DATA_FILES:
        given = str(Path(environ["MEMTRIAL_DATA"]) / _DATA_FILES[name])
    if not given:
        raise PlanError(
            f"data set {name!r} needs its path: give --data {name}=PATH, or set MEMTRIAL_DATA"
        )
    path = Path(given).expanduser().resolve()
    if not path.exists():
        raise PlanError(f"data set {name!r}: no such file or folder: {path}")
    return str(path)


def _refuse_twice(what: str, labels: Sequence[str]) -> None:
    for label in labels:
        if labels.count(label) > 1:
            raise PlanError(f"two {what}s are labelled {label!r}; give each a label of its own")


def _family_names() -> tuple[str, ...]:
    from scenarios.registry import family_names

    return tuple(family_names())


def _data_names() -> tuple[str, ...]:
    from scenarios.registry import data_names

    return tuple(data_names())

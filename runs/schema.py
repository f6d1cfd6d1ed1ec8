"""The shape of a plan file: TOML tables as pydantic models, unknown keys forbidden."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from memory_impls.parts.names import closest

__all__ = [
    "Budget",
    "DesignPlan",
    "GridPlan",
    "ModelPlan",
    "Plan",
    "PlanError",
    "ReaderPlan",
    "ScenarioPlan",
    "budget_text",
    "explain",
    "parse_budget",
]


class PlanError(ValueError):
    """A plan that cannot be run; one line says where, what was given and what is allowed."""


def parse_budget(value: object) -> int | None:
    """Read a budget: tokens, or "none" for no limit.

    >>> parse_budget("none"), parse_budget("512"), parse_budget(128)
    (None, 512, 128)
    """
    if value is None or (isinstance(value, str) and value.strip().lower() == "none"):
        return None
    if isinstance(value, str) and value.strip().isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f'a budget is a number of tokens from 1, or "none"; given: {value!r}')
    return value


def budget_text(budget: int | None) -> int | str:
    """Write a budget as a plan file has it."""
    return "none" if budget is None else budget


def _named(value: object) -> object:
    return {"kind": value} if isinstance(value, str) else value


def _listed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


Budget = Annotated[int | None, BeforeValidator(parse_budget)]
_Budgets = Annotated[tuple[Budget, ...], BeforeValidator(_listed), Field(min_length=1)]
_Seeds = Annotated[int | tuple[int, ...], BeforeValidator(_listed)]
_Strings = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ModelPlan(_Strict):
    """``model = "offline"``, or a table with the settings of the offline model."""

    kind: str = "offline"
    compression: str = "extractive"
    generalising_rate: float = Field(default=1.0, ge=0.0, le=1.0)
    score_noise: float = Field(default=0.0, ge=0.0)
    small_noise: float = Field(default=0.0, ge=0.0)
    run: int = 0

    @model_validator(mode="after")
    def _known(self) -> ModelPlan:
        if self.kind != "offline":
            raise ValueError(f"unknown model {self.kind!r}; known: offline")
        if self.compression not in ("extractive", "generalising"):
            raise ValueError(f"compression {self.compression!r}; known: extractive, generalising")
        return self


class DesignPlan(_Strict):
    """One ``[[designs]]`` table; the name ``*`` stands for every design that ships."""

    name: str
    label: str = ""
    params: dict[str, Any] = Field(default_factory=dict)
    model: Annotated[ModelPlan, BeforeValidator(_named)] = Field(default_factory=ModelPlan)
    embedder: str = "auto"


class ScenarioPlan(_Strict):
    """One ``[[scenarios]]`` table: a family (``*`` for every one) or a data set with its path."""

    family: str = ""
    data: str = ""
    path: str = ""
    label: str = ""
    knobs: dict[str, Any] = Field(default_factory=dict)
    pool: str = "open"
    language: str = "en"
    seeds: _Seeds | None = None

    @model_validator(mode="after")
    def _one_source(self) -> ScenarioPlan:
        if bool(self.family) == bool(self.data):
            raise ValueError("give either family or data")
        if self.path and not self.data:
            raise ValueError("path belongs to data, not to a family")
        return self


class GridPlan(_Strict):
    """Sweeps: label -> parameter or knob -> values; every combination becomes a variant."""

    designs: dict[str, dict[str, list[Any]]] = Field(default_factory=dict)
    scenarios: dict[str, dict[str, list[Any]]] = Field(default_factory=dict)


class ReaderPlan(_Strict):
    """Settings of the offline reader; its embedder may be ``none``, to go by words alone."""

    threshold: float = Field(default=0.35, ge=0.0, le=1.0)
    sentences: int = Field(default=2, ge=1)
    candidates: int = Field(default=8, ge=1)
    embedder: str = "auto"


class Plan(_Strict):
    """A trial: which designs through which scenarios, with what seeds and budgets.

    Attributes:
        seeds: How many seeds, counted from 0, or the seeds themselves.
        use_budget: Token limit of an ordinary agent turn and of damage probes.
        bounds: Whether none, full_history, oracle and random run as well.
        limit: At most so many scenarios of each variant; None for all.
        only: Ids of the scenarios to keep; empty for all.
    """

    name: str = "trial"
    description: str = ""
    designs: tuple[DesignPlan, ...] = Field(min_length=1)
    scenarios: tuple[ScenarioPlan, ...] = Field(min_length=1)
    grid: GridPlan = Field(default_factory=GridPlan)
    budgets: _Budgets = (128, 512, 2048, None)
    use_budget: Budget = 512
    seeds: _Seeds = 10
    bounds: bool = True
    limit: int | None = Field(default=None, ge=1)
    only: _Strings = ()
    damage_atoms: int = Field(default=20, ge=0)
    reader: ReaderPlan = Field(default_factory=ReaderPlan)

    @model_validator(mode="before")
    @classmethod
    def _tables(cls, raw: Any) -> Any:
        if not isinstance(raw, dict):
            return raw
        return {k: tuple(v) if k in ("designs", "scenarios") else v for k, v in raw.items()}

    @model_validator(mode="after")
    def _distinct(self) -> Plan:
        if len(set(self.budgets)) != len(self.budgets):
            raise ValueError(f"a budget is listed twice in {list(self.budgets)}")
        return self


_TABLES: dict[str, type[BaseModel]] = {
    "designs": DesignPlan,
    "scenarios": ScenarioPlan,
    "grid": GridPlan,
    "reader": ReaderPlan,
    "model": ModelPlan,
}


def explain(error: ValidationError, where: str, model: type[BaseModel] | None = None) -> str:
    """Say the first fault in one line, with the nearest known key.

    Args:
        error: What pydantic found.
        where: Name of what was read.
        model: What was read; None is a whole plan.
    """
    faults = error.errors(include_url=False)
    first = faults[0]
    place = first["loc"]
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    if first["type"] == "extra_forbidden":
        key, known = str(place[-1]), _known_keys(place[:-1], model or Plan)
        near = closest(key, known)
        meant = f"; did you mean {near!r}?" if near else ""
        at = _spoken(place[:-1])
        return f"{where}: unknown key {key!r}{at}; known: {', '.join(known)}{meant}{more}"
    text = first["msg"].removeprefix("Value error, ")
    given = first.get("input")
    shown = f", given {given!r}" if isinstance(given, str | int | float | bool) else ""
    if first["type"] == "value_error":
        shown = ""
    return f"{where}{_spoken(place)}: {text}{shown}{more}"


def _known_keys(place: Iterable[int | str], table: type[BaseModel]) -> list[str]:
    for part in place:
        table = _TABLES.get(str(part), table)
    return sorted(table.model_fields)


def _spoken(place: Iterable[int | str]) -> str:
    """Write a place as a person would: in [[designs]] number 2, model."""
    parts: list[str] = []
    for part in place:
        if isinstance(part, int):
            parts[-1:] = [f"[[{parts[-1]}]] number {part + 1}"] if parts else [str(part)]
        else:
            parts.append(part)
    return f" in {', '.join(parts)}" if parts else ""

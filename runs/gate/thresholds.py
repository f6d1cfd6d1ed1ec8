"""What a run must not fall short of: thresholds from a TOML file, or the four headline scores.

::

    [[thresholds]]
    metric = "constraint_preservation"
    design = "dream"
    scenario = "all"        # a label, a family, or all (the default)
    budget = 512            # or "none"
    tolerance = 0.02        # how much worse it may be
    floor = 0.8             # and, or instead: a value it must not go under
    reason = "what support promised"

Which way is worse is the metric's to say. A tolerance is in points for shares (0.02 allows 0.90 to
become 0.88) and relative for everything else (0.02 allows 1,000 tokens to become 1,020).
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from memory_impls.parts.names import UnknownNameError
from metrics.aggregate import ALL
from metrics.api import Direction
from metrics.registry import HEADLINES, metric
from runs.gate.measured import Measured
from runs.schema import Budget, budget_text, explain

__all__ = ["TOLERANCE", "Threshold", "default_thresholds", "read_thresholds", "refuse_unknown"]

TOLERANCE = 0.02
"""Of the thresholds that stand in when no file is given."""

_TABLE = "thresholds"
_Limit = Annotated[float, Field(allow_inf_nan=False)]


class Threshold(BaseModel):
    """One ``[[thresholds]]`` table.

    Attributes:
        tolerance: By how much it may be worse than the baseline; None tests no difference.
        floor: The value must not be under it. ceiling: nor above this.
        reason: Why it is here; shown when it fails.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    metric: str
    design: str
    scenario: str = ALL
    budget: Budget
    tolerance: Annotated[_Limit, Field(ge=0)] | None = None
    floor: _Limit | None = None
    ceiling: _Limit | None = None
    reason: str = Field(min_length=1)

    @model_validator(mode="after")
    def _tests_something(self) -> Threshold:
        if self.tolerance is None and self.floor is None and self.ceiling is None:
            raise ValueError("give tolerance, floor or ceiling; it tests nothing otherwise")
        if self.floor is not None and self.ceiling is not None and self.floor > self.ceiling:
            raise ValueError(f"floor {self.floor} is above ceiling {self.ceiling}")
        if metric(self.metric).direction is Direction.NONE:
            raise ValueError(
                f"metric {self.metric!r} has no better direction, so nothing about it can be worse"
            )
        return self

    @property
    def name(self) -> str:
        """What tells it apart from the others."""
        return f"{self.metric} of {self.design} on {self.scenario} at {budget_text(self.budget)}"


def read_thresholds(path: Path) -> tuple[Threshold, ...]:
    """Read a file of thresholds.

    Raises:
        ValueError: It is not TOML, a key or name is not known, or one stands there twice.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read thresholds {path}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not TOML: {error}") from error
    for key in raw:
        if key != _TABLE:
            raise ValueError(f"{path}: {UnknownNameError('key', key, [_TABLE])}")
    tables = raw.get(_TABLE)
    if not isinstance(tables, list) or not tables:
        raise ValueError(f"{path} holds no [[{_TABLE}]]; list at least one")
    found = tuple(
        _threshold(table, f"{path} in [[{_TABLE}]] {i}") for i, table in enumerate(tables, 1)
    )
    for threshold in found:
        if [other.name for other in found].count(threshold.name) > 1:
            raise ValueError(f"{path}: two thresholds are about {threshold.name}; keep one")
    return found


def default_thresholds(baseline: Measured) -> tuple[Threshold, ...]:
    """Take the headline scores of every design of a baseline, at the budget of ordinary turns.

    Where that budget was not asked, the largest one that was asked.
    """
    found: list[Threshold] = []
    for design in baseline.designs:
        for name in HEADLINES:
            asked = [k.budget for k in baseline.values if (k.design, k.metric) == (design, name)]
            if asked:
                made = {
                    "metric": name,
                    "design": design,
                    "budget": _usual(asked, baseline.use_budget),
                    "tolerance": TOLERANCE,
                    "reason": "a headline score",
                }
                found.append(Threshold.model_validate(made))
    return tuple(found)


def refuse_unknown(thresholds: Sequence[Threshold], run: Measured, baseline: Measured) -> None:
    """Refuse labels that neither the run nor the baseline has: they are mistyped.

    Raises:
        UnknownNameError: Such a label; the message lists the known ones and the nearest.
    """
    designs = {*run.designs, *baseline.designs}
    scenarios = {*run.scenarios, *baseline.scenarios}
    for threshold in thresholds:
        if threshold.design not in designs:
            what = "design (bounds are not gated)"
            raise UnknownNameError(what, threshold.design, designs)
        if threshold.scenario not in scenarios:
            raise UnknownNameError("scenario", threshold.scenario, scenarios)


def _threshold(table: Any, where: str) -> Threshold:
    try:
        return Threshold.model_validate(table)
    except ValidationError as error:
        raise ValueError(explain(error, where, Threshold)) from error


def _usual(asked: Sequence[int | None], use_budget: int | None) -> int | None:
    if use_budget in asked:
        return use_budget
    limited = [budget for budget in asked if budget is not None]
    return max(limited) if limited else None

"""Constraints: the value, how binding it is, and nothing forbidden beside it.

Source: design.md, "The four headline scores"; article A 3.3 and 4.1 (hard limits kept verbatim).
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.links import arrived
from metrics.selection import SelectiveMetric
from scenarios.api import Aspect, Hardness, Probe

__all__ = [
    "ConstraintPreservation",
    "HardnessKept",
    "ValueKept",
    "VerbatimKept",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _OverConstraints(SelectiveMetric):
    """Means every constraint probe, asked directly or through a task."""

    unit: str = "share"
    direction: Direction = Direction.HIGHER

    def means(self, probe: Probe) -> bool:
        return Aspect.CONSTRAINT in probe.aspects and bool(probe.gold.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstraintPreservation(_OverConstraints):
    """Headline: every required value and its hardness recalled, no forbidden atom asserted."""

    name: str = "constraint_preservation"
    description: str = (
        "share of constraint probes with value and hardness recalled, nothing forbidden"
    )
    example: str = "'must stay under 50k' recalled as 'prefers under 50k': 0, although the value is"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 when all of it holds, else 0."""
        right = _values(record) and _hardness(record)
        return float(right and not any(exposure.asserted for exposure in record.exposures))


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueKept(_OverConstraints):
    """Component: the values alone."""

    name: str = "value_kept"
    description: str = "share of constraint probes with every required value recalled"
    example: str = "'must stay under 50k' recalled as 'prefers under 50k': 1"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 when every required value is recalled, else 0."""
        return float(_values(record))


@dataclass(frozen=True, slots=True, kw_only=True)
class HardnessKept(_OverConstraints):
    """Component: how binding, where the values arrived."""

    name: str = "hardness_kept"
    description: str = "share of constraint probes with the values recalled whose hardness is right"
    example: str = "values recalled in 2 of 3 probes, one of them softened to 'prefers': 0.5, n 2/3"

    def means(self, probe: Probe) -> bool:
        """Mean constraint probes whose gold says how binding it is."""
        return (
            Aspect.CONSTRAINT in probe.aspects
            and bool(probe.gold.required)
            and probe.gold.hardness is not None
        )

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 or 0, and nothing where a value is missing."""
        if not _values(record):
            return NotScored(reason="the value was not recalled")
        return float(_hardness(record))


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbatimKept(_OverConstraints):
    """Component: the user's own words, which nobody can have softened."""

    name: str = "verbatim_kept"
    description: str = (
        "share of a constraint's evidence events that the context holds word for word"
    )
    example: str = "two evidence events, one shown whole, one reworded: 0.5"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the evidence events, whatever the design claims to show verbatim."""
        if not record.evidence:
            return NotScored(reason="no evidence")
        return sum(share.whole for share in record.evidence) / len(record.evidence)


def _values(record: ProbeRecord) -> bool:
    return all(arrived(stage) for stage in record.stages)


def _hardness(record: ProbeRecord) -> bool:
    """Tell whether it binds as it should; a wish without any mark leans, it does not bind."""
    wanted = record.probe.gold.hardness
    if wanted is Hardness.PREFER:
        return all(stage.hardness is not Hardness.MUST for stage in record.stages)
    return wanted is None or all(stage.hardness is wanted for stage in record.stages)

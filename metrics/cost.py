"""Tokens: what a memory costs to write, to consolidate and to read.

Unknown usage is never 0: a figure that rests on calls without usage says so in its remark. What
Use turns, damage records and forks cost is booked apart and enters nothing here.

Source: design.md, *token_cost*; article A 3.5 and 4.3; cases A56-A58.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from memory_impls.parts.usage import Phase
from metrics.api import (
    Cell,
    CellMetric,
    Direction,
    NotScored,
    Outcome,
    ProbeRecord,
    Role,
)
from metrics.links import arrived

__all__ = [
    "WRITE_SIDE",
    "CostMetric",
    "PhaseTokens",
    "ReadTokens",
    "TokenCost",
    "TokensPerCorrect",
    "answered_records",
    "distinct_probes",
    "read_tokens",
    "write_side_tokens",
]

WRITE_SIDE = (Phase.WRITE, Phase.CONSOLIDATE)
"""Phases paid once per history, whatever is asked afterwards."""

_NOTHING_ASKED = NotScored(reason="no probe was answered at this budget")


def answered_records(cell: Cell, budget: int | None) -> Iterator[ProbeRecord]:
    """Give the main-line records of a budget that the design answered."""
    for record in cell.records:
        main = record.role is Role.PROBE and record.outcome is Outcome.ASKED
        if main and record.budget == budget:
            yield record


def distinct_probes(cell: Cell) -> int:
    """Count the distinct main-line probes that the design answered at some budget."""
    return len(
        {
            record.probe.id
            for record in cell.records
            if record.role is Role.PROBE and record.outcome is Outcome.ASKED
        }
    )


def write_side_tokens(cell: Cell) -> int:
    """Add the known tokens of writing and consolidating."""
    return sum(cell.usage[phase].tokens for phase in WRITE_SIDE if phase in cell.usage)


def read_tokens(cell: Cell, budget: int | None) -> float | None:
    """Average the read tokens over the answered probes of a budget; None without any."""
    read = [record.read_tokens for record in answered_records(cell, budget)]
    return fmean(read) if read else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CostMetric(CellMetric):
    """A figure per cell that rests on booked usage.

    Attributes:
        phases: Phases whose unknown calls make the figure a lower bound.
    """

    unit: str = "tokens"
    direction: Direction = Direction.LOWER
    worst: float | None = None
    phases: tuple[Phase, ...] = ()

    def remark(self, cells: Sequence[Cell], budget: int | None) -> str:
        """Say how many calls reported no usage."""
        unknown = sum(
            cell.usage[phase].unknown_calls
            for cell in cells
            for phase in self.phases
            if phase in cell.usage
        )
        return f"at least; {unknown} calls reported no usage" if unknown else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCost(CostMetric):
    """Headline: write side per distinct probe, plus read tokens per probe at this budget."""

    name: str = "token_cost"
    description: str = "(write + consolidate tokens) / distinct probes + read tokens per probe"
    unit: str = "tokens per probe"
    example: str = "write 300, consolidate 100, 4 probes at 512 reading 50 each: 400/4 + 50 = 150"
    phases: tuple[Phase, ...] = (*WRITE_SIDE, Phase.READ)

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Compute it for one budget."""
        read = read_tokens(cell, budget)
        if read is None:
            return _NOTHING_ASKED
        return write_side_tokens(cell) / distinct_probes(cell) + read


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTokens(CostMetric):
    """Read tokens per probe."""

    name: str = "read_tokens"
    description: str = "tokens of the context and of model calls inside recall, per probe"
    unit: str = "tokens per probe"
    example: str = "contexts of 40 and 60 tokens, no model call: 50"
    phases: tuple[Phase, ...] = (Phase.READ,)

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Average over the answered probes."""
        read = read_tokens(cell, budget)
        return _NOTHING_ASKED if read is None else read


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseTokens(CostMetric):
    """Tokens of one phase over the whole cell; the same at every budget."""

    phase: Phase
    unit: str = "tokens per history"
    example: str = "3 summary calls of 100 tokens while writing, 1 answer of 50: write 300"

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Read the booking; a phase without calls cost nothing."""
        booked = cell.usage.get(self.phase)
        return 0.0 if booked is None else float(booked.tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensPerCorrect(CostMetric):
    """What one right recall costs, write side included."""

    name: str = "tokens_per_correct"
    description: str = "tokens of writing, consolidating and reading per probe recalled completely"
    unit: str = "tokens per right probe"
    example: str = "write 300, 4 probes reading 50 each, 2 complete: (300 + 200) / 2 = 250"
    phases: tuple[Phase, ...] = (*WRITE_SIDE, Phase.READ)

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Divide all tokens by the number of right probes; nothing right has no price."""
        records = [r for r in answered_records(cell, budget) if r.probe.gold.required]
        right = sum(all(arrived(stage) for stage in record.stages) for record in records)
        if not right:
            return NotScored(reason="no probe was recalled completely")
        return (write_side_tokens(cell) + sum(record.read_tokens for record in records)) / right

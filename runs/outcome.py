"""A cell's result, put together from what a replay gathered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory_impls.api import Capability
from metrics.api import Cell, ProbeRecord, TraceLine
from runs.cells import CellPlan
from runs.meter import Meter
from runs.survey import Survey

__all__ = ["Gathered", "cell_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What a replay gathered.

    Attributes:
        capabilities: Of the design.
        embedder: Identity; "" for none. model: the same.
        error: Why the design's part ended early; "" when it did not.
    """

    records: Iterable[ProbeRecord]
    trace: Iterable[TraceLine] = ()
    capabilities: frozenset[Capability] = frozenset()
    embedder: str = ""
    model: str = ""
    error: str = ""


def cell_of(plan: CellPlan, facts: Survey, meter: Meter, gathered: Gathered) -> Cell:
    """Make the cell of the record."""
    return Cell(
        id=plan.id,
        design=plan.design.label,
        scenario=plan.scenario.label,
        family=plan.family,
        cluster=plan.cluster,
        seed=plan.seed,
        language=plan.language,
        pool=plan.pool,
        is_bound=plan.design.is_bound,
        capabilities=tuple(sorted(capability.value for capability in gathered.capabilities)),
        embedder=gathered.embedder,
        model=gathered.model,
        use_budget=plan.use_budget,
        records=tuple(gathered.records),
        trace=tuple(gathered.trace),
        usage=meter.usage(),
        seconds={phase: spent for phase, spent in meter.seconds.items() if spent},
        events=facts.events,
        sessions=facts.sessions,
        history_tokens=facts.history_tokens,
        truncated_texts=meter.truncated,
        error=gathered.error,
    )

"""What a person asks first of a record: the question, what was due, what was shown, the loss."""

from __future__ import annotations

from typing import Any, Final

from metrics.api import Cell, NotScored, ProbeMetric, ProbeRecord
from metrics.registry import HEADLINES, metric

__all__ = ["ASKED", "WORST", "told"]

ASKED: Final = tuple(name for name in HEADLINES if isinstance(metric(name), ProbeMetric))
"""Headline metrics that give a value to every probe."""

_LONGEST = 300

WORST: Final = (
    "design",
    "cluster",
    "probe",
    "budget",
    "metric",
    "value",
    "question",
    "expected",
    "shown",
    "loss",
    "error",
)
"""What is told of the probes that went worst."""


def told(cell: Cell, record: ProbeRecord) -> dict[str, Any]:
    """Tell of a record what a reader asks first, and what the headline metrics say of it."""
    said = {name: _said(name, record, cell) for name in ASKED}
    return {
        "design": cell.design,
        "is_bound": cell.is_bound,
        "scenario": cell.scenario,
        "family": cell.family,
        "cluster": cell.cluster,
        "seed": cell.seed,
        "probe": record.probe.id,
        "role": record.role.value,
        "budget": record.budget,
        "outcome": record.outcome.value,
        "error": record.error,
        "question": record.probe.text,
        "expected": "; ".join(atom.value.text for atom in record.probe.gold.required),
        "shown": _short(record.rendered),
        "loss": _loss(record),
        "answer": record.answer,
        "context_tokens": record.context_tokens,
        "read_tokens": record.read_tokens,
        "read_s": record.read_s,
        **said,
    }


def _said(name: str, record: ProbeRecord, cell: Cell) -> float | None:
    scored = metric(name)
    if not isinstance(scored, ProbeMetric):
        return None
    found = scored.per_probe(record, cell)
    return None if isinstance(found, NotScored) else float(found)


def _loss(record: ProbeRecord) -> str:
    """Name the first stage at which the first lost atom went missing."""
    from metrics.funnel import Loss, loss_of

    lost = (loss_of(stage) for stage in record.stages)
    return next((loss.value for loss in lost if loss is not Loss.NONE), "")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."

"""BEAM's nugget averaging and event ordering.

Odd about it:

* in nine of ten abilities the shipped code truncates a judge's 0.5 to 0 (``int(score)``); the
  paper averages the halves. ``nugget_score`` is the paper's, ``official_beam_nuggets`` the code's;
* the judge prompt has a rule about responsiveness but its question slot is never filled;
* event ordering computes tau x F1 and reports tau alone, so a response that names two of ten
  events in order is perfect; what a response does not name is tied behind everything it names.

Source: mohammadtavakoli78/BEAM, src/evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from memory_impls.parts.normalise import words
from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.selection import SelectiveMetric
from scenarios.api import Aspect, Probe

__all__ = [
    "NuggetScore",
    "OrderScore",
    "OrderTau",
    "kendall_tau_b",
    "mentioned_order",
    "tau_norm",
]


def kendall_tau_b(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Rank correlation with ties (Kendall's tau-b), -1 to 1; None when either is constant.

    >>> kendall_tau_b([1, 2, 3], [1, 3, 2])
    0.3333333333333333
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} ranks; give two of one length")
    balance = left = right = 0
    for i in range(len(first)):
        for j in range(i):
            a, b = _sign(first[i] - first[j]), _sign(second[i] - second[j])
            balance += a * b
            left += a != 0
            right += b != 0
    return balance / math.sqrt(left * right) if left and right else None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def mentioned_order(answer: str, points: Sequence[str]) -> list[int]:
    """List the indices of the points that an answer names, in its order.

    Offline a point is named when its words stand in the answer as one run; the official scorer
    asks a model whether a line means it.
    """
    text = f" {' '.join(words(answer))} "
    places = [(text.find(f" {' '.join(words(point))} "), i) for i, point in enumerate(points)]
    return [index for place, index in sorted(places) if place >= 0]


def tau_norm(order: Sequence[int], points: int) -> float | None:
    """Tau-b of an answer's order with the true one, moved to 0 to 1.

    Args:
        order: Indices of the points named, in order; those not named are tied at the end.
        points: Number of points.
    """
    rank = {index: place for place, index in enumerate(order)}
    tau = kendall_tau_b(range(points), [rank.get(index, points) for index in range(points)])
    return None if tau is None else (tau + 1) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NuggetScore(SelectiveMetric):
    """Mean of the judge's scores over the rubric; needs verdicts in the records.

    Attributes:
        truncate: Count a half as nothing, as the shipped code does.
    """

    name: str = "nugget_score"
    description: str = "mean judge score over the rubric points"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "verdicts 1, 0.5, 0: 0.5; truncated: 0.333"
    truncate: bool = False

    def means(self, probe: Probe) -> bool:
        """Mean probes with a rubric."""
        return bool(probe.gold.rubric)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average; a verdict that failed leaves the item unscored, never 0."""
        verdicts = [verdict for verdict in record.verdicts if verdict.point]
        if not verdicts:
            return NotScored(reason="no judge has been asked", applies=False)
        scores = [verdict.score for verdict in verdicts]
        known = [float(int(s)) if self.truncate else s for s in scores if s is not None]
        if len(known) < len(scores) or len(known) < len(record.probe.gold.rubric):
            return NotScored(reason="judge failed")
        return sum(known) / len(known)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTau(SelectiveMetric):
    """Event ordering as reported officially: tau alone."""

    name: str = "official_beam_order_tau"
    description: str = "Kendall's tau-b of the answer's order of events, as (tau + 1) / 2"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "three events answered 1, 3, 2: tau 1/3, so 0.667"

    def means(self, probe: Probe) -> bool:
        """Mean probes that ask for an order."""
        return Aspect.ORDER in probe.aspects and len(probe.gold.rubric) > 1

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Correlate the order in which the answer names the points."""
        if record.answer is None:
            return NotScored(reason="no answer was read", applies=False)
        points = record.probe.gold.rubric
        found = tau_norm(mentioned_order(record.answer, points), len(points))
        return NotScored(reason="the answer names no event") if found is None else found


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderScore(OrderTau):
    """The corrected figure: order times how much of it is there."""

    name: str = "order_score"
    description: str = "normalised tau-b times the share of the events that the answer names"
    example: str = "ten events, two named in order: tau 1 of the two, times 0.2"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Correlate over the named events only, and multiply by their share."""
        if record.answer is None:
            return NotScored(reason="no answer was read", applies=False)
        points = record.probe.gold.rubric
        order = mentioned_order(record.answer, points)
        if len(order) < 2:
            return 0.0
        tau = kendall_tau_b(range(len(order)), order)
        return ((tau or 0.0) + 1) / 2 * len(order) / len(points)

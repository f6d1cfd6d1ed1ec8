"""Compare designs on the same items: paired by id, over whole clusters, corrected for being many.

Two designs are compared on items (a probe of a cluster at one budget) that both scored; what only
one of them scored is counted and named. Differences are averaged per cluster, clusters per family,
families with equal weight. Bounds (none of the contestants) are left out.

Source: design.md, "Statistics"; cases A38, A49, A80, A81.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from metrics.aggregate import ALL, staged
from metrics.api import Cell, CellMetric, Direction, Metric, NotScored, ProbeMetric
from metrics.selection import is_failure
from metrics.statistics.chosen import measured_coverage
from metrics.statistics.paired import (
    MIN_VERDICT_CLUSTERS,
    PairedDifference,
    holm,
    paired_difference,
)
from metrics.tally import finite

__all__ = ["ALPHA", "Comparison", "Item", "Verdict", "by_family", "compare", "item_values"]

ALPHA = 0.05
"""Chance of a false verdict that a family of comparisons may have."""


class Verdict(StrEnum):
    """What a comparison shows, after correction."""

    BETTER = "better"
    WORSE = "worse"
    DIFFERENT = "different"
    """For metrics without a better direction."""
    NO_DIFFERENCE_SHOWN = "no difference shown"
    TOO_FEW_CLUSTERS = "too few clusters"
    NOTHING_IN_COMMON = "nothing in common"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Item:
    """What is paired: the same for every design, whatever the order of its records.

    Attributes:
        question: Probe id with what tells repeats of it apart (role, dream); "" for a cell.
    """

    family: str
    scenario: str
    cluster: str
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A design against another on one metric at one budget.

    Attributes:
        found: The paired difference, ``design`` minus ``other``; None with nothing in common.
        p_holm: Corrected over the comparisons made in the same call.
        n_items: Items that both scored.
        n_only_one: Items that only one of them scored; a warning when it is not 0.
        n_failed: Items on which either design failed.
        coverage: Measured coverage of such an interval at this many clusters.
    """

    metric: str
    budget: int | None
    scenario: str
    design: str
    other: str
    found: PairedDifference | None
    p_holm: float | None
    n_items: int
    n_only_one: int
    n_failed: int
    verdict: Verdict
    coverage: float | None = None
    note: str = ""


def item_values(
    cells: Sequence[Cell], metric: Metric, budget: int | None
) -> dict[str, dict[Item, float | NotScored]]:
    """Score one metric at one budget, item by item.

    Repeats of the same item (a deterministic scenario run again) are averaged into one.

    Returns:
        Design label -> item -> value; items that the metric does not mean are left out.
    """
    gathered: dict[str, dict[Item, list[float | NotScored]]] = {}
    for cell in cells:
        mine = gathered.setdefault(cell.design, {})
        place = Item(family=cell.family, scenario=cell.scenario, cluster=cell.cluster)
        for question, outcome in _outcomes(cell, metric, budget):
            if not isinstance(outcome, NotScored) or outcome.applies:
                mine.setdefault(replace(place, question=question), []).append(outcome)
    return {
        design: {item: _one(outcomes) for item, outcomes in sorted(items.items())}
        for design, items in gathered.items()
    }


def compare(
    cells: Sequence[Cell],
    metric: Metric,
    budget: int | None,
    *,
    baseline: str | None = None,
    scenario: str = ALL,
) -> list[Comparison]:
    """Compare every design with a baseline, or every two with each other.

    Args:
        cells: Of one run; stages are filled where they are missing.
        metric: What is compared; its direction decides what is better.
        budget: The same for both: designs are never compared at different sizes of context.
        baseline: Label of the design the others are held against; None for all pairs.
        scenario: Label or family; ``all`` for every family with equal weight.

    Raises:
        ValueError: The baseline has no cell.
    """
    chosen = [
        cell
        for cell in staged(cells)
        if not cell.is_bound and scenario in (ALL, cell.scenario, cell.family)
    ]
    values = item_values(chosen, metric, budget)
    designs = sorted(values)
    if baseline is not None and baseline not in values:
        known = ", ".join(designs) or "none"
        raise ValueError(f"baseline {baseline!r} has no results here; there are: {known}")
    pairs = (
        list(combinations(designs, 2))
        if baseline is None
        else [(design, baseline) for design in designs if design != baseline]
    )
    made = [_pair(metric, budget, scenario, pair, values) for pair in pairs]
    return _corrected(made, metric.direction)


def _outcomes(
    cell: Cell, metric: Metric, budget: int | None
) -> list[tuple[str, float | NotScored]]:
    if isinstance(metric, CellMetric):
        return [("", finite(metric.per_cell(cell, budget)))]
    if not isinstance(metric, ProbeMetric):
        raise TypeError(f"{type(metric).__name__} is no ProbeMetric and no CellMetric")
    return [
        (f"{record.probe.id} {record.role} {record.dream}", finite(metric.per_probe(record, cell)))
        for record in cell.records
        if record.budget == budget
    ]


def _one(outcomes: Sequence[float | NotScored]) -> float | NotScored:
    values = [outcome for outcome in outcomes if not isinstance(outcome, NotScored)]
    return math.fsum(values) / len(values) if values else outcomes[0]


def _pair(
    metric: Metric,
    budget: int | None,
    scenario: str,
    pair: tuple[str, str],
    values: Mapping[str, Mapping[Item, float | NotScored]],
) -> Comparison:
    first, second = values[pair[0]], values[pair[1]]
    both, one = _shared(first, second)
    failed = sum(
        isinstance(outcome, NotScored) and is_failure(outcome)
        for item in first.keys() | second.keys()
        for outcome in (first.get(item), second.get(item))
    )
    strata = by_family(both)
    found = paired_difference(strata) if strata else None
    note = f"{one} items scored for one design only are left out" if one else ""
    return Comparison(
        metric=metric.name,
        budget=budget,
        scenario=scenario,
        design=pair[0],
        other=pair[1],
        found=found,
        p_holm=None,
        n_items=len(both),
        n_only_one=one,
        n_failed=failed,
        verdict=Verdict.NO_DIFFERENCE_SHOWN,
        coverage=measured_coverage("paired", found.clusters, None) if found else None,
        note=note,
    )


def _shared(
    first: Mapping[Item, float | NotScored], second: Mapping[Item, float | NotScored]
) -> tuple[dict[Item, float], int]:
    """Give the differences on items scored for both, and how many were scored for one only."""
    both: dict[Item, float] = {}
    one = 0
    for item in sorted(first.keys() | second.keys()):
        left, right = first.get(item), second.get(item)
        if isinstance(left, float | int) and isinstance(right, float | int):
            both[item] = left - right
        elif isinstance(left, float | int) or isinstance(right, float | int):
            one += 1
    return both, one


def by_family(values: Mapping[Item, float]) -> list[NDArray[np.float64]]:
    """Average items per cluster, and list the means by family: what statistics start from."""
    clusters: dict[tuple[str, str], list[float]] = {}
    for item, difference in values.items():
        clusters.setdefault((item.family, item.cluster), []).append(difference)
    families: dict[str, list[float]] = {}
    for (family, _), differences in sorted(clusters.items()):
        families.setdefault(family, []).append(math.fsum(differences) / len(differences))
    return [np.array(means) for means in families.values()]


def _corrected(made: Sequence[Comparison], direction: Direction) -> list[Comparison]:
    tested = [
        index
        for index, comparison in enumerate(made)
        if comparison.found is not None
        and comparison.found.p is not None
        and comparison.found.clusters >= MIN_VERDICT_CLUSTERS
    ]
    p_values = holm([found.p for i in tested if (found := made[i].found) and found.p is not None])
    corrected = dict(zip(tested, p_values, strict=True))
    return [
        replace(
            comparison,
            p_holm=corrected.get(index),
            verdict=_verdict(comparison.found, corrected.get(index), direction),
        )
        for index, comparison in enumerate(made)
    ]


def _verdict(found: PairedDifference | None, p: float | None, direction: Direction) -> Verdict:
    if found is None:
        return Verdict.NOTHING_IN_COMMON
    if p is None:
        return Verdict.TOO_FEW_CLUSTERS
    if p >= ALPHA:
        return Verdict.NO_DIFFERENCE_SHOWN
    if direction is Direction.NONE:
        return Verdict.DIFFERENT
    higher = found.difference > 0
    return Verdict.BETTER if higher == (direction is Direction.HIGHER) else Verdict.WORSE

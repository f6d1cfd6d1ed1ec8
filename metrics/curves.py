"""Curves: a score against the length of the history, and recall against the age of what is asked.

Source: MemBench and BEAM (capacity), MemoryStress (age and slope); claims C14, C33.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from metrics.aggregate import staged
from metrics.api import Cell, NotScored, ProbeMetric, ProbeRecord, Role
from metrics.links import arrived
from metrics.statistics.chosen import interval_of
from metrics.statistics.intervals import student_t
from metrics.statistics.line import slope, slope_interval
from metrics.tally import finite

__all__ = ["Curve", "Point", "age_curve", "capacity_curve"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One point: the mean over clusters of what falls between two edges.

    Attributes:
        at: Mean position of what fell into it (tokens, or sessions).
    """

    at: float
    value: float
    low: float | None
    high: float | None
    n_scored: int
    n_clusters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Points with the slope through the single values.

    Attributes:
        slope: Least squares inside each cluster (age) or over all (capacity); change of the
            score per ``step``. None when positions do not differ.
        low: Lower end of the slope's interval over clusters; None where there is none.
        step: What the slope is per: "session" or "doubling of the history".
    """

    design: str
    metric: str
    budget: int | None
    points: tuple[Point, ...]
    slope: float | None
    low: float | None
    high: float | None
    step: str


_Sample = tuple[str, float, float]
"""Cluster, position, value."""


def age_curve(
    cells: Sequence[Cell],
    design: str,
    budget: int | None,
    *,
    edges: Sequence[int] = (1, 2, 4, 8, 16),
) -> Curve:
    """Recall of atoms by the sessions since their evidence was first said.

    Args:
        cells: Of one run.
        design: Label.
        budget: Of the records.
        edges: Upper ends of the buckets, in sessions, exclusive; what is older has its own.
    """
    samples = [
        (cell.cluster, float(age), value)
        for cell in staged([cell for cell in cells if cell.design == design])
        for record in cell.records
        if record.role is Role.PROBE and record.budget == budget
        for age, value in _aged(record)
    ]
    found = _slope_in_clusters(samples)
    return Curve(
        design=design,
        metric="recall",
        budget=budget,
        points=_points(samples, [float(edge) for edge in edges]),
        slope=found[0],
        low=found[1],
        high=found[2],
        step="session",
    )


def capacity_curve(
    cells: Sequence[Cell], design: str, metric: ProbeMetric, budget: int | None
) -> Curve:
    """A score by the length of the history in tokens, one bucket per doubling.

    Clusters of different length come from variants of a family (a difficulty sweep); the slope
    is per doubling.
    """
    samples: list[_Sample] = []
    for cell in staged([cell for cell in cells if cell.design == design]):
        values = [
            outcome
            for record in cell.records
            if record.budget == budget
            and not isinstance(outcome := finite(metric.per_probe(record, cell)), NotScored)
        ]
        if values and cell.history_tokens > 0:
            key = f"{cell.scenario}/{cell.cluster}"
            size = math.log2(cell.history_tokens)
            samples.append((key, size, math.fsum(values) / len(values)))
    line = [(size, value) for _, size, value in samples]
    ends = slope_interval(line)
    sizes = sorted({math.floor(size) for _, size, _ in samples})
    points = _points(samples, [float(size + 1) for size in sizes])
    return Curve(
        design=design,
        metric=metric.name,
        budget=budget,
        points=tuple(_in_tokens(point) for point in points),
        slope=slope(line),
        low=ends[0] if ends else None,
        high=ends[1] if ends else None,
        step="doubling of the history",
    )


def _aged(record: ProbeRecord) -> Iterable[tuple[int, float]]:
    sessions = dict(record.evidence_sessions)
    evidence = {atom.id: atom.evidence_ids for atom in record.probe.gold.required}
    for stage in record.stages:
        said = [sessions[event] for event in evidence[stage.atom_id] if event in sessions]
        if said and stage.seen:
            yield max(0, record.probe.session - min(said)), float(arrived(stage))


def _points(samples: Sequence[_Sample], edges: Sequence[float]) -> tuple[Point, ...]:
    """Average per bucket: inside clusters first, then over clusters."""
    buckets: dict[int, list[_Sample]] = {}
    for sample in samples:
        bucket = sum(sample[1] >= edge for edge in edges)
        buckets.setdefault(bucket, []).append(sample)
    return tuple(_point(inside) for _, inside in sorted(buckets.items()))


def _point(samples: Sequence[_Sample]) -> Point:
    by_cluster: dict[str, list[float]] = {}
    for cluster, _, value in samples:
        by_cluster.setdefault(cluster, []).append(value)
    means = np.array([math.fsum(v) / len(v) for _, v in sorted(by_cluster.items())])
    stated = interval_of([means], unit="share")
    return Point(
        at=math.fsum(position for _, position, _ in samples) / len(samples),
        value=math.fsum(means) / len(means),
        low=stated.low if stated else None,
        high=stated.high if stated else None,
        n_scored=len(samples),
        n_clusters=len(means),
    )


def _in_tokens(point: Point) -> Point:
    return replace(point, at=2**point.at)


_Slope = tuple[float | None, float | None, float | None]


def _slope_in_clusters(samples: Sequence[_Sample]) -> _Slope:
    """Fit inside each cluster, so that clusters of different difficulty do not bend the line."""
    by_cluster: dict[str, list[tuple[float, float]]] = {}
    for cluster, position, value in samples:
        by_cluster.setdefault(cluster, []).append((position, value))
    slopes = [found for points in by_cluster.values() if (found := slope(points)) is not None]
    if not slopes:
        return None, None, None
    interval = student_t([np.array(slopes)])
    mean = math.fsum(slopes) / len(slopes)
    return (mean, interval.low, interval.high) if interval else (mean, None, None)

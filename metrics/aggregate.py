"""From records to rows: means over probes, then scenarios, then families, with intervals.

Rows per metric, design and budget:

* one per scenario label: probes in a cluster, then clusters;
* one per family that has several labels, named by the family, with all its clusters;
* one named ``all``: families weigh the same (``macro``);
* for metrics of probes, one more named ``all`` under the metric's name with ``_micro``: every
  probe weighs the same.

A value that is absent stays absent: it enters no mean, and ``n_scored`` of ``n_total`` says so.
``strict`` is the same mean with every item on which the design failed at the metric's worst.

Source: design.md, "The four headline scores"; cases A38, A39, A80.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from metrics.api import Cell, Metric, ProbeMetric, Score
from metrics.crossing import crossing_scores
from metrics.funnel import is_staged, with_stages
from metrics.registry import METRICS
from metrics.statistics.chosen import interval_around, interval_of
from metrics.statistics.spread import ratio_spread
from metrics.tally import Key, Place, Tally, tally

__all__ = ["ALL", "MICRO", "score", "score_by_category", "staged"]

ALL = "all"
"""Name of the rows over every family."""

MICRO = "_micro"
"""Suffix of a metric whose every probe weighs the same."""

Places = Mapping[Place, Tally]


def staged(cells: Sequence[Cell], *, again: bool = False) -> list[Cell]:
    """Give the cells with their stages, matching only where they are missing.

    Args:
        cells: As replayed or loaded.
        again: Match everything anew, after a change of the matchers.
    """
    return [with_stages(cell) if again or not is_staged(cell) else cell for cell in cells]


def score(
    cells: Sequence[Cell],
    *,
    metrics: Sequence[Metric] = METRICS,
    again: bool = False,
) -> list[Score]:
    """Turn cells into the rows of ``summary.json``.

    Args:
        cells: Of one run; designs are told apart by label, clusters by scenario id.
        metrics: What to score.
        again: Match texts anew although the records carry stages.

    Returns:
        Rows sorted by metric, design, budget and scenario; ``all`` last.
    """
    ready = staged(cells, again=again)
    rows: list[Score] = []
    by_name = {metric.name: metric for metric in metrics}
    for key, places in sorted(tally(ready, metrics).items(), key=lambda entry: entry[0].order):
        metric = by_name[key.metric]
        about = [cell for cell in ready if cell.design == key.design]
        rows.extend(_rows(metric, key, places, about))
    return rows + crossing_scores(ready, rows)


def score_by_category(cells: Sequence[Cell], *, metrics: Sequence[Metric] = METRICS) -> list[Score]:
    """Give rows per category of probe: one per scenario label, named ``label: category``.

    Categories are those of a family or data set ("multi-hop", "temporal"); metrics of whole cells
    have none. A label with a single category has no rows here.
    """
    ready = staged(cells)
    of_probes = [metric for metric in metrics if isinstance(metric, ProbeMetric)]
    by_name = {metric.name: metric for metric in of_probes}
    rows: list[Score] = []
    for label in sorted({cell.scenario for cell in ready}):
        mine = [cell for cell in ready if cell.scenario == label]
        categories = sorted({record.probe.category for cell in mine for record in cell.records})
        for category in categories if len(categories) > 1 else []:
            found = tally(mine, of_probes, category=category)
            for key, places in sorted(found.items(), key=lambda entry: entry[0].order):
                row = _row(by_name[key.metric], key, f"{label}: {category}", places)
                rows.append(replace(row, note=_note(places)))
    return rows


def _rows(metric: Metric, key: Key, places: Places, cells: Sequence[Cell]) -> list[Score]:
    rows: list[Score] = []
    for name, chosen in _groups(places):
        mine = [cell for cell in cells if name in (ALL, cell.scenario, cell.family)]
        note = "; ".join(part for part in (_note(chosen), metric.remark(mine, key.budget)) if part)
        row = _row(metric, key, name, chosen)
        rows.append(replace(row, note=note))
    if isinstance(metric, ProbeMetric):
        rows.append(_micro(metric, key, places))
    return rows


def _groups(places: Places) -> list[tuple[str, Places]]:
    """Split into labels, families with several labels, and all."""
    labels = sorted({place.scenario for place in places})
    families = sorted({place.family for place in places})
    groups = [(label, {p: t for p, t in places.items() if p.scenario == label}) for label in labels]
    for family in families:
        inside = {place: entry for place, entry in places.items() if place.family == family}
        if len({place.scenario for place in inside}) > 1:
            name = f"family {family}" if family in labels else family
            groups.append((name, inside))
    return [*groups, (ALL, places)]


def _row(metric: Metric, key: Key, name: str, places: Places) -> Score:
    lenient = _strata(places)
    strict = _strata(places, worst=metric.worst)
    value = _macro(lenient)
    found = interval_of(lenient, unit=metric.unit) if lenient else None
    return Score(
        design=key.design,
        scenario=name,
        metric=metric.name,
        budget=key.budget,
        value=value,
        low=found.low if found else None,
        high=found.high if found else None,
        n_scored=sum(len(entry.values) for entry in places.values()),
        n_total=sum(entry.total for entry in places.values()),
        n_clusters=min((len(stratum) for stratum in lenient), default=0),
        unit=metric.unit,
        direction=metric.direction,
        version=metric.version,
        strict=None if metric.worst is None else _macro(strict),
        coverage=found.coverage if found else None,
    )


def _micro(metric: Metric, key: Key, places: Places) -> Score:
    """Weigh every item the same; the interval resamples clusters all the same."""
    row = _row(metric, key, ALL, places)
    values = [value for entry in places.values() for value in entry.values]
    failed = sum(entry.failed for entry in places.values())
    strict = None
    if metric.worst is not None and len(values) + failed:
        strict = (math.fsum(values) + failed * metric.worst) / (len(values) + failed)
    clusters = _pooled(places)
    counts = [len(inside) for inside in clusters]
    summary = ratio_spread([math.fsum(v) for v in clusters], counts) if clusters else None
    found = interval_around(summary, unit=metric.unit) if summary else None
    return replace(
        row,
        metric=metric.name + MICRO,
        average="micro",
        value=summary.mean if summary else None,
        low=found.low if found else None,
        high=found.high if found else None,
        n_clusters=len(clusters),
        coverage=found.coverage if found else None,
        strict=strict,
    )


def _strata(places: Places, worst: float | None = None) -> list[NDArray[np.float64]]:
    """Average per cluster, clusters listed by family."""
    families: dict[str, list[float]] = {}
    for family in sorted({place.family for place in places}):
        inside = {place: entry for place, entry in places.items() if place.family == family}
        means = [math.fsum(values) / len(values) for values in _pooled(inside, worst)]
        if means:
            families[family] = means
    return [np.array(means) for means in families.values()]


def _pooled(places: Places, worst: float | None = None) -> list[list[float]]:
    """List the values of each cluster, whatever the label; clusters without a value left out."""
    clusters: dict[tuple[str, str], list[float]] = {}
    for place, entry in sorted(places.items(), key=lambda item: item[0]):
        values = clusters.setdefault((place.family, place.cluster), [])
        values.extend(entry.values)
        if worst is not None:
            values.extend([worst] * entry.failed)
    return [values for values in clusters.values() if values]


def _macro(strata: Sequence[NDArray[np.float64]]) -> float | None:
    if not strata:
        return None
    return math.fsum(math.fsum(means) / len(means) for means in strata) / len(strata)


def _note(places: Places) -> str:
    """Name the commonest reason for what was not scored."""
    reasons: dict[str, int] = {}
    for entry in places.values():
        for reason, count in entry.reasons.items():
            reasons[reason] = reasons.get(reason, 0) + count
    if not reasons:
        return ""
    reason, count = max(sorted(reasons.items()), key=lambda item: item[1])
    return f"{count} not scored: {reason}" if len(reason) < 160 else f"{count} not scored"

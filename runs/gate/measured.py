"""What a run scored, item by item: the form in which a run and a baseline are held together.

A value stands for one probe of one scenario at one budget, or for one scenario where the metric
is one of cells. Items on which the design failed stay, as failures: a memory that raises where it
used to answer is worse, not unmeasured.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from metrics.aggregate import ALL, staged
from metrics.api import Cell, Metric, NotScored, Role
from metrics.comparison import Item, item_values
from metrics.registry import HEADLINES, metric
from metrics.selection import is_failure
from metrics.tally import NOT_FINITE
from runs.codec import canonical, encode

__all__ = ["History", "Key", "Lost", "Measured", "Values", "measure", "within"]


class Lost(StrEnum):
    """Why an item has no number although the metric means it."""

    FAILED = "failed"
    """The design raised or broke its limits."""
    NOT_FINITE = "not finite"


Values = Mapping[Item, float | Lost]


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One row of figures."""

    design: str
    metric: str
    budget: int | None

    @property
    def order(self) -> tuple[str, str, bool, int]:
        """Sort by design, metric and budget, no limit last."""
        return self.design, self.metric, self.budget is None, self.budget or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A scenario as it was replayed.

    Attributes:
        content: Digest of its probes, gold and size; other content is another history.
    """

    family: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A run as the gate sees it; bounds are left out.

    Attributes:
        note: Where it came from, for people: plan, commit, version.
        use_budget: Token limit of ordinary turns, the budget that is gated by default.
        versions: Metric -> version of its definition.
        histories: (scenario label, cluster) -> what was replayed.
    """

    values: Mapping[Key, Values]
    histories: Mapping[tuple[str, str], History]
    versions: Mapping[str, int]
    use_budget: int | None = 512
    note: Mapping[str, str] = field(default_factory=dict)

    @property
    def designs(self) -> tuple[str, ...]:
        """Labels of the designs, sorted."""
        return tuple(sorted({key.design for key in self.values}))

    @property
    def scenarios(self) -> tuple[str, ...]:
        """What a threshold may name: labels, families and ``all``."""
        labels = {label for label, _ in self.histories}
        families = {history.family for history in self.histories.values()}
        return tuple(sorted(labels | families | {ALL}))


def measure(
    cells: Sequence[Cell],
    *,
    metrics: Sequence[str] = HEADLINES,
    designs: Sequence[str] | None = None,
    note: Mapping[str, str] | None = None,
) -> Measured:
    """Score a run item by item.

    Args:
        cells: Of one run.
        metrics: Names.
        designs: Labels; None for every design that is no bound.
        note: Where the run came from.

    Raises:
        UnknownNameError: A metric is not known.
    """
    chosen = [
        cell
        for cell in staged(cells)
        if not cell.is_bound and (designs is None or cell.design in designs)
    ]
    values: dict[Key, Values] = {}
    for name in dict.fromkeys(metrics):
        for budget in _budgets(chosen):
            for design, found in _scored(chosen, metric(name), budget).items():
                values[Key(design=design, metric=name, budget=budget)] = found
    return Measured(
        values={key: values[key] for key in sorted(values, key=lambda key: key.order)},
        histories=_histories(chosen),
        versions={name: metric(name).version for name in metrics},
        use_budget=next((cell.use_budget for cell in chosen), None),
        note=note or {},
    )


def within(values: Values, scenario: str) -> dict[Item, float | Lost]:
    """Keep the items of a scenario label, a family, or all."""
    return {
        item: value
        for item, value in values.items()
        if scenario in (ALL, item.scenario, item.family)
    }


def _scored(cells: Sequence[Cell], scored: Metric, budget: int | None) -> dict[str, Values]:
    found: dict[str, Values] = {}
    asked = [
        c for c in cells if any(r.budget == budget and r.role is Role.PROBE for r in c.records)
    ]
    for design, outcomes in item_values(asked, scored, budget).items():
        kept = {
            item: value for item, said in outcomes.items() if (value := _value(said)) is not None
        }
        if kept:
            found[design] = kept
    return found


def _value(outcome: float | NotScored) -> float | Lost | None:
    if not isinstance(outcome, NotScored):
        return float(outcome)
    if outcome is NOT_FINITE:
        return Lost.NOT_FINITE
    return Lost.FAILED if is_failure(outcome) else None


def _budgets(cells: Sequence[Cell]) -> list[int | None]:
    asked = {record.budget for cell in cells for record in cell.records}
    return sorted(asked, key=lambda budget: (budget is None, budget or 0))


def _histories(cells: Sequence[Cell]) -> dict[tuple[str, str], History]:
    found: dict[tuple[str, str], History] = {}
    for cell in cells:
        place = cell.scenario, cell.cluster
        if place not in found:
            found[place] = History(family=cell.family, content=_content(cell))
    return dict(sorted(found.items()))


def _content(cell: Cell) -> str:
    """Hash what was asked and how long the history was; it is the same for every design."""
    probes = {r.probe.id: r.probe for r in cell.records if r.role in (Role.PROBE, Role.FORK)}
    told = {
        "size": [cell.events, cell.sessions, cell.history_tokens],
        "probes": [encode(probe) for _, probe in sorted(probes.items())],
        "told": [cell.language, cell.pool],
    }
    return hashlib.blake2b(canonical(told).encode(), digest_size=8).hexdigest()

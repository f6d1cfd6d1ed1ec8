"""Runs made by hand for the tests of the gate: one item per probe, values as given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from metrics.comparison import Item
from metrics.registry import metric
from runs.gate.measured import History, Key, Lost, Measured
from runs.gate.thresholds import Threshold

Clusters = Sequence[Sequence[float | Lost]]


def items(clusters: Clusters, *, family: str = "f", first: int = 0) -> dict[Item, float | Lost]:
    """Number clusters from ``first``; probes are q0, q1 and so on."""
    return {
        Item(family=family, scenario=family, cluster=f"{family}/{number}", question=f"q{i}"): value
        for number, values in enumerate(clusters, first)
        for i, value in enumerate(values)
    }


def made(
    scores: Mapping[str, Mapping[Item, float | Lost]],
    *,
    design: str = "mine",
    budget: int | None = 512,
    use_budget: int | None = 512,
    content: str = "as it was",
) -> Measured:
    """Make a run of one design from metric -> items."""
    histories = {
        (item.scenario, item.cluster): History(family=item.family, content=content)
        for values in scores.values()
        for item in values
    }
    return Measured(
        values={
            Key(design=design, metric=name, budget=budget): values
            for name, values in scores.items()
        },
        histories=histories,
        versions={name: metric(name).version for name in scores},
        use_budget=use_budget,
        note={"plan": "made"},
    )


def threshold(name: str = "recall", **given: object) -> Threshold:
    """Make a threshold of two points unless told otherwise."""
    fields = {
        "metric": name,
        "design": "mine",
        "budget": 512,
        "tolerance": 0.02,
        "reason": "a test",
        **given,
    }
    return Threshold.model_validate(fields)

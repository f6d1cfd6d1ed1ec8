"""How often does the gate trip on nothing, and how often does it see a planted loss?

Synthetic records: a family has scenarios, a scenario has probes, each probe is recalled (1) or not
(0). A scenario's chance of success is drawn from a beta distribution around the family's mean, so
that probes of one scenario are alike (correlation 0.1 or 0.3).
Runs are drawn from a pool of such scenarios and judged by the code that ``memtrial gate`` runs.

* A/A, unpaired: two samples of other scenarios of one design; any threshold that trips is a false
  alarm of the whole file.
* A/B, paired: the same scenarios twice; in one family each recalled probe is lost with a chance
  that takes the family down by so many points.

Run as

    python benchmarks/gate_power.py

It prints the tables of docs/gate.md in a few minutes on one core.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from metrics.comparison import Item
from metrics.registry import metric
from runs.gate.judge import judge
from runs.gate.measured import History, Key, Measured
from runs.gate.thresholds import Threshold
from runs.gate.verdict import Standing

DESIGN = "mine"
METRICS = ("recall", "constraint_preservation", "conflict_handling", "answered", "complete_recall")
"""Shares, five of them, on four families each: up to twenty thresholds."""
MEANS = (0.95, 0.8, 0.6, 0.9)
POOL = 2_000

Chances = NDArray[np.float64]
Table = Mapping[str, NDArray[np.int8]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is drawn.

    Attributes:
        thresholds: In the file: metrics by families.
        clusters: Scenarios of each family. probes: of each scenario.
        correlation: Of the probes of one scenario.
    """

    thresholds: int
    clusters: int
    probes: int
    correlation: float
    tolerance: float

    @property
    def rows(self) -> list[tuple[str, int]]:
        """Metric and family of each threshold."""
        pairs = ((name, family) for family in range(len(MEANS)) for name in METRICS)
        return list(itertools.islice(pairs, self.thresholds))


def pool(setting: Setting, draw: np.random.Generator) -> dict[tuple[str, int], NDArray[np.int8]]:
    """Draw the records that runs are resampled from: scenarios x probes, by threshold."""
    weight = (1 - setting.correlation) / setting.correlation
    found = {}
    for name, family in setting.rows:
        mean = MEANS[family]
        chances: Chances = draw.beta(mean * weight, (1 - mean) * weight, size=(POOL, 1))
        found[name, family] = draw.binomial(1, np.repeat(chances, setting.probes, axis=1)).astype(
            np.int8
        )
    return found


def measured(rows: Mapping[tuple[str, int], NDArray[np.int8]], numbers: Sequence[int]) -> Measured:
    """Put records into the form in which the gate sees a run."""
    values: dict[Key, dict[Item, float]] = {}
    histories: dict[tuple[str, str], History] = {}
    for (name, family), table in rows.items():
        label = f"f{family}"
        found = values.setdefault(Key(design=DESIGN, metric=name, budget=512), {})
        for number, probes in zip(numbers, table, strict=True):
            cluster = f"{label}/{number}"
            histories[label, cluster] = History(family=label, content="")
            for question, value in enumerate(probes.tolist()):
                found[_item(label, cluster, question)] = float(value)
    versions = {name: metric(name).version for name, _ in rows}
    return Measured(values=values, histories=histories, versions=versions)


@cache
def _item(label: str, cluster: str, question: int) -> Item:
    return Item(family=label, scenario=label, cluster=cluster, question=str(question))


def file_of(setting: Setting) -> list[Threshold]:
    """List the thresholds."""
    return [
        Threshold(
            metric=name,
            design=DESIGN,
            scenario=f"f{family}",
            budget=512,
            tolerance=setting.tolerance,
            reason="study",
        )
        for name, family in setting.rows
    ]


def false_alarms(setting: Setting, pairs: int, seed: int) -> float:
    """Share of A/A pairs, other scenarios, in which any threshold trips."""
    draw = np.random.default_rng(seed)
    records, file = pool(setting, draw), file_of(setting)
    tripped = 0
    for _ in range(pairs):
        chosen = draw.choice(POOL, size=(2, setting.clusters), replace=False)
        sides = [
            measured({row: table[side] for row, table in records.items()}, side.tolist())
            for side in chosen
        ]
        tripped += judge(sides[0], sides[1], file).exit_status == 1
    return tripped / pairs


def caught(setting: Setting, loss: float, pairs: int, seed: int) -> float:
    """Share of A/B pairs, the same scenarios, in which the planted loss is called worse.

    The first family (the one with the highest mean) loses ``loss`` of every metric.
    """
    draw = np.random.default_rng(seed)
    records, file = pool(setting, draw), file_of(setting)
    seen = 0
    for _ in range(pairs):
        side = draw.choice(POOL, size=setting.clusters, replace=False)
        before = {row: table[side] for row, table in records.items()}
        after = {
            (name, family): _with_loss(table, loss / MEANS[family], draw) if family == 0 else table
            for (name, family), table in before.items()
        }
        numbers = side.tolist()
        report = judge(measured(after, numbers), measured(before, numbers), file)
        seen += any(entry.standing is Standing.WORSE for entry in report.judged)
    return seen / pairs


def caught_in_one_row(setting: Setting, loss: float, pairs: int, seed: int) -> float:
    """The same where one metric of the first family alone loses: the hardest case for Holm."""
    draw = np.random.default_rng(seed)
    records, file = pool(setting, draw), file_of(setting)
    hit = setting.rows[0]
    seen = 0
    for _ in range(pairs):
        side = draw.choice(POOL, size=setting.clusters, replace=False)
        before = {row: table[side] for row, table in records.items()}
        after = {**before, hit: _with_loss(before[hit], loss / MEANS[hit[1]], draw)}
        numbers = side.tolist()
        report = judge(measured(after, numbers), measured(before, numbers), file)
        seen += report.judged[0].standing is Standing.WORSE
    return seen / pairs


def _with_loss(
    table: NDArray[np.int8], share: float, draw: np.random.Generator
) -> NDArray[np.int8]:
    lost = draw.random(table.shape) < share
    return np.where(lost, 0, table).astype(np.int8)


def settings(
    thresholds: Sequence[int], clusters: Sequence[int], probes: Sequence[int], tolerance: float
) -> Iterator[Setting]:
    """Combine."""
    for wanted, scenarios, each, rho in itertools.product(thresholds, clusters, probes, (0.1, 0.3)):
        yield Setting(
            thresholds=wanted,
            clusters=scenarios,
            probes=each,
            correlation=rho,
            tolerance=tolerance,
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--only", choices=("alarms", "one", "all"), help="one table")
    arguments = parser.parse_args()
    pairs: int = arguments.pairs
    if arguments.only in (None, "alarms"):
        _print_alarms(pairs)
    if arguments.only in (None, "one"):
        _print_power("in one metric of one family", caught_in_one_row, pairs)
    if arguments.only in (None, "all"):
        _print_power("in all metrics of one family", caught, pairs)


def _print_alarms(pairs: int) -> None:
    bound = 0.05 + 2 * math.sqrt(0.05 * 0.95 / pairs)
    print(f"A/A, unpaired, {pairs} pairs; bound {100 * bound:.1f} %\n")
    print("| thresholds | scenarios | probes each | correlation | tolerance | tripped |")
    print("|---:|---:|---:|---:|---:|---:|")
    for tolerance in (0.0, 0.02):
        for setting in settings((4, 20), (10, 30), (10,), tolerance):
            _print(setting, f"{100 * false_alarms(setting, pairs, 1):.1f} %")


def _print_power(
    title: str, study: Callable[[Setting, float, int, int], float], pairs: int
) -> None:
    print(f"\nA/B, paired, a loss of so many points {title}, {pairs} pairs: share caught\n")
    print("| thresholds | scenarios | probes each | correlation | tolerance | 2 | 5 | 10 |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for tolerance in (0.0, 0.02):
        for setting in settings((4, 20), (10, 30, 60), (10,), tolerance):
            if setting.correlation == 0.1:
                found = (study(setting, loss, pairs, 2) for loss in (0.02, 0.05, 0.10))
                _print(setting, " | ".join(f"{100 * share:.0f} %" for share in found))


def _print(setting: Setting, figures: str) -> None:
    print(
        f"| {setting.thresholds} | {setting.clusters} | {setting.probes} | {setting.correlation} "
        f"| {setting.tolerance} | {figures} |",
        flush=True,
    )


if __name__ == "__main__":
    main()

"""How often do the intervals hold the true mean, and how often do equal designs differ?

Simulated histories: each cluster (scenario) has its own chance of success, drawn from a beta
distribution around the true mean with a given correlation between the probes of one cluster, and
its own number of probes. Run as

    python benchmarks/interval_coverage.py [--json metrics/statistics/coverage.json]

It prints the tables of docs/statistics.md and takes about fifteen minutes on one core; ``--quick``
looks at a tenth of the histories.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from metrics.statistics.intervals import METHODS, beta_of
from metrics.statistics.paired import holm, paired_difference
from metrics.statistics.spread import Strata, spread

CLUSTERS = (5, 10, 30, 100)
MEANS = (0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99)
CORRELATIONS = (0.1, 0.4)
PROBES = ("8 each", "1 to 60")
CLOSED = ("t", "beta")
FAMILIES = 3

Floats = NDArray[np.float64]


def chances(
    generator: np.random.Generator, mean: float, correlation: float, clusters: int
) -> Floats:
    """Draw each cluster's chance of success."""
    weight = (1 - correlation) / correlation
    return generator.beta(mean * weight, (1 - mean) * weight, size=clusters)


def probes(generator: np.random.Generator, kind: str, clusters: int) -> NDArray[np.int64]:
    """Draw each cluster's number of probes: 8, or log-normal with median 6."""
    if kind == "8 each":
        return np.full(clusters, 8)
    drawn = np.exp(generator.normal(np.log(6), 1.0, size=clusters))
    return np.clip(np.round(drawn), 1, 60).astype(np.int64)


def history(
    generator: np.random.Generator, mean: float, correlation: float, kind: str, clusters: int
) -> Floats:
    """Draw the cluster means of one run."""
    counts = probes(generator, kind, clusters)
    return generator.binomial(counts, chances(generator, mean, correlation, clusters)) / counts


def coverage(method: str, draw: Callable[[], Strata], truth: float, runs: int) -> float:
    """Count how often an interval holds the truth."""
    held = 0
    for _ in range(runs):
        found = METHODS[method](draw())
        held += found is not None and found.low - 1e-12 <= truth <= found.high + 1e-12
    return held / runs


def shares(scale: float) -> Iterator[tuple[str, int, float, float, str, float]]:
    """Measure every method on shares: method, clusters, mean, correlation, probes, coverage."""
    generator = np.random.default_rng(1)
    grid = itertools.product(METHODS, CLUSTERS, MEANS, CORRELATIONS, PROBES)
    for method, clusters, mean, correlation, kind in grid:
        runs = int((4_000 if method in CLOSED else 1_000) * scale)

        def draw(
            mean: float = mean, rho: float = correlation, kind: str = kind, n: int = clusters
        ) -> Strata:
            return [history(generator, mean, rho, kind, n)]

        found = coverage(method, draw, mean, runs)
        yield method, clusters, mean, correlation, kind, found


def macro(scale: float) -> Iterator[tuple[str, int, float]]:
    """Measure macro intervals over three families of different difficulty."""
    generator = np.random.default_rng(2)
    means = (0.6, 0.85, 0.98)
    for method, clusters in itertools.product(METHODS, CLUSTERS):

        def draw(n: int = clusters) -> Strata:
            return [history(generator, mean, 0.4, "1 to 60", n) for mean in means]

        runs = int((4_000 if method in CLOSED else 1_000) * scale)
        yield method, clusters, coverage(method, draw, float(np.mean(means)), runs)


def continuities(scale: float) -> Iterator[tuple[float, float, float]]:
    """Measure the lowest and highest coverage of ``beta`` over a grid, per continuity."""
    runs = int(4_000 * scale)
    tried = (0.5, 0.6, 0.75, 0.9, 1.0)
    found: dict[float, list[float]] = {continuity: [] for continuity in tried}
    generator = np.random.default_rng(6)
    grid = itertools.product((30, 100), (0.1, 0.2, 0.5, 0.8, 0.9), (0.05, 0.3, 0.6), PROBES)
    for clusters, mean, correlation, kind in grid:
        held = dict.fromkeys(tried, 0)
        for _ in range(runs):
            drawn = spread([history(generator, mean, correlation, kind, clusters)])
            for continuity in tried:
                interval = beta_of(drawn, continuity=continuity)
                held[continuity] += interval is not None and interval.low <= mean <= interval.high
        for continuity in tried:
            found[continuity].append(held[continuity] / runs)
    for continuity in tried:
        yield continuity, min(found[continuity]), max(found[continuity])


def costs(scale: float) -> Iterator[tuple[str, int, float]]:
    """Measure t on log-normal token counts (standard deviation of the logarithm 0.5)."""
    generator = np.random.default_rng(3)
    truth = float(np.exp(6 + 0.5**2 / 2))
    for method, clusters in itertools.product(("t", "percentile"), CLUSTERS):

        def draw(n: int = clusters) -> Strata:
            return [generator.lognormal(6, 0.5, size=n)]

        runs = int((4_000 if method in CLOSED else 1_000) * scale)
        yield method, clusters, coverage(method, draw, truth, runs)


def equal_designs(scale: float) -> Iterator[tuple[int, float, str, int, float]]:
    """Compare designs that are equally good on the same clusters: share of false differences."""
    generator = np.random.default_rng(4)
    runs = int(4_000 * scale)
    for clusters, mean, kind in itertools.product((10, 30, 100), (0.5, 0.9, 0.97), PROBES):
        rejected = sum(_differs(generator, clusters, mean, kind) < 0.05 for _ in range(runs))
        yield clusters, mean, kind, runs, rejected / runs


def _differs(generator: np.random.Generator, clusters: int, mean: float, kind: str) -> float:
    counts = probes(generator, kind, clusters)
    chance = chances(generator, mean, 0.4, clusters)
    first, second = (generator.binomial(counts, chance) / counts for _ in range(2))
    p = paired_difference([first - second]).p
    return 1.0 if p is None else p


def many_equal_designs(scale: float, designs: int = 8) -> tuple[int, float]:
    """Compare several equal designs with one: share of runs with any difference after Holm."""
    generator = np.random.default_rng(5)
    runs, wrong = int(2_000 * scale), 0
    for _ in range(runs):
        counts = probes(generator, "1 to 60", 30)
        chance = chances(generator, 0.9, 0.4, 30)
        base = generator.binomial(counts, chance) / counts
        p = [
            paired_difference([generator.binomial(counts, chance) / counts - base]).p or 0.0
            for _ in range(designs)
        ]
        wrong += min(holm(p)) < 0.05
    return runs, wrong / runs


def packaged(
    rows: Sequence[tuple[str, int, float, float, str, float]],
    cost_rows: Sequence[tuple[str, int, float]],
    equal_rows: Sequence[tuple[int, float, str, int, float]],
) -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Average over correlation and probes, means below one half onto their mirror image."""
    gathered: dict[str, dict[str, dict[str, list[float]]]] = {}
    for method, clusters, mean, _, _, found in rows:
        if method in CLOSED:
            place = gathered.setdefault(method, {}).setdefault(str(clusters), {})
            place.setdefault(f"{max(mean, 1 - mean):g}", []).append(found)
    for method, clusters, found in cost_rows:
        if method in CLOSED:
            gathered[method][str(clusters)]["any"] = [found]
    for clusters, _, _, _, rate in equal_rows:
        place = gathered.setdefault("paired", {}).setdefault(str(clusters), {})
        place.setdefault("any", []).append(1 - rate)
    return {
        method: {
            clusters: {mean: round(float(np.mean(v)), 3) for mean, v in sorted(by_mean.items())}
            for clusters, by_mean in by_clusters.items()
        }
        for method, by_clusters in gathered.items()
    }


def print_shares(rows: Sequence[tuple[str, int, float, float, str, float]]) -> None:
    """Print one line per number of clusters, correlation and probes, one column per mean."""
    print("| method | clusters | correlation | probes | " + " | ".join(map(str, MEANS)) + " |")
    print("|---" * (4 + len(MEANS)) + "|")
    found = {row[:5]: row[5] for row in rows}
    for method, clusters, rho, kind in itertools.product(METHODS, CLUSTERS, CORRELATIONS, PROBES):
        cells = (f"{100 * found[method, clusters, mean, rho, kind]:.1f}" for mean in MEANS)
        print(f"| {method} | {clusters} | {rho} | {kind} | " + " | ".join(cells) + " |")


def main() -> None:
    """Run the study and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the packaged table here")
    parser.add_argument("--quick", action="store_true", help="a tenth of the histories")
    arguments = parser.parse_args()
    scale = 0.1 if arguments.quick else 1.0
    rows = list(shares(scale))
    print_shares(rows)
    print("\n| beta at 30 and 100 clusters: continuity | lowest | highest |\n|---|---|---|")
    for continuity, lowest, highest in continuities(scale):
        print(f"| {continuity} | {100 * lowest:.1f} | {100 * highest:.1f} |")
    print("\n| macro over 3 families: method | clusters each | coverage |\n|---|---|---|")
    for method, clusters, found in macro(scale):
        print(f"| {method} | {clusters} | {100 * found:.1f} |")
    print("\n| log-normal costs: method | clusters | coverage |\n|---|---|---|")
    cost_rows = list(costs(scale))
    for method, clusters, found in cost_rows:
        print(f"| {method} | {clusters} | {100 * found:.1f} |")
    print("\n| equal designs: clusters | mean | probes | pairs | called different |")
    print("|---|---|---|---|---|")
    equal_rows = list(equal_designs(scale))
    for clusters, mean, kind, runs, rate in equal_rows:
        print(f"| {clusters} | {mean} | {kind} | {runs} | {100 * rate:.1f} |")
    runs, rate = many_equal_designs(scale)
    print(f"\nAny of 8 equal designs called different after Holm: {100 * rate:.1f} % of {runs}")
    if arguments.json:
        arguments.json.write_text(
            json.dumps(packaged(rows, cost_rows, equal_rows), indent=1) + "\n"
        )


if __name__ == "__main__":
    main()

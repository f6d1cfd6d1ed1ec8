"""``memtrial calibrate``: how alike the statements of one's own data are, and what follows."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runs.calibrate import Calibration, Tried

__all__ = ["calibrate"]

_SHOWN = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.92, 0.95, 0.98)
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_BINS = 14
_LOW = 0.3
_BAR = 40


def calibrate(options: argparse.Namespace) -> int:
    """Print the distribution of similarity, what thresholds would do, and a proposal."""
    from memory_impls.parts.embedder import embedder_for_language, load_embedder
    from runs.calibrate import calibrate as measure
    from runs.calibrate import read_events

    histories = read_events(Path(options.file))
    if options.embedder:
        embedder = load_embedder(options.embedder)
    else:
        embedder = embedder_for_language(options.language)
    found = measure(histories, embedder, most=options.limit)
    if found.statements < 2:
        raise ValueError(
            f"{options.file} states {found.statements} things; two or more are needed to compare"
        )
    print(f"{options.file}: {found.statements} statements of {found.entities} entities")
    print(f"embedder: {embedder.identity}")
    if found.truncated:
        print(f"left out: {found.truncated} statements beyond --limit {options.limit} an entity")
    for line in (*_distribution(found), *_thresholds(found), *_proposed(found)):
        print(line)
    return 0


def _distribution(found: Calibration) -> Iterator[str]:
    import numpy as np

    pairs = found.all_pairs
    yield ""
    yield f"Similarity of all {len(pairs)} pairs of one entity"
    shown = (f"{share:.0%} {float(np.quantile(pairs, share)):.2f}" for share in _QUANTILES)
    yield "  quantiles: " + ", ".join(shown)
    nearest = [one.similarity for one in found.compared if one.nearest]
    counts, edges = np.histogram(np.clip(nearest, _LOW, 1.0), bins=_BINS, range=(_LOW, 1.0))
    yield ""
    yield f"Similarity of {len(nearest)} statements to the nearest earlier one"
    for count, low in zip(counts.tolist(), edges.tolist(), strict=False):
        bar = "#" * round(_BAR * count / max(1, max(counts.tolist())))
        # The first bin takes everything below its upper edge.
        label = f" {low:.2f}" if low > _LOW else f"<{low + (1.0 - _LOW) / _BINS:.2f}"
        yield f"  {label} {count:>6} {bar}".rstrip()


def _thresholds(found: Calibration) -> Iterator[str]:
    from runs.calibrate import tried

    rows = tried(found.compared, _SHOWN)
    yield ""
    yield "What a threshold of similarity would do, judged by the words of the statements"
    yield "  threshold   updates and repeats caught   different things overwritten"
    for row in rows:
        caught, wrong = _share(row.caught, row.due), _share(row.wrong, row.apart)
        yield f"  {row.threshold:>9.2f}   {caught:>26}   {wrong:>28}"


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "none to judge"


def _proposed(found: Calibration) -> Iterator[str]:
    from runs.calibrate import proposal

    proposed = proposal(found.compared)
    yield ""
    yield 'Proposal for [[designs]] name = "manager"'
    if proposed.update is None:
        yield "  too few updates, repeats or other statements to propose thresholds"
    else:
        yield f"  update_similarity = {_best(proposed.update)}"
    if proposed.merge is not None:
        yield f"  merge_similarity = {proposed.merge:.2f}    # different things stay below it here"
    elif proposed.enough:
        yield "  compaction = false    # different things are as alike as equal ones"
    if proposed.clear:
        yield '  rule = "similarity" would do; "slot" does not depend on a threshold'
    else:
        yield '  rule = "slot"    # likeness does not tell updates from things that must coexist'


def _best(row: Tried) -> str:
    caught, wrong = _share(row.caught, row.due), _share(row.wrong, row.apart)
    return f"{row.threshold:.2f}    # catches {caught}, overwrites {wrong}"

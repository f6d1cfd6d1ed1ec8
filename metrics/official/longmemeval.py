"""LongMemEval's own retrieval figures and verdict rule.

Odd about it:

* ``recall_any`` is a hit rate and is what many publish as recall;
* both recalls are vacuous on an empty gold: all is 1, any is 0;
* its DCG divides by log2(i) from the second place on, so ranks 1 and 2 weigh the same;
* a judge's verdict is right iff "yes" occurs anywhere in it: "no, yes would be wrong" is right.

Source: xiaowu0162/LongMemEval, src/retrieval/eval_utils.py and src/evaluation/evaluate_qa.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from memory_impls.api import Capability
from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.evidence import evidence_ids
from metrics.evidence_recall import ranked_events
from metrics.selection import SelectiveMetric
from scenarios.api import Probe

__all__ = ["LongMemEvalRetrieval", "is_yes", "ndcg_any", "recall_all", "recall_any"]

Figure = Callable[[Sequence[str], Collection[str], int], float]


def recall_any(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Give 1 when any relevant id is among the first ``k``."""
    return float(any(item in relevant for item in ranked[:k]))


def recall_all(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Give 1 when every relevant id is among the first ``k``; 1 without any."""
    return float(all(item in ranked[:k] for item in relevant))


def ndcg_any(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """DCG at ``k`` over the best possible one; 0 without relevant ids.

    >>> ndcg_any(["x", "a"], {"a"}, 2)
    1.0
    """
    gains = [float(item in relevant) for item in ranked[:k]]
    ideal = _dcg([1.0] * min(k, len(relevant)))
    return _dcg(gains) / ideal if ideal else 0.0


def _dcg(gains: Sequence[float]) -> float:
    return sum(gains[:1]) + sum(
        gain / math.log2(place) for place, gain in enumerate(gains[1:], start=2)
    )


def is_yes(verdict: str) -> bool:
    """Read a judge's verdict the official way."""
    return "yes" in verdict.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class LongMemEvalRetrieval(SelectiveMetric):
    """A retrieval figure at turn level over the evidence that shown items hold whole."""

    compute: Figure
    k: int
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "evidence a and b, shown a, x, y: any@3 1, all@3 0"
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.VERBATIM})
    families: ClassVar[frozenset[str] | None] = frozenset({"longmemeval"})

    def means(self, probe: Probe) -> bool:
        """Mean answerable questions; abstentions are skipped officially too."""
        return probe.gold.answerable

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Rank and compute."""
        return self.compute(ranked_events(record), set(evidence_ids(record.probe)), self.k)

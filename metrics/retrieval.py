"""Retrieval figures on a de-duplicated ranked list and a set of relevant ids.

Three things that public harnesses publish under one name are three functions here: ``hit`` (any
relevant id found), ``recall`` (share found) and ``complete`` (all found). A figure that cannot be
computed is None, never 0 or 1.

Source: cases K06 (A13-A16) and A12; definitions as in trec_eval.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import islice

__all__ = [
    "complete",
    "distinct",
    "hit",
    "is_saturated",
    "mrr",
    "ndcg",
    "precision",
    "recall",
    "reciprocal_rank",
]


def distinct(ranked: Sequence[str]) -> tuple[str, ...]:
    """Drop repeats, keeping the best rank of each id.

    >>> distinct(["a", "a", "b"])
    ('a', 'b')
    """
    return tuple(dict.fromkeys(ranked))


def recall(ranked: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Share of the relevant ids among the first ``k`` distinct ones; None without relevant ids.

    >>> recall(["a", "x", "y"], {"a", "b"}, 3)
    0.5
    """
    wanted = set(relevant)
    return len(wanted.intersection(_top(ranked, k))) / len(wanted) if wanted else None


def hit(ranked: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Give 1 when any relevant id is among the first ``k`` distinct ones, else 0."""
    found = recall(ranked, relevant, k)
    return None if found is None else float(found > 0)


def complete(ranked: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Give 1 when every relevant id is among the first ``k`` distinct ones, else 0."""
    found = recall(ranked, relevant, k)
    return None if found is None else float(found == 1)


def precision(ranked: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Relevant share of the first ``k`` distinct ids, over ``k`` places (trec_eval's rule).

    Places left empty count as not relevant, so returning little is not rewarded; ``None`` without
    relevant ids.
    """
    wanted = set(relevant)
    return len(wanted.intersection(_top(ranked, k))) / k if wanted else None


def reciprocal_rank(ranked: Sequence[str], relevant: Collection[str]) -> float | None:
    """One over the rank of the first relevant id, 0 when none is found; None without any."""
    wanted = set(relevant)
    if not wanted:
        return None
    ranks = (rank for rank, item in enumerate(distinct(ranked), start=1) if item in wanted)
    return next((1 / rank for rank in ranks), 0.0)


def mrr(ranked: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Reciprocal rank within the first ``k`` distinct ids."""
    return reciprocal_rank(_top(ranked, k), relevant)


def ndcg(ranked: Sequence[str], relevant: Collection[str], k: int) -> float | None:
    """Normalised discounted cumulative gain at ``k`` with gains 0 and 1 and log2(rank + 1)."""
    wanted = set(relevant)
    if not wanted:
        return None
    gains = (1 / math.log2(rank + 1) for rank, item in _ranked(ranked, k) if item in wanted)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(wanted)) + 1))
    return sum(gains) / ideal


def is_saturated(candidates: int, relevant: int, k: int) -> bool:
    """Tell whether any ranking would score 1: nothing to choose from, or all is relevant.

    Args:
        candidates: Number of distinct ids that could have been returned.
        relevant: Number of relevant ids among them.
        k: Places looked at.
    """
    return candidates <= k or relevant >= candidates


def _ranked(ranked: Sequence[str], k: int) -> list[tuple[int, str]]:
    return list(enumerate(_top(ranked, k), start=1))


def _top(ranked: Sequence[str], k: int) -> tuple[str, ...]:
    if k < 1:
        raise ValueError(f"k is {k}; give a positive number of places")
    return tuple(islice(dict.fromkeys(ranked), k))

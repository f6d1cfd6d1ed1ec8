"""Rows that look at two designs: scores between none and oracle, and the break-even point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from metrics.api import Cell, Direction, Score
from metrics.cost import read_tokens, write_side_tokens

__all__ = ["BREAK_EVEN", "NORMALISED", "break_even", "crossing_scores", "normalised"]

NORMALISED = "_normalised"
"""Suffix of a score told as the share of the way from none to oracle."""

BREAK_EVEN = "break_even"
_NORMALISABLE = frozenset({"recall", "constraint_preservation", "conflict_handling"})
_SMALLEST_GAP = 0.05
_NONE, _ORACLE, _FULL = "none", "oracle", "full_history"


def crossing_scores(cells: Sequence[Cell], rows: Sequence[Score]) -> list[Score]:
    """Give the rows that need more than one design; none where a partner is missing."""
    return [*_normalised_rows(rows), *_break_even_rows(cells)]


def normalised(value: float, none: float, oracle: float) -> float | None:
    """Place a value between none (0) and oracle (1); None where these lie under 0.05 apart.

    >>> normalised(0.5, none=0.0, oracle=1.0)
    0.5
    """
    gap = oracle - none
    return (value - none) / gap if abs(gap) >= _SMALLEST_GAP else None


def break_even(write_side: float, read: float, full_read: float) -> int | None:
    """Find the smallest number of queries from which a memory is cheaper than the whole history.

    Args:
        write_side: Write and consolidate tokens of the history.
        read: Read tokens per query of the design.
        full_read: Read tokens per query of full_history without a limit.

    Returns:
        The smallest whole Q >= 1 with write_side + Q * read < Q * full_read; None for never.

    >>> break_even(1000, 100, 600), break_even(900, 100, 400), break_even(0, 600, 600)
    (3, 4, None)
    """
    saved = full_read - read
    return math.floor(write_side / saved) + 1 if saved > 0 else None


def _normalised_rows(rows: Sequence[Score]) -> list[Score]:
    bounds = {
        (row.design, row.scenario, row.metric, row.budget): row.value
        for row in rows
        if row.design in (_NONE, _ORACLE)
    }
    made: list[Score] = []
    for row in rows:
        none = bounds.get((_NONE, row.scenario, row.metric, row.budget))
        oracle = bounds.get((_ORACLE, row.scenario, row.metric, row.budget))
        if row.metric not in _NORMALISABLE or None in (none, oracle, row.value):
            continue
        made.extend(_between(row, none or 0.0, oracle or 0.0))
    return made


def _between(row: Score, none: float, oracle: float) -> list[Score]:
    places = [
        None if value is None else normalised(value, none, oracle)
        for value in (row.value, row.low, row.high, row.strict)
    ]
    if places[0] is None:
        return []
    return [
        replace(
            row,
            metric=row.metric + NORMALISED,
            value=places[0],
            low=places[1],
            high=places[2],
            strict=places[3],
            unit="share of the way from none to oracle",
            note="bounds taken as exact",
        )
    ]


def _break_even_rows(cells: Sequence[Cell]) -> list[Score]:
    """Give one row per design and budget, over the histories it shares with full_history."""
    full = {
        (cell.scenario, cell.cluster, cell.seed): read_tokens(cell, None)
        for cell in cells
        if cell.design == _FULL
    }
    by_design: dict[tuple[str, int | None], list[tuple[Cell, float, float]]] = {}
    for cell in cells:
        whole = full.get((cell.scenario, cell.cluster, cell.seed))
        budgets = {record.budget for record in cell.records}
        for budget in budgets:
            read = read_tokens(cell, budget)
            if whole is not None and read is not None:
                by_design.setdefault((cell.design, budget), []).append((cell, read, whole))
    order = sorted(by_design, key=lambda key: (key[0], key[1] is None, key[1] or 0))
    return [_break_even_row(design, budget, by_design[design, budget]) for design, budget in order]


def _break_even_row(
    design: str, budget: int | None, shared: Sequence[tuple[Cell, float, float]]
) -> Score:
    points = [break_even(write_side_tokens(cell), read, full) for cell, read, full in shared]
    mean_point = break_even(
        fmean(write_side_tokens(cell) for cell, _, _ in shared),
        fmean(read for _, read, _ in shared),
        fmean(full for _, _, full in shared),
    )
    never = sum(point is None for point in points)
    return Score(
        design=design,
        scenario="all",
        metric=BREAK_EVEN,
        budget=budget,
        value=None if mean_point is None else float(mean_point),
        low=None,
        high=None,
        n_scored=len(points) - never,
        n_total=len(points),
        n_clusters=len({cell.cluster for cell, _, _ in shared}),
        unit="queries",
        direction=Direction.LOWER,
        version=1,
        average="of the mean tokens per history",
        note=f"never in {never} of {len(points)} histories" if never else "",
    )

"""Two runs side by side: every design that both have, on the scenarios that both replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from metrics.api import Cell
from metrics.comparison import ALPHA, Comparison, Verdict, compare
from metrics.registry import HEADLINES, metric
from metrics.statistics.paired import holm
from runs.gate.measured import measure

__all__ = ["RunComparison", "compare_runs"]

_SIDES = "b", "a"
_DECIDED = frozenset({Verdict.BETTER, Verdict.WORSE, Verdict.DIFFERENT})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunComparison:
    """A design in the second run against itself in the first.

    Attributes:
        other: Its label in the first run.
        found: Second minus first; the verdict is about the second.
    """

    design: str
    other: str
    found: Comparison


def compare_runs(
    first: Sequence[Cell], second: Sequence[Cell], *, metrics: Sequence[str] = HEADLINES
) -> list[RunComparison]:
    """Compare the designs that two runs share, at every budget both asked.

    Where each run has one design only, these two are compared, whatever their labels.

    P-values are corrected over everything that is listed.

    Args:
        first: Cells of the run that stood before.
        second: Cells of the run that came after.
        metrics: Names.

    Raises:
        ValueError: They share no design, or a scenario of one name is another history.
    """
    pairs = _pairs(_memories(first), _memories(second))
    _refuse_other_histories(first, second)
    found = [
        RunComparison(design=after, other=before, found=comparison)
        for before, after in pairs
        for name in metrics
        for comparison in _compared(_only(first, before), _only(second, after), name)
    ]
    return _corrected(found)


def _memories(cells: Sequence[Cell]) -> set[str]:
    return {cell.design for cell in cells if not cell.is_bound}


def _pairs(first: set[str], second: set[str]) -> list[tuple[str, str]]:
    shared = sorted(first & second)
    if shared:
        return [(design, design) for design in shared]
    if len(first) == len(second) == 1:
        return [(min(first), min(second))]
    raise ValueError(
        f"the runs share no design: {', '.join(sorted(first))} in the first, "
        f"{', '.join(sorted(second))} in the second"
    )


def _only(cells: Sequence[Cell], design: str) -> list[Cell]:
    return [cell for cell in cells if cell.design == design]


def _refuse_other_histories(first: Sequence[Cell], second: Sequence[Cell]) -> None:
    then = measure(first, metrics=()).histories
    now = measure(second, metrics=()).histories
    other = sorted(p for p in then.keys() & now.keys() if then[p].content != now[p].content)
    if other:
        raise ValueError(
            f"{len(other)} scenarios are other histories in the two runs, {other[0][1]} for one; "
            "their generator or data changed in between"
        )


def _compared(first: Sequence[Cell], second: Sequence[Cell], name: str) -> list[Comparison]:
    sides = [
        [replace(cell, design=label) for cell in cells]
        for label, cells in zip(_SIDES, (second, first), strict=True)
    ]
    asked = [{r.budget for cell in cells for r in cell.records} for cells in sides]
    budgets = sorted(asked[0] & asked[1], key=lambda budget: (budget is None, budget or 0))
    both = [cell for cells in sides for cell in cells]
    return [
        comparison
        for budget in budgets
        for comparison in compare(both, metric(name), budget, baseline="a")
        if comparison.n_items or comparison.n_only_one
    ]


def _corrected(found: Sequence[RunComparison]) -> list[RunComparison]:
    """Correct over all metrics; correction only raises p, so it can only undo a verdict."""
    tested = [i for i, entry in enumerate(found) if entry.found.p_holm is not None]
    p_values = holm([p for i in tested if (p := found[i].found.p_holm) is not None])
    made = list(found)
    for index, p in zip(tested, p_values, strict=True):
        old = made[index].found
        undone = p >= ALPHA and old.verdict in _DECIDED
        verdict = Verdict.NO_DIFFERENCE_SHOWN if undone else old.verdict
        made[index] = replace(made[index], found=replace(old, p_holm=p, verdict=verdict))
    return made

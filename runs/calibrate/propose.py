"""Try thresholds on what was measured, and propose some."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory_impls.parts.claims import Verdict
from runs.calibrate.measure import Compared

__all__ = ["Proposal", "Tried", "proposal", "tried"]

GRID = tuple(round(0.50 + 0.01 * step, 2) for step in range(50))
_ENOUGH = 5
_CLEAR = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What a threshold of likeness would do.

    Attributes:
        caught: Updates and repeats at or above it. due: all of them.
        wrong: Statements of another matter at or above it, which it would overwrite or merge.
        apart: All statements of another matter.
    """

    threshold: float
    caught: int
    due: int
    wrong: int
    apart: int

    @property
    def gain(self) -> float:
        """Share caught minus share wrong: 1 is perfect, 0 no better than chance."""
        return (self.caught / self.due if self.due else 0.0) - (
            self.wrong / self.apart if self.apart else 0.0
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Thresholds for the design ``manager``, and whether likeness can be relied on at all.

    Attributes:
        update: For ``update_similarity``; None when there are too few updates to tell.
        merge: For ``merge_similarity``: no statement of another matter reaches it; None when
            some are as alike as any, or there are too few to tell.
        enough: There are updates and statements of other matters to judge by.
        clear: A rule of likeness separates well; otherwise the rule ``slot`` is advised.
    """

    update: Tried | None
    merge: float | None
    clear: bool
    enough: bool


def tried(compared: Iterable[Compared], thresholds: Iterable[float] = GRID) -> list[Tried]:
    """Count for each threshold what it catches and what it gets wrong."""
    rows = list(compared)
    due = [c.similarity for c in rows if c.verdict is not Verdict.DISTINCT]
    apart = [c.similarity for c in rows if c.verdict is Verdict.DISTINCT and c.nearest]
    return [
        Tried(
            threshold=threshold,
            caught=sum(one >= threshold for one in due),
            due=len(due),
            wrong=sum(one >= threshold for one in apart),
            apart=len(apart),
        )
        for threshold in thresholds
    ]


def proposal(compared: Iterable[Compared]) -> Proposal:
    """Propose thresholds; ties go to the higher one, which merges less."""
    rows = list(compared)
    options = tried(rows)
    enough = bool(options) and options[0].due >= _ENOUGH and options[0].apart >= _ENOUGH
    best = max(options, key=lambda one: (round(one.gain, 9), one.threshold)) if enough else None
    apart = [one.similarity for one in rows if one.verdict is Verdict.DISTINCT]
    free = [t for t in GRID if t > max(apart, default=1.0)]
    return Proposal(
        update=best,
        merge=min(free) if free and enough else None,
        enough=enough,
        clear=best is not None and best.gain >= _CLEAR,
    )

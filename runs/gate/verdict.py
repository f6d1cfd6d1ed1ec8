"""What the gate says: of each threshold, and of the run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from runs.gate.thresholds import Threshold

__all__ = ["GateReport", "Judged", "Standing", "Worst"]


class Standing(StrEnum):
    """How a threshold came out."""

    HELD = "held"
    TOO_FEW = "too few scenarios"
    """Under ten scenarios: the difference was not tested, only limits were."""
    WORSE = "worse"
    LIMIT = "limit broken"
    MISSING = "missing"
    NOT_FINITE = "not finite"
    NOT_COMPARABLE = "not comparable"

    @property
    def exit_status(self) -> int:
        """0 passes, 1 is worse, 2 could not be judged."""
        if self in (Standing.HELD, Standing.TOO_FEW):
            return 0
        return 1 if self in (Standing.WORSE, Standing.LIMIT) else 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """A scenario that got worse; values of the baseline and of the run."""

    cluster: str
    before: float
    now: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A threshold, judged.

    Attributes:
        standing: How it came out.
        before: Value in the baseline, failures counted at the metric's worst.
        now: The same in the run.
        change: Run minus baseline, on what both scored; in the metric's own direction.
        low: Lower end of its 95 % interval.
        p: One-sided, of being worse by no more than the tolerance; corrected by Holm.
        clusters: Scenarios behind it, of the smallest family.
        paired: On the same scenarios; False compares two samples of scenarios.
        said: Why, in a sentence.
        worst: Scenarios that lost most.
    """

    threshold: Threshold
    standing: Standing
    unit: str = ""
    before: float | None = None
    now: float | None = None
    change: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    clusters: int = 0
    paired: bool = True
    said: str = ""
    worst: tuple[Worst, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GateReport:
    """A run held against a baseline.

    Attributes:
        judged: In the order of the thresholds.
        notes: What a reader must know beside them.
        source: Where the baseline came from.
    """

    judged: tuple[Judged, ...]
    notes: tuple[str, ...] = ()
    source: str = ""

    @property
    def exit_status(self) -> int:
        """0 when all hold, 1 when something is worse, 2 when something could not be judged."""
        return max((entry.standing.exit_status for entry in self.judged), default=2)

    @property
    def ok(self) -> bool:
        """Whether every threshold holds."""
        return self.exit_status == 0

    @property
    def failed(self) -> tuple[Judged, ...]:
        """Thresholds that do not hold."""
        return tuple(entry for entry in self.judged if entry.standing.exit_status)

    def __str__(self) -> str:
        from runs.gate.texts import lines

        return "\n".join(lines(self))

"""Recall of required atoms, and the stage at which each was lost.

Source: design.md, "The four headline scores" and "Where information is lost".
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.funnel import Loss, loss_of
from metrics.links import arrived
from metrics.selection import NO_CONTENTS, SelectiveMetric
from scenarios.api import Aspect, Probe

__all__ = [
    "Answered",
    "CompleteRecall",
    "HistoryRecall",
    "Kept",
    "LossShare",
    "Recall",
    "Seen",
]

_NO_ANSWER = NotScored(reason="no answer was read", applies=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _OverRequired(SelectiveMetric):
    """Means every answerable probe that requires something."""

    unit: str = "share"
    direction: Direction = Direction.HIGHER

    def means(self, probe: Probe) -> bool:
        return probe.gold.answerable and bool(probe.gold.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall(_OverRequired):
    """Headline: share of required atoms recalled, over answerable probes."""

    name: str = "recall"
    description: str = "share of the required atoms that the rendered context states"
    example: str = "2 required atoms, one stated by a shown item: 0.5"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the required atoms; guessed and inconsistent ones do not count."""
        return sum(arrived(stage) for stage in record.stages) / len(record.stages)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteRecall(_OverRequired):
    """Every required atom at once: what a question over several facts needs."""

    name: str = "complete_recall"
    description: str = "share of probes whose required atoms are all recalled"
    example: str = "2 required atoms, one recalled: 0; both: 1"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 when every required atom is recalled, else 0."""
        return float(all(arrived(stage) for stage in record.stages))


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRecall(Recall):
    """Recall of values that held in the past, asked for as such."""

    name: str = "history_recall"
    description: str = "share of past values recalled, current or marked as past"
    example: str = "asked where she lived in May; 'used to live in Porto' is shown: 1"

    def means(self, probe: Probe) -> bool:
        """Mean probes about the past only."""
        return Aspect.HISTORY in probe.aspects and bool(probe.gold.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(_OverRequired):
    """First stage: an upper bound of everything that follows."""

    name: str = "seen"
    description: str = "share of required atoms whose evidence was observed before the probe"
    example: str = "2 required atoms, the evidence of one not yet observed: 0.5"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the required atoms."""
        return sum(stage.seen for stage in record.stages) / len(record.stages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(_OverRequired):
    """Second stage, read from the trace."""

    name: str = "kept"
    description: str = "share of required atoms that some item of the contents states"
    example: str = "2 required atoms seen, one dropped by a dream: 0.5"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the required atoms."""
        if any(stage.kept is None for stage in record.stages):
            return NO_CONTENTS
        return sum(bool(stage.kept and stage.seen) for stage in record.stages) / len(record.stages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(_OverRequired):
    """Last stage, for probes that ask directly and were answered."""

    name: str = "answered"
    description: str = "share of required atoms that the answer states, no forbidden atom with them"
    example: str = "2 required atoms recalled, the answer gives one: 0.5"

    def means(self, probe: Probe) -> bool:
        """Mean answerable probes that ask for the value."""
        return probe.direct and probe.gold.answerable and bool(probe.gold.required)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the required atoms; an answer without recall is a guess, not a success."""
        if any(stage.answered is None for stage in record.stages):
            return _NO_ANSWER
        good = sum(bool(stage.answered) and arrived(stage) for stage in record.stages)
        return good / len(record.stages)


@dataclass(frozen=True, slots=True, kw_only=True)
class LossShare(_OverRequired):
    """Share of required atoms lost first at one stage (or right in a way that is no success)."""

    loss: Loss
    direction: Direction = Direction.LOWER
    worst: float | None = None
    example: str = "4 required atoms, one kept but not recalled: not_recalled is 0.25"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the required atoms."""
        if self.loss in (Loss.NOT_KEPT, Loss.INCONSISTENT) and any(
            stage.kept is None for stage in record.stages
        ):
            return NO_CONTENTS
        lost = sum(loss_of(stage) is self.loss for stage in record.stages)
        return lost / len(record.stages)

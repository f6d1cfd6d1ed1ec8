"""Answers against a reference in words, where there are no atoms to look for."""

from __future__ import annotations

from dataclasses import dataclass

from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.matching import token_f1
from metrics.selection import SelectiveMetric
from scenarios.api import Probe

__all__ = ["AnswerF1"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerF1(SelectiveMetric):
    """Overlap of words as multisets; Chinese by character; numbers keep their commas."""

    name: str = "answer_f1"
    description: str = (
        "F1 of the answer's words with the reference answer's, over answerable probes"
    )
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "reference 'tea', answer 'tea tea tea': precision 1/3, recall 1, so 0.5"

    def means(self, probe: Probe) -> bool:
        """Mean answerable direct probes with a reference answer and no options."""
        gold = probe.gold
        return probe.direct and gold.answerable and bool(gold.answer) and not gold.choices

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Compare the reader's answer."""
        if record.answer is None:
            return NotScored(reason="no answer was read", applies=False)
        return token_f1(record.answer, record.probe.gold.answer)

"""The part that most metrics share: which records they mean, and what failed."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from memory_impls.api import Capability
from metrics.api import Cell, NotScored, Outcome, ProbeMetric, ProbeRecord, Role
from scenarios.api import Probe

__all__ = [
    "NOT_APPLICABLE",
    "NOT_MEANT",
    "NO_CONTENTS",
    "SYSTEM_FAILED",
    "SelectiveMetric",
    "is_failure",
]

NOT_APPLICABLE = "not applicable"
"""Start of the reason when a design lacks what a metric needs; shown in reports."""

NO_CONTENTS = NotScored(
    reason=f"{NOT_APPLICABLE}: the design does not list its contents", applies=False
)

NOT_MEANT = NotScored(reason="not meant", applies=False)
"""The metric is about other records."""

SYSTEM_FAILED = "system failed"


def is_failure(outcome: NotScored) -> bool:
    """Tell whether a missing value is the design's failure, which the strict figure counts."""
    return outcome.reason.startswith(SYSTEM_FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectiveMetric(ProbeMetric):
    """A metric that means some records only.

    A subclass says which probes it means and gives their value; role, failure and missing
    capabilities are decided here, the same way for every metric:

    * another role, or a probe that it does not mean: outside ``n_total``;
    * a design without a needed capability: not applicable, outside ``n_total``;
    * a design that failed: inside ``n_total``, and the metric's worst in the strict figure.
    """

    roles: ClassVar[frozenset[Role]] = frozenset({Role.PROBE})
    needs: ClassVar[frozenset[Capability]] = frozenset()
    families: ClassVar[frozenset[str] | None] = None
    """Families or data sets it is defined for; None is any."""

    @abstractmethod
    def means(self, probe: Probe) -> bool:
        """Tell whether the metric is about this probe."""

    @abstractmethod
    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Score a record that was asked and answered."""

    def concerns(self, probe: Probe, role: Role, cell: Cell) -> bool:
        """Tell whether the metric is about such records of this cell at all."""
        elsewhere = self.families is not None and cell.family not in self.families
        return role in self.roles and not elsewhere and self.means(probe)

    def refusal(self, cell: Cell) -> NotScored | None:
        """Say why no record of a cell can be scored: the design lacks what the metric needs."""
        lacking = sorted(need for need in self.needs if need not in cell.capabilities)
        if not lacking or cell.is_bound:
            return None
        reason = f"{NOT_APPLICABLE}: the design lacks {', '.join(lacking)}"
        return NotScored(reason=reason, applies=False)

    def judge(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Score a record that the metric concerns, in a cell that it does not refuse."""
        if record.outcome is Outcome.ASKED:
            return self.value(record, cell)
        if record.outcome is Outcome.NOT_APPLICABLE:
            return NotScored(reason=f"{NOT_APPLICABLE}: {record.error}", applies=False)
        return NotScored(reason=f"{SYSTEM_FAILED}: {record.error}")

    def per_probe(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Score one record, or say why not."""
        if not self.concerns(record.probe, record.role, cell):
            return NOT_MEANT
        return self.refusal(cell) or self.judge(record, cell)

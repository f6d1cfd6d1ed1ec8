"""Recall of a data set's evidence events, by their words; ids declared by a design are no proof.

Source: design.md, "Evidence recall"; cases A13-A16 and A88.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from memory_impls.api import Capability
from metrics import retrieval
from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.cost import answered_records
from metrics.evidence import evidence_ids
from metrics.selection import SelectiveMetric
from scenarios.api import Probe

__all__ = ["EvidenceRanking", "EvidenceRecall", "EvidenceWhole", "SessionHit", "ranked_events"]

_NO_EVIDENCE = NotScored(reason="no evidence")
_SESSION_ONLY = NotScored(reason="only the session is known, see session_hit", applies=False)
_NO_TEXTS = NotScored(reason="the evidence's words were not recorded")

Figure = Callable[[Sequence[str], Collection[str], int], float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _OverEvidence(SelectiveMetric):
    """Means every answerable probe; those without evidence have no value but are counted."""

    unit: str = "share"
    direction: Direction = Direction.HIGHER
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.VERBATIM})

    def means(self, probe: Probe) -> bool:
        return probe.gold.answerable

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        wanted = evidence_ids(record.probe)
        if not wanted:
            return _NO_EVIDENCE
        if record.probe.gold.evidence_any:
            return _SESSION_ONLY
        if not record.evidence:
            return _NO_TEXTS
        return self.figure(record, wanted)

    def figure(self, record: ProbeRecord, wanted: Sequence[str]) -> float:
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRecall(_OverEvidence):
    """Share of the evidence's words in verbatim runs, averaged over the events."""

    name: str = "evidence_recall"
    description: str = "share of the evidence events' words in the context in runs of >= 12 words"
    example: str = "two events: one shown whole, of the other 12 of 24 words in one run: 0.75"

    def figure(self, record: ProbeRecord, wanted: Sequence[str]) -> float:
        """Average over all evidence events; one whose words are unknown counts 0."""
        found = {share.event_id: share.share for share in record.evidence}
        return sum(found.get(event, 0.0) for event in wanted) / len(wanted)

    def remark(self, cells: Sequence[Cell], budget: int | None) -> str:
        """Warn of contexts that hold everything: any ranking finds the evidence there (A12)."""
        asked = [r for cell in cells for r in answered_records(cell, budget) if self.means(r.probe)]
        full = sum(len(record.shown) >= record.events_seen > 0 for record in asked)
        return f"saturated: {full} of {len(asked)} contexts hold every event so far" if full else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceWhole(_OverEvidence):
    """Share of the evidence events that stand whole in the context."""

    name: str = "evidence_whole"
    description: str = "share of the evidence events that the context holds whole"
    example: str = "two events: one shown whole, of the other 12 of 24 words in one run: 0.5"

    def figure(self, record: ProbeRecord, wanted: Sequence[str]) -> float:
        """Average over all evidence events."""
        whole = {share.event_id for share in record.evidence if share.whole}
        return sum(event in whole for event in wanted) / len(wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHit(SelectiveMetric):
    """Any turn of a gold session, where a data set marks no turn in it."""

    name: str = "session_hit"
    description: str = "share of probes with any turn of the gold session shown whole"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "a session of 8 turns is gold, one of them is shown whole: 1"
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.VERBATIM})

    def means(self, probe: Probe) -> bool:
        """Mean answerable probes of which the session is known and the turn is not."""
        return probe.gold.answerable and probe.gold.evidence_any

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 when any turn is shown whole."""
        if not record.evidence:
            return _NO_TEXTS
        return float(any(share.whole for share in record.evidence))


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRanking(_OverEvidence):
    """A ranking figure over the events that the shown items hold whole, best item first.

    Attributes:
        k: Number of places looked at; None is as many as were shown.
        compute: The figure, from ``metrics.retrieval``.
    """

    compute: Figure
    k: int | None = None
    example: str = "items: other, evidence a; evidence {a, b}: hit 1, all 0, reciprocal rank 0.5"

    def figure(self, record: ProbeRecord, wanted: Sequence[str]) -> float:
        """Rank and compute."""
        ranked = ranked_events(record)
        return self.compute(ranked, set(wanted), self.k or max(1, len(ranked))) or 0.0


def ranked_events(record: ProbeRecord) -> tuple[str, ...]:
    """Rank the evidence events by the first shown item that holds them whole.

    An item without evidence takes a place of its own, under a name no event can have; an item
    that only repeats events already ranked takes none.
    """
    if _LAST and _LAST[0][0] is record:
        return _LAST[0][1]
    by_rank: dict[int, list[str]] = {}
    for share in record.evidence:
        for rank in share.ranks:
            by_rank.setdefault(rank, []).append(share.event_id)
    ranked: list[str] = []
    for rank in range(len(record.shown)):
        ranked.extend(by_rank.get(rank, [f"\x00{rank}"]))
    found = retrieval.distinct(ranked)
    _LAST[:] = [(record, found)]
    return found


_LAST: list[tuple[ProbeRecord, tuple[str, ...]]] = []
"""The last ranking: several figures of one record are computed in a row."""

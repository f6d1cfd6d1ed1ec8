"""After a change: the current value recalled, the old one not asserted, and for how long.

Source: design.md, "The four headline scores"; article A 3.3 (overwrite priority), article B 4.2.
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics.api import AtomStage, Cell, Direction, NotScored, Outcome, ProbeRecord
from metrics.links import NEVER_KNOWN, arrived, held, index_of
from metrics.selection import NOT_MEANT, SelectiveMetric
from scenarios.api import Aspect, Atom, Probe, Reason

__all__ = [
    "Absence",
    "Cascade",
    "ConflictHandling",
    "ExceptionKept",
    "FalseOverwrite",
    "Fama",
    "FlipRate",
    "Reversal",
    "settled",
]


def settled(record: ProbeRecord) -> bool:
    """Tell whether every required atom is recalled and no stale one asserted."""
    return all(arrived(stage) for stage in record.stages) and not _stale(record)


def _stale(record: ProbeRecord) -> bool:
    return any(e.asserted for e in record.exposures if e.reason is Reason.STALE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settling(SelectiveMetric):
    """Gives 1 when the record is settled, else 0."""

    unit: str = "share"
    direction: Direction = Direction.HIGHER

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        return float(settled(record))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictHandling(_Settling):
    """Headline: the current atom recalled and no stale one asserted."""

    name: str = "conflict_handling"
    description: str = "share of probes after a change with the current value and no stale one"
    example: str = "Bob and, as if still true, Alice are shown: 0; 'was Alice, is Bob now': 1"

    def means(self, probe: Probe) -> bool:
        """Mean probes after a change that require something."""
        return Aspect.AFTER_CHANGE in probe.aspects and bool(probe.gold.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversal(_Settling):
    """A value that was replaced and came back: A, B, A."""

    name: str = "reversal"
    description: str = "conflict handling where the current value had been stale before"
    example: str = "tea, coffee, tea again; tea is shown and coffee is not: 1"

    def means(self, probe: Probe) -> bool:
        """Mean probes after a change; ``value`` finds those whose value had been stale."""
        return Aspect.AFTER_CHANGE in probe.aspects and bool(probe.gold.required)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 when settled; not meant when no required value had been stale in the cell."""
        index = index_of(cell)
        if not any(index.was_stale(record, atom) for atom in record.probe.gold.required):
            return NOT_MEANT
        return float(settled(record))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExceptionKept(_Settling):
    """A temporary exception, during it and after its date."""

    name: str = "exception_kept"
    description: str = "conflict handling where one value's validity lies inside the other's"
    example: str = "no meat, but fish until Friday: on Monday fish is asserted: 0"

    def means(self, probe: Probe) -> bool:
        """Mean probes whose required and stale values are rule and exception of each other."""
        stale = [entry.atom for entry in probe.gold.forbidden if entry.reason is Reason.STALE]
        return any(
            _inside(required, other) or _inside(other, required)
            for required in probe.gold.required
            for other in stale
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Cascade(_Settling):
    """A value that follows by rule from another that changed."""

    name: str = "cascade"
    description: str = "share of dependent values recalled anew after their root changed"
    example: str = "moved to Oslo, so the office is now Oslo's; only the old office is shown: 0"

    def means(self, probe: Probe) -> bool:
        """Mean probes on dependent values that have a new one."""
        return Aspect.CASCADE in probe.aspects and bool(probe.gold.required)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 when settled; never known when the old dependent value had not been."""
        earlier = index_of(cell).before(record)
        if earlier is not None and not all(held(stage) for stage in earlier.stages):
            return NotScored(reason=NEVER_KNOWN)
        return float(settled(record))


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence(SelectiveMetric):
    """A dependent value that became unknown when its root changed."""

    name: str = "absence"
    description: str = "share of dependent values, once known, no longer asserted when unknown"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "the old office is still asserted after the move: 0; never known: not scored"

    def means(self, probe: Probe) -> bool:
        """Mean probes on dependent values that have become unknown."""
        return Aspect.ABSENCE in probe.aspects and bool(probe.gold.forbidden)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 when no forbidden atom is asserted."""
        index = index_of(cell)
        refusals = [index.knew_exposed(record, exposure) for exposure in record.exposures]
        refused = [refusal for refusal in refusals if refusal is not None]
        if len(refused) == len(refusals):
            return max(refused, key=lambda refusal: refusal.applies, default=NOT_MEANT)
        known = zip(record.exposures, refusals, strict=True)
        return float(not any(e.asserted for e, refusal in known if refusal is None))


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseOverwrite(SelectiveMetric):
    """Something still true that was given up for a look-alike, a quote or a hypothesis."""

    name: str = "false_overwrite"
    description: str = "share of still valid atoms, once known, lost on control probes"
    unit: str = "share"
    direction: Direction = Direction.LOWER
    worst: float | None = 1.0
    example: str = "invoice 1042 was kept; after invoice 1043 came it is not: 1"

    def means(self, probe: Probe) -> bool:
        """Mean controls with an earlier probe; those of rules are another metric's."""
        control = Aspect.CONTROL in probe.aspects and Aspect.RULE not in probe.aspects
        return control and bool(probe.gold.required) and probe.gold.before is not None

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the atoms known before; by what is kept where contents are listed."""
        earlier = index_of(cell).before(record)
        stages = () if earlier is None or earlier.outcome is not Outcome.ASKED else earlier.stages
        known = {stage.atom_id for stage in stages if stage.seen and _there(stage)}
        lost = [not _there(stage) for stage in record.stages if stage.atom_id in known]
        return sum(lost) / len(lost) if lost else NotScored(reason=NEVER_KNOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipRate(SelectiveMetric):
    """Paraphrases of one question that get different answers."""

    name: str = "flip_rate"
    description: str = "share of repeats whose outcome differs from the repeat before"
    unit: str = "share"
    direction: Direction = Direction.LOWER
    worst: float | None = 1.0
    example: str = "current, current, stale, current over four repeats: 2 of 3 pairs flip, 0.667"

    def means(self, probe: Probe) -> bool:
        """Mean probes that repeat a question."""
        return bool(probe.group) and bool(probe.gold.required)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Compare with the repeat before that requires the same atoms."""
        earlier = index_of(cell).repeat_before(record)
        if earlier is None:
            return NOT_MEANT
        if earlier.outcome is not Outcome.ASKED:
            return NotScored(reason="the repeat before failed")
        pair = _outcome(earlier), _outcome(record)
        if not any(recalled or stale for recalled, stale in pair):
            return NotScored(reason=NEVER_KNOWN)
        return float(pair[0] != pair[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Fama(SelectiveMetric):
    """Presence minus obsolete use (Memora, arXiv 2604.20006, 4.1.2)."""

    name: str = "fama"
    description: str = "max(0, MPA - lambda (1 - FAA)) over required and obsolete atoms"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "2 of 2 required recalled, 1 of 2 obsolete asserted: 1 - 0.5 * 0.5 = 0.75"

    def means(self, probe: Probe) -> bool:
        """Mean probes with something required and something obsolete."""
        obsolete = (Reason.STALE, Reason.DELETED)
        forgotten = any(entry.reason in obsolete for entry in probe.gold.forbidden)
        return forgotten and bool(probe.gold.required)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Weigh the obsolete share by its part of all criteria."""
        present = [arrived(stage) for stage in record.stages]
        obsolete = [
            exposure.asserted
            for exposure in record.exposures
            if exposure.reason in (Reason.STALE, Reason.DELETED)
        ]
        weight = len(obsolete) / (len(present) + len(obsolete))
        used = sum(obsolete) / len(obsolete)
        return max(0.0, sum(present) / len(present) - weight * used)


def _there(stage: AtomStage) -> bool:
    return stage.recalled if stage.kept is None else stage.kept


def _outcome(record: ProbeRecord) -> tuple[bool, bool]:
    return all(arrived(stage) for stage in record.stages), _stale(record)


def _inside(inner: Atom, outer: Atom) -> bool:
    """Tell whether ``inner`` holds for a stretch within the time that ``outer`` holds."""
    if inner.valid_from is None or inner.valid_to is None or inner.value == outer.value:
        return False
    begins = outer.valid_from is None or outer.valid_from <= inner.valid_from
    ends = outer.valid_to is None or outer.valid_to >= inner.valid_to
    return begins and ends

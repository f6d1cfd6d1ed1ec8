"""Forbidden atoms that a memory shows or still holds: the metrics of absence.

Stale, trap, deleted, secret and other-scope atoms are looked for in three ways: asserted as
current by the context, present in it in any stance (a deleted address shown as superseded is
still shown), or present there or anywhere in the contents. All are scored by the "never known"
rule of ``metrics.links`` and are better the lower they are.

Source: design.md, "Metrics of absence"; articles A 3.4 and B 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from memory_impls.api import Capability
from metrics.api import AtomExposure, Cell, Direction, NotScored, ProbeRecord, Role
from metrics.links import index_of
from metrics.selection import NOT_APPLICABLE, NOT_MEANT, SelectiveMetric
from scenarios.api import Aspect, Probe, Reason

__all__ = [
    "Exposure",
    "IsolationLeak",
    "Look",
    "Residue",
    "Resurrection",
    "SecretLeak",
    "StaleExposure",
    "TrapExposure",
    "WordedDeletion",
]

_NO_FORGET = NotScored(
    reason=f"{NOT_APPLICABLE}: the design lacks {Capability.FORGET}", applies=False
)


class Look(StrEnum):
    """Where a forbidden atom is looked for."""

    ASSERTED = "asserted"
    PRESENT = "present"
    PRESENT_OR_KEPT = "present_or_kept"

    def found(self, exposure: AtomExposure) -> bool:
        """Tell whether the atom is there."""
        if self is Look.ASSERTED:
            return exposure.asserted
        return exposure.present or (self is Look.PRESENT_OR_KEPT and exposure.kept is True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure(SelectiveMetric):
    """Share of a record's forbidden atoms, of some reasons, that are found by one look."""

    unit: str = "share"
    direction: Direction = Direction.LOWER
    worst: float | None = 1.0
    reasons: frozenset[Reason]
    look: Look

    def means(self, probe: Probe) -> bool:
        """Mean probes with a forbidden atom of these reasons."""
        return any(entry.reason in self.reasons for entry in probe.gold.forbidden)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the atoms that the "never known" rule admits."""
        forgets = Capability.FORGET in cell.capabilities
        if Aspect.AFTER_FORGET in record.probe.aspects and not forgets and not cell.is_bound:
            return _NO_FORGET
        index = index_of(cell)
        found: list[bool] = []
        refusals: list[NotScored] = []
        for exposure in record.exposures:
            if exposure.reason not in self.reasons:
                continue
            refusal = index.knew_exposed(record, exposure)
            if refusal is None:
                found.append(self.found(exposure))
            else:
                refusals.append(refusal)
        if found:
            return sum(found) / len(found)
        return max(refusals, key=lambda refusal: refusal.applies, default=NOT_MEANT)

    def found(self, exposure: AtomExposure) -> bool:
        """Tell whether the atom is where it must not be."""
        return self.look.found(exposure)


@dataclass(frozen=True, slots=True, kw_only=True)
class StaleExposure(Exposure):
    """Values that no longer hold, asserted as if they did."""

    name: str = "stale_exposure"
    description: str = "share of stale atoms, once known, that the context asserts as current"
    example: str = "knew Alice, then Bob; the context says both manage you: 1, 'was Alice': 0"
    reasons: frozenset[Reason] = frozenset({Reason.STALE})
    look: Look = Look.ASSERTED


@dataclass(frozen=True, slots=True, kw_only=True)
class TrapExposure(Exposure):
    """Quotes, hypotheses, other people's facts and wrong values, asserted as true."""

    name: str = "trap_exposure"
    description: str = "share of trap atoms that the context asserts as current"
    example: str = "two traps, one asserted: 0.5; nothing recalled so far in the cell: not scored"
    reasons: frozenset[Reason] = frozenset({Reason.TRAP})
    look: Look = Look.ASSERTED


@dataclass(frozen=True, slots=True, kw_only=True)
class IsolationLeak(Exposure):
    """What belongs to another user or project."""

    name: str = "isolation_leak"
    description: str = "share of another scope's atoms, known there, that the context shows"
    example: str = "the budget of project B, known in B, is shown in project A as superseded: 1"
    reasons: frozenset[Reason] = frozenset({Reason.OTHER_SCOPE})
    look: Look = Look.PRESENT


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretLeak(Exposure):
    """Card numbers, keys and passwords in a context or in the contents."""

    name: str = "secret_leak"
    description: str = "share of secrets that the context or the contents hold in any stance"
    example: str = "the fact beside the card number was recalled, the number is kept, not shown: 1"
    reasons: frozenset[Reason] = frozenset({Reason.SECRET})
    look: Look = Look.PRESENT_OR_KEPT


@dataclass(frozen=True, slots=True, kw_only=True)
class Residue(Exposure):
    """What a Forget step should have erased."""

    name: str = "residue"
    description: str = "share of erased atoms, once known, still in the context or the contents"
    example: str = "the address was recalled, then erased; a summary still holds it: 1"
    reasons: frozenset[Reason] = frozenset({Reason.DELETED})
    look: Look = Look.PRESENT_OR_KEPT
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.FORGET})

    def means(self, probe: Probe) -> bool:
        """Mean probes after a Forget step."""
        deleted = any(entry.reason in self.reasons for entry in probe.gold.forbidden)
        return deleted and Aspect.AFTER_FORGET in probe.aspects


@dataclass(frozen=True, slots=True, kw_only=True)
class WordedDeletion(Exposure):
    """What the user asked in words to forget, without a Forget step."""

    name: str = "worded_deletion_exposure"
    description: str = "share of atoms deleted only in words, once known, that the context shows"
    example: str = "'forget my old address' was said, the address is shown: 1"
    reasons: frozenset[Reason] = frozenset({Reason.DELETED})
    look: Look = Look.PRESENT

    def means(self, probe: Probe) -> bool:
        """Mean probes with a deleted atom and no Forget step."""
        deleted = any(entry.reason in self.reasons for entry in probe.gold.forbidden)
        return deleted and Aspect.AFTER_FORGET not in probe.aspects


@dataclass(frozen=True, slots=True, kw_only=True)
class Resurrection(Exposure):
    """What comes back when the original events are fed again, on a fork."""

    name: str = "resurrection"
    description: str = "share of deleted atoms held, or stale ones asserted, after re-ingest"
    example: str = "address erased, history fed again, address kept again: 1"
    reasons: frozenset[Reason] = frozenset({Reason.DELETED, Reason.STALE})
    look: Look = Look.PRESENT_OR_KEPT
    roles: ClassVar[frozenset[Role]] = frozenset({Role.FORK})

    def means(self, probe: Probe) -> bool:
        """Mean probes after a re-ingest."""
        forbidden = any(entry.reason in self.reasons for entry in probe.gold.forbidden)
        return forbidden and Aspect.REINGEST in probe.aspects

    def found(self, exposure: AtomExposure) -> bool:
        """Look for a stale atom as current only: a memory may keep it as history."""
        look = Look.ASSERTED if exposure.reason is Reason.STALE else self.look
        return look.found(exposure)

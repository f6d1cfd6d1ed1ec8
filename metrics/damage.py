"""What a dream destroyed and what it brought: atoms asked just before it and just after.

Source: design.md, "Damage"; article A 4 (a dream must not lose what it distils).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from metrics.api import AtomStage, Cell, Direction, NotScored, Outcome, ProbeRecord, Role
from metrics.links import NEVER_KNOWN, arrived, index_of
from metrics.selection import NO_CONTENTS, SelectiveMetric
from scenarios.api import Probe

__all__ = ["Damage", "Gain"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _AcrossDream(SelectiveMetric):
    """Pairs the record after a dream with the one before it.

    Attributes:
        kept: Look at ``kept`` in place of ``recalled``.
    """

    kept: bool = False
    unit: str = "share"
    roles: ClassVar[frozenset[Role]] = frozenset({Role.DAMAGE_AFTER})

    def means(self, probe: Probe) -> bool:
        return bool(probe.gold.required)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        earlier = index_of(cell).damage.get((record.dream, record.probe.id, record.budget))
        if earlier is None or earlier.outcome is not Outcome.ASKED:
            return NotScored(reason="no record before the dream")
        if self.kept and any(stage.kept is None for stage in record.stages):
            return NO_CONTENTS
        before = {stage.atom_id: self._there(stage) for stage in earlier.stages}
        after = {stage.atom_id: self._there(stage) for stage in record.stages}
        return self._changed(before, after)

    def _there(self, stage: AtomStage) -> bool:
        return bool(stage.kept and stage.seen) if self.kept else arrived(stage)

    def _changed(self, before: dict[str, bool], after: dict[str, bool]) -> float | NotScored:
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(_AcrossDream):
    """Share of atoms there just before a dream and not just after it, of those there before."""

    name: str = "damage"
    description: str = "share of atoms recalled just before a dream and not just after it"
    direction: Direction = Direction.LOWER
    worst: float | None = 1.0
    example: str = "4 atoms asked, 3 there before, 1 of these gone after: 0.333, n 3/4"

    def _changed(self, before: dict[str, bool], after: dict[str, bool]) -> float | NotScored:
        known = [atom for atom in sorted(after) if before.get(atom)]
        lost = sum(not after[atom] for atom in known)
        return lost / len(known) if known else NotScored(reason=NEVER_KNOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain(_AcrossDream):
    """Share of atoms not there just before a dream and there after it, of those missing before."""

    name: str = "gain"
    description: str = "share of atoms not recalled just before a dream and recalled after it"
    direction: Direction = Direction.HIGHER
    example: str = "4 atoms asked, 1 missing before and there after: 1, n 1/4"

    def _changed(self, before: dict[str, bool], after: dict[str, bool]) -> float | NotScored:
        missing = [atom for atom in sorted(after) if before.get(atom) is False]
        found = sum(after[atom] for atom in missing)
        return found / len(missing) if missing else NotScored(reason="nothing was missing before")

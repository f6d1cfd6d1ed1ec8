"""Find a cell's linked records: the earlier probe of the "never known" rule, damage pairs.

A metric of absence (stale, residue, leak, ...) is scored only where the same design had recalled
or kept the atom in the linked earlier probe, at the same budget. A memory that knows nothing
earns nothing.

Source: design.md, "Metrics of absence".
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics.api import AtomExposure, AtomStage, Cell, NotScored, Outcome, ProbeRecord, Role
from scenarios.api import Aspect, Atom, Reason

__all__ = ["NEVER_KNOWN", "CellIndex", "arrived", "content", "held", "index_of"]

NEVER_KNOWN = "never known"
_NO_LINK = "no linked earlier probe"


def arrived(stage: AtomStage) -> bool:
    """Tell whether an atom is the memory's success at ``recalled``.

    Recalled although no evidence was seen is guessed, recalled although nothing kept states it
    is inconsistent: neither counts.
    """
    return stage.recalled and stage.seen and stage.kept is not False


def held(stage: AtomStage) -> bool:
    """Tell whether a design had an atom: recalled it, or kept it."""
    return stage.seen and (stage.recalled or stage.kept is True)


def content(atom: Atom) -> Atom:
    """Reduce an atom to what it says, so that the same value stated twice compares equal."""
    return Atom(id="", value=atom.value, subject=atom.subject, attribute=atom.attribute)


@dataclass(frozen=True, slots=True)
class CellIndex:
    """Records of one cell by what other records point at.

    Attributes:
        asked: (probe id, budget) -> first main-line record.
        damage: (dream, probe id, budget) -> the record taken just before that dream.
        first_success: Budget -> order of the first record with an atom that arrived.
        repeats: (group, budget, required atom ids) -> main-line records in order.
        stale_since: Content of an atom -> order of the first record that forbids it as stale.
        required: (atom id, budget) -> main-line records that require it, in order.
        asks_for_rules: Whether some probe of the cell asks for a rule.
    """

    asked: dict[tuple[str, int | None], ProbeRecord]
    damage: dict[tuple[int, str, int | None], ProbeRecord]
    first_success: dict[int | None, int]
    repeats: dict[tuple[str, int | None, tuple[str, ...]], list[ProbeRecord]]
    stale_since: dict[Atom, int]
    required: dict[tuple[str, int | None], list[ProbeRecord]]
    asks_for_rules: bool

    def around(self, record: ProbeRecord, atom_id: str) -> list[AtomStage]:
        """Give an atom's stages in the main-line records that require it just before and after.

        At most two, earlier first; empty without an earlier one.
        """
        asked = [
            other
            for other in self.required.get((atom_id, record.budget), ())
            if other.outcome is Outcome.ASKED
        ]
        earlier = [other for other in asked if other.order < record.order][-1:]
        later = [other for other in asked if other.order > record.order][:1]
        return [
            next(stage for stage in other.stages if stage.atom_id == atom_id)
            for other in (earlier + later if earlier else [])
        ]

    def repeat_before(self, record: ProbeRecord) -> ProbeRecord | None:
        """Give the repeat of the same question, with the same gold, asked just before."""
        earlier = [r for r in self.repeats.get(_repeat_key(record), ()) if r.order < record.order]
        return earlier[-1] if earlier else None

    def was_stale(self, record: ProbeRecord, atom: Atom) -> bool:
        """Tell whether an earlier probe of the cell forbade this value as stale."""
        since = self.stale_since.get(content(atom))
        return since is not None and since < record.order

    def before(self, record: ProbeRecord) -> ProbeRecord | None:
        """Give the linked earlier record at the same budget, or None."""
        link = record.probe.gold.before
        earlier = None if link is None else self.asked.get((link, record.budget))
        if earlier is None or earlier is record or earlier.order > record.order:
            return None
        return earlier

    def knew_exposed(self, record: ProbeRecord, exposure: AtomExposure) -> NotScored | None:
        """Apply the "never known" rule to a forbidden atom; None when it may be scored.

        An earlier probe that requires the atom decides by it. One that does not (a secret is
        never asked for) decides by its own required atoms, all of them. A trap or a secret
        without a link asks that the design has recalled anything at all before.
        """
        earlier = self.before(record)
        if earlier is None:
            return self._knew_anything(record, exposure)
        if earlier.outcome is not Outcome.ASKED:
            return NotScored(reason=NEVER_KNOWN)
        own = [stage for stage in earlier.stages if stage.atom_id == exposure.atom_id]
        stages = own or list(earlier.stages)
        if stages and all(held(stage) for stage in stages):
            return None
        return NotScored(reason=NEVER_KNOWN)

    def _knew_anything(self, record: ProbeRecord, exposure: AtomExposure) -> NotScored | None:
        if exposure.reason not in (Reason.TRAP, Reason.SECRET):
            return NotScored(reason=_NO_LINK, applies=False)
        first = self.first_success.get(record.budget)
        return None if first is not None and first < record.order else NotScored(reason=NEVER_KNOWN)


_RECENT: dict[int, tuple[Cell, CellIndex]] = {}
_RECENT_LIMIT = 16


def index_of(cell: Cell) -> CellIndex:
    """Index a cell once; the last few cells are remembered by identity."""
    known = _RECENT.get(id(cell))
    if known is not None and known[0] is cell:
        return known[1]
    index = _build(cell)
    if len(_RECENT) >= _RECENT_LIMIT:
        _RECENT.pop(next(iter(_RECENT)))
    _RECENT[id(cell)] = (cell, index)
    return index


def _build(cell: Cell) -> CellIndex:
    asked: dict[tuple[str, int | None], ProbeRecord] = {}
    damage: dict[tuple[int, str, int | None], ProbeRecord] = {}
    first_success: dict[int | None, int] = {}
    repeats: dict[tuple[str, int | None, tuple[str, ...]], list[ProbeRecord]] = {}
    stale_since: dict[Atom, int] = {}
    required: dict[tuple[str, int | None], list[ProbeRecord]] = {}
    for record in sorted(cell.records, key=lambda record: record.order):
        if record.role is Role.DAMAGE_BEFORE:
            damage.setdefault((record.dream, record.probe.id, record.budget), record)
        if record.role is not Role.PROBE:
            continue
        asked.setdefault((record.probe.id, record.budget), record)
        if record.probe.group:
            repeats.setdefault(_repeat_key(record), []).append(record)
        for atom in record.probe.gold.required:
            required.setdefault((atom.id, record.budget), []).append(record)
        for entry in record.probe.gold.forbidden:
            if entry.reason is Reason.STALE:
                stale_since.setdefault(content(entry.atom), record.order)
        if any(arrived(stage) for stage in record.stages):
            first_success.setdefault(record.budget, record.order)
    return CellIndex(
        asked=asked,
        damage=damage,
        first_success=first_success,
        repeats=repeats,
        stale_since=stale_since,
        required=required,
        asks_for_rules=any(Aspect.RULE in record.probe.aspects for record in cell.records),
    )


def _repeat_key(record: ProbeRecord) -> tuple[str, int | None, tuple[str, ...]]:
    return record.probe.group, record.budget, tuple(a.id for a in record.probe.gold.required)

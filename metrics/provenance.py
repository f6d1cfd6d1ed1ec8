"""Do the sources that an item declares hold what it says?

Declared ids earn nothing anywhere else; here they are what is measured.

Source: design.md (provenance fidelity); article B 4.1; MemCorrect.
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.selection import SelectiveMetric
from scenarios.api import Probe

__all__ = ["ProvenanceFidelity", "ProvenancePrecision"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _OverSources(SelectiveMetric):
    """Means answerable probes whose atoms name their evidence."""

    unit: str = "share"
    direction: Direction = Direction.HIGHER

    def means(self, probe: Probe) -> bool:
        return probe.gold.answerable and any(atom.evidence_ids for atom in probe.gold.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenanceFidelity(_OverSources):
    """Recalled atoms that can be traced to an event that said so."""

    name: str = "provenance_fidelity"
    description: str = "share of stated atoms with an item that declares one of their real sources"
    example: str = "two atoms stated, the item of one cites the right event, the other none: 0.5"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the atoms that are stated and name evidence."""
        traced = [bool(declared & real) for declared, real in _declared(record)]
        return sum(traced) / len(traced) if traced else NotScored(reason="no atom was stated")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenancePrecision(_OverSources):
    """Declared sources that are real: citing everything is no provenance."""

    name: str = "provenance_precision"
    description: str = "share of the sources declared for stated atoms that state them"
    example: str = "an item states the atom and cites 200 events, one of them right: 0.005"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Average over the stated atoms with declared sources."""
        pairs = [(declared, real) for declared, real in _declared(record) if declared]
        if not pairs:
            return NotScored(reason="no stated atom declares a source")
        return sum(len(declared & real) / len(declared) for declared, real in pairs) / len(pairs)


def _declared(record: ProbeRecord) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Give the declared and the real sources of every atom that is stated."""
    sources = {item.item_id: item.source_ids for item in record.shown}
    evidence = {atom.id: frozenset(atom.evidence_ids) for atom in record.probe.gold.required}
    return [
        (frozenset(event for item in stage.shown_by for event in sources[item]), real)
        for stage in record.stages
        if stage.shown_by and (real := evidence[stage.atom_id])
    ]

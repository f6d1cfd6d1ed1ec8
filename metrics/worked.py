"""Small hand-made records and cells, to work an example of a metric by hand.

A test of a metric of one's own starts here: build two or three records, say what the value must
be, and compare. Every argument has a plain default; times are fixed; stages are given, so nothing
is matched.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from memory_impls.api import ItemKind, Scope, Status
from metrics.api import AtomExposure, AtomStage, Cell, ProbeRecord, Role, Shown
from scenarios.api import Aspect, Atom, Forbidden, Gold, Hardness, Probe, Reason, Value, ValueKind

__all__ = ["START", "atom", "cell", "exposure", "item", "record", "stage"]

START = datetime(2023, 5, 1, 9, 0, tzinfo=UTC)
"""Time of everything that names no other."""


def atom(id: str = "a", value: str = "Oslo", **given: object) -> Atom:
    """Make an atom with a name as its value."""
    fields = {"value": Value(kind=ValueKind.NAME, text=value), **given}
    return Atom(id=id, **fields)  # type: ignore[arg-type]


def stage(
    atom_id: str = "a",
    *,
    seen: bool = True,
    kept: bool | None = None,
    recalled: bool = True,
    answered: bool | None = None,
    hardness: Hardness | None = None,
    shown_by: tuple[str, ...] = (),
) -> AtomStage:
    """Make the stage of a required atom, recalled unless told otherwise."""
    return AtomStage(
        atom_id=atom_id,
        seen=seen,
        kept=kept,
        recalled=recalled,
        answered=answered,
        hardness=hardness,
        shown_by=shown_by,
    )


def exposure(
    atom_id: str = "old",
    reason: Reason = Reason.STALE,
    *,
    asserted: bool = True,
    present: bool | None = None,
    kept: bool | None = None,
    answered: bool | None = None,
) -> AtomExposure:
    """Make the exposure of a forbidden atom, asserted unless told otherwise."""
    return AtomExposure(
        atom_id=atom_id,
        reason=reason,
        asserted=asserted,
        present=asserted if present is None else present,
        kept=kept,
        answered=answered,
    )


def item(text: str = "Ana lives in Oslo.", id: str = "i0", **given: object) -> Shown:
    """Make a shown item: a current fact unless told otherwise."""
    fields = {"kind": ItemKind.FACT, "status": Status.CURRENT, "at": START, **given}
    return Shown(item_id=id, text=text, **fields)  # type: ignore[arg-type]


def record(
    probe_id: str = "p0",
    stages: Sequence[AtomStage] = (),
    exposures: Sequence[AtomExposure] = (),
    *,
    aspects: Sequence[Aspect] = (),
    budget: int | None = 512,
    order: int = 0,
    role: Role = Role.PROBE,
    gold: Gold | None = None,
    before: str | None = None,
    hardness: Hardness | None = None,
    answerable: bool = True,
    group: str = "",
    direct: bool = True,
    session: int = 0,
    **given: object,
) -> ProbeRecord:
    """Make a staged record; its gold requires and forbids what the stages and exposures name."""
    made = gold or Gold(
        required=tuple(atom(stage.atom_id) for stage in stages),
        forbidden=tuple(Forbidden(atom=atom(e.atom_id), reason=e.reason) for e in exposures),
        before=before,
        hardness=hardness,
        answerable=answerable,
    )
    asked = Probe(
        id=probe_id,
        text="Where does Ana live?",
        scope=Scope(user="ana"),
        asked_at=START + timedelta(days=order),
        gold=made,
        aspects=frozenset(aspects),
        direct=direct,
        group=group,
        session=session,
    )
    return ProbeRecord(
        cell_id="c",
        probe=asked,
        budget=budget,
        order=order,
        role=role,
        stages=tuple(stages),
        exposures=tuple(exposures),
        **given,  # type: ignore[arg-type]
    )


def cell(
    *records: ProbeRecord,
    design: str = "mine",
    scenario: str = "moves",
    family: str = "moves",
    cluster: str = "moves/0",
    **given: object,
) -> Cell:
    """Make a cell of one design and one scenario."""
    return Cell(
        id=f"{design}/{cluster}",
        design=design,
        scenario=scenario,
        family=family,
        cluster=cluster,
        seed=0,
        records=records,
        **given,  # type: ignore[arg-type]
    )

"""K33: memories that are useless or cheat get the score they deserve, from texts to rows."""

from __future__ import annotations

import pytest

from memory_impls.api import Capability, Scope
from metrics.aggregate import score
from metrics.api import Cell, Outcome, ProbeRecord, Score
from metrics.worked import START, cell, item
from scenarios.api import Aspect, Atom, Forbidden, Gold, Probe, Reason, Value, ValueKind

CUES = {"subject": ("Ana",), "attribute": ("grade", "answer", "moved", "lives", "live", "floor")}


def gold_atom(id: str, text: str, kind: ValueKind = ValueKind.NAME) -> Atom:
    return Atom(
        id=id,
        value=Value(kind=kind, text=text),
        subject=CUES["subject"],
        attribute=CUES["attribute"],
        evidence_ids=(f"e-{id}",),
    )


def asked(
    id: str,
    gold: Gold,
    *texts: str,
    order: int = 0,
    aspects: tuple[Aspect, ...] = (),
    outcome: Outcome = Outcome.ASKED,
) -> ProbeRecord:
    probe = Probe(
        id=id,
        text="What is true of Ana?",
        scope=Scope(user="u"),
        asked_at=START,
        gold=gold,
        aspects=frozenset(aspects),
    )
    return ProbeRecord(
        cell_id="c",
        probe=probe,
        budget=None,
        order=order,
        outcome=outcome,
        error="" if outcome is Outcome.ASKED else "KeyError",
        shown=tuple(item(text, id=f"i{n}", speaker="Ana") for n, text in enumerate(texts)),
        seen_ids=tuple(f"e-{atom.id}" for atom in gold.required),
    )


def rows(*cells: Cell) -> dict[str, Score]:
    return {row.metric: row for row in score(list(cells)) if row.scenario == "all"}


HEADLINE_ASPECTS = (Aspect.CONSTRAINT, Aspect.AFTER_CHANGE)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("R", ValueKind.IDENTIFIER),
        ("no", ValueKind.TEXT),
        ("5", ValueKind.NUMBER),
        ("it", ValueKind.TEXT),
    ],
)
def test_a77_a_memory_that_stores_nothing_scores_nothing(text: str, kind: ValueKind) -> None:
    gold = Gold(
        required=(gold_atom("a", text, kind),),
        forbidden=(Forbidden(atom=gold_atom("b", "Oslo"), reason=Reason.STALE),),
        before="first",
    )
    first = asked("first", Gold(required=(gold_atom("b", "Oslo"),)))
    empty = asked("p", gold, order=1, aspects=HEADLINE_ASPECTS)
    unrelated = asked(
        "q", gold, "It rained. Ben knows 15 people.", order=2, aspects=HEADLINE_ASPECTS
    )
    found = rows(cell(first, empty, unrelated, design="none"))
    for name in ("recall", "constraint_preservation", "conflict_handling"):
        assert found[name].value == 0.0, name
    assert found["stale_exposure"].value is None
    assert found["stale_exposure"].n_total == 2


def test_a78_the_whole_history_shows_what_is_stale_too() -> None:
    said = ("Ana lives in Oslo.", "Ana lives in Bergen.")
    first = asked("first", Gold(required=(gold_atom("old", "Oslo"),)), said[0])
    gold = Gold(
        required=(gold_atom("new", "Bergen"),),
        forbidden=(Forbidden(atom=gold_atom("old", "Oslo"), reason=Reason.STALE),),
        before="first",
    )
    second = asked("p", gold, *said, order=1, aspects=(Aspect.AFTER_CHANGE,))
    found = rows(cell(first, second, design="full_history"))
    assert found["recall"].value == 1.0
    assert found["stale_exposure"].value == 1.0
    assert found["conflict_handling"].value == 0.0


def test_a79_a_design_that_raises_on_half_of_the_probes_is_not_perfect() -> None:
    gold = Gold(required=(gold_atom("a", "Oslo"),))
    good = [asked(f"g{i}", gold, "Ana lives in Oslo.", order=i) for i in range(5)]
    bad = [asked(f"b{i}", gold, order=5 + i, outcome=Outcome.SYSTEM_FAILED) for i in range(5)]
    row = rows(cell(*good, *bad))["recall"]
    assert (row.value, row.strict, row.n_scored, row.n_total) == (1.0, 0.5, 5, 10)


def test_a79_when_nothing_could_be_scored_there_is_no_value() -> None:
    gold = Gold(required=(gold_atom("a", "Oslo"),))
    row = rows(cell(asked("b", gold, outcome=Outcome.SYSTEM_FAILED)))["recall"]
    assert (row.value, row.strict, row.n_scored, row.n_total) == (None, 0.0, 0, 1)


def test_a81_tokens_shown_stand_beside_the_score() -> None:
    found = rows(cell(asked("p", Gold(required=(gold_atom("a", "Oslo"),)), "Ana lives in Oslo.")))
    assert {"recall", "read_tokens", "token_cost"} <= set(found)


def test_a88_one_short_item_with_every_id_recalls_nothing() -> None:
    gold = Gold(required=(gold_atom("a", "Oslo"),), evidence_ids=("e-a",))
    probe = asked("p", gold).probe
    cheat = ProbeRecord(
        cell_id="c",
        probe=probe,
        budget=512,
        order=0,
        shown=(item("ok", source_ids=("e-a", *(f"e{n}" for n in range(200)))),),
        seen_ids=("e-a",),
        evidence_texts=(("e-a", "I moved, and Ana lives in Oslo now."),),
    )
    found = rows(cell(cheat, capabilities=(Capability.VERBATIM,)))
    assert found["evidence_recall"].value == 0.0
    assert found["recall"].value == 0.0


def test_what_none_knows_it_cannot_leak_or_lose() -> None:
    absence = (
        "stale_exposure",
        "trap_exposure",
        "isolation_leak",
        "secret_leak",
        "worded_deletion_exposure",
    )
    first = asked("first", Gold(required=(gold_atom("x", "Oslo"),)))
    reasons = [Reason.STALE, Reason.TRAP, Reason.OTHER_SCOPE, Reason.SECRET, Reason.DELETED]
    forbidden = tuple(Forbidden(atom=gold_atom("x", "Oslo"), reason=reason) for reason in reasons)
    later = asked("p", Gold(forbidden=forbidden, before="first"), order=1)
    found = rows(cell(first, later, design="none"))
    assert {name: found[name].value for name in absence} == dict.fromkeys(absence)
    assert {found[name].n_total for name in absence} == {1}

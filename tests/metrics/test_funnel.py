"""From texts to stages: what is shown, kept and lost, and what forbidden atoms do."""

from __future__ import annotations

from datetime import UTC, datetime

from memory_impls.api import Capability, ItemKind, Scope, Status
from metrics.api import AtomStage, Cell, Outcome, ProbeRecord, Role, TraceItem, TraceLine
from metrics.funnel import Loss, loss_of, with_stages
from metrics.worked import START, cell, item, stage
from scenarios.api import (
    Aspect,
    Atom,
    Forbidden,
    Gold,
    Hardness,
    Probe,
    Reason,
    Value,
    ValueKind,
)

ANA = ("Ana",)
LIVES = ("lives", "live", "moved")


def city(id: str, name: str, subject: tuple[str, ...] = ANA) -> Atom:
    value = Value(kind=ValueKind.NAME, text=name)
    return Atom(id=id, value=value, subject=subject, attribute=LIVES, evidence_ids=(f"e-{id}",))


OSLO, BERGEN = city("oslo", "Oslo"), city("bergen", "Bergen")


def asked(
    gold: Gold, *texts: str, aspects: tuple[Aspect, ...] = (), **given: object
) -> ProbeRecord:
    probe = Probe(
        id="p",
        text="Where does Ana live?",
        scope=Scope(user="u"),
        asked_at=datetime(2023, 6, 1, tzinfo=UTC),
        gold=gold,
        aspects=frozenset(aspects),
    )
    fields = {
        "seen_ids": ("e-oslo", "e-bergen"),
        "shown": tuple(item(text, id=f"i{n}") for n, text in enumerate(texts)),
        **given,
    }
    return ProbeRecord(cell_id="c", probe=probe, budget=512, order=0, **fields)  # type: ignore[arg-type]


def staged(record: ProbeRecord) -> ProbeRecord:
    return with_stages(cell(record)).records[0]


def test_a_required_atom_is_recalled_by_the_item_that_states_it() -> None:
    done = staged(asked(Gold(required=(OSLO,)), "Ana likes tea.", "Ana lives in Oslo."))
    assert done.stages == (
        AtomStage(
            atom_id="oslo", seen=True, kept=None, recalled=True, answered=None, shown_by=("i1",)
        ),
    )


def test_the_right_value_under_a_wrong_subject_is_not_recalled() -> None:
    done = staged(asked(Gold(required=(OSLO,)), "Ben lives in Oslo."))
    assert not done.stages[0].recalled


def test_stale_is_shown_only_when_asserted_as_current() -> None:
    gold = Gold(required=(BERGEN,), forbidden=(Forbidden(atom=OSLO, reason=Reason.STALE),))
    asserted = staged(asked(gold, "Ana lives in Oslo.", "Ana lives in Bergen."))
    past = staged(asked(gold, "Ana used to live in Oslo.", "Ana lives in Bergen."))
    marked = item("Ana lives in Oslo.", id="old", status=Status.SUPERSEDED)
    fresh = item("Ana lives in Bergen.", id="new")
    superseded = staged(asked(gold, shown=(marked, fresh)))
    assert asserted.exposures[0].asserted and asserted.exposures[0].present
    for done in (past, superseded):
        assert not done.exposures[0].asserted and done.exposures[0].present
        assert done.stages[0].recalled


def test_a_probe_about_the_past_accepts_what_is_marked_as_past() -> None:
    done = staged(asked(Gold(required=(OSLO,)), "Ana used to live in Oslo."))
    history = staged(
        asked(Gold(required=(OSLO,)), "Ana used to live in Oslo.", aspects=(Aspect.HISTORY,))
    )
    assert not done.stages[0].recalled
    assert history.stages[0].recalled


def test_hardness_is_read_from_the_items_that_state_the_value() -> None:
    limit = Atom(
        id="b",
        value=Value(kind=ValueKind.MONEY, text="50000", unit="USD"),
        attribute=("budget",),
        evidence_ids=("e",),
    )
    gold = Gold(required=(limit,), hardness=Hardness.MUST)
    hard = staged(asked(gold, "The budget must stay under $50,000."))
    soft = staged(asked(gold, "Ana would prefer a budget of about $50,000."))
    assert hard.stages[0].hardness is Hardness.MUST
    assert soft.stages[0].hardness is Hardness.PREFER


def test_an_answer_counts_unless_it_also_asserts_something_forbidden() -> None:
    gold = Gold(required=(BERGEN,), forbidden=(Forbidden(atom=OSLO, reason=Reason.STALE),))
    right = staged(asked(gold, "Ana lives in Bergen.", answer="Bergen"))
    mixed = staged(asked(gold, "Ana lives in Bergen.", answer="Ana lives in Oslo. Bergen."))
    wrong = staged(asked(gold, "Ana lives in Bergen.", answer="Oslo"))
    assert [done.stages[0].answered for done in (right, mixed, wrong)] == [True, False, False]


def trace(
    *lines: tuple[int, tuple[tuple[str, str], ...], tuple[str, ...]],
) -> tuple[TraceLine, ...]:
    return tuple(
        TraceLine(
            revision=revision,
            cause="session_end",
            at=START,
            items=tuple(
                TraceItem(
                    id=id,
                    text=text,
                    kind=ItemKind.FACT,
                    status=Status.CURRENT,
                    version=1,
                    source_ids=(),
                    updated=START,
                )
                for id, text in items
            ),
            removed_ids=removed,
        )
        for revision, items, removed in lines
    )


def test_kept_follows_the_trace_to_the_revision_of_the_record() -> None:
    lines = trace(
        (1, (("x", "Ana lives in Oslo."),), ()),
        (2, (("y", "Ana likes tea."),), ("x",)),
        (3, (("y", "Ana lives in Oslo."),), ()),
        (4, (("y", "Ana likes milk."),), ()),
    )
    gold = Gold(required=(OSLO,))
    records = [asked(gold, revision=revision) for revision in (3, 0, 4, 1, 2)]
    done = with_stages(cell(*records, trace=lines, capabilities=(Capability.CONTENTS,)))
    assert [record.stages[0].kept for record in done.records] == [True, False, False, True, False]
    assert [record.revision for record in done.records] == [3, 0, 4, 1, 2]


def test_what_a_fork_holds_is_not_read_off_the_main_line() -> None:
    lines = trace((1, (("x", "Ana lives in Oslo."),), ()))
    forked = asked(Gold(required=(OSLO,)), revision=1, role=Role.FORK)
    done = with_stages(cell(forked, trace=lines, capabilities=(Capability.CONTENTS,)))
    assert done.records[0].stages[0].kept is None


def test_without_contents_kept_is_not_known() -> None:
    lines = trace((1, (("x", "Ana lives in Oslo."),), ()))
    done = with_stages(cell(asked(Gold(required=(OSLO,)), revision=1), trace=lines))
    assert done.records[0].stages[0].kept is None


def test_deleted_atoms_are_looked_for_in_the_contents_too() -> None:
    lines = trace((1, (("x", "Ana used to live in Oslo."),), ()))
    gold = Gold(forbidden=(Forbidden(atom=OSLO, reason=Reason.DELETED),))
    done = with_stages(
        cell(asked(gold, revision=1), trace=lines, capabilities=(Capability.CONTENTS,))
    )
    assert done.records[0].exposures[0].kept is True
    assert not done.records[0].exposures[0].present


def test_failed_records_get_no_stages() -> None:
    failed = asked(Gold(required=(OSLO,)), outcome=Outcome.SYSTEM_FAILED, error="boom")
    assert staged(failed) == failed


def test_seen_needs_an_evidence_event() -> None:
    unseen = staged(asked(Gold(required=(OSLO,)), "Ana lives in Oslo.", seen_ids=()))
    unnamed = Atom(id="n", value=OSLO.value, subject=ANA, attribute=LIVES)
    by_probe = staged(asked(Gold(required=(unnamed,), evidence_ids=("e-oslo",)), "x"))
    free = staged(asked(Gold(required=(unnamed,)), "x", seen_ids=()))
    assert [done.stages[0].seen for done in (unseen, by_probe, free)] == [False, True, True]


def test_the_first_failing_stage_is_the_loss() -> None:
    cases = {
        Loss.NONE: stage(kept=True, answered=True),
        Loss.UNSEEN: stage(seen=False, kept=False, recalled=False),
        Loss.NOT_KEPT: stage(kept=False, recalled=False),
        Loss.NOT_RECALLED: stage(kept=True, recalled=False),
        Loss.NOT_ANSWERED: stage(kept=True, answered=False),
        Loss.GUESSED: stage(seen=False, recalled=False, answered=True),
        Loss.INCONSISTENT: stage(kept=False),
    }
    assert {loss: loss_of(case) for loss, case in cases.items()} == {loss: loss for loss in Loss}


def test_stages_do_not_depend_on_the_order_of_records() -> None:
    lines = trace((1, (("x", "Ana lives in Oslo."),), ()), (2, (), ("x",)))
    gold = Gold(required=(OSLO,), forbidden=(Forbidden(atom=BERGEN, reason=Reason.TRAP),))
    records = [asked(gold, revision=revision) for revision in (1, 2)]

    def kept(ordered: list[ProbeRecord]) -> dict[int, bool | None]:
        made: Cell = cell(*ordered, trace=lines, capabilities=(Capability.CONTENTS,))
        return {r.revision: r.stages[0].kept for r in with_stages(made).records}

    assert kept(records) == kept(records[::-1]) == {1: True, 2: False}

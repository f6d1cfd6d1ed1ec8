from __future__ import annotations

from collections.abc import Mapping

import pytest

from memory_impls.api import (
    EventKind,
    ForgetRequest,
    Memory,
    Occasion,
    Query,
    Recall,
    Scope,
    Status,
    TaskState,
    TaskStatus,
)
from memory_impls.parts.model import Model
from memory_impls.parts.usage import Phase
from metrics.api import Cell, Outcome, ProbeRecord, Role
from runs import survey
from runs.replay import replay
from runs.workshop import Workshop
from scenarios.api import (
    Ask,
    Aspect,
    Forget,
    Idle,
    Observe,
    Reingest,
    Restart,
    Scenario,
    Step,
    Use,
)
from tests.runs.toys import ANA, Everything, at, atom, event, listed, planned, probe

CODE = atom("door", "Z47", "e1")


def played(
    scenario: Scenario,
    design: str,
    params: Mapping[str, object] | None = None,
    budgets: tuple[int | None, ...] = (64, None),
    use_budget: int | None = 64,
) -> Cell:
    plan = planned(scenario, design, params=params, budgets=budgets, use_budget=use_budget)
    return replay(plan, scenario)


def observed(*texts: str, session: str = "s1", first: int = 1) -> list[Step]:
    return [Observe(event=event(first + i, t, session=session)) for i, t in enumerate(texts)]


def outcomes(cell: Cell) -> list[Outcome]:
    return [record.outcome for record in cell.records]


def of_role(cell: Cell, role: Role) -> list[ProbeRecord]:
    return [record for record in cell.records if record.role is role]


@pytest.fixture(autouse=True)
def built(monkeypatch: pytest.MonkeyPatch) -> list[Everything]:
    """Collect every memory that a replay builds, and share no survey between tests."""
    found: list[Everything] = []
    make = Workshop.memory

    def spy(self: Workshop) -> tuple[Memory, Model | None]:
        memory, model = make(self)
        if isinstance(memory, Everything):
            found.append(memory)
        return memory, model

    monkeypatch.setattr(Workshop, "memory", spy)
    monkeypatch.setattr(survey, "_RECENT", {})
    return found


def test_every_budget_of_a_probe_is_asked_of_the_same_replay() -> None:
    scenario = listed(
        *observed("My door is Z47.", "Nice weather " * 20),
        Ask(probe=probe("p1", "Which door?", CODE)),
    )
    small, large = played(scenario, "Everything").records
    assert (small.budget, large.budget) == (64, None)
    assert "Z47" in small.rendered and "weather" in small.rendered
    assert small.rendered == large.rendered
    assert small.context_tokens == small.read_tokens > 0
    assert small.seen_ids == ("e1",)
    assert small.evidence_texts == (("e1", "My door is Z47."),)
    assert small.evidence_sessions == (("e1", 0),)
    assert [record.order for record in (small, large)] == [0, 1]
    assert small.answer == "Ana: My door is Z47."


def test_seen_ids_hold_only_what_was_observed_before_but_texts_all_evidence() -> None:
    wanted = atom("door", "Z47", "e1", "e2", "never")
    scenario = listed(
        *observed("My door is Z47."),
        Ask(probe=probe("p1", "Which door?", wanted)),
        *observed("Still Z47.", session="s2", first=2),
    )
    record = played(scenario, "Everything").records[0]
    assert record.seen_ids == ("e1",)
    assert record.evidence_texts == (("e1", "My door is Z47."), ("e2", "Still Z47."))
    assert record.evidence_sessions == (("e1", 0), ("e2", 1))


def test_probes_change_nothing_of_the_replay() -> None:
    steps = observed("a", "b") + observed("c", "d", session="s2", first=3)
    asked: list[Step] = []
    for number, step in enumerate(steps):
        asked += [step, Ask(probe=probe(f"p{number}", "what?", CODE, hours=90))]
    plain = played(listed(*steps), "Everything", {"every": 2, "drop": "a"})
    probed = played(listed(*asked), "Everything", {"every": 2, "drop": "a"})
    causes = [line.cause for line in probed.trace if line.cause != "probe"]
    assert causes == [line.cause for line in plain.trace if line.cause != "probe"]
    assert [line.at for line in probed.trace if line.cause == "dream"] == [
        line.at for line in plain.trace if line.cause == "dream"
    ]


def test_due_is_asked_after_every_event_and_at_every_occasion(built: list[Everything]) -> None:
    done = TaskStatus(task_id="t", state=TaskState.STAGE_DONE)
    started = TaskStatus(task_id="t", state=TaskState.STARTED)
    scenario = listed(
        Observe(event=event(1, "", kind=EventKind.TASK_STATUS, payload=started)),
        Observe(event=event(2, "", kind=EventKind.TASK_STATUS, payload=done)),
        Observe(event=event(3, "hello", session="s2")),
        Idle(at=at(9)),
    )
    played(scenario, "Everything")
    assert built[0].calls == [
        (Occasion.EVENT, at(1).isoformat()),
        (Occasion.EVENT, at(2).isoformat()),
        (Occasion.STAGE_END, at(2).isoformat()),
        (Occasion.SESSION_END, at(2).isoformat()),
        (Occasion.EVENT, at(3).isoformat()),
        (Occasion.SESSION_END, at(3).isoformat()),
        (Occasion.IDLE, at(9).isoformat()),
    ]


def test_interleaved_sessions_end_once_each_after_their_last_event() -> None:
    names = ["s1", "s2", "s1", "s2", "s1"]
    steps = [Observe(event=event(i, "x", session=s)) for i, s in enumerate(names)]
    cell = played(listed(*steps), "Everything")
    assert [(line.session, line.events_seen) for line in cell.trace] == [("s2", 4), ("s1", 5)]
    assert cell.sessions == 2


def test_now_never_goes_back_when_a_later_session_is_an_older_one(built: list[Everything]) -> None:
    scenario = listed(
        Observe(event=event(1, "new", hours=50)),
        Observe(event=event(2, "old", session="s0", hours=3)),
    )
    played(scenario, "Everything")
    assert {now for _, now in built[0].calls} == {at(50).isoformat()}


def test_a_dream_is_asked_for_the_same_atoms_on_both_sides() -> None:
    other = atom("tea", "T1", "e2")
    late = atom("late", "L1", "e4")
    over = atom("over", "O1", "e1", until=2)
    scenario = listed(
        *observed("My door is Z47.", "My tea is T1.", "x"),
        Ask(probe=probe("p1", "Door and tea?", CODE, other)),
        Ask(probe=probe("p2", "Tea?", other)),
        *observed("Late is L1.", first=4),
        Ask(probe=probe("p3", "Late?", late)),
        Ask(probe=probe("p4", "Over?", over)),
    )
    cell = played(scenario, "Everything", {"every": 3, "drop": "tea"})
    before, after = of_role(cell, Role.DAMAGE_BEFORE), of_role(cell, Role.DAMAGE_AFTER)
    assert [(r.probe.id, r.budget, r.dream) for r in before] == [("p1", 64, 0), ("p1", None, 0)]
    assert [(r.probe.id, r.budget, r.dream) for r in after] == [("p1", 64, 0), ("p1", None, 0)]
    assert {a.id for a in before[0].probe.gold.required} == {"door", "tea"}
    assert before[0].probe.asked_at == at(3)
    assert before[0].answer is None
    assert "T1" in before[0].rendered and "T1" not in after[0].rendered
    dream = next(line for line in cell.trace if line.cause == "dream")
    assert (before[0].revision, after[0].revision) == (dream.revision - 1, dream.revision)
    assert dream.changes == (("dropped", "e2", (), "test"),)
    assert dream.removed_ids == ("e2",)
    assert dream.items == ()
    assert dream.held_items == 2


def test_damage_takes_at_most_the_given_number_of_atoms_the_same_in_every_dream() -> None:
    atoms = [atom(f"a{i}", f"V{i}", "e1") for i in range(30)]
    scenario = listed(
        *observed("all of them", "x", "y", "z"),
        *(Ask(probe=probe(f"p{i}", f"a{i}?", a)) for i, a in enumerate(atoms)),
    )
    cell = played(scenario, "Everything", {"every": 2}, budgets=(None,), use_budget=None)
    asked: dict[int, list[str]] = {0: [], 1: []}
    for record in of_role(cell, Role.DAMAGE_BEFORE):
        asked[record.dream].append(record.probe.id)
    assert len(asked[0]) == 20
    assert asked[0] == asked[1]
    assert asked[0] != [f"p{i}" for i in range(20)]


def test_erased_atoms_are_not_asked_around_a_dream() -> None:
    scenario = listed(
        *observed("My door is Z47.", "x"),
        Forget(request=ForgetRequest(event_ids=frozenset({"e1"})), at=at(3)),
        *observed("y", "z", first=3),
        Ask(probe=probe("p1", "Which door?", CODE)),
    )
    cell = played(scenario, "Everything", {"every": 3})
    assert of_role(cell, Role.DAMAGE_BEFORE) == []
    assert of_role(cell, Role.PROBE)[0].seen_ids == ()


def test_use_reinforces_what_was_shown_within_the_use_budget(built: list[Everything]) -> None:
    scenario = listed(
        *observed("first " * 30, "second " * 30), Use(text="go on", scope=ANA, at=at(5))
    )
    cell = played(scenario, "Everything", use_budget=50)
    assert built[0].cited == {"e2": 1}
    assert cell.records == ()
    assert cell.seconds[Phase.USE] > 0


def test_without_forget_what_asks_after_it_does_not_apply_and_the_rest_goes_on() -> None:
    scenario = listed(
        *observed("My door is Z47."),
        Ask(probe=probe("p0", "Which door?", CODE, aspects=frozenset({Aspect.AFTER_FORGET}))),
        Forget(request=ForgetRequest(event_ids=frozenset({"e1"})), at=at(3)),
        Ask(probe=probe("p1", "Which door?", CODE, aspects=frozenset({Aspect.AFTER_FORGET}))),
        Ask(probe=probe("p2", "Which door?", CODE)),
    )
    cell = played(scenario, "Incapable", budgets=(None,))
    assert outcomes(cell) == [Outcome.ASKED, Outcome.NOT_APPLICABLE, Outcome.ASKED]
    assert cell.records[1].error == "incapable does not forget"
    assert cell.records[2].seen_ids == ("e1",)
    assert cell.trace[-1].items == ()


def test_a_restart_asks_a_loaded_copy_that_was_fed_the_open_task_again(
    built: list[Everything],
) -> None:
    started = TaskStatus(task_id="t", state=TaskState.STARTED)
    scenario = listed(
        Observe(event=event(1, "My door is Z47.")),
        Observe(event=event(2, "go", kind=EventKind.TASK_STATUS, payload=started)),
        Observe(event=event(3, "step one")),
        Restart(at=at(4), probes=(probe("p1", "Which door?", CODE),)),
        Observe(event=event(5, "later")),
        Ask(probe=probe("p2", "Which door?", CODE)),
    )
    cell = played(scenario, "Everything", budgets=(None,))
    forked, asked = cell.records
    assert (forked.role, asked.role) == (Role.FORK, Role.PROBE)
    assert "Z47" in forked.rendered and "later" not in forked.rendered
    main, copy = built
    assert list(copy.events) == ["e1", "e2", "e3"]
    assert list(main.events) == ["e1", "e2", "e3", "e5"]
    assert cell.seconds[Phase.FORK] > 0


def test_a_reingest_feeds_a_copy_everything_again_and_erased_events_stay_erased(
    built: list[Everything],
) -> None:
    scenario = listed(
        *observed("My door is Z47.", "x"),
        Forget(request=ForgetRequest(event_ids=frozenset({"e1"})), at=at(3)),
        Reingest(at=at(4), probes=(probe("p1", "Which door?", CODE),)),
    )
    cell = played(scenario, "Everything", budgets=(None,))
    assert "Z47" not in cell.records[0].rendered
    assert cell.records[0].seen_ids == ()
    assert list(built[1].events) == ["e2"]


def test_without_persistence_forks_do_not_apply() -> None:
    scenario = listed(*observed("x"), Restart(at=at(2), probes=(probe("p1", "Door?", CODE),)))
    cell = played(scenario, "Incapable")
    assert outcomes(cell) == [Outcome.NOT_APPLICABLE] * 2
    assert {record.role for record in cell.records} == {Role.FORK}


def test_a_fork_that_fails_leaves_the_main_line_alone() -> None:
    scenario = listed(
        *observed("My door is Z47."),
        Restart(at=at(2), probes=(probe("p1", "Door?", CODE),)),
        Ask(probe=probe("p2", "Door?", CODE)),
    )
    cell = played(scenario, "Raising", {"method": "save", "first": 1}, budgets=(None,))
    assert outcomes(cell) == [Outcome.SYSTEM_FAILED, Outcome.ASKED]
    assert "save, load or observe on a fork raised RuntimeError" in cell.records[0].error
    assert cell.error == ""


def test_a_trace_line_is_written_only_where_contents_changed() -> None:
    scenario = listed(
        *observed("a", "b"),
        Ask(probe=probe("p1", "a?", CODE)),
        *observed("c", first=3),
        Ask(probe=probe("p2", "a?", CODE)),
        Ask(probe=probe("p3", "a?", CODE)),
    )
    cell = played(scenario, "Everything", budgets=(None,))
    # e3 ends the session, whose line comes first; the probes after it find nothing new.
    assert [line.cause for line in cell.trace] == ["probe", "session_end"]
    assert [[item.id for item in line.items] for line in cell.trace] == [["e1", "e2"], ["e3"]]
    assert [record.revision for record in cell.records] == [1, 2, 2]
    assert [line.revision for line in cell.trace] == [1, 2]


def test_a81_a_recall_over_its_budget_fails_and_is_not_trimmed() -> None:
    scenario = listed(
        *observed("My door is Z47.", "more " * 100), Ask(probe=probe("p1", "Door?", CODE))
    )
    small, large = played(scenario, "Wasteful").records
    assert small.outcome is Outcome.SYSTEM_FAILED
    assert "tokens where 64 were allowed" in small.error and "probe p1" in small.error
    assert small.rendered == "" and small.shown == ()
    assert large.outcome is Outcome.ASKED


def test_a79_a_design_that_raises_on_every_second_probe_fails_on_those_alone() -> None:
    scenario = listed(
        *observed("My door is Z47."),
        *(Ask(probe=probe(f"p{i}", "Door?", CODE)) for i in range(4)),
    )
    params = {"method": "recall", "first": 2, "step": 2}
    cell = played(scenario, "Raising", params, budgets=(None,))
    assert outcomes(cell) == [Outcome.ASKED, Outcome.SYSTEM_FAILED] * 2
    error = cell.records[1].error
    assert error.startswith("raising: recall raised RuntimeError at toys.py:")
    assert error.endswith("boom across lines (probe p1)")


@pytest.mark.parametrize("method", ["observe", "consolidate"])
def test_a79_a_design_that_breaks_leaves_a_failed_record_for_every_later_probe(
    method: str,
) -> None:
    scenario = listed(
        *observed("My door is Z47."),
        Ask(probe=probe("p0", "Door?", CODE)),
        *observed("x", first=2),
        Ask(probe=probe("p1", "Door?", CODE)),
        Restart(at=at(9), probes=(probe("p2", "Door?", CODE),)),
    )
    first = 2 if method == "observe" else 1
    cell = played(scenario, "Raising", {"method": method, "first": first})
    asked = [record for record in cell.records if record.role in (Role.PROBE, Role.FORK)]
    assert [record.probe.id for record in asked] == ["p0", "p0", "p1", "p1", "p2", "p2"]
    assert [r.outcome for r in asked] == [Outcome.ASKED] * 2 + [Outcome.SYSTEM_FAILED] * 4
    assert cell.error == asked[-1].error
    assert f"raising: {method}" in cell.error and "toys.py" in cell.error
    assert asked[-1].seen_ids == ("e1",)
    if method == "observe":
        assert "(event e2)" in cell.error


def test_a_constructor_that_raises_fails_every_probe() -> None:
    scenario = listed(*observed("x"), Ask(probe=probe("p1", "Door?", CODE)))
    cell = played(scenario, "Raising", {"nonsense": 1})
    assert outcomes(cell) == [Outcome.SYSTEM_FAILED] * 2
    assert "the constructor raised" in cell.error and "nonsense" in cell.error


def test_a_failure_in_an_agent_turn_ends_the_cell() -> None:
    scenario = listed(
        *observed("more " * 100),
        Use(text="go", scope=ANA, at=at(2)),
        Ask(probe=probe("p1", "Door?", CODE)),
    )
    cell = played(scenario, "Wasteful")
    assert outcomes(cell) == [Outcome.SYSTEM_FAILED] * 2
    assert "agent turn after 1 events" in cell.error


def test_no_memory_is_ever_given_a_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []
    recall = Everything.recall

    def spy(self: Everything, query: Query) -> Recall:
        given.append(query)
        return recall(self, query)

    monkeypatch.setattr(Everything, "recall", spy)
    scenario = listed(*observed("My door is Z47."), Ask(probe=probe("p1", "Door?", CODE)))
    played(scenario, "Everything")
    assert given == [probe("p1", "Door?", CODE).query(budget) for budget in (64, None)]


def test_what_is_rendered_is_what_was_shown() -> None:
    scenario = listed(*observed("My door is Z47.", "second"), Ask(probe=probe("p1", "Door?", CODE)))
    for record in played(scenario, "Everything").records:
        assert [item.item_id for item in record.shown] == ["e2", "e1"]
        assert record.rendered == "## 2024-03-01\n- Ana: My door is Z47.\n- Ana: second\n"
        assert all(item.status is Status.CURRENT for item in record.shown)


def test_progress_is_told_in_units_of_the_plan() -> None:
    scenario = listed(*observed("a", "b"), Ask(probe=probe("p1", "Door?", CODE)))
    told: list[int] = []
    replay(planned(scenario, "Everything"), scenario, tick=told.append)
    assert told[-1] == 2 + 2
    assert told == sorted(told)


def test_other_users_events_do_not_count_as_open_task_events(built: list[Everything]) -> None:
    started = TaskStatus(task_id="t", state=TaskState.STARTED)
    bob = Scope(user="bob")
    scenario = listed(
        Observe(event=event(1, "go", kind=EventKind.TASK_STATUS, payload=started)),
        Observe(event=event(2, "of bob", scope=bob)),
        Observe(event=event(3, "of ana")),
        Restart(at=at(4), probes=(probe("p1", "Door?", CODE),)),
    )
    fed: list[str] = []

    def spy(self: Everything, event: object) -> None:
        fed.append(getattr(event, "id", ""))

    loaded = Everything.load
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Everything,
            "load",
            lambda self, folder: (loaded(self, folder), patch.setattr(Everything, "observe", spy)),
        )
        played(scenario, "Everything")
    assert fed == ["e1", "e3"]

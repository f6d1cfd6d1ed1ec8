from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_impls.api import EventKind, ForgetRequest, Recall, Scope, ToolResult
from memory_impls.parts.rendering import context_tokens
from metrics.api import Outcome, ProbeRecord, Role
from runs.bounds import Oracle, RandomEvidence
from runs.replay import replay
from scenarios.api import (
    Ask,
    Aspect,
    Forbidden,
    Forget,
    Gold,
    Idle,
    Observe,
    Reason,
    Reingest,
    Restart,
    Scenario,
    Use,
)
from tests.runs.toys import ANA, at, atom, event, listed, planned, probe

CODE = atom("door", "Z47", "e1", "e4")


def oracle(count: int = 6, words: int = 3) -> Oracle:
    made = Oracle({f"e{i}" for i in range(1, count + 1)})
    for number in range(1, count + 1):
        made.observe(event(number, f"text {number} " + "word " * words))
    return made


def ids(recall: Recall) -> list[str]:
    return [item.item_id for item in recall.items]


def records(scenario: Scenario, bound: str) -> tuple[ProbeRecord, ...]:
    return replay(planned(scenario, bound), scenario).records


def test_the_oracle_shows_evidence_only_the_newest_of_each_atom_first() -> None:
    other = atom("tea", "T1", "e2", "e3")
    asked = probe("p", "?", gold=Gold(required=(CODE, other), evidence_ids=("e6", "e1")))
    assert ids(oracle().answer(asked, None)) == ["e4", "e3", "e1", "e2", "e6"]


def test_the_oracle_puts_what_holds_at_the_time_before_what_does_not() -> None:
    old = atom("old", "X1", "e5", until=50)
    asked = probe("p", "?", old, CODE, hours=60)
    assert ids(oracle().answer(asked, None)) == ["e4", "e5", "e1"]


def test_the_oracle_leaves_out_evidence_of_forbidden_atoms_only() -> None:
    stale = Forbidden(atom=atom("stale", "X1", "e2", "e4"), reason=Reason.STALE)
    gold = Gold(required=(CODE,), forbidden=(stale,), evidence_ids=("e2", "e4", "e5"))
    assert ids(oracle().answer(probe("p", "?", gold=gold), None)) == ["e4", "e1", "e5"]


def test_the_oracle_covers_as_many_atoms_as_a_small_budget_holds() -> None:
    atoms = [atom(f"a{i}", f"V{i}", f"e{2 * i + 1}", f"e{2 * i + 2}") for i in range(3)]
    asked = probe("p", "?", *atoms)
    three = oracle(words=5).answer(asked, None).items[:3]
    recall = oracle(words=5).answer(asked, context_tokens(three))
    assert ids(recall) == ["e2", "e4", "e6"]


def test_the_oracle_has_nothing_to_show_where_there_is_no_answer() -> None:
    asked = probe("p", "?", gold=Gold(answerable=False, evidence_ids=("e1",)))
    assert oracle().answer(asked, None) == Recall()


def test_the_oracle_shows_the_words_of_tool_events() -> None:
    made = Oracle({"e1"})
    payload = ToolResult(call_id="c", name="deploy", ok=False)
    made.observe(event(1, "disk full", kind=EventKind.TOOL_RESULT, payload=payload))
    asked = probe("p", "?", atom("x", "y", "e1"))
    assert made.answer(asked, None).items[0].text == "deploy failed: disk full"


@settings(deadline=None)
@given(budget=st.integers(1, 300), count=st.integers(0, 40))
def test_bounds_keep_within_any_budget(budget: int, count: int) -> None:
    wanted = atom("all", "x", *(f"e{i}" for i in range(1, count + 1)))
    asked = probe("p", "?", wanted)
    random = RandomEvidence(seed=1)
    for number in range(1, count + 1):
        random.observe(event(number, "word " * (number % 7)))
    for bound in (oracle(count), random):
        assert context_tokens(bound.answer(asked, budget).items) <= budget


def test_random_shows_visible_events_in_an_order_of_its_own_for_each_probe() -> None:
    made = RandomEvidence(seed=3)
    for number in range(50):
        scope = ANA if number % 2 else Scope(user="bob")
        made.observe(event(number, f"text {number}", scope=scope))
    first, again, other = (made.answer(probe(p, "?", CODE), None) for p in ("p", "p", "q"))
    assert first == again
    assert ids(first) != ids(other)
    assert sorted(ids(first)) == sorted(f"e{i}" for i in range(50) if i % 2)
    assert ids(first) != sorted(ids(first), key=lambda i: int(i[1:]))
    small = ids(made.answer(probe("p", "?", CODE), 40))
    assert small == ids(first)[: len(small)]
    assert ids(RandomEvidence(seed=3).answer(probe("p", "?", CODE), None)) == []


def test_random_sees_projects_only_from_within() -> None:
    made = RandomEvidence(seed=0)
    atlas, boreas = (Scope(user="ana", project=name) for name in ("atlas", "boreas"))
    for number, scope in enumerate((ANA, atlas, boreas)):
        made.observe(event(number, "text", scope=scope))
    assert set(ids(made.answer(probe("p", "?", CODE, scope=atlas), None))) == {"e0", "e1"}


@pytest.mark.parametrize("bound", ["oracle", "random"])
def test_bounds_are_replayed_like_cells(bound: str) -> None:
    after = frozenset({Aspect.AFTER_FORGET})
    scenario = listed(
        Observe(event=event(1, "My door is Z47.")),
        Ask(probe=probe("p1", "Which door?", CODE)),
        Use(text="go", scope=ANA, at=at(2)),
        Idle(at=at(3)),
        Observe(event=event(4, "It is still Z47.")),
        Restart(at=at(5), probes=(probe("p2", "Which door?", CODE),)),
        Forget(request=ForgetRequest(event_ids=frozenset({"e1", "e4"})), at=at(6)),
        Reingest(at=at(7), probes=(probe("p3", "Which door?", CODE, aspects=after),)),
        Ask(probe=probe("p4", "Which door?", CODE, aspects=after)),
    )
    taken = records(scenario, bound)
    assert [record.outcome for record in taken] == [Outcome.ASKED] * 8
    assert [record.role for record in taken[::2]] == [Role.PROBE, Role.FORK, Role.FORK, Role.PROBE]
    assert ["Z47" in record.rendered for record in taken[::2]] == [True, True, False, False]
    assert [len(record.seen_ids) for record in taken[::2]] == [1, 2, 0, 0]
    cell = replay(planned(scenario, bound), scenario)
    assert cell.trace == () and cell.error == ""


def test_the_oracle_never_shows_what_it_has_not_seen() -> None:
    scenario = listed(
        Ask(probe=probe("p0", "Which door?", CODE)),
        Observe(event=event(1, "My door is Z47.")),
    )
    assert [record.shown for record in records(scenario, "oracle")] == [(), ()]

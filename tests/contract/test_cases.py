"""Faults that users of memory systems have reported, tried on every design that could have them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest

from memory_impls.api import (
    Capability,
    Event,
    EventKind,
    ForgetRequest,
    Memory,
    Query,
    Recall,
    Scope,
    ToolCall,
    ToolResult,
)
from memory_impls.checks import Factory
from memory_impls.checks.driver import replay
from memory_impls.parts.rendering import context_tokens, render
from memory_impls.registry import design_class, design_names

START = datetime(2023, 6, 14, 9, tzinfo=UTC)
ANA = Scope(user="ana")
LATER = START + timedelta(days=60)

ALL = [name for name in design_names() if name != "none"]
VERBATIM = [n for n in ALL if Capability.VERBATIM in design_class(n).capabilities]
STRUCTURED = ["keyvalue", "table"]


def build(name: str) -> Memory:
    return Factory(target=name)()


def said(
    name: str,
    text: str,
    *,
    day: float = 0,
    scope: Scope = ANA,
    kind: EventKind = EventKind.USER,
    **more: object,
) -> Event:
    at = START + timedelta(days=day)
    session = str(more.pop("session", f"s{int(day)}"))
    return Event(
        id=name,
        at=at,
        session=session,
        scope=scope,
        kind=kind,
        text=text,
        **more,  # type: ignore[arg-type]
    )


def ask(memory: Memory, text: str, **more: object) -> Recall:
    scope = more.pop("scope", ANA)
    return memory.recall(Query(text=text, scope=scope, asked_at=LATER, **more))  # type: ignore[arg-type]


def texts(recall: Recall) -> str:
    return "\n".join(item.text for item in recall.items)


def fed(name: str, events: Iterable[Event]) -> Memory:
    memory = build(name)
    replay(memory, list(events))
    return memory


@pytest.mark.parametrize("name", ["vector", "hybrid", "rerank", "everything"])
def test_a53_what_answers_ranks_above_what_does_not(name: str) -> None:
    memory = fed(name, [said("a", "the code is 7719"), said("b", "the cat sleeps", day=1)])
    first = ask(memory, "the code is 7719").items[0]
    assert first.item_id == "a"


def test_a53_a_least_score_keeps_the_best_not_the_worst() -> None:
    memory = Factory(target="vector", params={"min_score": 0.5})()
    replay(memory, [said("a", "the code is 7719"), said("b", "the cat sleeps", day=1)])
    items = ask(memory, "the code is 7719").items
    assert [item.item_id for item in items] == ["a"]
    assert items[0].score == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("name", ALL)
def test_a62_a_contradiction_never_leaves_nothing(name: str) -> None:
    memory = fed(
        name,
        [
            said("a", "My favourite hobby is hiking."),
            said("b", "My favourite hobby is chess now.", day=5),
        ],
    )
    assert "chess" in texts(ask(memory, "What is my favourite hobby?"))


@pytest.mark.parametrize("name", ["table", "dream"])
def test_a63_current_value_and_value_of_a_past_day(name: str) -> None:
    memory = fed(
        name,
        [said("a", "My manager is Alice."), said("b", "Bob is my manager now.", day=9)]
        if name == "dream"
        else [said("a", "My manager is Alice."), said("b", "My manager is Bob now.", day=9)],
    )
    now = render(ask(memory, "Who is my manager?").items)
    assert "Bob" in now
    assert all("superseded" in line for line in now.splitlines() if "Alice" in line)
    then = texts(ask(memory, "Who is my manager?", valid_at=START + timedelta(days=5)))
    assert "Alice" in then
    assert "Bob" not in then


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("first", ["A", "B"])
def test_a69_conversations_do_not_answer_for_each_other(name: str, first: str) -> None:
    scopes = {"A": Scope(user="conversation-a"), "B": Scope(user="conversation-b")}
    words = {"A": "My dog is called Rex.", "B": "I painted my fence green."}
    memory = build(name)
    for which in sorted(scopes, reverse=first == "B"):
        replay(memory, [said(f"{which}/D1:3", words[which], scope=scopes[which])])
    assert "Rex" not in texts(ask(memory, "What is my dog called?", scope=scopes["B"]))


@pytest.mark.parametrize("name", ALL)
def test_a70_a_retry_after_a_failure_half_way_adds_nothing(name: str) -> None:
    events = [said(f"e{n}", f"My {w} is blue.", day=n) for n, w in enumerate("abcde")]
    once, retried = build(name), build(name)
    for event in events:
        once.observe(event)
    for event in [*events[:3], *events]:
        retried.observe(event)
    assert retried.contents().items == once.contents().items


@pytest.mark.parametrize("name", VERBATIM)
def test_a72_every_design_shows_the_day_in_one_form(name: str) -> None:
    memory = fed(name, [said("a", "I visited Porto last week.")])
    assert render(ask(memory, "When did I visit Porto?").items).startswith("## 2023-06-14\n")


@pytest.mark.parametrize("name", VERBATIM)
def test_a71_relative_words_stay_as_they_were_said(name: str) -> None:
    memory = fed(name, [said("a", "I visited Porto last week.")])
    assert "I visited Porto last week." in {item.text for item in memory.contents().items}


TAKE_TOOLS = [n for n in ALL if n not in ("vector", "hybrid", "manager")]
"""By default these three hear talk only; ``manager_events`` is the manager that hears tools."""


@pytest.mark.parametrize("name", [n for n in TAKE_TOOLS if n not in (*STRUCTURED, "dream")])
def test_a74_a_tool_result_can_be_recalled(name: str) -> None:
    call = ToolCall(call_id="c1", name="orders", arguments='{"id": "A-991"}')
    memory = fed(
        name,
        [
            said("q", "Where is my order?"),
            said("c", "", day=0.1, kind=EventKind.TOOL_CALL, payload=call),
            said(
                "r",
                "order A-991 ships 3 May",
                day=0.2,
                kind=EventKind.TOOL_RESULT,
                payload=ToolResult(call_id="c1", name="orders"),
            ),
        ],
    )
    assert "3 May" in texts(ask(memory, "When does order A-991 ship?"))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Invoice 1042 is paid.", "Invoice 1043 is paid."),
        ("Server alpha-01 is down.", "Server alpha-02 is down."),
        ("Ana's blood type is A.", "Ben's blood type is B."),
    ],
)
def test_a65_a84_what_differs_in_an_identifier_stays_apart(name: str, one: str, other: str) -> None:
    memory = fed(name, [said("a", one), said("b", other, day=1)])
    held = "\n".join(item.text for item in memory.contents().items)
    assert one.rstrip(".") in held
    assert other.rstrip(".") in held


@pytest.mark.parametrize("name", ALL)
def test_a67_one_turn_larger_than_the_budget_hides_nothing_else(name: str) -> None:
    huge = " ".join(f"word{n}" for n in range(150))
    events = [said("huge", f"Please read this: {huge}")]
    events += [said(f"e{n}", f"My {w} is blue.", day=n + 1) for n, w in enumerate("abcde")]
    memory = fed(name, events)
    for budget in (40, 100):
        recall = ask(memory, "What colour is my e?", max_tokens=budget)
        assert context_tokens(recall.items) <= budget
        assert "My e is blue" in texts(recall)


@pytest.mark.parametrize("name", ALL)
def test_a78_what_was_forgotten_is_not_in_the_whole_history_either(name: str) -> None:
    memory = fed(name, [said("a", "My locker code is 7719."), said("b", "My desk is red.", day=1)])
    memory.forget(ForgetRequest(event_ids=frozenset({"a"})))
    assert "7719" not in texts(ask(memory, "What is my locker code?"))
    assert not any("7719" in item.text for item in memory.contents().items)


def test_a77_a_memory_that_stores_nothing_shows_nothing() -> None:
    memory = fed("none", [said("a", "R"), said("b", "no"), said("c", "5")])
    assert ask(memory, "R no 5").items == ()
    assert memory.footprint().items == 0

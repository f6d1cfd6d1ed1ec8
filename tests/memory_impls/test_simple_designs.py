"""What sets the plain designs apart from each other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from memory_impls.api import (
    Event,
    EventKind,
    ForgetRequest,
    ItemKind,
    Memory,
    Priority,
    Query,
    Scope,
    Status,
    TaskState,
    TaskStatus,
    ToolResult,
)
from memory_impls.checks.histories import said as statement
from memory_impls.checks.histories import statements
from memory_impls.parts.embedder import load_embedder
from memory_impls.parts.model import FailureKind, ModelFailure, OfflineModel, ScriptedModel
from memory_impls.parts.names import UnknownNameError
from memory_impls.parts.rendering import context_tokens
from memory_impls.parts.usage import Phase
from memory_impls.registry import build

START = datetime(2023, 5, 1, 9, tzinfo=UTC)
ANA = Scope(user="ana")
HASHING = load_embedder("hashing")


def said(
    name: str,
    text: str,
    *,
    minute: float = 0,
    scope: Scope = ANA,
    kind: EventKind = EventKind.USER,
    priority: Priority = Priority.NORMAL,
    speaker: str = "",
    session: str = "s1",
    payload: TaskStatus | ToolResult | None = None,
) -> Event:
    return Event(
        id=name,
        at=START + timedelta(minutes=minute),
        session=session,
        scope=scope,
        kind=kind,
        text=text,
        priority=priority,
        speaker=speaker,
        payload=payload,
    )


def ids(memory: Memory, text: str = "what?", **more: object) -> list[str]:
    asked = START + timedelta(days=30)
    query = Query(text=text, scope=ANA, asked_at=asked, **more)  # type: ignore[arg-type]
    return [item.item_id for item in memory.recall(query).items]


def fed(name: str, history: Sequence[Event], **params: object) -> Memory:
    memory = build(name, params, embedder=HASHING, model=OfflineModel())
    for event in history:
        memory.observe(event)
    return memory


COUNTED = [said(f"e{n}", f"This is message number {n}.", minute=n) for n in range(30)]


def test_full_history_shows_all_without_a_limit_and_the_newest_within_one() -> None:
    memory = fed("full_history", COUNTED)
    assert ids(memory) == [f"e{n}" for n in range(29, -1, -1)]
    shown = ids(memory, max_tokens=100)
    assert 5 <= len(shown) < 15
    assert shown == [f"e{n}" for n in range(29, 29 - len(shown), -1)]


def test_full_history_leaves_out_only_what_can_never_fit() -> None:
    huge = said("huge", "word " * 500, minute=15.5)
    shown = ids(fed("full_history", [*COUNTED, huge]), max_tokens=300)
    assert "huge" not in shown
    assert {"e15", "e16", "e14"} <= set(shown)


def test_full_history_counts_few_texts_however_long_it_is() -> None:
    short, long = fed("full_history", COUNTED), fed("full_history", list(statements(900)))
    for memory in (short, long):
        query = Query(text="?", scope=ANA, asked_at=START, max_tokens=64)
        assert len(list(memory._ranked(query))) < 30  # type: ignore[attr-defined]


def test_window_keeps_the_last_turns_of_each_scope() -> None:
    other = Scope(user="ben")
    events = [*COUNTED, *(said(f"b{n}", "hello", minute=n, scope=other) for n in range(5))]
    memory = fed("window", events, turns=10)
    assert ids(memory) == [f"e{n}" for n in range(29, 19, -1)]
    assert memory.footprint().items == 15


def test_window_is_a_window_in_time_not_of_arrival() -> None:
    late = said("late", "an old session that arrives late", minute=-600)
    memory = fed("window", [*COUNTED[:10], late], turns=10)
    assert ids(memory) == [f"e{n}" for n in range(9, -1, -1)]


def test_window_shows_no_more_turns_over_two_scopes_than_over_one() -> None:
    project = Scope(user="ana", project="atlas")
    events = [
        *COUNTED[:8],
        *(said(f"p{n}", "hello", minute=n + 0.5, scope=project) for n in range(8)),
    ]
    memory = fed("window", events, turns=4)
    query = Query(text="?", scope=project, asked_at=START)
    assert [item.item_id for item in memory.recall(query).items] == ["p7", "e7", "p6", "e6"]


def test_an_event_that_left_the_window_does_not_come_back() -> None:
    memory = fed("window", COUNTED, turns=3)
    memory.observe(COUNTED[0])
    assert ids(memory) == ["e29", "e28", "e27"]


TALK = "Lovely weather today, isn't it? Anyway, the budget is 4,200 euros. See you around!"


def test_window_compressed_keeps_the_data_point_and_drops_the_talk() -> None:
    events = [said("e1", TALK), said("e2", "Thanks!", minute=1)]
    memory = fed("window_compressed", events, turn_tokens=14)
    (item,) = memory.contents().items
    assert "4,200" in item.text
    assert "weather" not in item.text
    assert item.kind is ItemKind.SUMMARY


def test_window_compressed_reaches_further_back_for_the_same_tokens() -> None:
    events = [said(f"e{n}", f"{TALK} That was turn {n}.", minute=n) for n in range(15)]
    raw, short = fed("window", events), fed("window_compressed", events)
    assert len(ids(short, max_tokens=128)) > len(ids(raw, max_tokens=128))


def test_window_compressed_keeps_the_turn_when_the_model_fails() -> None:
    down = ModelFailure(kind=FailureKind.UNAVAILABLE, message="down")
    memory = build("window_compressed", model=ScriptedModel([down], otherwise=OfflineModel()))
    memory.observe(said("e1", TALK))
    assert [item.text for item in memory.contents().items] == [TALK]


def test_window_compressed_books_its_calls_to_writing() -> None:
    model = OfflineModel()
    memory = build("window_compressed", model=model)
    memory.observe(said("e1", TALK))
    usage = model.ledger.usage[Phase.WRITE]
    assert usage.calls == 1
    assert usage.prompt_tokens > 20


def test_vector_takes_messages_and_everything_takes_all() -> None:
    status = TaskStatus(task_id="t", state=TaskState.STARTED)
    events = [
        said("u", "deploy the site"),
        said("a", "deploying", minute=1, kind=EventKind.ASSISTANT),
        said(
            "r",
            "no space left",
            minute=2,
            kind=EventKind.TOOL_RESULT,
            payload=ToolResult(call_id="c", name="deploy", ok=False),
        ),
        said("t", "", minute=3, kind=EventKind.TASK_STATUS, payload=status),
        said("s", "version 2", minute=4, kind=EventKind.SYSTEM),
    ]
    assert sorted(ids(fed("vector", events), "deploy")) == ["a", "u"]
    everything = fed("everything", events)
    assert sorted(ids(everything, "deploy")) == ["a", "r", "s", "t", "u"]
    failed = {item.id: item.text for item in everything.contents().items}["r"]
    assert failed == "deploy failed: no space left"


def test_vector_limits_and_kinds_of_event_are_parameters() -> None:
    assert len(ids(fed("vector", COUNTED, top_k=7), "message number 3")) == 7
    memory = build("vector", {"events": ["assistant"]}, embedder=HASHING)
    memory.observe(COUNTED[0])
    assert memory.footprint().items == 0
    with pytest.raises(UnknownNameError, match="kind of event 'users'"):
        build("vector", {"events": ["users"]}, embedder=HASHING)


def test_vector_searches_who_said_it_too() -> None:
    events = [
        said("m", "I went to the museum", speaker="Melanie"),
        said("c", "I went to the museum", minute=1, speaker="Caroline"),
    ]
    assert ids(fed("vector", events), "What did Caroline do?")[0] == "c"


FACTS = [
    said("code", "The error was E-4711 in the importer."),
    said("near", "There was an error in the exporter.", minute=1),
    said("far", "Lunch was soup with bread.", minute=2),
]


@pytest.mark.parametrize("fusion", ["score", "rank"])
def test_hybrid_finds_an_identifier_by_its_words(fusion: str) -> None:
    memory = fed("hybrid", FACTS, fusion=fusion)
    assert ids(memory, "What do we know about E-4711?")[0] == "code"


def test_hybrid_without_one_of_its_halves() -> None:
    words = fed("hybrid", FACTS, similarity_weight=0.0)
    assert ids(words, "soup")[0] == "far"
    vectors = fed("hybrid", FACTS, similarity_weight=1.0)
    assert ids(vectors, "error exporter") == ids(fed("vector", FACTS), "error exporter")


@pytest.mark.parametrize(
    "params",
    [{"fusion": "max"}, {"similarity_weight": 1.5}, {"candidates": 0}, {"rank_constant": -1.0}],
)
def test_hybrid_refuses_what_makes_no_sense(params: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(params))):
        build("hybrid", params, embedder=HASHING)


def test_keyvalue_needs_the_exact_word_and_keeps_the_last_value() -> None:
    memory = fed(
        "keyvalue",
        [
            said("a", "My manager is Alice. How nice the weather is!"),
            said("b", "My manager is Bob now.", minute=5),
            said("c", "My manager is Carol.", minute=-5),
        ],
    )
    (item,) = memory.contents().items
    assert (item.text, item.version, item.source_ids) == ("My manager is Bob now.", 2, ("b",))
    assert ids(memory, "Who is my manager?") == [item.id]
    assert ids(memory, "Who is my boss?") == []


def test_keyvalue_ranks_the_longer_key_first() -> None:
    memory = fed(
        "keyvalue",
        [said("a", "My key is red."), said("b", "My garage key is green.", minute=1)],
    )
    shown = memory.recall(Query(text="Where is my garage key?", scope=ANA, asked_at=START))
    assert [item.source_ids for item in shown.items] == [("b",), ("a",)]


def test_table_ends_validity_by_event_time_and_reopens_it_when_forgotten() -> None:
    memory = fed(
        "table",
        [
            said("b", "My manager is Bob.", minute=60),
            said("a", "My manager is Alice."),
            said("c", "My manager is Carol.", minute=120),
        ],
    )
    items = {item.source_ids[0]: item for item in memory.contents().items}
    assert [items[name].status for name in "abc"] == [
        Status.SUPERSEDED,
        Status.SUPERSEDED,
        Status.CURRENT,
    ]
    assert items["a"].valid_to == items["b"].valid_from
    assert ids(memory, "Who is my manager?") == [items["c"].id]
    memory.forget(ForgetRequest(event_ids=frozenset({"c"})))
    assert ids(memory, "Who is my manager?") == [items["b"].id]


def test_table_selects_by_subject_and_by_day() -> None:
    memory = fed(
        "table",
        [
            said("i", "Invoice 1042 is paid."),
            said("j", "Invoice 1043 is paid.", minute=60 * 24 * 3),
        ],
    )
    assert [i.split("#")[0] for i in ids(memory, "Anything about invoice 1042?")] == ["i"]
    assert [i.split("#")[0] for i in ids(memory, "What did I say on 4 May 2023?")] == ["j"]
    assert ids(memory, "Anything about the bill?") == []


@pytest.mark.parametrize("name", ["keyvalue", "table"])
def test_structured_designs_store_statements_only(name: str) -> None:
    memory = fed(name, [said("a", "Good morning! How are you?"), said("b", statement(3), minute=1)])
    assert memory.footprint().items == 1
    recall = memory.recall(Query(text=statement(3), scope=ANA, asked_at=START, max_tokens=64))
    assert context_tokens(recall.items) <= 64

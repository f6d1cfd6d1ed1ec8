"""Each signal of ``rerank`` alone, and the quota."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.api import (
    Event,
    EventKind,
    ItemKind,
    Priority,
    Query,
    Recalled,
    Scope,
    TaskState,
    TaskStatus,
)
from memory_impls.parts.embedder import load_embedder
from memory_impls.parts.ranking.cues import (
    asks_when,
    day_words,
    focused,
    is_question,
    mentioned,
    tells_time,
    unasked,
)
from memory_impls.parts.ranking.quota import under_quota
from memory_impls.parts.ranking.scoring import decay
from memory_impls.registry import build

START = datetime(2023, 5, 1, 9, tzinfo=UTC)
ANA = Scope(user="ana")
HASHING = load_embedder("hashing")
OFF = {
    "similarity": 0.0,
    "words": 0.0,
    "before": (),
    "after": (),
    "session": 0.0,
    "speaker": 0.0,
    "question": 0.0,
    "time_words": 0.0,
    "importance": 0.0,
    "recency": 0.0,
    "frequency": 0.0,
    "user": 0.0,
    "standing": 0.0,
    "length": 0.0,
}


def said(name: str, text: str, *, hour: float = 0, session: str = "s1", **more: object) -> Event:
    values: dict[str, object] = {"kind": EventKind.USER, "scope": ANA, **more}
    at = START + timedelta(hours=hour)
    return Event(id=name, at=at, session=session, text=text, **values)  # type: ignore[arg-type]


TWO = (said("a", "The garden is green."), said("b", "The kitchen is blue.", hour=1, session="s2"))


def scores(
    events: tuple[Event, ...], text: str, *, asked_h: float = 24, cite: str = "", **params: object
) -> dict[str, float]:
    memory = build("rerank", {**OFF, **params}, embedder=HASHING)
    for event in events:
        memory.observe(event)
    asked = START + timedelta(hours=asked_h)
    if cite:
        memory.reinforce([cite], asked)
    items = memory.recall(Query(text=text, scope=ANA, asked_at=asked)).items
    return {item.item_id: item.score for item in items}


def test_with_all_signals_off_every_score_is_nothing() -> None:
    assert scores(TWO, "garden kitchen") == {"a": 0.0, "b": 0.0}


@pytest.mark.parametrize("signal", ["similarity", "words"])
def test_similarity_and_words_are_deviations(signal: str) -> None:
    weights: dict[str, Any] = {signal: 1.0}
    found = scores(TWO, "garden", **weights)
    assert found == {"a": pytest.approx(1.0), "b": pytest.approx(-1.0)}


def test_what_stands_beside_the_match_gains_in_its_session_only() -> None:
    events = (
        said("before", "Something else."),
        said("match", "The garden is green.", hour=1),
        said("after", "Something more.", hour=2),
        said("other", "Something different.", hour=3, session="s2"),
    )
    found = scores(events, "garden", words=1.0, before=(0.5,), after=(0.25,))
    plain = scores(events, "garden", words=1.0)
    assert found["after"] - plain["after"] == pytest.approx(0.5 * plain["match"])
    assert found["before"] - plain["before"] == pytest.approx(0.25 * plain["match"])
    assert found["other"] == plain["other"]


def test_the_best_of_a_session_lifts_all_of_it() -> None:
    events = (*TWO, said("c", "Nothing to see.", hour=2, session="s1"))
    found = scores(events, "garden", words=1.0, session=0.5)
    plain = scores(events, "garden", words=1.0)
    assert found["c"] - plain["c"] == pytest.approx(0.5 * plain["a"])
    assert found["b"] - plain["b"] == pytest.approx(0.5 * plain["b"])


def test_the_one_speaker_who_is_named() -> None:
    events = (
        said("m", "I paint.", speaker="Melanie"),
        said("c", "I sing.", speaker="Caroline", hour=1),
    )
    assert scores(events, "What does Caroline do?", speaker=2.0) == {"c": 2.0, "m": 0.0}
    both = scores(events, "What do Caroline and Melanie do?", speaker=2.0)
    assert both == {"c": 0.0, "m": 0.0}


def test_questions_lose_and_times_gain_when_a_time_is_asked() -> None:
    events = (
        said("q", "Where to?"),
        said("t", "We go on Monday.", hour=1),
        said("x", "Ok.", hour=2),
    )
    assert scores(events, "Which way?", question=0.5) == {"t": 0.0, "x": 0.0, "q": -0.5}
    assert scores(events, "When do we go?", time_words=0.5) == {"t": 0.5, "q": 0.0, "x": 0.0}
    assert set(scores(events, "Do we go?", time_words=0.5).values()) == {0.0}


def test_the_users_words_and_lasting_wishes_gain() -> None:
    events = (
        said("u", "Tea it is.", speaker="User"),
        said("a", "Tea is nice.", kind=EventKind.ASSISTANT, hour=1),
        said("n", "From now on, tea.", speaker="Ben", hour=2),
    )
    assert scores(events, "?", user=2.0) == {"u": 2.0, "a": 0.0, "n": 0.0}
    assert scores(events, "?", standing=0.5) == {"n": 0.5, "a": 0.0, "u": 0.0}


def test_a_long_item_must_be_better_where_the_room_is_limited() -> None:
    events = (said("long", "tea " * 400), said("short", "Tea.", hour=1), said("none", "No."))
    memory = build("rerank", {**OFF, "words": 1.0, "length": 0.5, "short": 1}, embedder=HASHING)
    for event in events:
        memory.observe(event)

    def first(max_tokens: int | None) -> str:
        query = Query(text="tea", scope=ANA, asked_at=START, max_tokens=max_tokens)
        return memory.recall(query).items[0].item_id

    assert (first(None), first(2_000)) == ("long", "short")


@pytest.mark.parametrize("wrong", [{"length": 1.5}, {"length": -0.1}, {"short": 0}])
def test_a_length_out_of_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="give 0 to 1, and 1 token or more"):
        build("rerank", wrong, embedder=HASHING)


def test_importance_recency_and_frequency() -> None:
    events = (
        said("high", "One.", priority=Priority.HIGH),
        said("low", "Two.", hour=24 * 30, priority=Priority.LOW),
    )
    assert scores(events, "?", importance=1.0) == {"high": 0.9, "low": 0.1}
    aged = scores(events, "?", recency=1.0, asked_h=24 * 30)
    assert aged == {"low": pytest.approx(1.0), "high": pytest.approx(0.5)}
    assert scores(events, "?", frequency=1.0, cite="low")["low"] == pytest.approx(0.693, abs=1e-3)


def test_a_later_neighbour_is_no_help_to_a_past_date() -> None:
    events = (said("a", "Something."), said("b", "The garden is green.", hour=5))
    memory = build("rerank", {**OFF, "words": 1.0, "after": (1.0,)}, embedder=HASHING)
    for event in events:
        memory.observe(event)
    then = START + timedelta(hours=1)
    query = Query(text="garden", scope=ANA, asked_at=START + timedelta(days=1), valid_at=then)
    (item,) = memory.recall(query).items
    assert (item.item_id, item.score) == ("a", 0.0)


def test_halves_with_every_half_life() -> None:
    assert [decay(timedelta(days=d), 30) for d in (0, 30, 90, -5)] == [1.0, 0.5, 0.125, 1.0]


@pytest.mark.parametrize(
    "params",
    [
        {"candidates": 0},
        {"places": 0},
        {"kind_share": 0.0},
        {"focus": 2.0},
        {"half_life_days": 0.0},
    ],
)
def test_refuses_what_makes_no_sense(params: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(params))):
        build("rerank", params, embedder=HASHING)


def recalled(name: str, kind: ItemKind) -> Recalled:
    return Recalled(item_id=name, text=name, kind=kind, at=START)


P = [recalled(f"p{n}", ItemKind.PREFERENCE) for n in range(8)]
T = [recalled(f"t{n}", ItemKind.TASK_STATE) for n in range(2)]


def test_quota_leaves_room_for_other_kinds_and_fills_what_is_free() -> None:
    chosen = under_quota([*P, *T], places=8, share=0.5)
    assert [item.item_id for item in chosen] == ["p0", "p1", "p2", "p3", "t0", "t1", "p4", "p5"]
    assert len(under_quota(P, places=8, share=0.5)) == 8
    assert under_quota([*P, *T], places=3, share=1.0) == P[:3]


@given(
    st.lists(st.sampled_from([ItemKind.FACT, ItemKind.RULE, ItemKind.EPISODE]), max_size=30),
    st.integers(1, 12),
    st.floats(0.1, 1.0),
)
def test_quota_never_leaves_a_place_empty(kinds: list[ItemKind], places: int, share: float) -> None:
    ranked = [recalled(str(n), kind) for n, kind in enumerate(kinds)]
    chosen = under_quota(ranked, places=places, share=share)
    assert len(chosen) == min(places, len(ranked))
    assert len({item.item_id for item in chosen}) == len(chosen)


def test_quota_serves_a_query_over_messages_and_task_states() -> None:
    status = TaskStatus(task_id="t", state=TaskState.STARTED, goal="paint the garden fence")
    events = [said(f"m{n}", f"The garden fence is green, part {n}.", hour=n) for n in range(6)]
    done = said("t", "", hour=9, kind=EventKind.TASK_STATUS, payload=status)
    params = {"places": 4, "kind_share": 0.5, "events": ["user", "task_status"]}
    memory = build("rerank", params, embedder=HASHING)
    for event in [*events, done]:
        memory.observe(event)
    asked = START + timedelta(days=1)
    shown = memory.recall(Query(text="green garden fence part", scope=ANA, asked_at=asked)).items
    assert [item.kind for item in shown].count(ItemKind.TASK_STATE) == 1
    assert len(shown) == 4


@pytest.mark.parametrize(
    ("text", "names", "left"),
    [
        ("When did Ana's sister move?", ["Ana"], "did sister move?"),
        ("What is it?", [], "is it?"),
        ("李雷什么时候搬家？", ["李雷"], "搬家？"),
        ("Who?", ["Who"], "?"),
    ],
)
def test_the_content_of_a_question(text: str, names: list[str], left: str) -> None:
    assert focused(text, names) == left


def test_names_are_found_whole_and_by_part() -> None:
    speakers = ["Ann Lee", "Annabel", "李雷", "Jo"]
    assert mentioned("What did Ann tell Annabel?", speakers) == {
        "Ann Lee": ["Ann"],
        "Annabel": ["Annabel"],
    }
    assert mentioned("李雷说了什么", speakers) == {"李雷": ["李雷"]}
    assert mentioned("Annabelle and Jon", speakers) == {}


def test_other_cues() -> None:
    assert unasked("How many dogs?") == "many dogs?"
    assert asks_when("On which day was it?")
    assert asks_when("你几月来的")
    assert not asks_when("What happened?")
    assert tells_time("I went last week")
    assert tells_time("我昨天去了")
    assert not tells_time("I went there")
    assert is_question("你好吗")
    assert not is_question("Really? I doubt it.")
    assert day_words(START, "你好") == "2023年5月1日"

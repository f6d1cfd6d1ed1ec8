from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_impls.api import (
    Capability,
    Event,
    EventKind,
    ForgetRequest,
    ItemKind,
    Occasion,
    Query,
    Recalled,
    Scope,
)
from memory_impls.checks.forgetting import traces_of
from memory_impls.parts.model import FailureKind, ModelFailure, OfflineModel, ScriptedModel
from memory_impls.parts.rendering import context_tokens
from memory_impls.parts.tokens import count_tokens
from memory_impls.summary import Summary

START = datetime(2023, 5, 1, 9, tzinfo=UTC)
ANA = Scope(user="ana")


def turn(number: int, text: str) -> Event:
    return Event(
        id=f"t{number:03d}", at=START + timedelta(minutes=number), session="s", scope=ANA,
        kind=EventKind.USER, text=text,
    )  # fmt: skip


def live(memory: Summary, texts: list[str]) -> int:
    """Feed turns; consolidate when it asks to; the number of times it did."""
    folded = 0
    for number, text in enumerate(texts):
        event = turn(number, text)
        memory.observe(event)
        reason = memory.due(event.at, Occasion.EVENT)
        if reason is not None:
            memory.consolidate(event.at, reason)
            folded += 1
    return folded


def shown(memory: Summary, max_tokens: int | None = None) -> tuple[Recalled, ...]:
    asked = START + timedelta(days=1)
    return memory.recall(Query(text="?", scope=ANA, asked_at=asked, max_tokens=max_tokens)).items


def test_a67_one_huge_turn_makes_one_call_and_ends() -> None:
    memory = Summary(max_recent_tokens=100, summary_tokens=60, model=OfflineModel())
    huge = "The long report goes on about the harbour and its cranes. " * 14
    assert count_tokens(huge) > 150
    texts = [huge, *(f"Short turn number {number}." for number in range(5))]
    assert live(memory, texts) == 1
    for budget in (20, 100):
        assert context_tokens(shown(memory, budget)) <= budget
    assert "Short turn number 4." in [item.text for item in shown(memory, 100)]


def test_a68_no_turn_leaves_before_it_was_in_a_summary_call_and_the_newest_stay() -> None:
    script = ScriptedModel([], otherwise=OfflineModel())
    prompts: list[str] = []
    run = script.run

    def spy(tasks, run=run):  # type: ignore[no-untyped-def]
        prompts.extend(task.render() for task in tasks)
        return run(tasks)

    script.run = spy  # type: ignore[method-assign]
    memory = Summary(max_recent_tokens=120, summary_tokens=80, model=script)
    texts = [f"Turn {number} is about nothing special, as turns are." for number in range(30)]
    texts[2] = "The budget must never exceed 50k."
    texts[29] = "Correction: the launch is on 9 May."
    live(memory, texts)
    held = {item.id for item in memory.contents().items if item.kind is ItemKind.EPISODE}
    for number, text in enumerate(texts):
        assert f"t{number:03d}" in held or any(text in prompt for prompt in prompts)
    assert any(texts[2] in prompt for prompt in prompts)
    assert texts[29] in [item.text for item in shown(memory)]
    assert any("50k" in item.text for item in shown(memory))


BAD = ['Sure: {"summary": "te', '["a"]', "", '{"other": 1}', '{"summary": 3}',
       ModelFailure(kind=FailureKind.UNAVAILABLE, message="down")]  # fmt: skip


@pytest.mark.parametrize("bad", BAD, ids=[str(n) for n in range(len(BAD))])
def test_a82_turns_stay_until_a_reply_is_whole(bad: str | ModelFailure) -> None:
    script = ScriptedModel([bad], otherwise=OfflineModel())
    memory = Summary(max_recent_tokens=30, summary_tokens=40, model=script)
    texts = [f"Turn {number} tells of harbour {number}." for number in range(6)]
    for number, text in enumerate(texts):
        memory.observe(turn(number, text))
    now = START + timedelta(hours=1)
    failed = memory.consolidate(now, "overflow")
    assert not failed.committed and failed.failures == 1 and not failed.changes
    assert len(memory.contents().items) == 6
    assert memory.due(now, Occasion.EVENT) is None
    memory.observe(turn(9, "One more turn that makes the overflow grow by a good deal."))
    assert memory.due(now, Occasion.EVENT) is not None
    assert memory.consolidate(now, "overflow").committed


def test_a_forgotten_turn_leaves_the_summary_and_its_files(tmp_path: Path) -> None:
    memory = Summary(max_recent_tokens=40, summary_tokens=400, model=OfflineModel())
    texts = [f"My locker {number} has the word zq{number}kelp." for number in range(12)]
    live(memory, texts)
    gone = "zq1kelp"
    assert any(gone in item.text for item in shown(memory))
    assert memory.forget(ForgetRequest(event_ids=frozenset({"t001"}))) >= 1
    assert not any(gone in item.text for item in shown(memory))
    assert any("zq0kelp" in item.text for item in shown(memory))
    memory.save(tmp_path)
    assert not list(traces_of(gone, tmp_path))
    memory.observe(turn(1, texts[1]))
    assert not any(gone in item.text for item in shown(memory))


def test_lines_in_other_words_rest_on_all_that_was_folded() -> None:
    script = ScriptedModel(['{"summary": "They spoke of lockers."}'] * 9, otherwise=OfflineModel())
    memory = Summary(max_recent_tokens=40, summary_tokens=120, model=script)
    live(memory, [f"My locker {number} has the word zq{number}kelp." for number in range(6)])
    assert any("They spoke" in item.text for item in shown(memory))
    memory.forget(ForgetRequest(event_ids=frozenset({"t000"})))
    assert not any("They spoke" in item.text for item in shown(memory))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.text(alphabet="ab c.\n预算", min_size=1, max_size=60), max_size=20),
    st.integers(0, 200),
    st.integers(10, 80),
)
def test_limits_hold_and_nothing_is_lost_unfolded(texts: list[str], budget: int, room: int) -> None:
    memory = Summary(max_recent_tokens=room, summary_tokens=30, model=OfflineModel())
    live(memory, texts)
    assert context_tokens(shown(memory, budget)) <= budget
    assert memory.due(START + timedelta(days=1), Occasion.EVENT) is None
    recent = [i for i in memory.contents().items if i.kind is ItemKind.EPISODE]
    assert sum(count_tokens(item.text) for item in recent) <= room


def test_what_it_claims_and_refuses() -> None:
    assert Capability.VERBATIM not in Summary.capabilities
    for bad in ({"max_recent_tokens": 0}, {"summary_tokens": 0}, {"summary_share": 0.0}):
        with pytest.raises(ValueError):
            Summary(**bad)

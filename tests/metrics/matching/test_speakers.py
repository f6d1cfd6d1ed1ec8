"""Who speaks decides whom "I" and "you" mean."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_impls.api import ItemKind, Status
from metrics.api import Shown, TraceItem
from metrics.matching import Stance, Utterance, stances, states, utterance_of
from scenarios.api import USER
from tests.metrics.matching.said import AT, atom, how, said

BUDGET = atom("number", "50000", subject=(USER,), attribute=("budget", "预算"))
ANA = atom("number", "50000", subject=("Ana",), attribute=("budget",))


@pytest.mark.parametrize(
    ("text", "speaker", "from_user", "expected"),
    [
        ("My budget is 50k.", "user", True, "current"),
        ("My budget is 50k.", "", None, "current"),
        ("My budget is 50k.", "assistant", None, "absent"),
        ("My budget is 50k.", "bot7", False, "absent"),
        ("Your budget is 50k.", "assistant", False, "current"),
        ("Your budget is 50k.", "user", True, "absent"),
        ("The user's budget is 50k.", "assistant", False, "current"),
        ("The user's budget is 50k.", "", None, "current"),
        ("用户的预算是5万。", "", None, "current"),
        ("您的预算是5万。", "助手", None, "current"),
        ("我的预算是5万。", "助手", None, "absent"),
        ("我的预算是5万。", "用户", None, "current"),
    ],
)
def test_first_and_second_person(
    text: str, speaker: str, from_user: bool | None, expected: str
) -> None:
    assert how(said(text, speaker=speaker, from_user=from_user), BUDGET) == expected


def test_a_named_speaker_is_meant_by_i() -> None:
    assert how(said("My budget is 50k.", speaker="Ana", from_user=None), ANA) == "current"
    assert how(said("My budget is 50k.", speaker="Tom", from_user=None), ANA) == "absent"
    assert how(said("Ana's budget is 50k.", speaker="Tom", from_user=None), ANA) == "current"


def test_the_question_gives_subject_and_property_of_a_short_answer() -> None:
    answer = said("50k.", speaker="assistant", from_user=False, topic="What is my budget?")
    assert how(answer, BUDGET) == "current"
    other = said("50k.", speaker="assistant", from_user=False, topic="What is Tom's rent?")
    assert how(other, BUDGET) == "absent"


def test_the_question_gives_no_value() -> None:
    echo = said("I don't know.", speaker="assistant", topic="Is my budget 50k?")
    assert how(echo, BUDGET) == "absent"


def test_items_of_a_recall_and_of_the_trace_become_utterances() -> None:
    shown = Shown(
        item_id="i1", text="My budget is 50k.", kind=ItemKind.EPISODE, status=Status.SUPERSEDED,
        at=AT, speaker="user",
    )  # fmt: skip
    kept = TraceItem(
        id="i1", text="My budget is 50k.", kind=ItemKind.EPISODE, status=Status.CURRENT, version=1,
        source_ids=("e1",), updated=AT, speaker="user",
    )  # fmt: skip
    assert stances(utterance_of(shown), BUDGET) == {Stance.PAST}
    assert states(utterance_of(kept), BUDGET)
    assert utterance_of(kept).from_user is True


def test_the_time_of_the_utterance_anchors_its_dates() -> None:
    visit = atom("date", "2023-06-05..2023-06-11", attribute=("visited",))
    june = datetime(2023, 6, 14, 12, tzinfo=UTC)
    spoken = Utterance(text="I visited Porto last week.", speaker="user", at=june, from_user=True)
    assert states(spoken, visit)
    later = Utterance(text=spoken.text, speaker="user", at=june.replace(year=2031), from_user=True)
    assert not states(later, visit)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Keep it under 50k.", "current"),
        ("Please book something for 50k.", "current"),
        ("别超过5万。", "current"),
        ("Tom needs it under 50k.", "absent"),
        ("The client wants to stay under 50k.", "absent"),
    ],
)
def test_an_order_of_the_user_is_about_the_user(text: str, expected: str) -> None:
    wanted = atom("number", "50000", subject=(USER,))
    assert how(text, wanted) == expected


def test_an_order_of_the_assistant_is_not() -> None:
    wanted = atom("number", "50000", subject=(USER,))
    assert how(said("Keep it under 50k.", speaker="assistant", from_user=False), wanted) == "absent"


@pytest.mark.parametrize(
    "relation", ["sister", "best friend", "boss", "neighbour", "client", "mother-in-law", "ex-wife"]
)
def test_a_relation_of_the_user_is_somebody_else(relation: str) -> None:
    for text in (
        f"My {relation}'s budget is 50k.",
        f"My {relation} has a budget of 50k.",
        f"I talked to my {relation}: her budget is 50k.",
        f"The budget of my {relation} is 50k.",
    ):
        assert how(text, BUDGET) == "absent", text
        assert how(f"{text} My budget is 40k.", BUDGET) == "absent", text
        assert how(f"My {relation} called. My budget is 50k.", BUDGET) == "current"


@pytest.mark.parametrize("relation", ["朋友", "姐姐", "老板", "邻居", "客户", "岳母", "同事"])
def test_a_relation_of_the_user_is_somebody_else_in_chinese(relation: str) -> None:
    for text in (
        f"我{relation}的预算是5万。",
        f"我的{relation}预算5万。",
        f"我{relation}说他的预算是5万。",
    ):
        assert how(text, BUDGET) == "absent", text
    assert how(f"我{relation}来了。我的预算是5万。", BUDGET) == "current"

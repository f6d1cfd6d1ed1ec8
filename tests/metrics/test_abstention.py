"""K10: refusals are recognised in two languages, and never averaged with answers."""

from __future__ import annotations

import pytest

from metrics.abstention import abstains
from metrics.aggregate import score
from metrics.api import ProbeRecord, Score
from metrics.registry import metric
from metrics.worked import cell, record, stage

REFUSALS = [
    # English
    "I have no record of that",
    "that never came up",
    "I couldn't find that in our chats [1]",
    "That isn't covered anywhere",
    "not mentioned",
    "Not mentioned in the conversation.",
    "I don't know.",
    "Sorry, I don't have any information about her sister.",
    "Unfortunately, there is no mention of a dog in our conversations.",
    "There's nothing about the budget in my notes.",
    "You never told me your blood type.",
    "You haven't mentioned where he works.",
    "No information available",
    "The conversation does not specify a date.",
    "It was not specified.",
    "I'm not sure, we never discussed it.",
    "I cannot determine that from the context.",
    "Unknown",
    "There isn't enough information to answer.",
    "I can't recall you saying anything about that.",
    "I am unable to find this in the history.",
    "We haven't talked about it, so I do not know.",
    "Her birthday wasn't mentioned.",
    "N/A",
    "That hasn't come up in any of our chats.",
    "My memory contains no information on this.",
    "I do not recall.",
    # Chinese
    "没有提到过",
    "我这边没有相关记录",
    "没提过这件事。",
    "抱歉，我不知道。",
    "对话中未提及她的生日",
    "找不到相关信息",
    "你没有告诉过我你的血型",
    "我不清楚。",
    "暂无记录",
    "无法确定",
    "我们没有聊到过这个",
    "没有关于预算的信息。",
    "不记得了",
    "信息不足，无法回答",
]
ANSWERS = [
    # English
    "Luna",
    "No.",
    "Not the cello, the violin.",
    "She moved to Oslo in May.",
    "There is no meat in it, so she can eat it.",
    "Nothing but tea.",
    "He could not find his keys, so he bought a new lock.",
    "Ana has never been to Rome.",
    "It is not allowed to exceed 50,000.",
    "The budget is no longer 40,000; it is 50,000.",
    "I found no record of it, but it is probably Luna.",
    "She did not mention it to her boss because she was afraid.",
    "The unknown singer from Porto.",
    "Never on Mondays.",
    "I know it was blue.",
    "Because the data was not available to the team, they postponed the launch to 3 May.",
    "no more than 300 Mbps",
    "I can't eat nuts.",
    "I don't have a car.",
    "I haven't been to Rome.",
    "I was not able to attend the meeting.",
    "I don't know how to swim.",
    "We have no meat in the house.",
    "There was no parking near the office.",
    "I couldn't find my keys this morning.",
    "I can't answer calls after six.",
    "There is no problem on Monday.",
    "It's not far from the station.",
    "We never eat before eight.",
    "Ben told me never to mention it in public.",
    "You cannot bring the dog to the office.",
    # Chinese
    "露娜",
    "她不吃肉。",
    "没有肉的那家餐厅",
    "预算不超过五万元",
    "他没带钥匙，所以换了锁。",
    "没有提到过，不过应该是露娜。",
    "不能带狗进办公室",
    "我不知道怎么游泳",
    "我不记得带伞，所以淋湿了。",
    "他不太清楚怎么走，但最后到了奥斯陆。",
]


@pytest.mark.parametrize("text", REFUSALS)
def test_a28_a_refusal_is_recognised(text: str) -> None:
    assert abstains(text)


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_is_none(text: str) -> None:
    assert not abstains(text)


@pytest.mark.parametrize("text", ["", "   ", "[1]", "Sorry."])
def test_nothing_is_no_refusal(text: str) -> None:
    assert not abstains(text)


def question(place: int, answer: str, *, answerable: bool) -> ProbeRecord:
    return record(
        f"q{place}" if answerable else f"q{place}_abs",
        [stage(answered=False)] if answerable else [],
        answer=answer,
        answerable=answerable,
        order=place,
    )


def rows(*records: ProbeRecord) -> dict[str, Score]:
    names = ("correct_abstention", "false_abstention", "answered", "recall")
    found = score([cell(*records)], metrics=[metric(name) for name in names])
    return {row.metric: row for row in found if row.scenario == "all"}


@pytest.mark.parametrize(("answer", "value"), [("I have no record of that", 1.0), ("Luna", 0.0)])
def test_a27_unanswerable_is_a_property_of_the_item(answer: str, value: float) -> None:
    found = rows(question(17, answer, answerable=False))
    assert found["correct_abstention"].value == value
    assert "recall" not in found and "answered" not in found


def test_a29_always_refusing_is_shown_from_both_sides() -> None:
    answerable = [question(place, "not mentioned", answerable=True) for place in range(10)]
    others = [question(place, "not mentioned", answerable=False) for place in range(10, 20)]
    found = rows(*answerable, *others)
    assert found["answered"].value == 0.0
    assert found["correct_abstention"].value == 1.0
    assert found["false_abstention"].value == 1.0
    assert {row.n_total for row in found.values()} == {10}

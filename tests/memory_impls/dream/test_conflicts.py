from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from memory_impls.api import EventKind, Scope, Status

Make = Callable[..., Any]


@pytest.mark.parametrize("dreams", [0, 1, 2])
def test_a62_a_contradiction_never_leaves_memory_empty(diary: Make, dreams: int) -> None:
    d = diary()
    d.say("I love hiking.", 0)
    if dreams > 1:
        d.sleep(1)
    d.say("I cannot stand hiking any more.", 9)
    if dreams:
        d.sleep(10)
    assert "cannot stand hiking" in d.current("Do I like hiking?")
    assert "I love hiking" not in d.current("Do I like hiking?")
    assert "I love hiking" in d.past("Do I like hiking?")


@pytest.mark.parametrize("episodes", [True, False])
@pytest.mark.parametrize("dreams", [0, 1, 2])
def test_a63_the_newest_holds_and_the_past_can_be_asked(
    diary: Make, dreams: int, episodes: bool
) -> None:
    d = diary(episodes=episodes)
    d.say("My manager is Alice.", 0)
    if dreams > 1:
        d.sleep(1)
    d.say("Bob is my manager now.", 8)
    if dreams:
        d.sleep(9)
    question = "Who is my manager?"
    assert "Bob" in d.current(question) and "Alice" not in d.current(question)
    assert "Bob" in d.ask(question)[0].text
    then = d.current(question, valid=4)
    assert "Alice" in then and "Bob" not in then
    old = [item for item in d.ask(question) if "Alice" in item.text]
    assert old and all(item.status is Status.SUPERSEDED for item in old)
    assert all(item.superseded_at == d.at(8) + (item.superseded_at - d.at(8)) for item in old)
    assert all(item.superseded_at is not None and item.superseded_at >= d.at(8) for item in old)


@pytest.mark.parametrize(
    ("before", "after", "gone", "holds"),
    [
        ("I live in Lisbon.", "I moved from Lisbon to Porto.", "in Lisbon", "Porto"),
        ("We use Postgres.", "We switched from Postgres to MySQL.", "use Postgres", "MySQL"),
        ("I'm on project Atlas.", "I'm on project Borealis now.", "Atlas", "Borealis"),
        ("I use Java.", "I no longer use Java but Go.", "I use Java", "Go"),
        ("The budget is 50k.", "We raised the budget to 80k.", "budget is 50k", "80k"),
        ("We deploy to production.", "Actually we deploy to staging, not production.",
         "We deploy to production.", "staging"),
        ("The standup is at 9:30.", "Our standup moved to 10:00.", "9:30", "10:00"),
        ("Dave is our team lead.", "Carol took over from Dave as our team lead.",
         "Dave is our", "Carol"),
        ("我的经理是王芳。", "现在我的经理是李强了。", "王芳", "李强"),
        ("预算不超过5万。", "预算从5万提高到8万。", "不超过5万", "8万"),
        ("我一直用Java写后端。", "我以后不用Java了，转Go。", "一直用Java", "Go"),
    ],
)  # fmt: skip
def test_a83_every_wording_of_a_change_updates(
    diary: Make, before: str, after: str, gone: str, holds: str
) -> None:
    d = diary()
    d.live([before, after])
    shown = d.current(f"{before} {after}")
    assert holds in shown
    assert gone not in shown
    assert gone in d.past(f"{before} {after}")


def test_a83_an_unrelated_fact_stays(diary: Make) -> None:
    d = diary()
    d.live(["Acme uses Borealis.", "Borealis uses Cobalt."])
    shown = d.current("What does Acme use, and Borealis?")
    assert "Acme uses Borealis" in shown and "Borealis uses Cobalt" in shown
    assert not d.past("What does Acme use?")


def test_a83_what_was_true_twice_has_two_intervals(diary: Make) -> None:
    d = diary(episodes=False)
    for day, text in (
        (0, "I live in Oslo."),
        (90, "I live in Bergen now."),
        (180, "I live in Oslo again now."),
    ):
        d.say(text, day)
        d.sleep(day + 1)
    oslo = [item for item in d.items() if "Oslo" in item.text]
    assert len(oslo) == 2
    first, second = sorted(oslo, key=lambda item: item.valid_from)
    assert first.valid_to is not None and first.valid_to < second.valid_from
    assert second.valid_to is None and second.status is Status.CURRENT
    assert "Bergen" in d.current("Where do I live?", valid=120)
    assert "Oslo" in d.current("Where do I live?", valid=30)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Invoice 1042 is paid.", "Invoice 1043 is paid."),
        ("Server alpha-01 is down.", "Server alpha-02 is down."),
        ("My flight is on Monday.", "My flight is on Friday."),
        ("订单1042已发货。", "订单1043已发货。"),
        ("The Atlas budget is 50k.", "The Borealis budget is 80k."),
        ("For emails keep it short.", "For reports give me all the detail."),
    ],
)
@pytest.mark.parametrize("episodes", [True, False])
def test_a84_records_that_differ_in_an_identifier_both_stay(
    diary: Make, one: str, other: str, episodes: bool
) -> None:
    d = diary(episodes=episodes)
    d.live([one, other])
    shown = d.current(f"{one} {other}")
    assert one in shown and other in shown


@pytest.mark.parametrize(
    "remark",
    [
        "What if the budget were 80k?",
        "My colleague says the budget should be 80k.",
        'In the novel the hero says: "The budget is 80k now, my friends."',
        "Maybe we could raise the budget to 80k some day.",
        "Ana's budget is 80k now.",
        "如果预算改成8万呢？",
        "小王说预算是8万。",
    ],
)
@pytest.mark.parametrize("sleep", [True, False])
def test_a83_quotes_hypotheses_and_others_correct_nothing(
    diary: Make, remark: str, sleep: bool
) -> None:
    d = diary()
    d.say("The budget is capped at 50k.", 0)
    d.sleep(1)
    d.say(remark, 2)
    if sleep:
        d.sleep(3)
    assert "capped at 50k" in d.current("What is the budget?")
    assert not d.past("What is the budget?")


def test_the_assistant_never_overwrites_the_user(diary: Make) -> None:
    d = diary()
    d.say("My manager is Alice.", 0)
    d.say("Your manager is Bob now. My manager is Bob.", 1, kind=EventKind.ASSISTANT)
    d.sleep(2)
    assert "Alice" in d.current("Who is my manager?")
    assert not d.past("Who is my manager?")


def test_time_of_saying_counts_not_time_of_arrival(diary: Make) -> None:
    said = [("I live in Oslo.", 0), ("I live in Bergen now.", 40), ("I live in Turku now.", 80)]
    for order in itertools.permutations(said):
        d = diary(overlay=True)
        for text, day in order:
            d.say(text, day)
            d.sleep(900)
        assert "Turku" in d.current("Where do I live?")
        assert "Bergen" not in d.current("Where do I live?")
        assert "Bergen" in d.current("Where do I live?", valid=60)


def test_an_exception_is_for_once_and_ends_by_itself(diary: Make) -> None:
    d = diary()
    d.say("I prefer concise answers.", 0)
    d.sleep(1)
    d.say("Just this once, give me a detailed answer.", 5)
    d.sleep(6)
    assert "concise" in d.current("How long should answers be?", day=8)
    assert "Just this once" not in d.current("How long should answers be?", day=8)


def test_what_is_said_to_end_ends(diary: Make) -> None:
    d = diary()
    d.say("My rental car is a Kia until 10 May 2023.", 0)
    d.sleep(1)
    assert "Kia" in d.current("Which rental car do I have?", day=3)
    assert "Kia" not in d.current("Which rental car do I have?", day=30)
    assert "Kia" in d.past("Which rental car do I have?", day=30)


def test_a_preference_shift_supersedes_without_naming_the_old(diary: Make) -> None:
    d = diary()
    d.live(["I like short summaries.", "From now on give me detailed reports, please."])
    shown = d.current("How should the report be written?")
    assert "detailed" in shown and "short summaries" not in shown


def test_one_statement_of_two_may_end(diary: Make) -> None:
    d = diary(episodes=False)
    d.live(
        [
            "The budget is capped at 50k and only open source is allowed.",
            "The budget has been raised to 80k.",
        ]
    )
    shown = d.current("budget open source")
    assert "only open source" in shown and "80k" in shown
    assert "50k" not in shown


def test_projects_do_not_touch_each_other(diary: Make) -> None:
    d = diary()
    atlas, birch = Scope(user="ana", project="atlas"), Scope(user="ana", project="birch")
    d.say("The budget is 50k.", 0, scope=atlas)
    d.say("The budget is 80k now.", 1, scope=birch)
    d.sleep(2)
    assert "50k" in d.current("What is the budget?", scope=atlas)
    assert "80k" not in d.current("What is the budget?", scope=atlas)
    assert not d.past("What is the budget?", scope=atlas)


def test_overwriting_can_be_switched_off(diary: Make) -> None:
    d = diary(overwrite=False)
    d.live(["My manager is Alice.", "Bob is my manager now."])
    shown = d.current("Who is my manager?")
    assert "Alice" in shown and "Bob" in shown


def test_without_the_overlay_waiting_entries_change_nothing_yet(diary: Make) -> None:
    for overlay, stale in ((True, False), (False, True)):
        d = diary(overlay=overlay)
        d.say("My manager is Alice.", 0)
        d.sleep(1)
        d.say("Bob is my manager now.", 8)
        assert ("Alice" in d.current("Who is my manager?")) is stale

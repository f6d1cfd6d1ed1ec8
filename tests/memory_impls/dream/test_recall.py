from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_impls.api import EventKind, ItemKind, Query, Scope, Status
from memory_impls.parts.rendering import context_tokens

Make = Callable[..., Any]
TALK = (
    "The rollout plan for the northern region needs three phases and a pilot.",
    "Let us draft the rollout plan with a pilot in the first phase.",
    "Rollout phases depend on the pilot and on the regional teams.",
    "The plan for the rollout should name owners for every phase.",
    "For the rollout we looked at two plans and liked the phased plan.",
)


@pytest.mark.parametrize("episodes", [True, False])
@pytest.mark.parametrize("budget", [128, 512])
def test_a_buried_limit_surfaces_in_a_task_that_does_not_mention_it(
    diary: Make, episodes: bool, budget: int
) -> None:
    d = diary(episodes=episodes)
    d.say("By the way, the budget is capped at 50k.", 0)
    for day in range(1, 60):
        for text in TALK:
            d.say(f"{text} ({day})", day)
        d.sleep(day + 0.5)
    shown = d.ask("Draft the rollout plan for the southern region.", max_tokens=budget)
    assert any("capped at 50k" in item.text for item in shown)
    assert context_tokens(shown) <= budget


def test_standing_items_come_first_and_leave_room(diary: Make) -> None:
    d = diary(standing_share=0.4)
    for number in range(40):
        d.say(f"Never ship batch {number} without the signature of inspector {number + 500}.", 0)
    d.say("The wifi code of the annex is 7719.", 0)
    d.sleep(1)
    shown = d.ask("What is the wifi code of the annex?", max_tokens=512)
    assert shown[0].kind is ItemKind.CONSTRAINT
    assert any("7719" in item.text for item in shown)
    first = [item for item in shown if item.kind is ItemKind.CONSTRAINT]
    assert context_tokens(first) <= 0.5 * 512


def test_what_somebody_likes_takes_no_standing_room(diary: Make) -> None:
    d = diary()
    d.live(["I love hiking.", "I enjoy opera.", "Please always answer in bullet points."])
    first = d.ask("Draft the letter.", max_tokens=60)[0]
    assert "bullet points" in first.text


def test_a_past_date_is_answered_with_what_held_then(diary: Make) -> None:
    d = diary()
    for day, text in ((0, "My locker code is 1111."), (10, "My locker code is 2222 now."),
                      (20, "My locker code is 3333 now.")):  # fmt: skip
        d.say(text, day)
        d.sleep(day + 1)
    for valid, right in ((5, "1111"), (15, "2222"), (25, "3333")):
        shown = d.current("What is my locker code?", valid=valid)
        assert right in shown
        assert not [code for code in ("1111", "2222", "3333") if code != right and code in shown]
    assert not d.ask("What is my locker code?", valid=-5)


def test_history_is_shown_marked_and_after_what_holds(diary: Make) -> None:
    d = diary()
    d.live(["My locker code is 1111.", "My locker code is 2222 now."])
    shown = d.ask("What is my locker code?")
    marks = [item.status for item in shown]
    assert marks == sorted(marks, key=lambda status: status is Status.SUPERSEDED)
    without = diary(show_history=False)
    without.live(["My locker code is 1111.", "My locker code is 2222 now."])
    assert "1111" not in "".join(item.text for item in without.ask("What is my locker code?"))


def test_asked_for_history_what_ended_stands_in_its_place(diary: Make) -> None:
    d = diary()
    d.live(["My locker code is 1111.", "My locker code is 2222 now."])
    assert "1111" in d.past("What was my locker code before?")


@pytest.mark.parametrize("sleep", [True, False])
def test_a_message_is_shown_without_the_part_that_has_ended(diary: Make, sleep: bool) -> None:
    d = diary()
    d.say("My locker code is 1111. The gym bag is in the red car.", 0)
    d.say("My locker code is 2222 now.", 5)
    if sleep:
        d.sleep(6)
    shown = d.current("gym bag locker code")
    assert "red car" in shown and "1111" not in shown and "2222" in shown


def test_nothing_is_shown_twice(diary: Make) -> None:
    d = diary()
    d.live(["The budget is capped at 50k.", "My locker code is 2222."])
    shown = d.ask("budget locker code", max_tokens=None)
    assert len({item.item_id for item in shown}) == len(shown)
    assert len({item.text for item in shown}) == len(shown)


def test_a_project_sees_what_is_general_and_nothing_of_another(diary: Make) -> None:
    d = diary()
    atlas, birch = Scope(user="ana", project="atlas"), Scope(user="ana", project="birch")
    d.say("Always answer in bullet points.", 0)
    d.say("The budget must not exceed 50k.", 0, scope=atlas)
    d.say("The budget must not exceed 90k.", 0, scope=birch)
    d.sleep(1)
    shown = d.current("What is the budget?", scope=atlas)
    assert "50k" in shown and "bullet" in shown and "90k" not in shown


def test_kinds_and_places_are_kept(diary: Make) -> None:
    d = diary()
    d.live(["The budget must not exceed 50k.", "My locker code is 2222.", "I love tea."])
    query = Query(text="locker", scope=Scope(user="ana"), asked_at=d.at(9), max_items=1)
    assert len(d.memory.recall(query).items) == 1
    assert "2222" in d.memory.recall(query).items[0].text
    only = replace(query, kinds=frozenset({ItemKind.CONSTRAINT}), max_items=None)
    assert {item.kind for item in d.memory.recall(only).items} == {ItemKind.CONSTRAINT}


def test_tool_results_answer_too(diary: Make) -> None:
    d = diary(episodes=False)
    d.say("Order A-991 ships on 3 May 2023.", 0, kind=EventKind.TOOL_RESULT)
    d.sleep(1)
    assert "3 May" in d.current("When does order A-991 ship?")


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.sampled_from(
            [
                "The budget is capped at 50k.", "The budget has been raised to 80k.",
                "My manager is Alice.", "Bob is my manager now.", "Keep it short, please.",
                "From now on write in detail.", "Thanks!", "预算不超过5万。", "I love tea.",
                "Invoice 1042 is paid.", "What if we moved to Oslo?", "I moved to Oslo.",
            ]
        ),
        max_size=12,
    ),
    st.sampled_from([0, 5, 17, 64, 256, None]),
    st.booleans(),
)  # fmt: skip
def test_limits_hold_whatever_was_said(
    diary: Make, lines: list[str], budget: int | None, episodes: bool
) -> None:
    d = diary(episodes=episodes)
    d.live(lines)
    shown = d.ask("What is the budget and who is my manager?", max_tokens=budget)
    assert budget is None or context_tokens(shown) <= budget
    assert len({item.item_id for item in shown}) == len(shown)
    again = d.memory.contents()
    assert d.sleep(len(lines) - 0.5).committed
    assert d.memory.contents() == again

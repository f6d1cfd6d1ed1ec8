from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory_impls.api import Action, EventKind, ForgetRequest, ItemKind, Priority, Status
from memory_impls.checks.forgetting import traces_of
from memory_impls.dream.forgetting import Calendar, fades_at, strength

Make = Callable[..., Any]
PLAIN = "My garden is behind the house."


def test_strength_halves_with_time_and_use_slows_it(diary: Make) -> None:
    d = diary(half_life_days=10.0)
    d.say(PLAIN, 0)
    d.sleep(1)
    (item,) = d.items()
    settings = d.memory.settings
    at_first = strength(item, item.updated, settings)
    assert at_first == pytest.approx(item.importance)
    assert strength(item, item.updated + timedelta(days=10), settings) == pytest.approx(
        at_first / 2
    )
    d.memory.reinforce([item.id], item.updated)
    (used,) = d.items()
    assert used.citations == 1 and used.last_referenced == item.updated
    later = item.updated + timedelta(days=10)
    assert strength(used, later, settings) > strength(item, later, settings)
    fading, slower = fades_at(item, settings), fades_at(used, settings)
    assert fading is not None and slower is not None and slower > fading


def test_a_review_lays_aside_what_has_faded_and_nothing_exact_or_binding(diary: Make) -> None:
    d = diary(half_life_days=5.0, archive_below=0.2, episodes=False)
    d.say(PLAIN, 0)
    d.say("My locker is number 88.", 0)
    d.say("Never deploy on a whim.", 0)
    d.sleep(1)
    d.say("My terrace is on the roof.", 60)
    done = d.sleep(61)
    archived = [change for change in done.changes if change.action is Action.ARCHIVED]
    laid_aside = {item.text for item in d.items() if item.status is Status.ARCHIVED}
    assert laid_aside == {PLAIN} and len(archived) == 1 and "strength" in archived[0].why
    assert "88" in d.current("locker") and "whim" in d.current("anything")
    assert PLAIN not in d.current("garden behind the house")
    assert d.memory.undo(archived[0].item_id)
    assert PLAIN in d.current("garden behind the house")


def test_forgetting_and_reviews_can_be_switched_off(diary: Make) -> None:
    for off in ({"forgetting": False}, {"second_level": False}):
        d = diary(half_life_days=1.0, archive_below=0.5, **off)
        d.say(PLAIN, 0)
        d.sleep(1)
        d.say("My terrace is on the roof.", 60)
        d.sleep(61)
        assert all(item.status is Status.CURRENT for item in d.items())


def test_what_is_said_again_is_taken_up_again(diary: Make) -> None:
    d = diary(half_life_days=5.0, archive_below=0.2, episodes=False)
    d.say(PLAIN, 0)
    d.sleep(1)
    d.say("My terrace is on the roof.", 60)
    d.sleep(61)
    d.say(PLAIN, 62)
    d.sleep(63)
    assert PLAIN in d.current("garden behind the house")


def test_a_calendar_gives_each_date_once_and_the_newest_counts(diary: Make) -> None:
    d = diary()
    calendar = Calendar()
    calendar.note("a", d.at(1))
    calendar.note("a", d.at(5))
    calendar.note("b", d.at(2))
    calendar.note("c", d.at(2))
    calendar.note("c", None)
    assert list(calendar.due(d.at(3))) == ["b"]
    assert list(calendar.due(d.at(9))) == ["a"]
    assert list(calendar.due(d.at(9))) == []


@pytest.mark.parametrize("episodes", [True, False])
@pytest.mark.parametrize("sleep", [True, False])
def test_a86_a_deleted_text_is_nowhere(
    diary: Make, tmp_path: Path, episodes: bool, sleep: bool
) -> None:
    canary = "Zqxvkjwhy"
    d = diary(episodes=episodes)
    event = d.say(f"My locker word is {canary}.", 0)
    also = d.say(f"I mumbled {canary} to nobody in particular, what a day?", 0)
    noise = d.say(f"DEBUG 2023-05-01 09:00:01 {canary} ok", 0, kind=EventKind.TOOL_RESULT)
    d.say("My manager is Alice.", 0)
    if sleep:
        d.sleep(1)
    assert d.memory.forget(ForgetRequest(event_ids=frozenset({event, also, noise}))) >= 1
    d.say("My manager is Bob now.", 2)
    d.sleep(3)
    d.memory.save(tmp_path)
    assert not list(traces_of(canary, tmp_path))
    assert canary not in str(d.memory.contents())
    assert canary not in "".join(i.text for i in d.ask(f"locker word {canary}", max_tokens=None))
    assert canary not in d.memory.cards(d.items()[0].scope)
    again = type(d.memory)(embedder=d.memory.embedder, episodes=episodes)
    again.load(tmp_path)
    assert canary not in str(again.contents())


def test_forgetting_the_new_value_brings_back_the_old(diary: Make) -> None:
    d = diary()
    d.say("My manager is Alice.", 0)
    new = d.say("Bob is my manager now.", 5)
    d.sleep(6)
    d.memory.forget(ForgetRequest(event_ids=frozenset({new})))
    shown = d.current("Who is my manager?")
    assert "Alice" in shown and "Bob" not in shown


def test_a_rule_loses_the_part_of_a_forgotten_request_or_goes(diary: Make) -> None:
    d = diary()
    events = [
        d.say(f"Draft the {thing} notes. Please keep them {how}.", day)
        for day, (thing, how) in enumerate(
            (("pump", "brief"), ("valve", "short"), ("seal", "concise"), ("gasket", "brief"))
        )
    ]
    d.sleep(9)
    (rule,) = d.items("rule")
    d.memory.forget(ForgetRequest(event_ids=frozenset({events[0]})))
    left = [item for item in d.items() if set(item.source_ids) & set(rule.source_ids)]
    assert left and all(events[0] not in item.source_ids for item in left)
    assert all("pump" not in item.text for item in left)
    d.memory.forget(ForgetRequest(event_ids=frozenset(events)))
    assert not d.items("rule")


def test_forgetting_an_item_takes_its_words_out_of_the_message(diary: Make) -> None:
    d = diary()
    d.say("The gym bag is red. My locker code is 7719. The car is in the yard.", 0)
    d.sleep(1)
    item = next(i for i in d.items() if "7719" in i.text)
    assert d.memory.forget(ForgetRequest(item_id=item.id)) >= 1
    shown = d.current("locker gym bag car", max_tokens=None)
    assert "7719" not in shown and "red" in shown and "yard" in shown


def test_forgetting_a_kind_spares_the_others(diary: Make) -> None:
    d = diary()
    d.live(["I love tea.", "My locker code is 7719."])
    assert d.memory.forget(ForgetRequest(kind=ItemKind.PREFERENCE)) >= 1
    assert not d.items("preference")
    assert "7719" in d.current("locker code") and "tea" not in d.current("tea")


def test_equal_statements_are_joined_by_a_review_and_like_ones_are_not(diary: Make) -> None:
    d = diary(duplicate_similarity=0.7, second_level_days=9.0, episodes=False)
    for day, text in enumerate(
        (
            "The spare key hangs beside the cellar door.",
            "The spare key hangs beside the tall cellar door!",
            "Locker 12 holds the spare rope.",
            "Locker 13 holds the spare rope.",
        )
    ):
        d.say(text, day, priority=Priority.HIGH)
        d.sleep(day + 0.5)
    assert len(d.items("fact")) == 4
    d.say("Thanks!", 10)
    d.sleep(11)
    texts = [item.text for item in d.items() if item.kind is not ItemKind.SUMMARY]
    assert sum("spare key" in text for text in texts) == 1
    assert sum("spare rope" in text for text in texts) == 2

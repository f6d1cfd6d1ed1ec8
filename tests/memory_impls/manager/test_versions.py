"""M1, M4 and K24, K34: versions, roll-back, dates, the rules, relations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memory_impls.api import EventKind, Scope, Status

Make = Callable[..., Any]


def test_a62_a_contradiction_never_leaves_memory_empty(desk: Make) -> None:
    d = desk()
    d.say("I love hiking.", 0)
    d.say("I cannot stand hiking any more.", 9)
    assert "cannot stand hiking" in d.current("Do I like hiking?")
    assert "I love hiking" not in d.current("Do I like hiking?")
    assert "I love hiking" in d.past("Do I like hiking?")


def test_a63_the_newest_holds_and_the_past_can_be_asked(desk: Make) -> None:
    d = desk()
    d.say("My manager is Alice.", 0)
    d.say("Bob is my manager now.", 8)
    question = "Who is my manager?"
    assert "Bob" in d.ask(question)[0].text
    assert "Alice" not in d.current(question)
    assert "Alice" in d.current(question, valid=4) and "Bob" not in d.current(question, valid=4)
    old = [item for item in d.ask(question) if "Alice" in item.text]
    assert [item.status for item in old] == [Status.SUPERSEDED]
    assert old[0].superseded_at is not None and old[0].superseded_at >= d.at(8)


def test_a64_only_the_chains_of_ones_own_scope_are_touched(desk: Make) -> None:
    d = desk()
    ben, project = Scope(user="ben"), Scope(user="ana", project="atlas")
    d.say("My manager is Alice.", 0, scope=ben)
    d.say("My manager is Alice.", 0, scope=project)
    d.say("My manager is Bob now.", 8)
    assert "Alice" in d.current("Who is my manager?", scope=ben)
    assert d.memory.roll_back("mem:none#0") is None


@pytest.mark.parametrize(
    ("before", "after", "gone", "holds"),
    [
        ("I live in Lisbon.", "I moved from Lisbon to Porto.", "in Lisbon", "Porto"),
        ("We use Postgres.", "We switched from Postgres to MySQL.", "use Postgres", "MySQL"),
        ("I'm on project Atlas.", "I'm on project Borealis now.", "Atlas", "Borealis"),
        ("I use Java.", "I no longer use Java but Go.", "I use Java", "Go"),
        ("The budget is 50k.", "We raised the budget to 80k.", "budget is 50k", "80k"),
        ("我住在上海。", "我搬到杭州了。", "上海", "杭州"),
    ],
)
def test_a83_every_wording_updates(
    desk: Make, before: str, after: str, gone: str, holds: str
) -> None:
    d = desk()
    d.say(before, 0)
    d.say(after, 5)
    shown = d.current(before)
    assert holds in shown and gone not in shown


def test_a83_an_unrelated_fact_stays(desk: Make) -> None:
    d = desk()
    d.say("Atlas uses Borealis.", 0)
    d.say("Borealis uses Cygnus.", 1)
    assert {item.status for item in d.items()} == {Status.CURRENT}


def test_a83_two_intervals_of_one_value_stay_two(desk: Make) -> None:
    d = desk()
    for day, name in ((0, "Alice"), (90, "Bob"), (180, "Alice")):
        d.say(f"My manager is {name} now.", day)
    chain = d.memory.history(d.items()[0].id)
    assert [item.version for item in chain] == [1, 2, 3]
    assert [("Alice" in item.text) for item in chain] == [True, False, True]
    assert chain[0].valid_to == chain[1].valid_from and chain[2].valid_to is None
    for day, name in ((45, "Alice"), (120, "Bob"), (200, "Alice")):
        assert name in d.current("Who is my manager?", valid=day, day=300)


PAIRS = [
    ("Invoice 1042 is paid.", "Invoice 1043 is paid."),
    ("Server alpha-01 is down.", "Server alpha-02 is down."),
    ("My flight is on Monday.", "My other flight is on Friday."),
    ("Ana has blood type A.", "Ben has blood type B."),
    ("Room 204 is booked at 9:00.", "Room 240 is booked at 9:00."),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a84_a65_records_that_differ_in_an_identifier_both_stay(
    desk: Make, one: str, other: str
) -> None:
    d = desk(merge_similarity=0.0)
    d.say(one, 0)
    d.say(other, 1)
    d.compact(30)
    assert {item.text for item in d.items(status=Status.CURRENT)} == {one, other}
    assert one in d.current(one) and other in d.current(one)


def test_the_articles_rule_is_there_to_be_compared_and_makes_that_fault(desk: Make) -> None:
    d = desk(rule="similarity", update_similarity=0.5)
    one, other = PAIRS[0]
    d.say(one, 0)
    d.say(other, 1)
    assert d.held("1042").status is Status.SUPERSEDED
    assert d.held("1043").version == 2


def test_without_a_rule_contradictions_stand_side_by_side(desk: Make) -> None:
    d = desk(rule="never")
    d.say("My manager is Alice.", 0)
    d.say("My manager is Bob now.", 8)
    assert {item.status for item in d.items()} == {Status.CURRENT}


def test_a_late_session_with_earlier_times_lands_in_the_past(desk: Make) -> None:
    d = desk()
    d.say("My manager is Bob.", 10)
    d.say("My manager is Alice.", 0)
    assert d.held("Bob").status is Status.CURRENT and d.held("Bob").version == 2
    assert d.held("Alice").valid_to == d.held("Bob").valid_from


def test_an_update_brings_text_time_source_and_vector_along(desk: Make) -> None:
    d = desk()
    d.say("My manager is Alice.", 0)
    event = d.say("My manager is Bob now.", 8)
    new = d.held("Bob")
    assert (new.source_ids, new.created, new.kind) == ((event.id,), event.at, d.held("Alice").kind)
    assert d.ask("Bob", max_items=1)[0].item_id == new.id


def test_roll_back_brings_the_version_before_back(desk: Make) -> None:
    d = desk()
    d.say("My manager is Alice.", 0)
    d.say("My manager is Bob now.", 8)
    back = d.memory.roll_back(d.held("Bob").id)
    assert back is not None and "Alice" in back.text and back.status is Status.CURRENT
    assert d.held("Bob").status is Status.ARCHIVED
    assert "Bob" not in d.current("Who is my manager?")
    assert d.memory.roll_back(back.id) is None
    d.say("My manager is Cy now.", 12)
    assert "Cy" in d.current("Who is my manager?") and d.held("Alice").valid_to is not None


def test_an_assistant_never_overwrites_its_user(desk: Make) -> None:
    d = desk()
    d.say("My manager is Alice.", 0)
    d.say("Your manager is Bob now.", 1, kind=EventKind.ASSISTANT)
    assert d.held("Alice").status is Status.CURRENT


def test_the_users_correction_invalidates_what_it_corrects(desk: Make) -> None:
    d = desk()
    d.say("We deploy to production.", 0)
    d.say("Actually we deploy to staging, not production.", 0)
    shown = d.current("Where do we deploy to?")
    assert "staging" in shown and "We deploy to production." not in shown


def test_superseded_items_can_be_excluded(desk: Make) -> None:
    for how, shown in (("exclude", False), ("downweight", True)):
        d = desk(superseded=how)
        d.say("My manager is Alice.", 0)
        d.say("My manager is Bob now.", 8)
        assert ("Alice" in d.past("Who was my manager before?")) is shown


def test_what_rests_on_a_changed_fact_is_in_doubt_until_it_is_said_again(desk: Make) -> None:
    d = desk()
    d.say("The budget is 50k.", 0)
    plan = "We chose the small venue because the budget is only 50k."
    d.say(plan, 1)
    before = d.held("venue").confidence
    assert "in doubt" not in d.current("Which venue?")
    d.say("We raised the budget to 80k.", 9)
    assert d.held("venue").confidence == before / 2
    assert "in doubt" in d.current("Which venue did we choose?")
    assert "in doubt" not in d.current("Which venue did we choose?", valid=5)
    d.memory.roll_back(d.held("80k").id)
    assert d.held("venue").confidence == before


def test_a_rule_is_carried_along_by_the_value_it_is_conditional_on(desk: Make) -> None:
    found = {}
    for share in (0.0, 0.95):
        d = desk(link_share=share, standing_share=0.0, words=0.0, places=2, kind_share=1.0)
        d.say("The harbour project is stored in Ghent.", 0)
        d.say("In Ghent the carrier is Velox.", 0)
        for name in ("Ben", "Cleo", "Dora", "Emil"):
            d.say(f"{name} made a drawing of the harbour project.", 1)
        found[share] = d.current("Who fetches what is stored of the harbour project?")
    assert "Velox" in found[0.95]
    assert "Velox" not in found[0.0]


def test_doubt_is_read_and_said_in_chinese_too(desk: Make) -> None:
    d = desk()
    d.say("我住在上海。", 0)
    d.say("因为人在上海，所以选了地铁旁的房子。", 1)
    d.say("我搬到杭州了。", 9)
    assert "存疑" in d.current("选了哪里的房子？")


def test_an_update_below_the_least_certainty_is_refused(desk: Make) -> None:
    for least, status in ((0.6, Status.SUPERSEDED), (1.0, Status.CURRENT)):
        d = desk(update_strength=least)
        d.say("My manager is Alice.", 0)
        d.say("Bob is my manager now.", 8)
        assert d.held("Alice").status is status


def test_an_assistant_changes_only_its_own_slots(desk: Make) -> None:
    d = desk()
    d.say("The build number is 17.", 0, kind=EventKind.ASSISTANT)
    d.say("The build number is 18 now.", 1, kind=EventKind.ASSISTANT)
    d.say("You'll want two breaks instead of one.", 2, kind=EventKind.ASSISTANT)
    assert d.held("17").status is Status.SUPERSEDED
    assert d.held("18").status is Status.CURRENT

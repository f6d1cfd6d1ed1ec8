"""M5, M6 and the listing's faults in retrieval: scores, half-lives, quotas, windows, filters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from memory_impls.api import ItemKind, Scope, TaskState
from memory_impls.manager.decay import half_life_of, recency
from memory_impls.manager.quotas import Candidate, chosen
from memory_impls.manager.windows import in_window

Make = Callable[..., Any]
NAMES = "Ana Ben Cleo Dora Emil Fay Gus Hana Igor June Kai Lena Milo Nora Otto".split()


def candidates(*kinds: ItemKind) -> list[Candidate]:
    return [
        Candidate(key=f"{kind.value}{place}", kind=kind, score=1.0 - place / 100)
        for place, kind in enumerate(kinds)
    ]


def test_no_kind_takes_more_than_its_share_while_others_have_candidates() -> None:
    ranked = candidates(*[ItemKind.PREFERENCE] * 8, *[ItemKind.TASK_STATE] * 4)
    found = chosen(ranked, places=8, share=0.5, standing_share=0.0)
    assert sum(name.startswith("task_state") for name in found) == 4
    assert len(found) == 8


def test_a_quota_leaves_no_place_empty() -> None:
    ranked = candidates(*[ItemKind.PREFERENCE] * 8, ItemKind.TASK_STATE)
    found = chosen(ranked, places=8, share=0.5, standing_share=0.0)
    assert len(found) == 8 and "task_state8" in found


def test_standing_items_have_places_of_their_own() -> None:
    ranked = candidates(*[ItemKind.FACT] * 10)
    limit = Candidate(key="limit", kind=ItemKind.CONSTRAINT, score=0.0, standing=True)
    assert "limit" in chosen([*ranked, limit], places=4, share=1.0, standing_share=0.25)
    assert "limit" not in chosen([*ranked, limit], places=4, share=1.0, standing_share=0.0)


def test_a_limit_is_recalled_however_far_it_is_from_the_task(desk: Make) -> None:
    found = {}
    for share in (0.0, 0.3):
        d = desk(standing_share=share, kind_share=1.0, importance=0.0)
        d.say("Total spending must not exceed 4,200 euros.", 0)
        for name in NAMES:
            d.say(f"{name} liked the balloons in the launch video.", 1)
        found[share] = d.current("Who liked the balloons in the launch video?")
    assert "4,200" in found[0.3] and "4,200" not in found[0.0]


def test_half_lives_go_by_kind(desk: Make) -> None:
    settings = desk().memory.settings
    kinds = (ItemKind.TASK_STATE, ItemKind.FACT, ItemKind.PREFERENCE)
    assert [half_life_of(kind, settings) for kind in kinds] == [7.0, 30.0, 90.0]
    d = desk()
    d.say("My manager is Alice.", 0)
    item = d.items()[0]
    assert recency(item, item.updated + timedelta(days=60), settings) == pytest.approx(0.25)
    assert recency(item, item.updated - timedelta(days=60), settings) == 1.0


def test_a_replay_of_the_past_decays_as_it_did_then(desk: Make) -> None:
    d = desk()
    d.say("My manager is Alice.", 0)
    early, late = (d.ask("Who is my manager?", day=day)[0].score for day in (1, 400))
    assert early > late
    assert d.ask("Who is my manager?", day=1)[0].score == early


def test_task_state_has_a_window_and_preferences_have_none(desk: Make) -> None:
    d = desk()
    d.task(TaskState.STARTED, 0)
    d.task(TaskState.DONE, 0)
    d.say("I prefer short answers.", 0)
    assert "deploy" in d.current("How did the task deploy end?", day=20)
    assert "deploy" not in d.current("How did the task deploy end?", day=60)
    assert "short answers" in d.current("How did the task deploy end?", day=600)
    old = next(item for item in d.items() if item.kind is ItemKind.TASK_STATE)
    wide = replace(d.memory.settings, task_window_days=90.0)
    assert in_window(old, d.at(60), wide)


def test_places_are_few_and_can_be_set(desk: Make) -> None:
    for places in (3, 10):
        d = desk(places=places)
        for number in range(30):
            d.say(f"Shelf {number} holds {number} cups.", 0)
        assert len(d.ask("Which shelf holds cups?", max_tokens=None)) == places
        assert len(d.ask("Which shelf holds cups?", max_items=2)) == 2


def test_the_entity_filter_is_inside_the_search(desk: Make) -> None:
    """Twenty look-alikes of another project take none of the candidates (article B 5.1)."""
    d = desk(candidates=5)
    other = Scope(user="ana", project="birch")
    for number in range(40):
        d.say(f"The payment gateway had {number} time-outs.", 0, scope=other)
    d.say("The payment gateway runs at Northwind.", 0)
    shown = d.ask("What about the payment gateway?")
    assert "Northwind" in shown[0].text
    assert not any("time-outs" in item.text for item in shown)


def test_recall_leaves_scores_importance_and_confidence_of_items_alone(desk: Make) -> None:
    d = desk()
    d.say("My manager is Alice.", 0)
    before = d.memory.contents()
    d.ask("Who is my manager?")
    assert d.memory.contents() == before


def test_mentions_and_citations_raise_an_item(desk: Make) -> None:
    d = desk(frequency=0.5)
    d.say("My manager is Alice.", 0)
    first = d.ask("Who is my manager?")[0].score
    d.memory.reinforce([d.held("Alice").id], d.at(2))
    assert d.ask("Who is my manager?")[0].score > first


def test_what_a_query_asks_of_the_past_is_shown_in_its_place(desk: Make) -> None:
    d = desk()
    d.say("My manager is Alice.", 0)
    d.say("My manager is Bob now.", 8)
    assert "Alice" in d.past("Who was my manager before?", max_items=2)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("rule", "vibes", "similarity"),
        ("superseded", "drop", "exclude"),
        ("extractor", "magic", "rules"),
        ("places", 0, "1 or more"),
        ("kind_share", 1.5, "from 0 to 1"),
        ("half_life_days", 0.0, "or more"),
        ("events", ("rumour",), "tool_result"),
    ],
)
def test_every_threshold_is_checked(desk: Make, name: str, value: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        desk(**{name: value})

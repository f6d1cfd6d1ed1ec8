"""M7, M8, M9, M12 and K25-K27: compaction, forgetting, saving, the panel, isolation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memory_impls.api import Action, ForgetRequest, ItemKind, Occasion, Scope, Status, TaskState
from memory_impls.checks.forgetting import traces_of
from memory_impls.manager import Manager
from memory_impls.manager.compaction import says_the_same
from memory_impls.parts.embedder import Embedder
from memory_impls.parts.rendering import context_tokens

Make = Callable[..., Any]

PARAPHRASES = (
    "The museum near the harbour has a blue door.",
    "A blue door the museum near the harbour has.",
    "The museum near the harbour: it has a blue door.",
)


def test_a66_compaction_merges_once_and_then_changes_nothing(desk: Make) -> None:
    d = desk(merge_similarity=0.5)
    for day, text in enumerate(PARAPHRASES):
        d.say(text, day)
    before = len(d.items())
    first = d.compact(10)
    after = d.memory.contents()
    assert len(after.items) < before
    assert {change.action for change in first.changes} == {Action.MERGED}
    for day in (20, 30):
        assert not d.compact(day).changes
        assert d.memory.contents() == after
    sources = {source for item in after.items for source in item.source_ids}
    assert len(sources) == 3


def test_compaction_guards_numbers_identifiers_names_and_polarity(desk: Make) -> None:
    d = desk(rule="never", merge_similarity=0.0)
    texts = [
        "Room 204 is on floor two.",
        "Room 240 is on floor two.",
        "Ana has blood type A.",
        "Ben has blood type A.",
        "I eat fish.",
        "I do not eat fish.",
    ]
    for text in texts:
        d.say(text, 0)
    items = {item.text: item for item in d.items()}
    for one, other in zip(texts[::2], texts[1::2], strict=True):
        assert not says_the_same(items[one], items[other])


def test_compaction_waits_for_quiet_and_for_something_new(desk: Make) -> None:
    d = desk(compact_hours=24.0)
    assert d.memory.due(d.at(1), Occasion.IDLE) is None
    d.say("My manager is Alice.", 0)
    assert d.memory.due(d.at(1), Occasion.EVENT) is None
    assert "compaction" in (d.memory.due(d.at(1), Occasion.SESSION_END) or "")
    d.compact(1)
    assert d.memory.due(d.at(3), Occasion.IDLE) is None
    d.say("My dog is Rex.", 1.2)
    assert d.memory.due(d.at(1.5), Occasion.IDLE) is None
    assert d.memory.due(d.at(2.5), Occasion.IDLE)


def test_a85_fifty_compactions_over_small_talk_keep_every_limit(desk: Make) -> None:
    d = desk()
    limits = [
        f"The {word} budget must not exceed {n + 3}00 euros."
        for n, word in enumerate(
            "paint print fruit music paper water glass metal cloth light".split()
        )
    ]
    for text in limits:
        d.say(text, 0)
    for day in range(1, 51):
        d.say("How was your weekend?", day)
        d.compact(day + 0.5)
    held = {item.text for item in d.items(status=Status.CURRENT)}
    assert set(limits) <= held
    assert all(text in d.current(text, day=60) for text in limits)


def test_a86_what_is_forgotten_leaves_store_index_history_and_files(
    desk: Make, hashing: Embedder, tmp_path: Path
) -> None:
    d = desk()
    old = d.say("My manager is Zanzibart.", 0)
    d.say("My manager is Bob now.", 8)
    d.compact(20)
    d.memory.save(tmp_path)
    assert list(traces_of("Zanzibart", tmp_path))
    assert d.memory.forget(ForgetRequest(event_ids=frozenset({old.id}))) == 1
    d.memory.save(tmp_path)
    assert not list(traces_of("Zanzibart", tmp_path))
    assert "Zanzibart" not in d.current("Who was my manager before?", max_tokens=None)
    assert d.held("Bob").version == 1
    loaded = Manager(embedder=hashing)
    loaded.load(tmp_path)
    loaded.observe(old)
    assert "Zanzibart" not in "\n".join(item.text for item in loaded.contents().items)


def test_forgetting_an_item_takes_its_words_from_the_other_half_of_the_sentence(
    desk: Make, tmp_path: Path
) -> None:
    d = desk()
    d.say("My manager is Zanzibart, and my dog is Rex.", 0)
    items = [item for item in d.items() if d.memory.versions.run_of(item.id)]
    target = next(
        i for i in items if "Zanzibart" in d.memory.versions.run_of(i.id).last.claim.clause
    )
    assert len(items) == 2
    d.memory.forget(ForgetRequest(item_id=target.id))
    d.memory.save(tmp_path)
    assert not list(traces_of("Zanzibart", tmp_path))
    assert "Rex" in d.current("What is my dog called?")


def test_forgetting_goes_by_type_and_by_entity(desk: Make) -> None:
    d = desk()
    atlas = Scope(user="ana", project="atlas")
    d.say("The budget must not exceed 50k.", 0)
    d.say("My manager is Alice.", 0)
    d.say("My manager is Bob.", 0, scope=atlas)
    assert d.memory.forget(ForgetRequest(kind=ItemKind.CONSTRAINT)) == 1
    assert {item.kind for item in d.items()} == {ItemKind.FACT}
    assert d.memory.forget(ForgetRequest(scope=atlas)) == 1
    assert [item.text for item in d.items()] == ["My manager is Alice."]


def test_a_conclusion_goes_with_what_it_was_drawn_from(desk: Make, tmp_path: Path) -> None:
    d = desk(tools=True)
    d.task(TaskState.STARTED, 0)
    failed = d.result("compile", "error in Zanzibart.c", 0, ok=False)
    d.task(TaskState.DONE, 0)
    d.memory.forget(ForgetRequest(event_ids=frozenset({failed.id})))
    d.memory.save(tmp_path)
    assert not list(traces_of("Zanzibart", tmp_path))


def test_doubt_ends_with_the_root_that_is_forgotten(desk: Make) -> None:
    d = desk()
    root = d.say("The budget is 50k.", 0)
    d.say("We chose the small venue because the budget is only 50k.", 1)
    d.say("We raised the budget to 80k.", 9)
    assert "in doubt" in d.current("Which venue did we choose?")
    d.memory.forget(ForgetRequest(event_ids=frozenset({root.id})))
    assert "in doubt" not in d.current("Which venue did we choose?")


def test_links_roll_backs_and_merges_survive_a_restart(
    desk: Make, hashing: Embedder, tmp_path: Path
) -> None:
    d = desk(merge_similarity=0.5)
    for day, text in enumerate(PARAPHRASES):
        d.say(text, day)
    d.say("The budget is 50k.", 0)
    d.say("We chose the small venue because the budget is only 50k.", 1)
    d.say("We raised the budget to 80k.", 9)
    d.say("My manager is Alice.", 0)
    d.say("My manager is Bob now.", 8)
    d.memory.roll_back(d.held("Bob").id)
    d.compact(10)
    d.memory.save(tmp_path)
    before = (d.memory.contents(), d.ask("Which venue?"), d.ask("Who is my manager?"))
    loaded = Manager(embedder=hashing, merge_similarity=0.5)
    loaded.load(tmp_path)
    d.memory = loaded
    assert (d.memory.contents(), d.ask("Which venue?"), d.ask("Who is my manager?")) == before
    d.say("My manager is Cy now.", 12)
    assert "Cy" in d.current("Who is my manager?")


def test_another_embedder_is_refused(desk: Make, hashing: Embedder, tmp_path: Path) -> None:
    d = desk()
    d.say("My manager is Alice.", 0)
    d.memory.save(tmp_path)

    class Other:
        identity, dim, truncated, chunked, elapsed_s = "other", hashing.dim, 0, 0, 0.0
        embed = hashing.embed

    with pytest.raises(ValueError, match="embedder"):
        Manager(embedder=Other()).load(tmp_path)


def test_the_panel_shows_source_version_status_and_citations(desk: Make) -> None:
    d = desk()
    first = d.say("My manager is Alice.", 0)
    d.say("My manager is Bob now.", 8)
    d.memory.reinforce([d.held("Bob").id], d.at(9))
    rows = d.memory.panel(Scope(user="ana")).splitlines()
    assert len(rows) == 3
    alice = next(row for row in rows if "Alice" in row).split(" | ")
    assert alice[1:6] == ["1", "superseded", "fact", "long", "0"] and first.id in alice[7]
    assert next(row for row in rows if "Bob" in row).split(" | ")[5] == "1"
    assert d.memory.panel(Scope(user="ben")).count("\n") == 0


def test_a69_conversations_stay_apart_in_any_order(desk: Make) -> None:
    shown = []
    for order in (0, 1):
        d = desk()
        talks = [("My dog is Rex.", Scope(user="a")), ("My dog is Tom.", Scope(user="b"))]
        for text, scope in (talks, talks[::-1])[order]:
            d.say(text, 0, scope=scope)
        texts = [item.text for item in d.ask("What is my dog called?", scope=Scope(user="b"))]
        shown.append(texts)
    assert shown == [["My dog is Tom."], ["My dog is Tom."]]


def test_a70_a_retry_stores_nothing_twice(desk: Make) -> None:
    d = desk()
    events = [
        d.say(f"My {thing} is {n}0 cm high.", 0)
        for n, thing in enumerate(("desk", "lamp", "shelf", "door", "fence"), start=3)
    ]
    before = d.memory.contents()
    for event in events[:3]:
        d.memory.observe(event)
    assert d.memory.contents() == before and len(before.items) == 5
    # The words again in a new event repeat the version, they do not add one.
    d.memory.observe(replace(events[0], id="again", at=d.at(1)))
    assert len(d.items()) == 5 and d.held("desk").source_ids == (events[0].id, "again")


def test_a67_a68_limits_hold_and_neither_first_nor_last_is_dropped(desk: Make) -> None:
    d = desk()
    d.say("Hello.", 0)
    d.say("The budget must not exceed 50k.", 0)
    for turn in range(26):
        d.say("word " * 150 if turn == 3 else f"Chapter {turn} went well so far.", 1)
        shown = d.ask("What is the budget?", max_tokens=100)
        assert context_tokens(shown) <= 100
    d.say("Actually, the budget must not exceed 60k.", 2)
    shown = d.current("What is the budget?", max_tokens=100)
    assert "60k" in shown and "50k" not in shown
    assert "50k" in d.past("What was the budget before?", max_tokens=100)

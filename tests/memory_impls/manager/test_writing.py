"""M2, M3, M10 and article B 6.1: triggers, extractor, secrets, working memory, the bus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_impls.api import EventKind, ItemKind, Layer, Occasion, TaskState, ToolCall
from memory_impls.checks.forgetting import traces_of
from memory_impls.manager import Manager
from memory_impls.manager.bus import Bus
from memory_impls.manager.secrets import without_secrets
from memory_impls.parts.embedder import Embedder
from memory_impls.parts.model import ModelFailure, OfflineModel, ScriptedModel
from memory_impls.parts.model.base import FailureKind

Make = Callable[..., Any]

SECRETS = [
    ("My card is 4111 1111 1111 1111.", "4111 1111 1111"),
    ("My card is 378282246310005.", "3782822"),
    ("My social security number is 123-45-6789.", "123-45-6789"),
    ("我的身份证号是110101199003070011。", "199003070011"),
    ("我的卡号是4111111111111111。", "4111111111111111"),
    ("My API key is sk-aZ09bY18cX27dW36eV45fU54.", "aZ09bY18cX27"),
    ("Deploy with AKIAIOSFODNN7EXAMPLE.", "IOSFODNN"),
    ("Here:\n-----BEGIN PRIVATE KEY-----\nMIIEvQ\nabc\n-----END PRIVATE KEY-----", "MIIEvQ"),
    ("Use kR4x!27ab as my mail password.", "kR4x!27ab"),
    ("My password is swordfish.", "swordfish"),
    ("我的密码是芝麻开门。", "芝麻"),
]
LOOK_ALIKES = [
    "My order number is 7412 1111 1111 113.",
    "The commit is a1f23c4e56b7d89f0a1f23c4e56b7d89f0a1f23c.",
    "The kettle has the code +49-1234 567-8.",
    "The parcel is AB123456789DE.",
    "My card number ends in 1111.",
    "A card like 4111 1111 1111 1112 is not valid.",
    "I forgot my password.",
    "The password reset takes 24 hours.",
    "The article 110101199003070012 has a wrong check digit.",
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a87_secrets_never_enter(desk: Make, tmp_path: Path, text: str, secret: str) -> None:
    d = desk(tools=True)
    d.say(text, 0)
    d.say(text, 0, kind=EventKind.SYSTEM)
    d.result("vault", text, 0)
    d.call("vault", 0, arguments=text)
    d.say("My manager is Alice.", 0)
    assert secret not in "\n".join(item.text for item in d.items())
    assert secret not in d.current(text, max_tokens=None)
    d.memory.save(tmp_path)
    assert not list(traces_of(secret, tmp_path))
    assert "Alice" in d.current("Who is my manager?")


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_a87_look_alikes_enter(text: str) -> None:
    assert without_secrets(text) == text


def test_the_filter_can_be_switched_off(desk: Make) -> None:
    d = desk(secret_filter=False)
    d.say(SECRETS[0][0], 0)
    assert "4111" in d.current("What is my card?")


def test_what_is_worth_writing_is_written_at_once_and_small_talk_is_not(desk: Make) -> None:
    d = desk()
    d.say("Hi there!", 0)
    d.say("I don't eat spicy food.", 0)
    d.say("How is the weather?", 0)
    assert [item.text for item in d.items() if item.layer is Layer.LONG] == [
        "I don't eat spicy food."
    ]
    (left,) = [item for item in d.items() if item.layer is Layer.SHORT]
    assert left.text == "How is the weather?"


def test_short_term_memory_is_laid_aside_by_age(desk: Make) -> None:
    d = desk()
    d.say("How is the weather?", 0)
    d.compact(0.5)
    assert d.held("weather").layer is Layer.SHORT
    d.compact(3)
    assert d.held("weather").status.value == "archived"


def test_the_write_threshold_is_configuration(desk: Make) -> None:
    for threshold, written in ((0.2, True), (0.45, False)):
        d = desk(write_threshold=threshold)
        d.say("The museum has a blue door.", 0, kind=EventKind.ASSISTANT)
        layers = {item.layer for item in d.items()}
        assert (Layer.LONG in layers) is written


def test_importance_follows_what_is_said_and_who_says_it(desk: Make) -> None:
    d = desk()
    d.say("The budget must not exceed 50k.", 0)
    d.say("The budget discussion took an hour.", 0, kind=EventKind.ASSISTANT)
    assert d.held("50k").importance > 0.9 > d.held("an hour").importance
    assert d.held("50k").kind is ItemKind.CONSTRAINT


def test_the_extractor_may_ask_a_model_and_books_what_it_costs(
    desk: Make, hashing: Embedder
) -> None:
    model = OfflineModel(embedder=hashing)
    by_model, by_rules = desk(extractor="model", model=model), desk()
    for d in (by_model, by_rules):
        d.say("My manager is Alice.", 0)
        d.say("My manager is Bob now.", 8)
    assert [i.text for i in by_model.items()] == [i.text for i in by_rules.items()]
    assert model.ledger.total.calls == 2


@pytest.mark.parametrize("reply", ['Note {x}: {"memory":["tea"]}', '{"memory":["te', "", None])
def test_a82_a_model_that_fails_loses_nothing_and_is_counted(
    desk: Make, hashing: Embedder, reply: str | None
) -> None:
    failure = ModelFailure(kind=FailureKind.UNAVAILABLE, message="HTTP 500")
    script = [failure if reply is None else reply]
    d = desk(
        extractor="model",
        model=ScriptedModel(script, otherwise=OfflineModel(embedder=hashing)),
    )
    d.say("My manager is Alice.", 0)
    assert d.memory.failures == 1
    assert "Alice" in d.current("Who is my manager?")
    d.say("My manager is Bob now.", 8)
    assert d.memory.failures == 1
    assert "Alice" not in d.current("Who is my manager?")


def test_working_memory_names_what_is_done_pending_and_failed(desk: Make) -> None:
    d = desk(tools=True)
    d.task(TaskState.STARTED, 0, stage="build")
    d.call("compile", 0, "--fast")
    d.result("compile", "error: disk full", 0, ok=False)
    d.task(TaskState.STAGE_DONE, 0, stage="build")
    d.call("upload", 0, "shop.zip")
    (item,) = [i for i in d.items() if i.layer is Layer.WORKING]
    for part in ("ship the shop", "done: build", "pending: upload(shop.zip)", "failed 1 times"):
        assert part in item.text
    assert d.ask("Where do we stand?", day=1)[0].item_id == item.id
    assert d.memory.due(d.at(3), Occasion.IDLE) is None


def test_a_finished_task_leaves_its_conclusion_and_no_working_memory(desk: Make) -> None:
    d = desk(tools=True)
    d.task(TaskState.STARTED, 0)
    d.result("compile", "error: disk full", 0, ok=False)
    d.task(TaskState.STAGE_DONE, 0, stage="build")
    d.task(TaskState.DONE, 0)
    assert not [i for i in d.items() if i.layer is Layer.WORKING]
    last = max(d.items(), key=lambda i: (i.kind is ItemKind.TASK_STATE, i.version))
    assert last.text.startswith("Task deploy: done") and "done: build" in last.text
    assert len(last.source_ids) == 4


def test_working_memory_is_rebuilt_and_never_saved(
    desk: Make, hashing: Embedder, tmp_path: Path
) -> None:
    d = desk(tools=True)
    events = [d.task(TaskState.STARTED, 0, stage="canaryword"), d.call("upload", 0, "x.zip")]
    before = d.ask("Where do we stand?", day=1)
    d.memory.save(tmp_path)
    loaded = type(d.memory)(embedder=hashing)
    loaded.load(tmp_path)
    assert not [i for i in loaded.contents().items if i.layer is Layer.WORKING]
    for event in events:
        loaded.observe(event)
    d.memory = loaded
    assert d.ask("Where do we stand?", day=1) == before


def test_a74_what_only_a_tool_said_is_known_to_the_event_driven_variant(desk: Make) -> None:
    known = {}
    for tools in (True, False):
        d = desk(tools=tools)
        d.say("Where is my order?", 0)
        d.call("orders", 0)
        d.result("orders", "order A-991 ships 3 May", 0)
        known[tools] = "3 May" in d.current("When does order A-991 ship?")
    assert known == {True: True, False: False}


def test_a_failed_attempt_is_kept_as_failed(desk: Make) -> None:
    d = desk(tools=True)
    d.result("deploy", "error 507: no space left", 0, ok=False)
    assert "deploy failed" in d.current("Should I deploy?")


def test_a_newer_result_makes_a_new_version(desk: Make) -> None:
    d = desk(tools=True)
    d.result("deploy", "The version of the shop is v2.3.1.", 0)
    d.result("deploy", "The version of the shop is v2.4.0.", 3)
    shown = d.current("Which version of the shop runs?")
    assert "v2.4.0" in shown and "v2.3.1" not in shown


def test_the_bus_delivers_by_kind_in_the_order_of_subscription(desk: Make) -> None:
    d, heard, bus = desk(), [], Bus()
    bus.subscribe([EventKind.USER], lambda event: heard.append(("first", event.text)))
    bus.subscribe(
        [EventKind.USER, EventKind.SYSTEM], lambda event: heard.append(("second", event.text))
    )
    event = d.say("hello", 0)
    bus.publish(event)
    bus.publish(d.call("x", 0))
    assert heard == [("first", "hello"), ("second", "hello")]


def test_listeners_of_ones_own_can_be_added(desk: Make) -> None:
    d, heard = desk(), []
    d.memory.bus.subscribe([EventKind.TOOL_CALL], lambda event: heard.append(event.payload))
    d.call("orders", 0)
    assert [type(payload) for payload in heard] == [ToolCall]


def test_manager_and_its_variant_differ_in_what_they_hear_only() -> None:
    assert "tool_result" not in Manager().params()["events"]  # type: ignore[operator]

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_impls.api import (
    Event,
    EventKind,
    ItemKind,
    Payload,
    Priority,
    Scope,
    Status,
    TaskState,
    TaskStatus,
    ToolCall,
    ToolResult,
)
from memory_impls.parts.names import UnknownNameError
from memory_impls.parts.transcript import as_item, as_recalled, is_name, kinds_of, spoken, words_of

AT = datetime(2023, 5, 1, tzinfo=UTC)


def event(
    kind: EventKind, text: str = "", payload: Payload | None = None, speaker: str = ""
) -> Event:
    return Event(
        id="e1",
        at=AT,
        session="s1",
        scope=Scope(user="ana"),
        kind=kind,
        text=text,
        payload=payload,
        speaker=speaker,
        priority=Priority.HIGH,
    )


@pytest.mark.parametrize(
    ("payload", "text", "words"),
    [
        (None, "Hi", "Hi"),
        (None, "", ""),
        (ToolCall(call_id="c", name="find", arguments='{"id": 1}'), "", 'find({"id": 1})'),
        (ToolResult(call_id="c", name="find"), "order A-991", "find: order A-991"),
        (ToolResult(call_id="c", name="find", ok=False), "timeout", "find failed: timeout"),
        (ToolResult(call_id="c", name="find", ok=False), "", "find failed"),
        (
            TaskStatus(task_id="t", state=TaskState.STAGE_DONE, stage="draft", goal="ship"),
            "",
            "task t, stage done, stage draft, goal ship",
        ),
    ],
)
def test_a74_every_event_has_words(payload: Payload | None, text: str, words: str) -> None:
    assert words_of(event(EventKind.TOOL_RESULT, text, payload)) == words


def test_item_holds_the_event_and_is_shown_as_it_stands() -> None:
    item = as_item(event(EventKind.USER, "Hi", speaker="Ana"))
    assert (item.id, item.text, item.kind, item.importance) == ("e1", "Hi", ItemKind.EPISODE, 0.9)
    shown = as_recalled(item, 0.5)
    assert (shown.text, shown.speaker, shown.session, shown.at) == ("Hi", "Ana", "s1", AT)
    assert (shown.status, shown.source_ids, shown.score) == (Status.CURRENT, ("e1",), 0.5)
    assert as_item(event(EventKind.TASK_STATUS, "x")).kind is ItemKind.TASK_STATE


def test_who_speaks_is_part_of_what_is_searched_only_by_name() -> None:
    assert spoken(as_item(event(EventKind.USER, "Hi", speaker="Ana"))) == "Ana: Hi"
    assert spoken(as_item(event(EventKind.USER, "Hi"))) == "Hi"
    assert not is_name("Assistant")
    assert not is_name("")
    assert is_name("李雷")


def test_kinds_of_event_are_checked() -> None:
    assert kinds_of(["user"]) == {EventKind.USER}
    with pytest.raises(UnknownNameError, match=r"kind of event 'usr'.*'user'"):
        kinds_of(["usr"])

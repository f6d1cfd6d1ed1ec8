"""A user's own transcript: containers, times, sessions, tools, questions."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory_impls.api import EventKind, ToolCall, ToolResult
from scenarios.api import Ask, Hardness, Observe, Reason, Scenario, ValueKind
from scenarios.public import chat
from scenarios.public.errors import DataError
from tests.scenarios.public import lookalikes
from tests.scenarios.public.lookalikes import Json, write

ASKED = [{"question": "Where?", "answer": "Oslo"}]


def said(text: str | None, role: str = "user", **more: Json) -> Json:
    return {"role": role, "content": text, **more}


def one(path: Path, **knobs: object) -> Scenario:
    (scenario,) = chat.load(path, knobs=knobs)
    return scenario


def events_of(scenario: Scenario) -> list[Any]:
    return [step.event for step in scenario.steps() if isinstance(step, Observe)]


def test_a74_null_content_with_a_tool_call_and_its_result(tmp_path: Path) -> None:
    scenario = one(lookalikes.chat().write(tmp_path))
    asked, call, result, reply = events_of(scenario)
    assert call.kind is EventKind.TOOL_CALL and call.text == ""
    assert call.payload == ToolCall(call_id="c1", name="track", arguments='{"n": 991}')
    assert result.kind is EventKind.TOOL_RESULT and result.text == "order A-991 ships 3 May"
    assert result.payload == ToolResult(call_id="c1", name="track")
    assert (asked.kind, reply.text) == (EventKind.USER, "It ships on 3 May.")
    (probe,) = scenario.probes()
    assert probe.gold.evidence_ids == (result.id,)


@pytest.mark.parametrize("container", ["list", "object", "sessions", "lines", "conversations"])
def test_every_container_holds_the_same_messages(tmp_path: Path, container: str) -> None:
    messages = [said("one"), said("two", "assistant")]
    contents: dict[str, tuple[str, Json]] = {
        "list": ("talk.json", messages),
        "object": ("talk.json", {"messages": messages}),
        "sessions": ("talk.json", {"sessions": [{"messages": messages}]}),
        "lines": ("talk.jsonl", messages),
        "conversations": ("talk.jsonl", [{"messages": messages}]),
    }
    path = write(tmp_path / contents[container][0], contents[container][1])
    write(tmp_path / "talk.probes.json", ASKED)
    events = events_of(one(path))
    assert [(event.kind.value, event.text) for event in events] == [
        ("user", "one"),
        ("assistant", "two"),
    ]
    assert len({event.session for event in events}) == 1


def test_sessions_start_at_lists_labels_and_pauses(tmp_path: Path) -> None:
    first = [said("a", session="x"), said("b", session="x"), said("c", session="y")]
    second = [
        said("d", at="2024-03-01T10:00:00Z"),
        said("e", at="2024-03-01T15:59:00Z"),
        said("f", at="2024-03-01T23:00:00Z"),
    ]
    path = write(tmp_path / "t.json", {"sessions": [first, second], "probes": ASKED})
    sessions: dict[str, str] = {}
    for event in events_of(one(path)):
        sessions[event.session] = sessions.get(event.session, "") + event.text
    assert list(sessions.values()) == ["ab", "c", "de", "f"]
    longer = {e.session for e in events_of(one(path, session_gap_hours=12))}
    assert len(longer) == 3


@pytest.mark.parametrize(
    ("key", "stamp"),
    [
        ("at", "2024-03-01T10:00:00Z"),
        ("timestamp", "2024-03-01T12:00:00+02:00"),
        ("created_at", 1709287200),
        ("create_time", 1709287200.0),
        ("time", "2024-03-01 10:00:00"),
    ],
)
def test_times_are_read_in_the_forms_that_apis_write(tmp_path: Path, key: str, stamp: Json) -> None:
    path = write(tmp_path / "t.json", {"messages": [said("a", **{key: stamp})], "probes": ASKED})
    assert events_of(one(path))[0].at == datetime(2024, 3, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize("stamp", ["yesterday", 1e30, True, "2024-13-40"])
def test_a07_unreadable_time_is_an_error(tmp_path: Path, stamp: Json) -> None:
    path = write(tmp_path / "t.json", {"messages": [said("a", at=stamp)], "probes": ASKED})
    with pytest.raises(DataError, match=r"messages\[0\]\.at: "):
        one(path)


def test_a07_talk_without_times_is_the_same_every_day_and_says_so(tmp_path: Path) -> None:
    path = write(tmp_path / "t.json", {"messages": [said("a")], "probes": ASKED})
    assert events_of(one(path))[0].at.year == 2024
    assert ("noted", "no message has a time") in [
        (f.treatment.value, f.kind) for f in chat.card(path).findings
    ]


def test_question_is_asked_after_the_message_it_names(tmp_path: Path) -> None:
    messages = [said("a", id="m1"), said("b", id="m2")]
    probes = [
        {"id": "late", "question": "Late?", "answer": "x"},
        {"id": "early", "question": "Early?", "answer": "x", "after": "m1"},
        {"id": "first", "question": "First?", "answer": "x", "after": 0},
    ]
    path = write(tmp_path / "t.json", {"messages": messages, "probes": probes})
    steps = [s.probe.id if isinstance(s, Ask) else s.event.text for s in one(path).steps()]  # type: ignore[union-attr]
    assert steps == ["a", "early", "first", "b", "late"]


def test_question_takes_values_choices_and_what_is_forbidden(tmp_path: Path) -> None:
    probe = {
        "question": "What is the limit?",
        "category": "limits",
        "hardness": "must",
        "evidence": [0],
        "required": [
            {
                "kind": "money",
                "value": 50000,
                "unit": "EUR",
                "attribute": ["limit"],
                "evidence": [0],
            }
        ],
        "forbidden": [{"kind": "money", "value": "40000", "unit": "EUR", "reason": "stale"}],
    }
    picked = {"question": "Tea?", "answer": "yes", "choices": ["yes", "no"]}
    contents = {"messages": [said("The limit is 50k EUR.")], "probes": [probe, picked]}
    first, second = one(write(tmp_path / "t.json", contents)).probes()
    (atom,) = first.gold.required
    assert (atom.value.kind, atom.value.text, atom.value.unit) == (ValueKind.MONEY, "50000", "EUR")
    assert atom.attribute == ("limit",) and len(atom.evidence_ids) == 1
    assert first.gold.forbidden[0].reason is Reason.STALE
    assert first.gold.hardness is Hardness.MUST and first.category == "limits"
    assert second.gold.choices == ("yes", "no")


@pytest.mark.parametrize(
    ("probe", "problem"),
    [
        ({"question": "Where?"}, "has nothing to score"),
        ({"question": "", "answer": "x"}, "question: is empty"),
        ({"answer": "x"}, "question: is missing"),
        ({"question": "?", "anser": "x"}, "has the unknown key 'anser'; known: "),
        ({"question": "?", "evidence": [7]}, "is '7', which is no message id or position"),
        ({"question": "?", "answer": "x", "after": "m9"}, "is 'm9', which is no message id"),
        ({"question": "?", "answer": "x", "choices": ["a"]}, "does not hold the answer"),
        ({"question": "?", "required": [{"value": "many", "kind": "number"}]}, "plain decimal"),
        ({"question": "?", "required": [{"value": "NaN", "kind": "number"}]}, "must be finite"),
        ({"question": "?", "required": [{"value": "May 7", "kind": "date"}]}, "a date is"),
        (
            {"question": "?", "required": [{"value": "x", "kind": "colour"}]},
            "must be one of number",
        ),
        ({"question": "?", "answer": "x", "answerable": "no"}, "must be true or false"),
    ],
)
def test_malformed_question_names_itself(tmp_path: Path, probe: Json, problem: str) -> None:
    path = write(tmp_path / "t.json", {"messages": [said("a")], "probes": [probe]})
    with pytest.raises(DataError, match="probe q000") as caught:
        one(path)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        ({"messages": [said("a")]}, "has no questions; add probes"),
        ({"messages": []}, "holds no message"),
        ({"sessions": []}, "sessions: holds no session"),
        ({"probes": []}, "messages: is missing"),
        ({"messages": [said("a", "owl")]}, "role: is 'owl'; it must be one of"),
        ({"messages": [{"content": "a"}]}, "role: is missing"),
    ],
)
def test_malformed_transcript_is_one_clear_error(
    tmp_path: Path, contents: Json, problem: str
) -> None:
    path = write(tmp_path / "t.json", contents)
    with pytest.raises(DataError) as caught:
        one(path)
    assert problem in str(caught.value)


def test_repeated_ids_in_messages_or_questions_are_refused(tmp_path: Path) -> None:
    messages = [said("a", id="m"), said("b", id="m")]
    with pytest.raises(DataError, match="'m', which stands twice"):
        one(write(tmp_path / "t.json", {"messages": messages, "probes": ASKED}))
    probes = [{"id": "q", "question": "?", "answer": "x"}] * 2
    with pytest.raises(DataError, match="has an id that stands twice"):
        one(write(tmp_path / "t.json", {"messages": [said("a")], "probes": probes}))


def test_folder_holds_one_history_a_file(tmp_path: Path) -> None:
    for name in ("b", "a"):
        write(tmp_path / f"{name}.json", {"messages": [said(name)], "probes": ASKED})
    scenarios = list(chat.load(tmp_path, knobs={"language": "zh"}))
    assert [scenario.id for scenario in scenarios] == ["chat/a", "chat/b"]
    assert {scenario.language for scenario in scenarios} == {"zh"}
    write(tmp_path / "a.probes.json", ASKED)
    with pytest.raises(DataError, match=r"a\.json holds probes too"):
        list(chat.load(tmp_path))

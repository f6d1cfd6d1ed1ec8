"""PersonaMem: both layouts, questions at their place, options, what length alone reaches."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from memory_impls.api import EventKind
from scenarios.api import Ask, Observe, Scenario
from scenarios.public import personamem
from scenarios.public.errors import DataError
from tests.scenarios.public import lookalikes
from tests.scenarios.public.lookalikes import OPTIONS, Json, LookAlike, write

LAYOUTS = [lookalikes.personamem_documents(), lookalikes.personamem_published()]


def one(path: Path, **more: Any) -> Scenario:
    (scenario,) = personamem.load(path, **more)
    return scenario


def words_before(scenario: Scenario) -> dict[str, list[str]]:
    """What had been said when each question was asked."""
    said: list[str] = []
    found: dict[str, list[str]] = {}
    for step in scenario.steps():
        if isinstance(step, Observe):
            said.append(step.event.text)
        elif isinstance(step, Ask):
            found[step.probe.id] = list(said)
    return found


def test_k05_question_sees_only_the_sessions_before_it(tmp_path: Path) -> None:
    before = words_before(one(lookalikes.personamem_documents().write(tmp_path)))
    assert list(before) == ["q001", "q000"], "in order of their places"
    assert len(before["q001"]) == 6 and before["q001"][-3:] == [
        "Name: Kai 1",
        "I like tea 1.",
        "Fine.",
    ]
    assert len(before["q000"]) == 9


def test_k05_question_sees_only_turns_before_its_end_index(tmp_path: Path) -> None:
    before = words_before(one(lookalikes.personamem_published().write(tmp_path)))
    assert before["q001"] == ["Name: Kai", "I like tea.", "Fine."]
    assert before["q000"][-1] == "I gave up tea."


@pytest.mark.parametrize("layout", LAYOUTS, ids=["documents", "published"])
def test_options_stand_apart_from_the_question_and_without_letters(
    layout: LookAlike, tmp_path: Path
) -> None:
    for probe in one(layout.write(tmp_path)).probes():
        assert probe.text == "Where shall I go?"
        assert probe.gold.choices == OPTIONS
        assert probe.gold.answer in OPTIONS
        assert probe.gold.evidence_ids == (), "gold ids are every earlier session"


@pytest.mark.parametrize("layout", LAYOUTS, ids=["documents", "published"])
def test_system_turn_starts_a_session_and_can_be_hidden(layout: LookAlike, tmp_path: Path) -> None:
    path = layout.write(tmp_path)
    shown = [s.event for s in one(path).steps() if isinstance(s, Observe)]
    starts = [event.session for event in shown if event.kind is EventKind.SYSTEM]
    assert len(starts) == len(set(starts)) == len({event.session for event in shown})
    hidden = [
        s.event for s in one(path, knobs={"persona": False}).steps() if isinstance(s, Observe)
    ]
    assert [event.text for event in hidden] == [
        event.text for event in shown if event.kind is not EventKind.SYSTEM
    ]
    assert not any(event.text.startswith(("User:", "Assistant:")) for event in shown)


def test_length_and_chance_controls_are_measured_and_warned_of(tmp_path: Path) -> None:
    card = personamem.card(lookalikes.personamem_documents().write(tmp_path))
    assert card.controls["chance"] == 0.25
    assert card.controls["longest option"] == 1.0, "the right option is the longest in both"
    assert card.controls["shortest option"] == 0.0
    assert any("'longest option' is right in 100.0%" in warning for warning in card.warnings)


def broken_documents(folder: Path, **changes: Json) -> Path:
    like = lookalikes.personamem_documents()
    like.files["queries.json.gz"][0].update(changes)
    return like.write(folder)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"user_id": "other"}, "user_id: is 'other', of which there is no document"),
        ({"gold_ids": ["ctx_1"]}, "gold_ids: must list the sessions before the question"),
        ({"gold_ids": []}, "gold_ids: must list"),
        ({"meta": {"question_type": "x"}}, "meta.persona_id: is missing"),
    ],
)
def test_malformed_query_names_itself(tmp_path: Path, changes: dict[str, Json], said: str) -> None:
    with pytest.raises(DataError) as caught:
        list(personamem.load(broken_documents(tmp_path, **changes)))
    assert said in str(caught.value) and "queries.json.gz" in str(caught.value)


def test_question_without_a_right_option_is_dropped_and_listed(tmp_path: Path) -> None:
    path = broken_documents(tmp_path, gold_answers=["nothing of the kind"])
    assert [probe.id for probe in one(path).probes()] == ["q001"]
    found = personamem.card(path).findings
    assert [(f.treatment.value, f.item) for f in found] == [("dropped", "p0-1/q000")]


def test_missing_session_is_an_error(tmp_path: Path) -> None:
    like = lookalikes.personamem_documents()
    del like.files["documents.json.gz"][1]
    with pytest.raises(DataError, match=r"misses a session of ctx: \[0, 2\]"):
        list(personamem.load(like.write(tmp_path)))


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("end_index_in_shared_context", "6", "is 6, but the context has 5 messages"),
        ("end_index_in_shared_context", "two", "is 'two', no whole number"),
        ("all_options", "__import__('os')", "all_options: is no list of options"),
        ("all_options", "[1, 2]", "all_options: is no list of options"),
        ("shared_context_id", "absent", "'absent' is not in shared_contexts_32k.jsonl"),
    ],
)
def test_malformed_row_names_its_line(tmp_path: Path, column: str, value: str, said: str) -> None:
    like = lookalikes.personamem_published()
    like.files["questions_32k.csv"][1][column] = value
    with pytest.raises(DataError) as caught:
        list(personamem.load(like.write(tmp_path)))
    assert said in str(caught.value) and "line 3" in str(caught.value)


def test_several_sizes_want_a_choice(tmp_path: Path) -> None:
    like = lookalikes.personamem_published()
    path = like.write(tmp_path)
    write(tmp_path / "questions_128k.csv", like.files["questions_32k.csv"])
    write(tmp_path / "shared_contexts_128k.jsonl", like.files["shared_contexts_32k.jsonl"])
    with pytest.raises(DataError, match="several sizes: 128k, 32k"):
        list(personamem.load(path))
    assert len(list(personamem.load(path, knobs={"size": "128k"}))) == 1
    with pytest.raises(DataError, match="holds no size '1M'"):
        list(personamem.load(path, knobs={"size": "1M"}))


@pytest.mark.data
def test_published_32k_set_is_whole_and_its_leak_is_reproduced() -> None:
    root = os.environ.get("MEMTRIAL_DATA")
    if not root:
        pytest.skip("MEMTRIAL_DATA is not set; it names a folder with personamem/")
    card = personamem.card(Path(root) / "personamem")
    assert card.counts["questions"] == 589 == sum(card.categories.values())
    assert card.counts["contexts"] == 37 and card.counts["sessions"] == 195
    assert not any(f.treatment == "dropped" for f in card.findings)
    assert 0.50 < card.controls["longest option"] < 0.53
    assert 0.61 < card.controls["length rule by category"] < 0.69
    assert len(card.warnings) == 2

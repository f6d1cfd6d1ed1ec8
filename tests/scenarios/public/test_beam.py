"""BEAM: dates carried forward, the artefact, plans, targets by ability."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scenarios.api import Aspect, Observe, Probe, Scenario
from scenarios.public import beam
from scenarios.public.errors import DataError
from tests.scenarios.public import lookalikes
from tests.scenarios.public.lookalikes import Json, message, write


def events_of(scenario: Scenario) -> list[Any]:
    return [step.event for step in scenario.steps() if isinstance(step, Observe)]


def chat_folder(folder: Path, chat: Json, questions: Json | None = None) -> Path:
    write(folder / "100K/1/chat.json", chat)
    asked = questions if questions is not None else lookalikes.beam_questions()
    write(folder / "100K/1/probing_questions.json", asked)
    return folder


def one(path: Path, **more: Any) -> Scenario:
    (scenario,) = beam.load(path, **more)
    return scenario


def by_category(scenario: Scenario) -> dict[str, Probe]:
    return {probe.category: probe for probe in scenario.probes()}


def batch(number: int, *messages: Json) -> Json:
    return {"batch_number": number, "turns": [list(messages)]}


def test_date_is_carried_forward_in_its_batch_and_past_a_batch_without_one(tmp_path: Path) -> None:
    chat = [
        batch(
            1,
            message(0, "user", "one"),
            message(1, "assistant", "two"),
            message(2, "user", "three", time_anchor="March-17-2024"),
            message(3, "assistant", "four"),
        ),
        batch(2, message(4, "user", "five")),
    ]
    asked = {
        "summarization": [{"question": "Sum up.", "ideal_summary": "s", "source_chat_ids": [4]}]
    }
    path = chat_folder(tmp_path, chat, asked)
    one_, two, three, four, five = events_of(one(path))
    start = datetime(2024, 3, 17, tzinfo=UTC)
    assert [e.at.date().isoformat() for e in (one_, two, three, four)] == ["2024-03-17"] * 4
    assert one_.at == start
    assert five.session != four.session
    assert five.at - four.at == timedelta(hours=1)
    kinds = [(f.treatment.value, f.kind) for f in beam.card(path).findings]
    assert kinds == [("repaired", "batch without a date")]


def test_artefact_of_generation_is_cut_off_and_counted(tmp_path: Path) -> None:
    chat = [
        batch(
            1,
            message(0, "user", "Help me? ->-> 1,1", time_anchor="March-15-2024"),
            message(1, "user", "And this. ->-> 2,N/A"),
            message(2, "user", "The arrow ->-> 1,1 in the middle stays."),
            message(4, "user", "Last."),
        )
    ]
    path = chat_folder(tmp_path, chat)
    texts = [event.text for event in events_of(one(path))]
    assert texts == ["Help me?", "And this.", "The arrow ->-> 1,1 in the middle stays.", "Last."]
    assert beam.card(path).counts["messages with the artefact cut off"] == 2


def test_truncated_chat_is_preferred(tmp_path: Path) -> None:
    path = chat_folder(tmp_path, lookalikes.beam_files()["100K/1/chat.json"])
    cut = [batch(1, message(4, "user", "cut", time_anchor="March-15-2024"))]
    write(tmp_path / "100K/1/chat_trunecated.json", cut)
    assert [event.text for event in events_of(one(path))] == ["cut"]
    card = beam.card(path)
    assert card.layout == "100K (chat_trunecated.json)"
    lost = {f.item for f in card.findings if f.kind.startswith("evidence of a message")}
    assert "100K/1/event_ordering-0" in lost


def test_plans_come_in_numeric_order(tmp_path: Path) -> None:
    plan = {
        f"plan-{n}": [batch(1, message(n, "user", f"plan {n}", time_anchor="March-15-2024"))]
        for n in (10, 2, 1)
    }
    asked = {
        "summarization": [{"question": "Sum up.", "ideal_summary": "s", "source_chat_ids": [2]}]
    }
    scenario = one(chat_folder(tmp_path, [plan], asked))
    texts = {event.id: event.text for event in events_of(scenario)}
    assert list(texts.values()) == ["plan 1", "plan 2", "plan 10"]
    (probe,) = scenario.probes()
    assert [texts[i] for i in probe.gold.evidence_ids] == ["plan 2"]


def test_k01_target_is_taken_from_the_field_of_the_ability(tmp_path: Path) -> None:
    scenario = one(chat_folder(tmp_path, lookalikes.beam_files()["100K/1/chat.json"]))
    probes = by_category(scenario)
    answers = {name: probe.gold.answer for name, probe in probes.items()}
    assert answers == {
        "abstention": "",
        "knowledge_update": "250ms",
        "event_ordering": "sprint, API",
        "temporal_reasoning": "It took 4 weeks.",
        "preference_following": "Short.",
    }
    assert not probes["preference_following"].direct
    assert probes["event_ordering"].direct
    assert probes["event_ordering"].aspects == {Aspect.ORDER}


def test_k10_abstention_is_unanswerable_and_k02_sources_flatten_to_messages(tmp_path: Path) -> None:
    scenario = one(chat_folder(tmp_path, lookalikes.beam_files()["100K/1/chat.json"]))
    texts = {event.id: event.text for event in events_of(scenario)}
    probes = by_category(scenario)
    assert not probes["abstention"].gold.answerable
    assert probes["abstention"].gold.evidence_ids == ()
    found = {n: [texts[i] for i in p.gold.evidence_ids] for n, p in probes.items()}
    assert found["event_ordering"] == ["My sprint ends on March 29.", "The API takes 250ms now."]
    assert found["knowledge_update"] == ["The API takes 250ms now."], "the stale one is no evidence"


def test_answer_that_disagrees_with_its_rubric_is_audited(tmp_path: Path) -> None:
    path = chat_folder(tmp_path, lookalikes.beam_files()["100K/1/chat.json"])
    audited = [probe.category for probe in one(path).probes() if probe.audited]
    assert audited == ["temporal_reasoning"]
    assert beam.card(path).counts["audited"] == 1


def test_chats_come_in_order_of_tier_and_number(tmp_path: Path) -> None:
    files = lookalikes.beam_files()
    for where in ("1M/1", "100K/10", "100K/2"):
        write(tmp_path / where / "chat.json", files["100K/1/chat.json"])
        write(tmp_path / where / "probing_questions.json", lookalikes.beam_questions())
    write(tmp_path / "100K/2/plan-0/chat.json", files["100K/1/chat.json"])
    write(tmp_path / "500K/3/chat.json", files["100K/1/chat.json"])
    ids = [scenario.id for scenario in beam.load(tmp_path)]
    assert ids == ["beam/100K/2", "beam/100K/10", "beam/1M/1"]
    dropped = [f.item for f in beam.card(tmp_path).findings if f.treatment == "dropped"]
    assert dropped == ["500K/3"], "a chat without questions is listed"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"time_anchor": "Marchember-15-2024"}, "time_anchor: 'Marchember-15-2024' is no date"),
        ({"time_anchor": "February-30-2024"}, "no time that exists"),
        ({"role": "narrator"}, "role: is 'narrator'; it must be one of"),
        ({"id": "seven"}, "id: is text; it must be a whole number"),
        ({"content": 5}, "content: is a number; it must be text"),
    ],
)
def test_malformed_message_names_file_batch_and_field(
    tmp_path: Path, change: dict[str, Json], said: str
) -> None:
    chat = [batch(1, {**message(0, "user", "one", time_anchor="March-15-2024"), **change})]
    with pytest.raises(DataError, match="batch 1") as caught:
        list(beam.load(chat_folder(tmp_path, chat)))
    assert said in str(caught.value)


@pytest.mark.data
def test_published_chats_have_twenty_questions_each() -> None:
    root = os.environ.get("MEMTRIAL_DATA")
    if not root:
        pytest.skip("MEMTRIAL_DATA is not set; it names a folder with beam/100K")
    scenarios = list(beam.load(Path(root) / "beam"))
    assert [len(list(scenario.probes())) for scenario in scenarios] == [20] * 6
    card = beam.card(Path(root) / "beam")
    assert card.counts["messages with a date"] == 20
    assert card.counts["answerable, with evidence"] == 108
    assert card.counts["unanswerable"] == 12
    assert set(card.categories.values()) == {12}
    assert not any(f.treatment in ("dropped", "unresolved") for f in card.findings)
    audited = [f"{s.id}/{p.id}" for s in scenarios for p in s.probes() if p.audited]
    assert audited == ["beam/100K/1/temporal_reasoning-0"]
    texts = [event.text for scenario in scenarios for event in events_of(scenario)]
    assert not any("->->" in text for text in texts)

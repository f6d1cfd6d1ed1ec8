"""LoCoMo-Plus: cues at their gap before the trigger, spoken by the right people."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from scenarios.api import Observe, Probe, Scenario
from scenarios.public import locomo_plus
from scenarios.public.errors import DataError
from scenarios.public.locomo_plus_cues import parse_gap
from tests.scenarios.public import lookalikes
from tests.scenarios.public.lookalikes import Json, cue, locomo_item, write


def events_of(scenario: Scenario) -> list[Any]:
    return [step.event for step in scenario.steps() if isinstance(step, Observe)]


def stitched(folder: Path, *cues: Json, **knobs: object) -> list[Scenario]:
    write(folder / "locomo_plus.json", list(cues))
    write(folder / "locomo10.json", [locomo_item("conv-1")])
    return list(locomo_plus.load(folder, knobs=knobs))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("two weeks later", 14),
        ("about one month later", 30),
        ("around six weeks later", 42),
        ("a year after", 365),
        ("two months after the challenge ended", 60),
        ("around one week after the birth", 7),
        ("several months later", 90),
        ("a couple of months later", 60),
        ("a few weeks later", 21),
        ("3 months later", 90),
        ("12 days later", 12),
        ("some time later", None),
    ],
)
def test_gap_is_read_in_every_wording(text: str, days: int | None) -> None:
    parsed = parse_gap(text)
    assert (parsed[0].days if parsed else None) == days


def test_cue_stands_at_its_gap_before_the_trigger_in_a_session_of_its_own(tmp_path: Path) -> None:
    (scenario,) = stitched(tmp_path, cue("Shellfish makes me ill.", "two weeks later"))
    (probe,) = scenario.probes()
    events = events_of(scenario)
    (stated,) = [event for event in events if event.id in probe.gold.evidence_ids]
    assert stated.text == "Shellfish makes me ill." and stated.speaker == "Mira"
    assert probe.asked_at - stated.at == timedelta(days=14)
    last = next(event for event in events if event.text == "I was in Porto.")
    assert probe.asked_at - last.at == timedelta(days=7)
    reply = next(event for event in events if event.text == "I see.")
    assert reply.session == stated.session and reply.speaker == "Olu"
    assert sum(event.session == stated.session for event in events) == 2
    assert [event.at for event in events] == sorted(event.at for event in events)


def test_trigger_is_asked_without_its_label_and_wants_the_cue(tmp_path: Path) -> None:
    (scenario,) = stitched(tmp_path, cue("Shellfish makes me ill."))
    (probe,) = scenario.probes()
    assert probe.text == "Shall we order the prawns?"
    assert probe.category == "state" and not probe.direct
    assert probe.gold.rubric[0].endswith("Shellfish makes me ill.")


def test_cues_share_a_history_or_stand_apart(tmp_path: Path) -> None:
    cues = [cue(f"Cue number {n}.", "one week later") for n in range(3)]
    (together,) = stitched(tmp_path, *cues)
    assert [probe.id for probe in together.probes()] == ["cue-000", "cue-001", "cue-002"]
    apart = stitched(tmp_path, *cues, apart=True)
    assert [scenario.id for scenario in apart] == [f"locomo_plus/cue-00{n}" for n in range(3)]
    for number, scenario in enumerate(apart):
        texts = [event.text for event in events_of(scenario)]
        assert [text for text in texts if text.startswith("Cue")] == [f"Cue number {number}."]


def test_vague_unreadable_and_repeated_cues_are_listed(tmp_path: Path) -> None:
    stitched(
        tmp_path,
        cue("One.", "several months later"),
        cue("Two.", "in due course"),
        cue("Two.", "one week later"),
    )
    found = locomo_plus.card(tmp_path).findings
    assert [(f.treatment.value, f.kind, f.item) for f in found] == [
        ("repaired", "time gap vague", "cue-000"),
        ("repaired", "time gap unreadable", "cue-001"),
        ("noted", "cue stands twice", "cue-002"),
    ]


def test_cue_without_its_speaker_is_dropped_and_moves_no_other(tmp_path: Path) -> None:
    silent = {**cue("x"), "cue_dialogue": "B: I see."}
    (scenario,) = stitched(tmp_path, silent, cue("Two."))
    assert [probe.id for probe in scenario.probes()] == ["cue-001"]
    assert locomo_plus.card(tmp_path).findings[0].kind == "cue or trigger without a turn of A"


def test_locomo_must_lie_beside_it(tmp_path: Path) -> None:
    path = write(tmp_path / "locomo_plus.json", [cue("One.")])
    with pytest.raises(DataError, match=r"locomo10\.json: no such file"):
        list(locomo_plus.load(path))


def test_similarity_scores_of_the_file_reach_no_event(tmp_path: Path) -> None:
    (scenario,) = stitched(tmp_path, cue("One."))
    assert "bm25" not in repr(events_of(scenario))


@pytest.mark.data
def test_published_cues_are_all_stitched() -> None:
    root = os.environ.get("MEMTRIAL_DATA")
    if not root:
        pytest.skip("MEMTRIAL_DATA is not set; it names a folder with locomo/locomo_plus.json")
    folder = Path(root) / "locomo"
    card = locomo_plus.card(folder)
    assert dict(card.categories) == {"causal": 101, "state": 100, "goal": 100, "value": 100}
    assert card.counts["cues"] == 401
    scenarios = list(locomo_plus.load(folder))
    probes: list[Probe] = [probe for scenario in scenarios for probe in scenario.probes()]
    assert len(probes) == 401 and all(probe.gold.evidence_ids for probe in probes)
    assert len(scenarios) == 10
    for scenario in scenarios:
        times = [event.at for event in events_of(scenario)]
        assert times == sorted(times)


def test_look_alike_has_one_history_for_each_conversation(tmp_path: Path) -> None:
    scenarios = list(locomo_plus.load(lookalikes.locomo_plus().write(tmp_path)))
    assert [scenario.id for scenario in scenarios] == ["locomo_plus/conv-1"]

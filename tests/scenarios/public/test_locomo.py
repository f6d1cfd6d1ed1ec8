"""LoCoMo: look-alikes written here for every trap, and the counts of the published file."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memory_impls.parts.names import UnknownNameError
from scenarios.api import Ask, Observe, Probe, Scenario
from scenarios.public import locomo
from scenarios.public.card import Treatment
from scenarios.public.errors import DataError


def turn(speaker: str, text: str, **more: object) -> dict[str, object]:
    return {"speaker": speaker, "text": text, **more}


def item(name: str = "conv-1", **more: Any) -> dict[str, Any]:
    talk = {
        "speaker_a": "Mira",
        "speaker_b": "Olu",
        "session_1": [
            turn("Mira", "I play the viola now.", dia_id="D1:1"),
            turn("Olu", "Lovely! My sister Ines plays the cello.", dia_id="D1:2"),
        ],
        "session_1_date_time": "12:09 am on 13 September, 2023",
    }
    return {
        "sample_id": name,
        "conversation": {**talk, **more.pop("conversation", {})},
        "qa": more.pop("qa", [question("Which instrument does Mira play?", "viola")]),
        **more,
    }


def question(text: str, answer: object = "x", category: int = 4, **more: object) -> dict[str, Any]:
    return {"question": text, "answer": answer, "evidence": ["D1:1"], "category": category, **more}


def write(folder: Path, items: object, name: str = "locomo10.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(items), encoding="utf-8")
    return path


def only_scenario(path: Path, **more: Any) -> Scenario:
    (scenario,) = locomo.load(path, **more)
    return scenario


def events_of(scenario: Scenario) -> list[Any]:
    return [step.event for step in scenario.steps() if isinstance(step, Observe)]


def kinds(path: Path) -> list[tuple[str, str, str]]:
    return [(f.treatment.value, f.kind, f.item) for f in locomo.card(path).findings]


def test_a01_adversarial_question_is_unanswerable_and_its_tempting_answer_no_gold(
    tmp_path: Path,
) -> None:
    asked = {
        "question": "Which instrument does Mira play?",
        "adversarial_answer": "cello",
        "category": 5,
        "evidence": ["D1:2"],
    }
    (probe,) = only_scenario(write(tmp_path, [item(qa=[asked])])).probes()
    assert (probe.gold.answerable, probe.gold.answer) == (False, "")
    assert probe.gold.required == () and probe.gold.evidence_ids == ()
    assert probe.gold.rubric[-1] == "Does not answer: cello"
    assert probe.category == "adversarial"


@pytest.mark.parametrize(("given", "text"), [(2022, "2022"), (3, "3"), (0, "0"), (2.5, "2.5")])
def test_a02_number_as_answer_becomes_text_and_is_listed(
    tmp_path: Path, given: float, text: str
) -> None:
    path = write(tmp_path, [item(qa=[question("When?", given)])])
    (probe,) = only_scenario(path).probes()
    assert probe.gold.answer == text
    assert ("repaired", "answer is a number", "conv-1/q000") in kinds(path)


@pytest.mark.parametrize("empty", ["", "   ", None])
def test_k01_answerable_question_with_an_empty_gold_is_dropped_and_listed(
    tmp_path: Path, empty: object
) -> None:
    path = write(tmp_path, [item(qa=[question("When?", empty), question("Where?", "Oslo")])])
    assert [probe.text for probe in only_scenario(path).probes()] == ["Where?"]
    assert ("dropped", "question or gold empty", "conv-1/q000") in kinds(path)


@pytest.mark.parametrize("wrong", [True, ["Oslo"], {"a": 1}])
def test_k01_gold_of_a_wrong_type_is_one_clear_error(tmp_path: Path, wrong: object) -> None:
    path = write(tmp_path, [item(qa=[question("When?", wrong)])])
    with pytest.raises(DataError, match=r"locomo10.json: conv-1/q000: answer: is .* must be text"):
        list(locomo.load(path))


def long_talk() -> dict[str, Any]:
    return {
        f"session_{n}": [turn("Mira", f"words {n} {i}", dia_id=f"D{n}:{i}") for i in range(1, 20)]
        for n in range(1, 12)
    } | {f"session_{n}_date_time": f"1:00 pm on {n} May, 2023" for n in range(1, 12)}


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        (["D8:6; D9:17"], ["words 8 6", "words 9 17"]),
        (["D9:1 D4:4 D4:6"], ["words 9 1", "words 4 4", "words 4 6"]),
        (["D:11:16"], ["words 11 16"]),
        (["D10:05"], ["words 10 5"]),
        (["d2:3,D2:4 and D2:5"], ["words 2 3", "words 2 4", "words 2 5"]),
        (["D4:5", "D4:5", "D5:5"], ["words 4 5", "words 5 5"]),
        (["D", "D1:1"], ["words 1 1"]),
        (["D10:99", "D1:1"], ["words 1 1"]),
        (["see D1:1"], ["words 1 1"]),
        ([], []),
    ],
)
def test_a03_evidence_ids_in_any_notation_name_their_turns_once(
    tmp_path: Path, entries: list[str], named: list[str]
) -> None:
    asked = [question("What?", evidence=entries)]
    path = write(tmp_path, [item(conversation=long_talk(), qa=asked)])
    scenario = only_scenario(path)
    words = {event.id: event.text for event in events_of(scenario)}
    (probe,) = scenario.probes()
    assert [words[one] for one in probe.gold.evidence_ids] == named
    plain = len(set(entries)) == len(entries) == len(named) and entries == ["D1:1"]
    assert plain or kinds(path), "what was repaired or not found is listed"


def test_a03_what_cannot_be_resolved_is_named(tmp_path: Path) -> None:
    asked = [question("What?", evidence=["D", "D10:99", "D1:1"])]
    found = locomo.card(write(tmp_path, [item(qa=asked)])).findings
    assert [(f.treatment, f.detail) for f in found if f.item == "conv-1/q000"] == [
        (Treatment.UNRESOLVED, "'D'"),
        (Treatment.UNRESOLVED, "D10:99"),
    ]


def test_a04_question_without_evidence_is_listed_as_not_scorable(tmp_path: Path) -> None:
    path = write(tmp_path, [item(qa=[question("Is she?", "Likely", category=3, evidence=[])])])
    (probe,) = only_scenario(path).probes()
    assert probe.gold.evidence_ids == ()
    listed = ("noted", "no evidence: not scorable for evidence recall", "conv-1/q000")
    assert listed in kinds(path)


def test_a05_sessions_come_in_numeric_order(tmp_path: Path) -> None:
    talk = long_talk()
    shuffled = {key: talk[key] for key in sorted(talk)}  # 1, 10, 11, 2, ...
    scenario = only_scenario(write(tmp_path, [item(conversation=shuffled)]))
    texts = [event.text.split()[1] for event in events_of(scenario)]
    assert list(dict.fromkeys(texts)) == [str(n) for n in range(1, 12)]
    times = [event.at for event in events_of(scenario)]
    assert times == sorted(times)


def test_a06_twelve_am_is_after_midnight(tmp_path: Path) -> None:
    first = events_of(only_scenario(write(tmp_path, [item()])))[0]
    assert first.at == datetime(2023, 9, 13, 0, 9, tzinfo=UTC)


@pytest.mark.parametrize("stamp", ["2023/13/40 (Foo) 99:99", "", "1:00 pm on 31 June, 2023", 7])
def test_a07_unreadable_time_is_an_error_and_never_now(tmp_path: Path, stamp: object) -> None:
    path = write(tmp_path, [item(conversation={"session_1_date_time": stamp})])
    with pytest.raises(DataError, match=r"conv-1: conversation\.session_1_date_time: "):
        list(locomo.load(path))


def test_a07_missing_time_is_an_error(tmp_path: Path) -> None:
    broken = item()
    del broken["conversation"]["session_1_date_time"]
    with pytest.raises(DataError, match="session_1_date_time: is missing"):
        list(locomo.load(write(tmp_path, [broken])))


def test_a08_repeated_ids_stay_apart(tmp_path: Path) -> None:
    talk = {"session_1": [turn("Mira", "one", dia_id="D1:1"), turn("Mira", "two", dia_id="D1:1")]}
    path = write(tmp_path, [item("twin", conversation=talk), item("twin")])
    first, second = locomo.load(path)
    assert (first.id, second.id) == ("locomo/twin", "locomo/twin#2")
    ids = [event.id for scenario in (first, second) for event in events_of(scenario)]
    assert len(set(ids)) == len(ids) == 4
    assert len({event.scope for s in (first, second) for event in events_of(s)}) == 2


def test_a09_date_without_a_session_makes_no_session(tmp_path: Path) -> None:
    more = {"session_2_date_time": "1:00 pm on 8 May, 2024", "session_3": []}
    path = write(tmp_path, [item(conversation=more)])
    assert {event.session for event in events_of(only_scenario(path))} == {"01-01"}
    assert locomo.card(path).counts["sessions"] == 1
    assert ("dropped", "date without a session", "conv-1") in kinds(path)
    assert ("dropped", "empty session", "conv-1") in kinds(path)


def test_a10_caption_is_shown_unless_turned_off(tmp_path: Path) -> None:
    shared = turn(
        "Mira",
        "Look!",
        dia_id="D1:1",
        img_url=["http://x.invalid/a.jpg"],
        blip_caption="a photo of a red bicycle",
        query="red bike",
    )
    path = write(tmp_path, [item(conversation={"session_1": [shared]})])
    (event,) = events_of(only_scenario(path))
    assert event.text == "Look! [shares a photo: a photo of a red bicycle]"
    (plain,) = events_of(only_scenario(path, knobs={"captions": False}))
    assert plain.text == "Look!"


def test_a11_events_tell_nothing_of_questions_or_evidence(tmp_path: Path) -> None:
    marked = turn("Mira", "I moved to Oslo", dia_id="D1:1", has_answer=True, answer="Oslo-gold")
    data = [item("answer_ab12", conversation={"session_1": [marked]}, observation={"x": "secret"})]
    seen = repr(events_of(only_scenario(write(tmp_path, data))))
    for telling in ("has_answer", "answer_ab12", "Oslo-gold", "secret", "viola", "D1:1"):
        assert telling not in seen


def test_a40_categories_have_the_names_of_the_file_s_order(tmp_path: Path) -> None:
    asked = [question(f"q{n}", category=n) for n in (1, 2, 3, 4, 5)]
    probes = only_scenario(write(tmp_path, [item(qa=asked)])).probes()
    names = ["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"]
    assert [probe.category for probe in probes] == names


def test_a72_every_turn_carries_its_session_s_time(tmp_path: Path) -> None:
    first, second = events_of(only_scenario(write(tmp_path, [item()])))
    assert timedelta(0) < second.at - first.at < timedelta(minutes=5)
    assert first.at.tzinfo is UTC
    assert [first.speaker, second.speaker] == ["Mira", "Olu"]


def audit_entry(where: str, text: str) -> dict[str, object]:
    return {"question_id": where, "question": text, "error_type": "HALLUCINATION"}


def test_audit_masks_by_place_and_words(tmp_path: Path) -> None:
    asked = [question("First?"), question("Second?")]
    path = write(tmp_path, [item(qa=asked)])
    entries = [audit_entry("locomo_0_qa1", "Second?"), audit_entry("locomo_0_qa0", "Other words?")]
    write(tmp_path, entries, "audit_errors.json")
    assert [probe.audited for probe in only_scenario(path).probes()] == [False, True]
    assert ("unresolved", "audit entry fits no question", "locomo_0_qa0") in kinds(path)
    clean = only_scenario(path, knobs={"questions": "clean"})
    assert [probe.text for probe in clean.probes()] == ["First?"]


def test_only_limit_and_options_say_what_they_do_not_know(tmp_path: Path) -> None:
    asked = [question("First?"), question("Second?")]
    path = write(tmp_path, [item("a", qa=asked), item("b", qa=asked)])
    assert [s.id for s in locomo.load(path, limit=1)] == ["locomo/a"]
    assert [s.id for s in locomo.load(path, only="locomo/b")] == ["locomo/b"]
    (picked,) = locomo.load(path, only=["b/q001"])
    assert [probe.text for probe in picked.probes()] == ["Second?"]
    with pytest.raises(UnknownNameError, match="known: a, b"):
        list(locomo.load(path, only="c", limit=1))
    with pytest.raises(UnknownNameError, match="captions"):
        list(locomo.load(path, knobs={"caption": True}))
    with pytest.raises(ValueError, match="limit is 0"):
        list(locomo.load(path, limit=0))


def test_steps_are_the_same_at_every_call_and_questions_come_last(tmp_path: Path) -> None:
    scenario = only_scenario(write(tmp_path, [item()]))
    steps = list(scenario.steps())
    assert steps == list(scenario.steps())
    assert [type(step) for step in steps] == [Observe, Observe, Ask]
    last = events_of(scenario)[-1].at
    assert all(probe.asked_at > last and probe.session == 0 for probe in scenario.probes())


def published() -> Path:
    root = os.environ.get("MEMTRIAL_DATA")
    if not root:
        pytest.skip("MEMTRIAL_DATA is not set; it names a folder with locomo/locomo10.json")
    return Path(root) / "locomo"


@pytest.mark.data
def test_published_file_has_the_known_counts() -> None:
    card = locomo.card(published())
    assert dict(card.categories) == {
        "multi-hop": 282,
        "temporal": 321,
        "open-domain": 96,
        "single-hop": 841,
        "adversarial": 446,
    }
    assert 250 <= card.counts["answerable, with values"] <= 275
    assert {name: n for name, n in card.counts.items() if "values" not in name} == {
        "conversations": 10,
        "sessions": 272,
        "turns": 5882,
        "turns with a picture": 1226,
        "questions": 1986,
        "answerable, with evidence": 1536,
        "unanswerable": 446,
        "audited": 156,
    }
    tally = {kind: n for (_, kind), n in card.tally().items()}
    assert tally == {
        "date without a session": 1,
        "answer is a number": 6,
        "no evidence: not scorable for evidence recall": 4,
        "evidence id malformed": 6,
        "evidence unreadable": 1,
        "evidence of a turn that does not exist": 2,
        "evidence id repeated": 1,
        "adversarial question with an answer": 2,
    }


@pytest.mark.data
def test_published_conversations_are_in_order_and_apart() -> None:
    scenarios = list(locomo.load(published()))
    ids = [event.id for scenario in scenarios for event in events_of(scenario)]
    assert len(ids) == len(set(ids)) == 5882
    for scenario in scenarios:
        times = [event.at for event in events_of(scenario)]
        assert times == sorted(times)
    probes: list[Probe] = [probe for scenario in scenarios for probe in scenario.probes()]
    assert sum(probe.audited for probe in probes) == 156


@pytest.mark.data
def test_published_sample_keeps_the_shares_of_the_categories() -> None:
    sampled = {
        (s.id, p.id): p.category
        for s in locomo.load(published(), knobs={"sample": 200, "seed": 3})
        for p in s.probes()
    }
    assert len(sampled) == 200
    assert list(sampled.values()).count("single-hop") == round(200 * 841 / 1986)

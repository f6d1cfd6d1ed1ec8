"""LongMemEval: repeated ids, marks by value, abstention by suffix, saturation, streaming."""

from __future__ import annotations

import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from scenarios.api import Observe, Probe, Scenario
from scenarios.public import longmemeval
from scenarios.public.errors import DataError
from tests.scenarios.public.lookalikes import Json, haystack, write


def events_of(scenario: Scenario) -> list[Any]:
    return [step.event for step in scenario.steps() if isinstance(step, Observe)]


def one(folder: Path, **changes: Json) -> tuple[Scenario, Probe]:
    path = write(folder / "s.json", [{**haystack(), **changes}])
    (scenario,) = longmemeval.load(path)
    (probe,) = scenario.probes()
    return scenario, probe


def evidence(scenario: Scenario, probe: Probe) -> list[str]:
    texts = {event.id: event.text for event in events_of(scenario)}
    return [texts[i] for i in probe.gold.evidence_ids]


def said(*turns: str) -> list[Json]:
    return [{"role": "user", "content": text} for text in turns]


def test_a02_number_as_answer_becomes_text(tmp_path: Path) -> None:
    _, probe = one(tmp_path, answer=15)
    assert probe.gold.answer == "15"
    found = longmemeval.card(tmp_path / "s.json").findings
    assert [(f.treatment.value, f.kind) for f in found] == [("repaired", "answer is a number")]


def test_k03_sessions_come_in_order_of_time_not_of_the_file(tmp_path: Path) -> None:
    scenario, _ = one(tmp_path)
    assert next(event.text for event in events_of(scenario)) == "A riddle, please."


def test_a08_repeated_session_is_kept_each_time_and_counts_once_as_gold(tmp_path: Path) -> None:
    scenario, probe = one(
        tmp_path,
        haystack_session_ids=["s1", "f9", "f9"],
        haystack_dates=[
            "2023/05/22 (Mon) 10:00",
            "2023/05/20 (Sat) 02:21",
            "2023/05/21 (Sun) 02:21",
        ],
        haystack_sessions=[said("one"), said("two"), [{**said("two")[0], "has_answer": True}]],
        answer_session_ids=["f9"],
    )
    events = events_of(scenario)
    assert [event.text for event in events] == ["two", "two", "one"]
    assert len({event.id for event in events}) == len({event.session for event in events}) == 3
    assert probe.gold.evidence_ids == (events[1].id,), "the occurrence with the mark"
    kinds = [f.kind for f in longmemeval.card(tmp_path / "s.json").findings]
    assert kinds == ["session id repeated"]


def test_a11_telling_ids_and_marks_never_reach_an_event(tmp_path: Path) -> None:
    scenario, _ = one(tmp_path)
    seen = repr(events_of(scenario))
    for telling in ("has_answer", "answer_ab12", "Oslo", "q1"):
        assert telling not in seen


def test_a12_haystack_of_evidence_only_is_marked_as_saturated(tmp_path: Path) -> None:
    plain, _ = one(tmp_path)
    assert plain.knobs["saturated"] is False
    assert plain.knobs["candidate_sessions"] == 2 and plain.knobs["gold_sessions"] == 1
    only_gold, _ = one(tmp_path, answer_session_ids=["answer_ab12_1", "f9"])
    assert only_gold.knobs["saturated"] is True
    card = longmemeval.card(tmp_path / "s.json")
    assert card.layout.startswith("oracle") and card.counts["saturated"] == 1
    assert "cannot fail" in card.warnings[0]


def test_a27_abstention_is_told_by_the_id(tmp_path: Path) -> None:
    why = "You mentioned a cat, not its name."
    _, probe = one(tmp_path, question_id="q17_abs", answer=why)
    assert probe.category == "abstention"
    assert not probe.gold.answerable and probe.gold.answer == ""
    assert probe.gold.evidence_ids == () and probe.gold.rubric[-1] == why


def test_mark_counts_by_value_not_by_key(tmp_path: Path) -> None:
    scenario, probe = one(tmp_path)
    assert evidence(scenario, probe) == ["I moved to the north."]
    assert not probe.gold.evidence_any


def test_gold_session_without_a_mark_is_known_as_a_session_only(tmp_path: Path) -> None:
    turns = [said("I moved to Oslo.", "It is cold."), said("A riddle, please.")]
    scenario, probe = one(tmp_path, haystack_sessions=turns)
    assert probe.gold.evidence_any
    assert evidence(scenario, probe) == ["I moved to Oslo.", "It is cold."]
    card = longmemeval.card(tmp_path / "s.json")
    assert card.counts["answerable, session known only"] == 1
    assert [f.kind for f in card.findings] == ["gold session without a marked turn"]


def test_k05_session_after_the_question_is_left_out_and_listed(tmp_path: Path) -> None:
    scenario, probe = one(tmp_path, question_date="2023/05/21 (Sun) 00:00")
    assert [event.text for event in events_of(scenario)] == ["A riddle, please.", "What?"]
    assert probe.gold.evidence_ids == ()
    kinds = [f.kind for f in longmemeval.card(tmp_path / "s.json").findings]
    assert kinds == [
        "session after the question",
        "gold session is not in the haystack",
        "no evidence: not scorable for evidence recall",
    ]


@pytest.mark.parametrize("stamp", ["2023/13/40 (Foo) 99:99", "May 20", ""])
def test_a07_unreadable_date_is_an_error(tmp_path: Path, stamp: str) -> None:
    with pytest.raises(DataError, match=r"q1: haystack_dates\[1\]: "):
        one(tmp_path, haystack_dates=["2023/05/22 (Mon) 10:00", stamp])


@pytest.mark.parametrize(
    ("changes", "said_"),
    [
        ({"haystack_dates": []}, "2 session ids, 0 dates and 2 sessions"),
        ({"answer": ""}, "answer: is empty"),
        ({"answer": None}, "answer: is missing"),
        ({"question": " "}, "question: is empty"),
        ({"haystack_sessions": [[], []]}, "haystack_sessions: holds no message"),
        ({"haystack_sessions": [[{"role": "owl", "content": "x"}], []]}, "role: is 'owl'"),
        (
            {"haystack_sessions": [[{"role": "user", "content": "x", "has_answer": "yes"}], []]},
            "has_answer: is text; it must be true or false",
        ),
    ],
)
def test_malformed_item_names_itself_and_the_field(
    tmp_path: Path, changes: dict[str, Json], said_: str
) -> None:
    with pytest.raises(DataError) as caught:
        one(tmp_path, **changes)
    assert "q1" in str(caught.value) and said_ in str(caught.value)


def test_question_id_twice_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "s.json", [haystack(), haystack()])
    with pytest.raises(DataError, match="q1: is a question id that stands twice"):
        list(longmemeval.load(path))


def test_large_file_is_walked_through_and_not_held(tmp_path: Path) -> None:
    """M holds 1.5 million tokens a question; here 60 questions of 200 kB each."""
    path = tmp_path / "m.json"
    filler = [said("w" * 200_000)[0]]
    with path.open("w") as stream:
        for number in range(60):
            item = haystack(f"q{number}")
            item["haystack_sessions"][1] = filler
            stream.write(("[" if number == 0 else ",") + json.dumps(item))
        stream.write("]")
    tracemalloc.start()
    scenarios = list(longmemeval.load(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(scenarios) == 60
    assert peak < path.stat().st_size / 2
    last = events_of(scenarios[-1])
    assert [len(event.text) for event in last] == [200_000, len("I moved to the north."), 5]


def test_only_reads_no_further_than_it_must(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text(json.dumps([haystack("q1")])[:-1] + ", {broken")
    assert [scenario.id for scenario in longmemeval.load(path, only="q1")] == ["longmemeval/q1"]
    with pytest.raises(DataError, match="item 2: is not valid JSON"):
        list(longmemeval.load(path, only=["q1", "q2"]))


def test_file_that_changed_under_a_run_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "s.json", [haystack()])
    (scenario,) = longmemeval.load(path)
    path.write_text("[]")
    with pytest.raises(DataError, match="has changed since it was loaded"):
        list(scenario.steps())


def test_folder_with_one_file_will_do(tmp_path: Path) -> None:
    write(tmp_path / "s.json", [haystack()])
    assert len(list(longmemeval.load(tmp_path))) == 1
    write(tmp_path / "m.json", [haystack()])
    with pytest.raises(DataError, match=r"holds m\.json, s\.json; name the file"):
        list(longmemeval.load(tmp_path))


def test_questions_without_histories_are_described_and_not_loaded(tmp_path: Path) -> None:
    asked = [
        {
            "id": name,
            "query": "Where?",
            "gold_answers": [answer],
            "gold_ids": ["x"],
            "meta": {"question_type": "multi-session"},
        }
        for name, answer in (("a", "Oslo"), ("b_abs", 3))
    ]
    path = write(tmp_path / "questions_s.json.gz", asked)
    card = longmemeval.card(path)
    assert dict(card.categories) == {"multi-session": 1, "abstention": 1}
    assert card.counts["answers that are numbers"] == 1
    with pytest.raises(DataError, match="give the file with haystacks"):
        list(longmemeval.load(path))


@pytest.mark.data
def test_published_questions_and_haystack() -> None:
    root = os.environ.get("MEMTRIAL_DATA")
    if not root:
        pytest.skip("MEMTRIAL_DATA is not set; it names a folder with longmemeval/")
    folder = Path(root) / "longmemeval"
    card = longmemeval.card(folder / "questions_s.json.gz")
    assert card.counts["questions"] == 500 and card.counts["without a gold session"] == 21
    assert dict(card.categories) == {
        "temporal-reasoning": 127,
        "multi-session": 121,
        "knowledge-update": 72,
        "single-session-user": 64,
        "single-session-assistant": 56,
        "abstention": 30,
        "single-session-preference": 30,
    }
    (scenario,) = longmemeval.load(folder / "sample_one_question.json")
    (probe,) = scenario.probes()
    assert len(events_of(scenario)) == 550
    assert scenario.knobs["candidate_sessions"] == 53
    assert len(probe.gold.evidence_ids) == 2 and not probe.gold.evidence_any

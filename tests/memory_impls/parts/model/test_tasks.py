from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from memory_impls.api import EventKind, ItemKind
from memory_impls.parts.claims import Source, Stance, Verdict, read
from memory_impls.parts.embedder import load_embedder
from memory_impls.parts.model import (
    Anchors,
    Answer,
    Conflict,
    Distil,
    Entry,
    Extract,
    FailureKind,
    Induce,
    ModelFailure,
    OfflineModel,
    OfflineTools,
    Pair,
    ScoreEntries,
    ScriptedModel,
    Summarise,
    Task,
)
from memory_impls.parts.model.answer import NOT_KNOWN
from memory_impls.parts.tokens import count_tokens
from memory_impls.parts.usage import Phase

AT = datetime(2023, 5, 1, tzinfo=UTC)
TEXTS = (
    "The budget is capped at 50k and only open source is allowed.",
    "Thanks a lot!",
    "My manager is Alice.",
    "From now on, write in detail, please.",
    "What if we moved to Oslo?",
    "预算不超过五万元。",
)


def entry(number: int, text: str, **more: Any) -> Entry:
    return Entry(id=f"q{number}", text=text, at=AT, **more)


ENTRIES = tuple(entry(number, text) for number, text in enumerate(TEXTS))


def test_a36_scores_are_joined_by_id() -> None:
    task = ScoreEntries(entries=tuple(entry(n, "x") for n in (1, 2, 3)))
    found = task.parse('[{"id":"q3","score":5},{"id":"q1","score":2},{"id":"q3","score":1}]')
    assert found.scores == {"q1": 2, "q3": 5}
    assert found.missing == ("q2",) and found.repeated == 1 and found.unknown == 0
    assert task.parse('{"q9": 3, "q2": "4"}').unknown == 1


@pytest.mark.parametrize("score", ["superb", 0, 6, 3.5, True, None])
def test_a31_a_score_off_the_scale_is_none(score: object) -> None:
    import json

    task = ScoreEntries(entries=ENTRIES[:2])
    found = task.parse(json.dumps({"q0": score, "q1": 3}))
    assert found.scores == {"q1": 3} and found.missing == ("q0",)


def test_offline_scores_order_by_value() -> None:
    found = ScoreEntries(entries=ENTRIES).offline(OfflineTools()).scores
    assert found["q0"] == 5 and found["q1"] == 1
    assert found["q4"] <= 2 < found["q2"]


def test_noise_depends_on_seed_and_run_only() -> None:
    task = ScoreEntries(entries=ENTRIES)
    noisy = [OfflineTools(score_noise=2.0, seed=s, run=r) for s, r in ((1, 0), (1, 0), (1, 1))]
    first, same, other = (task.offline(tools).scores for tools in noisy)
    assert first == same != other


def test_anchors_lift_what_is_near_the_goal() -> None:
    talk = entry(0, "We looked at gasket suppliers and their catalogues for a while.")
    plain = ScoreEntries(entries=(talk,)).offline(OfflineTools())
    anchors = Anchors(goal="gasket suppliers and their catalogues")
    anchored = ScoreEntries(entries=(talk,), anchors=anchors).offline(OfflineTools())
    assert anchored.scores["q0"] > plain.scores["q0"]


TASKS: tuple[Task[object], ...] = (
    ScoreEntries(entries=ENTRIES),
    Distil(entries=ENTRIES, max_notes=2),
    Summarise(previous="- Ana: hello.", turns=ENTRIES, max_tokens=60),
    Extract(entries=ENTRIES),
    Induce(wordings=ENTRIES[:2]),
    Answer(question="Who is my manager?", context="- (2023-05-01) user: My manager is Alice.\n"),
    Conflict(
        pairs=(
            Pair(
                new=read("Bob is my manager now.", Source(at=AT))[0],
                old=read("My manager is Alice.", Source(at=AT))[0],
                at=AT,
            ),
        )
    ),
)  # type: ignore[assignment]


@pytest.mark.parametrize("task", TASKS, ids=[task.name for task in TASKS])
def test_what_a_model_would_reply_is_read_back(task: Task[Any]) -> None:
    result = task.offline(OfflineTools())
    again = task.parse(task.reply(result))
    if task.name == "conflict":
        assert [one.verdict for one in again] == [one.verdict for one in result]
    elif task.name == "extract":
        ours = [
            (s.entry_id, s.claim.text, s.claim.clause, s.claim.stance) for s in result.statements
        ]
        theirs = [
            (s.entry_id, s.claim.text, s.claim.clause, s.claim.stance) for s in again.statements
        ]
        assert set(ours) == set(theirs)
    else:
        assert again == result


@pytest.mark.parametrize("task", TASKS, ids=[task.name for task in TASKS])
def test_the_offline_model_meters_what_it_stands_in_for(task: Task[object]) -> None:
    model = OfflineModel()
    with model.ledger.phase(Phase.CONSOLIDATE):
        result = model.run([task])[0]
    usage = model.ledger.usage[Phase.CONSOLIDATE]
    assert usage.calls == 1 and usage.unknown_calls == 0
    assert usage.prompt_tokens == count_tokens(task.render())
    assert usage.reply_tokens == count_tokens(task.reply(result))


@pytest.mark.parametrize("task", TASKS, ids=[task.name for task in TASKS])
def test_a75_inserted_braces_are_literal(task: Task[object]) -> None:
    assert "{x}" not in task.render()
    odd = Entry(id="q0", text='what does {x} mean? {"score": 1}', at=AT)
    assert "{x}" in ScoreEntries(entries=(odd,)).render()
    assert "{x}" in Answer(question="{x}", context="{y}").render()


def test_a64_an_extract_that_alters_words_or_ids_is_refused() -> None:
    task = Extract(entries=(entry(0, "My manager is Alice."),))
    found = task.parse(
        '[{"id": "q0.0", "attribute": "manager", "value": "Alice", "flags": ["single"]},'
        ' {"id": "q0.0", "clause": "My manager is Mallory."}, {"id": "q7.0"}, 3]'
    )
    assert found.refused == 3
    assert [s.claim.value for s in found.statements] == ["Alice"]
    with pytest.raises(ValueError, match="none of 1"):
        task.parse('[{"id": "q7.0"}]')


def test_what_an_extract_passes_over_is_kept_as_it_stands() -> None:
    found = Extract(entries=(entry(0, "The key is in the safe. Thanks!"),)).parse("[]")
    assert [s.claim.text for s in found.statements] == ["The key is in the safe."]
    assert found.statements[0].claim.kind is ItemKind.FACT


def test_stance_is_kept() -> None:
    found = Extract(entries=ENTRIES).offline(OfflineTools())
    stances = {s.claim.text: s.claim.stance for s in found.statements}
    assert stances["What if we moved to Oslo?"] is Stance.SUPPOSED


def test_a_conflict_without_a_verdict_is_distinct() -> None:
    pair = Pair(new=read("a b c d", Source(at=AT))[0], old=read("e f g h", Source(at=AT))[0], at=AT)
    found = Conflict(pairs=(pair, pair)).parse('[{"id": "1", "verdict": "update"}, {"id": "9"}]')
    assert [one.verdict for one in found] == [Verdict.DISTINCT, Verdict.UPDATE]


def test_notes_name_only_sources_that_were_given() -> None:
    task = Distil(entries=ENTRIES[:2], max_notes=2)
    found = task.parse('[{"text": "a", "sources": ["q0", "zz"]}, {"text": "b", "sources": ["zz"]}]')
    assert [(note.text, note.source_ids) for note in found.notes] == [("a", ("q0",))]
    assert found.unknown == 2


@pytest.mark.parametrize("most", [1, 2, 5])
def test_distilling_keeps_to_its_number(most: int) -> None:
    found = Distil(entries=ENTRIES, max_notes=most).offline(OfflineTools())
    assert 1 <= len(found.notes) <= most


def test_generalising_drops_values_and_hardness_at_its_rate() -> None:
    text = "The budget must not exceed 50,000 euros by 3 May."
    task = Distil(entries=(entry(0, text),), max_notes=1)
    for compression, rate, kept in (
        ("extractive", 1.0, True),
        ("generalising", 1.0, False),
        ("generalising", 0.0, True),
    ):
        model = OfflineModel(compression=compression, generalising_rate=rate)
        result = model.run([task])[0]
        assert not isinstance(result, ModelFailure)
        assert ("50,000" in result.notes[0].text) is kept
        assert ("must not" in result.notes[0].text) is kept


def test_a_summary_keeps_within_its_tokens() -> None:
    for most in (10, 40, 200):
        text = Summarise(previous="", turns=ENTRIES, max_tokens=most).offline(OfflineTools())
        assert count_tokens(text) <= most
    long = Summarise(previous="", turns=ENTRIES, max_tokens=200).offline(OfflineTools())
    assert "50k" in long and "Thanks" not in long


def test_answers_come_from_the_context_and_not_from_what_has_ended() -> None:
    context = (
        "- (2023-05-09) user: Bob is my manager.\n"
        "- (2023-05-01, superseded 2023-05-09) user: Alice is my manager.\n"
    )
    model = OfflineModel(embedder=load_embedder("hashing"))
    right, none = model.run(
        [
            Answer(question="Who is my manager?", context=context),
            Answer(question="Who?", context=""),
        ]
    )
    assert right == "user: Bob is my manager." and none == NOT_KNOWN


def test_a_scripted_model_fails_as_told_and_books_it() -> None:
    down = ModelFailure(kind=FailureKind.UNAVAILABLE, message="503")
    model = ScriptedModel([down, "prose", None], otherwise=OfflineModel(), only=["score"])
    first, second, third = model.run([ScoreEntries(entries=ENTRIES)] * 3)
    assert first is down
    assert isinstance(second, ModelFailure) and second.kind is FailureKind.UNPARSED
    assert not isinstance(third, ModelFailure)
    assert model.ledger.total.unknown_calls == 1


def test_phases_nest_and_add_up() -> None:
    model = OfflineModel()
    with model.ledger.phase(Phase.CONSOLIDATE):
        with model.ledger.phase(Phase.FORK):
            model.run([ScoreEntries(entries=ENTRIES)])
        model.run([ScoreEntries(entries=ENTRIES)])
    usage = model.ledger.usage
    assert usage[Phase.FORK] == usage[Phase.CONSOLIDATE]
    assert model.ledger.total.calls == 2


def test_settings_without_meaning_are_refused() -> None:
    for bad in ({"compression": "zip"}, {"generalising_rate": 2.0}, {"score_noise": -1.0}):
        with pytest.raises(ValueError):
            OfflineModel(**bad)
    assert OfflineModel(score_noise=1.0).identity != OfflineModel().identity


def test_errors_are_shown_to_the_model_as_errors() -> None:
    failed = entry(0, "no space left", kind=EventKind.TOOL_RESULT, ok=False)
    assert '"error"' in ScoreEntries(entries=(failed,)).render()

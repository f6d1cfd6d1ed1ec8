"""What holds for every loader, on look-alikes: order, ids, leakage, replay, and any damage."""

from __future__ import annotations

import copy
import json
import pickle
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_impls.parts.names import UnknownNameError
from scenarios.api import Observe, Scenario
from scenarios.public import catalog
from scenarios.public.card import DataCard, Treatment
from scenarios.public.errors import DataError
from scenarios.registry import load_data
from tests.scenarios.public.lookalikes import ALL, Json, LookAlike, write

LOADERS = [pytest.param(one, id=f"{one.name}-{next(iter(one.files))}") for one in ALL]


def loaded(one: LookAlike, path: Path, **more: Any) -> list[Scenario]:
    return list(load_data(one.name, path, **more))


def events_of(scenario: Scenario) -> list[Any]:
    return [step.event for step in scenario.steps() if isinstance(step, Observe)]


def check_sound(scenarios: list[Scenario]) -> None:
    """Whatever was loaded can be replayed and scored."""
    assert len({scenario.id for scenario in scenarios}) == len(scenarios)
    all_ids = [event.id for scenario in scenarios for event in events_of(scenario)]
    assert len(set(all_ids)) == len(all_ids), "ids are unique across histories"
    for scenario in scenarios:
        events = events_of(scenario)
        ids = {event.id for event in events}
        assert events
        clock: dict[str, Any] = {}
        for event in events:
            assert event.at.tzinfo is not None
            assert clock.get(event.session, event.at) <= event.at, "no session goes back in time"
            clock[event.session] = event.at
            assert event.text.strip() or event.payload is not None
            event.text.encode()
        probes = list(scenario.probes())
        assert probes
        assert len({probe.id for probe in probes}) == len(probes)
        for probe in probes:
            gold = probe.gold
            assert probe.text.strip() and probe.category is not None
            assert set(gold.evidence_ids) <= ids
            assert gold.answerable or not gold.required
            assert not gold.choices or gold.answer in gold.choices
            assert gold.answer == gold.answer.strip()
            assert gold.answer or gold.rubric or gold.required or not gold.answerable
            json.dumps(probe.text + gold.answer).encode()


@pytest.mark.parametrize("one", LOADERS)
def test_look_alike_loads_whole(one: LookAlike, tmp_path: Path) -> None:
    path = one.write(tmp_path)
    scenarios = loaded(one, path)
    check_sound(scenarios)
    probes = [probe for scenario in scenarios for probe in scenario.probes()]
    assert len(probes) == one.questions(one.files)
    card = catalog.card(one.name, path)
    assert card.counts["questions"] == len(probes) == sum(card.categories.values())


@pytest.mark.parametrize("one", LOADERS)
def test_steps_are_the_same_at_every_call_and_in_another_process(
    one: LookAlike, tmp_path: Path
) -> None:
    for scenario in loaded(one, one.write(tmp_path)):
        steps = list(scenario.steps())
        assert steps == list(scenario.steps())
        assert steps == list(pickle.loads(pickle.dumps(scenario)).steps())
        asked = [probe.id for probe in scenario.probes()]
        assert asked == [step.probe.id for step in steps if hasattr(step, "probe")]


@pytest.mark.parametrize("one", LOADERS)
def test_k05_a_question_is_asked_after_all_it_may_know(one: LookAlike, tmp_path: Path) -> None:
    for scenario in loaded(one, one.write(tmp_path)):
        seen: set[str] = set()
        clock = None
        for step in scenario.steps():
            if isinstance(step, Observe):
                seen.add(step.event.id)
                clock = step.event.at
            else:
                probe = step.probe  # type: ignore[union-attr]
                assert set(probe.gold.evidence_ids) <= seen
                assert clock is not None and probe.asked_at >= clock


@pytest.mark.parametrize("one", LOADERS)
def test_a11_a_memory_sees_no_gold_no_category_and_no_id_of_the_file(
    one: LookAlike, tmp_path: Path
) -> None:
    for scenario in loaded(one, one.write(tmp_path)):
        ids = repr([(e.id, e.session, e.scope, e.speaker) for e in events_of(scenario)])
        for probe in scenario.probes():
            query = repr(probe.query(512))
            for telling in (probe.gold.answer, probe.category, *probe.gold.rubric):
                assert not telling or telling not in query
                assert not telling or telling not in ids
        for telling in ("answer_", "has_answer", "conv-", "ctx", "gold", scenario.id):
            assert telling not in ids


@pytest.mark.parametrize("one", LOADERS)
def test_only_limit_and_sample_choose(one: LookAlike, tmp_path: Path) -> None:
    path = one.write(tmp_path)
    everything = loaded(one, path)
    last = everything[-1]
    assert [scenario.id for scenario in loaded(one, path, only=last.id)] == [last.id]
    assert [scenario.id for scenario in loaded(one, path, limit=1)] == [everything[0].id]
    assert loaded(one, path, only=[last.id])[0].id == last.id
    sampled = loaded(one, path, knobs={"sample": 1, "seed": 5})
    assert len([probe for scenario in sampled for probe in scenario.probes()]) == 1
    again = loaded(one, path, knobs={"sample": 1, "seed": 5})
    assert [list(s.steps()) for s in sampled] == [list(s.steps()) for s in again]
    with pytest.raises(UnknownNameError, match="known: "):
        loaded(one, path, only="no-such-history")
    with pytest.raises(UnknownNameError, match="sample"):
        loaded(one, path, knobs={"samples": 1})
    for wrong in ({"sample": -1}, {"sample": True}, {"seed": "one"}):
        with pytest.raises(ValueError, match="option s"):
            loaded(one, path, knobs=wrong)


@pytest.mark.parametrize("one", LOADERS)
def test_what_a_file_is_is_found_out(one: LookAlike, tmp_path: Path) -> None:
    path = one.write(tmp_path)
    names = [card.about.name for card in catalog.describe(path)]
    assert one.name in names
    assert one.name in [name for name, _ in catalog.identify(tmp_path)]


@pytest.mark.parametrize("one", LOADERS)
def test_missing_empty_and_wrong_kind_files_are_one_clear_error(
    one: LookAlike, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match="absent"):
        loaded(one, tmp_path / "absent")
    for content in (
        b"",
        b"  \n",
        b"\xff\xfe\x00",
        b"null",
        b"[]",
        b"{}",
        b"[1]",
        b"\x1f\x8bxx",
        b"[",
    ):
        path = one.write(tmp_path)
        first = tmp_path / (one.main or next(iter(one.files)))
        first.write_bytes(content)
        with pytest.raises(DataError, match=str(tmp_path)):
            loaded(one, path)


def places(value: Json, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if here:
        yield here
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*here, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from places(inner, (*here, position))


def changed(value: Json, place: tuple[Any, ...], how: Json) -> Json:
    """Damage one place: drop it, double it, or put something else there."""
    damaged = copy.deepcopy(value)
    parent = damaged
    for step in place[:-1]:
        parent = parent[step]
    last = place[-1]
    if how == "drop":
        del parent[last]
    elif how == "double" and isinstance(parent, list):
        parent.insert(last, copy.deepcopy(parent[last]))
    else:
        parent[last] = copy.deepcopy(how)
    return damaged


ODD: st.SearchStrategy[Json] = st.sampled_from(
    [
        "drop",
        "double",
        None,
        True,
        0,
        -1,
        2.5,
        10**30,
        "",
        "   ",
        "\ud800",
        "\x00",
        "(z)",
        "D1:99",
        "x" * 3000,
        [],
        [[]],
        [None],
        {},
        {"a": 1},
        ["a", "b"],
    ]
)
FUZZ = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def outcome(one: LookAlike, path: Path) -> tuple[list[Scenario], DataCard] | DataError:
    """Load and describe; the two must agree on whether it can be done."""
    try:
        scenarios = loaded(one, path)
    except DataError as error:
        assert str(error).startswith(error.path) and error.problem
        return error
    return scenarios, catalog.card(one.name, path)


@pytest.mark.parametrize("one", LOADERS)
@FUZZ
@given(data=st.data())
def test_any_change_is_an_error_or_a_sound_history_with_nothing_lost_in_silence(
    one: LookAlike, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(one.files)), label="file")
    place = data.draw(st.sampled_from(list(places(one.files[name]))), label="place")
    damaged = changed(one.files[name], place, data.draw(ODD, label="change"))
    if name.endswith((".csv", ".jsonl")) and (
        not damaged or not all(isinstance(line, dict) for line in damaged)
    ):
        return  # no longer rows; the bytes of such files are damaged below
    if name.endswith(".csv") and len({tuple(line) for line in damaged}) > 1:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = one.write(Path(folder))
        write(Path(folder) / name, damaged)
        result = outcome(one, path)
        if isinstance(result, DataError):
            return
        scenarios, card = result
        check_sound(scenarios)
        probes = sum(1 for scenario in scenarios for _ in scenario.probes())
        dropped = sum(
            finding.treatment is Treatment.DROPPED
            and ("question" in finding.kind or "option" in finding.kind or "cue" in finding.kind)
            for finding in card.findings
        )
        assert probes == card.counts["questions"]
        assert probes + dropped == one.questions({**one.files, name: damaged})


@pytest.mark.parametrize("one", LOADERS)
@FUZZ
@given(data=st.data())
def test_cut_or_garbled_bytes_are_an_error_or_a_sound_history(
    one: LookAlike, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(one.files)), label="file")
    with tempfile.TemporaryDirectory() as folder:
        path = one.write(Path(folder))
        file = Path(folder) / name
        raw = file.read_bytes()
        start = data.draw(st.integers(0, len(raw) - 1), label="from")
        junk = data.draw(st.binary(max_size=4), label="junk")
        end = data.draw(st.integers(start, len(raw)), label="to")
        file.write_bytes(raw[:start] + junk + (raw[end:] if junk else b""))
        result = outcome(one, path)
        if not isinstance(result, DataError):
            check_sound(result[0])

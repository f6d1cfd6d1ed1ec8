"""MemoryAgentBench: rows from three containers, chunks that lose no word, several right answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_impls.parts.names import UnknownNameError
from memory_impls.parts.tokens import count_tokens
from scenarios.api import Observe, Scenario
from scenarios.public import memoryagentbench
from scenarios.public.errors import DataError
from tests.scenarios.public.lookalikes import Json, pool, write


def events_of(scenario: Scenario) -> list[Any]:
    return [step.event for step in scenario.steps() if isinstance(step, Observe)]


def parquet(path: Path, rows: list[Json], group: int = 2) -> Path:
    import pyarrow
    from pyarrow import parquet as files

    files.write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=group)
    return path


def test_rows_are_the_same_from_every_container(tmp_path: Path) -> None:
    rows = [pool(), pool("eventqa_full"), pool()]
    for row in rows:
        row["answers"] = [["town 3", "Town 3"], ["town 4"]]
    found = []
    for path in (
        write(tmp_path / "a.jsonl", rows),
        write(tmp_path / "a.json", rows),
        parquet(tmp_path / "a.parquet", rows),
    ):
        scenarios = list(memoryagentbench.load(path))
        found.append([(scenario.id, list(scenario.steps())) for scenario in scenarios])
    assert found[0] == found[1] == found[2]
    assert [name for name, _ in found[0]] == [
        "memoryagentbench/factconsolidation_sh_6k-1",
        "memoryagentbench/eventqa_full-1",
        "memoryagentbench/factconsolidation_sh_6k-2",
    ]


def test_context_is_fed_whole_in_pieces_of_the_chosen_size(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [pool()])
    knobs = {"chunk_tokens": 100, "event_tokens": 30}
    (scenario,) = memoryagentbench.load(path, knobs=knobs)
    events = events_of(scenario)
    assert " ".join(event.text for event in events).split() == pool()["context"].split()
    assert all(count_tokens(event.text) <= 30 for event in events)
    sessions: dict[str, list[str]] = {}
    for event in events:
        sessions.setdefault(event.session, []).append(event.text)
    assert len(sessions) > 2
    assert all(count_tokens("\n".join(texts)) <= 110 for texts in sessions.values())


def test_all_right_answers_are_kept_and_the_source_is_the_category(tmp_path: Path) -> None:
    (scenario,) = memoryagentbench.load(write(tmp_path / "a.jsonl", [pool()]))
    first, second = scenario.probes()
    assert (first.gold.answer, first.gold.also) == ("town 3", ("Town 3",))
    assert (second.gold.answer, second.gold.also) == ("town 4", ())
    assert first.gold.rubric == (), "a judge must not look for every one of them"
    assert first.category == "factconsolidation_sh_6k"
    assert first.gold.evidence_ids == ()


def test_a27_question_whose_id_ends_in_abs_is_unanswerable(tmp_path: Path) -> None:
    row = pool("longmemeval_s*")
    row["metadata"]["question_ids"] = ["q1", "q2_abs"]
    first, second = next(memoryagentbench.load(write(tmp_path / "a.jsonl", [row]))).probes()
    assert first.gold.answerable and not second.gold.answerable


def test_a02_number_as_answer_and_metadata_as_text(tmp_path: Path) -> None:
    row = pool()
    row["answers"] = [43, [44, "44"]]
    row["metadata"] = json.dumps(row["metadata"])
    probes = list(next(memoryagentbench.load(write(tmp_path / "a.jsonl", [row]))).probes())
    assert [probe.gold.answer for probe in probes] == ["43", "44"]


def test_one_source_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [pool(), pool("eventqa_full")])
    chosen = memoryagentbench.load(path, knobs={"source": "eventqa_full"})
    assert [scenario.id for scenario in chosen] == ["memoryagentbench/eventqa_full-1"]
    with pytest.raises(UnknownNameError, match="did you mean 'eventqa_full'"):
        list(memoryagentbench.load(path, knobs={"source": "eventqa"}))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"answers": ["one"]}, "has 2 questions and 1 answers"),
        ({"context": "  "}, "context: is empty"),
        ({"metadata": {}}, "metadata.source: is missing"),
        ({"metadata": "{"}, "metadata: ends too early"),
        ({"questions": "which?"}, "questions: is text; it must be a list"),
    ],
)
def test_malformed_row_is_named(tmp_path: Path, changes: dict[str, Json], said: str) -> None:
    path = write(tmp_path / "a.jsonl", [{**pool(), **changes}])
    with pytest.raises(DataError) as caught:
        list(memoryagentbench.load(path))
    assert said in str(caught.value) and str(caught.value).startswith(str(path))


def test_broken_parquet_is_one_clear_error(tmp_path: Path) -> None:
    path = parquet(tmp_path / "a.parquet", [{**pool(), "answers": ["a", "b"]}])
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(DataError, match="is no valid Parquet"):
        list(memoryagentbench.load(path))

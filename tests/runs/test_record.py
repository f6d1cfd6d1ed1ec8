from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_impls.api import ItemKind, Status
from memory_impls.parts.usage import Phase, Usage
from metrics.api import (
    AtomExposure,
    AtomStage,
    Cell,
    EvidenceShare,
    Outcome,
    ProbeRecord,
    Role,
    Shown,
    TraceItem,
    TraceLine,
    Verdict,
)
from runs.codec import decode, encode
from runs.record import comparable, dump_cell, load_cell
from runs.tables import CELLS, RECORDS, read_tables, write_tables
from scenarios.api import Aspect, Forbidden, Gold, Hardness, Reason
from tests.runs.toys import atom, probe

WHEN = datetime(2024, 3, 1, 9, tzinfo=UTC)


def shown(text: str, item: str = "i1") -> Shown:
    return Shown(item_id=item, text=text, kind=ItemKind.FACT, status=Status.SUPERSEDED, at=WHEN)


def full_cell(text: str = "Ana: 你好") -> Cell:
    """Make a cell in which every field differs from its default."""
    gold = Gold(
        required=(atom("door", "Z47", "e1"),),
        forbidden=(Forbidden(atom=atom("old", "X1"), reason=Reason.STALE),),
        evidence_ids=("e1", "e2"),
        hardness=Hardness.MUST,
        before="p0",
        answer="Z47",
        choices=("a", "b"),
    )
    asked = replace(
        probe("p1", "Which door?", gold=gold), aspects=frozenset({Aspect.RULE, Aspect.ORDER})
    )
    record = ProbeRecord(
        cell_id="c1",
        probe=asked,
        budget=None,
        order=0,
        role=Role.FORK,
        outcome=Outcome.SYSTEM_FAILED,
        error="boom",
        shown=(shown(text), shown("b", "i2")),
        rendered=f"- {text}\n- b\n",
        context_tokens=7,
        read_tokens=9,
        seen_ids=("e1",),
        revision=2,
        dream=1,
        events_seen=3,
        answer="Z47",
        evidence_texts=(("e1", text),),
        evidence_sessions=(("e1", 4),),
        stages=(AtomStage(atom_id="door", seen=True, kept=None, recalled=True, answered=False),),
        exposures=(
            AtomExposure(
                atom_id="old",
                reason=Reason.STALE,
                asserted=True,
                present=True,
                kept=None,
                answered=None,
            ),
        ),
        evidence=(EvidenceShare(event_id="e1", share=0.5, whole=False, ranks=(0, 2)),),
        verdicts=(Verdict(judge="j", point="", score=None, note="failed"),),
        read_s=0.25,
        embed_s=0.125,
    )
    line = TraceLine(
        revision=1,
        cause="dream",
        at=WHEN,
        session="s1",
        reason="count",
        committed=False,
        failures=2,
        items=(
            TraceItem(
                id="i1",
                text=text,
                kind=ItemKind.RULE,
                status=Status.CURRENT,
                version=3,
                source_ids=("e1",),
                updated=WHEN,
                valid_to=WHEN,
            ),
        ),
        removed_ids=("i0",),
        changes=(("merged", "i1", ("e1", "e2"), "why"),),
        held_items=1,
        events_seen=3,
    )
    return Cell(
        id="c1",
        design="d",
        scenario="s",
        family="f",
        cluster="f/0",
        seed=4,
        language="zh",
        capabilities=("contents",),
        use_budget=None,
        records=(record, replace(record, order=1, budget=128)),
        trace=(line,),
        usage={Phase.WRITE: Usage(calls=2, prompt_tokens=3), Phase.READ: Usage(calls=1)},
        seconds={Phase.WRITE: 0.5},
        events=3,
        error="late",
    )


def test_a02_a_cell_comes_back_as_it_was() -> None:
    cell = full_cell()
    assert load_cell(list(dump_cell(cell)), "x") == cell


def test_a02_a_cell_comes_back_from_the_tables_as_it_was(tmp_path: Path) -> None:
    bare = Cell(id="c2", design="e", scenario="s", family="f", cluster="f/1", seed=0)
    cells = [full_cell(), bare, full_cell("other")]
    assert write_tables(tmp_path, cells) == 3
    assert list(read_tables(tmp_path)) == cells


HOSTILE = ["", "\n", "a\nb\n\n", '"{x}" \\ \u2028 \x00', "half \ud83d emoji"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_survives_files_and_tables(text: str, tmp_path: Path) -> None:
    cell = full_cell(text)
    asked = replace(cell.records[0].probe, text=text)
    cell = replace(cell, records=(replace(cell.records[0], rendered=text, probe=asked),))
    lines = list(dump_cell(cell))
    assert all(line.endswith(b"\n") and b"\n" not in line[:-1] for line in lines)
    assert load_cell(lines, "x") == cell
    write_tables(tmp_path, [cell])
    assert list(read_tables(tmp_path)) == [cell]


@settings(deadline=None)
@given(text=st.text(), tokens=st.integers(0, 2**40), seconds=st.floats(0, 1e9))
def test_any_text_and_number_survives(text: str, tokens: int, seconds: float) -> None:
    record = replace(full_cell(text).records[0], rendered=text, read_tokens=tokens, read_s=seconds)
    cell = replace(full_cell(text), records=(record,))
    assert load_cell(list(dump_cell(cell)), "x") == cell


def test_a76_a_number_that_is_not_finite_becomes_null_and_the_file_stays_strict() -> None:
    cell = replace(full_cell(), seconds={Phase.WRITE: math.inf})
    record = replace(cell.records[0], read_s=math.nan)
    cell = replace(cell, records=(record,))

    def refuse(name: str) -> object:
        raise AssertionError(name)

    lines = list(dump_cell(cell))
    plain = [json.loads(line, parse_constant=refuse) for line in lines]
    assert plain[0]["cell"]["seconds"]["write"] is None
    back = load_cell(lines, "x")
    assert math.isnan(back.seconds[Phase.WRITE]) and math.isnan(back.records[0].read_s)


def test_a76_the_tables_hold_null_for_what_is_not_finite(tmp_path: Path) -> None:
    record = replace(full_cell().records[0], read_s=math.inf)
    write_tables(tmp_path, [replace(full_cell(), records=(record,))])
    back = next(read_tables(tmp_path))
    assert math.isnan(back.records[0].read_s)


def test_equal_results_are_equal_bytes_whatever_the_time_they_took() -> None:
    cell = full_cell()
    slower = replace(
        cell,
        seconds={Phase.WRITE: 9.0, Phase.READ: 1.0},
        records=tuple(replace(record, read_s=7.0, embed_s=3.0) for record in cell.records),
    )
    assert comparable(cell) == comparable(slower)
    assert b"".join(dump_cell(cell)) != b"".join(dump_cell(slower))
    assert comparable(cell) != comparable(replace(cell, error="other"))
    read = load_cell(list(dump_cell(cell)), "x")
    assert comparable(read) == comparable(cell)


def test_what_repeats_is_written_once() -> None:
    record = replace(
        full_cell().records[0],
        shown=tuple(shown(f"text {i}", f"i{i}") for i in range(50)),
        rendered="".join(f"- text {i}\n" for i in range(50)),
    )
    once = replace(full_cell(), records=(record,))
    often = replace(full_cell(), records=tuple(replace(record, order=i) for i in range(50)))
    sizes = [len(b"".join(dump_cell(cell))) for cell in (once, often)]
    assert sizes[1] < 6 * sizes[0]


def test_a_set_is_written_in_one_order() -> None:
    aspects = list(Aspect)
    forward, backward = (
        replace(probe("p", "?"), aspects=frozenset(order)) for order in (aspects, aspects[::-1])
    )
    assert encode(forward) == encode(backward)
    assert encode(forward)["aspects"] == sorted(aspects)


def test_a_file_of_a_newer_memtrial_is_refused_in_one_line(tmp_path: Path) -> None:
    lines = list(dump_cell(full_cell()))
    head = json.loads(lines[0])
    head["schema_version"] = 99
    lines[0] = json.dumps(head).encode()
    with pytest.raises(ValueError, match=r"^x has schema_version 99, .* install a newer memtrial$"):
        load_cell(lines, "x")


@pytest.mark.parametrize("cut", [0, 1, 2, 4, 5])
def test_a_file_that_was_cut_is_refused(cut: int) -> None:
    lines = list(dump_cell(full_cell()))
    assert len(lines) == 7
    with pytest.raises(ValueError, match=r"^x"):
        load_cell(lines[:cut], "x")


def test_a_damaged_table_is_named(tmp_path: Path) -> None:
    write_tables(tmp_path, [full_cell()])
    (tmp_path / RECORDS).write_bytes(b"no table")
    with pytest.raises(ValueError, match=RECORDS):
        list(read_tables(tmp_path))


def test_a_table_of_another_program_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    write_tables(tmp_path, [full_cell()])
    pq.write_table(pa.table({"id": ["x"]}), tmp_path / CELLS)
    with pytest.raises(ValueError, match="schema_version 0 is none of memtrial's"):
        list(read_tables(tmp_path))


def test_reading_is_strict_about_fields_but_takes_defaults_for_new_ones() -> None:
    raw = encode(shown("x"))
    del raw["speaker"]
    assert decode(Shown, raw) == shown("x")
    with pytest.raises(ValueError, match="Shown has no field 'colour'"):
        decode(Shown, {**raw, "colour": 1})
    with pytest.raises(ValueError, match="Shown lacks text"):
        decode(Shown, {name: value for name, value in raw.items() if name != "text"})
    with pytest.raises(ValueError, match=r"Shown\.text: 3 is no str"):
        decode(Shown, {**raw, "text": 3})
    with pytest.raises(ValueError, match=r"Shown\.at"):
        decode(Shown, {**raw, "at": "yesterday"})

"""Files of every schema version, as they were once written, must load for ever.

The folders under ``tests/fixtures`` are never written anew: a version that changes a file's form
gets a folder of its own beside the old ones, and what these tests ask of the old ones stays.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from metrics.api import Outcome, Role
from runs.record import SCHEMA_VERSION, comparable, load_cell
from runs.store import open_run
from runs.summary import summarise

FIXTURES = Path(__file__).parents[1] / "fixtures"
VERSIONS = tuple(range(1, SCHEMA_VERSION + 1))


@pytest.mark.parametrize("version", VERSIONS)
def test_every_schema_version_has_fixtures(version: int) -> None:
    names = {path.name for path in (FIXTURES / f"schema-{version}").iterdir()}
    assert {"cell.jsonl", "finished", "interrupted"} <= names


@pytest.mark.parametrize("version", VERSIONS)
def test_a_cell_with_every_field_set_loads(version: int) -> None:
    with (FIXTURES / f"schema-{version}" / "cell.jsonl").open("rb") as stream:
        cell = load_cell(stream, "cell.jsonl")
    first, second = cell.records
    assert (cell.design, cell.seed, cell.events, cell.error) == ("d", 4, 3, "late")
    assert (first.outcome, first.role) == (Outcome.SYSTEM_FAILED, Role.FORK)
    assert (first.budget, second.budget) == (None, 128)
    assert first.rendered == "- Ana: 你好\n- b\n"
    assert [atom.value.text for atom in first.probe.gold.required] == ["Z47"]
    assert first.stages[0].recalled and first.stages[0].kept is None
    assert cell.trace[0].changes == (("merged", "i1", ("e1", "e2"), "why"),)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_finished_run_loads_whole(version: int) -> None:
    run = open_run(FIXTURES / f"schema-{version}" / "finished")
    cells = list(run.load_cells())
    assert run.is_finished and run.plan.name == "kept"
    assert [cell.design for cell in cells] == ["window", "summary"]
    assert all(cell.family == "reversal" and cell.records for cell in cells)
    assert {record.budget for record in cells[0].records} == {128, None}
    assert any(row.metric == "recall" and row.n_scored for row in summarise(cells, again=True))


@pytest.mark.parametrize("version", VERSIONS)
def test_an_interrupted_run_loads_what_was_done(version: int, tmp_path: Path) -> None:
    folder = tmp_path / "run"  # a copy: opening never writes, and this proves it
    shutil.copytree(FIXTURES / f"schema-{version}" / "interrupted", folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    run = open_run(folder)
    [done] = run.load_cells()
    assert not run.is_finished and run.done_ids() == {done.id} < set(run.cell_ids)
    whole = next(open_run(FIXTURES / f"schema-{version}" / "finished").load_cells())
    assert comparable(done) == comparable(whole)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before

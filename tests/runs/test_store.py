from __future__ import annotations

import errno
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from runs import store
from runs.cells import CellPlan
from runs.environment import Environment, environment_of
from runs.execute import execute
from runs.expand import expand
from runs.plan import parse_plan, resolve
from runs.schema import Plan
from runs.store import (
    Run,
    RunError,
    create_run,
    load_cells,
    open_run,
    resume_run,
    write_cell,
)
from tests.runs.runner import TOYS
from tests.runs.test_record import full_cell

TEXT = f"""
name = "toy"
budgets = [64]
seeds = 2
bounds = false
[[designs]]
name = "{TOYS}:Everything"
[[scenarios]]
family = "{TOYS}:codes"
[reader]
embedder = "none"
"""


def planned(text: str = TEXT) -> tuple[Plan, tuple[CellPlan, ...], Environment]:
    plan = resolve(parse_plan(text, "toy"))
    cells = expand(plan)
    return plan, cells, environment_of(cells)


def created(folder: Path) -> tuple[Run, Sequence[CellPlan]]:
    plan, cells, here = planned()
    return create_run(plan, cells, here, folder=folder), cells


def finished(folder: Path) -> Run:
    run, cells = created(folder)
    with run.locked():
        execute(run, cells, staged=False)
    return run


def test_a_run_folder_holds_what_was_planned_and_comes_back(tmp_path: Path) -> None:
    run, cells = created(tmp_path / "run")
    names = {path.name for path in run.folder.iterdir()}
    assert names == {"cells", "environment.json", "index.json", "plan.toml"}
    again = open_run(run.folder)
    assert again.plan == run.plan
    assert again.environment == run.environment
    assert again.cell_ids == tuple(cell.id for cell in cells)
    assert not again.is_finished and again.done_ids() == frozenset()


def test_every_file_of_a_finished_run_says_its_schema_version(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    run = finished(tmp_path / "run")
    names = {path.name for path in run.folder.iterdir() if path.name != "lock"}
    assert names == {
        "cells.parquet",
        "environment.json",
        "finished.json",
        "index.json",
        "plan.toml",
        "records.parquet",
        "trace.parquet",
    }
    for name in ("environment.json", "finished.json", "index.json"):
        assert json.loads((run.folder / name).read_text())["schema_version"] == 1
    assert (run.folder / "plan.toml").read_text().startswith("schema_version = 1\n")
    for name in ("cells.parquet", "records.parquet", "trace.parquet"):
        metadata = pq.read_schema(run.folder / name).metadata
        assert metadata[b"memtrial_schema_version"] == b"1"


def test_cells_are_the_same_before_and_after_a_run_is_finished(tmp_path: Path) -> None:
    run, cells = created(tmp_path / "run")
    seen: list[object] = []
    finish = Run.finish

    def spy(self: Run) -> None:
        seen.extend(self.load_cells())
        finish(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "finish", spy)
        execute(run, cells, staged=False)
    assert run.is_finished
    assert list(load_cells(run.folder)) == seen
    assert len(seen) == 2


def test_new_runs_are_numbered_and_never_overwrite(tmp_path: Path) -> None:
    plan, cells, here = planned()
    names = [create_run(plan, cells, here, out=tmp_path).folder.name for _ in range(2)]
    (tmp_path / "toy-9").mkdir()
    names.append(create_run(plan, cells, here, out=tmp_path).folder.name)
    assert names == ["toy-1", "toy-2", "toy-10"]
    assert not list(tmp_path.glob(".*"))
    with pytest.raises(RunError, match="exists already; name another with --out"):
        create_run(plan, cells, here, folder=tmp_path / "toy-1")


def test_a_name_that_is_no_folder_name_is_made_one(tmp_path: Path) -> None:
    plan, cells, here = planned(TEXT.replace('"toy"', '"a/b: c"'))
    assert create_run(plan, cells, here, out=tmp_path).folder.name == "a-b-c-1"


def test_an_empty_folder_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    run, _ = created(tmp_path / "run")
    assert open_run(run.folder).plan == run.plan


def test_nothing_is_left_of_a_run_that_cannot_be_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_disk(monkeypatch)
    with pytest.raises(RunError, match=r"cannot create a run in .*: No space left on device"):
        created(tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def full_disk(monkeypatch: pytest.MonkeyPatch, after: int = 0) -> None:
    """Let bringing bytes to disk fail after some times."""
    left = [after]
    fsync = os.fsync

    def failing(handle: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", failing)


@pytest.mark.parametrize("after", [0, 2, 4, 6, 8, 10])
def test_a_run_on_a_full_disk_stops_in_one_line_and_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    run, cells = created(tmp_path / "run")
    with monkeypatch.context() as patch:
        full_disk(patch, after)
        with pytest.raises(RunError, match=r"cannot write to .*: No space left"):
            execute(run, cells, staged=False)
    assert not list(run.folder.rglob(".*"))
    again = resume_run(run.folder, *planned())
    execute(again, cells, staged=False)
    assert again.is_finished and len(list(again.load_cells())) == 2


def test_a_second_process_on_a_run_is_refused_in_one_line(tmp_path: Path) -> None:
    run, _ = created(tmp_path / "run")
    with run.locked():
        with pytest.raises(RunError, match="run is in use by another process"), run.locked():
            pass
    with run.locked():
        pass


@pytest.mark.parametrize("name", ["cells/.abc.jsonl.77.new", ".records.parquet.77.new"])
def test_what_a_killed_writer_left_is_cleared_away(tmp_path: Path, name: str) -> None:
    run, _ = created(tmp_path / "run")
    left = run.folder / name
    left.write_bytes(b"half a li")
    assert run.done_ids() == frozenset()
    with run.locked():
        assert not left.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT.replace("[64]", "[128]"), r"plan: budgets\.0 was 64, is 128"),
        (
            TEXT.replace("[[scenarios]]", "params = {every = 3}\n[[scenarios]]"),
            r"plan: designs\.Everything\.params\.every was 'absent', is 3",
        ),
        (TEXT.replace("seeds = 2", "seeds = 1"), r"plan: scenarios\.codes\.seeds\.1 was 1"),
        (TEXT + "threshold = 0.5\n", r"plan: reader\.threshold was 0\.35, is 0\.5"),
    ],
)
def test_a44_a_run_is_not_resumed_with_another_plan(tmp_path: Path, text: str, said: str) -> None:
    run, _ = created(tmp_path / "run")
    with pytest.raises(RunError, match=said) as caught:
        resume_run(run.folder, *planned(text))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("cannot resume")


def test_a44_a_run_is_not_resumed_with_other_versions_code_or_data(tmp_path: Path) -> None:
    run, _ = created(tmp_path / "run")
    plan, cells, here = planned()
    others = {
        "package numpy: .* then, 0 now": replace(here, packages={**here.packages, "numpy": "0"}),
        "python: .* then, 2 now": replace(here, python="2"),
        "the code of memtrial: .* then, .* now": replace(here, code="x", commit="y" * 40),
        "data of locomo: absent then, abc now": replace(here, data={**here.data, "locomo": "abc"}),
    }
    for said, other in others.items():
        with pytest.raises(RunError, match=said):
            resume_run(run.folder, plan, cells, other)
    assert resume_run(run.folder, plan, cells, here) == run


def test_a44_a_run_is_not_resumed_when_its_cells_became_others(tmp_path: Path) -> None:
    run, cells = created(tmp_path / "run")
    plan, _, here = planned()
    with pytest.raises(RunError, match=r"gives other cells \(2 differ\)"):
        resume_run(run.folder, plan, [replace(cells[0], id="x"), cells[1]], here)


def test_a_finished_run_has_nothing_to_resume_but_must_be_the_same_plan(tmp_path: Path) -> None:
    run = finished(tmp_path / "run")
    plan, cells, here = planned()
    again = resume_run(run.folder, plan, cells, replace(here, python="2"))
    assert again.is_finished
    assert execute(again, cells, staged=False).cells == 0
    with pytest.raises(RunError, match="plan: budgets"):
        resume_run(run.folder, *planned(TEXT.replace("[64]", "[128]")))


def test_the_environment_of_a_finished_run_names_what_was_used(tmp_path: Path) -> None:
    run, cells = created(tmp_path / "run")
    for cell, embedder in zip(cells, ("b/1", "a/1"), strict=True):
        write_cell(run.folder, replace(full_cell(), id=cell.id, embedder=embedder, model="m"))
    run.finish()
    used = open_run(run.folder).environment
    assert (used.embedders, used.models) == (("a/1", "b/1"), ("m",))
    assert resume_run(run.folder, *planned()).is_finished


def test_an_unfinished_run_cannot_be_put_into_tables(tmp_path: Path) -> None:
    run, _ = created(tmp_path / "run")
    with pytest.raises(RunError, match="2 of 2 cells are to do"):
        run.finish()


@pytest.mark.parametrize("name", ["plan.toml", "environment.json", "index.json"])
def test_a_damaged_or_newer_run_is_refused_by_name(tmp_path: Path, name: str) -> None:
    run, _ = created(tmp_path / "run")
    path = run.folder / name
    good = path.read_text(encoding="utf-8")
    versions = {"schema_version = 1\n": "schema_version = 99\n", '_version": 1': '_version": 99'}
    newer = good
    for old, new in versions.items():
        newer = newer.replace(old, new)
    assert newer != good
    path.write_text(newer, encoding="utf-8")
    with pytest.raises(RunError, match=f"{name} has schema_version 99, this memtrial reads"):
        open_run(run.folder)
    path.write_text(good[: len(good) // 3] + "\x00", encoding="utf-8")
    with pytest.raises(RunError, match="damaged"):
        open_run(run.folder)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"holds no run: plan\.toml is missing"):
        load_cells(tmp_path)


def test_a_cell_file_of_a_newer_memtrial_stops_a_resume(tmp_path: Path) -> None:
    run, cells = created(tmp_path / "run")
    write_cell(run.folder, replace(full_cell(), id=cells[0].id))
    path = run.folder / "cells" / f"{cells[0].id}.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"schema_version":1', '"schema_version":2'), encoding="utf-8")
    with pytest.raises(ValueError, match=r"jsonl has schema_version 2, .* install a newer"):
        run.done_ids()


def test_the_lock_file_is_no_sign_of_use(tmp_path: Path) -> None:
    run, _ = created(tmp_path / "run")
    (run.folder / store._LOCK).touch()
    with run.locked():
        pass

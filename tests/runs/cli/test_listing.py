"""``memtrial list``: designs say what they do, runs how far they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_impls.registry import design_names
from runs.cli.main import main
from tests.runs.test_store import created, finished


def test_every_design_is_listed_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "designs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(design_names())
    assert all(len(line.split()) > 3 for line in lines)
    assert any(line.endswith("Also vector_only.") for line in lines)


def test_runs_are_listed_with_how_far_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["list", "runs"]) == 0
    assert capsys.readouterr().out == ""
    folder = tmp_path / "memtrial-runs"
    folder.mkdir()
    finished(folder / "done")
    created(folder / "half")
    created(folder / "bad")
    (folder / "bad" / "index.json").write_text("{", encoding="utf-8")
    assert main(["list", "runs"]) == 0
    told = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert told["memtrial-runs/done"].endswith("toy: 2 cells")
    assert told["memtrial-runs/half"].endswith("toy: 0 of 2 cells; --resume it")
    assert "is damaged" in told["memtrial-runs/bad"]

"""K16: a full disk, a read-only folder, a run already worked on: what a user sees, and keeps."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from runs.cli.main import main
from runs.store import open_run
from tests.runs.runner import TOYS

PLAN = f"""
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


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """Give the words of a run of a toy plan into ``tmp_path/run``."""
    plan = tmp_path / "toy.toml"
    plan.write_text(PLAN, encoding="utf-8")
    return ["run", str(plan), "--out", str(tmp_path / "run"), "--no-mlflow"]


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    told = [t for t in capsys.readouterr().err.splitlines() if t.startswith("memtrial: ")]
    return told[-1]


def refuse(monkeypatch: pytest.MonkeyPatch, name: str, error: OSError) -> None:
    """Refuse to write files of this name, as a system would."""
    write = Path.write_text

    def refusing(self: Path, *args: Any, **more: Any) -> int:
        if self.name.startswith(name):
            raise error
        return write(self, *args, **more)

    monkeypatch.setattr(Path, "write_text", refusing)


@pytest.mark.parametrize("name", ["summary.json", "report.html"])
def test_a_disk_that_is_full_when_the_run_is_scored_loses_no_record(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    with monkeypatch.context() as patch:
        refuse(patch, name, OSError(errno.ENOSPC, "No space left on device"))
        assert main(words) == 2
    assert "No space left on device" in one_line(capsys)
    assert open_run(tmp_path / "run").is_finished
    assert not (tmp_path / "run" / name).exists()
    assert main([*words, "--resume"]) == 0
    assert (tmp_path / "run" / name).is_file()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_run_in_a_read_only_folder_is_refused_in_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o500)
    try:
        assert main(words) == 2
    finally:
        tmp_path.chmod(0o700)
    assert "cannot create a run in" in one_line(capsys)
    assert not (tmp_path / "run").exists()


def test_a_file_system_that_is_read_only_is_told_in_one_line(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refusing(*_: Any, **__: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", refusing)
    assert main(words) == 2
    assert one_line(capsys).endswith(f"cannot create a run in {tmp_path}: Read-only file system")


def test_a_run_that_became_read_only_is_still_read(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    out = tmp_path / "base.json"
    for path in (tmp_path / "run").iterdir():
        path.chmod(0o400)
    (tmp_path / "run").chmod(0o500)
    try:
        assert main(["baseline", str(tmp_path / "run"), "--out", str(out)]) == 0
        assert main(["gate", str(tmp_path / "run"), "--baseline", str(out)]) == 0
    finally:
        (tmp_path / "run").chmod(0o700)


def test_a_second_process_on_a_run_is_refused_and_the_first_goes_on(
    words: list[str], tmp_path: Path
) -> None:
    assert main(words) == 0
    run = open_run(tmp_path / "run")
    with run.locked():
        second = subprocess.run(
            [sys.executable, "-m", "memtrial", *words, "--resume"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert second.returncode == 2
    assert second.stderr.splitlines()[-1].endswith("is in use by another process")
    assert main([*words, "--resume"]) == 0

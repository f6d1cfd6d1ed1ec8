"""The commands as people type them: what they print, what they leave behind, how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runs.cli.main import main

PLAN = """
name = "small"
budgets = [128]
seeds = 1
[[designs]]
name = "window"
[[scenarios]]
family = "buried_constraint"
knobs = {sessions = 4}
[[scenarios]]
family = "preference_shift"
[reader]
embedder = "hashing"
"""

RAISING = '''
from memory_impls.none import NoMemory


class Fragile(NoMemory):
    """Fails while it takes in events."""

    name = "fragile"

    def observe(self, event):
        raise RuntimeError("disk on fire")
'''


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MEMTRIAL_DATA", raising=False)
    monkeypatch.setenv("MEMTRIAL_CACHE", str(tmp_path / "cache"))
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that must be refused with exit status 2 and one line; give the line."""
    assert main(words) == 2
    lines = [
        line
        for line in capsys.readouterr().err.splitlines()
        if not line.startswith("memtrial: reading plan")
    ]
    assert len(lines) == 1, lines
    return lines[0]


def test_a_run_leaves_a_whole_folder_and_a_table(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "plan.toml", "--out", "first", "--no-mlflow"]) == 0
    printed = capsys.readouterr().out
    assert "oracle" in printed
    assert "report: first/report.html" in printed
    rows = json.loads((here / "first" / "summary.json").read_text(encoding="utf-8"))["rows"]
    none = {
        row["metric"]: row
        for row in rows
        if (row["design"], row["budget"], row["scenario"]) == ("none", 128, "all")
    }
    assert none["recall"]["value"] == 0
    assert none["stale_exposure"]["value"] is None

    # An existing folder is never overwritten, and a finished run has nothing to resume.
    before = sorted(path.name for path in (here / "first").iterdir())
    assert "exists already" in refused(capsys, "run", "plan.toml", "--out", "first")
    assert sorted(path.name for path in (here / "first").iterdir()) == before
    assert main(["run", "plan.toml", "--out", "first", "--resume", "--no-mlflow"]) == 0

    # Scored again, an old run gives the same figures.
    old = (here / "first" / "summary.json").read_bytes()
    assert main(["report", "first"]) == 0
    assert (here / "first" / "summary.json").read_bytes() == old

    capsys.readouterr()
    assert "budgets" in refused(
        capsys, "run", "plan.toml", "--budgets", "64", "--out", "first", "--resume"
    )


def test_a_design_that_raises_is_named_and_the_others_go_on(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "mine.py").write_text(RAISING, encoding="utf-8")
    words = ["run", "plan.toml", "--designs", "mine.py:Fragile,window", "--no-mlflow"]
    assert main(words) == 1
    told = capsys.readouterr()
    assert "Fragile" in told.err
    assert "observe" in told.err
    assert "disk on fire" in told.err
    assert "window" in told.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run", "quikc"), "quick"),
        (("run", "plan.toml", "--designs", "vektor"), "vector"),
        (("run", "plan.toml", "--scenarios", "buried_constrain"), "buried_constraint"),
        (("run", "plan.toml", "--data", "locmo=x.json"), "locomo"),
        (("run", "locomo", "--data", "locomo=missing.json"), "missing.json"),
        (("run", "nowhere.toml"), "nowhere.toml"),
        (("run", "plan.toml", "--designs", "nofile.py:Mine"), "nofile.py"),
        (("run", "plan.toml", "--resume"), "--out"),
        (("report", "nothing-here"), "nothing-here"),
        (("check", "vektor"), "vector"),
        (("show", "buried"), "buried_constraint"),
        (("show", "buried_constraint", "--knob", "sesions=3"), "sessions"),
        (("data", "missing.json"), "missing.json"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    here: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert told in refused(capsys, *words)
    assert not (here / "memtrial-runs").exists()


def test_an_unknown_key_names_the_nearest(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "odd.toml").write_text(PLAN.replace("seeds", "seedz", 1), encoding="utf-8")
    assert "'seeds'" in refused(capsys, "run", "odd.toml")


@pytest.mark.parametrize(
    "words", [("run", "--budgets", "0"), ("run", "--seeds", "x"), ("list",), ()]
)
def test_words_that_cannot_be_parsed_exit_with_2(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2


def test_dry_run_writes_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "plan.toml", "--dry-run"]) == 0
    assert "10 cells" in capsys.readouterr().out
    assert not (here / "memtrial-runs").exists()


def test_a_history_is_written_once_and_runs(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "repeated_task", "--seed", "3", "--out", "h.jsonl"]
    assert main(words) == 0
    assert "exists already" in refused(capsys, *words)
    assert main(["run", "plan.toml", "--scenarios", "h.jsonl", "--no-mlflow", "--out", "own"]) == 0
    rows = json.loads((here / "own" / "summary.json").read_text(encoding="utf-8"))["rows"]
    assert any(row["metric"] == "recall" and row["n_scored"] for row in rows)


def test_show_marks_what_is_planted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "buried_constraint", "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert "^ gold" in printed
    assert "??" in printed


@pytest.mark.parametrize("what", ["designs", "scenarios", "metrics", "presets"])
def test_lists_are_not_empty(capsys: pytest.CaptureFixture[str], what: str) -> None:
    assert main(["list", what]) == 0
    assert len(capsys.readouterr().out.splitlines()) >= 4

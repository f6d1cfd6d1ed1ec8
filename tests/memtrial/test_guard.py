from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memtrial.guard import HOME, PACKAGES, shadowed_by

SHADOWS = ("metrics.py", "metrics/__init__.py", "runs/other.py")


def shadow(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("raise SystemExit('the wrong package was imported')\n", encoding="utf-8")
    return path


def command(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the guard as the command does, from a folder, and then import all packages."""
    code = (
        "import sys; from memtrial.guard import make_path_safe, shadowed_by; make_path_safe();"
        "trouble = shadowed_by();"
        "sys.exit(trouble) if trouble else None;"
        f"import {', '.join(PACKAGES)}; print(runs.__file__)"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("name", SHADOWS)
def test_packages_in_the_current_folder_are_not_imported(tmp_path: Path, name: str) -> None:
    shadow(tmp_path, name)
    done = command(tmp_path)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == HOME / "runs" / "__init__.py"


@pytest.mark.parametrize("name", ["metrics.py", "scenarios/__init__.py"])
def test_a_package_that_stands_before_ours_is_named_in_one_line(tmp_path: Path, name: str) -> None:
    shadow(tmp_path, name)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "memtrial", "list", "designs"],
        cwd=elsewhere,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert line.startswith(f"memtrial: memtrial needs its own package {name[:-3].split('/')[0]!r}")
    assert str(tmp_path) in line


def test_nothing_shadows_the_packages_here() -> None:
    assert shadowed_by() == ""

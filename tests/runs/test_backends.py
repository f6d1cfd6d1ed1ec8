"""Cells over a cluster: local ones of two workers, one of which is killed half way."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from runs.backends import workers
from runs.cli.main import main
from runs.record import comparable
from runs.store import load_cells, open_run

RUNNER = Path(__file__).with_name("runner.py")
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "RAY_DISABLE_MEMORY_MONITOR": "1"}


def run_apart(folder: Path, jobs: int, *settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(RUNNER), str(folder), str(jobs), *settings],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def results(folder: Path) -> list[bytes]:
    return [comparable(cell) for cell in load_cells(folder)]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run once in one undisturbed process; the flag's path is a parameter, so it is shared."""
    base = tmp_path_factory.mktemp("reference")
    (base / "flag").touch()
    done = run_apart(base / "run", 1, f"kill={base / 'flag'}")
    assert done.returncode == 0, done.stderr
    return base


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Start a scheduler with two workers and give its address."""
    distributed = pytest.importorskip("distributed", reason="pip install 'memtrial[dask]'")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


def ends_whole(done: subprocess.CompletedProcess[str], folder: Path, flag: Path) -> None:
    """A run that lost a worker is complete, or has stopped and is resumed."""
    assert flag.exists(), done.stderr
    if done.returncode:
        assert "can be resumed" in done.stderr
        assert len(open_run(folder).done_ids()) < len(open_run(folder).cell_ids)
        done = run_apart(folder, 1, f"kill={flag}", "resume=1")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_dask_with_a_worker_killed_gives_the_same_records(
    scheduler: str, reference: Path, tmp_path: Path
) -> None:
    flag = reference / "flag"
    flag.unlink()
    done = run_apart(tmp_path / "run", 2, f"kill={flag}", "backend=dask", f"address={scheduler}")
    ends_whole(done, tmp_path / "run", flag)
    assert results(tmp_path / "run") == results(reference / "run")


@pytest.mark.slow
def test_ray_with_a_worker_killed_gives_the_same_records(reference: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="pip install 'memtrial[ray]'")
    flag = reference / "flag"
    flag.unlink()
    done = run_apart(tmp_path / "run", 2, f"kill={flag}", "backend=ray")
    ends_whole(done, tmp_path / "run", flag)
    assert results(tmp_path / "run") == results(reference / "run")


def test_an_address_without_a_cluster_is_refused() -> None:
    with (
        pytest.raises(ValueError, match="needs --backend dask or --backend ray"),
        workers("loky", 2, "x"),
    ):
        pass


def test_dask_without_an_address_says_how_to_start_one() -> None:
    pytest.importorskip("distributed", reason="pip install 'memtrial[dask]'")
    with pytest.raises(ValueError, match="needs --address"), workers("dask", 2):
        pass


@pytest.mark.parametrize("library", ["dask", "ray"])
def test_a_library_that_is_missing_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("distributed", "ray", "ray.util.joblib"):
        monkeypatch.setitem(sys.modules, name, None)
    with (
        pytest.raises(ValueError, match=rf"pip install 'memtrial\[{library}\]'"),
        workers(library, 2, "x"),
    ):
        pass


@pytest.mark.parametrize("wrong", [["--address", "x"], ["--backend", "dask"]])
def test_a_refused_backend_leaves_no_folder(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert main(["run", "quick", "--out", str(folder), *wrong]) == 2
    assert "--address" in capsys.readouterr().err
    assert not folder.exists()

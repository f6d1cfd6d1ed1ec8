"""K23: names, threads, store, and one finished run per variant however often it is logged."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.api import Direction, Score
from runs.mlflow_sink import MlflowFailure, Variant, log_run, metric_key, tracking_uri


def row(
    metric: str, value: float | None, design: str = "vector", low: float | None = None
) -> Score:
    return Score(
        design=design,
        scenario="all",
        metric=metric,
        budget=512,
        value=value,
        low=low,
        high=None,
        n_scored=1,
        n_total=2,
        n_clusters=1,
        unit="share",
        direction=Direction.HIGHER,
        version=1,
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "runs" / "quick-1"
    run.mkdir(parents=True)
    return run


def test_a59_names_are_all_logged_and_stay_apart(folder: Path) -> None:
    from mlflow.tracking import MlflowClient

    names = ["recall@5", "acc (cat 1)", "x%", "a//b", "recall_5", "/lead", "trail/", "..", ""]
    logged = log_run(
        folder=folder,
        name="t",
        variants=[Variant(label="vector")],
        scores=[row(name, float(i)) for i, name in enumerate(names)],
        settings={},
    )
    client = MlflowClient(tracking_uri=logged.uri)
    metrics = client.get_run(logged.child_ids["vector"]).data.metrics
    assert sorted(metrics.values()) == [float(i) for i in range(len(names))]


@given(st.lists(st.text(max_size=6), unique=True, max_size=8))
def test_a59_two_names_never_become_one(names: list[str]) -> None:
    assert len({metric_key(name) for name in names}) == len(names)


def test_a60_logging_again_leaves_one_finished_run_per_variant(folder: Path) -> None:
    from mlflow.tracking import MlflowClient

    variants = [Variant(label="vector", params={"k": 3}), Variant(label="window")]
    for _ in range(2):
        logged = log_run(folder=folder, name="t", variants=variants, scores=[], settings={"a": 1})
    client = MlflowClient(tracking_uri=logged.uri)
    experiment = client.get_experiment_by_name("memtrial")
    assert experiment is not None
    runs = client.search_runs([experiment.experiment_id])
    assert sorted(run.info.run_name for run in runs) == ["t", "vector", "window"]
    assert {run.info.status for run in runs} == {"FINISHED"}


def test_a61_default_store_is_a_local_file_and_telemetry_is_off(folder: Path) -> None:
    import os

    logged = log_run(folder=folder, name="t", variants=[], scores=[], settings={})
    assert logged.uri.startswith("sqlite:///")
    assert (folder.parent / "mlflow.db").is_file()
    assert not (Path.cwd() / "mlruns").exists()
    assert os.environ["MLFLOW_DISABLE_TELEMETRY"] == "true"


def test_not_scored_and_infinite_values_are_absent(folder: Path) -> None:
    from mlflow.tracking import MlflowClient

    rows = [row("a", None), row("b", float("inf")), row("c", 0.5, low=0.25)]
    logged = log_run(
        folder=folder, name="t", variants=[Variant(label="vector")], scores=rows, settings={}
    )
    client = MlflowClient(tracking_uri=logged.uri)
    metrics = client.get_run(logged.child_ids["vector"]).data.metrics
    assert metrics == {"c/all/512": 0.5, "c/all/512/low": 0.25}


def test_long_parameters_are_kept_whole_in_an_artifact(folder: Path) -> None:
    from mlflow.tracking import MlflowClient

    logged = log_run(folder=folder, name="t", variants=[], scores=[], settings={"p": "y" * 9000})
    client = MlflowClient(tracking_uri=logged.uri)
    assert "params.json" in [file.path for file in client.list_artifacts(logged.parent_id)]
    assert "9000 characters" in client.get_run(logged.parent_id).data.params["p"]


def test_environment_names_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "sqlite:///elsewhere.db")
    assert tracking_uri(tmp_path) == "sqlite:///elsewhere.db"


def test_unusable_store_is_one_line(folder: Path) -> None:
    with pytest.raises(MlflowFailure) as caught:
        log_run(
            folder=folder, name="t", variants=[], scores=[], settings={}, uri=f"sqlite:///{folder}"
        )
    assert "\n" not in str(caught.value)

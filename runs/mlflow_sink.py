"""The one place that talks to MLflow: a parent run per invocation, a child per design variant.

Everything is logged at the end, by the process that owns the run folder, through a client with
explicit run ids. The folder is the truth: logging the same folder again replaces what was logged
for it, so a run that was killed and resumed ends with exactly one finished run per variant.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from metrics.api import Score

if TYPE_CHECKING:
    from mlflow.tracking import MlflowClient

__all__ = ["Logged", "MlflowFailure", "Variant", "log_run", "metric_key", "tracking_uri"]

KEY_TAG: Final = "memtrial.folder"
PARENT_TAG: Final = "mlflow.parentRunId"
MAX_PARAM: Final = 500
"""Characters of a parameter that every MLflow store takes; longer values go to an artifact."""
BATCH: Final = 500


class MlflowFailure(Exception):  # noqa: N818 - reads as what happened
    """The tracking store refused or could not be reached; the run folder is unharmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One design variant as MLflow shows it."""

    label: str
    params: Mapping[str, object] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """Where a run was logged."""

    uri: str
    experiment: str
    parent_id: str
    child_ids: Mapping[str, str]


def metric_key(*parts: str) -> str:
    """Join parts into a name that MLflow takes; different parts never give one name.

    A character that is not allowed becomes ``-xHEX-``, and so does the start of anything that
    looks like such an escape.

    >>> metric_key("recall@5", "all", "512")
    'recall-x40-5/all/512'
    """
    return "/".join(_escape(part) for part in parts)


def _escape(part: str) -> str:
    text = re.sub(r"-x", "-x2d-x", part)
    text = re.sub(r"[^A-Za-z0-9_\-. :]", lambda m: f"-x{ord(m.group()):x}-", text)
    if not text:
        return "-x-"
    return text.replace(".", "-x2e-") if set(text) == {"."} else text


def tracking_uri(default_folder: Path) -> str:
    """Name the store: ``MLFLOW_TRACKING_URI`` when set, else a SQLite file in the folder."""
    configured = os.environ.get("MLFLOW_TRACKING_URI", "").strip()
    return configured or f"sqlite:///{(default_folder / 'mlflow.db').resolve()}"


def log_run(
    *,
    folder: Path,
    name: str,
    variants: Sequence[Variant],
    scores: Sequence[Score],
    settings: Mapping[str, object],
    artifacts: Sequence[Path] = (),
    experiment: str = "memtrial",
    uri: str | None = None,
) -> Logged:
    """Log a finished run folder; what an earlier call logged for it is replaced.

    Args:
        folder: The run folder; its resolved path is the key under which runs are found again.
        name: Name of the parent run, for people.
        variants: Design variants in plan order; each becomes a child run.
        scores: Rows of the summary; those of a variant become metrics of its child.
        settings: Parameters of the parent run.
        artifacts: Files attached to the parent run.
        experiment: Name of the MLflow experiment.
        uri: Tracking store; default as ``tracking_uri`` says.

    Raises:
        MlflowFailure: The store refused or could not be reached.
    """
    # Telemetry stays off unless the user asked for it; it must be set before the first import.
    os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    # An unreachable server should say so in seconds, not after minutes of retries.
    os.environ.setdefault("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "2")
    uri = uri or tracking_uri(folder.resolve().parent)
    _check_sqlite(uri)
    try:
        import sqlalchemy.exc
        from mlflow.exceptions import MlflowException
        from mlflow.tracking import MlflowClient
    except ImportError as error:
        raise MlflowFailure(f"mlflow cannot be imported ({error}); pip install mlflow") from error
    try:
        client = MlflowClient(tracking_uri=uri)
        where = _experiment_id(client, experiment, uri)
        _remove_earlier(client, where, str(folder.resolve()))
        return _write(client, where, folder, name, variants, scores, settings, artifacts, uri)
    except (MlflowException, OSError, sqlalchemy.exc.SQLAlchemyError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else repr(error)
        raise MlflowFailure(f"MLflow store {uri}: {first}") from error


def _check_sqlite(uri: str) -> None:
    """Refuse at once a SQLite file that MLflow would retry for a minute and a half."""
    if not uri.startswith("sqlite:///"):
        return
    path = Path(uri.removeprefix("sqlite:///"))
    probe = path if path.exists() else path.parent
    if path.is_dir() or not probe.exists() or not os.access(probe, os.W_OK):
        raise MlflowFailure(
            f"MLflow store {uri} cannot be written; set MLFLOW_TRACKING_URI to a writable store"
        )


def _experiment_id(client: MlflowClient, name: str, uri: str) -> str:
    found = client.get_experiment_by_name(name)
    if found is not None:
        return str(found.experiment_id)
    location = None
    if uri.startswith("sqlite:///"):
        # MLflow would otherwise put artifacts into ./mlruns of whatever folder one stands in.
        location = (Path(uri.removeprefix("sqlite:///")).parent / "mlflow-artifacts").as_uri()
    return str(client.create_experiment(name, artifact_location=location))


def _remove_earlier(client: MlflowClient, where: str, key: str) -> None:
    escaped = key.replace("'", "\\'")
    while earlier := client.search_runs([where], f"tags.`{KEY_TAG}` = '{escaped}'"):
        for run in earlier:
            client.delete_run(run.info.run_id)


def _write(
    client: MlflowClient,
    where: str,
    folder: Path,
    name: str,
    variants: Sequence[Variant],
    scores: Sequence[Score],
    settings: Mapping[str, object],
    artifacts: Sequence[Path],
    uri: str,
) -> Logged:
    key = {KEY_TAG: str(folder.resolve())}
    parent = client.create_run(where, run_name=name, tags=key).info.run_id
    children: dict[str, str] = {}
    _log_params(client, parent, settings)
    for variant in variants:
        tags = {**key, **variant.tags, PARENT_TAG: parent}
        child = client.create_run(where, run_name=variant.label, tags=tags).info.run_id
        children[variant.label] = child
        _log_params(client, child, {"design": variant.label, **variant.params})
        _log_metrics(client, child, [row for row in scores if row.design == variant.label])
        client.set_terminated(child, "FINISHED")
    for path in artifacts:
        client.log_artifact(parent, str(path))
    client.set_terminated(parent, "FINISHED")
    experiment = client.get_experiment(where).name
    return Logged(uri=uri, experiment=experiment, parent_id=parent, child_ids=children)


def _log_params(client: MlflowClient, run_id: str, params: Mapping[str, object]) -> None:
    from mlflow.entities import Param

    full = {
        name: value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
        for name, value in sorted(params.items())
    }
    short = [
        Param(
            metric_key(name),
            value if len(value) <= MAX_PARAM else f"{len(value)} characters, see params.json",
        )
        for name, value in full.items()
    ]
    for start in range(0, len(short), 100):
        client.log_batch(run_id, params=short[start : start + 100])
    if any(len(value) > MAX_PARAM for value in full.values()):
        client.log_dict(run_id, full, "params.json")


def _log_metrics(client: MlflowClient, run_id: str, rows: Sequence[Score]) -> None:
    from mlflow.entities import Metric

    values: dict[str, float] = {}
    for row in rows:
        budget = "none" if row.budget is None else str(row.budget)
        base: tuple[str, ...] = (row.metric, row.scenario, budget)
        # Micro and macro averages of one metric are different figures.
        base = base if row.average == "macro" else (*base, row.average)
        for end, value in (("", row.value), ("low", row.low), ("high", row.high)):
            # Not scored is absent, never 0; MLflow would turn infinity into 1.8e308.
            if value is not None and math.isfinite(value):
                values[metric_key(*base, *([end] if end else []))] = value
    metrics = [Metric(name, value, 0, 0) for name, value in sorted(values.items())]
    for start in range(0, len(metrics), BATCH):
        client.log_batch(run_id, metrics=metrics[start : start + BATCH])

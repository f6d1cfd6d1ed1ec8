"""Hold runs against each other and against a tracked baseline, from Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtrial.result import Result
from memtrial.trial import load
from metrics.registry import HEADLINES
from runs.gate.thresholds import Threshold
from runs.gate.verdict import GateReport

if TYPE_CHECKING:
    import pandas as pd

    from runs.gate.comparing import RunComparison

__all__ = ["baseline", "compare", "gate"]

Source = Result | str | Path
"""A result, or the folder of a run."""

_COLUMNS = (
    "design",
    "other",
    "metric",
    "budget",
    "difference",
    "low",
    "high",
    "p_holm",
    "scenarios",
    "items",
    "wins",
    "ties",
    "losses",
    "detectable",
    "verdict",
)


def compare(before: Source, after: Source, *, metrics: Sequence[str] = HEADLINES) -> pd.DataFrame:
    """Compare two runs on the scenarios that both replayed: ``after`` minus ``before``.

    Designs are paired by label; where each run has one design, these two are compared. Rows hold
    the difference with its 95 % interval, the p-value corrected over the frame (Holm), scenarios
    won, tied and lost, the smallest difference that so many scenarios could have shown, and a
    verdict about ``after``. Under ten scenarios there is no verdict.

    Raises:
        ValueError: They share no design, or a scenario of one name is another history.

    >>> import memtrial
    >>> few = {"scenarios": "repeated_task", "seeds": 2, "budgets": [512], "embedder": "hashing"}
    >>> before = memtrial.run("window", **few)
    >>> frame = memtrial.compare(before, memtrial.run("full_history", **few))
    >>> frame.loc[0, ["other", "design", "metric", "verdict"]].tolist()
    ['window', 'full_history', 'recall', 'too few clusters']
    """
    import pandas as pd

    from runs.gate.comparing import compare_runs

    first, second = _result(before), _result(after)
    for side in (first, second):
        if not side.designs:
            raise ValueError(f"{side.folder} has only bounds, and these are not compared")
    found = compare_runs(first.cells, second.cells, metrics=metrics)
    return pd.DataFrame([_row(entry) for entry in found], columns=list(_COLUMNS))


def baseline(source: Source, path: str | Path, *, metrics: Sequence[str] = HEADLINES) -> Path:
    """Write a run's scores per scenario to a file that is tracked beside the code.

    Raises:
        ValueError: Nothing was scored, or the path is a file of another sort.
    """
    from runs.gate.baseline import write_baseline
    from runs.gate.measured import measure
    from runs.gate.opening import note_of
    from runs.store import open_run

    result = _result(source)
    note = note_of(open_run(result.folder))
    write_baseline(Path(path), measure(result.cells, metrics=metrics, note=note))
    return Path(path)


def gate(
    source: Source,
    baseline: str | Path,
    thresholds: str | Path | Sequence[Threshold] | None = None,
) -> GateReport:
    """Hold a run against a baseline, as ``memtrial gate`` does.

    Args:
        source: What is to pass.
        baseline: File that ``baseline`` or ``memtrial baseline`` wrote.
        thresholds: A TOML file or the thresholds themselves; None takes the four headline scores
            with a tolerance of 0.02.

    Returns:
        The verdict: ``ok``, ``exit_status`` (0, 1, 2), ``judged``; ``str`` tells it in lines.

    Raises:
        ValueError: A file cannot be read, or a name in it is not known.

    >>> import memtrial
    >>> few = {"scenarios": "repeated_task", "seeds": 2, "budgets": [512], "embedder": "hashing"}
    >>> result = memtrial.run("window", **few)
    >>> print(memtrial.gate(result, memtrial.baseline(result, "baseline.json")))
    ... # doctest: +ELLIPSIS
    too few scenarios  recall of window on all at 512: ...
    gate: passed, 2 thresholds, 2 of them without a test of the difference
    """
    from runs.gate.baseline import read_baseline
    from runs.gate.judge import judge
    from runs.gate.measured import measure
    from runs.gate.thresholds import default_thresholds, read_thresholds

    held = read_baseline(Path(baseline))
    if thresholds is None:
        listed: Sequence[Threshold] = default_thresholds(held)
    elif isinstance(thresholds, str | Path):
        listed = read_thresholds(Path(thresholds))
    else:
        listed = thresholds
    names = tuple(dict.fromkeys(threshold.metric for threshold in listed))
    return judge(measure(_result(source).cells, metrics=names), held, listed)


def _result(source: Source) -> Result:
    return source if isinstance(source, Result) else load(source)


def _row(entry: RunComparison) -> dict[str, object]:
    found, difference = entry.found, entry.found.found
    row: dict[str, object] = {
        "design": entry.design,
        "other": entry.other,
        "metric": found.metric,
        "budget": found.budget,
        "p_holm": found.p_holm,
        "items": found.n_items,
        "verdict": found.verdict.value,
    }
    if difference is not None:
        row |= {
            "difference": difference.difference,
            "low": difference.low,
            "high": difference.high,
            "scenarios": difference.clusters,
            "wins": difference.wins,
            "ties": difference.ties,
            "losses": difference.losses,
            "detectable": difference.detectable,
        }
    return row

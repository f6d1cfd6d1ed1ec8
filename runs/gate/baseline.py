"""The baseline file: what a run scored per scenario, one line each, to be tracked in a repository.

::

    {"schema_version": 1, "kind": "memtrial baseline", "note": {...}, "use_budget": 512,
     "versions": {"recall": 1, ...},
     "histories": [
      {"cluster": ..., "content": ..., "family": ..., "scenario": ...}, ...],
     "scores": [
      {"budget": 512, "cluster": ..., "design": ..., "items": {...}, "metric": ..., "scenario": ...,
       "score": 0.85}, ...]}

Lines are sorted, so that two baselines differ in the lines whose figures differ. ``score`` is the
mean of the scenario's items for the reader's eye; the items are what is compared.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

from metrics.comparison import Item
from runs.codec import canonical
from runs.files import replaced
from runs.gate.measured import History, Key, Lost, Measured, Values

__all__ = ["read_baseline", "write_baseline"]

SCHEMA_VERSION: Final = 1
KIND: Final = "memtrial baseline"


def write_baseline(path: Path, measured: Measured) -> None:
    """Write a baseline whole; an older baseline is replaced, no other file ever is.

    Raises:
        ValueError: There is nothing to hold later runs against, or the path is another file.
    """
    if not measured.values:
        raise ValueError("the run scored nothing for any design that is no bound; no baseline")
    if path.exists():
        _refuse_other(path)
    head = {
        "schema_version": SCHEMA_VERSION,
        "kind": KIND,
        "note": dict(measured.note),
        "use_budget": measured.use_budget,
        "versions": dict(measured.versions),
    }
    histories = ",\n".join(canonical(line) for line in _histories(measured))
    scores = ",\n".join(canonical(line) for line in _scores(measured))
    text = f'{canonical(head)[:-1]},"histories":[\n{histories}\n],"scores":[\n{scores}\n]}}\n'
    with replaced(path) as stream:
        stream.write(text.encode())


def read_baseline(path: Path) -> Measured:
    """Read a baseline.

    Raises:
        ValueError: It is damaged, no baseline, of a later version, or holds what is no number.
    """
    raw = _load(path)
    if raw.get("kind") != KIND:
        raise ValueError(f"{path} is no baseline; write one with: memtrial baseline RUN --out FILE")
    if raw.get("schema_version") != SCHEMA_VERSION:
        raise ValueError(
            f"{path} has schema_version {raw.get('schema_version')!r}, this memtrial reads "
            f"{SCHEMA_VERSION}; install a newer one, or write the baseline again"
        )
    try:
        return _measured(raw)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path} is damaged: {type(error).__name__}: {error}") from error


def _histories(measured: Measured) -> Iterable[Mapping[str, str]]:
    for (scenario, cluster), history in sorted(measured.histories.items()):
        yield {
            "scenario": scenario,
            "cluster": cluster,
            "family": history.family,
            "content": history.content,
        }


def _scores(measured: Measured) -> Iterable[Mapping[str, object]]:
    for key, values in sorted(measured.values.items(), key=lambda entry: entry[0].order):
        for (scenario, cluster), items in sorted(_by_place(values).items()):
            numbers = [value for value in items.values() if not isinstance(value, Lost)]
            yield {
                "design": key.design,
                "metric": key.metric,
                "budget": key.budget,
                "scenario": scenario,
                "cluster": cluster,
                "score": math.fsum(numbers) / len(numbers) if numbers else None,
                "items": items,
            }


def _by_place(values: Values) -> dict[tuple[str, str], dict[str, float | Lost]]:
    found: dict[tuple[str, str], dict[str, float | Lost]] = {}
    for item, value in values.items():
        found.setdefault((item.scenario, item.cluster), {})[item.question] = value
    return found


def _load(path: Path) -> Mapping[str, Any]:
    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is not JSON")

    try:
        raw = json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    except OSError as error:
        raise ValueError(f"cannot read baseline {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise ValueError(f"{path} is not a JSON file: {error}") from error
    return raw if isinstance(raw, dict) else {}


def _measured(raw: Mapping[str, Any]) -> Measured:
    histories = {
        (str(line["scenario"]), str(line["cluster"])): History(
            family=str(line["family"]), content=str(line["content"])
        )
        for line in raw["histories"]
    }
    values: dict[Key, dict[Item, float | Lost]] = {}
    for line in raw["scores"]:
        key = Key(design=str(line["design"]), metric=str(line["metric"]), budget=line["budget"])
        place = str(line["scenario"]), str(line["cluster"])
        found = values.setdefault(key, {})
        for question, value in line["items"].items():
            item = Item(
                family=histories[place].family,
                scenario=place[0],
                cluster=place[1],
                question=question,
            )
            found[item] = _value(value)
    return Measured(
        values=values,
        histories=histories,
        versions={str(name): int(version) for name, version in raw["versions"].items()},
        use_budget=raw["use_budget"],
        note={str(name): str(text) for name, text in raw["note"].items()},
    )


def _value(raw: object) -> float | Lost:
    if isinstance(raw, str):
        return Lost(raw)
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not math.isfinite(raw):
        raise ValueError(f"{raw!r} is no finite number")
    return float(raw)


def _refuse_other(path: Path) -> None:
    """Refuse to write over a file that is no baseline: the path was mistyped."""
    try:
        kind = _load(path).get("kind")
    except ValueError:
        kind = None
    if kind != KIND:
        raise ValueError(f"{path} exists and is no baseline of memtrial; name another file")

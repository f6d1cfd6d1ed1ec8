"""From the cells of a run to the rows of ``summary.json``, and to what a report shows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from metrics.aggregate import score
from metrics.api import Cell, Outcome, Role, Score
from runs.codec import canonical, decode, encode
from runs.report.categories import category_scores
from runs.report.contents import Report
from scenarios.api import Probe
from scenarios.public.choices import guess_warnings, guessing

__all__ = [
    "FILE",
    "as_report",
    "failures",
    "read_summary",
    "scored_anything",
    "summarise",
    "write_summary",
]

FILE: Final = "summary.json"
SCHEMA_VERSION: Final = 1


def summarise(cells: Sequence[Cell], *, again: bool = False) -> list[Score]:
    """Score the cells of a run.

    Args:
        cells: In plan order.
        again: Match every text anew, as ``memtrial report`` does for an old run.
    """
    return score(cells, again=again)


def write_summary(folder: Path, rows: Sequence[Score]) -> Path:
    """Write ``summary.json`` whole: strict JSON, never NaN."""
    path = folder / FILE
    draft = path.with_name(path.name + ".partial")
    # A row a line: people read it, and two runs can be told apart line by line.
    lines = ",\n".join(canonical(encode(row)) for row in rows)
    text = f'{{"schema_version": {SCHEMA_VERSION}, "rows": [\n{lines}\n]}}\n'
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
    return path


def read_summary(path: Path) -> list[Score]:
    """Read rows back.

    Raises:
        ValueError: The file is none of ours, or of a later version.
    """
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path} is not JSON: {error}") from error
    version = body.get("schema_version") if isinstance(body, dict) else None
    if version != SCHEMA_VERSION:
        raise ValueError(f"{path}: schema_version {version!r}; this memtrial reads 1")
    return [decode(Score, row) for row in body["rows"]]


def failures(cells: Sequence[Cell]) -> list[str]:
    """Say in one line per design and fault what went wrong, and how often."""
    found: dict[tuple[str, str], int] = {}
    for cell in cells:
        if cell.error:
            key = (cell.design, cell.error)
            found[key] = found.get(key, 0) + 1
            continue
        for record in cell.records:
            if record.outcome is Outcome.SYSTEM_FAILED:
                key = (cell.design, record.error)
                found[key] = found.get(key, 0) + 1
    return [
        f"{design}: {error}" + (f" (and {count - 1} more like it)" if count > 1 else "")
        for (design, error), count in sorted(found.items())
    ]


def as_report(
    name: str,
    cells: Sequence[Cell],
    rows: Sequence[Score],
    *,
    settings: str = "",
    environment: Mapping[str, object] | None = None,
    warnings: Sequence[str] = (),
) -> Report:
    """Gather what the page and the terminal show."""
    designs = tuple(dict.fromkeys(cell.design for cell in cells))
    bounds = frozenset(cell.design for cell in cells if cell.is_bound)
    return Report(
        name=name,
        designs=designs,
        bounds=bounds,
        scores=tuple(rows),
        settings=settings,
        environment=environment or {},
        failures=tuple(failures(cells)),
        warnings=(*warnings, *_warnings(cells), *_guessable(cells)),
        categories=category_scores(cells),
    )


def _warnings(cells: Sequence[Cell]) -> list[str]:
    """Say what a reader must know before believing a figure."""
    found = []
    clusters = {cell.cluster for cell in cells}
    if len(clusters) < 10:
        found.append(
            f"Only {len(clusters)} scenarios or conversations: intervals are wide and no design "
            "is called better than another."
        )
    truncated = sum(cell.truncated_texts for cell in cells)
    if truncated:
        found.append(f"{truncated} texts were longer than the embedder's window and were cut.")
    unknown = sum(usage.unknown_calls for cell in cells for usage in cell.usage.values())
    if unknown:
        found.append(f"{unknown} model calls reported no usage: token counts are lower bounds.")
    if any(record.probe.audited for cell in cells for record in cell.records[:1]):
        found.append("Some questions are known to carry a wrong gold; they are counted apart.")
    return found


def _guessable(cells: Sequence[Cell]) -> list[str]:
    """Warn, by scenario label, of choices that rules without any memory get right."""
    asked: dict[str, dict[tuple[str, str], Probe]] = {}
    for cell in cells:
        for record in cell.records:
            if record.probe.gold.choices and record.role is Role.PROBE:
                found = asked.setdefault(cell.scenario, {})
                found[cell.cluster, record.probe.id] = record.probe
    return [
        f"{label}: {warning}"
        for label, probes in sorted(asked.items())
        for warning in guess_warnings(guessing(probes.values()))
    ]


def scored_anything(cells: Sequence[Cell], rows: Sequence[Score]) -> bool:
    """Tell whether the run gave any figure for a design that is no bound."""
    memories = {cell.design for cell in cells if not cell.is_bound}
    asked = any(
        record.outcome is Outcome.ASKED and record.role is Role.PROBE
        for cell in cells
        for record in cell.records
    )
    return asked and any(row.n_scored for row in rows if not memories or row.design in memories)

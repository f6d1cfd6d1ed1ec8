"""The summary file: strict JSON, rows back as they were, refusals in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from metrics.api import Direction, Score
from runs.summary import read_summary, write_summary

ROW = Score(
    design="vector",
    scenario="all",
    metric="recall",
    budget=None,
    value=0.5,
    low=None,
    high=None,
    n_scored=1,
    n_total=2,
    n_clusters=1,
    unit="share",
    direction=Direction.HIGHER,
    version=1,
    note='a "note" | with\nlines',
)


def refuse(text: str) -> None:
    raise ValueError(f"{text} is not JSON")


def test_rows_come_back(tmp_path: Path) -> None:
    path = write_summary(tmp_path, [ROW, replace(ROW, budget=512)])
    assert read_summary(path) == [ROW, replace(ROW, budget=512)]


def test_a76_not_finite_is_null(tmp_path: Path) -> None:
    path = write_summary(tmp_path, [replace(ROW, value=float("nan"), high=float("inf"))])
    body = json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    assert body["rows"][0]["value"] is None
    assert body["rows"][0]["high"] is None


def test_no_rows_is_still_json(tmp_path: Path) -> None:
    assert read_summary(write_summary(tmp_path, [])) == []


@pytest.mark.parametrize("text", ["", "[]", '{"schema_version": 99, "rows": []}'])
def test_what_is_no_summary_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "summary.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"summary\.json") as caught:
        read_summary(path)
    assert "\n" not in str(caught.value)

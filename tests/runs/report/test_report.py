"""The report: right figures, hostile labels, and a page that a real browser draws offline."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from metrics.api import Direction, Score
from runs.report.contents import Report, figure, headline, ranked
from runs.report.page import page, write_page
from runs.report.terminal import markdown_table, terminal_table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def row(design: str, metric: str, value: float | None, **more: object) -> Score:
    base = Score(
        design=design,
        scenario="all",
        metric=metric,
        budget=512,
        value=value,
        low=None,
        high=None,
        n_scored=8,
        n_total=8,
        n_clusters=2,
        unit="share" if metric != "token_cost" else "tokens",
        direction=Direction.LOWER if metric == "token_cost" else Direction.HIGHER,
        version=1,
    )
    return replace(base, **more)  # type: ignore[arg-type]


def make(*scores: Score, designs: tuple[str, ...] = ("vector", "window", "oracle")) -> Report:
    return Report(
        name="demo",
        designs=designs,
        bounds=frozenset({"oracle"}),
        scores=scores,
        settings="name = 'demo'",
        environment={"python": "3.11"},
    )


REPORT = make(
    row("vector", "recall", 0.5, low=0.4, high=0.6),
    row("window", "recall", 0.75, n_scored=6),
    row("oracle", "recall", 1.0),
    row("vector", "token_cost", 1234.0),
    row("window", "token_cost", 99.0),
    row("vector", "loss_not_recalled", 0.5),
    row("vector", "stale_exposure", 0.25, direction=Direction.LOWER),
    row("window", "constraint_preservation", None, n_scored=0, n_total=4),
)


def test_order_puts_the_best_first_and_bounds_last() -> None:
    assert ranked(REPORT, 512) == ["window", "vector", "oracle"]


def test_a_figure_shows_interval_and_what_was_not_scored() -> None:
    assert figure(REPORT.scores[0]) == "0.500 [0.400, 0.600]"
    assert figure(REPORT.scores[1]) == "0.750 (6/8)"
    assert figure(REPORT.scores[7]) == "not scored (0/4)"


def test_not_scored_is_never_shown_as_zero() -> None:
    table = headline(REPORT, 512)
    place = [column.metric for column in table.columns].index("constraint_preservation")
    cells = {entry.design: figure(entry.cells[place]) for entry in table.rows}
    assert cells == {"window": "not scored (0/4)", "vector": "", "oracle": ""}


def test_hostile_labels_are_text() -> None:
    name = "</script><img src=x onerror=alert(1)>|{{ 7*7 }}"
    report = make(row(name, "recall", 0.5), designs=(name,))
    html = page(report)
    assert "<img src=x" not in html
    assert "&lt;img src=x" in html
    assert "49" not in markdown_table(report, 512)
    assert "\\|" in markdown_table(report, 512)


def test_page_is_self_contained() -> None:
    html = page(REPORT)
    for fetching in ('src="http', "src='http", 'href="http', "@import", "url(http"):
        assert fetching not in html.split("<script", maxsplit=1)[0]
    assert "<script src" not in html
    assert "<link" not in html.split("<script", maxsplit=1)[0]


def test_write_leaves_no_draft_behind(tmp_path: Path) -> None:
    write_page(REPORT, tmp_path / "report.html")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_second_run_stands_beside_the_first() -> None:
    other = replace(REPORT, name="held", scores=(row("vector", "recall", 0.125),))
    html = page(REPORT, beside=other)
    assert "Beside: held" in html
    assert "0.125" in html


def test_terminal_table_has_a_row_per_design() -> None:
    assert terminal_table(REPORT, 512).row_count == 3


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
def test_a_browser_draws_every_chart_without_a_network(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_page(REPORT, path)
    assert CHROMIUM is not None
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--virtual-time-budget=20000",
            "--dump-dom",
            path.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    drawn = done.stdout.count('data-drawn="yes"')
    assert drawn == done.stdout.count('id="chart-') > 0

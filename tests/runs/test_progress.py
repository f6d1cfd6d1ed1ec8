from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from runs import progress
from runs.cells import CellPlan
from runs.progress import CellStatus, Estimate, shown_on
from tests.runs.toys import listed, planned


def cell(design: str, units: int) -> CellPlan:
    from dataclasses import replace

    return replace(planned(listed(), design), units=units)


def status(design: str, units: int, seconds: float, error: str = "") -> CellStatus:
    return CellStatus(
        id="x",
        design=design,
        scenario="s",
        cluster="c",
        seconds=seconds,
        units=units,
        error=error,
    )


def test_what_is_left_is_expected_by_the_pace_of_each_design() -> None:
    estimate = Estimate([cell("oracle", 100)] * 3 + [cell("random", 100)] * 3)
    assert estimate.total == 600
    assert estimate.remaining_s() is None
    estimate.done(status("oracle", 100, 1.0))
    assert estimate.remaining_s() == pytest.approx(5.0)  # the other design is taken to be alike
    estimate.done(status("random", 100, 10.0))
    assert estimate.remaining_s() == pytest.approx(2 * 1.0 + 2 * 10.0)
    assert estimate.finished == 200


def test_workers_share_what_is_left() -> None:
    estimate = Estimate([cell("oracle", 10)] * 5, jobs=2)
    estimate.done(status("oracle", 10, 3.0))
    assert estimate.remaining_s() == pytest.approx(4 * 3.0 / 2)


def test_large_cells_count_for_more_than_small_ones() -> None:
    estimate = Estimate([cell("oracle", 10), cell("oracle", 990)])
    estimate.done(status("oracle", 10, 1.0))
    assert estimate.remaining_s() == pytest.approx(99.0)


def test_lines_say_where_things_stand_at_once_now_and_then_and_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times: Iterator[float] = iter([0.0, 1.0, 12.0, 13.0])
    monkeypatch.setattr(progress, "perf_counter", lambda: next(times))
    stream = io.StringIO()
    shown = shown_on(stream)
    cells = [cell("oracle", 50), cell("oracle", 50)]
    shown.start(cells, 3, 1)
    shown.tick(cells[0], 25)
    shown.done(status("oracle", 50, 90.0, error="boom"))
    shown.stop()
    assert stream.getvalue().splitlines() == [
        "[  0 %] 1 of 3 cells",
        "[ 50 %] 2 of 3 cells, about 1 min 30 s left, failures in oracle",
        "[ 50 %] 2 of 3 cells, about 1 min 30 s left, failures in oracle",
    ]


def test_a_terminal_gets_a_bar() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    shown = shown_on(stream)
    shown.start([cell("oracle", 50)], 1, 1)
    shown.done(status("oracle", 50, 1.0))
    shown.stop()
    assert "1 of 1 cells" in stream.getvalue()

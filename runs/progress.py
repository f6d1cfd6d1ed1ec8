"""How far a run is, and how long it will still take: from work known beforehand, not from cells.

A cell's work is its events and questions. How long a unit of it takes depends on the design, so it
is learned per design from the cells that are done.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import IO, TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

from runs.cells import CellPlan

__all__ = ["CellStatus", "Estimate", "Progress", "Silent", "shown_on", "spoken"]

_LINE_EVERY_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CellStatus:
    """What a worker reports of a cell; the cell itself is on disk by then.

    Attributes:
        seconds: Wall time of the cell.
        asked: Records that the memory answered. failed, not_applicable: the other records.
        error: Why the design's part ended early; "" when it did not.
        units: Planned work.
    """

    id: str
    design: str
    scenario: str
    cluster: str
    seconds: float
    units: int
    asked: int = 0
    failed: int = 0
    not_applicable: int = 0
    error: str = ""


class Progress(Protocol):
    """Told how a run goes."""

    def start(self, pending: Iterable[CellPlan], total: int, jobs: int) -> None:
        """Begin: these cells are to do, of so many."""

    def tick(self, cell: CellPlan, units: int) -> None:
        """So much of a cell's work is done; told only of cells of this process."""

    def done(self, status: CellStatus) -> None:
        """A cell is done."""

    def stop(self) -> None:
        """No more will come."""


class Silent:
    """Shows nothing."""

    def start(self, pending: Iterable[CellPlan], total: int, jobs: int) -> None:
        """Take note of nothing."""

    def tick(self, cell: CellPlan, units: int) -> None:
        """Take note of nothing."""

    def done(self, status: CellStatus) -> None:
        """Take note of nothing."""

    def stop(self) -> None:
        """Take note of nothing."""


class Estimate:
    """Expects how long the cells that are left will take.

    Args:
        pending: Cells to do.
        jobs: Workers that share them.
    """

    def __init__(self, pending: Iterable[CellPlan], jobs: int = 1) -> None:
        self._jobs = max(1, jobs)
        self._left: Counter[str] = Counter()
        for cell in pending:
            self._left[cell.design.label] += max(1, cell.units)
        self.total = sum(self._left.values())
        self.finished = 0
        self._seconds: dict[str, float] = defaultdict(float)
        self._units: Counter[str] = Counter()

    def done(self, status: CellStatus) -> None:
        """Learn from a cell that is done."""
        units = max(1, status.units)
        self._left[status.design] -= units
        self.finished += units
        self._units[status.design] += units
        self._seconds[status.design] += status.seconds

    def remaining_s(self) -> float | None:
        """Seconds until everything is done; None before the first cell is.

        >>> Estimate([]).remaining_s() is None
        True
        """
        if not self._units:
            return None
        mean = sum(self._seconds.values()) / sum(self._units.values())
        seconds = 0.0
        for design, units in sorted(self._left.items()):
            known = self._units[design]
            seconds += units * (self._seconds[design] / known if known else mean)
        return max(0.0, seconds) / self._jobs


def spoken(seconds: float) -> str:
    """Write a duration the way people say it.

    >>> [spoken(s) for s in (4.2, 75, 4000)]
    ['4 s', '1 min 15 s', '1 h 06 min']
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def shown_on(stream: IO[str]) -> Progress:
    """Choose a bar for a terminal, lines now and then for anything else."""
    return _Bar(stream) if stream.isatty() else _Lines(stream)


class _Shown:
    """Counts; subclasses show."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        self.estimate = Estimate([])
        self.before = 0
        self.cells_done = 0
        self.cells_total = 0
        self.failed: Counter[str] = Counter()

    def start(self, pending: Iterable[CellPlan], total: int, jobs: int) -> None:
        """Begin."""
        todo = list(pending)
        self.estimate = Estimate(todo, jobs)
        self.cells_total = total
        self.cells_done = total - len(todo)
        self.show()

    def tick(self, cell: CellPlan, units: int) -> None:
        """Move within a cell."""
        self.show(min(units, cell.units))

    def done(self, status: CellStatus) -> None:
        """Count a cell."""
        self.estimate.done(status)
        self.cells_done += 1
        if status.error or status.failed:
            self.failed[status.design] += 1
        self.show()

    def stop(self) -> None:
        """End."""
        self.show(last=True)

    def show(self, partly: int = 0, *, last: bool = False) -> None:
        """Show where things stand."""
        raise NotImplementedError

    def text(self) -> str:
        """Say where things stand."""
        left = self.estimate.remaining_s()
        parts = [f"{self.cells_done} of {self.cells_total} cells"]
        if left is not None and self.cells_done < self.cells_total:
            parts.append(f"about {spoken(left)} left")
        if self.failed:
            names = ", ".join(sorted(self.failed))
            parts.append(f"failures in {names}")
        return ", ".join(parts)


class _Lines(_Shown):
    """Writes a line at the start, at the end and at most every ten seconds between."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(stream)
        self._last: float | None = None

    def show(self, partly: int = 0, *, last: bool = False) -> None:
        """Write a line if it is time for one."""
        now = perf_counter()
        if not last and self._last is not None and now - self._last < _LINE_EVERY_S:
            return
        self._last = now
        share = (self.estimate.finished + partly) / max(1, self.estimate.total)
        self.stream.write(f"[{100 * share:3.0f} %] {self.text()}\n")
        self.stream.flush()


class _Bar(_Shown):
    """Draws a bar."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(stream)
        self._bar: RichProgress | None = None
        self._task: TaskID | None = None

    def show(self, partly: int = 0, *, last: bool = False) -> None:
        """Draw the bar as things stand."""
        if self._bar is None:
            self._bar, self._task = _bar(self.stream, max(1, self.estimate.total))
        if self._task is not None:
            done = self.estimate.finished + partly
            self._bar.update(self._task, completed=done, status=self.text())
        if last:
            self._bar.stop()


def _bar(stream: IO[str], total: int) -> tuple[RichProgress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    bar = Progress(
        BarColumn(bar_width=30),
        TaskProgressColumn(),
        TextColumn("{task.fields[status]}"),
        console=Console(file=stream),
    )
    bar.start()
    return bar, bar.add_task("run", total=total, status="")

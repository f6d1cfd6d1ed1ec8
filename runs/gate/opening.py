"""What the gate takes from a run folder: all of its cells, and where it came from."""

from __future__ import annotations

from metrics.api import Cell
from runs.store import Run

__all__ = ["complete_cells", "note_of"]


def complete_cells(run: Run) -> list[Cell]:
    """Load every cell of a run.

    Raises:
        ValueError: Some are not done, so neither a baseline nor a verdict would be whole.
    """
    cells = list(run.load_cells())
    missing = len(run.cell_ids) - len(cells)
    if missing:
        raise ValueError(
            f"{run.folder}: {missing} of {len(run.cell_ids)} cells are to do; "
            "finish it first with memtrial run --resume"
        )
    return cells


def note_of(run: Run) -> dict[str, str]:
    """Say where a run came from, without naming the machine."""
    environment = run.environment
    state = " with changes" if environment.dirty else ""
    return {
        "plan": run.plan.name,
        "memtrial": environment.packages.get("memtrial", ""),
        "commit": f"{environment.commit[:12]}{state}" if environment.commit else "",
        "code": environment.code,
    }

"""``memtrial list``: what there is, without importing anything heavy."""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["list_names"]


def list_names(options: argparse.Namespace) -> int:
    """Print the known names of a sort, one a line, with a word on each where there is one."""
    for name, about in _known(options.what):
        print(f"{name:<28} {about}".rstrip())
    return 0


def _known(what: str) -> list[tuple[str, str]]:
    if what == "designs":
        return _designs()
    if what == "scenarios":
        from scenarios.registry import data_names, family_names

        families = [(name, "family") for name in family_names()]
        return families + [(name, "data: give --data NAME=PATH") for name in data_names()]
    if what == "metrics":
        from metrics.registry import METRICS

        return [
            (metric.name, f"[{metric.unit}, {metric.direction}] {metric.description}")
            for metric in METRICS
        ]
    if what == "runs":
        from runs.store import OUT

        return _runs(OUT)
    from runs.plan import load_plan, preset_names

    return [(name, load_plan(name).description) for name in preset_names()]


def _designs() -> list[tuple[str, str]]:
    from memory_impls.registry import ALIASES, design_class, design_names

    aliases = {target: alias for alias, target in sorted(ALIASES.items())}
    found = []
    for name in design_names():
        about = (design_class(name).__doc__ or "").strip().partition("\n")[0]
        found.append((name, f"{about} Also {aliases[name]}." if name in aliases else about))
    return found


def _runs(folder: Path) -> list[tuple[str, str]]:
    """List the run folders in a folder, newest last, with how far each is."""
    from runs.store import RunError, open_run

    found = []
    for path in sorted(folder.glob("*/plan.toml"), key=lambda p: (p.stat().st_mtime, str(p))):
        try:
            run = open_run(path.parent)
            done, total = len(run.done_ids()), len(run.cell_ids)
            state = f"{total} cells" if run.is_finished else f"{done} of {total} cells; --resume it"
            about = f"{run.plan.name}: {state}"
        except (RunError, ValueError) as error:
            about = str(error)
        found.append((str(path.parent), about))
    return found

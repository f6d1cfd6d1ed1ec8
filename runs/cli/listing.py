"""``memtrial list``: what there is, without importing anything heavy."""

from __future__ import annotations

import argparse

__all__ = ["list_names"]


def list_names(options: argparse.Namespace) -> int:
    """Print the known names of a sort, one a line, with a word on each where there is one."""
    for name, about in _known(options.what):
        print(f"{name:<28} {about}".rstrip())
    return 0


def _known(what: str) -> list[tuple[str, str]]:
    if what == "designs":
        from memory_impls.registry import ALIASES, design_names

        aliases = {target: alias for alias, target in sorted(ALIASES.items())}
        return [
            (name, f"also {aliases[name]}" if name in aliases else "") for name in design_names()
        ]
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
    from runs.plan import load_plan, preset_names

    return [(name, load_plan(name).description) for name in preset_names()]

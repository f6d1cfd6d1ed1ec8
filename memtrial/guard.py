"""The start-up guard: memtrial's packages have common names, and another one may stand before.

``metrics``, ``runs`` or ``scenarios`` in the current folder must not be imported in place of
memtrial's own. So the command takes the current folder off the search path, and when a name is
still taken (by PYTHONPATH, by another distribution) it says so before anything is imported.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

__all__ = ["PACKAGES", "make_path_safe", "shadowed_by"]

PACKAGES = ("memory_impls", "metrics", "runs", "scenarios")
"""Packages that belong to memtrial beside this one."""

HOME = Path(__file__).resolve().parent.parent
"""The folder that all of memtrial's packages lie in."""


def make_path_safe() -> None:
    """Take the current folder off the search path, unless memtrial itself lies there."""
    here = Path.cwd().resolve()
    if here != HOME:
        sys.path[:] = [entry for entry in sys.path if entry and Path(entry).resolve() != here]


def shadowed_by() -> str:
    """Say in one line what stands before a package of memtrial; "" when nothing does."""
    for name in PACKAGES:
        found = _place_of(name)
        if found != HOME / name:
            place = f"the one in {found}" if found else "none"
            return (
                f"memtrial needs its own package {name!r} from {HOME} but Python finds {place}; "
                "take it off PYTHONPATH, or install memtrial into an environment of its own"
            )
    return ""


def _place_of(name: str) -> Path | None:
    """Find the folder, or file, that ``import name`` would take."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if spec.origin is None or spec.origin == "namespace":
        places = list(spec.submodule_search_locations or ())
        return Path(places[0]).resolve() if places else None
    origin = Path(spec.origin).resolve()
    return origin.parent if origin.name == "__init__.py" else origin

"""The gallery: one short example of every family, as Markdown (docs/gallery.md)."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass

from scenarios.api import Ask, Scenario, Step
from scenarios.registry import build_family, family, family_names
from scenarios.show import show

__all__ = ["gallery"]

_PROBES = 2
_HEAD = """# Gallery
One short example of every family: seed 0, English, pool `open`, what is planted and the first two
questions. Fillers are left out; `memtrial show FAMILY --seed N` prints a whole history. Written by
`MEMTRIAL_PIN=1 pytest tests/scenarios/test_gallery.py`.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opening(Scenario):
    """A history up to its second question."""

    whole: Scenario

    def steps(self) -> Iterator[Step]:
        """Stop after the question; those asked on forks do not count."""
        asked = 0
        for step in self.whole.steps():
            yield step
            asked += isinstance(step, Ask)
            if asked == _PROBES:
                return


def gallery() -> Iterator[str]:
    """Give the page line by line."""
    yield from _HEAD.splitlines()
    for name in family_names():
        whole = build_family(name, seed=0)
        opening = _Opening(id=whole.id, family=name, version=whole.version, whole=whole)
        yield ""
        yield f"## {name}"
        yield _purpose(name)
        yield ""
        yield "```text"
        yield from list(show(opening, planted_only=True))[2:]
        yield "```"


def _purpose(name: str) -> str:
    """Take the purpose from the docstring of the family's module."""
    text = inspect.getdoc(inspect.getmodule(type(family(name)))) or ""
    return " ".join(text.partition("Purpose:")[2].split("\n\n")[0].split()) or text.splitlines()[0]

"""Forks of a memory: saved, loaded into a new instance, asked, discarded."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from memory_impls.api import Event, Memory
from memory_impls.parts.usage import Phase
from runs.meter import Meter
from runs.workshop import Workshop

__all__ = ["forked"]


@contextmanager
def forked(
    memory: Memory, workshop: Workshop, meter: Meter, fed: Iterable[Event]
) -> Iterator[Memory]:
    """Make a fork: the saved state in a new instance, fed some events again.

    The saved files stay until the fork is done with.

    Args:
        memory: The main line, which must be unaffected.
        workshop: Builds the new instance, with a model of its own.
        meter: Books all of it to the phase ``fork``.
        fed: Events observed again, in order.

    Raises:
        Exception: Whatever the design raises.
    """
    fresh, model = workshop.memory()
    meter.adopt(model)
    with tempfile.TemporaryDirectory(prefix="memtrial-") as name:
        folder = Path(name)
        with meter.timed(Phase.FORK):
            memory.save(folder)
            fresh.load(folder)
        for event in fed:
            with meter.timed(Phase.FORK):
                fresh.observe(event)
        yield fresh

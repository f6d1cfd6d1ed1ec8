"""The design that stores nothing: the lower bound of every trial."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from memory_impls.api import (
    Capability,
    Contents,
    Event,
    Footprint,
    ForgetRequest,
    Memory,
    Query,
    Recall,
)
from memory_impls.parts.persist import Manifest, opened, saving

__all__ = ["NoMemory"]


class NoMemory(Memory):
    """Stores nothing and shows nothing.

    Idea: an agent without a memory; what scores above it owes that to remembering. Cost: none per
    event, none per recall. Source: article B, introduction (a stateless caller). No parameters.
    A question about the past is met as any other: with nothing, so ``valid_at`` is not claimed.
    """

    name: ClassVar[str] = "none"
    capabilities: ClassVar[frozenset[Capability]] = frozenset(
        {Capability.CONTENTS, Capability.FORGET, Capability.PERSIST}
    )

    def __init__(self) -> None:
        pass

    def observe(self, event: Event) -> None:
        """Let it pass."""

    def recall(self, query: Query) -> Recall:
        """Show nothing."""
        return Recall()

    def forget(self, request: ForgetRequest) -> int:
        """Remove nothing: there is nothing."""
        return 0

    def contents(self, since: int | None = None) -> Contents:
        """List nothing."""
        return Contents(revision=0)

    def save(self, folder: Path) -> None:
        """Write a manifest."""
        with saving(folder, Manifest(design=self.name)):
            pass

    def load(self, folder: Path) -> None:
        """Check the manifest."""
        opened(folder, Manifest(design=self.name))

    def footprint(self) -> Footprint:
        """Measure nothing."""
        return Footprint(items=0, bytes=0, tokens=0)

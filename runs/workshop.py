"""Builds what a cell needs: its memory with the parts it takes, and the reader."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING

from memory_impls.api import Memory
from memory_impls.registry import build, design_class
from runs.cells import CellPlan
from runs.reader import Reader

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder
    from memory_impls.parts.model import Model

__all__ = ["Workshop", "embedder_for"]

_EMBEDDERS: dict[tuple[str, str | None], Embedder] = {}


def embedder_for(name: str, language: str, cache: Path | None = None) -> Embedder:
    """Load an embedder once per process.

    Args:
        name: As in a plan; "auto" goes by the language.
        language: Language of the scenario.
        cache: Folder of the cache on disk; None keeps vectors in the process only.

    Raises:
        ValueError: It cannot be loaded; the message says what to install.
    """
    from memory_impls.parts.embedder import embedder_for_language, load_embedder

    key = (f"language:{language}" if name == "auto" else name, str(cache) if cache else None)
    if key not in _EMBEDDERS:
        _EMBEDDERS[key] = (
            embedder_for_language(language, cache=cache)
            if name == "auto"
            else load_embedder(name, cache=cache)
        )
    return _EMBEDDERS[key]


class Workshop:
    """Builds the parts of one cell.

    Args:
        plan: The cell.
        cache: Folder of the embedding cache.

    Attributes:
        embedder: Of the design; None when it takes neither embedder nor model.
    """

    def __init__(self, plan: CellPlan, cache: Path | None = None) -> None:
        self._plan = plan
        self._cache = cache
        self._takes: frozenset[str] = frozenset()
        self.embedder: Embedder | None = None
        if plan.design.bound is None:
            design = design_class(plan.design.name)
            self._takes = frozenset(inspect.signature(design.__init__).parameters)
        if self._takes & {"embedder", "model"}:
            self.embedder = embedder_for(plan.design.embedder, plan.language, cache)

    def memory(self) -> tuple[Memory, Model | None]:
        """Build a fresh memory and, if it takes one, a model of its own.

        Raises:
            ValueError: The constructor refuses the parameters.
        """
        design, seed = self._plan.design, self._plan.seed
        model: Model | None = None
        if "model" in self._takes:
            from memory_impls.parts.model import OfflineModel

            settings = design.model
            model = OfflineModel(
                embedder=self.embedder,
                compression=settings.compression,
                generalising_rate=settings.generalising_rate,
                score_noise=settings.score_noise,
                small_noise=settings.small_noise,
                seed=seed,
                run=settings.run,
            )
        memory = build(design.name, design.params, embedder=self.embedder, model=model, seed=seed)
        return memory, model

    def reader(self) -> Reader:
        """Build the reader, the same for every design of a scenario."""
        settings = self._plan.reader
        by_meaning = settings.embedder != "none"
        return Reader(
            threshold=settings.threshold,
            sentences=settings.sentences,
            candidates=settings.candidates,
            embedder=self._reader_embedder if by_meaning else None,
        )

    def _reader_embedder(self) -> Embedder:
        return embedder_for(self._plan.reader.embedder, self._plan.language, self._cache)

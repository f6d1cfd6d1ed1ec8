"""How a check builds the design it tries, here and in another process."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from memory_impls.api import Memory
from memory_impls.checks.core import CheckFailed, Make
from memory_impls.registry import build

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Factory", "factory_of", "target_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Factory:
    """Builds a design by name, so that another process can build the same.

    Attributes:
        target: A registered name, ``package.module:Class`` or ``path/file.py:Class``.
        params: Parameters of the constructor.
        embedder: Name of the embedder; the hashing one keeps checks fast and free of any model.
    """

    target: str
    params: Mapping[str, object] = field(default_factory=dict)
    embedder: str = "hashing"

    def __call__(self) -> Memory:
        """Build a fresh memory, with the offline model where one is wanted."""
        from memory_impls.parts.model import OfflineModel

        embedder = _embedder(self.embedder)
        model = OfflineModel(embedder=embedder)
        return build(self.target, self.params, embedder=embedder, model=model)


@functools.cache
def _embedder(name: str) -> Embedder:
    from memory_impls.parts.embedder import load_embedder

    return load_embedder(name)


def target_of(design: type[Memory]) -> str:
    """Name a class so that another process finds it.

    Raises:
        CheckFailed: It is defined inside a function, where no other process can reach it.
    """
    if "<locals>" in design.__qualname__:
        raise CheckFailed(
            f"{design.__name__} is defined inside a function; another process cannot build it: "
            "move it to the top level of a module"
        )
    module = sys.modules.get(design.__module__)
    if design.__module__.startswith("memory_impls.") and module is not None:
        return f"{design.__module__}:{design.__qualname__}"
    return f"{Path(inspect.getfile(design)).resolve()}:{design.__qualname__}"


def factory_of(make: Make) -> Factory:
    """Turn what builds a memory into a factory that builds an equal one in any process."""
    if isinstance(make, Factory):
        return make
    memory = make()
    return Factory(target=target_of(type(memory)), params=dict(memory.params()))

"""Which designs exist, and how one is built from its name and parameters.

Nothing is imported until a class is asked for, so listing the names costs nothing.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from memory_impls.api import INJECTED, Memory
from memory_impls.parts.names import UnknownNameError

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder
    from memory_impls.parts.model import Model

__all__ = ["ALIASES", "DESIGNS", "build", "design_class", "design_names", "parameters"]

DESIGNS: Mapping[str, str] = MappingProxyType(
    {
        "dream": "memory_impls.dream:Dream",
        "everything": "memory_impls.everything:Everything",
        "full_history": "memory_impls.full_history:FullHistory",
        "hybrid": "memory_impls.hybrid:Hybrid",
        "keyvalue": "memory_impls.keyvalue:KeyValue",
        "manager": "memory_impls.manager:Manager",
        "manager_events": "memory_impls.manager:ManagerEvents",
        "none": "memory_impls.none:NoMemory",
        "rerank": "memory_impls.rerank:Rerank",
        "summary": "memory_impls.summary:Summary",
        "table": "memory_impls.table:Table",
        "vector": "memory_impls.vector:Vector",
        "window": "memory_impls.window:Window",
        "window_compressed": "memory_impls.window_compressed:WindowCompressed",
    }
)
"""Name of a design -> where its class is."""

ALIASES: Mapping[str, str] = MappingProxyType(
    {"context_stuffing": "full_history", "vector_only": "vector"}
)
"""Other names under which the articles know a design."""


def design_names() -> tuple[str, ...]:
    """List the names of the designs that ship, sorted, without importing any."""
    return tuple(sorted(DESIGNS))


def design_class(name: str) -> type[Memory]:
    """Find the class of a design.

    Args:
        name: A registered name, an alias, ``package.module:Class`` or ``path/to/file.py:Class``.

    Raises:
        UnknownNameError: No design, or no class in that file, has this name.
        ValueError: The module cannot be loaded, or the class is no concrete Memory.
    """
    target = DESIGNS.get(ALIASES.get(name, name))
    if target is None:
        if ":" not in name:
            raise UnknownNameError("design", name, [*DESIGNS, *ALIASES])
        target = name
    where, _, attribute = target.rpartition(":")
    module = _load_file(Path(where)) if where.endswith(".py") else _load_module(where, target)
    found = getattr(module, attribute, None)
    if found is None:
        raise UnknownNameError(f"class in {where}", attribute, _memories_in(module))
    if not (inspect.isclass(found) and issubclass(found, Memory)):
        raise ValueError(f"{target} is no subclass of memory_impls.api.Memory; derive it from that")
    if inspect.isabstract(found):
        missing = ", ".join(sorted(found.__abstractmethods__))
        raise ValueError(f"{target} is abstract; implement {missing}")
    return found


def parameters(design: type[Memory]) -> tuple[str, ...]:
    """List the parameters of a design, without the parts that the harness injects."""
    return tuple(name for name in _arguments(design) if name not in INJECTED)


def build(
    name: str,
    params: Mapping[str, object] | None = None,
    *,
    embedder: Embedder | None = None,
    model: Model | None = None,
    seed: int = 0,
) -> Memory:
    """Build a fresh memory; injected parts reach only a constructor that names them.

    Raises:
        UnknownNameError: The design, or one of the parameters, is not known.
        ValueError: The constructor refuses the parameters.
    """
    design = design_class(name)
    known = parameters(design)
    given = dict(params or {})
    for key in given:
        if key not in known:
            raise UnknownNameError(f"parameter of {name}", key, known)
    injected = {"embedder": embedder, "model": model, "seed": seed}
    wanted = {key: part for key, part in injected.items() if key in _arguments(design)}
    try:
        return design(**given, **wanted)
    except TypeError as error:
        raise ValueError(f"{name} cannot be built with {given}: {error}") from error


def _arguments(design: type[Memory]) -> tuple[str, ...]:
    found = inspect.signature(design.__init__).parameters.values()
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(sorted(p.name for p in found if p.kind in named and p.name != "self"))


def _memories_in(module: ModuleType) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Memory) and value is not Memory
    ]


def _load_module(name: str, target: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ValueError(f"cannot import {name!r} for {target!r}: {error}") from error


def _load_file(path: Path) -> ModuleType:
    """Load a file once per absolute path, so that its classes keep one identity."""
    resolved = path.expanduser().resolve()
    if not resolved.is_file():
        raise ValueError(f"no such file: {path}; give path/to/file.py:Class")
    digest = hashlib.blake2b(str(resolved).encode(), digest_size=6).hexdigest()
    name = f"memtrial_user_{resolved.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, resolved)
    if spec is None or spec.loader is None:
        raise ValueError(f"cannot load {path} as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up while it is being executed
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise ValueError(f"cannot load {path}: {type(error).__name__}: {error}") from error
    return module

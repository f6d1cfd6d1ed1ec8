"""What is said when something an embedder needs is not installed."""

from __future__ import annotations

import importlib
from types import ModuleType

__all__ = ["needed"]


def needed(module: str, *, requirement: str, name: str) -> ModuleType:
    """Import a module that an embedder needs.

    Args:
        module: Name to import.
        requirement: What to install for it, as pip takes it.
        name: Name of the embedder, for the message.

    Raises:
        ValueError: The module is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ValueError(
            f"embedder {name!r} cannot be loaded: {error}; pip install {requirement!r}"
        ) from error

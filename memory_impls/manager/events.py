"""The design ``manager_events``. Source: article B 6.1."""

from __future__ import annotations

from typing import ClassVar

from memory_impls.manager.design import Manager

__all__ = ["ManagerEvents"]


class ManagerEvents(Manager):
    """Listens to tools as well: calls and results raise memory updates like words do.

    Idea: much that is worth keeping is never said. A tool returned "deployed, version v2.3.1"; a
    subscriber to tool results writes it as it is, an error becomes a failed attempt that is not to
    be made again, and calls whose result is out stand in the working memory. Everything else is
    ``manager``.

    Cost: as ``manager``, for every event. Source: article B 6.1; S13.
    """

    name: ClassVar[str] = "manager_events"
    heard: ClassVar[tuple[str, ...]] = (*Manager.heard, "tool_call", "tool_result")


_, _ARGS, _DESCRIBED = (Manager.__doc__ or "").partition("    Args:")
ManagerEvents.__doc__ = f"{(ManagerEvents.__doc__ or '').rstrip()}\n\n{_ARGS}{_DESCRIBED}".replace(
    "None is talk and changes of task status", "None is every kind"
)

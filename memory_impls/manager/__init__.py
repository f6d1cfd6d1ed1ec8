"""The designs ``manager`` and ``manager_events``: versioned items, under rules that can be set."""

from memory_impls.manager.design import Manager
from memory_impls.manager.events import ManagerEvents

__all__ = ["Manager", "ManagerEvents"]

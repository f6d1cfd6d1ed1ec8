"""The public face of memtrial: run a trial, compare runs, gate a release.

Names are imported when they are first used, so that ``import memtrial`` costs nothing and the
command can look for packages that shadow its own before it imports any of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memory_impls.api import (
        Action,
        Capability,
        Change,
        Consolidation,
        Contents,
        Event,
        EventKind,
        Footprint,
        ForgetRequest,
        ItemKind,
        Layer,
        Memory,
        MemoryItem,
        Occasion,
        Priority,
        Query,
        Recall,
        Recalled,
        Scope,
        Status,
        TaskState,
        TaskStatus,
        ToolCall,
        ToolResult,
        Unsupported,
    )
    from memtrial.holding import baseline, compare, gate
    from memtrial.result import Figure, Result
    from memtrial.trial import DesignFailure, load, run
    from runs.gate.thresholds import Threshold
    from runs.gate.verdict import GateReport

__all__ = [
    "Action",
    "Capability",
    "Change",
    "Consolidation",
    "Contents",
    "DesignFailure",
    "Event",
    "EventKind",
    "Figure",
    "Footprint",
    "ForgetRequest",
    "GateReport",
    "ItemKind",
    "Layer",
    "Memory",
    "MemoryItem",
    "Occasion",
    "Priority",
    "Query",
    "Recall",
    "Recalled",
    "Result",
    "Scope",
    "Status",
    "TaskState",
    "TaskStatus",
    "Threshold",
    "ToolCall",
    "ToolResult",
    "Unsupported",
    "baseline",
    "compare",
    "gate",
    "load",
    "run",
]

_ELSEWHERE = {
    "DesignFailure": "memtrial.trial",
    "Figure": "memtrial.result",
    "GateReport": "runs.gate.verdict",
    "Result": "memtrial.result",
    "Threshold": "runs.gate.thresholds",
    "baseline": "memtrial.holding",
    "compare": "memtrial.holding",
    "gate": "memtrial.holding",
    "load": "memtrial.trial",
    "run": "memtrial.trial",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'memtrial' has no attribute {name!r}")
    found = getattr(import_module(_ELSEWHERE.get(name, "memory_impls.api")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

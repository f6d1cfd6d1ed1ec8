"""Language-model work as typed tasks, and the models that run them."""

from memory_impls.parts.model.base import FailureKind, Ledger, Model, ModelFailure, Task, Tier
from memory_impls.parts.model.entries import Anchors, Entry
from memory_impls.parts.model.offline import OfflineModel
from memory_impls.parts.model.scripted import ScriptedModel
from memory_impls.parts.model.tools import Compression, OfflineTools

__all__ = [
    "Anchors",
    "Compression",
    "Entry",
    "FailureKind",
    "Ledger",
    "Model",
    "ModelFailure",
    "OfflineModel",
    "OfflineTools",
    "ScriptedModel",
    "Task",
    "Tier",
]

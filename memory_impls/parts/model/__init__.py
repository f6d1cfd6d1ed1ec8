"""Language-model work as typed tasks, and the models that run them."""

from memory_impls.parts.model.answer import Answer
from memory_impls.parts.model.base import FailureKind, Ledger, Model, ModelFailure, Task, Tier
from memory_impls.parts.model.conflict import Conflict, Pair
from memory_impls.parts.model.distil import Distil, Note, Notes
from memory_impls.parts.model.entries import Anchors, Entry
from memory_impls.parts.model.extract import Extract, Extracted, Statement
from memory_impls.parts.model.induce import Induce
from memory_impls.parts.model.offline import OfflineModel
from memory_impls.parts.model.score import ScoreEntries, Scores
from memory_impls.parts.model.scripted import ScriptedModel
from memory_impls.parts.model.summarise import Summarise
from memory_impls.parts.model.tools import Compression, OfflineTools

__all__ = [
    "Anchors",
    "Answer",
    "Compression",
    "Conflict",
    "Distil",
    "Entry",
    "Extract",
    "Extracted",
    "FailureKind",
    "Induce",
    "Ledger",
    "Model",
    "ModelFailure",
    "Note",
    "Notes",
    "OfflineModel",
    "OfflineTools",
    "Pair",
    "ScoreEntries",
    "Scores",
    "ScriptedModel",
    "Statement",
    "Summarise",
    "Task",
    "Tier",
]

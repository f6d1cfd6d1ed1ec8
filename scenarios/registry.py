"""Names of families and data sets, and how a history is built or loaded from a name.

Modules are imported when a name is used: listing names imports nothing.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from memory_impls.parts.names import UnknownNameError
from scenarios.api import Scenario
from scenarios.families.base import Family, build

if TYPE_CHECKING:
    from scenarios.public.card import DataCard

__all__ = ["build_family", "data_cards", "data_names", "family", "family_names", "load_data"]

_FAMILIES = {
    "absence": "Absence",
    "aggregation": "Aggregation",
    "assistant_said": "AssistantSaid",
    "assistant_wrong": "AssistantWrong",
    "buried_constraint": "BuriedConstraint",
    "cascade": "Cascade",
    "coexisting_facts": "CoexistingFacts",
    "conditional_preference": "ConditionalPreference",
    "contradiction": "Contradiction",
    "correction": "Correction",
    "event_order": "EventOrder",
    "expiry": "Expiry",
    "explicit_preference": "ExplicitPreference",
    "failed_attempts": "FailedAttempts",
    "false_premise": "FalsePremise",
    "forget_request": "ForgetRequest",
    "implicit_invalidation": "ImplicitInvalidation",
    "implied_preference": "ImpliedPreference",
    "knowledge_update": "KnowledgeUpdate",
    "latent_constraint": "LatentConstraint",
    "long_haul": "LongHaul",
    "multi_hop": "MultiHop",
    "preference_shift": "PreferenceShift",
    "repeated_task": "RepeatedTask",
    "reversal": "Reversal",
    "scoped_facts": "ScopedFacts",
    "secrets": "Secrets",
    "standing_instruction": "StandingInstruction",
    "task_state": "TaskStates",
    "temporal": "Temporal",
    "temporary_exception": "TemporaryException",
    "tool_facts": "ToolFacts",
    "unanswerable": "Unanswerable",
    "verbatim": "Verbatim",
}
"""Class of each family; its module in ``scenarios.families`` has the family's name."""

_DATA = {
    "beam": "scenarios.public.beam",
    "chat": "scenarios.public.chat",
    "file": "scenarios.jsonl",
    "locomo": "scenarios.public.locomo",
    "locomo_plus": "scenarios.public.locomo_plus",
    "longmemeval": "scenarios.public.longmemeval",
    "memoryagentbench": "scenarios.public.memoryagentbench",
    "personamem": "scenarios.public.personamem",
    "prefeval": "scenarios.public.prefeval",
}
"""Module of each loader; its function ``load`` reads a path."""


def family_names() -> tuple[str, ...]:
    """List the generated families, sorted."""
    return tuple(sorted(_FAMILIES))


def data_names() -> tuple[str, ...]:
    """List the data sets that can be loaded, sorted."""
    return tuple(sorted(_DATA))


def family(name: str) -> Family[Any]:
    """Get a family by name.

    Raises:
        UnknownNameError: No family has this name.
    """
    if name not in _FAMILIES:
        raise UnknownNameError("scenario family", name, _FAMILIES)
    module = importlib.import_module(f"scenarios.families.{name}")
    return cast(Family[Any], getattr(module, _FAMILIES[name])())


def build_family(
    name: str,
    *,
    seed: int,
    language: str = "en",
    pool: str = "open",
    knobs: Mapping[str, object] | None = None,
) -> Scenario:
    """Build one generated history: a pure function of its arguments and the family's version.

    Raises:
        UnknownNameError: Family, language, pool or a knob is unknown.
        ValueError: A knob's value is out of range.
        FileNotFoundError: The pool has no language for this family.
    """
    return build(family(name), seed=seed, language=language, pool=pool, knobs=knobs)


def data_cards(path: Path | str, *, name: str | None = None) -> tuple[DataCard, ...]:
    """Say what a file or folder holds: one card for each data set found.

    Args:
        path: File or folder.
        name: Which data set it is; None finds out.

    Raises:
        UnknownNameError: No data set has this name.
        ValueError: Nothing is known there, or the file is malformed.
    """
    from scenarios.public import catalog

    place = Path(path)
    return catalog.describe(place) if name is None else (catalog.card(name, place),)


def load_data(
    name: str,
    path: Path | str,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load the histories of a data set, lazily.

    Args:
        name: Which data set.
        path: File or folder.
        limit: Load at most so many histories.
        only: Load only the histories, or questions of them, with these ids.
        knobs: Options of the loader.

    Raises:
        UnknownNameError: No data set has this name.
        ValueError: The file is malformed; the message names path, item and field.
    """
    if name not in _DATA:
        raise UnknownNameError("data set", name, _DATA)
    module = importlib.import_module(_DATA[name])
    found: Iterator[Scenario] = module.load(Path(path), limit=limit, only=only, knobs=knobs)
    return found

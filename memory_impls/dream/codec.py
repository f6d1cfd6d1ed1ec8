"""Rules as plain JSON values, and back without loss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from memory_impls.dream.habits import Rule

__all__ = ["rules_from_plain", "rules_to_plain"]


def rules_to_plain(rules: Mapping[str, Rule]) -> list[object]:
    """Write rules."""
    return [[rule.run_id, rule.text, list(rule.basis)] for rule in rules.values()]


def rules_from_plain(plain: Iterable[Any]) -> dict[str, Rule]:
    """Read rules back."""
    return {
        run_id: Rule(run_id=run_id, text=text, basis=tuple(basis)) for run_id, text, basis in plain
    }

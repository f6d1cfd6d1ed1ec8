"""Rules that repeated requests imply: formed, backed by sources, recalled in their place.

Source: article A 3.4 and 4.2 (five requests become one rule); claims C5 and C6.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memory_impls.api import ItemKind
from metrics.api import Cell, Direction, NotScored, ProbeRecord, Shown
from metrics.links import NEVER_KNOWN, index_of
from metrics.selection import NOT_MEANT, SelectiveMetric
from scenarios.api import Aspect, Probe, Reason

__all__ = ["MIN_SOURCES", "FalseRule", "RuleReplacement", "RuleSources", "RuleStated"]

MIN_SOURCES = 3
"""So many requests of one kind make a rule."""

_NO_RULE = NotScored(reason="no rule was stated")


@dataclass(frozen=True, slots=True, kw_only=True)
class _OverRules(SelectiveMetric):
    """Means probes that ask for a rule."""

    unit: str = "share"
    direction: Direction = Direction.HIGHER

    def means(self, probe: Probe) -> bool:
        return Aspect.RULE in probe.aspects and bool(probe.gold.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleStated(_OverRules):
    """The rule itself, as one item of kind rule."""

    name: str = "rule_stated"
    description: str = "share of rule probes in which an item of kind rule states what is implied"
    example: str = "five requests are shown one by one, no rule: 0; the rule is shown: 1"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 when some shown rule states a required atom, for each of them."""
        rules = {rule.item_id for rule in _rules(record)}
        return float(all(rules & set(stage.shown_by) for stage in record.stages))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSources(_OverRules):
    """What a stated rule rests on."""

    name: str = "rule_sources"
    description: str = "share of stated rules whose declared sources hold at least three requests"
    example: str = "the rule lists two of the requests and ten other events: 0"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Count the declared sources that are evidence; others prove nothing."""
        stating = list(_stating(record))
        if not stating:
            return _NO_RULE
        real = {event for atom in record.probe.gold.required for event in atom.evidence_ids}
        return float(any(len(real & set(rule.source_ids)) >= MIN_SOURCES for rule in stating))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReplacement(_OverRules):
    """Whether the rule stands in place of what it was made from."""

    name: str = "rule_replacement"
    description: str = "share of a stated rule's requests that are no longer shown beside it"
    example: str = "the rule and one of its five requests are shown: 0.8"

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Look for the requests' own words in the context."""
        if not any(_stating(record)):
            return _NO_RULE
        if not record.evidence:
            return NotScored(reason="the requests' words were not recorded")
        return sum(not share.whole for share in record.evidence) / len(record.evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseRule(SelectiveMetric):
    """A rule made of requests that differ."""

    name: str = "false_rule"
    description: str = "share of controls in which an item of kind rule states what nobody implied"
    unit: str = "share"
    direction: Direction = Direction.LOWER
    worst: float | None = 1.0
    example: str = "every report had another format; a rule 'always as PDF' is shown: 1"

    def means(self, probe: Probe) -> bool:
        """Mean controls that forbid a rule as a trap."""
        trap = any(entry.reason is Reason.TRAP for entry in probe.gold.forbidden)
        return trap and Aspect.CONTROL in probe.aspects

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 for a rule that states a trap; only beside probes that ask for real rules."""
        index = index_of(cell)
        if not index.asks_for_rules:
            return NOT_MEANT
        if index.first_success.get(record.budget, record.order) >= record.order:
            return NotScored(reason=NEVER_KNOWN)
        rules = {rule.item_id for rule in _rules(record)}
        return float(any(rules & set(exposure.shown_by) for exposure in record.exposures))


def _rules(record: ProbeRecord) -> Iterator[Shown]:
    return (item for item in record.shown if item.kind is ItemKind.RULE)


def _stating(record: ProbeRecord) -> Iterator[Shown]:
    """Give the shown rules that state a required atom."""
    stating = {item for stage in record.stages for item in stage.shown_by}
    return (rule for rule in _rules(record) if rule.item_id in stating)

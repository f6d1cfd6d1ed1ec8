"""Long haul: one history over months in which the other families' stories run side by side.

Purpose: scale, and drift under many dreams: what happens to constraints, changes, rules, tasks and
deletions when they share one long history with everything else? The stories are those of the other
families, begun one after the other and asked about for as long as the history lasts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from scenarios.families.base import Family
from scenarios.language.pool import read_pool
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.merge import Part, clash, merged
from scenarios.stage.plot import Plot

__all__ = ["LongHaul"]

_ATTEMPTS = 20
"""Draws of a story before it is left out because all of them would contradict another one."""
_STORIES = (
    "buried_constraint",
    "preference_shift",
    "knowledge_update",
    "repeated_task",
    "forget_request",
    "tool_facts",
    "standing_instruction",
    "coexisting_facts",
    "correction",
    "multi_hop",
    "temporary_exception",
    "aggregation",
    "task_state",
    "assistant_said",
    "verbatim",
    "contradiction",
    "implied_preference",
    "cascade",
    "temporal",
    "failed_attempts",
)
"""Families whose stories are told, in this order, over and over."""
_SMALL: dict[str, dict[str, object]] = {
    "aggregation": {"lists": 1},
    "assistant_said": {"advice": 2},
    "buried_constraint": {"constraints": 2},
    "cascade": {"chains": 1},
    "coexisting_facts": {"kinds": 1},
    "contradiction": {"disputed": 1},
    "correction": {"corrections": 1, "disturbed": 1},
    "failed_attempts": {"problems": 1},
    "forget_request": {"erased": 1, "kept": 1},
    "implied_preference": {"habits": 1},
    "knowledge_update": {"facts": 1},
    "multi_hop": {"chains": 2},
    "preference_shift": {"shifts": 1},
    "repeated_task": {"rules": 1},
    "standing_instruction": {"rules": 1},
    "task_state": {"tasks": 1},
    "temporal": {"events": 2},
    "temporary_exception": {"rules": 1},
    "tool_facts": {"calls": 2, "again": 1},
    "verbatim": {"strings": 2},
}
"""Settings that keep one story small, so that many fit side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongHaulKnobs(Knobs):
    """Settings of the family."""

    sessions: int = knob(48, 16, 1_000_000, "sessions of the main user")
    every: int = knob(3, 1, 100, "sessions between the beginnings of two stories")
    stories: int = knob(12, 1, 5000, "stories that are told")


class LongHaul(Family[LongHaulKnobs]):
    """Everything at once, for months."""

    name: ClassVar[str] = "long_haul"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "holds everything together over months and many consolidations"
    claims: ClassVar[tuple[str, ...]] = ("C9", "C14", "C15", "C16", "C33", "C34")
    knobs = LongHaulKnobs

    def plot(self, cast: Cast[LongHaulKnobs]) -> Plot:
        """Begin a story every few sessions and let it run."""
        parts: list[Part] = []
        for number in range(cast.knobs.stories):
            name = _STORIES[number % len(_STORIES)]
            begin = number * cast.knobs.every
            if begin >= cast.knobs.sessions:
                break
            part = _story(cast, name, number, begin, parts)
            if part is not None:
                parts.append(part)
        return merged(parts)


def _story(
    cast: Cast[LongHaulKnobs], name: str, number: int, begin: int, others: list[Part]
) -> Part | None:
    """Draw a story that speaks of nothing that another one speaks of; None if none is left."""
    from scenarios.registry import family

    maker = family(name)
    pool = read_pool(name, language=cast.pool.language, pool=cast.pool.name)
    knobs = maker.knobs.of({**_shared(cast.knobs), **_SMALL[name]})
    for attempt in range(_ATTEMPTS):
        own = Cast(
            pool=pool,
            knobs=knobs,
            draws=cast.draws.sub("story", number, attempt),
            clock=cast.clock.later(begin),
        )
        part = Part(number=number, begin=begin, plot=maker.plot(own), pool=pool)
        if not any(clash(part.plot, other.plot) for other in others):
            return part
    return None


def _shared(knobs: LongHaulKnobs) -> dict[str, Any]:
    return {
        "sessions": max(16, knobs.sessions),
        "distractors": min(knobs.distractors, 3),
        "nearness": knobs.nearness,
        "repeats": knobs.repeats,
    }

"""Latent constraint: a circumstance that a later task must respect, and never asks about.

Purpose: is a circumstance mentioned once brought up by a task that shares no word with it? The
query names neither the circumstance nor anything near it: only its meaning leads there.
Distractors: the same circumstances of other people, and talk that is nearer to the task.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Hardness
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages, scattered, share

__all__ = ["LatentConstraint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LatentConstraintKnobs(Knobs):
    """Settings of the family."""

    circumstances: int = knob(4, 1, 8, "circumstances that tasks must respect")


class LatentConstraint(Family[LatentConstraintKnobs]):
    """Tasks that need a circumstance and share no word with it."""

    name: ClassVar[str] = "latent_constraint"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "brings up a circumstance that a task touches only in meaning"
    claims: ClassVar[tuple[str, ...]] = ("C3", "C7")
    knobs = LatentConstraintKnobs

    def plot(self, cast: Cast[LatentConstraintKnobs]) -> Plot:
        """Mention each circumstance once, set tasks later."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.circumstances, topics="circumstances")):
            matter.near(plot)
            mine, theirs = matter.values(2, cast)
            fact = matter.fact(plot, "is", mine)
            other = matter.fact(plot, "not", theirs)
            plot.say(place % 3, matter.line("circumstance", fact))
            count = share(knobs.distractors, knobs.circumstances, place)
            for session, draws in scattered(matter.draws, count):
                value = draws.pick((fact, other))
                line = matter.line("circumstance_other", value, states=False, alone=True)
                plot.say(session, line)
            rounds = ages(first=3 + place % 2, step=4, growth=3, sessions=knobs.sessions)
            for round_, session in enumerate(rounds):
                plot.then(
                    session,
                    matter.question(
                        f"r{round_}",
                        "task",
                        required=(fact,),
                        aspects=(Aspect.CONSTRAINT,),
                        hardness=Hardness.MUST,
                        category="latent",
                    ),
                )
            if place == 0:
                fork = matter.question(
                    "fork",
                    "task",
                    required=(fact,),
                    aspects=(Aspect.CONSTRAINT, Aspect.REINGEST),
                    hardness=Hardness.MUST,
                    before="r0",
                    category="latent",
                )
                plot.then(9, ForkBeat(questions=(fork,), reingest=True))
        return plot

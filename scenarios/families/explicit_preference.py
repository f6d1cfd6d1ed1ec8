"""Explicit preference: what a user says they like, needed by tasks that tempt to forget it.

Purpose: is a stated preference shown when a task would be done differently without it, and when it
is asked for? Distractors: other people who like something else, or the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Hardness, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import distract_people, matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages, share

__all__ = ["ExplicitPreference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplicitPreferenceKnobs(Knobs):
    """Settings of the family."""

    wishes: int = knob(4, 1, 8, "preferences that are stated")


class ExplicitPreference(Family[ExplicitPreferenceKnobs]):
    """Preferences stated once, tempted later."""

    name: ClassVar[str] = "explicit_preference"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "follows a stated preference in tasks that tempt to break it"
    claims: ClassVar[tuple[str, ...]] = ("C3", "C24", "C32")
    knobs = ExplicitPreferenceKnobs

    def plot(self, cast: Cast[ExplicitPreferenceKnobs]) -> Plot:
        """State the wishes over the first sessions, tempt and ask afterwards."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.wishes, topics="preferences")):
            matter.near(plot)
            mine, other = matter.values(2, cast)
            wish = matter.fact(plot, "wish", mine)
            trap = matter.fact(plot, "trap", other)
            plot.say(place, matter.line("wish_state", wish))
            distract_people(
                plot, matter, (wish, trap), share(knobs.distractors, knobs.wishes, place)
            )
            rounds = ages(first=4, step=3 + place % 2, growth=3, sessions=knobs.sessions)
            for round_, session in enumerate(rounds):
                plot.then(
                    session,
                    matter.question(
                        f"r{round_}",
                        "ask" if (round_ + place) % 3 == 2 else "task",
                        required=(wish,),
                        forbidden=((trap, Reason.TRAP),),
                        aspects=(Aspect.CONSTRAINT,),
                        hardness=Hardness.PREFER,
                    ),
                )
            if place == 0:
                fork = matter.question(
                    "fork",
                    required=(wish,),
                    aspects=(Aspect.CONSTRAINT, Aspect.RESTART),
                    hardness=Hardness.PREFER,
                    before="r0",
                )
                plot.then(8, ForkBeat(questions=(fork,)))
        return plot

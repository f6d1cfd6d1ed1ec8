"""Implied preference: a user never says what they like, but chooses the same again and again.

Purpose: is a habit read off several choices and shown when the choice comes again, although one
choice was different? The habit is in force when most choices agree; the odd one is no habit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import distract_people, matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages, share

__all__ = ["ImpliedPreference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpliedPreferenceKnobs(Knobs):
    """Settings of the family."""

    habits: int = knob(3, 1, 6, "habits that choices show")
    choices: int = knob(4, 3, 12, "choices that show one habit")


class ImpliedPreference(Family[ImpliedPreferenceKnobs]):
    """Choices that agree, but for one."""

    name: ClassVar[str] = "implied_preference"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "reads a preference off behaviour"
    claims: ClassVar[tuple[str, ...]] = ("C5", "C6")
    knobs = ImpliedPreferenceKnobs

    def plot(self, cast: Cast[ImpliedPreferenceKnobs]) -> Plot:
        """Choose the same every second session, once otherwise; ask what the habit is."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.habits, topics="preferences")):
            matter.near(plot)
            usual, odd = matter.values(2, cast)
            habit = matter.fact(plot, "habit", usual)
            exception = matter.fact(plot, "odd", odd)
            sessions = [2 * number + place % 2 for number in range(knobs.choices)]
            for session in sessions:
                plot.say(session, matter.line("chose", habit))
            plot.say(sessions[1] + 1, matter.line("chose_once", exception))
            distract_people(plot, matter, (habit,), share(knobs.distractors, knobs.habits, place))
            rounds = ages(first=sessions[-1], step=3, growth=3, sessions=knobs.sessions)
            for round_, session in enumerate(rounds):
                plot.then(
                    session,
                    matter.question(
                        f"r{round_}",
                        "habit_ask" if round_ % 2 else "task",
                        required=(habit,),
                        category="implied",
                    ),
                )
            if place == 0:
                fork = matter.question(
                    "fork",
                    "task",
                    required=(habit,),
                    aspects=(Aspect.RESTART,),
                    before="r0",
                    category="implied",
                )
                plot.then(sessions[-1] + 1, ForkBeat(questions=(fork,)))
        return plot

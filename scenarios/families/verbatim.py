"""Verbatim: codes, addresses, commands and error strings that must come back to the letter.

Purpose: are strings that no paraphrase can stand for shown exactly, weeks later, among strings that
look like them? Distractors: the same kind of string of other subjects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages, scattered, share

__all__ = ["Verbatim"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbatimKnobs(Knobs):
    """Settings of the family."""

    strings: int = knob(5, 1, 8, "strings to be kept to the letter")


class Verbatim(Family[VerbatimKnobs]):
    """Strings to the letter."""

    name: ClassVar[str] = "verbatim"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "gives back codes, addresses and error strings to the letter"
    claims: ClassVar[tuple[str, ...]] = ("C8", "C10", "C32")
    knobs = VerbatimKnobs

    def plot(self, cast: Cast[VerbatimKnobs]) -> Plot:
        """Say each string once, ask for it at growing ages."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.strings, topics="strings")):
            matter.near(plot)
            right, wrong = matter.values(2, cast)
            fact = matter.fact(plot, "string", right)
            trap = matter.fact(plot, "trap", wrong)
            plot.say(place % 4, matter.line("string_state", fact))
            count = share(knobs.distractors, knobs.strings, place)
            for session, draws in scattered(matter.draws, count):
                twin = matter.about(draws.pick(matter.others), matter.key)
                plot.say(session, twin.line("string_state", trap, states=False))
            rounds = ages(first=4 + place % 3, step=4, growth=3, sessions=knobs.sessions)
            for round_, session in enumerate(rounds):
                form = "task" if (round_ + place) % 2 else "ask"
                plot.then(
                    session,
                    matter.question(
                        f"r{round_}",
                        form,
                        required=(fact,),
                        forbidden=((trap, Reason.TRAP),),
                        category=form,
                    ),
                )
            if place == 0:
                fork = matter.question(
                    "fork", required=(fact,), aspects=(Aspect.RESTART,), before="r0"
                )
                plot.then(9, ForkBeat(questions=(fork,)))
        return plot

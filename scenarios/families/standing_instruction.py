"""Standing instruction: a rule of format or behaviour given once, to be applied without reminder.

Purpose: is a rule given long ago shown with every task it governs, though no task mentions it, and
is it not mixed up with rules that others have? Distractors: rules of other people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Hardness
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import matters
from scenarios.stage.plot import ForkBeat, Plot, UseBeat
from scenarios.stage.schedule import ages, scattered, share

__all__ = ["StandingInstruction"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingInstructionKnobs(Knobs):
    """Settings of the family."""

    rules: int = knob(3, 1, 6, "standing instructions")


class StandingInstruction(Family[StandingInstructionKnobs]):
    """A rule given once governs every later task."""

    name: ClassVar[str] = "standing_instruction"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "applies a rule of format or behaviour given long ago, unreminded"
    claims: ClassVar[tuple[str, ...]] = ("C3", "C8", "C10")
    knobs = StandingInstructionKnobs

    def plot(self, cast: Cast[StandingInstructionKnobs]) -> Plot:
        """Give the rules in the first sessions, set tasks at growing ages."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.rules, topics="instructions")):
            matter.near(plot)
            mine, *foreign = matter.values(4, cast)
            rule = matter.fact(plot, "rule", mine)
            others = [matter.fact(plot, f"other{n}", drawn) for n, drawn in enumerate(foreign)]
            plot.say(place, matter.line("rule_state", rule))
            count = share(knobs.distractors, knobs.rules, place)
            for session, draws in scattered(matter.draws, count):
                wrong = draws.pick(others)
                line = matter.line("rule_other", wrong, states=False, alone=True)
                plot.say(session, line)
            rounds = ages(first=3 + place % 2, step=3, sessions=knobs.sessions)
            for round_, session in enumerate(rounds):
                question = matter.question(
                    f"r{round_}",
                    "ask" if round_ == 2 else "task",
                    required=(rule,),
                    aspects=(Aspect.CONSTRAINT,),
                    hardness=Hardness.MUST,
                )
                plot.then(session, question)
            if place == 0:
                plot.then(6, UseBeat(form=matter.topic.forms("task"), slots=matter.slots()))
                fork = matter.question(
                    "fork",
                    "task",
                    required=(rule,),
                    aspects=(Aspect.CONSTRAINT, Aspect.RESTART),
                    hardness=Hardness.MUST,
                    before="r0",
                )
                plot.then(10, ForkBeat(questions=(fork,)))
        return plot

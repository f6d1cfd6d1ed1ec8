"""Assistant said: what the assistant recommended or worked out, asked for later.

Purpose: is something that the assistant said itself found again, and not mistaken for what the user
or others said on the same matter?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from memory_impls.api import EventKind
from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages, scattered, share

__all__ = ["AssistantSaid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantSaidKnobs(Knobs):
    """Settings of the family."""

    advice: int = knob(4, 1, 6, "recommendations of the assistant")


class AssistantSaid(Family[AssistantSaidKnobs]):
    """Recommendations of the assistant."""

    name: ClassVar[str] = "assistant_said"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "remembers what the assistant itself said"
    claims: ClassVar[tuple[str, ...]] = ("C19", "C32")
    knobs = AssistantSaidKnobs

    def plot(self, cast: Cast[AssistantSaidKnobs]) -> Plot:
        """Let the assistant recommend, ask for it later."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.advice, topics="advised")):
            matter.near(plot)
            right, wrong = matter.values(2, cast)
            advice = matter.fact(plot, "advice", right)
            trap = matter.fact(plot, "trap", wrong)
            plot.say(
                place,
                matter.line(matter.topic.forms("wanted"), reply="", alone=True),
                matter.line("advice", advice, by=EventKind.ASSISTANT),
            )
            count = share(knobs.distractors, knobs.advice, place)
            for session, draws in scattered(matter.draws, count):
                if draws.chance(knobs.nearness):
                    line = matter.line("advice_of_others", trap, states=False, alone=True)
                else:
                    twin = matter.about(draws.pick(matter.others), matter.key)
                    line = twin.line("advice", advice, states=False, by=EventKind.ASSISTANT)
                plot.say(session, line)
            rounds = ages(first=4 + place % 2, step=4, growth=3, sessions=knobs.sessions)
            for round_, session in enumerate(rounds):
                plot.then(
                    session,
                    matter.question(
                        f"r{round_}",
                        "ask",
                        required=(advice,),
                        forbidden=((trap, Reason.TRAP),),
                        category="assistant",
                    ),
                )
            if place == 0:
                fork = matter.question(
                    "fork", required=(advice,), aspects=(Aspect.REINGEST,), before="r0"
                )
                plot.then(7, ForkBeat(questions=(fork,), reingest=True))
        return plot

"""Assistant wrong: the assistant misstates what the user had said.

Purpose: does a wrong claim of the assistant's own stay out of what is asserted as current, whether
the user corrects it or lets it pass, and does the user's word stay in force?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from memory_impls.api import EventKind
from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages

__all__ = ["AssistantWrong"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantWrongKnobs(Knobs):
    """Settings of the family."""

    facts: int = knob(4, 1, 6, "facts that the assistant misstates; every second is corrected")


class AssistantWrong(Family[AssistantWrongKnobs]):
    """False memories that the assistant offers."""

    name: ClassVar[str] = "assistant_wrong"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "does not take the assistant's mistakes for facts"
    claims: ClassVar[tuple[str, ...]] = ("C11", "C30")
    knobs = AssistantWrongKnobs

    def plot(self, cast: Cast[AssistantWrongKnobs]) -> Plot:
        """State facts, misstate them, correct some; ask before and after."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.facts)):
            matter.near(plot)
            _misstate(plot, matter, place, cast)
        return plot


def _misstate(plot: Plot, matter: Matter, place: int, cast: Cast[AssistantWrongKnobs]) -> None:
    slip = 5 + place
    right, wrong = matter.values(2, cast)
    fact = matter.fact(plot, "right", right)
    false = matter.fact(plot, "false", wrong)
    plot.say(place, matter.line("fact_state", fact))
    plot.then(4, matter.question("before", required=(fact,), category="before"))
    lines = [
        matter.line("check_wanted", reply="", alone=True),
        matter.line("wrong_recall", false, by=EventKind.ASSISTANT, states=False),
    ]
    corrected = place % 2 == 0
    if corrected:
        lines.append(matter.line("no_it_is", fact, alone=True))
    plot.say(slip, *lines)
    rounds = ages(first=slip, step=3, growth=3, sessions=cast.knobs.sessions)
    for round_, session in enumerate(rounds):
        plot.then(
            session,
            matter.question(
                f"after{round_}",
                "task" if round_ % 2 else "ask",
                required=(fact,),
                forbidden=((false, Reason.TRAP),),
                before="before",
                category="corrected" if corrected else "let pass",
            ),
        )
    if place == 0:
        fork = matter.question(
            "fork",
            required=(fact,),
            forbidden=((false, Reason.TRAP),),
            aspects=(Aspect.RESTART,),
            before="before",
        )
        plot.then(slip + 2, ForkBeat(questions=(fork,)))

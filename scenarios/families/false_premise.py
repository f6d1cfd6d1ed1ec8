"""False premise: questions that take for granted what is not so.

Purpose: is the true fact shown when a question presupposes a wrong value, so that the premise can
be put right, and is nothing made up when it presupposes something never said?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages

__all__ = ["FalsePremise"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FalsePremiseKnobs(Knobs):
    """Settings of the family."""

    known: int = knob(3, 1, 5, "facts that a question gets wrong")
    unknown: int = knob(2, 1, 4, "things never said that a question takes for granted")


class FalsePremise(Family[FalsePremiseKnobs]):
    """Questions that presuppose what is not so."""

    name: ClassVar[str] = "false_premise"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "shows what refutes a wrong premise"
    claims: ClassVar[tuple[str, ...]] = ("C2", "C12")
    knobs = FalsePremiseKnobs

    def plot(self, cast: Cast[FalsePremiseKnobs]) -> Plot:
        """State facts, ask with wrong premises, and plainly."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.known + knobs.unknown)):
            matter.near(plot)
            _presuppose(plot, matter, place, cast, known=place < knobs.known)
        return plot


def _presuppose(
    plot: Plot, matter: Matter, place: int, cast: Cast[FalsePremiseKnobs], *, known: bool
) -> None:
    right, wrong = matter.values(2, cast)
    false = matter.fact(plot, "false", wrong)
    fact = matter.fact(plot, "true", right) if known else None
    if fact is not None:
        plot.say(place, matter.line("fact_state", fact))
        plot.then(4, matter.question("plain", required=(fact,), category="plain"))
    rounds = ages(first=5 + place % 2, step=4, growth=3, sessions=cast.knobs.sessions)
    for round_, session in enumerate(rounds):
        plot.then(
            session,
            matter.question(
                f"r{round_}",
                "premise",
                required=() if fact is None else (fact,),
                forbidden=((false, Reason.TRAP),),
                answerable=fact is not None,
                category="false premise" if known else "unknown premise",
                value=false.slot,
            ),
        )
    if place == 0 and fact is not None:
        fork = matter.question(
            "fork",
            "premise",
            required=(fact,),
            forbidden=((false, Reason.TRAP),),
            category="false premise",
            value=false.slot,
        )
        plot.then(8, ForkBeat(questions=(fork,)))

"""Contradiction: two sources say different things, and nothing says which is right.

Purpose: are both shown, so that the agent can ask, and is neither picked in silence? A source is
named with each statement; neither is newer by intent, a correction or an update. Controls: facts
that two sources agree on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, distract, matters
from scenarios.stage.plot import Plot
from scenarios.stage.schedule import ages, share

__all__ = ["Contradiction"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionKnobs(Knobs):
    """Settings of the family."""

    disputed: int = knob(3, 1, 6, "facts that two sources give differently")
    agreed: int = knob(1, 0, 3, "facts that two sources agree on")


class Contradiction(Family[ContradictionKnobs]):
    """Two sources, two values, no verdict."""

    name: ClassVar[str] = "contradiction"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "shows both sides of a contradiction that nothing resolves"
    claims: ClassVar[tuple[str, ...]] = ("C12",)
    knobs = ContradictionKnobs

    def plot(self, cast: Cast[ContradictionKnobs]) -> Plot:
        """Let two sources speak of each fact, sessions apart."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.disputed + knobs.agreed)):
            matter.near(plot)
            if place < knobs.disputed:
                _dispute(plot, matter, place, cast)
            else:
                _agree(plot, matter, place, cast)
        return plot


def _dispute(plot: Plot, matter: Matter, place: int, cast: Cast[ContradictionKnobs]) -> None:
    one, two, trap_value = matter.values(3, cast)
    first = matter.fact(plot, "one", one)
    second = matter.fact(plot, "two", two)
    trap = matter.fact(plot, "trap", trap_value)
    plot.say(place, matter.line("source_one", first))
    plot.say(place + 4, matter.line("source_two", second))
    count = share(cast.knobs.distractors, cast.knobs.disputed, place)
    distract(plot, matter, first, trap, cast, count)
    plot.then(3, matter.question("first", required=(first,), category="one source"))
    rounds = ages(first=place + 4, step=3, growth=4, sessions=cast.knobs.sessions)
    for round_, session in enumerate(rounds):
        plot.then(
            session,
            matter.question(
                f"both{round_}",
                "task" if round_ % 2 else "ask",
                required=(first, second),
                before="first",
                category="contradiction",
            ),
        )


def _agree(plot: Plot, matter: Matter, place: int, cast: Cast[ContradictionKnobs]) -> None:
    (drawn,) = matter.values(1, cast)
    fact = matter.fact(plot, "agreed", drawn)
    plot.say(place, matter.line("source_one", fact))
    plot.say(place + 3, matter.line("source_two", fact))
    for round_, session in enumerate(ages(first=8, step=5, growth=2, sessions=cast.knobs.sessions)):
        plot.then(
            session,
            matter.question(
                f"agreed{round_}",
                required=(fact,),
                aspects=(Aspect.CONTROL,),
                category="agreement",
            ),
        )

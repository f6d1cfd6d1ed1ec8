"""Reversal: a fact changes from A to B and back to A.

Purpose: after A, B, A is the first value current again and the second one gone, and is the time in
between still known? Distractors: other subjects with either value, suppositions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, distract, matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages, share

__all__ = ["Reversal"]

_ASPECTS = (Aspect.AFTER_CHANGE,)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReversalKnobs(Knobs):
    """Settings of the family."""

    facts: int = knob(3, 1, 6, "facts that change and change back")


class Reversal(Family[ReversalKnobs]):
    """A, then B, then A again."""

    name: ClassVar[str] = "reversal"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "follows a change and its undoing, and remembers the time between"
    claims: ClassVar[tuple[str, ...]] = ("C12", "C20")
    knobs = ReversalKnobs

    def plot(self, cast: Cast[ReversalKnobs]) -> Plot:
        """Plan every fact at its own pace."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.facts)):
            matter.near(plot)
            _reverse(plot, matter, place, cast)
        return plot


def _reverse(plot: Plot, matter: Matter, place: int, cast: Cast[ReversalKnobs]) -> None:
    away, back = 4 + place, 9 + place
    one, two, trap_value = matter.values(3, cast)
    first = matter.fact(plot, "first", one, since=place, until=away)
    second = matter.fact(plot, "second", two, since=away, until=back)
    again = matter.fact(plot, "again", one, since=back)
    trap = matter.fact(plot, "trap", trap_value)
    plot.say(place, matter.line("fact_state", first))
    plot.say(away, matter.line("fact_update", second))
    plot.say(back, matter.line("fact_revert", again))
    distract(
        plot, matter, first, trap, cast, share(cast.knobs.distractors, cast.knobs.facts, place)
    )
    traps = ((trap, Reason.TRAP),)
    plot.then(
        3,
        matter.question("first", required=(first,), forbidden=traps, category="first"),
    )
    plot.then(
        away + 1,
        matter.question(
            "second",
            "task" if place % 2 else "ask",
            required=(second,),
            forbidden=((first, Reason.STALE), *traps),
            aspects=_ASPECTS,
            before="first",
            category="second",
        ),
    )
    for round_, session in enumerate(ages(first=back, step=2, sessions=cast.knobs.sessions)):
        plot.then(
            session,
            matter.question(
                f"again{round_}",
                "task" if round_ % 2 else "ask",
                required=(again,),
                forbidden=((second, Reason.STALE), *traps),
                aspects=_ASPECTS,
                before="second",
                category="again",
            ),
        )
    past = matter.question(
        "between",
        "ask_past",
        required=(second,),
        aspects=(Aspect.HISTORY,),
        before="second",
        at_session=away + 1,
        category="between",
    )
    plot.then(back + 2, past)
    if place == 0:
        fork = matter.question(
            "fork",
            required=(again,),
            forbidden=((second, Reason.STALE),),
            aspects=(Aspect.AFTER_CHANGE, Aspect.RESTART),
            before="second",
            category="again",
        )
        plot.then(back + 1, ForkBeat(questions=(fork,)))

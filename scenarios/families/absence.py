"""Absence: a fact changes, and what was known under the old one is no longer known.

Purpose: after the root changes, is what held under the old root no longer given as current, since
nobody said what holds under the new one? What does not depend on the root stays known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.families.cascade import place_fact
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Plot
from scenarios.stage.schedule import ages
from scenarios.stage.values import draw_values

__all__ = ["Absence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceKnobs(Knobs):
    """Settings of the family."""

    chains: int = knob(3, 1, 4, "roots with a dependent value")


class Absence(Family[AbsenceKnobs]):
    """A root changes, what depended on it becomes unknown."""

    name: ClassVar[str] = "absence"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "knows that something is no longer known"
    claims: ClassVar[tuple[str, ...]] = ("C12", "C20")
    knobs = AbsenceKnobs

    def plot(self, cast: Cast[AbsenceKnobs]) -> Plot:
        """Tell root and dependent value, move the root, ask for what is now unknown."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.chains, topics="rooted")):
            matter.near(plot)
            _lose(plot, matter, place, cast)
        return plot


def _lose(plot: Plot, matter: Matter, place: int, cast: Cast[AbsenceKnobs]) -> None:
    change = 6 + 2 * place
    spec = matter.topic.data["root"]["value"]
    homes = draw_values(spec, 2, matter.draws.sub("roots"), matter.language)
    (value,) = matter.values(1, cast)
    old = place_fact(plot, matter, "old", homes[0], place, change)
    new = place_fact(plot, matter, "new", homes[1], change, None)
    dependent = matter.fact(plot, "dependent", value, since=place + 1, until=change)
    topic = matter.topic
    plot.say(place, matter.line(topic.forms("root_state"), old))
    plot.say(place + 1, matter.line("fact_state", dependent))
    plot.say(change, matter.line(topic.forms("root_change"), new))
    plot.then(4, matter.question("before", required=(dependent,), category="before"))
    rounds = ages(first=change, step=3, growth=3, sessions=cast.knobs.sessions)
    for round_, session in enumerate(rounds):
        plot.then(
            session,
            matter.question(
                f"lost{round_}",
                "task" if round_ % 2 else "ask",
                forbidden=((dependent, Reason.STALE),),
                aspects=(Aspect.ABSENCE, Aspect.AFTER_CHANGE),
                before="before",
                answerable=False,
                category="unknown now",
            ),
        )
        plot.then(
            session,
            matter.question(
                f"root{round_}",
                "root_ask",
                required=(new,),
                forbidden=((old, Reason.STALE),),
                aspects=(Aspect.AFTER_CHANGE,),
                category="root",
            ),
        )

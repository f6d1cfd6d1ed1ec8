"""Event order: things happen one after the other over weeks; which came first?

Purpose: are all the events of a series shown with what tells their order? The order is that of
telling; nothing else gives it away. Distractors: events of the same sort of another series.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Plot
from scenarios.stage.schedule import ages, scattered, share

__all__ = ["EventOrder"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOrderKnobs(Knobs):
    """Settings of the family."""

    series: int = knob(2, 1, 4, "series of events")
    events: int = knob(4, 2, 10, "events of each")


class EventOrder(Family[EventOrderKnobs]):
    """Series of events in the order of telling."""

    name: ClassVar[str] = "event_order"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "knows in which order things happened"
    claims: ClassVar[tuple[str, ...]] = ("C4", "C18")
    knobs = EventOrderKnobs

    def plot(self, cast: Cast[EventOrderKnobs]) -> Plot:
        """Let the events happen, ask for their order."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.series, topics="series")):
            matter.near(plot)
            _happen(plot, matter, place, cast)
        return plot


def _happen(plot: Plot, matter: Matter, place: int, cast: Cast[EventOrderKnobs]) -> None:
    knobs = cast.knobs
    values = matter.values(knobs.events, cast)
    facts = [matter.fact(plot, f"e{n}", drawn) for n, drawn in enumerate(values)]
    for number, fact in enumerate(facts):
        plot.say(place + 2 * number, matter.line(matter.topic.forms("happens"), fact))
    for session, draws in scattered(matter.draws, share(knobs.distractors, knobs.series, place)):
        twin = matter.about(draws.pick(matter.others), matter.key)
        line = twin.line(matter.topic.forms("happens"), draws.pick(facts), states=False)
        plot.say(session, line)
    early = place + 2 * (len(facts) // 2)
    early_facts = tuple(facts[: len(facts) // 2 + 1])
    plot.then(
        early,
        matter.question(
            "early", required=early_facts, aspects=(Aspect.ORDER,), answer=_order(early_facts)
        ),
    )
    done = place + 2 * (len(facts) - 1)
    rounds = ages(first=done, step=2, growth=4, sessions=knobs.sessions)
    for round_, session in enumerate(rounds):
        plot.then(
            session,
            matter.question(
                f"r{round_}",
                "ask" if round_ % 2 == 0 else "ask_span",
                required=tuple(facts),
                aspects=(Aspect.ORDER,),
                answer=_order(tuple(facts)),
                category="order",
            ),
        )
    if place == 0:
        fork = matter.question(
            "fork",
            required=tuple(facts),
            aspects=(Aspect.ORDER, Aspect.RESTART),
            answer=_order(tuple(facts)),
        )
        plot.then(done + 1, ForkBeat(questions=(fork,)))


def _order(facts: tuple[Fact, ...]) -> str:
    return " > ".join(fact.value.text for fact in facts)

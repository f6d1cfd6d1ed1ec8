"""Aggregation: items of a list are mentioned one by one over weeks, then all are wanted.

Purpose: are all items shown when the whole list, or their number, is asked for? Some items are
taken off again. Distractors: the same sort of list for another subject.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Plot
from scenarios.stage.schedule import scattered, share

__all__ = ["Aggregation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregationKnobs(Knobs):
    """Settings of the family."""

    lists: int = knob(2, 1, 4, "lists that grow")
    items: int = knob(5, 2, 12, "items of each")


class Aggregation(Family[AggregationKnobs]):
    """Lists that grow item by item."""

    name: ClassVar[str] = "aggregation"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "collects all items of a list that were mentioned far apart"
    claims: ClassVar[tuple[str, ...]] = ("C4", "C22")
    knobs = AggregationKnobs

    def plot(self, cast: Cast[AggregationKnobs]) -> Plot:
        """Add the items over the sessions, ask for all at several moments."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.lists, topics="collections")):
            matter.near(plot)
            _grow(plot, matter, place, cast)
        return plot


def _grow(plot: Plot, matter: Matter, place: int, cast: Cast[AggregationKnobs]) -> None:
    knobs = cast.knobs
    *values, foreign = matter.values(knobs.items + 1, cast)
    removed = place + 2 * knobs.items
    items = [
        matter.fact(plot, f"i{n}", drawn, since=place + 2 * n, until=removed if n == 0 else None)
        for n, drawn in enumerate(values)
    ]
    other = matter.fact(plot, "foreign", foreign)
    for number, item in enumerate(items):
        plot.say(place + 2 * number, matter.line("item_add", item))
    for session, draws in scattered(matter.draws, share(knobs.distractors, knobs.lists, place)):
        twin = matter.about(draws.pick(matter.others), matter.key)
        value = draws.pick((other, *items[:2]))
        plot.say(session, twin.line("item_add", value, states=False))
    half = knobs.items // 2
    _ask(plot, matter, "half", items[: half + 1], place + 2 * half, "ask", other)
    _ask(plot, matter, "all", items, place + 2 * (knobs.items - 1), "ask_count", other)
    plot.say(removed, matter.line("item_drop", items[0], states=False))
    for round_, session in enumerate((removed, removed + 2, removed + 4)):
        form = ("ask", "task", "ask_count")[round_]
        _ask(plot, matter, f"less{round_}", items[1:], session, form, other, items[0])
    if place == 0:
        fork = matter.question("fork", required=tuple(items[1:]), aspects=(Aspect.RESTART,))
        plot.then(removed + 1, ForkBeat(questions=(fork,)))


def _ask(
    plot: Plot,
    matter: Matter,
    name: str,
    items: list[Fact],
    session: int,
    form: str,
    foreign: Fact,
    dropped: Fact | None = None,
) -> None:
    wrong = [(foreign, Reason.TRAP)]
    if dropped is not None:
        wrong.append((dropped, Reason.STALE))
    plot.then(
        session,
        matter.question(
            name,
            form,
            required=tuple(items),
            forbidden=tuple(wrong),
            aspects=(Aspect.AFTER_CHANGE,) if dropped is not None else (),
            before="half" if dropped is not None else None,
            category="list" if dropped is None else "list, one taken off",
        ),
    )

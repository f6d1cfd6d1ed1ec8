"""Knowledge update: facts change several times, in many wordings and with many verbs.

Purpose: does the newest value win whatever the wording, at once and later, and can the value of any
moment be found? Distractors: other subjects with the right value, past and supposed ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, distract, matters
from scenarios.stage.plot import Fact, ForkBeat, Plot
from scenarios.stage.schedule import share

__all__ = ["KnowledgeUpdate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeUpdateKnobs(Knobs):
    """Settings of the family."""

    facts: int = knob(3, 1, 6, "facts that change")
    updates: int = knob(3, 1, 40, "times that each of them changes")
    every: int = knob(4, 2, 100, "sessions between two changes of a fact")


class KnowledgeUpdate(Family[KnowledgeUpdateKnobs]):
    """The newest value wins."""

    name: ClassVar[str] = "knowledge_update"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "keeps the newest value of a fact that changes, in any wording"
    claims: ClassVar[tuple[str, ...]] = ("C9", "C12", "C20", "C21")
    knobs = KnowledgeUpdateKnobs

    def plot(self, cast: Cast[KnowledgeUpdateKnobs]) -> Plot:
        """Plan a chain of values for every fact."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.facts)):
            matter.near(plot)
            _chain(plot, matter, place, cast)
        return plot


def _chain(plot: Plot, matter: Matter, place: int, cast: Cast[KnowledgeUpdateKnobs]) -> None:
    knobs = cast.knobs
    *values, trap_value = matter.values(knobs.updates + 2, cast)
    trap = matter.fact(plot, "trap", trap_value)
    starts = [place + number * knobs.every for number in range(len(values))]
    chain = [
        matter.fact(
            plot,
            f"v{number}",
            drawn,
            since=start,
            until=start + knobs.every if number < knobs.updates else None,
        )
        for number, (drawn, start) in enumerate(zip(values, starts, strict=True))
    ]
    for number, (fact, start) in enumerate(zip(chain, starts, strict=True)):
        plot.say(start, matter.line("fact_update" if number else "fact_state", fact))
        _ask(plot, matter, chain[: number + 1], trap, start + number % 2)
    distract(plot, matter, chain[-1], trap, cast, share(knobs.distractors, knobs.facts, place))
    _look_back(plot, matter, chain, starts, place)


def _ask(plot: Plot, matter: Matter, known: list[Fact], trap: Fact, session: int) -> None:
    number = len(known) - 1
    stale = tuple((fact, Reason.STALE) for fact in known[:-1])
    plot.then(
        session,
        matter.question(
            f"now{number}",
            "task" if number % 2 else "ask",
            required=(known[-1],),
            forbidden=(*stale, (trap, Reason.TRAP)),
            aspects=(Aspect.AFTER_CHANGE,) if number else (),
            before=f"now{number - 1}" if number else None,
            category="update" if number else "first",
        ),
    )


def _look_back(
    plot: Plot, matter: Matter, chain: list[Fact], starts: list[int], place: int
) -> None:
    if len(chain) < 3:
        return
    middle = matter.question(
        "middle",
        "ask_past",
        required=(chain[1],),
        aspects=(Aspect.HISTORY,),
        before="now1",
        at_session=starts[1] + 1,
        category="past",
    )
    plot.then(starts[2] + 1, middle)
    if place == 0:
        fork = matter.question(
            "fork",
            required=(chain[2],),
            forbidden=tuple((fact, Reason.STALE) for fact in chain[:2]),
            aspects=(Aspect.AFTER_CHANGE, Aspect.REINGEST),
            before="now1",
            category="update",
        )
        plot.then(starts[2] + 1, ForkBeat(questions=(fork,), reingest=True))

"""Scoped facts: two projects of one user, and another user, with the same kinds of facts.

Purpose: does a question in one project see its own facts and those of the user, never those of
another project or user? The facts do not name their project: only the scope tells them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.language.pool import names
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Plot, Question
from scenarios.stage.schedule import ages

__all__ = ["ScopedFacts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopedFactsKnobs(Knobs):
    """Settings of the family."""

    kinds: int = knob(3, 1, 6, "properties that every scope has")


class ScopedFacts(Family[ScopedFactsKnobs]):
    """The same questions in different scopes have different answers."""

    name: ClassVar[str] = "scoped_facts"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "keeps projects and users apart, and shares what is the user's"
    claims: ClassVar[tuple[str, ...]] = ("C25",)
    knobs = ScopedFactsKnobs

    def plot(self, cast: Cast[ScopedFactsKnobs]) -> Plot:
        """State the same kinds of facts in three scopes, ask in each."""
        projects = tuple(cast.draws.sample(names("en")["projects"], 2))
        home, other = (name.lower() for name in projects)
        plot = Plot(project=home)
        for place, matter in enumerate(matters(cast, cast.knobs.kinds, topics="scoped")):
            matter.near(plot)
            _Scopes(matter, place, home, other, cast).add_to(plot)
        return plot


class _Scopes:
    """One property in the home project, another project and for another user."""

    def __init__(
        self, matter: Matter, place: int, home: str, other: str, cast: Cast[ScopedFactsKnobs]
    ) -> None:
        self._matter = matter
        self._place = place
        self._home = home
        self._other = other
        self._cast = cast

    def _fact(self, plot: Plot, name: str, number: int) -> Fact:
        values = self._matter.values(4, self._cast)
        return plot.fact(
            Fact(
                key=f"{self._matter.key}_{name}",
                value=values[number].value,
                paraphrases=values[number].paraphrases,
                attribute=self._matter.topic.cues,
            )
        )

    def add_to(self, plot: Plot) -> None:
        """Add facts, lines and questions."""
        matter, place = self._matter, self._place
        here, there, theirs = (self._fact(plot, n, i) for i, n in enumerate(("a", "b", "c")))
        plot.say(place, matter.line("scoped_state", here))
        plot.say(place + 1, matter.line("scoped_state", there, project=self._other))
        plot.say(place + 2, matter.line("scoped_state", theirs, user=1))
        rounds = ages(first=5, step=3, sessions=self._cast.knobs.sessions)
        for round_, session in enumerate(rounds):
            plot.then(session, self._question(f"home{round_}", here, (there, theirs), round_))
            if round_ == place:
                ask = self._question(f"other{round_}", there, (here, theirs), 0, self._other)
                plot.then(session, ask)
        if place == 0:
            fork = self._question("fork", here, (there, theirs), 0, aspect=Aspect.RESTART)
            plot.then(9, ForkBeat(questions=(fork,)))

    def _question(
        self,
        name: str,
        right: Fact,
        wrong: tuple[Fact, ...],
        round_: int,
        project: str | None = None,
        aspect: Aspect = Aspect.ISOLATION,
    ) -> Question:
        return self._matter.question(
            name,
            "task" if round_ % 2 else "ask",
            required=(right,),
            forbidden=tuple((fact, Reason.OTHER_SCOPE) for fact in wrong),
            aspects=(Aspect.ISOLATION, aspect),
            project=project,
            category="home" if project is None else "other project",
        )

"""Conditional preference: what a user wants depends on the occasion.

Purpose: does a task of one occasion bring up the wish that belongs to it, and not take the wish of
another occasion for it? Both wishes hold all the time, each on its occasion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scenarios.api import USER, Aspect, Hardness, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Plot, Question
from scenarios.stage.schedule import ages, scattered, share
from scenarios.stage.values import Drawn

__all__ = ["ConditionalPreference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalPreferenceKnobs(Knobs):
    """Settings of the family."""

    wishes: int = knob(3, 1, 5, "things for which the wish depends on the occasion")


class ConditionalPreference(Family[ConditionalPreferenceKnobs]):
    """One wish for one occasion, another for another."""

    name: ClassVar[str] = "conditional_preference"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "keeps a preference together with the condition it is bound to"
    claims: ClassVar[tuple[str, ...]] = ("C21", "C26")
    knobs = ConditionalPreferenceKnobs

    def plot(self, cast: Cast[ConditionalPreferenceKnobs]) -> Plot:
        """State a wish for two occasions each, in different sessions; set tasks of both."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.wishes, topics="conditional")):
            matter.near(plot)
            _Pair(matter, place, cast).add_to(plot)
        return plot


class _Pair:
    """Two occasions of one matter, with a wish each."""

    def __init__(self, matter: Matter, place: int, cast: Cast[ConditionalPreferenceKnobs]) -> None:
        self._matter = matter
        self._place = place
        self._cast = cast
        self._values = matter.values(2, cast)

    def _fact(self, plot: Plot, name: str, drawn: Drawn, occasion: str) -> Fact:
        """Bind a value to an occasion: both cues must stand with it."""
        topic = self._matter.topic
        return plot.fact(
            Fact(
                key=f"{self._matter.key}_{name}",
                value=drawn.value,
                paraphrases=drawn.paraphrases,
                before=drawn.before,
                subject=(USER,),
                attribute=tuple(topic.data[f"{occasion}_cues"]),
            )
        )

    def add_to(self, plot: Plot) -> None:
        """Add facts, lines and questions."""
        matter, place, knobs = self._matter, self._place, self._cast.knobs
        facts: dict[str, tuple[Fact, Fact]] = {}
        for number, occasion in enumerate(("one", "two")):
            right = self._fact(plot, occasion, self._values[number], occasion)
            swapped = self._fact(plot, f"{occasion}_swapped", self._values[1 - number], occasion)
            facts[occasion] = right, swapped
            when = matter.topic.texts(f"{occasion}_when")
            plot.say(place + 3 * number, matter.line("wish_when", right, when=when))
        for session, draws in scattered(
            matter.draws, share(knobs.distractors, knobs.wishes, place)
        ):
            fact = facts[draws.pick(("one", "two"))][0]
            line = matter.line("wish_other", fact, states=False, alone=True)
            plot.say(session, line)
        rounds = ages(first=6, step=2 + place % 2, growth=4, sessions=knobs.sessions)
        for round_, session in enumerate(rounds):
            occasion = ("one", "two")[(round_ + place) % 2]
            plot.then(session, self._question(f"r{round_}", occasion, facts[occasion], round_))
        if place == 0:
            fork = replace(self._question("fork", "one", facts["one"], 1), before=None)
            plot.then(9, ForkBeat(questions=(fork,)))

    def _question(
        self, name: str, occasion: str, facts: tuple[Fact, Fact], round_: int
    ) -> Question:
        right, swapped = facts
        form = "ask" if round_ % 3 == 2 else "task"
        return self._matter.question(
            name,
            f"{occasion}_{form}",
            required=(right,),
            forbidden=((swapped, Reason.TRAP),),
            aspects=(Aspect.CONSTRAINT,) if name != "fork" else (Aspect.CONSTRAINT, Aspect.RESTART),
            hardness=Hardness.PREFER,
            category=form,
            direct=form == "ask",
        )

"""Forget request: a user wants things forgotten; some are erased, some only asked for in words.

Purpose: does what was erased stay away from every answer, also after everything was fed again,
while its neighbours stay; and is what was only asked for in words no longer shown? A forgotten
thing that is said anew is known again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.clock import AFTER
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import EraseBeat, Fact, ForkBeat, Plot, Question
from scenarios.stage.schedule import ages

__all__ = ["ForgetRequest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequestKnobs(Knobs):
    """Settings of the family."""

    erased: int = knob(2, 1, 4, "facts that are erased by a request to the memory")
    in_words: int = knob(1, 0, 3, "facts that the user asks in words to forget, and no more")
    kept: int = knob(2, 1, 4, "facts that stay")


class ForgetRequest(Family[ForgetRequestKnobs]):
    """What is to be forgotten goes, what is not stays."""

    name: ClassVar[str] = "forget_request"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "forgets on request, for good, and nothing else"
    claims: ClassVar[tuple[str, ...]] = ("C28",)
    knobs = ForgetRequestKnobs

    def plot(self, cast: Cast[ForgetRequestKnobs]) -> Plot:
        """State the facts, erase some, ask before and after."""
        plot = Plot()
        knobs = cast.knobs
        total = knobs.erased + knobs.in_words + knobs.kept
        for place, matter in enumerate(matters(cast, total)):
            matter.near(plot)
            if place < knobs.erased:
                _erase(plot, matter, place, cast)
            elif place < knobs.erased + knobs.in_words:
                _ask_to_forget(plot, matter, place, cast)
            else:
                _keep(plot, matter, place, cast)
        return plot


def _erase(plot: Plot, matter: Matter, place: int, cast: Cast[ForgetRequestKnobs]) -> None:
    at = 6 + 2 * place
    drawn, newer = matter.values(2, cast)
    fact = matter.fact(plot, "gone", drawn, since=place, until=at + AFTER)
    plot.say(place, matter.line("fact_state", fact, alone=True))
    plot.then(3, matter.question("before", required=(fact,), category="before"))
    plot.say(at, matter.line("forget_asked", reply="forget_done"))
    plot.then(at, EraseBeat(facts=(fact.key,)))
    for round_, session in enumerate(ages(first=at, step=2, growth=2, sessions=at + 4)):
        plot.then(session, _gone(matter, f"after{round_}", fact, "erased"))
    plot.then(
        at + 1,
        ForkBeat(
            questions=(_gone(matter, "refed", fact, "erased", Aspect.REINGEST),), reingest=True
        ),
    )
    if place == 1:
        again = matter.fact(plot, "again", newer, since=at + 5)
        plot.say(at + 5, matter.line("fact_state", again))
        plot.then(
            at + 6,
            matter.question(
                "again",
                required=(again,),
                forbidden=((fact, Reason.DELETED),),
                aspects=(Aspect.AFTER_FORGET,),
                before="before",
                category="said anew",
            ),
        )


def _ask_to_forget(plot: Plot, matter: Matter, place: int, cast: Cast[ForgetRequestKnobs]) -> None:
    at = 5 + place
    (drawn,) = matter.values(1, cast)
    fact = matter.fact(plot, "unsaid", drawn, since=place, until=at)
    plot.say(place, matter.line("fact_state", fact))
    plot.then(4, matter.question("before", required=(fact,), category="before"))
    plot.say(at, matter.line("forget_asked", reply="forget_done"))
    plot.then(at + 1, _gone(matter, "after", fact, "in words"))
    plot.then(at + 5, _gone(matter, "late", fact, "in words"))


def _gone(
    matter: Matter, name: str, fact: Fact, category: str, aspect: Aspect = Aspect.AFTER_FORGET
) -> Question:
    return matter.question(
        name,
        forbidden=((fact, Reason.DELETED),),
        aspects=(Aspect.AFTER_FORGET, aspect),
        before="before",
        answerable=False,
        category=category,
    )


def _keep(plot: Plot, matter: Matter, place: int, cast: Cast[ForgetRequestKnobs]) -> None:
    (drawn,) = matter.values(1, cast)
    fact = matter.fact(plot, "kept", drawn)
    plot.say(place % 4, matter.line("fact_state", fact))
    plot.then(4, matter.question("before", required=(fact,), category="before"))
    for round_, session in enumerate(
        ages(first=7 + place % 2, step=5, growth=2, sessions=cast.knobs.sessions)
    ):
        plot.then(
            session,
            matter.question(
                f"kept{round_}",
                "task" if round_ % 2 == 0 else "ask",
                required=(fact,),
                aspects=(Aspect.CONTROL,),
                before="before",
                category="kept",
            ),
        )

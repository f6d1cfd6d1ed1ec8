"""Temporary exception: a standing wish is suspended until a date, then holds again by itself.

Purpose: is the exception followed while it lasts and the rule again afterwards, though nobody says
that the exception is over? Distractors: other people with the value of the rule or the exception.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Hardness, Reason, Value, ValueKind
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, distract_people, matters
from scenarios.stage.plot import Plot
from scenarios.stage.schedule import share

__all__ = ["TemporaryException"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporaryExceptionKnobs(Knobs):
    """Settings of the family."""

    rules: int = knob(3, 1, 5, "wishes that are suspended for a while")
    lasts: int = knob(4, 2, 50, "sessions that an exception lasts")


class TemporaryException(Family[TemporaryExceptionKnobs]):
    """A rule, an exception that ends by itself, the rule again."""

    name: ClassVar[str] = "temporary_exception"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "follows an exception while it lasts, then the rule again"
    claims: ClassVar[tuple[str, ...]] = ("C12", "C20")
    knobs = TemporaryExceptionKnobs

    def plot(self, cast: Cast[TemporaryExceptionKnobs]) -> Plot:
        """State rule and exception, ask before, while and after."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.rules, topics="preferences")):
            matter.near(plot)
            _except(plot, matter, place, cast)
        return plot


def _except(plot: Plot, matter: Matter, place: int, cast: Cast[TemporaryExceptionKnobs]) -> None:
    begin = 5 + place
    end = begin + cast.knobs.lasts
    usual, other = matter.values(2, cast)
    rule = matter.fact(plot, "rule", usual, since=place)
    exception = matter.fact(plot, "exception", other, since=begin, until=end)
    last_day = Value(kind=ValueKind.DATE, text=cast.clock.at(end).date().isoformat())
    plot.say(place, matter.line("wish_state", rule))
    plot.say(begin, matter.line("wish_until", exception, until=last_day))
    count = share(cast.knobs.distractors, cast.knobs.rules, place)
    distract_people(plot, matter, (rule, exception), count)
    hard = Hardness.PREFER
    plot.then(
        4,
        matter.question(
            "before", required=(rule,), aspects=(Aspect.CONSTRAINT,), hardness=hard, category="rule"
        ),
    )
    for number, session in enumerate((begin, end - 2)):
        plot.then(
            session,
            matter.question(
                f"while{number}",
                "task" if (number + place) % 2 else "ask",
                required=(exception,),
                aspects=(Aspect.AFTER_CHANGE,),
                category="exception",
            ),
        )
    for number, session in enumerate((end + 1, end + 3)):
        plot.then(
            session,
            matter.question(
                f"after{number}",
                "task" if (number + place) % 2 else "ask",
                required=(rule,),
                forbidden=((exception, Reason.STALE),),
                aspects=(Aspect.AFTER_CHANGE, Aspect.CONSTRAINT),
                hardness=hard,
                before="while0",
                category="rule again",
            ),
        )

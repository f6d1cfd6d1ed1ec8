"""Expiry: things that hold until a date that was said with them.

Purpose: after its last day, is what has expired no longer shown as current, and what still holds
shown in its place, though nobody said that anything ended?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason, Value, ValueKind
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Plot
from scenarios.stage.schedule import scattered, share

__all__ = ["Expiry"]

_FAR = 400
"""Session up to which the lasting value holds; a longer history outlives it too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpiryKnobs(Knobs):
    """Settings of the family."""

    kinds: int = knob(3, 1, 5, "things that expire")


class Expiry(Family[ExpiryKnobs]):
    """One value that expires beside one that lasts."""

    name: ClassVar[str] = "expiry"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "stops using what has expired by its own date"
    claims: ClassVar[tuple[str, ...]] = ("C12", "C20")
    knobs = ExpiryKnobs

    def plot(self, cast: Cast[ExpiryKnobs]) -> Plot:
        """Give a short-lived and a long-lived value of each kind."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.kinds, topics="expiring")):
            matter.near(plot)
            _expire(plot, matter, place, cast)
        return plot


def _expire(plot: Plot, matter: Matter, place: int, cast: Cast[ExpiryKnobs]) -> None:
    end = 8 + place
    one, two = matter.values(2, cast)
    brief = matter.fact(plot, "brief", one, since=place, until=end)
    lasting = matter.fact(plot, "lasting", two, since=place + 2, until=_FAR)
    last_day = _day(cast, end - 1 + 0.5)
    far_day = _day(cast, _FAR - 0.5)
    plot.say(place, matter.line("valid_until", brief, until=last_day))
    plot.say(place + 2, matter.line("valid_until", lasting, until=far_day))
    for session, draws in scattered(
        matter.draws, share(cast.knobs.distractors, cast.knobs.kinds, place)
    ):
        twin = matter.about(draws.pick(matter.others), matter.key)
        plot.say(session, twin.line("valid_until", brief, states=False, until=far_day))
    plot.then(5, matter.question("both", required=(brief, lasting), category="before", direct=True))
    for number, session in enumerate((end, end + 2, end + 5)):
        plot.then(
            session,
            matter.question(
                f"after{number}",
                "task" if (number + place) % 2 else "ask",
                required=(lasting,),
                forbidden=((brief, Reason.STALE),),
                aspects=(Aspect.AFTER_CHANGE,),
                before="both",
                category="after",
            ),
        )


def _day(cast: Cast[ExpiryKnobs], moment: float) -> Value:
    return Value(kind=ValueKind.DATE, text=cast.clock.at(moment).date().isoformat())

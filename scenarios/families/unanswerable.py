"""Unanswerable: questions about what was never said, beside things that were.

Purpose: does a memory show nothing that passes for an answer when the history holds none, while
others of the same kind are answered? What was said is of another subject or another property.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import matters
from scenarios.stage.plot import Plot
from scenarios.stage.schedule import ages

__all__ = ["Unanswerable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnanswerableKnobs(Knobs):
    """Settings of the family."""

    unknown: int = knob(3, 1, 5, "things that were never said")
    known: int = knob(2, 1, 5, "things that were said")


class Unanswerable(Family[UnanswerableKnobs]):
    """Questions without an answer in the history."""

    name: ClassVar[str] = "unanswerable"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "says that something was never told, and only then"
    claims: ClassVar[tuple[str, ...]] = ("C2",)
    knobs = UnanswerableKnobs

    def plot(self, cast: Cast[UnanswerableKnobs]) -> Plot:
        """State facts of others, ask for what nobody said, and for what somebody did."""
        plot = Plot()
        knobs = cast.knobs
        chosen = matters(cast, knobs.unknown + knobs.known)
        named = [matter for matter in chosen if matter.subject]
        hidden = {matter.key for matter in named[: knobs.unknown]}
        for place, matter in enumerate(chosen):
            matter.near(plot)
            unknown = matter.key in hidden
            (drawn,) = matter.values(1, cast)
            told = matter.about(matter.others[0], f"{matter.key}o") if unknown else matter
            fact = told.fact(plot, "told", drawn)
            plot.say(place, told.line("fact_state", fact))
            taken = matter.fact(plot, "taken", drawn) if unknown else fact
            rounds = ages(first=4 + place % 2, step=4, growth=3, sessions=knobs.sessions)
            for round_, session in enumerate(rounds):
                question = matter.question(
                    f"r{round_}",
                    "ask",
                    required=() if unknown else (fact,),
                    forbidden=((taken, Reason.TRAP),) if unknown else (),
                    answerable=not unknown,
                    category="unknown" if unknown else "known",
                )
                plot.then(session, question)
        return plot

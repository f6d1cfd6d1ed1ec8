"""Correction: a user corrects what they said; quotes, hypotheses and rumours correct nothing.

Purpose: is a correction taken up at once and for good, and is a fact left alone when a wrong value
is only supposed, rumoured or said of somebody else? Some facts are corrected, some only disturbed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, distract, matters
from scenarios.stage.plot import ForkBeat, Plot
from scenarios.stage.schedule import ages, share

__all__ = ["Correction"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionKnobs(Knobs):
    """Settings of the family."""

    corrections: int = knob(2, 1, 4, "facts that are corrected")
    disturbed: int = knob(2, 1, 4, "facts that are only disturbed")


class Correction(Family[CorrectionKnobs]):
    """Corrections, and what must not correct."""

    name: ClassVar[str] = "correction"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "takes up a correction, and nothing that is none"
    claims: ClassVar[tuple[str, ...]] = ("C9", "C12")
    knobs = CorrectionKnobs

    def plot(self, cast: Cast[CorrectionKnobs]) -> Plot:
        """State the facts, correct some, disturb all, ask before and after."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.corrections + knobs.disturbed)):
            matter.near(plot)
            change = 5 + 2 * place if place < knobs.corrections else None
            _tell(plot, matter, place, change, cast)
        return plot


def _tell(
    plot: Plot, matter: Matter, place: int, change: int | None, cast: Cast[CorrectionKnobs]
) -> None:
    knobs = cast.knobs
    facts = knobs.corrections + knobs.disturbed
    first, right, other = matter.values(3, cast)
    said = matter.fact(plot, "said", first, since=place // 2, until=change)
    plot.say(place // 2, matter.line("fact_state", said))
    trap = matter.fact(plot, "trap", other)
    distract(plot, matter, said, trap, cast, share(knobs.distractors, facts, place))
    traps = ((trap, Reason.TRAP),)
    plot.then(3, matter.question("before", "ask", required=(said,), forbidden=traps))
    if change is None:
        for round_, session in enumerate(ages(first=8, step=3, sessions=cast.knobs.sessions)):
            form = "task" if round_ % 2 else "ask"
            plot.then(
                session,
                matter.question(
                    f"kept{round_}",
                    form,
                    required=(said,),
                    forbidden=traps,
                    aspects=(Aspect.CONTROL,),
                    before="before",
                    category="disturbed",
                ),
            )
        return
    corrected = matter.fact(plot, "corrected", right, since=change)
    plot.say(change, matter.line("fact_correct", corrected))
    wrong = ((said, Reason.STALE), *traps)
    for round_, session in enumerate(ages(first=change, step=3, sessions=cast.knobs.sessions)):
        question = matter.question(
            f"after{round_}",
            "task" if round_ % 2 else "ask",
            required=(corrected,),
            forbidden=wrong,
            aspects=(Aspect.AFTER_CHANGE,),
            before="before",
            category="corrected",
        )
        plot.then(session, question)
    if place == 0:
        fork = matter.question(
            "fork",
            "ask",
            required=(corrected,),
            forbidden=wrong,
            aspects=(Aspect.AFTER_CHANGE, Aspect.REINGEST),
            before="before",
            category="corrected",
        )
        plot.then(change + 2, ForkBeat(questions=(fork,), reingest=True))

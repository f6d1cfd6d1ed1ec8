"""Implicit invalidation: something happens that makes an older fact untrue, without naming it.

Purpose: after the event, is the old fact no longer asserted and the event shown instead, by a
question that presupposes the old fact and by a task that would rest on it?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, Plot
from scenarios.stage.schedule import ages, scattered, share
from scenarios.stage.values import draw_values

__all__ = ["ImplicitInvalidation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImplicitInvalidationKnobs(Knobs):
    """Settings of the family."""

    facts: int = knob(3, 1, 6, "facts that an event makes untrue")
    kept: int = knob(1, 0, 3, "facts that nothing makes untrue")


class ImplicitInvalidation(Family[ImplicitInvalidationKnobs]):
    """Events that end facts without naming them."""

    name: ClassVar[str] = "implicit_invalidation"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "sees that an event has made an older fact untrue"
    claims: ClassVar[tuple[str, ...]] = ("C12", "C20")
    knobs = ImplicitInvalidationKnobs

    def plot(self, cast: Cast[ImplicitInvalidationKnobs]) -> Plot:
        """State the facts, let events end some, ask before and after."""
        plot = Plot()
        knobs = cast.knobs
        chosen = matters(cast, knobs.facts + knobs.kept, topics="ended")
        for place, matter in enumerate(chosen):
            matter.near(plot)
            _end(plot, matter, place, cast, ends=place < knobs.facts)
        return plot


def _end(
    plot: Plot,
    matter: Matter,
    place: int,
    cast: Cast[ImplicitInvalidationKnobs],
    *,
    ends: bool,
) -> None:
    change = 5 + 2 * place
    (drawn,) = matter.values(1, cast)
    old = matter.fact(plot, "old", drawn, since=place, until=change if ends else None)
    plot.say(place, matter.line("fact_state", old))
    count = share(cast.knobs.distractors, cast.knobs.facts + cast.knobs.kept, place)
    for session, draws in scattered(matter.draws, count):
        person = draws.pick(matter.people)
        plot.say(session, matter.line("ended_other", old, states=False, alone=True, who=person))
    plot.then(4, matter.question("before", required=(old,), category="before"))
    event = _event(plot, matter, change) if ends else None
    rounds = ages(first=change if ends else 8, step=3, growth=3, sessions=cast.knobs.sessions)
    for round_, session in enumerate(rounds):
        plot.then(
            session,
            matter.question(
                f"after{round_}",
                "task" if round_ % 2 else "ask",
                required=(event or old,),
                forbidden=((old, Reason.STALE),) if event else (),
                aspects=(Aspect.AFTER_CHANGE,) if event else (Aspect.CONTROL,),
                before="before",
                category="after" if event else "kept",
            ),
        )


def _event(plot: Plot, matter: Matter, change: int) -> Fact:
    """Let the event happen; its words are the topic's own."""
    spec = matter.topic.data["event"]
    (drawn,) = draw_values(spec["value"], 1, matter.draws.sub("event"), matter.language)
    event = plot.fact(
        Fact(
            key=f"{matter.key}_event",
            value=drawn.value,
            paraphrases=drawn.paraphrases,
            before=drawn.before,
            subject=plot.facts[f"{matter.key}_old"].subject,
            attribute=tuple(spec["cues"]),
            since=change,
        )
    )
    plot.say(change, matter.line(matter.topic.forms("happens"), event))
    return event

"""Cascade: a fact changes, and another follows from it by a rule that was told.

Purpose: after the root changes, are the new root and the rule for it shown, so that the dependent
value comes out right, and not the rule of the old root? Rules: what holds at each place; root:
where something is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Plot, Question
from scenarios.stage.schedule import ages
from scenarios.stage.values import Drawn, draw_values

__all__ = ["Cascade", "place_fact", "rule_fact"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CascadeKnobs(Knobs):
    """Settings of the family."""

    chains: int = knob(2, 1, 4, "roots with a dependent value")


class Cascade(Family[CascadeKnobs]):
    """A root changes, what depends on it takes the value that the rule gives."""

    name: ClassVar[str] = "cascade"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "carries a change over to what depends on it by a known rule"
    claims: ClassVar[tuple[str, ...]] = ("C4", "C12")
    knobs = CascadeKnobs

    def plot(self, cast: Cast[CascadeKnobs]) -> Plot:
        """Tell root and rules, move the root, ask for the dependent value."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.chains, topics="rooted")):
            matter.near(plot)
            _chain(plot, matter, place, cast)
        return plot


def place_fact(
    plot: Plot, matter: Matter, name: str, drawn: Drawn, since: float, until: float | None
) -> Fact:
    """Add the root: where the subject is."""
    return plot.fact(
        Fact(
            key=f"{matter.key}_{name}",
            value=drawn.value,
            subject=(matter.subject,),
            attribute=tuple(matter.topic.data["root"]["cues"]),
            since=since,
            until=until,
        )
    )


def rule_fact(plot: Plot, matter: Matter, name: str, root: Fact, drawn: Drawn) -> Fact:
    """Add a rule: what the dependent value is at a place."""
    return plot.fact(
        Fact(
            key=f"{matter.key}_{name}",
            value=drawn.value,
            paraphrases=drawn.paraphrases,
            subject=(root.value.text,),
            attribute=matter.topic.cues,
        )
    )


def _chain(plot: Plot, matter: Matter, place: int, cast: Cast[CascadeKnobs]) -> None:
    change = 7 + 2 * place
    spec = matter.topic.data["root"]["value"]
    homes = draw_values(spec, 3, matter.draws.sub("roots"), matter.language)
    values = matter.values(3, cast)
    old = place_fact(plot, matter, "old", homes[0], place, change)
    new = place_fact(plot, matter, "new", homes[1], change, None)
    spare = place_fact(plot, matter, "spare", homes[2], 0, None)
    rules = [
        rule_fact(plot, matter, f"rule{n}", root, values[n])
        for n, root in enumerate((old, new, spare))
    ]
    topic = matter.topic
    plot.say(place, matter.line(topic.forms("root_state"), old))
    for number, (root, rule) in enumerate(zip((old, new, spare), rules, strict=True)):
        line = matter.line(topic.forms("rule_state"), rule, place=root.value.text)
        plot.say(1 + place + number, line)
    plot.say(change, matter.line(topic.forms("root_change"), new))
    before = matter.question("before", required=(old, rules[0]), category="before")
    plot.then(5, before)
    rounds = ages(first=change, step=2, growth=4, sessions=cast.knobs.sessions)
    for round_, session in enumerate(rounds):
        plot.then(session, _after(matter, f"after{round_}", old, new, rules[1], round_))
    if place == 0:
        fork = _after(matter, "fork", old, new, rules[1], 0, Aspect.RESTART)
        plot.then(change + 1, ForkBeat(questions=(fork,)))


def _after(
    matter: Matter,
    name: str,
    old: Fact,
    new: Fact,
    rule: Fact,
    round_: int,
    aspect: Aspect = Aspect.CASCADE,
) -> Question:
    return matter.question(
        name,
        "task" if round_ % 2 else "ask",
        required=(new, rule),
        forbidden=((old, Reason.STALE),),
        aspects=(Aspect.AFTER_CHANGE, Aspect.CASCADE, aspect),
        before="before",
        category="after",
    )

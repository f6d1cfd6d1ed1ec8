"""Temporal: when something happened or will, said with dates and with relative words.

Purpose: is the day of an event known when it was told as "yesterday" or "in nine days", counted
from the day of telling, and can the time between two events be worked out? Distractors: other
subjects on the same day, the same subject's other events.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import ClassVar

from scenarios.api import Reason, Value, ValueKind
from scenarios.families.base import Family
from scenarios.language.notations import relative_days
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Line, Plot
from scenarios.stage.schedule import ages, scattered, share
from scenarios.stage.values import Drawn

__all__ = ["Temporal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporalKnobs(Knobs):
    """Settings of the family."""

    events: int = knob(4, 2, 6, "events with a day")
    relative: float = knob(0.75, 0.0, 1.0, "share of days said relative to the day of telling")


class Temporal(Family[TemporalKnobs]):
    """Days, told in relative words, and the time between them."""

    name: ClassVar[str] = "temporal"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "anchors relative time at the day of telling; computes durations"
    claims: ClassVar[tuple[str, ...]] = ("C4",)
    knobs = TemporalKnobs

    def plot(self, cast: Cast[TemporalKnobs]) -> Plot:
        """Tell of the events, ask for days and for the time between two."""
        plot = Plot()
        chosen = matters(cast, cast.knobs.events, topics="dated")
        facts = [_tell(plot, matter, place, cast) for place, matter in enumerate(chosen)]
        for place in range(0, len(chosen) - 1, 2):
            pair = facts[place], facts[place + 1]
            for round_, session in enumerate((9, 13)):
                question = chosen[place].question(
                    f"between{round_}",
                    "between",
                    required=pair,
                    category="duration",
                    first=chosen[place].topic.texts("np", s=chosen[place].subject),
                    second=chosen[place + 1].topic.texts("np", s=chosen[place + 1].subject),
                    answer=_days(pair),
                )
                plot.then(session + place // 2, question)
        return plot


def _tell(plot: Plot, matter: Matter, place: int, cast: Cast[TemporalKnobs]) -> Fact:
    matter.near(plot)
    knobs = cast.knobs
    session = 2 * place % 7
    today = cast.clock.start(session).date()
    delta = _delta(matter)
    fact = _dated(plot, matter, "day", today + timedelta(days=delta))
    wrong = _dated(plot, matter, "other", today + timedelta(days=delta + 3))
    plot.say(session, _line(matter, fact, today, knobs.relative))
    for when, draws in scattered(matter.draws, share(knobs.distractors, knobs.events, place)):
        twin = matter.about(draws.pick(matter.others), matter.key)
        spoken = cast.clock.start(when).date()
        plot.say(when, _line(twin, wrong, spoken, 0.0, states=False))
    rounds = ages(first=7 + place % 2, step=3, growth=3, sessions=knobs.sessions)
    for round_, later in enumerate(rounds):
        plot.then(
            later,
            matter.question(
                f"r{round_}",
                "task" if round_ % 3 == 1 else "ask",
                required=(fact,),
                forbidden=((wrong, Reason.TRAP),),
                category="day",
            ),
        )
    if place == 0:
        fork = matter.question("fork", required=(fact,), category="day")
        plot.then(11, ForkBeat(questions=(fork,), reingest=True))
    return fact


def _delta(matter: Matter) -> int:
    """Draw how far the day lies from the telling: behind for past things, ahead for planned."""
    draws = matter.draws.sub("delta")
    if matter.topic.data["tense"] == "past":
        return -draws.pick((1, 1, 2, 3, 4, 5, 7, 10, 14))
    return draws.pick((1, 2, 3, 5, 9, 11, 14, 20))


def _dated(plot: Plot, matter: Matter, name: str, day: date) -> Fact:
    value = Value(kind=ValueKind.DATE, text=day.isoformat())
    return matter.fact(plot, name, Drawn(value=value))


def _line(matter: Matter, fact: Fact, today: date, relative: float, *, states: bool = True) -> Line:
    """Say the day, in relative words as often as wished."""
    line = matter.line(f"dated_{matter.topic.data['tense']}", fact, states=states)
    words = relative_days(date.fromisoformat(fact.value.text), today, matter.language)
    if words and matter.draws.sub("relative", fact.key).chance(relative):
        return replace(line, slots={**line.slots, "value": words})
    return line


def _days(pair: tuple[Fact, Fact]) -> str:
    one, two = (date.fromisoformat(fact.value.text) for fact in pair)
    return str(abs((two - one).days))

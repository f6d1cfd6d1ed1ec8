"""Coexisting facts: records that look alike, down to one character, and are all true.

Purpose: are records that differ in one character of their identifier kept apart, none merged into
or replaced by its neighbour? Every record's twin has another value of the same property.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scenarios.api import Reason
from scenarios.families.base import Family
from scenarios.language.topic import Topic
from scenarios.stage.cast import Cast
from scenarios.stage.draws import Draws
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Plot
from scenarios.stage.schedule import ages
from scenarios.stage.values import identifier

__all__ = ["CoexistingFacts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoexistingFactsKnobs(Knobs):
    """Settings of the family."""

    kinds: int = knob(3, 1, 5, "kinds of record")
    twins: int = knob(3, 2, 8, "records of each kind, alike but for one character")


class CoexistingFacts(Family[CoexistingFactsKnobs]):
    """Look-alike records that are all true at once."""

    name: ClassVar[str] = "coexisting_facts"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "keeps apart facts whose identifiers differ in one character"
    claims: ClassVar[tuple[str, ...]] = ("C21", "C26")
    knobs = CoexistingFactsKnobs

    def plot(self, cast: Cast[CoexistingFactsKnobs]) -> Plot:
        """State every record once, ask for each of them later."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.kinds, topics="records")):
            matter.near(plot)
            _records(plot, matter, place, cast)
        return plot


def _records(plot: Plot, matter: Matter, place: int, cast: Cast[CoexistingFactsKnobs]) -> None:
    knobs = cast.knobs
    names = _alike(matter.topic, matter.draws.sub("names"), knobs.twins)
    values = matter.values(knobs.twins, cast)
    twins = [replace(matter, subject=name, key=f"{matter.key}{n}") for n, name in enumerate(names)]
    facts: list[Fact] = []
    wrong: list[Fact] = []
    for number, twin in enumerate(twins):
        fact = twin.fact(plot, "true", values[number])
        facts.append(fact)
        wrong.append(twin.fact(plot, "swapped", values[(number + 1) % len(values)]))
        plot.say((place + 2 * number) % 6, twin.line("fact_state", fact))
    rounds = ages(first=6, step=3, growth=4, sessions=knobs.sessions)
    for round_, session in enumerate(rounds):
        number = (round_ + place) % len(twins)
        question = twins[number].question(
            f"r{round_}",
            "task" if (round_ + place) % 2 else "ask",
            required=(facts[number],),
            forbidden=((wrong[number], Reason.TRAP),),
            category="twin",
        )
        plot.then(session, question)
    if place == 0:
        fork = twins[-1].question("fork", required=(facts[-1],), category="twin")
        plot.then(10, ForkBeat(questions=(fork,), reingest=True))


def _alike(topic: Topic, draws: Draws, n: int) -> list[str]:
    """Draw identifiers that differ from the first in one place each."""
    pattern = topic.text("subject")
    first = identifier(pattern, draws)
    places = [place for place, char in enumerate(pattern) if char in "#@"]
    found = [first]
    while len(found) < n:
        place = draws.pick(places)
        other = first[:place] + identifier(pattern[place], draws) + first[place + 1 :]
        if other not in found:
            found.append(other)
    return found

"""Multi-hop: questions that need one to four facts from different sessions, chained.

Purpose: are all premises of a question shown, though it names only the first link? Distractors:
other chains of the same relations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Value, ValueKind
from scenarios.families.base import Family
from scenarios.language.pool import names
from scenarios.language.topic import Topic
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import near_of
from scenarios.stage.plot import Fact, ForkBeat, Line, Plot, Question, Slot
from scenarios.stage.schedule import ages
from scenarios.stage.values import Drawn, draw_values

__all__ = ["MultiHop"]

_CHAINS = (
    ("extension",),
    ("lead", "extension"),
    ("lead", "deputy", "extension"),
    ("lead", "deputy", "driver", "extension"),
)
"""Relations of a chain by its number of hops; all but the last lead to a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiHopKnobs(Knobs):
    """Settings of the family."""

    max_hops: int = knob(4, 1, 4, "facts that the longest question needs")
    chains: int = knob(4, 1, 8, "chains; their lengths go round from one to the most")


class MultiHop(Family[MultiHopKnobs]):
    """Chains of facts over people."""

    name: ClassVar[str] = "multi_hop"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "brings together the premises of a question from several sessions"
    claims: ClassVar[tuple[str, ...]] = ("C4", "C22")
    knobs = MultiHopKnobs

    def plot(self, cast: Cast[MultiHopKnobs]) -> Plot:
        """Tell the links of the chains in mixed order, ask for their ends."""
        plot = Plot()
        lexicon = names(cast.pool.language)
        people = iter(cast.draws.sub("people").shuffled(lexicon["people"]))
        projects = iter(cast.draws.sub("projects").shuffled(lexicon["projects"]))
        talkers = tuple(next(people) for _ in range(8))
        for place in range(cast.knobs.chains):
            hops = 1 + place % cast.knobs.max_hops
            start = next(people) if hops == 1 else next(projects)
            middle = [next(people) for _ in range(hops - 1)]
            _Chain(place, start, middle, talkers, cast).add_to(plot)
        return plot


class _Chain:
    """One chain from a project or person to an extension."""

    def __init__(
        self,
        place: int,
        start: str,
        middle: list[str],
        talkers: tuple[str, ...],
        cast: Cast[MultiHopKnobs],
    ) -> None:
        self._place = place
        self._start = start
        self._middle = middle
        self._talkers = talkers
        self._cast = cast
        self._draws = cast.draws.sub("chain", place)
        self._topics = {topic.key: topic for topic in cast.pool.topics["relations"]}

    def _slots(self, topic: Topic, subject: str) -> dict[str, Slot]:
        return {
            "s": subject,
            "np": topic.texts("np", s=subject),
            "person": self._talkers,
            "thing": self._cast.pool.lists["things"],
        }

    def add_to(self, plot: Plot) -> None:
        """Add the links, last ones first in every second chain, and the questions."""
        hops = len(self._middle) + 1
        facts: list[Fact] = []
        order = list(range(hops)) if self._place % 2 else list(reversed(range(hops)))
        for number, relation in enumerate(_CHAINS[hops - 1]):
            facts.append(self._link(plot, number, relation))
        for wait, number in enumerate(order):
            topic = self._topics[_CHAINS[hops - 1][number]]
            subject = (self._start, *self._middle)[number]
            slots = {**self._slots(topic, subject), "value": facts[number].slot}
            line = Line(form="fact_state", slots=slots, states=(facts[number].key,))
            plot.say((self._place + 2 * wait) % 8, line)
        kind = "person" if hops == 1 else "project"
        near_of(plot, kind, self._slots(self._topics["extension"], self._start))
        rounds = ages(
            first=8, step=2 + self._place % 2, growth=3, sessions=self._cast.knobs.sessions
        )
        for round_, session in enumerate(rounds):
            plot.then(session, self._question(f"c{self._place}_r{round_}", facts))
        if self._place == 1:
            plot.then(10, ForkBeat(questions=(self._question("c1_fork", facts),)))

    def _link(self, plot: Plot, number: int, relation: str) -> Fact:
        topic = self._topics[relation]
        if number < len(self._middle):
            drawn = Drawn(value=Value(kind=ValueKind.NAME, text=self._middle[number]))
        else:
            (drawn,) = draw_values(topic.data["value"], 1, self._draws, self._cast.pool.language)
        return plot.fact(
            Fact(
                key=f"c{self._place}_{number}",
                value=drawn.value,
                subject=((self._start, *self._middle)[number],),
                attribute=topic.cues,
            )
        )

    def _question(self, key: str, facts: list[Fact]) -> Question:
        hops = len(facts)
        return Question(
            key=key,
            form=f"hop{hops}",
            slots={"s": self._start},
            required=tuple(fact.key for fact in facts),
            category=f"{hops} hop{'s' if hops > 1 else ''}",
        )

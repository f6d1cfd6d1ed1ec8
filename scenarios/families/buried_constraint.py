"""Buried constraint: a hard limit said once, long ago, amid talk that is nearer to the task.

Purpose: does a limit survive weeks of talk about the same subject, in value and in hardness, when
it is asked for directly and when a task needs it without naming it? Limits are upper, lower and
latest-date ones on different subjects. Distractors: other subjects with the right value, the right
subject with past and supposed values, and other people's limits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Hardness, Reason
from scenarios.families.base import Cast, Family
from scenarios.language.pool import names
from scenarios.language.topic import Topic
from scenarios.stage.draws import Draws
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.plot import Fact, ForkBeat, Line, Near, Plot, Question, UseBeat
from scenarios.stage.schedule import ages
from scenarios.stage.values import Drawn, draw_values

__all__ = ["BuriedConstraint"]

_TRAPS = ("past_value", "what_if")
"""Kinds of statement that give the right subject a value that is not in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuriedConstraintKnobs(Knobs):
    """Settings of the family."""

    constraints: int = knob(3, 1, 6, "hard limits that are buried")


class BuriedConstraint(Family[BuriedConstraintKnobs]):
    """A hard limit said once, then nearer talk, then questions and tasks."""

    name: ClassVar[str] = "buried_constraint"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "keeps a hard limit in value and hardness, and surfaces it for a task"
    claims: ClassVar[tuple[str, ...]] = ("C2", "C3", "C7", "C8", "C10", "C18")
    knobs = BuriedConstraintKnobs

    def plot(self, cast: Cast[BuriedConstraintKnobs]) -> Plot:
        """Bury the limits in the first sessions, ask at growing ages."""
        plot = Plot()
        draws = cast.draws
        count = cast.knobs.constraints
        topics = draws.sample(cast.pool.topics["topics"], count)
        subjects = draws.sample(names(cast.pool.language)["projects"], 2 * count + 2)
        people = draws.sample(names(cast.pool.language)["people"], 12)
        limits = [
            _Limit(place, topic, subjects[2 * place], subjects[2 * place + 1], people)
            for place, topic in enumerate(topics)
        ]
        for limit in limits:
            limit.plant(plot, cast)
        for round_, session in enumerate(ages(first=3, step=4, sessions=cast.knobs.sessions)):
            for limit in limits:
                limit.ask(plot, session, round_)
        return plot


class _Limit:
    """One limit: its subject and twin (another subject), its lines and questions."""

    def __init__(
        self, place: int, topic: Topic, subject: str, twin: str, people: list[str]
    ) -> None:
        self.place = place
        self.topic = topic
        self.subject = subject
        self.twin = twin
        self.people = tuple(people)
        self.key = f"limit{place}"
        self.traps: list[str] = []

    def _phrases(self, subject: str) -> tuple[str, ...]:
        return self.topic.texts("np", s=subject)

    def _slots(self) -> dict[str, str | tuple[str, ...]]:
        return {"s": self.subject, "person": self.people, "np": self._phrases(self.subject)}

    def plant(self, plot: Plot, cast: Cast[BuriedConstraintKnobs]) -> None:
        """State the limit once and scatter what looks like it."""
        draws = cast.draws.sub("limit", self.place)
        day = cast.clock.start(0).date()
        values = draw_values(self.topic.data["value"], 4, draws, cast.pool.language, near=day)
        limit = self._fact(plot, self.key, self.subject, values[0])
        kind = self.topic.text("limit")
        session = self.place % 3
        for repeat in range(cast.knobs.repeats):
            slots = {**self._slots(), "value": limit.slot}
            plot.say(session + repeat, Line(form=kind, slots=slots, states=(self.key,)))
        near = self.topic.forms("near")
        plot.near.append(Near(form=near, reply="near_reply", slots=self._slots()))
        self._distract(plot, cast, draws, values)

    def _fact(self, plot: Plot, key: str, subject: str, drawn: Drawn) -> Fact:
        return plot.fact(
            Fact(
                key=key,
                value=drawn.value,
                subject=(subject,),
                attribute=self.topic.cues,
                paraphrases=drawn.paraphrases,
                before=drawn.before,
            )
        )

    def _distract(
        self, plot: Plot, cast: Cast[BuriedConstraintKnobs], draws: Draws, values: list[Drawn]
    ) -> None:
        """Scatter the right value under another subject, other values under the right one."""
        knobs = cast.knobs
        count = len(range(self.place, knobs.distractors, knobs.constraints))
        twin = self._fact(plot, f"{self.key}_twin", self.twin, values[0])
        for number in range(len(_TRAPS)):
            key = f"{self.key}_trap{number}"
            self._fact(plot, key, self.subject, values[1 + number])
            self.traps.append(key)
        for _ in range(count):
            session = 1 + draws.below(max(13, knobs.distractors))
            if draws.chance(knobs.nearness):
                number = draws.below(len(_TRAPS))
                trap = plot.facts[self.traps[number]]
                form = _TRAPS[number]
                plot.say(session, Line(form=form, slots={**self._slots(), "value": trap.slot}))
            else:
                slots = {**self._slots(), "np": self._phrases(self.twin), "value": twin.slot}
                form = self.topic.text("limit")
                plot.say(session, Line(form=form, slots=slots, states=(twin.key,)))

    def ask(self, plot: Plot, session: int, round_: int) -> None:
        """Ask for the limit, or set a task that needs it, in turns."""
        direct = (round_ + self.place) % 2 == 0
        plot.then(session, self._question(f"{self.key}_r{round_}", direct=direct))
        if round_ == 1 and self.place == 0:
            plot.then(session + 1, UseBeat(form=self.topic.forms("task"), slots=self._slots()))
        if round_ == 2 and self.place < 2:
            question = self._question(
                f"{self.key}_fork",
                direct=True,
                before=f"{self.key}_r0",
                aspect=Aspect.REINGEST if self.place else Aspect.RESTART,
            )
            plot.then(session, ForkBeat(questions=(question,), reingest=self.place == 1))

    def _question(
        self, key: str, *, direct: bool, before: str | None = None, aspect: Aspect | None = None
    ) -> Question:
        return Question(
            key=key,
            form=self.topic.forms("ask" if direct else "task"),
            slots=self._slots(),
            required=(self.key,),
            forbidden=tuple((trap, Reason.TRAP) for trap in self.traps),
            aspects=frozenset({Aspect.CONSTRAINT} | ({aspect} if aspect else set())),
            category="direct" if direct else "task",
            direct=direct,
            hardness=Hardness.MUST,
            before=before,
        )

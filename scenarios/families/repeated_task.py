"""Repeated task: five requests, differently worded, that imply one rule; and ones that do not.

Purpose: is what requests of one kind share turned into a rule and shown when the task comes again,
and is no rule made where the requests differ? Distractors: other things that are made in the way
of the rule, and the right thing asked for in another way by others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Cast, Family
from scenarios.language.pool import names
from scenarios.language.topic import Topic
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.plot import Fact, ForkBeat, Line, Near, Plot, Question, Slot
from scenarios.stage.schedule import ages
from scenarios.stage.values import Drawn, draw_values

__all__ = ["RepeatedTask"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedTaskKnobs(Knobs):
    """Settings of the family."""

    requests: int = knob(5, 3, 7, "requests that imply the rule, and as many of a control")
    rules: int = knob(2, 1, 3, "rules; there are as many controls, with one at least")


class RepeatedTask(Family[RepeatedTaskKnobs]):
    """Requests that imply a rule, and requests that imply none."""

    name: ClassVar[str] = "repeated_task"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "turns requests that share something into a rule, and only those"
    claims: ClassVar[tuple[str, ...]] = ("C5", "C6", "C17")
    knobs = RepeatedTaskKnobs

    def plot(self, cast: Cast[RepeatedTaskKnobs]) -> Plot:
        """Interleave the requests of rules and of a control, ask for each."""
        plot = Plot()
        rules = cast.knobs.rules
        topics = cast.draws.sample(cast.pool.topics["topics"], rules + 1)
        subjects = cast.draws.sample(names(cast.pool.language)["projects"], 2 * rules + 2)
        people = tuple(cast.draws.sample(names(cast.pool.language)["people"], 12))
        for place, topic in enumerate(topics):
            series = _Series(place, topic, subjects[2 * place : 2 * place + 2], people, cast)
            if place < rules:
                series.add_rule(plot)
            else:
                series.add_control(plot)
        return plot


class _Series:
    """Requests of one kind: what is asked for, for which subject, and a twin subject."""

    def __init__(
        self,
        place: int,
        topic: Topic,
        subjects: list[str],
        people: tuple[str, ...],
        cast: Cast[RepeatedTaskKnobs],
    ) -> None:
        self._place = place
        self._topic = topic
        self._subject, self._twin = subjects
        self._knobs = cast.knobs
        self._draws = cast.draws.sub("series", place)
        self._always = cast.pool.lists["always"]
        self._values = draw_values(
            topic.data["value"], self._knobs.requests, self._draws, cast.pool.language
        )
        self._slots: dict[str, Slot] = {
            "s": self._subject,
            "thing": topic.texts("thing", s=self._subject),
            "other": topic.texts("thing", s=self._twin),
            "person": people,
        }

    def _fact(self, plot: Plot, key: str, drawn: Drawn, attribute: tuple[str, ...]) -> Fact:
        return plot.fact(
            Fact(
                key=key,
                value=drawn.value,
                paraphrases=drawn.paraphrases,
                before=drawn.before,
                subject=(self._subject,),
                attribute=attribute,
            )
        )

    def _request(self, plot: Plot, session: int, fact: Fact) -> None:
        slots = {**self._slots, "how": fact.slot}
        plot.say(session, Line(form="request", slots=slots, states=(fact.key,), reply="done"))

    def _session(self, number: int) -> int:
        """Requests come every second session; series begin one after the other."""
        return 2 * number + self._place % 2

    def _surround(self, plot: Plot, how: Slot) -> None:
        near = Near(form=self._topic.forms("near"), reply="near_reply", slots=self._slots)
        plot.near.append(near)
        knobs = self._knobs
        for _ in range(self._place, knobs.distractors, knobs.rules + 1):
            session = 1 + self._draws.below(max(13, knobs.distractors))
            slots = {**self._slots, "how": how}
            plot.say(session, Line(form="other_request", slots=slots))

    def add_rule(self, plot: Plot) -> None:
        """Ask for the same manner every time; it is a rule from the third request on."""
        key = f"rule{self._place}"
        rule = self._fact(plot, key, self._values[0], self._topic.cues)
        for number in range(self._knobs.requests):
            self._request(plot, self._session(number), rule)
        self._surround(plot, rule.slot)
        last = self._session(self._knobs.requests - 1)
        plot.then(self._session(2), self._rule_question(f"{key}_third", direct=False))
        for round_, session in enumerate(
            ages(first=last, step=2, growth=3, sessions=self._knobs.sessions)
        ):
            direct = round_ % 2 == 1
            plot.then(session, self._rule_question(f"{key}_r{round_}", direct=direct))
        if self._place == 0:
            fork = self._rule_question(f"{key}_fork", direct=False, aspect=Aspect.REINGEST)
            plot.then(last + 1, ForkBeat(questions=(fork,), reingest=True))

    def _rule_question(self, key: str, *, direct: bool, aspect: Aspect | None = None) -> Question:
        name = f"rule{self._place}"
        return Question(
            key=key,
            form=self._topic.forms("rule_ask" if direct else "rule_task"),
            slots=self._slots,
            required=(name,),
            aspects=frozenset({Aspect.RULE} | ({aspect} if aspect else set())),
            category="rule",
            direct=direct,
            before=f"{name}_third" if key != f"{name}_third" else None,
        )

    def add_control(self, plot: Plot) -> None:
        """Ask for another manner every time; only the latest can be asked for."""
        keys: list[str] = []
        for number, drawn in enumerate(self._values):
            keys.append(f"single{self._place}_{number}")
            fact = self._fact(plot, keys[-1], drawn, self._topic.cues)
            self._request(plot, self._session(number), fact)
        always = tuple(self._always)
        for number, drawn in enumerate(self._values):
            self._fact(plot, f"never{self._place}_{number}", drawn, always)
        self._surround(plot, plot.facts[keys[0]].slot)
        last = self._session(self._knobs.requests - 1)
        for round_, session in enumerate(
            ages(first=last, step=2, growth=3, sessions=self._knobs.sessions)
        ):
            forms = "last_ask" if round_ % 2 == 0 else "rule_task"
            plot.then(session, self._control_question(keys, round_, forms))

    def _control_question(self, keys: list[str], round_: int, forms: str) -> Question:
        asks = forms == "last_ask"
        never = [f"never{self._place}_{number}" for number in range(len(keys))]
        return Question(
            key=f"control{self._place}_r{round_}",
            form=self._topic.forms(forms),
            slots=self._slots,
            required=(keys[-1],) if asks else (),
            forbidden=tuple((key, Reason.TRAP) for key in never),
            aspects=frozenset({Aspect.CONTROL}),
            category="control",
            direct=asks,
            answerable=asks,
        )

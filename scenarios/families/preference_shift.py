"""Preference shift: a user wants one thing for weeks, then another; some wishes never change.

Purpose: after a user's taste changes, is the new one shown and the old one no longer asserted, also
by a task that does not ask for it, and can the old one still be found when asked about the past?
Distractors: other people with the value that is or was right, at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import USER, Aspect, Hardness, Reason
from scenarios.families.base import Cast, Family
from scenarios.language.pool import names
from scenarios.language.topic import Topic
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.plot import Fact, ForkBeat, Line, Near, Plot, Question, Slot
from scenarios.stage.schedule import ages
from scenarios.stage.values import draw_values

__all__ = ["PreferenceShift"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferenceShiftKnobs(Knobs):
    """Settings of the family."""

    shifts: int = knob(2, 1, 4, "preferences that change")
    shift_at: int = knob(7, 4, 500, "session of the first change, counted from 0")


class PreferenceShift(Family[PreferenceShiftKnobs]):
    """What a user wants changes half way; one wish stays."""

    name: ClassVar[str] = "preference_shift"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "follows a changed preference, keeps the unchanged, knows the old"
    claims: ClassVar[tuple[str, ...]] = ("C9", "C12", "C20")
    knobs = PreferenceShiftKnobs

    def plot(self, cast: Cast[PreferenceShiftKnobs]) -> Plot:
        """State wishes, change some of them, ask before and after."""
        plot = Plot()
        knobs = cast.knobs
        topics = cast.draws.sample(cast.pool.topics["topics"], knobs.shifts + 1)
        people = tuple(cast.draws.sample(names(cast.pool.language)["people"], 12))
        for place, topic in enumerate(topics):
            change = knobs.shift_at + 2 * place if place < knobs.shifts else None
            _Wish(place, topic, people, change, cast).add_to(plot)
        return plot


class _Wish:
    """One wish: its lines and questions; ``change`` is the session in which it changes."""

    def __init__(
        self,
        place: int,
        topic: Topic,
        people: tuple[str, ...],
        change: int | None,
        cast: Cast[PreferenceShiftKnobs],
    ) -> None:
        self._place = place
        self._topic = topic
        self._change = change
        self._knobs = cast.knobs
        self._draws = cast.draws.sub("wish", place)
        self._values = draw_values(topic.data["value"], 2, self._draws, cast.pool.language)
        self._slots: dict[str, Slot] = {
            "np": topic.texts("np"),
            "gen": topic.text("gen"),
            "person": people,
            "thing": cast.pool.lists["things"],
        }
        self._old, self._new = f"wish{place}_old", f"wish{place}_new"

    def add_to(self, plot: Plot) -> None:
        """Add facts, lines and questions."""
        for key, drawn in zip((self._old, self._new), self._values, strict=True):
            later = key == self._new
            plot.fact(
                Fact(
                    key=key,
                    value=drawn.value,
                    paraphrases=drawn.paraphrases,
                    before=drawn.before,
                    subject=(USER,),
                    attribute=self._topic.cues,
                    since=self._change if later else self._place,
                    until=None if later else self._change,
                )
            )
        for repeat in range(self._knobs.repeats):
            plot.say(self._place + repeat, self._line("state", self._old, plot))
        if self._change is not None:
            plot.say(self._change, self._line("shift", self._new, plot))
        plot.near.append(
            Near(form=self._topic.forms("near"), reply="near_reply", slots=self._slots)
        )
        self._distract(plot)
        self._ask(plot)

    def _line(self, form: str, key: str, plot: Plot) -> Line:
        slots = {**self._slots, "value": plot.facts[key].slot}
        return Line(form=form, slots=slots, states=(key,))

    def _distract(self, plot: Plot) -> None:
        """Let other people want what the user wants or wanted."""
        knobs = self._knobs
        wishes = knobs.shifts + 1
        for _ in range(self._place, knobs.distractors, wishes):
            session = 1 + self._draws.below(max(13, knobs.distractors))
            key = self._draws.pick((self._old, self._new))
            slots = {**self._slots, "value": plot.facts[key].slot}
            plot.say(session, Line(form="other_person", slots=slots, alone=True))

    def _ask(self, plot: Plot) -> None:
        change = self._change
        for round_, session in enumerate(ages(first=4, step=3, sessions=self._knobs.sessions)):
            changed = change is not None and session >= change
            direct = (round_ + self._place) % 2 == 0
            plot.then(session, self._question(f"{self._old}_r{round_}", direct, changed=changed))
        if change is None:
            return
        plot.then(change, self._question(f"{self._old}_at", True, changed=True))
        plot.then(change + 2, self._past())
        if self._place == 0:
            fork = self._question(f"{self._old}_fork", True, changed=True, aspect=Aspect.RESTART)
            plot.then(change + 3, ForkBeat(questions=(fork,)))

    def _question(
        self, key: str, direct: bool, *, changed: bool, aspect: Aspect | None = None
    ) -> Question:
        required = self._new if changed else self._old
        other = self._old if changed else self._new
        aspects = {Aspect.CONSTRAINT} | ({aspect} if aspect else set())
        if changed:
            aspects.add(Aspect.AFTER_CHANGE)
        return Question(
            key=key,
            form=self._topic.forms("ask" if direct else "task"),
            slots=self._slots,
            required=(required,),
            forbidden=((other, Reason.STALE if changed else Reason.TRAP),),
            aspects=frozenset(aspects),
            category="changed" if changed else "unchanged",
            direct=direct,
            hardness=Hardness.PREFER,
            before=f"{self._old}_r0" if changed else None,
        )

    def _past(self) -> Question:
        return Question(
            key=f"{self._old}_past",
            form=self._topic.forms("ask_past"),
            slots=self._slots,
            required=(self._old,),
            aspects=frozenset({Aspect.HISTORY}),
            category="past",
            before=f"{self._old}_r0",
            at_session=self._place + 1,
        )

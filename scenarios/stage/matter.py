"""One property of one subject: what most families talk about, change, forget and ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from memory_impls.api import EventKind, Priority
from scenarios.api import USER, Aspect, Hardness, Reason
from scenarios.language.pool import names
from scenarios.language.topic import Topic
from scenarios.stage.cast import Cast
from scenarios.stage.draws import Draws
from scenarios.stage.plot import Fact, Forms, Line, Near, Plot, Question, Slot, Tool
from scenarios.stage.schedule import scattered
from scenarios.stage.values import Drawn, draw_values

__all__ = ["Matter", "distract", "distract_people", "matters", "near_of"]

_TOPIC_SLOTS = ("gen", "goal", "label", "tool")
"""Entries of a topic that lines may use as slots."""
_NOT_IN_FORCE = ("fact_whatif", "fact_rumour", "fact_past")
"""Kinds of statement that give the right subject a value that is not in force."""

_LEXICON = {"project": "projects", "person": "people", "place": "places"}
"""Where a subject's name comes from, by what the topic says it is a property of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """A topic about a subject.

    Attributes:
        key: Prefix of the keys of its facts and questions.
        subject: Name of the subject; "" for the speaking user.
        others: Names of the same sort, for distractors.
        people: Names that small talk may mention.
    """

    key: str
    topic: Topic
    subject: str
    others: tuple[str, ...]
    people: tuple[str, ...]
    draws: Draws
    language: str
    lists: Mapping[str, tuple[str, ...]] = field(repr=False)

    def about(self, subject: str, key: str) -> Matter:
        """Take the same property of another subject."""
        return replace(self, subject=subject, key=key)

    def values(self, n: int, cast: Cast[Any] | None = None) -> list[Drawn]:
        """Draw ``n`` different values; ``cast`` gives the day that dates are counted from."""
        near = None if cast is None else cast.clock.start(0).date()
        spec = self.topic.data["value"]
        return draw_values(spec, n, self.draws.sub("values"), self.language, near=near)

    def fact(
        self,
        plot: Plot,
        name: str,
        drawn: Drawn,
        *,
        since: float | None = None,
        until: float | None = None,
        attribute: tuple[str, ...] | None = None,
    ) -> Fact:
        """Add a fact about the subject; its key is the matter's key and ``name``."""
        return plot.fact(
            Fact(
                key=f"{self.key}_{name}",
                value=drawn.value,
                paraphrases=drawn.paraphrases,
                before=drawn.before,
                subject=(self.subject or USER,),
                attribute=self.topic.cues if attribute is None else attribute,
                since=since,
                until=until,
            )
        )

    def slots(self, **more: Slot) -> dict[str, Slot]:
        """Give the slots that every line and question about the matter may use."""
        subject = self.subject
        slots: dict[str, Slot] = {
            "s": subject,
            "np": self.topic.texts("np", s=subject),
            "person": self.people,
            "thing": self.lists["things"],
        }
        for name in _TOPIC_SLOTS:
            if self.topic.has(name):
                slots[name] = self.topic.text(name).replace("{s}", subject)
        return {**slots, **more}

    def line(
        self,
        form: Forms,
        fact: Fact | None = None,
        *,
        states: bool = True,
        by: EventKind = EventKind.USER,
        reply: str = "ack",
        alone: bool = False,
        priority: Priority = Priority.NORMAL,
        tool: Tool | None = None,
        user: int = 0,
        project: str | None = None,
        **more: Slot,
    ) -> Line:
        """Make a line about the matter; with a fact, its value fills the slot ``value``."""
        slots = self.slots(**more)
        if fact is not None:
            slots["value"] = fact.slot
        return Line(
            form=form,
            slots=slots,
            states=(fact.key,) if fact is not None and states else (),
            by=by,
            reply=reply,
            alone=alone,
            priority=priority,
            tool=tool,
            user=user,
            project=project,
        )

    def question(
        self,
        name: str,
        form: str = "ask",
        *,
        required: tuple[Fact, ...] = (),
        forbidden: tuple[tuple[Fact, Reason], ...] = (),
        aspects: tuple[Aspect, ...] = (),
        before: str | None = None,
        category: str = "",
        direct: bool | None = None,
        answerable: bool = True,
        hardness: Hardness | None = None,
        at_session: float | None = None,
        group: str = "",
        answer: str = "",
        user: int = 0,
        project: str | None = None,
        **more: Slot,
    ) -> Question:
        """Make a question in the topic's forms (``form`` names the list, or a kind of the pool).

        ``direct`` is worked out from the form's name: tasks are not direct.
        """
        forms: Forms = self.topic.forms(form) if self.topic.has(form) else form
        return Question(
            key=f"{self.key}_{name}",
            form=forms,
            slots=self.slots(**more),
            required=tuple(fact.key for fact in required),
            forbidden=tuple((fact.key, reason) for fact, reason in forbidden),
            aspects=frozenset(aspects),
            category=category or form,
            direct=not form.startswith("task") if direct is None else direct,
            answerable=answerable,
            hardness=hardness,
            before=None if before is None else f"{self.key}_{before}",
            group=group,
            at_session=at_session,
            answer=answer,
            user=user,
            project=project,
        )

    def near(self, plot: Plot) -> None:
        """Let ordinary talk stay near the subject."""
        own = str(self.topic.data["of"])
        forms: Forms = self.topic.forms("near") if self.topic.has("near") else f"near_{own}"
        reply = str(self.topic.data.get("near_reply", f"near_{own}_reply"))
        plot.near.append(Near(form=forms, reply=reply, slots=self.slots()))


def matters(
    cast: Cast[Any], n: int, *, topics: str = "facts", of: str | None = None, others: int = 2
) -> list[Matter]:
    """Draw ``n`` matters with different topics and subjects.

    Args:
        cast: Words, settings and draws of the history.
        n: How many.
        topics: List of topics in the pool.
        of: Only properties of a project, person or the user; None for any.
        others: Names of the same sort that each gets for distractors.
    """
    listed = [topic for topic in cast.pool.topics[topics] if of in (None, topic.data["of"])]
    chosen = cast.draws.sample(listed, n)
    language = cast.pool.language
    lexicon = names(language)
    spare = {
        kind: iter(cast.draws.sub(kind).shuffled(lexicon[name]))
        for kind, name in _LEXICON.items()
        if name in lexicon
    }
    talkers = tuple(next(spare["person"]) for _ in range(10))
    made: list[Matter] = []
    for place, topic in enumerate(chosen):
        kind = str(topic.data["of"])
        pick = spare.get(kind, spare["person"])
        made.append(
            Matter(
                key=f"m{place}",
                topic=topic,
                subject="" if kind == "user" else next(pick),
                others=tuple(next(pick) for _ in range(others)),
                people=talkers,
                draws=cast.draws.sub("matter", place),
                language=language,
                lists=cast.pool.lists,
            )
        )
    return made


def near_of(plot: Plot, kind: str, slots: dict[str, Slot]) -> None:
    """Let ordinary talk stay near a subject of a kind ("project", "person")."""
    plot.near.append(Near(form=f"near_{kind}", reply=f"near_{kind}_reply", slots=slots))


def distract(
    plot: Plot, matter: Matter, right: Fact, trap: Fact, cast: Cast[Any], count: int
) -> None:
    """Scatter the right value under other subjects, one not in force under the right one."""
    for session, draws in scattered(matter.draws, count):
        if matter.subject and not draws.chance(cast.knobs.nearness):
            twin = matter.about(draws.pick(matter.others), matter.key)
            plot.say(session, twin.line("fact_state", right, states=False))
        else:
            kind = draws.pick(_NOT_IN_FORCE)
            plot.say(session, matter.line(kind, trap, states=False))


def distract_people(plot: Plot, matter: Matter, facts: tuple[Fact, ...], count: int) -> None:
    """Let other people want what the user wants; such a line stands alone in its message."""
    for session, draws in scattered(matter.draws, count):
        line = matter.line("wish_other", draws.pick(facts), states=False, alone=True)
        plot.say(session, line)

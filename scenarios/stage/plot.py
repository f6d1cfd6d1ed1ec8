"""What a family plans: facts, lines that state them, questions about them, at given sessions.

A plot is declarative. The director (``stage.director``) turns it into events and probes and knows
which event stated which fact; a plot never sees an event id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory_impls.api import EventKind, Priority, TaskState
from scenarios.api import Aspect, Hardness, Reason, Value
from scenarios.language.forms import Form
from scenarios.stage.values import Drawn

__all__ = [
    "Beat",
    "EraseBeat",
    "Fact",
    "ForkBeat",
    "Forms",
    "Line",
    "Near",
    "Plot",
    "Question",
    "Scene",
    "Slot",
    "Tool",
    "UseBeat",
    "Wait",
]

Forms = str | tuple[Form, ...]
"""A kind of statement in the pool, or forms of a topic."""

Slot = str | Value | Drawn | tuple[str, ...]
"""Text as it stands, a value to be said in some notation, or options drawn anew each time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something the history states.

    Attributes:
        key: Name within the plot.
        subject: Cues for whom or what it is about.
        attribute: Cues for which property.
        since: Session from whose start it holds; None for always. 2.4 is a point within the
            stretch from session 2 to session 3; what happens after a session starts there at .4.
        until: From when it no longer holds, in the same measure; None for ever.
    """

    key: str
    value: Value
    subject: tuple[str, ...] = ()
    attribute: tuple[str, ...] = ()
    paraphrases: tuple[str, ...] = ()
    before: str = ""
    since: float | None = None
    until: float | None = None

    @property
    def slot(self) -> Slot:
        """The value as a slot."""
        return Drawn(value=self.value, paraphrases=self.paraphrases, before=self.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What makes a line a tool call, a tool result or a change of a task's state."""

    name: str = ""
    ok: bool = True
    arguments: str = ""
    task: str = ""
    state: TaskState = TaskState.STARTED
    stage: str = ""
    goal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One planted message.

    Attributes:
        form: Kind of statement in the pool.
        states: Keys of the facts it is evidence for.
        reply: Kind of the assistant's reply to a user's line; "" for none.
        alone: The message holds the statement only; otherwise ordinary talk may surround it.
        user: Ordinal of the speaking user; 0 is the main one.
        project: Project whose scope it is said in; None for the plot's own.
    """

    form: Forms
    slots: Mapping[str, Slot] = field(default_factory=dict)
    states: tuple[str, ...] = ()
    by: EventKind = EventKind.USER
    reply: Forms = "ack"
    alone: bool = False
    priority: Priority = Priority.NORMAL
    tool: Tool | None = None
    user: int = 0
    project: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One probe to come.

    Attributes:
        key: Name within the plot, for ``before``.
        form: Kind of question in the pool.
        required: Keys of facts, or of the plot's facts that must be recalled.
        forbidden: Pairs of fact key and reason.
        before: Key of the linked earlier question.
        at_session: Session at whose start the asked value held; None for now.
    """

    key: str
    form: Forms
    slots: Mapping[str, Slot] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    forbidden: tuple[tuple[str, Reason], ...] = ()
    aspects: frozenset[Aspect] = frozenset()
    category: str = ""
    direct: bool = True
    answerable: bool = True
    hardness: Hardness | None = None
    before: str | None = None
    group: str = ""
    at_session: float | None = None
    answer: str = ""
    project: str | None = None
    user: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseBeat:
    """Ask the memory to erase what stated these facts."""

    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkBeat:
    """Ask questions on a fork after a restart, or after everything was fed again."""

    questions: tuple[Question, ...]
    reingest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UseBeat:
    """An ordinary agent turn whose recall may show certain facts."""

    form: Forms
    slots: Mapping[str, Slot] = field(default_factory=dict)
    project: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Nothing happens for some hours; the memory may consolidate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """Talk near the topic that states nothing: forms of a user message and of the reply."""

    form: Forms
    reply: Forms
    slots: Mapping[str, Slot] = field(default_factory=dict)


Scene = Sequence[Line]
"""Lines spoken one right after the other."""

Beat = Question | EraseBeat | ForkBeat | UseBeat | Wait


@dataclass(slots=True, kw_only=True)
class Plot:
    """Facts, and what happens in and after which session (counted from 0).

    ``say`` and ``then`` keep the order in which they were called within one session.

    Attributes:
        project: Project that the main user's sessions belong to; None for none.
        near: Ordinary talk near the topic, mixed in between.
    """

    project: str | None = None
    facts: dict[str, Fact] = field(default_factory=dict)
    near: list[Near] = field(default_factory=list)
    scenes: dict[int, list[Scene]] = field(default_factory=dict)
    beats: dict[int, list[Beat]] = field(default_factory=dict)

    def fact(self, fact: Fact) -> Fact:
        """Add a fact and return it.

        Raises:
            ValueError: The key is taken.
        """
        if fact.key in self.facts:
            raise ValueError(f"plot has two facts {fact.key!r}; give each a key of its own")
        self.facts[fact.key] = fact
        return fact

    def say(self, session: int, *lines: Line) -> None:
        """Let lines be spoken in a session, one right after the other."""
        self.scenes.setdefault(session, []).append(lines)

    def then(self, session: int, *beats: Beat) -> None:
        """Let something happen after a session."""
        self.beats.setdefault(session, []).extend(beats)

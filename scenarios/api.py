"""The values of a history: steps, probes, gold and atoms.

A scenario is a sequence of steps that the harness replays through a fresh memory. Gold lives in
probes, beside the steps; no Memory ever receives a probe, a gold or a category.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memory_impls.api import Event, ForgetRequest, Query, Scope

__all__ = [
    "USER",
    "Ask",
    "Aspect",
    "Atom",
    "Forbidden",
    "Forget",
    "Gold",
    "Hardness",
    "Idle",
    "Observe",
    "Probe",
    "Reason",
    "Reingest",
    "Restart",
    "Scenario",
    "Step",
    "Use",
    "Value",
    "ValueKind",
]

USER = "<user>"
"""Subject cue for the speaking user: the first person in a user's words, "the user" elsewhere."""


class ValueKind(StrEnum):
    """How a value is compared."""

    NUMBER = "number"
    MONEY = "money"
    QUANTITY = "quantity"
    DATE = "date"
    IDENTIFIER = "identifier"
    NAME = "name"
    TEXT = "text"


class Hardness(StrEnum):
    """Whether a constraint binds or only leans."""

    MUST = "must"
    PREFER = "prefer"


class Reason(StrEnum):
    """Why an atom is forbidden."""

    STALE = "stale"
    OTHER_SCOPE = "other_scope"
    DELETED = "deleted"
    TRAP = "trap"
    SECRET = "secret"


class Aspect(StrEnum):
    """What a probe is about; it decides which metrics take it."""

    CONSTRAINT = "constraint"
    """Counts for constraint_preservation."""
    AFTER_CHANGE = "after_change"
    """Counts for conflict_handling."""
    HISTORY = "history"
    """Asks for a value that held in the past."""
    RULE = "rule"
    """Asks for a rule that repeated requests imply."""
    CONTROL = "control"
    """Looks like the probes of its family but must not trigger what they trigger."""
    AFTER_FORGET = "after_forget"
    RESTART = "restart"
    REINGEST = "reingest"
    ISOLATION = "isolation"
    CASCADE = "cascade"
    ABSENCE = "absence"
    ORDER = "order"
    REPEAT = "repeat"
    """One of several paraphrases of the same question; ``Probe.group`` ties them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A typed value.

    Attributes:
        text: Canonical form: a plain decimal for numbers ("50000", "-3.5"), ISO at the gold's
            precision for dates ("2023-05-07", "2023-05", "2023"), the exact string otherwise.
        unit: ISO 4217 code for money, unit symbol for a quantity, "" when there is none.
    """

    kind: ValueKind
    text: str
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Atom:
    """One fact that can be looked for in a text.

    A text states it when one sentence holds the value in any accepted notation together with an
    attribute cue, and that sentence or its item names the subject: asserted, not denied, not
    past, not hypothetical. An empty tuple of cues asks for no cue of that sort.

    Attributes:
        subject: Cues for whom or what it is about, any of them; ``USER`` is the speaking user.
        attribute: Cues for which property, any of them.
        paraphrases: Accepted other wordings of a TEXT value (empty for other kinds).
        evidence_ids: Events that state it.
        valid_from: Since when it holds; None for always.
        valid_to: From when it no longer holds or is deleted; None while it holds.
    """

    id: str
    value: Value
    subject: tuple[str, ...] = ()
    attribute: tuple[str, ...] = ()
    paraphrases: tuple[str, ...] = ()
    evidence_ids: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forbidden:
    """An atom that must not be asserted as current, and why."""

    atom: Atom
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """What a right memory shows.

    Attributes:
        required: Atoms that must be recalled.
        forbidden: Atoms that must not be asserted as current.
        evidence_ids: Events that hold the answer, where a data set gives them (or the union of
            the atoms' evidence).
        evidence_any: Any one of ``evidence_ids`` may hold the answer, it is not known which: a data
            set names the session only. Scored by ``session_hit``, never as recall.
        answerable: False when the history does not hold the answer.
        hardness: For constraints; None where it means nothing.
        before: Id of the linked earlier probe ("never known" rule of metrics of absence).
        answer: Reference answer in words, for readers and judges; "" when there is none.
        also: Other reference answers that are as right as ``answer``.
        choices: Options of a multiple choice; ``answer`` is one of them.
        rubric: Points a judge would look for.
    """

    required: tuple[Atom, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    evidence_ids: tuple[str, ...] = ()
    evidence_any: bool = False
    answerable: bool = True
    hardness: Hardness | None = None
    before: str | None = None
    answer: str = ""
    also: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    rubric: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One scored question.

    Attributes:
        id: Unique in the scenario.
        text: The question, or the task that needs the memory without asking for it.
        category: Name within the family or data set, for tables.
        direct: True when the text asks for the value; only then is an answer read.
        group: Ties paraphrased repeats of one question; "" when there is none.
        audited: True for a public item whose gold is known to be wrong.
        session: Ordinal of the session it is asked in or after, for lag and age; 0-based.
    """

    id: str
    text: str
    scope: Scope
    asked_at: datetime
    gold: Gold
    valid_at: datetime | None = None
    category: str = ""
    aspects: frozenset[Aspect] = frozenset()
    direct: bool = True
    group: str = ""
    audited: bool = False
    session: int = 0

    def query(self, max_tokens: int | None) -> Query:
        """Build what the memory is asked: the words, never the gold."""
        return Query(
            text=self.text,
            scope=self.scope,
            asked_at=self.asked_at,
            valid_at=self.valid_at,
            max_tokens=max_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe:
    """Feed an event to the memory."""

    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """An ordinary agent turn: one recall, what is shown is reinforced, nothing is scored."""

    text: str
    scope: Scope
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Ask a probe at every budget."""

    probe: Probe


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """Ask the memory to erase something."""

    request: ForgetRequest
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """Nothing happens until ``at``; the memory may consolidate."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """On a fork: save, load into a new instance, ask the probes, discard."""

    at: datetime
    probes: tuple[Probe, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reingest:
    """On a fork: feed every event so far again, ask the probes, discard."""

    at: datetime
    probes: tuple[Probe, ...]


Step = Observe | Use | Ask | Forget | Idle | Restart | Reingest


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(ABC):
    """One history with its probes; statistics resample whole scenarios.

    Attributes:
        id: Unique in a run, stable across runs ("repeated_task/open/en/3", "locomo/conv-26").
        family: Family or data set.
        version: Raised when the same seed gives another history.
        language: "en" or "zh"; the embedder goes by it.
        pool: "open", "held", or "" for data that has none.
        knobs: Resolved settings, for the record.
    """

    id: str
    family: str
    version: int
    seed: int = 0
    language: str = "en"
    pool: str = ""
    knobs: Mapping[str, object] = field(default_factory=dict)

    @abstractmethod
    def steps(self) -> Iterator[Step]:
        """Produce the steps in order, lazily; every call gives the same ones."""

    def probes(self) -> Iterator[Probe]:
        """Produce every probe in order, those asked on forks included."""
        for step in self.steps():
            if isinstance(step, Ask):
                yield step.probe
            elif isinstance(step, Restart | Reingest):
                yield from step.probes

"""The contract of a memory design: the values that cross it and the verbs it answers.

A harness feeds a design one event at a time, asks it questions at any moment, and lets it
consolidate when the design's own triggers say so. "Now" always comes as an argument: a design
never reads a clock, so a replay of last year's dialogue behaves as it did last year.

Source: article A 3.1-3.4 (layers, triggers, dream), article B 2-5 (items, versions, forgetting).
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

__all__ = [
    "Action",
    "Capability",
    "Change",
    "Consolidation",
    "Contents",
    "Event",
    "EventKind",
    "Footprint",
    "ForgetRequest",
    "ItemKind",
    "Layer",
    "Memory",
    "MemoryItem",
    "Occasion",
    "Payload",
    "Priority",
    "Query",
    "Recall",
    "Recalled",
    "Scope",
    "Status",
    "TaskState",
    "TaskStatus",
    "ToolCall",
    "ToolResult",
    "Unsupported",
]

INJECTED = frozenset({"embedder", "model", "seed"})
"""Constructor arguments that the harness provides; they are no parameters of the design."""


class Unsupported(Exception):  # noqa: N818 - design.md names it; it is an answer, not a fault
    """Raised by an optional verb that a design does not have; reported "not applicable"."""


class EventKind(StrEnum):
    """What raised an event (article B 6.1)."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    TASK_STATUS = "task_status"
    SYSTEM = "system"


class Priority(StrEnum):
    """Source metadata set when an event is written; it outranks any score (article A 4.2)."""

    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"


class TaskState(StrEnum):
    """Where a task stands."""

    STARTED = "started"
    PAUSED = "paused"
    STAGE_DONE = "stage_done"
    DONE = "done"
    FAILED = "failed"


class ItemKind(StrEnum):
    """What a memory item is about (article B 4.1, article A 3.1)."""

    PREFERENCE = "preference"
    CONSTRAINT = "constraint"
    FACT = "fact"
    RULE = "rule"
    METHOD = "method"
    TASK_STATE = "task_state"
    EPISODE = "episode"
    SUMMARY = "summary"


class Layer(StrEnum):
    """Which of the three layers holds an item (article A 3.1, article B 2)."""

    WORKING = "working"
    SHORT = "short"
    LONG = "long"


class Status(StrEnum):
    """Standing of an item; article B calls the first two active and deprecated."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"


class Occasion(StrEnum):
    """When the harness asks a design whether it wants to consolidate."""

    EVENT = "event"
    STAGE_END = "stage_end"
    SESSION_END = "session_end"
    IDLE = "idle"


class Action(StrEnum):
    """What a consolidation did to an item."""

    WRITTEN = "written"
    MERGED = "merged"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    DROPPED = "dropped"


class Capability(StrEnum):
    """An optional ability of a design."""

    CONSOLIDATE = "consolidate"
    CONTENTS = "contents"
    FORGET = "forget"
    PERSIST = "persist"
    REINFORCE = "reinforce"
    VALID_AT = "valid_at"
    """Answers a question about a past date with the value valid then."""
    VERBATIM = "verbatim"
    """Shows events word for word, so evidence recall is meaningful."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Scope:
    """Whose memory something is: a user and, optionally, one of the user's projects."""

    user: str
    project: str | None = None

    def sees(self, other: Scope) -> bool:
        """Tell whether a query in this scope may be shown what ``other`` holds.

        >>> Scope(user="ana", project="atlas").sees(Scope(user="ana"))
        True
        >>> Scope(user="ana").sees(Scope(user="ana", project="atlas"))
        False
        """
        return self.user == other.user and other.project in (None, self.project)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """Payload of a ``tool_call`` event."""

    call_id: str
    name: str
    arguments: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """Payload of a ``tool_result`` event; ``ok`` is False for an error."""

    call_id: str
    name: str
    ok: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStatus:
    """Payload of a ``task_status`` event: the anchors of importance scoring (article A 4.2)."""

    task_id: str
    state: TaskState
    stage: str = ""
    goal: str = ""


Payload = ToolCall | ToolResult | TaskStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened.

    Attributes:
        id: Unique in a scenario; the key of idempotent ingest and of forgetting.
        at: Aware time. Events of one session never go back in time; a later session may
            carry earlier times.
        text: Never None; empty for a call or a status that has no words.
    """

    id: str
    at: datetime
    session: str
    scope: Scope
    kind: EventKind
    text: str
    speaker: str = ""
    priority: Priority = Priority.NORMAL
    payload: Payload | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One question to a memory.

    Attributes:
        asked_at: Aware time of asking, for decay and windows.
        valid_at: The date whose value is wanted; None means ``asked_at``.
        max_tokens: Limit on the rendered recall, in tokens of ``parts.tokens``; None is no limit.
        max_items: Limit on the number of items; None is no limit.
        kinds: Only items of these kinds; None is every kind.
    """

    text: str
    scope: Scope
    asked_at: datetime
    valid_at: datetime | None = None
    max_tokens: int | None = None
    max_items: int | None = None
    kinds: frozenset[ItemKind] | None = None

    @property
    def as_of(self) -> datetime:
        """The date whose value is wanted."""
        return self.valid_at or self.asked_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """One item as it is shown; what the renderer reads and nothing else.

    Attributes:
        session: Where a verbatim item was said; None for derived items, which are rendered first.
        superseded_at: Since when the item no longer holds, if known.
        source_ids: Ids of the events it rests on; never trusted by a metric.
    """

    item_id: str
    text: str
    kind: ItemKind
    at: datetime
    status: Status = Status.CURRENT
    superseded_at: datetime | None = None
    speaker: str = ""
    session: str | None = None
    source_ids: tuple[str, ...] = ()
    score: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """The answer to a query: items, best first, that fit the query's limits when rendered."""

    items: tuple[Recalled, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryItem:
    """One item that a memory holds (article B 4.1 with sources and times cited).

    Attributes:
        valid_from: Since when the content holds, by event time.
        valid_to: Until when, exclusive; None while it holds.
        importance: 0 to 1.
        confidence: 0 to 1.
        citations: How often it was shown in an agent turn; moved by ``reinforce`` only.
    """

    id: str
    text: str
    kind: ItemKind
    layer: Layer
    scope: Scope
    source_ids: tuple[str, ...]
    created: datetime
    updated: datetime
    valid_from: datetime
    valid_to: datetime | None = None
    status: Status = Status.CURRENT
    version: int = 1
    importance: float = 0.5
    confidence: float = 1.0
    citations: int = 0
    last_referenced: datetime | None = None
    speaker: str = ""
    session: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One step of a consolidation, with enough to explain it."""

    action: Action
    item_id: str
    source_ids: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidation:
    """What one consolidation did; ``committed`` is False when it was abandoned whole."""

    reason: str
    at: datetime
    changes: tuple[Change, ...] = ()
    committed: bool = True
    failures: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest:
    """What to remove for good; every given criterion must hold, at least one must be given.

    Attributes:
        event_ids: Source events to erase; items derived from them lose that part or go.
        start: Erase what was said at or after this time.
        end: Erase what was said before this time.
    """

    event_ids: frozenset[str] | None = None
    item_id: str | None = None
    kind: ItemKind | None = None
    scope: Scope | None = None
    start: datetime | None = None
    end: datetime | None = None

    def __post_init__(self) -> None:
        """Refuse a request without any criterion: it would erase everything."""
        given = (self.event_ids, self.item_id, self.kind, self.scope, self.start, self.end)
        if all(criterion is None for criterion in given):
            raise ValueError(
                "ForgetRequest without a criterion; give event_ids, item_id, kind, scope, "
                "start or end"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What is held, or what changed since a revision.

    Attributes:
        revision: Grows with every change of the contents.
        items: All items, or those added or changed since the revision asked for; by id.
        removed_ids: Items gone since the revision asked for; empty for a full listing.
    """

    revision: int
    items: tuple[MemoryItem, ...] = ()
    removed_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """Size of what is held: number of items, bytes of text and vectors, tokens of text."""

    items: int
    bytes: int
    tokens: int


class Memory(ABC):
    """A design of long-term memory.

    One instance serves every scope of a history, interleaved. Constructors take keyword-only,
    defaulted parameters and, by the names ``embedder``, ``model`` and ``seed``, injected parts.
    The same calls with the same arguments give the same answers in any process.

    Attributes:
        exemptions: Conformance checks, by name, that the design fails on purpose, each with its
            reason. An exemption from a check that passes is itself a failure.
    """

    name: ClassVar[str]
    capabilities: ClassVar[frozenset[Capability]] = frozenset()
    exemptions: ClassVar[Mapping[str, str]] = MappingProxyType({})

    @abstractmethod
    def observe(self, event: Event) -> None:
        """Take in one event. Never consolidates; an event id already known changes nothing."""

    @abstractmethod
    def recall(self, query: Query) -> Recall:
        """Answer a query, best first, within its limits as rendered by ``parts.rendering``.

        Pure: contents, saved bytes and every later answer are the same whether it was asked.
        """

    def reinforce(self, item_ids: Sequence[str], at: datetime) -> None:
        """Note that items were used in an agent turn; unknown ids are ignored."""
        raise Unsupported(f"{self.name} does not reinforce")

    def due(self, now: datetime, occasion: Occasion) -> str | None:
        """Say why a consolidation is wanted now, or None. Asking changes nothing."""
        return None

    def consolidate(self, now: datetime, reason: str) -> Consolidation:
        """Consolidate whole or not at all, and say what was done."""
        raise Unsupported(f"{self.name} does not consolidate")

    def forget(self, request: ForgetRequest) -> int:
        """Erase for good and return the number of items removed or rewritten.

        Tombstones keep event ids only: a forgotten event fed again stores nothing, a new event
        that says it again does.
        """
        raise Unsupported(f"{self.name} does not forget")

    def contents(self, since: int | None = None) -> Contents:
        """List what is held, or what changed since a revision."""
        raise Unsupported(f"{self.name} does not list its contents")

    def save(self, folder: Path) -> None:
        """Write everything, with a manifest, into an existing or new folder."""
        raise Unsupported(f"{self.name} cannot be saved")

    def load(self, folder: Path) -> None:
        """Take over what ``save`` wrote; refuse another design, parameters or embedder.

        Raises:
            ValueError: The manifest names another design, schema, parameters or embedder.
        """
        raise Unsupported(f"{self.name} cannot be loaded")

    @abstractmethod
    def footprint(self) -> Footprint:
        """Measure what is held."""

    def params(self) -> Mapping[str, object]:
        """Parameters of the constructor as they are set now, without injected parts."""
        found = inspect.signature(type(self).__init__).parameters
        # A class without a constructor of its own inherits one that takes *args and **kwargs.
        names = sorted(
            p.name for p in found.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        )
        return {
            name: getattr(self, name) for name in names if name != "self" and name not in INJECTED
        }

    def __repr__(self) -> str:
        """Show the class and its parameters."""
        inner = ", ".join(f"{name}={value!r}" for name, value in self.params().items())
        return f"{type(self).__name__}({inner})"

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from memory_impls.api import (
    Consolidation,
    Event,
    EventKind,
    MemoryItem,
    Payload,
    Query,
    Recalled,
    Scope,
    Status,
    TaskState,
    TaskStatus,
    ToolCall,
    ToolResult,
)
from memory_impls.manager import Manager, ManagerEvents
from memory_impls.parts.embedder import Embedder, load_embedder
from memory_impls.parts.model import Model

START = datetime(2023, 5, 1, 9, tzinfo=UTC)
ANA = Scope(user="ana")


class Desk:
    """Drives a manager as a trial does, in few words."""

    def __init__(self, memory: Manager) -> None:
        self.memory = memory
        self.count = 0

    def at(self, day: float) -> datetime:
        return START + timedelta(days=day)

    def say(
        self,
        text: str,
        day: float = 0.0,
        *,
        kind: EventKind = EventKind.USER,
        scope: Scope = ANA,
        payload: Payload | None = None,
    ) -> Event:
        self.count += 1
        event = Event(
            id=f"e{self.count:04d}",
            at=self.at(day) + timedelta(minutes=self.count % 600),
            session=f"s{int(day)}",
            scope=scope,
            kind=kind,
            text=text,
            payload=payload,
        )
        self.memory.observe(event)
        return event

    def task(self, state: TaskState, day: float = 0.0, *, stage: str = "") -> Event:
        status = TaskStatus(task_id="deploy", state=state, stage=stage, goal="ship the shop")
        return self.say("", day, kind=EventKind.TASK_STATUS, payload=status)

    def call(self, name: str, day: float = 0.0, arguments: str = "") -> Event:
        payload = ToolCall(call_id=name, name=name, arguments=arguments)
        return self.say("", day, kind=EventKind.TOOL_CALL, payload=payload)

    def result(self, name: str, text: str, day: float = 0.0, *, ok: bool = True) -> Event:
        payload = ToolResult(call_id=name, name=name, ok=ok)
        return self.say(text, day, kind=EventKind.TOOL_RESULT, payload=payload)

    def compact(self, day: float = 900.0) -> Consolidation:
        return self.memory.consolidate(self.at(day), "test")

    def ask(
        self,
        text: str,
        *,
        day: float = 20.0,
        valid: float | None = None,
        max_tokens: int | None = 512,
        max_items: int | None = None,
        scope: Scope = ANA,
    ) -> tuple[Recalled, ...]:
        query = Query(
            text=text,
            scope=scope,
            asked_at=self.at(day),
            valid_at=None if valid is None else self.at(valid),
            max_tokens=max_tokens,
            max_items=max_items,
        )
        return self.memory.recall(query).items

    def current(self, text: str, **asked: object) -> str:
        """Join what is shown as holding now."""
        shown = self.ask(text, **asked)  # type: ignore[arg-type]
        return "\n".join(item.text for item in shown if item.status is Status.CURRENT)

    def past(self, text: str, **asked: object) -> str:
        """Join what is shown as having ended."""
        shown = self.ask(text, **asked)  # type: ignore[arg-type]
        return "\n".join(item.text for item in shown if item.status is Status.SUPERSEDED)

    def items(self, *, status: Status | None = None) -> list[MemoryItem]:
        found = self.memory.contents().items
        return [item for item in found if status is None or item.status is status]

    def held(self, words: str) -> MemoryItem:
        """Find the one item whose text holds some words."""
        (found,) = [item for item in self.items() if words in item.text]
        return found


@pytest.fixture(scope="session")
def hashing() -> Embedder:
    return load_embedder("hashing")


@pytest.fixture
def desk(hashing: Embedder) -> Callable[..., Desk]:
    def make(*, tools: bool = False, model: Model | None = None, **params: object) -> Desk:
        design = ManagerEvents if tools else Manager
        return Desk(design(embedder=hashing, model=model, **params))  # type: ignore[arg-type]

    return make

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

import pytest

from memory_impls.api import (
    Consolidation,
    Event,
    EventKind,
    MemoryItem,
    Occasion,
    Payload,
    Priority,
    Query,
    Recalled,
    Scope,
    Status,
)
from memory_impls.dream import Dream
from memory_impls.parts.embedder import Embedder, load_embedder
from memory_impls.parts.model import Model

START = datetime(2023, 5, 1, 9, tzinfo=UTC)
ANA = Scope(user="ana")


class Diary:
    """Drives a dream as a trial does, in few words."""

    def __init__(self, memory: Dream) -> None:
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
        session: str = "",
        speaker: str = "",
        priority: Priority = Priority.NORMAL,
        payload: Payload | None = None,
    ) -> str:
        self.count += 1
        event = Event(
            id=f"e{self.count:04d}",
            at=self.at(day) + timedelta(minutes=self.count % 600),
            session=session or f"s{int(day)}",
            scope=scope,
            kind=kind,
            text=text,
            speaker=speaker,
            priority=priority,
            payload=payload,
        )
        self.memory.observe(event)
        return event.id

    def sleep(self, day: float = 900.0) -> Consolidation:
        return self.memory.consolidate(self.at(day), "test: as told")

    def live(self, lines: Iterable[str]) -> None:
        """Say one line a day, sleeping after each."""
        for day, line in enumerate(lines):
            self.say(line, day)
            self.sleep(day + 0.5)

    def ask(
        self,
        text: str,
        *,
        day: float = 900.0,
        valid: float | None = None,
        max_tokens: int | None = 512,
        scope: Scope = ANA,
    ) -> tuple[Recalled, ...]:
        query = Query(
            text=text,
            scope=scope,
            asked_at=self.at(day),
            valid_at=None if valid is None else self.at(valid),
            max_tokens=max_tokens,
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

    def items(self, kind: str = "") -> list[MemoryItem]:
        """List what was consolidated, without messages."""
        found = [item for item in self.memory.contents().items if item.session is None]
        return [item for item in found if not kind or item.kind.value == kind]

    def due(self, day: float, occasion: Occasion = Occasion.EVENT) -> str | None:
        return self.memory.due(self.at(day), occasion)


@pytest.fixture(scope="session")
def hashing() -> Embedder:
    return load_embedder("hashing")


@pytest.fixture
def diary(hashing: Embedder) -> Callable[..., Diary]:
    def make(*, model: Model | None = None, **params: object) -> Diary:
        return Diary(Dream(embedder=hashing, model=model, **params))  # type: ignore[arg-type]

    return make

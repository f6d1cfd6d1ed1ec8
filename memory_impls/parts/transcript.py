"""Events as memory items and back: what an event says, and how an item is shown.

Every kind of event has words, so that a tool result can be recalled like a message and a call
without text is no hole in the transcript (article B 6.1).
"""

from __future__ import annotations

from collections.abc import Iterable

from memory_impls.api import (
    Event,
    EventKind,
    ItemKind,
    Layer,
    MemoryItem,
    Priority,
    Recalled,
    TaskState,
    TaskStatus,
    ToolCall,
    ToolResult,
)
from memory_impls.parts.names import UnknownNameError

__all__ = ["IMPORTANCE", "as_item", "as_recalled", "is_name", "kinds_of", "spoken", "words_of"]

IMPORTANCE = {Priority.HIGH: 0.9, Priority.NORMAL: 0.5, Priority.LOW: 0.1}
"""Importance that the source metadata gives an event (article A 4.2)."""


def kinds_of(names: Iterable[str]) -> frozenset[EventKind]:
    """Read a parameter that names kinds of event.

    Raises:
        UnknownNameError: A name is no kind of event.
    """
    known = [kind.value for kind in EventKind]
    for name in names:
        if name not in known:
            raise UnknownNameError("kind of event", name, known)
    return frozenset(EventKind(name) for name in names)


def words_of(event: Event) -> str:
    """Write what an event says: its text, led or replaced by its payload where it has one.

    >>> from datetime import datetime, timezone
    >>> from memory_impls.api import Scope
    >>> words_of(Event(
    ...     id="e1", at=datetime(2023, 5, 1, tzinfo=timezone.utc), session="s1",
    ...     scope=Scope(user="ana"), kind=EventKind.TOOL_RESULT, text="disk is full",
    ...     payload=ToolResult(call_id="c1", name="deploy", ok=False),
    ... ))
    'deploy failed: disk is full'
    """
    lead = _lead(event)
    if lead and event.text:
        return f"{lead}: {event.text}"
    return lead or event.text


def _lead(event: Event) -> str:
    match event.payload:
        case ToolCall(name=name, arguments=arguments):
            return f"{name}({arguments})"
        case ToolResult(name=name, ok=ok):
            return name if ok else f"{name} failed"
        case TaskStatus(task_id=task, state=state, stage=stage, goal=goal):
            words = [f"task {task}", _STATES[state]]
            words += [f"stage {stage}"] if stage else []
            words += [f"goal {goal}"] if goal else []
            return ", ".join(words)
        case None:
            return ""


_STATES = {
    TaskState.STARTED: "started",
    TaskState.PAUSED: "paused",
    TaskState.STAGE_DONE: "stage done",
    TaskState.DONE: "done",
    TaskState.FAILED: "failed",
}


def as_item(event: Event, *, layer: Layer = Layer.LONG, text: str | None = None) -> MemoryItem:
    """Make the item that holds an event word for word, under the event's own id."""
    is_status = event.kind is EventKind.TASK_STATUS
    return MemoryItem(
        id=event.id,
        text=words_of(event) if text is None else text,
        kind=ItemKind.TASK_STATE if is_status else ItemKind.EPISODE,
        layer=layer,
        scope=event.scope,
        source_ids=(event.id,),
        created=event.at,
        updated=event.at,
        valid_from=event.at,
        importance=IMPORTANCE[event.priority],
        speaker=event.speaker or event.kind.value,
        session=event.session,
    )


def as_recalled(item: MemoryItem, score: float = 0.0) -> Recalled:
    """Show an item as it stands."""
    return Recalled(
        item_id=item.id,
        text=item.text,
        kind=item.kind,
        at=item.valid_from,
        status=item.status,
        superseded_at=item.valid_to,
        speaker=item.speaker,
        session=item.session,
        source_ids=item.source_ids,
        score=score,
    )


def spoken(item: MemoryItem) -> str:
    """Write an item as it was spoken, led by the name of who said it, if there is a name."""
    return f"{item.speaker}: {item.text}" if is_name(item.speaker) else item.text


def is_name(speaker: str) -> bool:
    """Tell a name from a mere role such as "user" or "Assistant"."""
    return bool(speaker) and speaker.casefold() not in _ROLES


_ROLES = frozenset(kind.value for kind in EventKind)

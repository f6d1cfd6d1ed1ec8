"""Driving a memory as a trial does, and writing down what can be seen of it."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

from memory_impls.api import (
    Capability,
    Contents,
    Event,
    Footprint,
    Memory,
    Occasion,
    Query,
    Recall,
)
from memory_impls.checks.histories import asking

__all__ = [
    "QUERIES",
    "answers",
    "first_difference",
    "holds",
    "listed",
    "observe_all",
    "plain",
    "replay",
    "saved_files",
    "shown_text",
    "transcript",
]

_ASKED = (0, 3, 7, 12, 16, 21)

QUERIES: tuple[Query, ...] = (
    *(asking(number, max_tokens=64) for number in _ASKED),
    *(asking(number) for number in _ASKED),
    asking("What went wrong with the upload?", max_tokens=256),
    asking("When did we talk about the weekend?", max_items=3),
    asking("", max_tokens=128),
)
"""Questions about ``histories.mixed_history``, some in vain, with and without limits."""


def observe_all(memory: Memory, events: Iterable[Event]) -> None:
    """Feed events and nothing else."""
    for event in events:
        memory.observe(event)


def replay(memory: Memory, events: Iterable[Event]) -> None:
    """Feed events and let the memory consolidate whenever it wants, then once while idle."""
    last: Event | None = None
    for event in events:
        if last is not None and event.session != last.session:
            _offer(memory, last, Occasion.SESSION_END)
        memory.observe(event)
        _offer(memory, event, Occasion.EVENT)
        last = event
    if last is not None:
        _offer(memory, last, Occasion.SESSION_END)
        _offer(memory, last, Occasion.IDLE, later=timedelta(days=2))


def _offer(
    memory: Memory, event: Event, occasion: Occasion, later: timedelta = timedelta(0)
) -> None:
    now = event.at + later
    reason = memory.due(now, occasion)
    if reason is not None:
        memory.consolidate(now, reason)


def answers(memory: Memory, queries: Iterable[Query] = QUERIES) -> list[object]:
    """Ask and write down every field of every answer, as JSON has it."""
    return [plain(memory.recall(query)) for query in queries]


def listed(memory: Memory) -> object:
    """Write down the contents, as JSON has them; None without the capability."""
    if Capability.CONTENTS not in memory.capabilities:
        return None
    return plain(memory.contents())


def saved_files(memory: Memory) -> dict[str, str] | None:
    """Save and hash every file; None without the capability."""
    if Capability.PERSIST not in memory.capabilities:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        memory.save(folder)
        return {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }


def transcript(memory: Memory) -> dict[str, object]:
    """Write down all that can be seen of a memory: answers, contents, size, saved bytes."""
    return {
        "answers": answers(memory),
        "contents": listed(memory),
        "footprint": plain(memory.footprint()),
        "saved": saved_files(memory),
    }


def plain(value: Recall | Contents | Footprint) -> object:
    """Turn what a memory gave into JSON values, times as text."""
    found: object = json.loads(json.dumps(asdict(value), default=str))
    return found


def shown_text(recall: Recall) -> str:
    """Join the texts of an answer."""
    return "\n".join(item.text for item in recall.items)


def holds(memory: Memory, word: str, query: Query) -> bool:
    """Tell whether an answer says a word, whatever its case."""
    return word.casefold() in shown_text(memory.recall(query)).casefold()


def first_difference(left: object, right: object, where: str = "") -> str:
    """Say where two JSON values differ first, or "" when they are equal.

    >>> first_difference({"a": [1, 2]}, {"a": [1, 3]})
    'a.1: 2 is not 3'
    """
    if left == right:
        return ""
    pairs: list[tuple[str, object, object]] = []
    if isinstance(left, dict) and isinstance(right, dict):
        pairs = [(str(k), left.get(k), right.get(k)) for k in sorted({*left, *right})]
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        pairs = [(str(k), a, b) for k, (a, b) in enumerate(zip(left, right, strict=True))]
    for key, one, other in pairs:
        found = first_difference(one, other, f"{where}.{key}".lstrip("."))
        if found:
            return found
    return f"{where}: {left!r:.120} is not {right!r:.120}"

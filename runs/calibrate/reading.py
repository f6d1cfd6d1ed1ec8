"""Read what may be calibrated on: scenario files, chat messages, plain text."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory_impls.api import Event, EventKind, Scope
from scenarios.api import Observe

__all__ = ["read_events"]

_START = datetime(2023, 1, 1, tzinfo=UTC)


def read_events(path: Path) -> list[list[Event]]:
    """Read the histories of a file, each a list of events in order.

    Args:
        path: A scenario file (JSONL), chat messages (JSON or JSONL, as OpenAI's API has them), or
            plain text with one statement a line.

    Raises:
        ValueError: There is no such file, it holds nothing, or it is neither of these.
    """
    if not path.is_file():
        raise ValueError(f"no file at {path}; give a scenario file, chat messages or plain text")
    if path.suffix not in (".json", ".jsonl"):
        histories = [_lines(path)]
    elif _is_scenario(path):
        from scenarios.jsonl import load

        histories = [
            [step.event for step in scenario.steps() if isinstance(step, Observe)]
            for scenario in load(path)
        ]
    else:
        from scenarios.public.chat import talks

        histories = [list(talk.events) for talk in talks(path)]
    if not any(event.text.strip() for events in histories for event in events):
        raise ValueError(f"{path} holds no text; give one statement a line, or messages")
    return histories


def _is_scenario(path: Path) -> bool:
    with path.open("rb") as file:
        first = next((line for line in file if line.strip()), b"")
    try:
        found = json.loads(first)
    except ValueError:
        return False  # one JSON document over many lines: messages
    return isinstance(found, dict) and "scenario" in found


def _lines(path: Path) -> list[Event]:
    """Take each line for something that one user said, a minute apart."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 text: {error.reason} at {error.start}") from error
    return [
        Event(
            id=f"line-{number}",
            at=_START + timedelta(minutes=number),
            session="text",
            scope=Scope(user="user"),
            kind=EventKind.USER,
            text=line.strip(),
        )
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]

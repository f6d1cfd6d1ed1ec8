"""What tasks are told about: entries of a memory and the context that anchors judgement."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memory_impls.api import EventKind

__all__ = ["Anchors", "Entry", "listing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry as a task sees it.

    Attributes:
        id: Unique within a task; replies are joined to entries by it.
        ok: False for a tool result that reports an error.
    """

    id: str
    text: str
    at: datetime
    kind: EventKind = EventKind.USER
    speaker: str = ""
    ok: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchors:
    """Context that makes scores comparable between runs (article A 4.2); empty means unknown."""

    goal: str = ""
    stage: str = ""
    profile: str = ""

    def __bool__(self) -> bool:
        """Tell whether anything is known."""
        return bool(self.goal or self.stage or self.profile)

    def lines(self) -> list[str]:
        """Write what is known, one line each."""
        known = (("Goal", self.goal), ("Stage", self.stage), ("User", self.profile))
        return [f"{label}: {text}" for label, text in known if text]


def listing(entries: Iterable[Entry]) -> str:
    """Write entries as JSON lines, so that no text can pass for another entry or for the task."""
    lines = []
    for entry in entries:
        row = {"id": entry.id, "from": entry.speaker or entry.kind.value, "text": entry.text}
        if not entry.ok:
            row["status"] = "error"
        lines.append(json.dumps(row, ensure_ascii=False))
    return "\n".join(lines)

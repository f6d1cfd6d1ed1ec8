"""What is matched: a text with who said it and when, and how it can stand to an atom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory_impls.api import ItemKind, Status
from metrics.api import Shown, TraceItem

__all__ = ["Stance", "Utterance", "utterance_of"]

_USERS = frozenset({"user", "human", "me", "用户", "我"})
_OTHERS = frozenset(
    {"assistant", "agent", "ai", "bot", "system", "tool", "model", "memory", "助手", "系统", "工具"}
)


class Stance(StrEnum):
    """How a text holds an atom."""

    CURRENT = "current"
    DENIED = "denied"
    PAST = "past"
    HYPOTHETICAL = "hypothetical"


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """A text in its situation.

    Attributes:
        speaker: Name as rendered; the first person in ``text`` is this speaker.
        at: When it was said; relative dates are anchored here.
        superseded: The item is shown as no longer holding: what it asserts is past.
        from_user: Whether the user said it; None is read off ``speaker`` (a name counts as the
            user, "assistant" and "tool" do not, no speaker is an item about the user).
        topic: The question that ``text`` answers; its cues count as named before the text.
    """

    text: str
    speaker: str
    at: datetime
    superseded: bool = False
    from_user: bool | None = None
    topic: str = ""

    @property
    def is_user(self) -> bool:
        """Tell whether the first person in the text is the user."""
        if self.from_user is not None:
            return self.from_user
        return self.speaker.strip().casefold() not in _OTHERS


def utterance_of(item: Shown | TraceItem, *, from_user: bool | None = None) -> Utterance:
    """Take an item as it was rendered, or as the trace keeps it.

    A superseded or archived... status is what the renderer marks: only ``superseded`` is past.
    """
    at = item.at if isinstance(item, Shown) else item.updated
    if from_user is None and item.speaker.strip().casefold() in _USERS:
        from_user = True
    if from_user is None and item.kind is ItemKind.TASK_STATE:
        from_user = False
    return Utterance(
        text=item.text,
        speaker=item.speaker,
        at=at,
        superseded=item.status is Status.SUPERSEDED,
        from_user=from_user,
    )

"""Settings of a generated history; a sweep over them is a plan, not code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from memory_impls.parts.names import UnknownNameError

__all__ = ["Knobs", "knob"]


def knob(default: Any, low: float, high: float, what: str) -> Any:
    """Declare a knob with its default, its inclusive range and its meaning."""
    return field(default=default, metadata={"low": low, "high": high, "what": what})


@dataclass(frozen=True, slots=True, kw_only=True)
class Knobs:
    """Settings that every family understands; families add their own by subclassing.

    The first sessions of a history do not depend on ``sessions``: a longer history goes on where
    the shorter one ends (with ``months`` set, dates do depend on it).
    """

    sessions: int = knob(16, 4, 1_000_000, "sessions of the main user")
    turns: int = knob(6, 2, 200, "exchanges (a user message and its reply) in a session, about")
    gap_days: float = knob(4.0, 1.0, 60.0, "days between sessions, about")
    months: float = knob(0.0, 0.0, 1200.0, "length of the history; 0 leaves it to gap_days")
    noise: float = knob(0.55, 0.0, 1.0, "share of filler exchanges that are off the topic")
    distractors: int = knob(6, 0, 200, "statements that look like the planted ones")
    nearness: float = knob(0.5, 0.0, 1.0, "share of distractors that name the planted subject")
    burial_tokens: int = knob(0, 0, 10_000_000, "least filler between a plant and its first probe")
    repeats: int = knob(1, 1, 20, "times a lasting statement is made")
    uses: int = knob(1, 0, 20, "agent turns with a recall in a session")
    users: int = knob(1, 1, 20, "users whose sessions are interleaved")
    projects: int = knob(1, 1, 20, "other projects of the user, plus one, interleaved")
    agent: float = knob(0.12, 0.0, 1.0, "share of filler exchanges that are tool work with logs")
    length: float = knob(1.0, 0.3, 8.0, "message length, times the usual")
    typos: float = knob(0.0, 0.0, 0.3, "share of filler words of users with a slip")
    dialogue: str = knob("", 0, 0, "file of chat messages whose talk is the filler; '' for none")

    @classmethod
    def of(cls, settings: Mapping[str, object] | None = None) -> Self:
        """Build knobs from a mapping such as a plan's table.

        Raises:
            UnknownNameError: A name is no knob of this family.
            ValueError: A value has the wrong type or lies outside its range.
        """
        known = {entry.name: entry for entry in fields(cls)}
        checked: dict[str, Any] = {}
        for name, value in (settings or {}).items():
            if name not in known:
                raise UnknownNameError("knob", name, known)
            checked[name] = _checked(name, value, known[name].default, known[name].metadata)
        return cls(**checked)

    def resolved(self) -> Mapping[str, object]:
        """All settings by name, for the record; a text that is not set is left out."""
        return {name: value for name, value in asdict(self).items() if value != ""}


def _checked(name: str, value: object, default: object, about: Mapping[str, Any]) -> object:
    if isinstance(default, str):
        if not isinstance(value, str):
            raise ValueError(f"knob {name} takes text, not {value!r}")
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"knob {name} takes a number, not {value!r}")
    if isinstance(default, int) and value != int(value):
        raise ValueError(f"knob {name} takes a whole number, not {value!r}")
    if not about["low"] <= value <= about["high"]:
        raise ValueError(f"knob {name} takes {about['low']} to {about['high']}, not {value!r}")
    return int(value) if isinstance(default, int) else float(value)

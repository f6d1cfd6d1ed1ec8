"""Fold new turns into a running summary of limited length (article A 2.3)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

from memory_impls.parts.model.base import Task
from memory_impls.parts.model.entries import Entry, listing
from memory_impls.parts.model.extractive import blurred, salience
from memory_impls.parts.model.replies import json_object
from memory_impls.parts.model.tools import OfflineTools
from memory_impls.parts.sentences import split_sentences
from memory_impls.parts.tokens import count_tokens

__all__ = ["Summarise"]

_OLDER = 0.85
"""Weight of what already was in the summary against what is new: old things slowly fade."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarise(Task[str]):
    """Write a new summary of the old one and the turns, at most ``max_tokens`` long."""

    name: ClassVar[str] = "summarise"
    previous: str
    turns: tuple[Entry, ...]
    max_tokens: int

    def render(self) -> str:
        """Write the instruction, the summary so far and the turns."""
        return "\n".join(
            [
                f"Update the summary of a conversation with its next turns, in at most "
                f"{self.max_tokens} tokens. Keep decisions, preferences, limits, names, dates and "
                'numbers. Answer with a JSON object only: {"summary": "..."}',
                json.dumps({"summary so far": self.previous}, ensure_ascii=False),
                listing(self.turns),
            ]
        )

    def parse(self, reply: str) -> str:
        """Read the summary.

        Raises:
            ValueError: There is no JSON object with a summary that is a text with words in it.
        """
        summary = json_object(reply, required=("summary",))["summary"]
        if not isinstance(summary, str) or not summary.strip():
            raise ValueError(f"a summary is a text, not {summary!r}")
        return summary.strip()

    def reply(self, result: str) -> str:
        """Write the object."""
        return json.dumps({"summary": result}, ensure_ascii=False)

    def offline(self, tools: OfflineTools) -> str:
        """Keep the most telling sentences of both, in their order, within the limit."""
        old = [line.removeprefix("- ").strip() for line in self.previous.splitlines()]
        new = [
            f"{entry.speaker}: {piece}" if entry.speaker else piece
            for entry in self.turns
            for piece in split_sentences(entry.text)
        ]
        lines = [line for line in dict.fromkeys(old + new) if line]
        kept = set(old)
        rates = [
            rate * (_OLDER if line in kept else 1.0)
            for line, rate in zip(lines, salience(lines), strict=True)
        ]
        chosen: list[int] = []
        left = self.max_tokens
        for at in sorted(range(len(lines)), key=lambda at: (-rates[at], -at)):
            size = count_tokens(f"- {lines[at]}\n")
            if rates[at] > 0.0 and size <= left:
                chosen.append(at)
                left -= size
        written = [
            lines[at] if lines[at] in kept else blurred(lines[at], tools) for at in sorted(chosen)
        ]
        return "\n".join(f"- {line}" for line in written) or "-"

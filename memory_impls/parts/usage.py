"""What model calls cost: phases, and token counts that admit what is not known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Phase", "Usage"]


class Phase(StrEnum):
    """What tokens and seconds are booked to.

    The three below ``judge`` are booked apart and enter no cost of a design's own reads.
    """

    WRITE = "write"
    CONSOLIDATE = "consolidate"
    READ = "read"
    ANSWER = "answer"
    JUDGE = "judge"
    USE = "use"
    DAMAGE = "damage"
    FORK = "fork"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of the calls of one phase; ``unknown_calls`` reported no usage (never 0 tokens)."""

    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    unknown_calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Add two bookings."""
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            reply_tokens=self.reply_tokens + other.reply_tokens,
            unknown_calls=self.unknown_calls + other.unknown_calls,
        )

    @property
    def tokens(self) -> int:
        """Known tokens, prompt and reply; a lower bound when ``unknown_calls`` is not 0."""
        return self.prompt_tokens + self.reply_tokens

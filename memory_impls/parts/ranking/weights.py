"""How much each signal beside similarity and words counts; a weight of 0 switches it off."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Weights"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Weights of the signals.

    They are added to the sum of similarity and words, which is in deviations among the
    candidates.

    Attributes:
        before: Score of the message one place earlier, two places earlier, and so on.
        after: Score of the messages that follow.
        session: Best score in the same session.
        speaker: Said by the one speaker whom the query names.
        question: Taken off a message that asks.
        time_words: Words of time in the message when the query asks for a time.
        importance: Importance of the item, 0 to 1. recency: Decay by age, 1 to 0.
        frequency: Logarithm of the number of citations.
        user: Said by a person who is not named, where assistants and tools speak as well.
        standing: Words of a lasting wish ("always", "from now on", "I prefer").
    """

    before: tuple[float, ...]
    after: tuple[float, ...]
    session: float
    speaker: float
    question: float
    time_words: float
    importance: float
    recency: float
    frequency: float
    user: float
    standing: float

"""A text read once: folded, cut into sentences, with its amounts and dates."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from memory_impls.parts.normalise import (
    AmountSpan,
    DateSpan,
    find_amounts,
    find_dates,
    flatten,
    lower,
)
from metrics.matching.clauses import Sentence, split_sentences

__all__ = ["Reading", "read"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Analysis of a text; all spans are of ``flat`` and ``low``, which are of one length."""

    flat: str
    low: str
    sentences: tuple[Sentence, ...]
    amounts: tuple[AmountSpan, ...]
    values: frozenset[Decimal]
    day: date

    def dates(self) -> list[DateSpan]:
        """Find the dates, relative ones anchored at ``day``."""
        return find_dates(self.flat, self.day)

    def sentence_index(self, place: int) -> int:
        """Give the index of the sentence that holds a place."""
        for index, sentence in enumerate(self.sentences):
            if place < sentence.end:
                return index
        return len(self.sentences) - 1


@lru_cache(1 << 15)
def read(text: str, day: date) -> Reading:
    """Analyse a text said on ``day``."""
    flat = flatten(text if text.isascii() else unicodedata.normalize("NFC", text))
    low = lower(flat)
    amounts = tuple(find_amounts(flat))
    return Reading(
        flat=flat,
        low=low,
        sentences=split_sentences(low),
        amounts=amounts,
        values=frozenset(amount.value for amount in amounts if not amount.in_range),
        day=day,
    )

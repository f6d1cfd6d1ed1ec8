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
from memory_impls.parts.normalise.units import in_base_unit
from metrics.matching.clauses import Sentence, split_sentences
from metrics.matching.tables import rule_tables

__all__ = ["Reading", "read"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reading:
    """Analysis of a text; all spans are of ``flat`` and ``low``, which are of one length.

    Attributes:
        flat: Text folded in width, dashes and quotes, case kept.
        low: The same in lower case without accents.
        values: Every number that the text states, ends of ranges apart.
        measures: The same for quantities, in base units.
    """

    flat: str
    low: str
    sentences: tuple[Sentence, ...]
    amounts: tuple[AmountSpan, ...]
    values: frozenset[Decimal]
    measures: frozenset[tuple[Decimal, str]]

    def dates(self, day: date) -> list[DateSpan]:
        """Find the dates, relative ones anchored at ``day``."""
        return find_dates(self.flat, day)

    def sentence_index(self, place: int) -> int:
        """Give the index of the sentence that holds a place."""
        for index, sentence in enumerate(self.sentences):
            if place < sentence.end:
                return index
        return len(self.sentences) - 1

    def words_of(self, index: int) -> str:
        """Give the lower-case text of one sentence."""
        sentence = self.sentences[index]
        return self.low[sentence.start : sentence.end]


@lru_cache(1 << 15)
def read(text: str) -> Reading:
    """Analyse a text; asking again costs a look-up."""
    flat = rule_tables(flatten(text if text.isascii() else unicodedata.normalize("NFC", text)))
    low = lower(flat)
    amounts = tuple(find_amounts(flat))
    single = [amount for amount in amounts if not amount.in_range]
    return Reading(
        flat=flat,
        low=low,
        sentences=split_sentences(flat, low),
        amounts=amounts,
        values=frozenset(amount.value for amount in single),
        measures=frozenset(in_base_unit(amount.value, amount.unit) for amount in single),
    )

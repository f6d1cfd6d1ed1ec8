"""Text analysis that designs and metrics share: folding, words, numbers, money, units, dates."""

from memory_impls.parts.normalise.folding import (
    flatten,
    fold,
    has_cjk,
    is_cjk,
    lower,
    strip_accents,
)
from memory_impls.parts.normalise.reading import (
    find_amounts,
    find_dates,
    find_money,
    find_numbers,
    find_quantities,
    resolve_dates,
)
from memory_impls.parts.normalise.spans import AmountKind, AmountSpan, DateSpan, Precision, Span
from memory_impls.parts.normalise.words import words

__all__ = [
    "AmountKind",
    "AmountSpan",
    "DateSpan",
    "Precision",
    "Span",
    "find_amounts",
    "find_dates",
    "find_money",
    "find_numbers",
    "find_quantities",
    "flatten",
    "fold",
    "has_cjk",
    "is_cjk",
    "lower",
    "resolve_dates",
    "strip_accents",
    "words",
]

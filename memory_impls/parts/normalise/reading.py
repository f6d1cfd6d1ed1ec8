"""Entry points: what is written in a text, found once and kept.

Every finder takes the text as it is and returns spans of that text, in order of place. Results
are cached by text (and day of the anchor), so asking again costs a look-up.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import lru_cache

from memory_impls.parts.normalise.amounts import amounts_of
from memory_impls.parts.normalise.dates import find_written_dates, join_intervals
from memory_impls.parts.normalise.folding import flatten, lower
from memory_impls.parts.normalise.relative import find_relative_dates
from memory_impls.parts.normalise.spans import AmountKind, AmountSpan, DateSpan, Precision

__all__ = [
    "find_amounts",
    "find_dates",
    "find_money",
    "find_numbers",
    "find_quantities",
    "resolve_dates",
]

_CACHED_TEXTS = 1 << 15
_NO_NUMBERS = re.compile(
    r"https?://\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.]+"  # addresses
    r"|\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?"  # 12:30
    r"|\b\d{1,2} ?(?:[ap]m\b|[ap]\.m\.)|\b\d{1,2} ?o'clock"  # 5 pm
    r"|\bv?\d+(?:\.\d+){2,}\b(?!,\d)"  # 1.2.3, 10.0.0.1
    r"|\d+[:/]\d+(?:[:/]\d+)*"  # 3:1, 24/7
    r"|\d+(?:-\d+){2,}"  # 123-45-6789
    r"|(?<![\d.,])\+?(?:\d{1,3}[ -])?\(?\d{2,4}\)?[ -]\d{3,4}[ -]\d{4}(?![\d.,])"  # 555 123 4567
    r"|\+\d{1,3}(?:[ -]?\d{2,4}){2,}"  # +44 20 7946 0958
    r"|(?<![\d.])\d{1,2}月(?:\s?\d{1,2}[日号號])?"  # 3月, 3月5日
    r"|\b(?:\d{1,3}|an?|half an?|[a-z]{3,8}) (?:day|week|fortnight|month|year|hour|minute"
    r"|decade)s? ago\b"
    r"|(?:\d{1,3}|[一二两三四五六七八九十半]{1,3})(?:天|日|周|个?星期|个?礼拜|个?月|年|个?小时"
    r"|分钟)(?:以|之)?前"
    r"|(?:上午|下午|早上|晚上|中午|凌晨|傍晚)\s?[\d一二两三四五六七八九十]{1,3}[点點时](?:半|整"
    r"|[\d一二三四五六七八九十]{1,3}分)?"
    r"|(?<![\d.])(?:\d{1,2}|[一二两三四五六七八九十]{1,3})[点點](?:半|整|钟"
    r"|[\d一二三四五六七八九十]{1,3}分)",
    re.ASCII,
)


def find_dates(text: str, anchor: date | datetime) -> list[DateSpan]:
    """Find dates, written out or relative to ``anchor``, as calendar intervals.

    >>> (span,) = find_dates("I left last week", date(2023, 6, 14))
    >>> str(span.first), str(span.last)
    ('2023-06-05', '2023-06-11')
    """
    day = anchor.date() if isinstance(anchor, datetime) else anchor
    return list(_dates(text, day))


@lru_cache(_CACHED_TEXTS)
def _dates(text: str, anchor: date) -> tuple[DateSpan, ...]:
    low = lower(flatten(text))
    written = find_written_dates(low, anchor)
    # weekday and year words inside a written date belong to it
    relative = [
        span
        for span in find_relative_dates(low, anchor)
        if not any(other.start < span.end and span.start < other.end for other in written)
    ]
    ordered = sorted((*written, *relative), key=lambda span: span.start)
    return tuple(join_intervals(low, ordered))


def find_amounts(text: str) -> list[AmountSpan]:
    """Find numbers, money, percentages and quantities.

    >>> [(str(a.value), a.unit) for a in find_amounts("5万元, $1,200.50 and 40%")]
    [('50000', 'CNY'), ('1200.50', 'USD'), ('40', '%')]
    """
    return list(_amounts(text))


@lru_cache(_CACHED_TEXTS)
def _amounts(text: str) -> tuple[AmountSpan, ...]:
    flat = flatten(text)
    low = lower(flat)
    taken = [match.span() for match in _NO_NUMBERS.finditer(low)]
    for span in find_written_dates(low, _SOME_DAY):
        # a bare year is a number too: "In 2022." answers 2022
        if span.precision is not Precision.YEAR or span.ambiguous:
            taken.append((span.start, span.end))
    return amounts_of(flat, low, taken)


_SOME_DAY = date(2000, 1, 1)
"""Numbers do not depend on the anchor; only the extent of a date matters here."""


def find_numbers(text: str) -> list[AmountSpan]:
    """Find every amount that states a single value: not the ends of ranges."""
    return [amount for amount in _amounts(text) if not amount.in_range]


def find_money(text: str) -> list[AmountSpan]:
    """Find amounts of money that state a single value."""
    return [amount for amount in find_numbers(text) if amount.kind is AmountKind.MONEY]


def find_quantities(text: str) -> list[AmountSpan]:
    """Find quantities with a unit that state a single value."""
    return [amount for amount in find_numbers(text) if amount.kind is AmountKind.QUANTITY]


def resolve_dates(text: str, anchor: date | datetime) -> str:
    """Write the absolute date beside each relative one; doing it twice changes nothing.

    >>> resolve_dates("I visited Porto last week.", date(2023, 6, 14))
    'I visited Porto last week [2023-06-05..2023-06-11].'
    """
    pieces: list[str] = []
    at = 0
    for span in find_dates(text, anchor):
        if not span.relative or text[span.end : span.end + 2].lstrip().startswith("["):
            continue
        pieces.append(text[at : span.end])
        days = f"{span.first}" if span.first == span.last else f"{span.first}..{span.last}"
        pieces.append(f" [{days}]")
        at = span.end
    return "".join((*pieces, text[at:]))

"""What the finders return: values with their place in the text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

__all__ = ["AmountKind", "AmountSpan", "DateSpan", "Precision", "Span"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of a text: characters ``start`` to ``end``, the end exclusive."""

    start: int
    end: int


class AmountKind(StrEnum):
    """What a number counts."""

    NUMBER = "number"
    PERCENT = "percent"
    MONEY = "money"
    QUANTITY = "quantity"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountSpan(Span):
    """A number with the unit that stands at it.

    Attributes:
        value: The number as written, multiplied out ("50k" is 50000), never converted.
        unit: ISO 4217 code for money, canonical symbol for a quantity, "%" for a percentage,
            "" for a plain number.
        in_range: One end of a range ("5-10"): the text does not state this value.
        counted: A noun that is no unit follows ("300 people"): the number counts something.
    """

    value: Decimal
    kind: AmountKind = AmountKind.NUMBER
    unit: str = ""
    in_range: bool = False
    counted: bool = False


class Precision(StrEnum):
    """How fine a date is."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    INTERVAL = "interval"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateSpan(Span):
    """A calendar interval; a day is an interval of one day.

    Attributes:
        first: First day. last: last day, inclusive.
        relative: Resolved against the anchor ("yesterday", "on Friday").
        ambiguous: Two readings are possible (03/04/2023); ``first`` and ``last`` then bound the
            year, the finest thing that is certain.
    """

    first: date
    last: date
    precision: Precision
    relative: bool = False
    ambiguous: bool = False

"""Where a text holds a value, in any accepted notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from memory_impls.parts.normalise import AmountKind, AmountSpan
from memory_impls.parts.normalise.calendar_steps import month_span, year_span
from memory_impls.parts.normalise.units import CASED_UNITS, CURRENCIES, UNITS, in_base_unit
from metrics.matching.phrases import find_exact, low_of
from metrics.matching.reading import Reading
from metrics.matching.spots import Place
from metrics.matching.texts import name_places, text_places
from scenarios.api import Atom, Value, ValueKind

__all__ = ["find_value"]


def find_value(reading: Reading, atom: Atom, day: date) -> list[Place]:
    """Give the places where the text holds the atom's value, in order."""
    kind = atom.value.kind
    if kind in (ValueKind.NUMBER, ValueKind.MONEY, ValueKind.QUANTITY):
        return _amount_places(reading, atom)
    if kind is ValueKind.DATE:
        first, last = date_bounds(atom.value.text)
        return [
            (span.start, span.end)
            for span in reading.dates(day)
            if first <= span.first and span.last <= last
        ]
    if kind is ValueKind.IDENTIFIER:
        return [match.span() for match in find_exact(reading.flat, atom.value.text)] or [
            match.span() for match in _versions(reading.flat, atom.value.text)
        ]
    if kind is ValueKind.NAME:
        return name_places(reading, (atom.value.text, *atom.paraphrases))
    return text_places(reading, (atom.value.text, *atom.paraphrases))


def _versions(flat: str, text: str) -> list[re.Match[str]]:
    """Find a version with the "v" that many write before it."""
    return find_exact(flat, f"v{text}") if re.fullmatch(r"\d+(?:\.\d+)+", text) else []


def _amount_places(reading: Reading, atom: Atom) -> list[Place]:
    gold = _gold(atom.value)
    if gold.number not in reading.values and gold.measure not in reading.measures:
        return []
    return [
        (amount.start, amount.end)
        for amount in reading.amounts
        if not amount.in_range
        and (_is_equal(amount, atom, gold) or _is_yen(reading.low, amount, gold))
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gold:
    """A gold amount: as written, its unit, and both in the base unit."""

    number: Decimal
    unit: str
    measure: tuple[Decimal, str]


@lru_cache(1 << 14)
def _gold(value: Value) -> _Gold:
    try:
        number = Decimal(value.text)
    except InvalidOperation:
        raise ValueError(
            f"value {value.text!r} of kind {value.kind} is no plain decimal; "
            "write it like 50000 or -3.5, with the unit in `unit`"
        ) from None
    unit = _unit(value)
    return _Gold(number=number, unit=unit, measure=in_base_unit(number, unit))


def _unit(value: Value) -> str:
    """Read the gold's unit as texts are read; one that no table knows is compared as written."""
    unit = value.unit.strip()
    if not unit or unit == "%":
        return unit
    if value.kind is ValueKind.MONEY:
        return CURRENCIES.get(low_of(unit), unit.upper())
    if unit in UNITS.values():
        return unit
    return CASED_UNITS.get(unit) or UNITS.get(low_of(unit)) or f"?{low_of(unit)}"


def _is_equal(amount: AmountSpan, atom: Atom, gold: _Gold) -> bool:
    if atom.value.kind is ValueKind.NUMBER and not gold.unit:
        strange = amount.kind is AmountKind.PERCENT or amount.unit.startswith("?")
        return amount.value == gold.number and not strange
    if amount.unit == gold.unit:
        return amount.value == gold.number
    if amount.kind is AmountKind.NUMBER:
        # a bare number may stand for an amount where the sentence names the property
        bare = not amount.counted and bool(atom.attribute)
        return bare and amount.value == gold.number
    if amount.kind is AmountKind.MONEY or atom.value.kind is ValueKind.MONEY:
        return False
    return in_base_unit(amount.value, amount.unit) == gold.measure


def _is_yen(low: str, amount: AmountSpan, gold: _Gold) -> bool:
    """The sign is read as yuan; where yen are sought it may stand for these."""
    signed = amount.kind is AmountKind.MONEY and "¥" in low[amount.start : amount.end]
    return signed and gold.unit == "JPY" and amount.value == gold.number


@lru_cache(1 << 14)
def date_bounds(text: str) -> tuple[date, date]:
    """Read a gold date at its precision: a day, month, year, ISO week or A..B."""
    try:
        if ".." in text or "/" in text:
            one, two = re.split(r"\.\.|/", text, maxsplit=1)
            return date_bounds(one)[0], date_bounds(two)[1]
        week = re.fullmatch(r"(\d{4})-W(\d\d)", text)
        if week:
            first = date.fromisocalendar(int(week[1]), int(week[2]), 1)
            return first, first + timedelta(days=6)
        parts = [int(part) for part in text[:10].split("-")]
        if len(parts) == 1:
            return year_span(parts[0])
        if len(parts) == 2:
            return month_span(parts[0], parts[1])
        return date(*parts), date(*parts)
    except (ValueError, TypeError):
        raise ValueError(
            f"value {text!r} is no date; write 2023-05-07, 2023-05, 2023, 2023-W23 or A..B"
        ) from None

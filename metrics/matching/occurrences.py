"""Where a text holds a value, in any accepted notation."""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from memory_impls.parts.normalise import AmountKind, AmountSpan
from memory_impls.parts.normalise.dates import month_span, year_span
from memory_impls.parts.normalise.units import CURRENCIES, UNITS
from metrics.matching.phrases import find_exact, find_phrase, low_of
from metrics.matching.reading import Reading
from metrics.matching.spots import Place
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
        return [match.span() for match in find_exact(reading.flat, atom.value.text)]
    if kind is ValueKind.NAME:
        return _name_places(reading, (atom.value.text, *atom.paraphrases))
    return _text_places(reading, (atom.value.text, *atom.paraphrases))


def _amount_places(reading: Reading, atom: Atom) -> list[Place]:
    number, unit = _number(atom.value)
    if number not in reading.values:
        return []
    return [
        (amount.start, amount.end)
        for amount in reading.amounts
        if amount.value == number and not amount.in_range and _unit_fits(amount, atom, unit)
    ]


@lru_cache(1 << 14)
def _number(value: Value) -> tuple[Decimal, str]:
    try:
        number = Decimal(value.text)
    except InvalidOperation:
        raise ValueError(
            f"value {value.text!r} of kind {value.kind} is no plain decimal; "
            "write it like 50000 or -3.5, with the unit in `unit`"
        ) from None
    unit = value.unit.strip()
    known = CURRENCIES if value.kind is ValueKind.MONEY else UNITS
    return number, known.get(low_of(unit), unit)


def _unit_fits(amount: AmountSpan, atom: Atom, unit: str) -> bool:
    if atom.value.kind is ValueKind.NUMBER and not unit:
        return amount.kind is not AmountKind.PERCENT
    if amount.unit == unit:
        return True
    # a bare number may stand for an amount where the sentence names the property
    return amount.kind is AmountKind.NUMBER and not amount.counted and bool(atom.attribute)


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


_COMMON_WORDS = frozenset(
    "may will mark bill rose hope grant art jack pat sue rob grace faith joy drew chase miles summer "
    "autumn april august june dawn eve iris lily ivy daisy ruby pearl amber opal amazon apple target "
    "notion slack zoom teams linear me it us who or in is no so to go do up on at be by he we an am "
    "as if of my".split()
)


def _name_places(reading: Reading, names: tuple[str, ...]) -> list[Place]:
    places: list[Place] = []
    for name in names:
        low = low_of(name)
        for match in find_phrase(reading.low, low):
            written = reading.flat[match.start() : match.end()]
            if low in _COMMON_WORDS and name[:1].isupper() and not _as_name(written, name):
                continue
            places.append(match.span())
    return sorted(set(places))


def _as_name(written: str, name: str) -> bool:
    return written.isupper() if name.isupper() and len(name) > 1 else written[:1].isupper()


def _text_places(reading: Reading, texts: tuple[str, ...]) -> list[Place]:
    places: set[Place] = set()
    for text in texts:
        low = low_of(text)
        short = text.isupper() and len(text) <= 3
        for match in find_phrase(reading.low, low):
            if short and reading.flat[match.start() : match.end()] != text:
                continue
            places.add(match.span())
    return sorted(places)

"""Relative dates in English."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from memory_impls.parts.normalise.calendar_steps import (
    Bounds,
    day_in_month,
    days_from,
    month_at,
    month_span,
    week_at,
    weekday_near,
    weekend_at,
    year_at,
)
from memory_impls.parts.normalise.english_numerals import parse_english_numeral
from memory_impls.parts.normalise.spans import Precision
from memory_impls.parts.normalise.tense_hint import looks_back

__all__ = ["MONTHS", "RULES_EN", "Rule"]

Rule = tuple[re.Pattern[str], Callable[[re.Match[str], date], Bounds | None]]

_MONTH_NAMES = (
    "january february march april may june july august september october november december"
).split()
MONTHS: dict[str, int] = {
    **{name: number for number, name in enumerate(_MONTH_NAMES, 1)},
    **{name[:3]: number for number, name in enumerate(_MONTH_NAMES, 1)},
    "sept": 9,
}
_WEEKDAYS = "mon tue wed thu fri sat sun".split()
_FULL = r"monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_WEEKDAY = rf"(?P<weekday>{_FULL})(?![a-z])"
_ANY_WEEKDAY = rf"(?P<weekday>{_FULL}|mon|tues?|wed|thurs?|thu|fri|sat|sun)\b"
_STEP = (
    r"\b(?:the )?(?P<step>earlier this|later this|this coming|this past|last|past|previous|this"
    r"|next|coming)"
)
_STEPS = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "this past": -1,
    "next": 1,
    "coming": 1,
    "this coming": 1,
}
_COUNT = (
    r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|thirteen|fourteen|"
    r"fifteen|sixteen|eighteen|twenty|thirty|forty|fifty|sixty|ninety|a hundred|half a)"
)
_UNIT = r"(?P<unit>day|week|fortnight|month|year|decade)s?"
_DAYS = {
    "the day before yesterday": -2, "day before yesterday": -2, "the day after tomorrow": 2,
    "day after tomorrow": 2, "yesterday": -1, "last night": -1, "yesterday evening": -1, "today": 0,
    "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "earlier today": 0,
    "later today": 0, "tomorrow": 1,
}  # fmt: skip


def _step(match: re.Match[str]) -> int:
    return _STEPS.get(match["step"], 0)


def _weekday(match: re.Match[str]) -> int:
    return _WEEKDAYS.index(match["weekday"][:3])


def _count(text: str) -> float:
    if text.isdecimal():
        return int(text)
    if text in ("a", "an"):
        return 1
    if text == "half a":
        return 0.5
    value = parse_english_numeral(text)
    return int(value) if value is not None else 0


def _away(match: re.Match[str], anchor: date, direction: int) -> Bounds | None:
    amount, unit = _count(match["count"]) * direction, match["unit"]
    if amount == int(amount) and unit in ("day", "week", "fortnight"):
        return days_from(anchor, int(amount) * {"day": 1, "week": 7, "fortnight": 14}[unit])
    if unit == "month" and amount == int(amount):
        return month_at(anchor, int(amount))
    if unit == "year":
        whole = amount == int(amount)
        return year_at(anchor, int(amount)) if whole else month_at(anchor, int(amount * 12))
    return year_at(anchor, int(amount) * 10) if unit == "decade" else None


def _period(match: re.Match[str], anchor: date) -> Bounds:
    kinds = {"week": week_at, "month": month_at, "year": year_at}
    return kinds[match["unit"]](anchor, _step(match))


def _named_month(match: re.Match[str], anchor: date) -> Bounds:
    year, month, step = anchor.year, MONTHS[match["month"]], match["step"]
    if step == "last" and month >= anchor.month:
        year -= 1
    if step == "next" and month <= anchor.month:
        year += 1
    return *month_span(year, month), Precision.MONTH


def _weekday_of_week(match: re.Match[str], anchor: date) -> Bounds:
    step = _STEPS.get(match["step"] or match["step_2"], 0)
    weekday = _WEEKDAYS.index((match["weekday"] or match["weekday_2"])[:3])
    return days_from(week_at(anchor, step)[0], weekday)


def _bare_weekday(match: re.Match[str], anchor: date) -> Bounds:
    distance = (_weekday(match) - anchor.weekday()) % 7
    if looks_back(match.string, *match.span()):
        return days_from(anchor, -((anchor.weekday() - _weekday(match)) % 7))
    return days_from(anchor, distance)


def _before_last(match: re.Match[str], anchor: date) -> Bounds:
    kinds = {"week": week_at, "month": month_at, "year": year_at}
    return kinds[match["unit"]](anchor, -2 if match["which"] == "before last" else 2)


def _weeks_from_weekday(match: re.Match[str], anchor: date) -> Bounds:
    coming = weekday_near(anchor, _weekday(match), step=1)[0]
    return days_from(coming, 7 * int(_count(match["count"])))


def _bare_day(match: re.Match[str], anchor: date) -> Bounds | None:
    """Take the day of the month that lies ahead, or behind in a past clause."""
    day = int(match["day"])
    back = looks_back(match.string, *match.span())
    for months in (0, -1, -2) if back else (0, 1, 2):
        bounds = day_in_month(anchor, months, day)
        if bounds and ((bounds[0] <= anchor) if back else (bounds[0] >= anchor)):
            return bounds
    return None


def _day_of_month(match: re.Match[str], anchor: date) -> Bounds | None:
    return day_in_month(anchor, _step(match), int(match["day"]))


_MONTH_WORD = "|".join(name for name in MONTHS if len(name) > 3 or name == "may")

_RULES: tuple[Rule, ...] = (
    (
        re.compile(rf"\b{_COUNT} {_UNIT} (?:from (?:now|today)|hence)\b"),
        lambda match, anchor: _away(match, anchor, 1),
    ),
    (
        re.compile(r"\b(?:" + "|".join(sorted(_DAYS, key=len, reverse=True)) + r")\b"),
        lambda match, anchor: days_from(anchor, _DAYS[match.group()]),
    ),
    (
        re.compile(r"\b(?:the )?(?P<unit>week|month|year) (?P<which>before last|after next)\b"),
        _before_last,
    ),
    (re.compile(rf"\b{_COUNT} weeks? from {_WEEKDAY}"), _weeks_from_weekday),
    (
        re.compile(
            r"(?:(?<=\bon )|(?<=\bby )|(?<=\buntil ))the (?P<day>[0-3]?\d)(?:st|nd|rd|th)\b"
            r"(?! (?:of|floor|street|avenue|century|place|time|try|attempt|day|week))"
        ),
        _bare_day,
    ),
    (
        re.compile(
            rf"\b{_ANY_WEEKDAY},? (?:of )?(?P<step>last|this|next) week\b"
            rf"|\b(?P<step_2>last|this|next) week(?: on|'s)? (?P<weekday_2>{_FULL})\b"
        ),
        _weekday_of_week,
    ),
    (
        re.compile(rf"{_STEP} {_ANY_WEEKDAY}"),
        lambda match, anchor: weekday_near(anchor, _weekday(match), step=_step(match)),
    ),
    (re.compile(rf"{_STEP} weekend\b"), lambda match, anchor: weekend_at(anchor, _step(match))),
    (
        re.compile(
            r"\b(?:the )?(?P<day>[0-3]?\d)(?:st|nd|rd|th) of (?P<step>last|this|next) month\b"
        ),
        _day_of_month,
    ),
    (re.compile(rf"{_STEP} (?P<unit>week|month|year)\b(?! \w+day\b)"), _period),
    (re.compile(rf"\b(?P<step>last|this|next) (?P<month>{_MONTH_WORD})\b(?! \d)"), _named_month),
    (
        re.compile(rf"\b{_COUNT} {_UNIT} (?:ago|back)\b"),
        lambda match, anchor: _away(match, anchor, -1),
    ),
    (
        re.compile(rf"\bin {_COUNT} {_UNIT}(?:'s?)?(?: time)?\b(?! of\b)"),
        lambda match, anchor: _away(match, anchor, 1),
    ),
    (
        re.compile(
            rf"(?<!every )(?<!each )(?<!any )(?<!day to )(?<!day-)(?<!day and )\b{_WEEKDAY}"
            rf"(?!s|(?: to |-| through | and )(?:{_FULL}))"
        ),
        _bare_weekday,
    ),
)


RULES_EN: tuple[Rule, ...] = tuple(
    (re.compile(pattern.pattern, re.ASCII), resolve) for pattern, resolve in _RULES
)
"""The rules with edges of ASCII words: a Chinese character beside a word does not hide it."""

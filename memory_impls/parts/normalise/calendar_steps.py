"""Steps on the calendar from an anchor day; weeks run from Monday to Sunday."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from memory_impls.parts.normalise.spans import Precision

__all__ = [
    "Bounds",
    "day_at",
    "day_in_month",
    "days_from",
    "month_at",
    "month_span",
    "nearest_day",
    "valid_day",
    "week_at",
    "weekday_near",
    "weekend_at",
    "year_at",
    "year_span",
]

Bounds = tuple[date, date, Precision]
"""First day, last day (inclusive) and how fine that is."""


def month_span(year: int, month: int) -> tuple[date, date]:
    """Give the first and last day of a month; months outside 1-12 run over into other years."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def year_span(year: int) -> tuple[date, date]:
    """Give the first and last day of a year."""
    return date(year, 1, 1), date(year, 12, 31)


def valid_day(year: int, month: int, day: int) -> date | None:
    """Give a day, None when the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def nearest_day(month: int, day: int, anchor: date) -> date | None:
    """Give the occurrence of a day and month that is closest to the anchor."""
    years = (anchor.year - 1, anchor.year, anchor.year + 1)
    days = [exact for year in years if (exact := valid_day(year, month, day))]
    return min(days, key=lambda exact: abs((exact - anchor).days), default=None)


def day_at(day: date) -> Bounds:
    """Give one day."""
    return day, day, Precision.DAY


def days_from(anchor: date, days: int) -> Bounds:
    """Give the day some days away."""
    return day_at(anchor + timedelta(days=days))


def week_at(anchor: date, weeks: int) -> Bounds:
    """Give the week some weeks away from the anchor's."""
    monday = anchor - timedelta(days=anchor.weekday()) + timedelta(weeks=weeks)
    return monday, monday + timedelta(days=6), Precision.WEEK


def weekend_at(anchor: date, weeks: int) -> Bounds:
    """Give Saturday and Sunday of the week some weeks away."""
    saturday = week_at(anchor, weeks)[0] + timedelta(days=5)
    return saturday, saturday + timedelta(days=1), Precision.INTERVAL


def month_at(anchor: date, months: int) -> Bounds:
    """Give the month some months away."""
    return *month_span(anchor.year, anchor.month + months), Precision.MONTH


def year_at(anchor: date, years: int) -> Bounds:
    """Give the year some years away."""
    return *year_span(anchor.year + years), Precision.YEAR


def day_in_month(anchor: date, months: int, day: int) -> Bounds | None:
    """Give a day of the month some months away; None when that month has no such day."""
    first = month_span(anchor.year, anchor.month + months)[0]
    exact = valid_day(first.year, first.month, day)
    return day_at(exact) if exact else None


def weekday_near(anchor: date, weekday: int, *, step: int) -> Bounds:
    """Give a weekday by direction: -1 strictly before, 1 strictly after, 0 in this week."""
    if step < 0:
        return days_from(anchor, -((anchor.weekday() - weekday - 1) % 7 + 1))
    if step > 0:
        return days_from(anchor, (weekday - anchor.weekday() - 1) % 7 + 1)
    return days_from(anchor, weekday - anchor.weekday())

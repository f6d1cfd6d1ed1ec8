"""Times as the data sets write them, read once into aware UTC; the wall clock is no fallback.

No data set names a time zone, so UTC stands for "the time written".
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

__all__ = ["TURN_GAP", "UNDATED", "day_time", "iso_time", "locomo_time", "longmemeval_time"]

TURN_GAP = timedelta(seconds=20)
"""Between two turns of a session whose turns carry no times of their own."""

UNDATED = datetime(2024, 1, 1, 9, tzinfo=UTC)
"""Start of a history whose data set gives no dates; its sessions are put a day apart."""

_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_LOCOMO = re.compile(
    r"(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})", re.IGNORECASE
)

_LONGMEMEVAL = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})\s*\([A-Za-z]+\)\s*(\d{1,2}):(\d{2})")
_DAY = re.compile(r"([a-z]+)[-\s]+(\d{1,2}),?[-\s]+(\d{4})", re.IGNORECASE)


def locomo_time(stamp: str) -> datetime:
    """Read "1:56 pm on 8 May, 2023"; twelve-something am is just after midnight (case A06).

    Raises:
        ValueError: It is no such stamp, or no time that exists.

    >>> locomo_time("12:09 am on 13 September, 2023").isoformat()
    '2023-09-13T00:09:00+00:00'
    """
    match = _LOCOMO.fullmatch(stamp.strip())
    if match is None:
        raise ValueError(f"{stamp!r} is no time such as '1:56 pm on 8 May, 2023'")
    hour, minute, half, day, name, year = match.groups()
    if not 1 <= int(hour) <= 12:
        raise ValueError(f"{stamp!r} is no time of a twelve-hour clock")
    clock = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    return _moment(stamp, int(year), _month(stamp, name), int(day), clock, int(minute))


def longmemeval_time(stamp: str) -> datetime:
    """Read "2023/05/30 (Tue) 23:40"; the weekday is not looked at.

    Raises:
        ValueError: It is no such stamp, or no time that exists.

    >>> longmemeval_time("2023/05/30 (Tue) 23:40").isoformat()
    '2023-05-30T23:40:00+00:00'
    """
    match = _LONGMEMEVAL.fullmatch(stamp.strip())
    if match is None:
        raise ValueError(f"{stamp!r} is no time such as '2023/05/30 (Tue) 23:40'")
    year, month, day, hour, minute = map(int, match.groups())
    return _moment(stamp, year, month, day, hour, minute)


def day_time(stamp: str) -> datetime:
    """Read "March-15-2024" as the start of that day.

    Raises:
        ValueError: It is no such date, or no day that exists.

    >>> day_time("March-15-2024").isoformat()
    '2024-03-15T00:00:00+00:00'
    """
    match = _DAY.fullmatch(stamp.strip())
    if match is None:
        raise ValueError(f"{stamp!r} is no date such as 'March-15-2024'")
    name, day, year = match.groups()
    return _moment(stamp, int(year), _month(stamp, name), int(day), 0, 0)


def iso_time(stamp: str | int | float) -> datetime:
    """Read an ISO 8601 time, or seconds since 1970; a time without a zone is UTC.

    Raises:
        ValueError: It is neither, or no time that exists.

    >>> iso_time("2024-03-15T10:00:00+02:00").isoformat(), iso_time(0).year
    ('2024-03-15T08:00:00+00:00', 1970)
    """
    try:
        if isinstance(stamp, str):
            moment = datetime.fromisoformat(stamp.strip())
        else:
            moment = datetime.fromtimestamp(stamp, tz=UTC)
        zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return zoned.astimezone(UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(f"{stamp!r} is no ISO time or seconds since 1970: {error}") from error


def _month(stamp: str, name: str) -> int:
    for number, month in enumerate(_MONTHS, 1):
        if month == name.lower() or month[:3] == name.lower():
            return number
    raise ValueError(f"{stamp!r} is no date: it names no month")


def _moment(stamp: str, year: int, month: int, day: int, hour: int, minute: int) -> datetime:
    try:
        return datetime(year, month, day, hour, minute, tzinfo=UTC)
    except ValueError as error:
        raise ValueError(f"{stamp!r} is no time that exists: {error}") from error

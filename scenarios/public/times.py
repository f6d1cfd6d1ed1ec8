"""Times as the data sets write them, read once into aware UTC; the wall clock is no fallback.

No data set names a time zone, so UTC stands for "the time written".
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

__all__ = ["TURN_GAP", "locomo_time"]

TURN_GAP = timedelta(seconds=20)
"""Between two turns of a session whose turns carry no times of their own."""

_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_LOCOMO = re.compile(
    r"(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})", re.IGNORECASE
)


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
        raise ValueError(f"{stamp!r} has no hour of a twelve-hour clock")
    clock = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    return _moment(stamp, int(year), _month(stamp, name), int(day), clock, int(minute))


def _month(stamp: str, name: str) -> int:
    for number, month in enumerate(_MONTHS, 1):
        if month == name.lower() or month[:3] == name.lower():
            return number
    raise ValueError(f"{stamp!r} names no month")


def _moment(stamp: str, year: int, month: int, day: int, hour: int, minute: int) -> datetime:
    try:
        return datetime(year, month, day, hour, minute, tzinfo=UTC)
    except ValueError as error:
        raise ValueError(f"{stamp!r} is no time that exists: {error}") from error

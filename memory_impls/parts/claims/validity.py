"""From when and until when a statement says that it holds."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from memory_impls.parts.normalise import find_dates

__all__ = ["interval_of"]

_UNTIL = re.compile(
    r"\b(?:until|till|through(?! the| an?\b)|valid (?:to|through|until)|expires?(?: on)?|up to|"
    r"ending)\s+$"
    r"|(?:有效期到|有效期至|直到|截至|(?<![改换搬迟延调期前挪移升降])到|(?<!甚)至)\s*$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"\b(?:from|starting(?: from| on)?|as of|effective(?: from)?|beginning(?: on)?|"
    r"since)\s+(?:on )?$"
    r"|(?:从|自)\s*$",
    re.IGNORECASE,
)
_UNTIL_AFTER = re.compile(r"^\s*(?:为止|之前有效|前有效|到期)")
_FROM_AFTER = re.compile(r"^\s*(?:起|开始|以后|之后)")
_TODAY = re.compile(
    r"\b(?:(?:just|only) (?:for )?(?:today|tonight)|(?:for )?(?:today|tonight) only|for (?:today|"
    r"tonight))\b"
    r"|(?:只|就|仅)(?:限)?今天|今天(?:例外|破例)",
    re.IGNORECASE,
)
_WEEK = re.compile(
    r"\b(?:(?:just|only) (?:for )?this week|(?:for )?this week only|for this week)\b|(?:只|就|"
    r"仅)(?:限)?[这本]周"
    r"|[这本]周(?:例外|内|先)",
    re.IGNORECASE,
)
_MONTH = re.compile(
    r"\b(?:(?:just|only) (?:for )?this month|(?:for )?this month only|for this month)\b"
    r"|(?:只|就|仅)(?:限)?[这本]个?月",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:(?:just )?(?:this|for) once|(?:just |only )?for this (?:time|one)\b(?: only)?|"
    r"(?:just|only) this (?:time|one)|this time(?: only| around)?|this one time|"
    r"as (?:a|an) (?:one.off|exception)|one.time (?:only|exception|thing)|just for this|for this "
    r"\w+ only)\b"
    r"|(?:就|只|仅)?这(?:一)?次|破例|例外一次|仅此一次",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\bfor the next (?P<n>\d+|two|three|four|five|six|seven|few|couple of) (?P<unit>day|week|"
    r"month)s?\b"
    r"|(?:接下来|未来)(?P<zn>\d+|[一两三四五六七])个?(?P<zunit>天|周|星期|月)",
    re.IGNORECASE,
)
_COUNTS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "few": 3,
    "couple of": 2,
}
_ZH_COUNTS = dict(zip("一两三四五六七", range(1, 8), strict=True))
_DAYS = {"day": 1, "week": 7, "month": 30, "天": 1, "周": 7, "星期": 7, "月": 30}


def interval_of(text: str, at: datetime) -> tuple[datetime | None, datetime | None]:
    """Read (since, until) from a sentence said at ``at``; None where it does not say.

    The end is exclusive: "until 3 May" holds through that day. "This once" lasts half a day.
    """
    since = until = None
    for span in find_dates(text, at):
        before, after = text[: span.start], text[span.end :]
        first = at.replace(
            year=span.first.year, month=span.first.month, day=span.first.day, hour=0, minute=0,
            second=0, microsecond=0,
        )  # fmt: skip
        last = first + (span.last - span.first) + timedelta(days=1)
        if _UNTIL.search(before) or _UNTIL_AFTER.search(after):
            until = last
        elif _FROM.search(before) or _FROM_AFTER.search(after):
            since = first
    return since, until or _passing(text, at)


def _passing(text: str, at: datetime) -> datetime | None:
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if _TODAY.search(text):
        return midnight + timedelta(days=1)
    if _WEEK.search(text):
        return midnight + timedelta(days=7 - at.weekday())
    if _MONTH.search(text):
        return (midnight.replace(day=1) + timedelta(days=32)).replace(day=1)
    ahead = _NEXT.search(text)
    if ahead:
        word = (ahead["n"] or ahead["zn"] or "").lower()
        count = int(word) if word.isdigit() else _COUNTS.get(word) or _ZH_COUNTS.get(word, 1)
        return midnight + timedelta(
            days=1 + count * _DAYS[(ahead["unit"] or ahead["zunit"]).lower()]
        )
    if _ONCE.search(text):
        return at + timedelta(hours=12)
    return None

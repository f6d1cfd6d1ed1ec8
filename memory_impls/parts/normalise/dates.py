"""Dates written out, English and Chinese, as calendar intervals at the precision written."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory_impls.parts.normalise.calendar_steps import (
    month_span,
    nearest_day,
    valid_day,
    year_span,
)
from memory_impls.parts.normalise.chinese_numerals import CHINESE_DIGITS, parse_chinese_numeral
from memory_impls.parts.normalise.ranges import is_change_before
from memory_impls.parts.normalise.relative_en import MONTHS
from memory_impls.parts.normalise.spans import DateSpan, Precision

__all__ = ["find_written_dates", "join_intervals"]

_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirtee"
        "nth "
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first "
        "twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh "
        "twenty-eighth twenty-ninth thirtieth thirty-first".split(),
        1,
    )
}
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True)).replace("-", "[- ]")
_MONTH = "(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?(?![a-z])"
_MONTH_2 = _MONTH.replace("<month>", "<month_2>")
_DAY = rf"(?P<day>[0-3]?\d|{_ORDINAL})(?:st|nd|rd|th)?(?![\d:%a-z]|[.,]\d)"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\d%]|[.,]\d|[a-z])"
_WEEKDAY = (
    r"(?:(?:mon|tues|tue|wednes|wed|thurs|thur|thu|fri|satur|sat|sun)(?:day)?\.?,? (?:the )?)?"
)
_ZH_DIGITS = "".join(sorted(CHINESE_DIGITS)) + "十廿"
_ZH_YEAR = r"(?P<year>(?:19|20)\d\d|[零〇一二三四五六七八九]{4}|(?<!\d)\d\d(?=年\d))年"
_ZH_MONTH = rf"(?P<month>1[0-2]|0?[1-9]|[{_ZH_DIGITS}]{{1,3}})月(?:份)?"
_ZH_DAY = rf"(?P<day>[0-3]?\d|[{_ZH_DIGITS}]{{1,3}})[日号號]"
_NO_DIGIT = r"(?<![\d,/-])(?<!\d\.)"

_TO = r"\s?(?:-|~|to|through|thru|until|till|到|至)\s?"
_DAY_2 = r"(?P<last_day>[0-3]?\d)(?:st|nd|rd|th)?(?![\d:%]|[.,]\d)"
_TIME = r"(?:[t ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:z|[+-]\d\d:?\d\d)?)?"
_NO_MORE = r"(?![\d/-]|\.\d)"

_PATTERNS = tuple(
    re.compile(pattern, re.ASCII)
    for pattern in (
        # 2023-05-07, 2023/5/7, 2023.05.07, 2023-05-07T10:00
        rf"{_NO_DIGIT}(?P<year>(?:19|20)\d\d)(?P<sep>[-/.])(?P<month>\d\d?)(?P=sep)(?P<day>\d\d?)"
        rf"{_TIME}{_NO_MORE}",
        # 20230507
        rf"{_NO_DIGIT}(?<![a-z_$€£¥#])(?P<year>(?:19|20)\d\d)(?P<month>0[1-9]|1[0-2])"
        r"(?P<day>0[1-9]|[12]\d|3[01])(?![\d/a-z_-]|[.,]\d)",
        # 5-11 June 2023, June 5-11, 2023, 6月5日至11日
        rf"{_NO_DIGIT}\b(?P<day>[0-3]?\d)(?:st|nd|rd"
        rf"|th)?{_TO}{_DAY_2} (?:of )?{_MONTH}(?:,? {_YEAR})?",
        rf"\b{_MONTH} (?P<day>[0-3]?\d)(?:st|nd|rd|th)?{_TO}{_DAY_2}(?:,? {_YEAR})?",
        rf"(?<!\d)(?:{_ZH_YEAR})?\s?{_ZH_MONTH}\s?(?P<day>[0-3]?\d|[{_ZH_DIGITS}]{{1,3}})[日号號]?"
        rf"{_TO}(?P<last_day>[0-3]?\d|[{_ZH_DIGITS}]{{1,3}})[日号號]",
        # Monday, 7th of May, 2023; 7-May-2023
        rf"(?<![\d.,])\b{_WEEKDAY}{_DAY}(?: of |[ -]){_MONTH}(?:,? (?:of )?|-){_YEAR}",
        # Monday, May 7th, 2023
        rf"\b{_WEEKDAY}{_MONTH}[ -](?:the )?{_DAY},? (?:of )?{_YEAR}",
        # 7-May-23, 7 May '23
        rf"(?<![\d.,])\b(?P<day>[0-3]?\d)(?:-{_MONTH}-| {_MONTH_2} ')(?P<short_year>\d\d)(?!\d)",
        # May 2023
        rf"\b{_MONTH}(?:,? (?:of )?|-){_YEAR}",
        # 7 May, May 7: the year comes from the anchor
        rf"(?<![\d.,])\b{_WEEKDAY}{_DAY}(?: of |[ -]){_MONTH}(?!\s?\d{{4}})",
        rf"\b{_WEEKDAY}{_MONTH}[ -](?:the )?{_DAY}(?! ?(?:,? ?\d{{4}}|people|times))",
        # 03/04/2023, 13.05.2023
        rf"{_NO_DIGIT}(?P<one>\d\d?)(?P<sep>[-/.])(?P<two>\d\d?)(?P=sep)"
        rf"(?P<year>(?:19|20)\d\d|\d\d){_NO_MORE}",
        # 2023年5月7日, 二〇二三年五月七号, 2023年5月, 2023年, 5月7日
        rf"(?<!\d){_ZH_YEAR}\s?{_ZH_MONTH}\s?{_ZH_DAY}",
        rf"(?<!\d){_ZH_YEAR}\s?{_ZH_MONTH}(?!\s?\d)",
        rf"(?<!\d){_ZH_YEAR}(?!\s?\d)",
        rf"(?<![\d年{_ZH_DIGITS}]){_ZH_MONTH}\s?{_ZH_DAY}",
        # in June, 6月: the year comes from the anchor
        rf"\b(?:in|since|until|till|by|from|during|early|late|mid|end of|start of|beginning of"
        rf"|through|of)[ -]{_MONTH}"
        r"(?! \d)",
        rf"(?<![\d年个{_ZH_DIGITS}])(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?:份"
        rf"|底|初|中旬)?"
        r"(?!\s?[\d一二三四五六七八九十]|[亮薪租球饼经])",
        # 2023-05
        rf"{_NO_DIGIT}(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2]){_NO_MORE}",
        # Q3 2023, 2023 Q3, 2023年第三季度
        rf"\bq(?P<quarter>[1-4])[ /-]?{_YEAR}",
        r"(?<![\d.,])(?P<year>(?:19|20)\d\d)[ /-]?q(?P<quarter>[1-4])\b",
        # 2023-W23
        r"(?<!\d)(?P<year>(?:19|20)\d\d)-?w(?P<week>[0-5]\d)\b",
        # the 1990s
        r"(?<![\d.,])(?P<decade>(?:19|20)\d)0'?s\b",
        # 2023
        rf"{_NO_DIGIT}(?<![a-z_$€£¥#:])(?<!no\. ){_YEAR}(?![-/:]\d|_)",
    )
)
_JOIN = re.compile(r"\s?(?:-|~|\.\.|to|through|thru|until|till|and|到|至|和)\s?")


def find_written_dates(low: str, anchor: date) -> list[DateSpan]:
    """Find the dates written out in a folded lower-case text, in order of place.

    A day and month without a year is that day nearest to the anchor. A numeric form that can be
    read month first or day first is ambiguous, and certain of its year only.
    """
    found: list[DateSpan] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(low):
            if any(span.start < match.end() and match.start() < span.end for span in found):
                continue
            span = _read(match, anchor)
            if span is not None:
                found.append(span)
    return sorted(found, key=lambda span: span.start)


def join_intervals(low: str, spans: list[DateSpan]) -> list[DateSpan]:
    """Join "A to B" into one interval; its ends are not stated as dates of their own.

    A change ("moved from 5 May to 7 May") is no interval; "and" joins only after "between".
    """
    joined: list[DateSpan] = []
    for span in spans:
        one = joined[-1] if joined else None
        if one is None or not _joins(low, one, span):
            joined.append(span)
            continue
        joined[-1] = DateSpan(
            start=one.start,
            end=span.end,
            first=one.first,
            last=span.last,
            precision=Precision.INTERVAL,
            relative=one.relative or span.relative,
            ambiguous=one.ambiguous or span.ambiguous,
        )
    return joined


def _joins(low: str, one: DateSpan, two: DateSpan) -> bool:
    gap = low[one.end : two.start]
    if one.last > two.first or not _JOIN.fullmatch(gap):
        return False
    before = low[: one.start]
    if gap.strip() in ("and", "和"):
        return before.endswith(("between ", "在"))
    return not is_change_before(low, one.start)


def _read(match: re.Match[str], anchor: date) -> DateSpan | None:
    part = match.groupdict()
    if part.get("decade"):
        first_year = int(part["decade"]) * 10
        first, last = year_span(first_year)[0], year_span(first_year + 9)[1]
        return _span(match, first, last, Precision.INTERVAL)
    if part.get("one"):
        return _two_orders(match, int(part["one"]), int(part["two"]), _year(part["year"]))
    written_year = part.get("year") or part.get("short_year")
    written_month = part.get("month") or part.get("month_2")
    year = _year(written_year) if written_year else None
    month = _month(written_month) if written_month else None
    day = _small(part["day"]) if part.get("day") else None
    if part.get("quarter") and year:
        first_month = 3 * int(part["quarter"]) - 2
        first, last = month_span(year, first_month)[0], month_span(year, first_month + 2)[1]
        return _span(match, first, last, Precision.QUARTER)
    if part.get("week") and year:
        return _iso_week(match, year, int(part["week"]))
    if month is not None and day is not None:
        exact = valid_day(year, month, day) if year else nearest_day(month, day, anchor)
        if exact and part.get("last_day"):
            last_day = valid_day(exact.year, exact.month, _small(part["last_day"]))
            later = last_day is not None and last_day > exact
            return _span(match, exact, last_day, Precision.INTERVAL) if last_day and later else None
        return _span(match, exact, exact, Precision.DAY) if exact else None
    if not year and month:
        return _span(match, *_nearest_month(month, anchor), Precision.MONTH)
    if year and month is not None:
        return _span(match, *month_span(year, month), Precision.MONTH) if month else None
    return _span(match, *year_span(year), Precision.YEAR) if year else None


def _span(match: re.Match[str], first: date, last: date, precision: Precision) -> DateSpan:
    return DateSpan(
        start=match.start(), end=match.end(), first=first, last=last, precision=precision
    )


def _two_orders(match: re.Match[str], one: int, two: int, year: int) -> DateSpan | None:
    days = {valid_day(year, one, two), valid_day(year, two, one)} - {None}
    if len(days) == 1:
        exact = days.pop()
        return _span(match, exact, exact, Precision.DAY) if exact else None
    if not days:
        return None
    first, last = year_span(year)
    return DateSpan(
        start=match.start(),
        end=match.end(),
        first=first,
        last=last,
        precision=Precision.YEAR,
        ambiguous=True,
    )


def _iso_week(match: re.Match[str], year: int, week: int) -> DateSpan | None:
    try:
        first = date.fromisocalendar(year, week, 1)
    except ValueError:
        return None
    return _span(match, first, first + timedelta(days=6), Precision.WEEK)


def _nearest_month(month: int, anchor: date) -> tuple[date, date]:
    """Give the month of that name whose middle is closest to the anchor."""
    middle = nearest_day(month, 15, anchor) or anchor
    return month_span(middle.year, middle.month)


def _year(text: str) -> int:
    if not text.isdecimal():
        return int("".join(str(CHINESE_DIGITS[char]) for char in text))
    year = int(text)
    # POSIX's reading of two digits
    return year if year > 99 else year + (1900 if year >= 69 else 2000)


def _month(text: str) -> int:
    return MONTHS[text] if text in MONTHS else _small(text)


def _small(text: str) -> int:
    if text.isdecimal():
        return int(text)
    if text.isascii():
        return _ORDINALS[text.replace(" ", "-")]
    value = parse_chinese_numeral(text.replace("廿", "二十"))
    return int(value) if value is not None else 0

"""Relative dates, English and Chinese, resolved against the time of the utterance.

Policies (docs/protocol.md, "Matching"): weeks run from Monday to Sunday; "last Friday" is the
latest Friday strictly before the anchor, "next Friday" the first strictly after it; 上周五 and
下周五 are days of the week before and after; a bare weekday lies in the past when its clause is in
the past tense and in the future otherwise; "two weeks ago" is the day 14 days before, "two months
ago" a month.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory_impls.parts.normalise.chinese_numerals import parse_chinese_numeral
from memory_impls.parts.normalise.dates import MONTHS, month_span, year_span
from memory_impls.parts.normalise.english_numerals import parse_english_numeral
from memory_impls.parts.normalise.spans import DateSpan, Precision

__all__ = ["find_relative_dates"]

_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_EN_WEEKDAY = r"(?P<weekday>" + "|".join(_WEEKDAYS) + r")(?![a-z])"
_ZH_WEEKDAYS = "一二三四五六日"
_EN_COUNT = (
    r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"fifteen|twenty|thirty)"
)
_ZH_COUNT = r"(?P<count>\d{1,3}|[一二两三四五六七八九十]{1,3})"
_EN_UNIT = r"(?P<unit>minute|hour|day|week|month|year)s?"
_ZH_UNIT = r"\s?(?P<unit>分钟|个?小时|天|日|周|个?星期|个?礼拜|个月|年)"

_FIXED_DAYS = {
    "the day before yesterday": -2, "the day after tomorrow": 2, "day before yesterday": -2,
    "day after tomorrow": 2, "yesterday": -1, "last night": -1, "today": 0, "tonight": 0,
    "this morning": 0, "this afternoon": 0, "this evening": 0, "earlier today": 0, "tomorrow": 1,
    "大前天": -3, "前天": -2, "前晚": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1, "今天": 0,
    "今日": 0, "今晚": 0, "今早": 0, "明天": 1, "明日": 1, "明晚": 1, "明早": 1, "大后天": 3,
    "后天": 2, "後天": 2,
}  # fmt: skip
_STEP = {
    "last": -1, "past": -1, "previous": -1, "this": 0, "earlier this": 0, "later this": 0,
    "current": 0, "next": 1, "coming": 1, "上": -1, "上个": -1, "上上": -2, "上上个": -2, "这": 0,
    "这个": 0, "本": 0, "下": 1, "下个": 1, "下下": 2, "下下个": 2,
}  # fmt: skip
_ZH_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_ZH_STEP = r"(?P<step>上上个?|下下个?|上个?|下个?|这个?|本)"
_EN_STEP = r"\b(?:the )?(?P<step>earlier this|later this|last|previous|this|next|coming)"

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("fixed", r"\b(?:" + "|".join(k for k in _FIXED_DAYS if k.isascii()) + r")\b"),
        ("fixed", "|".join(k for k in _FIXED_DAYS if not k.isascii())),
        ("weekday", rf"{_EN_STEP} {_EN_WEEKDAY}"),
        ("zh_weekday", rf"{_ZH_STEP}\s?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])"),
        ("weekend", rf"{_EN_STEP} weekend\b"),
        ("weekend", rf"{_ZH_STEP}周末"),
        ("period", rf"{_EN_STEP} (?P<unit>week|month|year)\b(?!'s| \w+day\b)"),
        ("period", rf"{_ZH_STEP}(?P<unit>周|星期|礼拜|月)(?![一二三四五六日天末份底初中])"),
        (
            "zh_year_month",
            r"(?P<step>"
            + "|".join(_ZH_YEARS)
            + r")\s?(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?!\s?\d)",
        ),
        ("zh_year", "|".join(_ZH_YEARS)),
        (
            "month",
            r"\b(?P<step>last|this|next) (?P<month>"
            + "|".join(name for name in MONTHS if len(name) > 3 or name == "may")
            + r")\b(?! \d)",
        ),
        ("ago", rf"\b{_EN_COUNT} {_EN_UNIT} (?P<way>ago|earlier|back|from now|later)\b"),
        ("ahead", rf"\bin {_EN_COUNT} {_EN_UNIT}\b(?! time's)"),
        ("zh_ago", rf"(?<![第\d年月.]){_ZH_COUNT}{_ZH_UNIT}(?P<way>以?之?前|以?之?后)"),
        ("bare_weekday", rf"(?<!every )(?<!each )(?<!any )(?<!day to )(?<!day-)\b{_EN_WEEKDAY}"
         rf"(?!s|(?: to |-| through )(?:{'|'.join(_WEEKDAYS)}))"),
        (
            "zh_bare_weekday",
            r"(?<![上下个这本每到至-])(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])(?![到至-])",
        ),
    )
)
_PAST_TENSE = re.compile(
    r"\b(?:was|were|had|did|went|met|saw|got|came|took|made|bought|ate|left|ran|said|told|spent|"
    r"gave|found|began|wrote|drove|flew|won|lost|sent|paid|held|broke|[a-z]{3,}ed)\b|[了过]"
)
_FUTURE = re.compile(r"\b(?:will|going to|gonna|shall|'ll)\b|[将会要]")


def find_relative_dates(low: str, anchor: date) -> list[DateSpan]:
    """Find relative dates in a folded lower-case text, in order of place."""
    found: list[DateSpan] = []
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(low):
            if any(span.start < match.end() and match.start() < span.end for span in found):
                continue
            bounds = _resolve(name, match, low, anchor)
            if bounds is not None:
                first, last, precision = bounds
                found.append(
                    DateSpan(
                        start=match.start(), end=match.end(), first=first, last=last,
                        precision=precision, relative=True,
                    )
                )  # fmt: skip
    return sorted(found, key=lambda span: span.start)


Bounds = tuple[date, date, Precision]


def _resolve(name: str, match: re.Match[str], low: str, anchor: date) -> Bounds | None:
    part = match.groupdict()
    step = _STEP.get(part.get("step") or "", 0)
    if name == "fixed":
        return _one_day(anchor + timedelta(days=_FIXED_DAYS[match.group()]))
    if name == "weekday":
        return _one_day(_weekday(anchor, _WEEKDAYS.index(part["weekday"]), step))
    if name == "zh_weekday":
        monday = anchor - timedelta(days=anchor.weekday()) + timedelta(weeks=step)
        return _one_day(monday + timedelta(days=_zh_weekday(part["weekday"])))
    if name in ("bare_weekday", "zh_bare_weekday"):
        zh = name == "zh_bare_weekday"
        day = _zh_weekday(part["weekday"]) if zh else _WEEKDAYS.index(part["weekday"])
        return _one_day(_bare_weekday(anchor, day, low, match.start(), match.end()))
    if name == "weekend":
        saturday = anchor - timedelta(days=anchor.weekday()) + timedelta(weeks=step, days=5)
        return saturday, saturday + timedelta(days=1), Precision.INTERVAL
    if name == "period":
        return _period(anchor, part["unit"], step)
    if name in ("zh_year", "zh_year_month"):
        year = anchor.year + _ZH_YEARS[part.get("step") or match.group()]
        if name == "zh_year":
            return *year_span(year), Precision.YEAR
        return *month_span(year, _count(part["month"])), Precision.MONTH
    if name == "month":
        return _named_month(anchor, MONTHS[part["month"]], part["step"])
    ahead = name == "ahead" or (part.get("way") or "")[-1:] in ("w", "r", "后")
    # "three days earlier/later" counts from something else than the anchor
    if part.get("way") in ("earlier", "later"):
        return None
    return _offset(anchor, part["unit"], _count(part["count"]) * (1 if ahead else -1))


def _one_day(day: date) -> Bounds:
    return day, day, Precision.DAY


def _zh_weekday(char: str) -> int:
    return 6 if char == "天" else _ZH_WEEKDAYS.index(char)


def _weekday(anchor: date, weekday: int, step: int) -> date:
    if step < 0:
        return anchor - timedelta(days=(anchor.weekday() - weekday - 1) % 7 + 1)
    if step > 0:
        return anchor + timedelta(days=(weekday - anchor.weekday() - 1) % 7 + 1)
    return anchor + timedelta(days=weekday - anchor.weekday())


def _bare_weekday(anchor: date, weekday: int, low: str, start: int, end: int) -> date:
    """Take the weekday before the anchor in a past clause, else today or the one after."""
    clause_start = max(low.rfind(mark, 0, start) for mark in ".!?;,\n。！？；，") + 1
    stops = [at for mark in ".!?;,\n。！？；，" if (at := low.find(mark, end)) >= 0]
    clause = low[clause_start : min(stops, default=len(low))]
    if _PAST_TENSE.search(clause) and not _FUTURE.search(clause):
        return anchor - timedelta(days=(anchor.weekday() - weekday) % 7)
    return anchor + timedelta(days=(weekday - anchor.weekday()) % 7)


def _period(anchor: date, unit: str, step: int) -> Bounds:
    if unit == "year":
        return *year_span(anchor.year + step), Precision.YEAR
    if unit in ("month", "月"):
        return *month_span(anchor.year, anchor.month + step), Precision.MONTH
    monday = anchor - timedelta(days=anchor.weekday()) + timedelta(weeks=step)
    return monday, monday + timedelta(days=6), Precision.WEEK


def _named_month(anchor: date, month: int, step: str) -> Bounds:
    year = anchor.year
    if step == "last" and month >= anchor.month:
        year -= 1
    if step == "next" and month <= anchor.month:
        year += 1
    return *month_span(year, month), Precision.MONTH


def _count(text: str) -> int:
    if text.isdecimal():
        return int(text)
    if text in ("a", "an"):
        return 1
    value = parse_english_numeral(text) if text.isascii() else parse_chinese_numeral(text)
    return int(value) if value is not None else 0


def _offset(anchor: date, unit: str, count: int) -> Bounds | None:
    try:
        if unit in ("minute", "hour", "分钟") or unit.endswith("小时"):
            return None
        if unit in ("day", "天", "日"):
            return _one_day(anchor + timedelta(days=count))
        if unit in ("week", "周") or unit.endswith(("星期", "礼拜")):
            return _one_day(anchor + timedelta(weeks=count))
        if unit in ("month", "个月"):
            return _period(anchor, "month", count)
        return _period(anchor, "year", count)
    except (OverflowError, ValueError):
        return None

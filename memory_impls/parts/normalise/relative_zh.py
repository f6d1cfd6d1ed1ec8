"""Relative dates in Chinese: 上周五 and 下周五 are days of the week before and after."""

from __future__ import annotations

import re
from datetime import date

from memory_impls.parts.normalise.calendar_steps import (
    Bounds,
    day_at,
    day_in_month,
    days_from,
    month_at,
    month_span,
    valid_day,
    week_at,
    weekend_at,
    year_at,
)
from memory_impls.parts.normalise.chinese_numerals import parse_chinese_numeral
from memory_impls.parts.normalise.relative_en import Rule
from memory_impls.parts.normalise.spans import Precision
from memory_impls.parts.normalise.tense_hint import looks_back

__all__ = ["RULES_ZH"]

_DAYS = {
    "大前天": -3, "前天": -2, "前晚": -2, "前日": -2, "昨天": -1, "昨日": -1, "昨晚": -1,
    "昨夜": -1, "昨儿": -1, "今天": 0, "今日": 0, "今晚": 0, "今早": 0, "今儿": 0,
    "今晨": 0, "明天": 1, "明日": 1, "明晚": 1, "明早": 1, "明儿": 1, "大后天": 3,
    "后天": 2, "後天": 2, "后儿": 2,
}  # fmt: skip
_YEARS = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "今年": 0,
    "本年": 0,
    "明年": 1,
    "后年": 2,
    "大后年": 3,
}
_STEPS = {"上": -1, "上上": -2, "这": 0, "本": 0, "下": 1, "下下": 2}
_STEP = r"(?P<step>上上|下下|上|下|这|本)(?:一)?个?"
_WEEK = r"(?:周|星期|礼拜)"
_COUNT = r"(?P<count>\d{1,3}|[一二两三四五六七八九十]{1,3}|半)"
_UNIT = r"\s?(?P<unit>天|日|周|个?星期|个?礼拜|个?月|年)"
_DAY = r"(?P<day>[0-3]?\d|[一二三四五六七八九十廿]{1,3})\s?[日号號]"
_YEAR_WORD = "|".join(sorted(_YEARS, key=len, reverse=True))


def _small(text: str) -> int:
    if text.isdecimal():
        return int(text)
    value = parse_chinese_numeral(text.replace("廿", "二十"))
    return int(value) if value is not None else 0


def _step(match: re.Match[str]) -> int:
    return _STEPS[match["step"]]


def _weekday(match: re.Match[str]) -> int:
    return "一二三四五六日".index(match["weekday"].replace("天", "日"))


def _bare_weekday(match: re.Match[str], anchor: date) -> Bounds:
    if looks_back(match.string, *match.span()):
        return days_from(anchor, -((anchor.weekday() - _weekday(match)) % 7))
    return days_from(anchor, (_weekday(match) - anchor.weekday()) % 7)


def _year_month(match: re.Match[str], anchor: date) -> Bounds | None:
    year, month = anchor.year + _YEARS[match["year"]], _small(match["month"])
    if not 1 <= month <= 12:
        return None
    if match["day"]:
        exact = valid_day(year, month, _small(match["day"]))
        return day_at(exact) if exact else None
    return *month_span(year, month), Precision.MONTH


def _away(match: re.Match[str], anchor: date) -> Bounds | None:
    direction = 1 if match["way"][-1] in "后後" else -1
    unit = match["unit"].removeprefix("个")
    if match["count"] == "半":
        return month_at(anchor, 6 * direction) if unit == "年" else None
    amount = _small(match["count"]) * direction
    if unit in ("天", "日"):
        return days_from(anchor, amount)
    if unit in ("周", "星期", "礼拜"):
        return days_from(anchor, 7 * amount)
    return month_at(anchor, amount) if unit == "月" else year_at(anchor, amount)


def _bare_day(match: re.Match[str], anchor: date) -> Bounds | None:
    """Take the day of the month that lies ahead, or behind in a past clause."""
    day = _small(match["day"])
    back = looks_back(match.string, *match.span())
    for months in (0, -1, -2) if back else (0, 1, 2):
        bounds = day_in_month(anchor, months, day)
        if bounds and ((bounds[0] <= anchor) if back else (bounds[0] >= anchor)):
            return bounds
    return None


RULES_ZH: tuple[Rule, ...] = (
    (
        re.compile(
            r"(?<![\d月第年.号一二三四五六七八九十])(?P<day>[12]\d|3[01]|[1-9]"
            r"|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])号"
            r"(?=[，,。.!！?？\s]|$|[前后早上下午晚到出去来飞走开交搬办见回放考结发起截那当之以])"
        ),
        _bare_day,
    ),
    (
        re.compile("|".join(sorted(_DAYS, key=len, reverse=True))),
        lambda match, anchor: days_from(anchor, _DAYS[match.group()]),
    ),
    (
        re.compile(rf"{_STEP}{_WEEK}(?P<weekday>[一二三四五六日天])"),
        lambda match, anchor: days_from(week_at(anchor, _step(match))[0], _weekday(match)),
    ),
    (re.compile(rf"{_STEP}周末"), lambda match, anchor: weekend_at(anchor, _step(match))),
    (
        re.compile(rf"{_STEP}月份?的?\s?{_DAY}"),
        lambda match, anchor: day_in_month(anchor, _step(match), _small(match["day"])),
    ),
    (
        re.compile(rf"{_STEP}{_WEEK}(?![一二三四五六日天末])"),
        lambda match, anchor: week_at(anchor, _step(match)),
    ),
    (
        re.compile(rf"{_STEP}月(?![末份底初中]|\s?\d)"),
        lambda match, anchor: month_at(anchor, _step(match)),
    ),
    (
        re.compile(
            rf"(?P<year>{_YEAR_WORD})\s?(?P<month>1[0-2]|[1-9]|十[一二]?"
            rf"|[一二三四五六七八九])月(?:份)?"
            rf"(?:\s?{_DAY})?"
        ),
        _year_month,
    ),
    (re.compile(_YEAR_WORD), lambda match, anchor: year_at(anchor, _YEARS[match.group()])),
    (
        re.compile(rf"(?<![第\d年月.]){_COUNT}{_UNIT}(?P<way>以?之?前|以?之?[后後])(?![天年面来])"),
        _away,
    ),
    (
        re.compile(rf"(?<![上下个这本每到至-]){_WEEK}(?P<weekday>[一二三四五六日天])(?![到至-])"),
        _bare_weekday,
    ),
)

"""Durations and measures in words that no numeral stands in: half an hour, 一个半小时, 两年半."""

from __future__ import annotations

import re
from decimal import Decimal

from memory_impls.parts.normalise.chinese_numerals import CHINESE_DIGITS, parse_chinese_numeral
from memory_impls.parts.normalise.english_numerals import parse_english_numeral
from memory_impls.parts.normalise.spans import AmountKind, AmountSpan
from memory_impls.parts.normalise.units import UNITS

__all__ = ["find_worded_measures"]

_EN_UNIT = (
    r"(?P<unit>minute|hour|day|week|month|year|decade|mile|kilo|litre|liter|metre|meter|pound)s?"
)
_SMALL = r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3}"
_EN = (
    # an hour and a half, two years and a half
    (re.compile(rf"\b(?P<count>an?|{_SMALL}) {_EN_UNIT} and a half\b"), Decimal("0.5")),
    # half an hour, half a day
    (re.compile(rf"\b(?:a )?half (?:an? )?{_EN_UNIT}\b(?! and)"), Decimal("0.5")),
    (re.compile(rf"\b(?:a )?quarter of an? {_EN_UNIT}\b"), Decimal("0.25")),
    (re.compile(rf"\b(?:three )quarters of an? {_EN_UNIT}\b"), Decimal("0.75")),
    # takes an hour, for a week
    (
        re.compile(
            r"(?:\b(?:for|takes?|took|lasts?|lasted|within|about|only|is|was|in) )"
            rf"(?P<count>an?) {_EN_UNIT}\b(?! (?:and|or|ago|from now|later|earlier)\b)"
        ),
        Decimal(0),
    ),
)
_ZH_NUMBER = rf"(?P<count>[{''.join(CHINESE_DIGITS)}十]{{1,3}}|\d{{1,3}})"
_ZH_UNIT = r"(?P<unit>小时|钟头|天|星期|礼拜|月|年|公里|公斤|斤|米|吨|升|岁|里)"
_ZH = (
    # 一个半小时, 两个半月
    (re.compile(rf"{_ZH_NUMBER}个半{_ZH_UNIT}"), Decimal("0.5")),
    # 两年半, 三斤半, 3公里半
    (re.compile(rf"{_ZH_NUMBER}个?{_ZH_UNIT}半(?![天年个月日夜价路])"), Decimal("0.5")),
    # 半小时, 半年, 半个月
    (re.compile(rf"(?<![个一二两三四五六七八九十大多上下前后\d])半个?{_ZH_UNIT}"), Decimal("0.5")),
)


_LIANG = re.compile(
    r"(?<![一-鿿\d])?(?P<count>[一二三四五六七八九半]|\d{1,2})两(?=[，。！；\s]|$|的|重|肉|酒|饭"
    r"|面|茶|油)"
)
_TALL = re.compile(
    r"(?<![\d.一二三四五六七八九十])([1-3一二两三])米([\d一二三四五六七八九零])([\d一二三四五六七"
    r"八九零])?(?![\d十百千])"
)
"""Height in speech: 一米七五 is 1.75 m."""


def _tall(match: re.Match[str]) -> AmountSpan:
    digits = [
        char if char.isdecimal() else str(CHINESE_DIGITS[char]) for char in match.groups("") if char
    ]
    return AmountSpan(
        start=match.start(),
        end=match.end(),
        value=Decimal(f"{digits[0]}.{''.join(digits[1:])}"),
        kind=AmountKind.QUANTITY,
        unit="m",
    )


def find_worded_measures(low: str) -> list[AmountSpan]:
    """Find measures written with a half or an article in a folded lower-case text."""
    found = [
        span
        for pattern, part in _EN
        for match in pattern.finditer(low)
        if (span := _read(match, part))
    ]
    if not low.isascii():
        found += [
            span
            for pattern, part in _ZH
            for match in pattern.finditer(low)
            if (span := _read(match, part))
        ]
        found += [
            AmountSpan(
                start=match.start(),
                end=match.end(),
                value=Decimal("0.5")
                if match["count"] == "半"
                else _count(match["count"]) or Decimal(0),
                kind=AmountKind.QUANTITY,
                unit="liang",
            )
            for match in _LIANG.finditer(low)
        ]
        found += [_tall(match) for match in _TALL.finditer(low)]
    return found


def _read(match: re.Match[str], part: Decimal) -> AmountSpan | None:
    groups = match.groupdict()
    count, unit = groups.get("count"), groups["unit"]
    whole = _count(count) if count else Decimal(0)
    name = "个月" if unit == "月" else unit
    if whole is None or name not in UNITS:
        return None
    return AmountSpan(
        start=match.start("count") if count else match.start(),
        end=match.end(),
        value=whole + part,
        kind=AmountKind.QUANTITY,
        unit=UNITS[name],
    )


def _count(text: str) -> Decimal | None:
    if text in ("a", "an"):
        return Decimal(1)
    if text.isdecimal():
        return Decimal(text)
    return parse_english_numeral(text) if text.isascii() else parse_chinese_numeral(text)

"""Chinese numerals, plain, financial and mixed with digits: 五万三千, 叁佰, 3万5, 一百零五."""

from __future__ import annotations

import re
from decimal import Decimal

__all__ = ["CHINESE_DIGITS", "CHINESE_NUMERAL", "parse_chinese_numeral"]

CHINESE_DIGITS = {
    **{char: value for value, char in enumerate("零一二三四五六七八九")},
    **{char: value for value, char in enumerate("零壹贰叁肆伍陆柒捌玖")},
    **{char: value for value, char in enumerate("零壹貳參肆伍陸柒捌玖")},
    "〇": 0,
    "两": 2,
    "兩": 2,
    "俩": 2,
}
_SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_LARGE = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}

CHINESE_NUMERAL = "".join(sorted({*CHINESE_DIGITS, *_SMALL, *_LARGE, "半", "点"}))
"""Characters a Chinese numeral is written with."""

_TOKEN = re.compile(rf"\d[\d,]*(?:\.\d+)?|[{CHINESE_NUMERAL}]")


def parse_chinese_numeral(text: str) -> Decimal | None:
    """Read a whole string as one numeral; None when it is none.

    A last digit without its unit counts in the next lower unit, as in speech: 三千五 is 3500.

    >>> parse_chinese_numeral("五万三千"), parse_chinese_numeral("3万5"), parse_chinese_numeral("一百零五")
    (Decimal('53000'), Decimal('35000'), Decimal('105'))
    >>> parse_chinese_numeral("二〇二三"), parse_chinese_numeral("三点五"), parse_chinese_numeral("万千")
    (Decimal('2023'), Decimal('3.5'), None)
    """
    tokens = _TOKEN.findall(text)
    if not tokens or "".join(tokens) != text:
        return None
    if len(tokens) > 1 and all(token in CHINESE_DIGITS for token in tokens):
        return Decimal("".join(str(CHINESE_DIGITS[token]) for token in tokens))
    if "点" in tokens:
        return _with_point(tokens)
    return _sum_of_units(tokens)


def _with_point(tokens: list[str]) -> Decimal | None:
    at = tokens.index("点")
    whole = _sum_of_units(tokens[:at]) if at else None
    digits: list[str] = []
    rest = tokens[at + 1 :]
    while rest and rest[0] in CHINESE_DIGITS:
        digits.append(str(CHINESE_DIGITS[rest.pop(0)]))
    if whole is None or not digits:
        return None
    value = Decimal(f"{whole}.{''.join(digits)}")
    for token in rest:
        scale = _LARGE.get(token) or _SMALL.get(token)
        if scale is None:
            return None
        value *= scale
    return value


def _sum_of_units(tokens: list[str]) -> Decimal | None:
    """Add up [digit][unit] pairs under 万 and 亿; None for a shape no one writes."""
    total = section = Decimal(0)
    digit: Decimal | None = None
    last_unit = 0
    zero = False
    for place, token in enumerate(tokens):
        if token in _SMALL:
            unit = _SMALL[token]
            if digit is None and not (unit == 10 and (place == 0 or zero)):
                return None
            section += (Decimal(1) if digit is None else digit) * unit
            digit, last_unit, zero = None, unit, False
        elif token in _LARGE:
            unit = _LARGE[token]
            amount = section + (digit or 0)
            if amount == 0 and total == 0:
                return None
            # 一万亿: the unit multiplies all that stands before it
            total = (
                (total + amount) * unit if 0 < total < unit and last_unit else total + amount * unit
            )
            section, digit, last_unit, zero = Decimal(0), None, unit, False
        elif token == "半":
            if digit is not None or (last_unit == 0 and place):
                return None
            section += Decimal(last_unit) / 2 if last_unit else Decimal("0.5")
        else:
            if digit is not None and digit != 0:
                return None
            value = _digit(token)
            zero = zero or value == 0
            digit = value
    return total + section + _trailing(digit, last_unit, zero, tokens)


def _digit(token: str) -> Decimal:
    known = CHINESE_DIGITS.get(token)
    return Decimal(known) if known is not None else Decimal(token.replace(",", ""))


def _trailing(digit: Decimal | None, last_unit: int, zero: bool, tokens: list[str]) -> Decimal:
    if digit is None:
        return Decimal(0)
    spoken = last_unit >= 100 and not zero and digit < 10 and digit == int(digit)
    return digit * (last_unit // 10) if spoken and len(tokens) > 1 else digit

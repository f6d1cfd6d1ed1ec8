"""Says a typed value in one of the notations that people use, in English and Chinese."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from scenarios.api import Value, ValueKind
from scenarios.stage.draws import Draws

__all__ = ["notations", "plain", "relative_days", "say"]

_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_WORDS = {"USD": "dollars", "EUR": "euros", "GBP": "pounds"}
_SPOKEN = {
    "A": "amps",
    "g": "grams",
    "h": "hours",
    "m": "metres",
    "ms": "milliseconds",
    "s": "seconds",
}
_DIGITS = "零一二三四五六七八九"
_UNITS_ZH = {
    "kg": "公斤", "g": "克", "km": "公里", "m": "米", "cm": "厘米", "h": "小时", "min": "分钟",
    "s": "秒", "ms": "毫秒", "day": "天", "week": "周", "month": "个月", "mg": "毫克", "L": "升",
    "ml": "毫升", "°C": "度",
}  # fmt: skip


def say(value: Value, draws: Draws, language: str, *, paraphrases: tuple[str, ...] = ()) -> str:
    """Say a value in a drawn notation; texts may use one of their accepted paraphrases."""
    options = notations(value, language)
    if value.kind is ValueKind.TEXT:
        options = (*options, *paraphrases)
    return draws.pick(options)


def notations(value: Value, language: str) -> tuple[str, ...]:
    """List the notations of a value, the plainest first.

    >>> notations(Value(kind=ValueKind.NUMBER, text="50000"), "en")
    ('50,000', '50k', '50000', '50 thousand')
    """
    if value.kind is ValueKind.NUMBER:
        return _numbers(value.text, language)
    if value.kind is ValueKind.MONEY:
        return _money(value.text, value.unit, language)
    if value.kind is ValueKind.QUANTITY:
        return _quantities(value.text, value.unit, language)
    if value.kind is ValueKind.DATE:
        return _dates(value.text, language)
    return (value.text,)


def plain(value: Value) -> str:
    """Write a value as a program prints it: canonical, with its unit.

    >>> plain(Value(kind=ValueKind.MONEY, text="1200", unit="EUR"))
    '1200 EUR'
    """
    return f"{value.text} {value.unit}".strip()


def relative_days(day: date, today: date, language: str) -> tuple[str, ...]:
    """Say a day relative to another, in words that have one meaning; empty when too far.

    >>> relative_days(date(2023, 5, 7), date(2023, 5, 8), "en")
    ('yesterday', '1 day ago')
    """
    delta = (day - today).days
    if abs(delta) > 30:
        return ()
    if language == "zh":
        near = {-2: "前天", -1: "昨天", 0: "今天", 1: "明天", 2: "后天"}
        far = f"{abs(delta)}天{'前' if delta < 0 else '后'}"
    else:
        near = {-1: "yesterday", 0: "today", 1: "tomorrow"}
        days = "day" if abs(delta) == 1 else "days"
        far = f"{-delta} {days} ago" if delta < 0 else f"in {delta} {days}"
    options = [near[delta]] if delta in near else []
    if delta:
        options.append(far)
    if abs(delta) in (7, 14) and language == "en":
        weeks = "a week" if abs(delta) == 7 else "two weeks"
        options.append(f"{weeks} ago" if delta < 0 else f"in {weeks}")
    return tuple(options)


def _numbers(text: str, language: str) -> tuple[str, ...]:
    number = Decimal(text)
    if number != number.to_integral_value() or abs(number) < 1000:
        return (text,)
    grouped = f"{int(number):,}"
    if language == "zh":
        if number % 1000 or number < 10_000:
            return (text, grouped)
        tens = (number / 10_000).normalize()
        spoken = f"{tens:f}万"
        named = (_chinese(int(tens)) + "万",) if tens == int(tens) and tens < 100 else ()
        return (spoken, text, grouped, *named)
    if number % 1000 == 0 and number < 1_000_000:
        thousands = int(number) // 1000
        return (grouped, f"{thousands}k", text, f"{thousands} thousand")
    return (grouped, text)


def _chinese(n: int) -> str:
    """Say 1 to 99 in Chinese numerals."""
    tens, ones = divmod(n, 10)
    lead = "" if tens == 0 else ("十" if tens == 1 else _DIGITS[tens] + "十")
    return lead + (_DIGITS[ones] if ones else "")


def _money(text: str, unit: str, language: str) -> tuple[str, ...]:
    plain = _numbers(text, language)
    if language == "zh":
        return (*(f"{form}元" for form in plain), f"{plain[0]}块")
    sign, word = _SIGNS[unit], _WORDS[unit]
    return (
        *(f"{sign}{form}" for form in plain if "thousand" not in form),
        f"{plain[0]} {word}",
        f"{unit} {plain[0]}",
        f"{plain[-1]} {word}",
    )


def _quantities(text: str, unit: str, language: str) -> tuple[str, ...]:
    if language == "zh":
        named = _UNITS_ZH.get(unit)
        return (f"{text}{named}",) if named else (f"{text}{unit}", f"{text} {unit}")
    if unit in ("day", "week", "month"):
        return (f"{text} {unit}s",)
    if unit in _SPOKEN:  # "44 h." would end in an abbreviation
        spoken = f"{text} {_SPOKEN[unit]}"
        return (spoken,) if unit == "A" else (spoken, f"{text}{unit}")
    if unit == "%":
        return (f"{text}%", f"{text} percent")
    return (f"{text} {unit}", f"{text}{unit}")


def _dates(text: str, language: str) -> tuple[str, ...]:
    day = date.fromisoformat(text)
    if language == "zh":
        return (
            f"{day.year}年{day.month}月{day.day}日",
            text,
            f"{day.year}年{day.month}月{day.day}号",
        )
    month = _MONTHS[day.month - 1]
    return (
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        text,
        f"{month[:3]} {day.day}, {day.year}",
    )

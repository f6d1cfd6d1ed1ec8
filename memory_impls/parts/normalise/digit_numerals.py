"""Numbers written with digits: grouping, decimals, suffixes, exponents, fractions.

A number is read as a run of digits with its separators before any punctuation is stripped.
Grouping counts only as groups of exactly three after one to three digits; what is malformed
("50,0000", "2,4") states no number.
"""

from __future__ import annotations

import re
from decimal import Decimal

from memory_impls.parts.normalise.chinese_numerals import UNIT_PREFIX, parse_chinese_numeral
from memory_impls.parts.normalise.numerals import Numeral

__all__ = ["find_digit_numerals"]

_THIN = "\u00a0\u2009\u202f\u2007"
_RUN = re.compile(
    # 50 000: groups set apart by spaces, as long as no other number stands beside them
    rf"(?<![\d.,])(?<!\d )\d{{1,3}}(?:[ {_THIN}]\d{{3}})+(?:\.\d+)?(?![.,]?\d| \d)"
    rf"|\d+(?:[.,'{_THIN}]\d+)*"
    r"|(?<![\w.,])\.\d+"
)
_GROUPED = re.compile(rf"[1-9]\d{{0,2}}([,' {_THIN}])\d{{3}}(?:\1\d{{3}})*(?:\.\d+)?")
_EUROPEAN = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+,\d{1,2}")
_LIST = re.compile(r"\d+(?:,\d+){2,}")
_PLAIN = re.compile(r"(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+")
_EXPONENT = re.compile(r"[eE]([+-]?\d{1,2})(?![\w.])")
_SUFFIX = re.compile(
    r"(?:(?:[kK]|M|bn|Bn|BN|mn|tn|B)(?![A-Za-z0-9])"
    r"| ?(?:k|K|bn)(?![A-Za-z0-9])"
    r"|[ -]?(?i:thousand|grand|million|mio|mill?|mrd|billion|trillion|hundred|dozen)\b\.?)"
)
_MONEY_SUFFIX = re.compile(r"(?:m|b|t)(?![A-Za-z0-9/])")
_AFTER_CURRENCY = re.compile(
    r"[$€£¥]$|\b(?:USD|EUR|GBP|CHF|NOK|SEK|DKK|PLN|CZK|CAD|AUD|NZD|SGD|HKD|INR|CNY|RMB|JPY) ?$"
)
_CHINESE_SLANG = re.compile(r"w(?![A-Za-z0-9])")
_SCALE = {
    "k": 10**3, "thousand": 10**3, "grand": 10**3, "m": 10**6, "mn": 10**6, "mio": 10**6,
    "mil": 10**6, "mill": 10**6, "mrd": 10**9, "million": 10**6, "b": 10**9, "bn": 10**9,
    "billion": 10**9, "t": 10**12, "tn": 10**12,
    "trillion": 10**12, "hundred": 100, "dozen": 12, "w": 10**4,
}  # fmt: skip
_MIXED = re.compile(
    rf" ?(?!{UNIT_PREFIX})[十百千万亿萬億](?:(?!{UNIT_PREFIX})"
    rf"[零〇一二两三四五六七八九十百千万亿萬億半]"
    rf"|(?<=[百千万亿萬億])\d+(?:\.\d+)?(?![\d.,%月日号天年个点人次:/-]))*"
)
_FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅛": "0.125", "⅜": "0.375", "⅝": "0.625"}
_FRACTION = re.compile(rf"(?<![\d.,])(?:\d+ ?)?[{''.join(_FRACTIONS)}]")


def find_digit_numerals(flat: str) -> list[Numeral]:
    """Find numbers with digits in a text as ``flatten`` gives it, case kept."""
    found: list[Numeral] = []
    for match in _FRACTION.finditer(flat):
        whole, sign = match.group()[:-1].strip(), match.group()[-1]
        value = Decimal(whole or 0) + Decimal(_FRACTIONS[sign])
        found.append(Numeral(start=match.start(), end=match.end(), value=value))
    for match in _RUN.finditer(flat):
        found.extend(_read_run(flat, match.start(), match.end()))
    return found


def _read_run(flat: str, start: int, end: int) -> list[Numeral]:
    run = flat[start:end]
    if _LIST.fullmatch(run) and not _GROUPED.fullmatch(run):
        return _read_list(run, start)
    value = _run_value(run)
    if value is None:
        return []
    value, end = _scaled(flat, start, end, value)
    return [Numeral(start=start, end=end, value=value)]


def _scaled(flat: str, start: int, end: int, value: Decimal) -> tuple[Decimal, int]:
    """Multiply a number by what follows it: 5万, 3万5, 1.5 million, 50k, 2e6."""
    mixed = _MIXED.match(flat, end)
    if mixed:
        composed = parse_chinese_numeral(f"{value}{mixed.group().strip()}")
        if composed is not None:
            return composed, mixed.end()
    exponent = _EXPONENT.match(flat, end)
    if exponent:
        return value.scaleb(int(exponent[1])), exponent.end()
    for pattern in _suffixes_at(flat, start):
        suffix = pattern.match(flat, end)
        if suffix:
            return value * _SCALE[suffix.group().strip(" -.").lower()], suffix.end()
    return value, end


def _suffixes_at(flat: str, start: int) -> tuple[re.Pattern[str], ...]:
    """Say which suffixes may follow: a bare "m" is metres unless a currency sign leads."""
    if _AFTER_CURRENCY.search(flat, max(0, start - 5), start):
        return (_SUFFIX, _MONEY_SUFFIX)
    if not flat.isascii():
        return (_SUFFIX, _CHINESE_SLANG)
    return (_SUFFIX,)


def _read_list(run: str, start: int) -> list[Numeral]:
    if not all(_PLAIN.fullmatch(part) for part in run.split(",")):
        return []
    return [
        Numeral(
            start=start + part.start(),
            end=start + part.end(),
            value=Decimal(part.group()),
            listed=True,
        )
        for part in re.finditer(r"\d+", run)
    ]


def _run_value(run: str) -> Decimal | None:
    if _PLAIN.fullmatch(run):
        return Decimal(run)
    if _GROUPED.fullmatch(run):
        return Decimal(re.sub(rf"[,' {_THIN}]", "", run))
    if _EUROPEAN.fullmatch(run):
        return Decimal(run.replace(".", "").replace(",", "."))
    return None

"""Amounts: numbers with the currency, unit or percent sign that stands at them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from memory_impls.parts.normalise.chinese_numerals import find_chinese_numerals
from memory_impls.parts.normalise.digit_numerals import find_digit_numerals
from memory_impls.parts.normalise.durations import find_worded_measures
from memory_impls.parts.normalise.english_numerals import find_english_numerals
from memory_impls.parts.normalise.numerals import Numeral, without_overlaps
from memory_impls.parts.normalise.ranges import mark_ranges
from memory_impls.parts.normalise.spans import AmountKind, AmountSpan
from memory_impls.parts.normalise.units import CASED_UNITS, CURRENCIES, CURRENCY_MARKS, UNITS

__all__ = ["amounts_of"]


def _alternatives(names: list[str]) -> str:
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return "|".join(re.escape(name).replace(r"\ ", "[ -]") for name in ordered)


_LATIN = _alternatives([name for name in (*UNITS, *CURRENCIES) if name.isascii()])
_OTHER = _alternatives([name for name in (*UNITS, *CURRENCIES) if not name.isascii()])
_MARKS = _alternatives(list(CURRENCY_MARKS))
_CODES = _alternatives([name for name in CURRENCIES if name.isascii() and len(name) == 3])
_UNIT_AFTER = re.compile(
    rf"[ -]?(?:(?P<latin>{_LATIN})(?![a-z0-9²³]|/[a-z0-9]|'[a-rt-z]|-[a-z])|(?P<other>{_OTHER}))"
    rf"|[ -]?(?P<per>{_LATIN})(?=/|-(?:old|long|wide|high|tall)\b)"
)
_CASED_AFTER = re.compile(rf" ?(?P<cased>{_alternatives(list(CASED_UNITS))})(?![A-Za-z0-9/])")
_MARK_AFTER = re.compile(rf" ?(?P<mark>{_MARKS})(?! ?\d)")
_PERCENT_AFTER = re.compile(r" ?(?:%|percent\b|per cent\b|pct\b)(?! ?-?points?\b)", re.ASCII)
_TENTHS_AFTER = re.compile(r"成(?![为了立长员熟功果本绩就都名交人千上龙群])")
_POINTS_AFTER = re.compile(r" ?(?:percentage[ -]points?|个百分点|pp\b)")
_MONEY_BEFORE = re.compile(
    rf"(?P<mark>{_MARKS}) ?$"
    rf"|(?:(?<![a-z])(?P<code>{_CODES})|(?P<word>人民币|美元|美金|港币|欧元|英镑|日元)) ?$"
)
_PERCENT_BEFORE = re.compile(r"百分之$")
_SIGN_BEFORE = re.compile(
    r"(?:(?<![a-z0-9)\]%])|(?<=^)|(?<= ))-$|(?<![a-z])(?:minus|negative) $|(?:负|零下)$"
)
_PART_BEFORE = re.compile(r"[a-z_]-?$|[0-9][-.,/:]$|[./\\@^]$|第$|-$(?<=[0-9a-z%]-)")
_PART_AFTER = re.compile(r"[a-z_^²³¹⁰⁴-⁹]|[.:/\\@-]\d|,\d|-[a-z]\b|-[a-z]\d|分之")
_APPROXIMATE_AFTER = re.compile(r"[多几餘余](?![的])|-odd\b")
_COUNTED = re.compile(
    r" (?:[a-z]+[a-rt-z]s|people|men|women|children|kids|staff)\b"
    r"|(?:个|名|位|人|次|只|条|张|本|台|辆|套|间|层|棵|份|口|头|家|场)"
)
_NOT_COUNTED = re.compile(
    r" (?:is|was|has|this|as|plus|minus|does|its|his|tops|always|sometimes|perhaps|thus|across|"
    r"besides|unless|versus|yes|us|afterwards|towards)\b"
)
_STRANGE_UNIT = re.compile(r"[a-z]{2,8}(?:/[a-z]{1,6})?(?![a-z0-9_-])")
_ORDINAL_AFTER = re.compile(r"(?:st|nd|rd|th)\b")
_ENUMERATOR = re.compile(r"(?m)^[ \t]*\(?\d{1,2}[.)、][ \t]+(?=\S)")
_DECADE = re.compile(r"(?:1[0-9]|20)\d0'?s\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """What stands at a number and where it ends (or, in front, where it starts)."""

    symbol: str
    kind: AmountKind
    edge: int


def amounts_of(flat: str, low: str, taken: list[tuple[int, int]]) -> tuple[AmountSpan, ...]:
    """Find the amounts of a folded text in order of place.

    Args:
        flat: Text as ``flatten`` gives it.
        low: The same as ``lower`` gives it.
        taken: Spans that hold no amounts: dates, times, addresses.
    """
    outside = [match.span() for match in _ENUMERATOR.finditer(low)]
    outside += [match.span() for match in _DECADE.finditer(low)]
    worded = [span for span in find_worded_measures(low) if not _meets(span, taken)]
    outside += [(span.start, span.end) for span in worded]
    numerals = without_overlaps(
        [
            *find_digit_numerals(flat),
            *find_chinese_numerals(low),
            *find_english_numerals(low),
        ],
        [*taken, *outside],
    )
    found: list[AmountSpan] = []
    for numeral in numerals:
        amount = _read(flat, low, numeral)
        if amount and not (found and numeral.start < found[-1].end):
            found.append(amount)
    found = sorted((*found, *worded), key=lambda amount: amount.start)
    return tuple(mark_ranges(low, found))


def _meets(span: AmountSpan, taken: list[tuple[int, int]]) -> bool:
    return any(start < span.end and span.start < end for start, end in taken)


def _read(flat: str, low: str, numeral: Numeral) -> AmountSpan | None:
    """Read sign and unit around a numeral; None when it is part of another token."""
    start, value = numeral.start, numeral.value
    before = low[max(0, start - 24) : start]
    unit = _unit_before(before, start)
    if unit:
        start, before = unit.edge, before[: len(before) - (start - unit.edge)]
    sign = _SIGN_BEFORE.search(before)
    if sign:
        value, start = -value, start - (len(before) - sign.start())
    elif not unit and not _stands_free(low, numeral, before):
        return None
    if unit is None:
        unit = _unit_after(flat, low, numeral.end) or _strange_unit(low, numeral)
    end = unit.edge if unit and unit.edge > numeral.end else numeral.end
    if end == numeral.end and not _ends_free(low, numeral):
        return None
    if unit is None:
        return AmountSpan(start=start, end=end, value=value, counted=_is_counted(low, end))
    if unit.symbol == "成":
        # 三成 is 30 %, 七成五 is 75 %
        value, unit = value * 10, replace(unit, symbol="%")
        rest = re.match(r"[1-9一二三四五六七八九](?![\d十百千万个])", low[end : end + 2])
        if rest:
            value, end = value + _digit(rest.group()), end + 1
    cents = _spoken_cents(low, end) if unit.symbol == "CNY" else None
    if cents is not None:
        value, end = value + cents, end + 1
    return AmountSpan(start=start, end=end, value=value, kind=unit.kind, unit=unit.symbol)


def _stands_free(low: str, numeral: Numeral, before: str) -> bool:
    """Tell a number from digits inside an identifier, by what stands before."""
    if numeral.in_words or numeral.listed:
        return not before.endswith("第")
    if not _PART_BEFORE.search(before):
        return True
    # the second end of a range: 5-10
    return re.search(r"(?<![\d-])\d[\d.,]*(?:[kmb%万千亿]|bn)?-$", before) is not None


def _ends_free(low: str, numeral: Numeral) -> bool:
    """Tell a number from digits inside an identifier, by what stands behind."""
    if _APPROXIMATE_AFTER.match(low, numeral.end):
        return False
    if numeral.in_words:
        return True
    if numeral.listed or not _PART_AFTER.match(low, numeral.end):
        return True
    rest = low[numeral.end : numeral.end + 16]
    return re.match(r"-[$€£¥]?\d[\d.,]*(?![\d-])(?!-)", rest) is not None


def _unit_before(before: str, start: int) -> _Unit | None:
    money = _MONEY_BEFORE.search(before)
    if money:
        symbol = CURRENCY_MARKS[money["mark"]] if money["mark"] else ""
        symbol = symbol or CURRENCIES[money["code"] or money["word"]]
        edge = start - (len(before) - money.start())
        return _Unit(symbol=symbol, kind=AmountKind.MONEY, edge=edge)
    if _PERCENT_BEFORE.search(before):
        return _Unit(symbol="%", kind=AmountKind.PERCENT, edge=start - 3)
    return None


def _unit_after(flat: str, low: str, end: int) -> _Unit | None:
    points = _POINTS_AFTER.match(low, end)
    if points:
        return _Unit(symbol="pp", kind=AmountKind.QUANTITY, edge=points.end())
    tenths = _TENTHS_AFTER.match(low, end)
    if tenths:
        return _Unit(symbol="成", kind=AmountKind.PERCENT, edge=tenths.end())
    percent = _PERCENT_AFTER.match(low, end)
    if percent:
        return _Unit(symbol="%", kind=AmountKind.PERCENT, edge=percent.end())
    mark = _MARK_AFTER.match(low, end)
    if mark:
        return _Unit(symbol=CURRENCY_MARKS[mark["mark"]], kind=AmountKind.MONEY, edge=mark.end())
    cased = _CASED_AFTER.match(flat, end)
    if cased:
        symbol = CASED_UNITS[cased["cased"]]
        return _Unit(symbol=symbol, kind=AmountKind.QUANTITY, edge=cased.end())
    unit = _UNIT_AFTER.match(low, end)
    # 5G is a network or a size, not five grams
    if not unit or (flat[end:].startswith("G") and unit["latin"] == "g"):
        return None
    return _named_unit(low, end, unit)


def _strange_unit(low: str, numeral: Numeral) -> _Unit | None:
    """Read letters glued to digits as a unit of their own, marked as unknown by a "?"."""
    match = _STRANGE_UNIT.match(low, numeral.end)
    if not match or numeral.in_words or _ORDINAL_AFTER.match(low, numeral.end):
        return None
    return _Unit(symbol=f"?{match.group()}", kind=AmountKind.QUANTITY, edge=match.end())


def _named_unit(low: str, end: int, unit: re.Match[str]) -> _Unit | None:
    name = (unit["latin"] or unit["other"] or unit["per"]).replace("-", " ")
    if name in ("块", "塊") and _PIECES.match(low, unit.end()):
        return None
    if name in CURRENCIES:
        return _Unit(symbol=CURRENCIES[name], kind=AmountKind.MONEY, edge=unit.end())
    if name in ("pound", "pounds") and _about_money(low, end):
        return _Unit(symbol="GBP", kind=AmountKind.MONEY, edge=unit.end())
    return _Unit(symbol=UNITS[name], kind=AmountKind.QUANTITY, edge=unit.end())


_PIECES = re.compile(
    r"蛋糕|巧克力|石|布|肉|砖|表|手表|地|屏|豆腐|饼|电池|硬盘|披萨|牛排|面包|肥皂|骨头|拼图|积木"
    r"|板|糖|玻璃"
)
_MONEY_TALK = re.compile(
    r"£|\b(?:pay|paid|costs?|price|budget|spen[dt]|salary|rent|fee|worth|sterling|saved?|earns?|"
    r"owe|bill|deposit|funds?|money|cash|loan|gbp|limit of)\b"
)


def _about_money(low: str, at: int) -> bool:
    """Decide whether "pounds" is money: a word of money stands close by. Weight otherwise."""
    return _MONEY_TALK.search(low[max(0, at - 60) : at + 40]) is not None


def _spoken_cents(low: str, end: int) -> Decimal | None:
    """Read the 五 of 三块五: tenths of a yuan."""
    if low[end - 1 : end] not in "块塊":
        return None
    match = re.match(r"[1-9一二三四五六七八九](?![\d十百千万个点月年天号])", low[end : end + 2])
    if not match:
        return None
    return _digit(match.group()) / 10


def _digit(char: str) -> Decimal:
    return Decimal(char if char.isdecimal() else "零一二三四五六七八九".index(char))


def _is_counted(low: str, end: int) -> bool:
    return _COUNTED.match(low, end) is not None and _NOT_COUNTED.match(low, end) is None

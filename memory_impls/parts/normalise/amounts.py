"""Amounts: numbers with the currency, unit or percent sign that stands at them."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from memory_impls.parts.normalise.numerals import Numeral, find_numerals
from memory_impls.parts.normalise.spans import AmountKind, AmountSpan
from memory_impls.parts.normalise.units import CASED_UNITS, CURRENCIES, CURRENCY_MARKS, UNITS

__all__ = ["CHANGE", "amounts_of"]


def _alternatives(names: list[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


_LATIN = [name for name in (*UNITS, *CURRENCIES) if name.isascii()]
_OTHER = [name for name in (*UNITS, *CURRENCIES) if not name.isascii()]
_UNIT_AFTER = re.compile(
    rf"[ -]?(?:(?P<latin>{_alternatives(_LATIN)})(?![a-z0-9]|/[a-z0-9]|'[a-rt-z])"
    rf"|(?P<other>{_alternatives(_OTHER)}))"
    r"|(?P<per>[ -]?(?:" + _alternatives(_LATIN) + r"))(?=/)"
)
_CASED_AFTER = re.compile(rf" ?(?P<cased>{_alternatives(list(CASED_UNITS))})(?![A-Za-z0-9/])")
_MARK_AFTER = re.compile(rf" ?(?P<mark>{_alternatives(list(CURRENCY_MARKS))})")
_PERCENT_AFTER = re.compile(r" ?(?:%|percent\b|per cent\b|pct\b)(?! ?-?points?\b)")
_PERCENTAGE_POINTS = re.compile(r" ?(?:percentage points?|个百分点|pp\b)")
_MARK_BEFORE = re.compile(
    rf"(?P<mark>{_alternatives(list(CURRENCY_MARKS))}) ?$"
    r"|(?<![a-z])(?P<code>"
    + _alternatives([n for n in CURRENCIES if len(n) == 3 and n.isascii()])
    + r"|人民币|美元|美金|港币|欧元) ?$"
)
_PERCENT_BEFORE = re.compile(r"百分之$")
_SIGN_BEFORE = re.compile(
    r"(?:(?<![a-z0-9)\]% ])|(?<= ))-$|(?<![a-z])(?:minus|negative) $|(?:负|零下)$"
)
_BREAKS_BEFORE = re.compile(r"[a-z_]-?$|[\d][-.,/:]$|[./:#\\@]$|\b(?:no|nr)\. ?$|[#№] ?$")
_BREAKS_AFTER = re.compile(r"[a-z_]|[.:/\\@-]\d|,\d|-[a-z]\b|-[a-z]\d")
_ORDINAL_AFTER = re.compile(r"(?:st|nd|rd|th)\b")
_RANGE = re.compile(r"\s*(?:-|~|to|through|until|or|到|至|或)\s*")
_BETWEEN = re.compile(r"\b(?:between)\b[^.;]{0,12}$|在$")
CHANGE = re.compile(
    r"\b(?:chang|rais|mov|switch|updat|bump|increas|decreas|reduc|lower|cut|drop|went|go|goes|"
    r"going|grew|grow|rose|rise|fell|fall|shift|migrat|upgrad|downgrad|up|down|revis|adjust|extend|"
    r"shrunk|shrink|push|postpon|brought|bring|convert|renam|correct)[a-z]*\b"
    r"|改|换|涨|升|降|调|增|减|加到|提高|下调|上调|变|挪|推迟|提前|更新|转|缩"
)
"""Words that make "from A to B" a change and not a range."""
_COUNTED = re.compile(
    r" (?:[a-z]+[a-rt-z]s|people|men|women|children|kids|staff)\b"
    r"|(?:个|名|位|人|次|只|条|张|本|台|辆|套|间|层|棵|份|口|头|家|场)"
)
_NOT_COUNTED = re.compile(
    r" (?:is|was|has|this|as|plus|minus|does|its|his|tops|always|sometimes|perhaps|thus|across|"
    r"besides|unless|versus|yes|us|afterwards|towards|plus)\b"
)
_ENUMERATOR = re.compile(r"(?m)^[ \t]*\(?\d{1,2}[.)、][ \t]+(?=\S)")


def amounts_of(flat: str, low: str, taken: list[tuple[int, int]]) -> tuple[AmountSpan, ...]:
    """Find the amounts of a folded text in order of place.

    Args:
        flat: Text as ``flatten`` gives it.
        low: The same as ``lower`` gives it.
        taken: Spans that hold no amounts: dates, times, addresses.
    """
    enumerators = [match.span() for match in _ENUMERATOR.finditer(low)]
    found: list[AmountSpan] = []
    for numeral in find_numerals(flat, low, [*taken, *enumerators]):
        amount = _read(flat, low, numeral)
        if amount is not None:
            found.append(amount)
    return tuple(_mark_ranges(low, found))


def _read(flat: str, low: str, numeral: Numeral) -> AmountSpan | None:
    """Read sign and unit around a numeral; None when it is part of another token."""
    start, end, value = numeral.start, numeral.end, numeral.value
    if numeral.in_words and (_ORDINAL_AFTER.match(low, end)):
        return None
    before = low[max(0, start - 24) : start]
    mark = _MARK_BEFORE.search(before)
    unit, kind = "", AmountKind.NUMBER
    if mark:
        name = mark["mark"] or mark["code"]
        unit, kind = CURRENCY_MARKS.get(name) or CURRENCIES[name], AmountKind.MONEY
        start -= len(before) - mark.start()
        before = before[: mark.start()]
    elif _PERCENT_BEFORE.search(before):
        unit, kind, start = "%", AmountKind.PERCENT, start - 3
        before = before[:-3]
    sign = _SIGN_BEFORE.search(before)
    if sign:
        value, start = -value, start - (len(before) - sign.start())
    elif not mark and not numeral.in_words and _BREAKS_BEFORE.search(before):
        if not _is_range_end(low, numeral.start):
            return None
    unit_end = end
    if kind is AmountKind.NUMBER:
        unit, kind, unit_end = _unit_after(flat, low, end)
    if unit_end == end and not numeral.in_words and _BREAKS_AFTER.match(low, end):
        if not _is_range_start(low, end):
            return None
    counted = kind is AmountKind.NUMBER and _is_counted(low, unit_end)
    return AmountSpan(start=start, end=unit_end, value=value, kind=kind, unit=unit, counted=counted)


def _is_range_end(low: str, start: int) -> bool:
    return (
        re.search(r"(?<![\d-])\d[\d.,]*[kmb%万千亿]?-$", low[max(0, start - 16) : start])
        is not None
    )


def _is_range_start(low: str, end: int) -> bool:
    return re.match(r"-[$€£¥]?\d[\d.,]*(?![\d-])(?!-)", low[end : end + 16]) is not None


def _unit_after(flat: str, low: str, end: int) -> tuple[str, AmountKind, int]:
    points = _PERCENTAGE_POINTS.match(low, end)
    if points:
        return "pp", AmountKind.QUANTITY, points.end()
    percent = _PERCENT_AFTER.match(low, end)
    if percent:
        return "%", AmountKind.PERCENT, percent.end()
    mark = _MARK_AFTER.match(low, end)
    if mark:
        return CURRENCY_MARKS[mark["mark"]], AmountKind.MONEY, mark.end()
    cased = _CASED_AFTER.match(flat, end)
    if cased:
        return CASED_UNITS[cased["cased"]], AmountKind.QUANTITY, cased.end()
    unit = _UNIT_AFTER.match(low, end)
    if not unit:
        return "", AmountKind.NUMBER, end
    name = unit["latin"] or unit["other"] or unit["per"].strip(" -")
    if name in CURRENCIES:
        if name in ("块", "塊") and _PIECES.match(low, unit.end()):
            return "", AmountKind.NUMBER, end
        return CURRENCIES[name], AmountKind.MONEY, unit.end()
    if name in ("pound", "pounds") and _about_money(low, end):
        return "GBP", AmountKind.MONEY, unit.end()
    return UNITS[name], AmountKind.QUANTITY, unit.end()


_PIECES = re.compile(
    r"蛋糕|巧克力|石|布|肉|砖|表|手表|地|屏|豆腐|饼|电池|硬盘|披萨|牛排|面包|肥皂|骨头|拼图|积木|板|糖|玻璃"
)
_MONEY_TALK = re.compile(
    r"£|\b(?:pay|paid|cost|costs|price|budget|spend|spent|salary|rent|fee|worth|sterling|save|saved|"
    r"earn|earns|owe|bill|deposit|fund|funds|money|cash|loan|gbp)\b"
)


def _about_money(low: str, at: int) -> bool:
    """Decide whether "pounds" is money: a word of money stands close by."""
    return _MONEY_TALK.search(low[max(0, at - 60) : at + 40]) is not None


def _is_counted(low: str, end: int) -> bool:
    return _COUNTED.match(low, end) is not None and _NOT_COUNTED.match(low, end) is None


def _mark_ranges(low: str, found: list[AmountSpan]) -> list[AmountSpan]:
    marked = list(found)
    for at, (one, two) in enumerate(zip(found, found[1:], strict=False)):
        gap = low[one.end : two.start]
        low_end, high_end = one, two
        joined = _RANGE.fullmatch(gap) is not None and two.value >= 0
        between = gap.strip() in ("and", "和") and _BETWEEN.search(low[: one.start])
        if not (joined or between):
            continue
        if CHANGE.search(low, max(0, one.start - 48), one.start) and not between:
            continue
        if CHANGE.search(gap) or gap.strip() in ("or", "或"):
            continue
        low_end = _share_unit(low, one, two)
        marked[at] = replace(low_end, in_range=True)
        marked[at + 1] = replace(high_end, in_range=True)
    return marked


def _share_unit(low: str, one: AmountSpan, two: AmountSpan) -> AmountSpan:
    """Give the first end of "5-10k km" the suffix and unit of the second."""
    value = one.value
    written = low[two.start : two.end]
    suffix = re.search(r"\d ?(k|thousand|million|万|亿)", written)
    if suffix and one.value < 1000 <= two.value:
        value = one.value * {"k": 10**3, "thousand": 10**3, "million": 10**6}.get(
            suffix[1], 10**4 if suffix[1] == "万" else 10**8
        )
    if one.kind is AmountKind.NUMBER and two.kind is not AmountKind.NUMBER:
        return replace(one, value=Decimal(value), kind=two.kind, unit=two.unit)
    return replace(one, value=Decimal(value))

"""Places in a text where a number is written, before units are read.

Digits are read as a run with its separators, before any punctuation is stripped: grouping counts
only as groups of exactly three; what is malformed ("50,0000", "2,4") states no number. Parts of
dates, times, versions, addresses and identifiers are no numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from memory_impls.parts.normalise.chinese_numerals import CHINESE_NUMERAL, parse_chinese_numeral
from memory_impls.parts.normalise.english_numerals import ENGLISH_NUMERAL, parse_english_numeral

__all__ = ["Numeral", "find_numerals"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numeral:
    """A number as written; ``scaled`` when a suffix or a unit of numbers multiplied it."""

    start: int
    end: int
    value: Decimal
    scaled: bool = False
    in_words: bool = False


_THIN = "\u00a0\u2009\u202f\u2007"
_RUN = re.compile(
    rf"(?<![\d.,])\d{{1,3}}(?:[ {_THIN}]\d{{3}})+(?![\d]|[.,]?\d| \d)"
    rf"|\d+(?:[.,'{_THIN}]\d+)*"
    r"|(?<![\w.,])\.\d+"
)
_GROUPED = re.compile(rf"\d{{1,3}}(?:([,' {_THIN}])\d{{3}})(?:\1\d{{3}})*(?:\.\d+)?")
_EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3})+,\d{1,2}")
_LIST = re.compile(r"\d+(?:,\d+){2,}")
_PLAIN = re.compile(r"(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+")
_SUFFIX = re.compile(
    r"(?:(?:[kK]|M|bn|Bn|BN|mn|tn|B)(?![A-Za-z0-9/])| ?(?:k|K|bn)(?![A-Za-z0-9/])"
    r"|[ -]?(?:thousand|grand|million|mio|billion|trillion|hundred|dozen)(?![A-Za-z]))"
)
_MONEY_SUFFIX = re.compile(r"(?:m|b|t)(?![A-Za-z0-9/])")
_SCALE = {
    "k": 10**3, "thousand": 10**3, "grand": 10**3, "m": 10**6, "mn": 10**6, "mio": 10**6,
    "million": 10**6, "b": 10**9, "bn": 10**9, "billion": 10**9, "t": 10**12, "tn": 10**12,
    "trillion": 10**12, "hundred": 100, "dozen": 12, "w": 10**4,
}  # fmt: skip
_UNIT_PREFIX = r"(?:千(?=克|米|瓦|卡|赫|帕|伏|字节)|百(?=帕|分))"
_MIXED = re.compile(
    rf"(?: ?(?!{_UNIT_PREFIX})[十百千万亿萬億]"
    rf"(?:(?!{_UNIT_PREFIX})[{CHINESE_NUMERAL}\d])*)"
)
_CHINESE_SLANG_SUFFIX = re.compile(r"w(?![A-Za-z0-9])")
_CHINESE_RUN = re.compile(rf"[{CHINESE_NUMERAL}]+")
_FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.333", "⅔": "0.667", "⅛": "0.125"}
_FRACTION = re.compile(rf"(?<!\d)(?:\d+ ?)?[{''.join(_FRACTIONS)}]")

# words that are written with a numeral but count nothing
_CHINESE_TRAPS = re.compile(
    r"一些|一起|一下|一定|一样|一直|一般|一切|一边|一旦|一致|一共|一向|一律|一带|一面|一方面|一会|一点|一"
    r"再|一贯|一番|统一|唯一|万一|第[零〇一二两三四五六七八九十百千万亿]+|(?<![零〇一二两三四五六七八九十百千万亿\d])千万(?=别|不|要|记|小心|"
    r"注意|勿|得)|十分(?!钟|之)|百度|百分百|百分之|百货|百科|百姓|万达|万科|万能|万里|万分|四川|三亚|三星|九寨|"
    r"六安|五一|十一假|双十一|星期[一二三四五六日天]|周[一二三四五六日]|礼拜[一二三四五六日天]|[一二三四五六七八九十]+月"
    r"|(?:[第初])[一二三四五六七八九十]+|三明治|五金|七夕|八卦|九江|十字|千兆|半"
)
_MEASURE = re.compile(
    r"\s*(?:个|名|人|位|岁|周岁|天|日|年|周|星期|礼拜|小时|钟头|分钟|秒|元|块|美元|美金|欧元|英镑|日元|港|镑|刀|"
    r"公里|千米|米|厘米|毫米|公斤|千克|斤|克|吨|升|毫升|平|亩|度|次|只|条|张|本|件|台|辆|套|间|层|楼|杯|瓶|份|笔|"
    r"把|支|颗|家|所|门|节|场|种|项|篇|页|字|步|点|分|号|倍|成|口|头|匹|棵|座|栋|艘|架|批|组|对|双|瓦|字节|像素|盒|包|片|粒|GB|MB|%)"
)
_STANDS_ALONE_BEFORE = re.compile(
    r"(?:是|为|到|至|有|共|过|约|达|满|成|于|=|:|：|\s|^|[，,。、；;(（])$"
)
_STANDS_ALONE_AFTER = re.compile(r"(?:\s*$|[\s，,。、；;!！?？)）以左上多余]|到|至|[-~])")


def find_numerals(flat: str, low: str, taken: list[tuple[int, int]]) -> list[Numeral]:
    """Find the numbers of a folded text in order of place.

    Args:
        flat: Text as ``flatten`` gives it.
        low: The same in lower case.
        taken: Spans that hold no numbers: dates, times, addresses.
    """
    found: list[Numeral] = []
    occupied = sorted(taken)
    for numeral in (*_digit_numerals(flat), *_chinese_numerals(low), *_english_numerals(low)):
        if not any(start < numeral.end and numeral.start < end for start, end in occupied):
            found.append(numeral)
    found.sort(key=lambda numeral: (numeral.start, -numeral.end))
    kept: list[Numeral] = []
    for numeral in found:
        if not kept or numeral.start >= kept[-1].end:
            kept.append(numeral)
    return kept


def _digit_numerals(flat: str) -> list[Numeral]:
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
    mixed = _MIXED.match(flat, end)
    if mixed:
        composed = parse_chinese_numeral(run.replace(",", "") + mixed.group().strip())
        if composed is not None:
            return [Numeral(start=start, end=mixed.end(), value=composed, scaled=True)]
    for pattern in _suffixes_at(flat, start):
        suffix = pattern.match(flat, end)
        if suffix:
            scale = _SCALE[suffix.group().strip(" -").lower()]
            return [Numeral(start=start, end=suffix.end(), value=value * scale, scaled=True)]
    return [Numeral(start=start, end=end, value=value)]


def _suffixes_at(flat: str, start: int) -> tuple[re.Pattern[str], ...]:
    """Say which suffixes may follow: a bare "m" is metres unless a currency sign leads."""
    if start and flat[start - 1] in "$€£¥":
        return (_SUFFIX, _MONEY_SUFFIX)
    if not flat.isascii():
        return (_SUFFIX, _CHINESE_SLANG_SUFFIX)
    return (_SUFFIX,)


def _read_list(run: str, start: int) -> list[Numeral]:
    found: list[Numeral] = []
    for part in re.finditer(r"\d+", run):
        if _PLAIN.fullmatch(part.group()):
            at = start + part.start()
            value = Decimal(part.group())
            found.append(Numeral(start=at, end=start + part.end(), value=value))
    return found


def _run_value(run: str) -> Decimal | None:
    if _PLAIN.fullmatch(run):
        return Decimal(run)
    if _GROUPED.fullmatch(run) and not run.startswith("0"):
        return Decimal(re.sub(rf"[,' {_THIN}]", "", run))
    if _EUROPEAN.fullmatch(run):
        return Decimal(run.replace(".", "").replace(",", "."))
    return None


def _english_numerals(low: str) -> list[Numeral]:
    found: list[Numeral] = []
    for match in ENGLISH_NUMERAL.finditer(low):
        if match.group() == "one" and not _counts_one(low, match.start(), match.end()):
            continue
        value = parse_english_numeral(match.group())
        if value is not None:
            found.append(Numeral(start=match.start(), end=match.end(), value=value, in_words=True))
    return found


_NOT_ONE_BEFORE = re.compile(
    r"(?:\b(?:this|that|the|no|any|every|some|each|another|which|last|next|new|old|first|second|"
    r"other|right|wrong|good|better|best|only|big|small|red|blue|black|white|green|cheap|cheaper|"
    r"previous|same|a|an|day)|'s)[ -]$"
)
_NOT_ONE_AFTER = re.compile(r"(?: of\b| day\b| another\b| thing\b| more\b| can\b| must\b|'s\b|-)")


def _counts_one(low: str, start: int, end: int) -> bool:
    before = low[max(0, start - 12) : start]
    return not _NOT_ONE_BEFORE.search(before) and not _NOT_ONE_AFTER.match(low, end)


def _chinese_numerals(low: str) -> list[Numeral]:
    if low.isascii():
        return []
    masked = _CHINESE_TRAPS.sub(lambda match: "\u3000" * len(match.group()), low)
    found: list[Numeral] = []
    for match in _CHINESE_RUN.finditer(masked):
        start, end = match.span()
        if start and (low[start - 1].isdigit() or low[start - 1] in "几数.,"):
            continue
        unit_prefix = re.search(_UNIT_PREFIX, low[end - 1 : end + 2])
        if unit_prefix and unit_prefix.start() == 0:
            end -= 1
        value = parse_chinese_numeral(low[start:end])
        if value is not None and (end - start > 1 or _stands_alone(low, start, end)):
            found.append(
                Numeral(start=start, end=end, value=value, in_words=True, scaled=end - start > 1)
            )
    return found


def _stands_alone(low: str, start: int, end: int) -> bool:
    """Tell a single numeral from the same character inside another word."""
    if low[start:end] in "十百千万亿萬億点":
        return low[start:end] == "十" and _MEASURE.match(low, end) is not None
    if _MEASURE.match(low, end):
        return True
    before = low[max(0, start - 1) : start]
    alone_before = not before or _STANDS_ALONE_BEFORE.search(before) is not None
    return alone_before and _STANDS_ALONE_AFTER.match(low[end:]) is not None

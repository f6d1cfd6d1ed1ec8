"""Chinese numerals, plain, financial and mixed with digits: 五万三千, 叁佰, 3万5, 一百零五."""

from __future__ import annotations

import re
from decimal import Decimal

from memory_impls.parts.normalise.numerals import Numeral

__all__ = ["CHINESE_DIGITS", "UNIT_PREFIX", "find_chinese_numerals", "parse_chinese_numeral"]

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
_CHARS = "".join(sorted({*CHINESE_DIGITS, *_SMALL, *_LARGE}))
_TOKEN = re.compile(rf"\d[\d,]*(?:\.\d+)?|[{_CHARS}半点]")

UNIT_PREFIX = r"(?:千(?=克|米|瓦|卡|赫|帕|伏|字节)|百(?=帕|分|货|度))"
"""A unit of numbers that belongs to the unit of measure behind it."""

_RUN = re.compile(rf"[{_CHARS}]+(?:点[{_CHARS}]+)?半?")
# words that are written with a numeral but count nothing
_TRAPS = re.compile(
    r"一些|一起|一下|一定|一样|一直|一般|一切|一边|一旦|一致|一共|一向|一律|一带|一方面|一会|一点"
    r"|一再"
    r"|一贯|一番|一眼|一时|一面|一味|一经|一线|统一|唯一|万一|同一|逐一|单一|之一"
    r"|[第初][零〇一二两三四五六七八九十百千]+"
    r"|(?<![零〇一二两三四五六七八九十百千万亿\d])千万(?=别|不|要|记|小心|注意|勿|得|可)"
    r"|十分(?!钟|之)|十足|百分百|百分之|百度|百货|百科|百姓|百合|万达|万科|万能|万里|万分|万事"
    r"|万岁|万象"
    r"|四川|四处|四季|三亚|三星|三明治|三文鱼|三里|九寨|九江|六安|五金|五一|七夕|八卦|八月十五"
    r"|双十一|双十二"
    r"|十一假|十一黄金|十字|千兆|千层|千里|两边|两侧|(?:星期|周|礼拜)[一二三四五六日天]"
    r"|[一二三四五六七八九十]{1,2}月"
)
_MEASURE = re.compile(
    r"\s*(?:个|名|人|位|岁|天|日|年|周(?!末)|星期|礼拜|小时|钟头|分钟|秒|元|块|美元|美金|欧元"
    r"|英镑|日元|港|镑"
    r"|公里|千米|米|厘米|毫米|公斤|千克|斤|克|吨|升|毫升|平|亩|度|次|只|条|张|本|件|台|辆|套|间"
    r"|层|楼|杯|瓶"
    r"|份|笔|把|支|颗|家|所|门|节|场|种|项|篇|页|字|步|分|倍|口|头|匹|棵|座|栋|艘|架|批|组|双|瓦"
    r"|字节|像素|盒|包"
    r"|片|粒|比一|成(?![为了立长员熟功果本绩就都名交人上])|册|根|头|段|句|遍|趟|圈|级|栋|户|例|辆"
    r"|枚|幅|封|朵|滴|碗|盘|桶|袋|箱|罐|gb|mb|kg|km|%)"
)
_ALONE_BEFORE = re.compile(r"(?:[是为到至有共过约达满于负=:\s，,。、；;(-]|零下|^)$")
_ALONE_AFTER = re.compile(r"\s*(?:$|[，,。、；;!?)到至~-]|以[上下内外]|左右|多|\s)")
_APPROXIMATE = re.compile(r"[多几来余數]")
_FRACTION = re.compile(rf"(?!百分之)[{_CHARS}\d]+分之[{_CHARS}\d]+")


def find_chinese_numerals(low: str) -> list[Numeral]:
    """Find Chinese numerals in a folded text.

    A single numeral character counts only before a measure word or between word edges; inside a
    word (一起, 三亚), in an ordinal (第三) or an approximation (十几, 五六万) it counts nothing.
    """
    if low.isascii():
        return []
    masked = _TRAPS.sub(_blank, _FRACTION.sub(_blank, low))
    found: list[Numeral] = []
    for match in _RUN.finditer(masked):
        start, end = match.span()
        if start and (low[start - 1].isdigit() or low[start - 1] in "几数上好.第初每"):
            if low[start - 1] != "每":
                continue
        prefix = re.compile(UNIT_PREFIX).match(low, end - 1)
        end -= prefix is not None
        value = parse_chinese_numeral(low[start:end])
        if value is None or _APPROXIMATE.match(low, end):
            continue
        if end - start > 1 or _stands_alone(low, start, end):
            found.append(Numeral(start=start, end=end, value=value, in_words=True))
    return found


def _blank(match: re.Match[str]) -> str:
    return "\u3000" * len(match.group())


def _stands_alone(low: str, start: int, end: int) -> bool:
    """Tell a single numeral from the same character inside another word."""
    char = low[start:end]
    if char in _LARGE or char in "百千佰仟":
        return False
    if _MEASURE.match(low, end):
        return True
    if char in "十拾" and start and not _ALONE_BEFORE.search(low[max(0, start - 2) : start]):
        return False
    alone_before = _ALONE_BEFORE.search(low[max(0, start - 2) : start]) is not None
    return alone_before and _ALONE_AFTER.match(low, end) is not None


def parse_chinese_numeral(text: str) -> Decimal | None:
    """Read a whole string as one numeral; None when it is none.

    A last digit without its unit counts in the next lower unit, as in speech: 三千五 is 3500.
    Two digits side by side (五六) are an approximation and none.

    >>> parse_chinese_numeral("五万三千"), parse_chinese_numeral("3万5")
    (Decimal('53000'), Decimal('35000'))
    >>> parse_chinese_numeral("二〇二三"), parse_chinese_numeral("三点五")
    (Decimal('2023'), Decimal('3.5'))
    >>> parse_chinese_numeral("五六万"), parse_chinese_numeral("万千")
    (None, None)
    """
    tokens = _TOKEN.findall(text)
    if not tokens or "".join(tokens) != text:
        return None
    if all(token in CHINESE_DIGITS for token in tokens):
        return _digit_by_digit(tokens)
    if "点" in tokens:
        return _with_point(tokens)
    return _sum_of_units(tokens)


def _digit_by_digit(tokens: list[str]) -> Decimal | None:
    """Read 二〇二三 as 2023; two or three digits in a row are an approximation (五六, 三五)."""
    if len(tokens) in (2, 3) and not {"零", "〇"} & set(tokens):
        return None
    if len(tokens) > 1 and tokens[0] in ("零", "〇"):
        return None
    return Decimal("".join(str(CHINESE_DIGITS[token]) for token in tokens))


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


class _Sum:
    """Running state while [digit][unit] pairs are added up under 万 and 亿."""

    def __init__(self) -> None:
        self.total = Decimal(0)
        self.section = Decimal(0)
        self.digit: Decimal | None = None
        self.last_unit = 0
        self.zero = False

    def add_small(self, unit: int) -> bool:
        """Take 十, 百 or 千; 十 may stand without a digit. Units of a section go down."""
        if self.digit is None and unit != 10:
            return False
        if self.section and 0 < self.last_unit <= unit:
            return False
        self.section += (Decimal(1) if self.digit is None else self.digit) * unit
        self.digit, self.last_unit, self.zero = None, unit, False
        return True

    def add_large(self, unit: int) -> bool:
        """Take 万 or 亿; it multiplies the section, or all before it when that is smaller."""
        amount = self.section + (self.digit or 0)
        if amount == 0 and self.total == 0:
            return False
        smaller = 0 < self.total < unit
        self.total = (self.total + amount) * unit if smaller else self.total + amount * unit
        self.section, self.digit, self.last_unit, self.zero = Decimal(0), None, unit, False
        return True

    def add_half(self) -> bool:
        """Take a 半 after a large unit: 两万半 is 25000."""
        if self.digit is not None or not self.last_unit:
            return False
        self.section += Decimal(self.last_unit) / 2
        return True

    def add_digit(self, value: Decimal) -> bool:
        """Take a digit, or digits; zeros only fill."""
        if self.digit:
            return False
        self.zero = self.zero or value == 0
        self.digit = value
        return True

    def result(self) -> Decimal:
        """Close the sum; a last digit counts in the next lower unit unless a zero says no."""
        digit = self.digit or Decimal(0)
        spoken = self.last_unit >= 100 and not self.zero and 0 < digit < 10 and digit % 1 == 0
        return self.total + self.section + (digit * (self.last_unit // 10) if spoken else digit)


def _sum_of_units(tokens: list[str]) -> Decimal | None:
    state = _Sum()
    for token in tokens:
        if token in _SMALL:
            took = state.add_small(_SMALL[token])
        elif token in _LARGE:
            took = state.add_large(_LARGE[token])
        elif token == "半":
            took = state.add_half()
        elif token in CHINESE_DIGITS:
            took = state.add_digit(Decimal(CHINESE_DIGITS[token]))
        else:
            took = state.add_digit(Decimal(token.replace(",", "")))
        if not took:
            return None
    return state.result()

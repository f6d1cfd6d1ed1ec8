"""Where a text holds a value, in any accepted notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from memory_impls.parts.normalise import AmountKind, AmountSpan, has_cjk, is_cjk
from memory_impls.parts.normalise.dates import month_span, year_span
from memory_impls.parts.normalise.units import CASED_UNITS, CURRENCIES, UNITS, in_base_unit
from metrics.matching.phrases import find_exact, find_phrase, low_of
from metrics.matching.reading import Reading
from metrics.matching.spots import Place
from scenarios.api import Atom, Value, ValueKind

__all__ = ["find_value"]


def find_value(reading: Reading, atom: Atom, day: date) -> list[Place]:
    """Give the places where the text holds the atom's value, in order."""
    kind = atom.value.kind
    if kind in (ValueKind.NUMBER, ValueKind.MONEY, ValueKind.QUANTITY):
        return _amount_places(reading, atom)
    if kind is ValueKind.DATE:
        first, last = date_bounds(atom.value.text)
        return [
            (span.start, span.end)
            for span in reading.dates(day)
            if first <= span.first and span.last <= last
        ]
    if kind is ValueKind.IDENTIFIER:
        return [match.span() for match in find_exact(reading.flat, atom.value.text)]
    if kind is ValueKind.NAME:
        return _name_places(reading, (atom.value.text, *atom.paraphrases))
    return _text_places(reading, (atom.value.text, *atom.paraphrases))


def _amount_places(reading: Reading, atom: Atom) -> list[Place]:
    gold = _gold(atom.value)
    if gold.number not in reading.values and gold.measure not in reading.measures:
        return []
    return [
        (amount.start, amount.end)
        for amount in reading.amounts
        if not amount.in_range and _is_equal(amount, atom, gold)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gold:
    """A gold amount: as written, its unit, and both in the base unit."""

    number: Decimal
    unit: str
    measure: tuple[Decimal, str]


@lru_cache(1 << 14)
def _gold(value: Value) -> _Gold:
    try:
        number = Decimal(value.text)
    except InvalidOperation:
        raise ValueError(
            f"value {value.text!r} of kind {value.kind} is no plain decimal; "
            "write it like 50000 or -3.5, with the unit in `unit`"
        ) from None
    unit = _unit(value)
    return _Gold(number=number, unit=unit, measure=in_base_unit(number, unit))


def _unit(value: Value) -> str:
    """Read the gold's unit as texts are read; one that no table knows is compared as written."""
    unit = value.unit.strip()
    if not unit or unit == "%":
        return unit
    if value.kind is ValueKind.MONEY:
        return CURRENCIES.get(low_of(unit), unit.upper())
    if unit in UNITS.values():
        return unit
    return CASED_UNITS.get(unit) or UNITS.get(low_of(unit)) or f"?{low_of(unit)}"


def _is_equal(amount: AmountSpan, atom: Atom, gold: _Gold) -> bool:
    if atom.value.kind is ValueKind.NUMBER and not gold.unit:
        strange = amount.kind is AmountKind.PERCENT or amount.unit.startswith("?")
        return amount.value == gold.number and not strange
    if amount.unit == gold.unit:
        return amount.value == gold.number
    if amount.kind is AmountKind.NUMBER:
        # a bare number may stand for an amount where the sentence names the property
        bare = not amount.counted and bool(atom.attribute)
        return bare and amount.value == gold.number
    if amount.kind is AmountKind.MONEY or atom.value.kind is ValueKind.MONEY:
        return False
    return in_base_unit(amount.value, amount.unit) == gold.measure


@lru_cache(1 << 14)
def date_bounds(text: str) -> tuple[date, date]:
    """Read a gold date at its precision: a day, month, year, ISO week or A..B."""
    try:
        if ".." in text or "/" in text:
            one, two = re.split(r"\.\.|/", text, maxsplit=1)
            return date_bounds(one)[0], date_bounds(two)[1]
        week = re.fullmatch(r"(\d{4})-W(\d\d)", text)
        if week:
            first = date.fromisocalendar(int(week[1]), int(week[2]), 1)
            return first, first + timedelta(days=6)
        parts = [int(part) for part in text[:10].split("-")]
        if len(parts) == 1:
            return year_span(parts[0])
        if len(parts) == 2:
            return month_span(parts[0], parts[1])
        return date(*parts), date(*parts)
    except (ValueError, TypeError):
        raise ValueError(
            f"value {text!r} is no date; write 2023-05-07, 2023-05, 2023, 2023-W23 or A..B"
        ) from None


_COMMON_WORDS = frozenset(
    "may will mark bill rose hope grant art jack pat sue rob grace faith joy drew chase miles "
    "summer autumn april august june dawn eve iris lily ivy daisy ruby pearl amber opal amazon "
    "apple target notion slack zoom teams linear go swift rust dart crystal basic elm sage julia "
    "scratch processing monday friday sunday signal discord spring flask express next gatsby "
    "bolt stripe square chrome edge safari opera brave word excel access outlook keep drive docs "
    "windows office max penny frank guy dean earl duke angel christian ray gene dale glen heath "
    "cliff rich nick sandy sunny misty olive basil ginger rosemary violet victor destiny harmony "
    "melody carol robin jay martin page reed stone brook forest river sky star bell baker cook "
    "hunter carter mason taylor parker porter turner walker fisher potter smith king prince "
    "young long short small black white brown green gray grey reading bath nice split cork essen "
    "orange phoenix buffalo mobile eugene lima china turkey chile jordan chad mali niger".split()
)
_ORTHOGRAPHIC = re.compile(r"[A-Z][A-Z0-9]{0,2}")
_LONGER_PLACE = re.compile(
    r"[东南西北中一二三四五]?(?:路|街|大道|大街|胡同|巷|弄|大学|学院|中学|小学|医院|银行|机场|火车站|高铁站|酒店|"
    r"饭店|烤鸭|菜|话(?!题)|人(?![民们])|市场路|桥)"
)
_PART_OF_PLACE = re.compile(
    r"\b(?:New|San|Los|Las|Santa|Saint|St|Port|Fort|Mount|Lake|El|La|Le|De|Van|Von|Al|North|South|East|West) $"
)
_RELATIVE_OF = re.compile(
    r"\b(?:friend|cousin|sister|brother|mother|father|wife|husband|son|daughter|boss|colleague|neighbou?r|uncle|aunt|"
    r"partner|assistant|student|fan|follower|niece|nephew|parent|child|classmate|pupil|teacher|daughter-in-law|"
    r"son-in-law|flatmate|roommate|ex|friends|cousins|relative|twin|widow|heir|descendant|protege) of $"
)
_RELATIVE_AFTER = re.compile(
    r"'s? (?:\w+ )?(?:friend|cousin|sister|brother|mother|father|wife|husband|son|daughter|boss|colleague|neighbou?r|"
    r"uncle|aunt|partner|assistant|student|niece|nephew|classmate|flatmate|roommate|ex|twin|widow)\b"
    r"|的(?:朋友|表|堂|姐|妹|哥|弟|妈|爸|母亲|父亲|妻|老婆|丈夫|老公|儿子|女儿|老板|同事|邻居|叔|阿姨|室友|同学|学生|徒弟|亲戚|侄|外甥)"
)
_SURNAME = "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
_AFTER_NAME = re.compile(
    r"[^一-鿿]|$|[的是在有和跟与说要想去来也都就会能把被给对从到住喜用吃买做写问回今昨这那他她它不没很还才又或及同为叫让请带找"
    r"打开上下先后前当每已经将可应该过了着吗呢吧啊呀]|老师|医生|先生|女士|小姐|经理|教授|律师|师傅|主任|总|博士|同学|负责|担任|家|姓|推荐|觉得|认为|建议"
)


def _name_places(reading: Reading, names: tuple[str, ...]) -> list[Place]:
    """Find names, and drop what is only part of a longer name or names a relative of theirs."""
    places: set[Place] = set()
    for name in names:
        for start, end in _text_places(reading, (name,)):
            if _RELATIVE_OF.search(reading.low, max(0, start - 24), start):
                continue
            if _RELATIVE_AFTER.match(reading.low, end):
                continue
            if not _in_longer_name(reading, name, start, end):
                places.add((start, end))
    return sorted(places)


def _in_longer_name(reading: Reading, name: str, start: int, end: int) -> bool:
    if has_cjk(name):
        if _LONGER_PLACE.match(reading.low, end):
            return True
        person = len(name) == 2 and name[0] in _SURNAME
        return person and not _AFTER_NAME.match(reading.low, end)
    return _PART_OF_PLACE.search(reading.flat, max(0, start - 8), start) is not None


def _text_places(reading: Reading, texts: tuple[str, ...]) -> list[Place]:
    places: set[Place] = set()
    for text in texts:
        if not text.strip():
            raise ValueError("an empty value matches everything; give the text that is sought")
        for match in find_phrase(reading.low, low_of(text)):
            if _is_written_so(reading.flat, text, *match.span()):
                places.add(match.span())
    return sorted(places)


def _is_written_so(flat: str, text: str, start: int, end: int) -> bool:
    """Hold a value that is spelled like a common word to its capitals: Go, R, IT, May."""
    written = flat[start:end]
    if _ORTHOGRAPHIC.fullmatch(text):
        if flat.isupper() and not text.isupper():
            return True
        return written == text and not re.match(r"&\w|\+\+|#", flat[end : end + 2])
    if text[:1].isupper() and low_of(text) in _COMMON_WORDS:
        return written[:1].isupper()
    if len(text) == 1 and not is_cjk(text):
        return not re.match(r"&\w|\+\+|#", flat[end : end + 2])
    return True

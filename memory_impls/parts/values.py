"""Find what must be stored word for word: numbers, dates, names, brands, hard limits.

Article A 4.1: such content is never generalised. For designs only: a metric never reads with a
design's parser. Erring towards "protected" is cheap here; a missed value is what hurts.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Span", "SpanKind", "hard_limits", "names", "protected", "spans"]


class SpanKind(StrEnum):
    """What a protected span is."""

    DATE = "date"
    MONEY = "money"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    NAME = "name"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A protected stretch of a text, in characters."""

    kind: SpanKind
    text: str
    start: int
    end: int


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_CN = "零〇一二两三四五六七八九十百千万亿"
_DATE = re.compile(
    rf"\d{{4}}-\d{{1,2}}(?:-\d{{1,2}})?|\b\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+{_MONTH}(?:,?\s+\d{{4}})?(?!\w)"
    rf"|\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?\b"
    rf"|\b(?:{_MONTH})\s+\d{{4}}\b"
    r"|\b(?:january|february|april|june|july|august|september|october|november|december)\b"
    rf"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    rf"|\b(?:next|last|this|on|by|until)\s+{_DAY}\b"
    r"|\b(?:yesterday|today|tonight|tomorrow|(?:next|last|this)\s+(?:week|month|year|quarter|"
    r"weekend|spring|summer|autumn|fall|winter))\b"
    r"|\b\d{1,2}(?::\d{2})?\s*(?:am|pm|a\.m\.|p\.m\.)(?!\w)|\b\d{1,2}:\d{2}(?::\d{2})?\b"
    rf"|(?:[\d{_CN}]{{2,4}}年)?(?:[\d{_CN}]{{1,3}}月)(?:[\d{_CN}]{{1,3}}[日号])?|[\d{_CN}]{{2,4}}年"
    rf"|[\d{_CN}]{{1,3}}[日号](?!线)|(?:上|下|这|本)?(?:周|星期|礼拜)[一二三四五六日天]"
    r"|昨天|今天|明天|后天|前天|上周|下周|本周|上个月|下个月|本月|去年|明年|今年"
    rf"|[\d{_CN}]{{1,3}}点(?:半|[\d{_CN}]{{1,3}}分?)?",
    re.IGNORECASE,
)
_UNITS = (
    r"(?:%|percent|per\s?cent|k|m|bn?|million|billion|thousand|hundred|dozen|kg|g|lbs?|km|cm|mm|"
    r"miles?|kb|mb|gb|tb|[kmg]bps|ms|s|secs?|seconds?|min(?:ute)?s?|hours?|hrs?|h|days?|weeks?|"
    r"months?|years?|yrs?|people|users?|words?|pages?|items?|°c|°f|degrees?)"
)
_MONEY = re.compile(
    r"(?:[$€£¥￥]|\b(?:USD|EUR|GBP|CNY|RMB|JPY|CHF)\s?)\s?\d[\d,]*(?:\.\d+)?\s?(?:k|m|bn?|万|亿)?\b"
    r"|\b\d[\d,]*(?:\.\d+)?\s?(?:k|m|bn?|万|亿)?\s?"
    r"(?:dollars?|bucks|euros?|pounds|yuan|rmb|usd|eur|gbp|cny|chf|yen)\b"
    rf"|[\d{_CN}][\d,.{_CN}]*\s?(?:多|余)?\s?(?:块钱|元|块|美元|欧元|人民币|美金|日元|英镑)",
    re.IGNORECASE,
)
_A, _Z = r"(?<![A-Za-z0-9_])", r"(?![A-Za-z0-9_])"
"""Word edges that hold beside Chinese characters too, which count as letters."""
_IDENTIFIER = re.compile(
    r"https?://[^\s，。；）)]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\w/])(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]+)+"
    rf"|{_A}v?\d+\.\d+(?:\.\d+)+(?:-[\w.]+)?{_Z}|{_A}v\d+(?:\.\d+)*{_Z}"
    rf"|{_A}(?!(?:19|20)\d\d-\d)\+?\d{{2,}}(?:-\d{{3,}})+{_Z}"
    rf"|#\d+{_Z}|"
    rf"{_A}(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+{_Z}"
    rf"|{_A}(?=[A-Za-z]*\d)(?=[A-Za-z0-9_]*[A-Za-z]{{2}})[A-Za-z0-9_]{{4,}}{_Z}|"
    rf"{_A}[A-Z]{{1,6}}-?\d{{1,8}}{_Z}"
    rf"|{_A}[A-Za-z0-9]+_[A-Za-z0-9_]+{_Z}|`[^`]+`"
)
_NUMBER = re.compile(
    rf"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:\s?{_UNITS}(?![a-z]))?"
    rf"|\d+(?:\.\d+)?\s?[万亿千百]?(?:个|条|次|人|天|周|小时|分钟|秒|页|字|台|件|份|倍|成|公里|"
    rf"米|斤)?"
    rf"|[{_CN}]{{2,}}|[{_CN}](?=[个条次人天周页字台件份倍成点])"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|"
    r"fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)\b(?:[\s-](?:one|two|three|four|"
    rf"five|six|seven|eight|nine|hundred|thousand|million|{_UNITS}))*",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:must(?:\s+not|n't)?|cannot|can't|can\s+not|may\s+not|never|only|strictly|at\s+most|"
    r"at\s+least|no\s+(?:more|less|later|earlier|fewer)\s+than|not\s+(?:more|exceed|over)|up\s+to|"
    r"max(?:imum)?|min(?:imum)?|cap(?:ped)?|limit(?:ed)?|ceiling|deadline|mandatory|required|"
    r"requirement|forbidden|prohibited|not\s+allowed|non-negotiable|off[\s-]limits|"
    r"without\s+exception|"
    r"allergic|allergy|have\s+to|has\s+to|need\s+to)\b"
    r"|必须|务必|只能|只准|只许|不能|不可以|不可|不得|不准|不许|禁止|严禁|绝不|绝对不|不超过|"
    r"不要超过|"
    r"不高于|不低于|不少于|至多|最多|至少|最少|上限|下限|以内|之内|截止|底线|硬性|过敏|仅限",
    re.IGNORECASE,
)
_CAPITAL = re.compile(
    r"(?<![\w'’])[A-Z][\w'’&-]*(?:\.\w+)*(?:\s+(?:(?:de|van|von|of|the)\s+)?[A-Z][\w'’&-]*)*"
)
_QUOTED = re.compile(r"[\"“「『《]([^\"”」』》]{1,40})[\"”」』》]")
_CN_NAME = re.compile(
    r"(?:小|老|"
    r"阿)[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕]"
    r"(?![\u4e00-\u9fff]?[人板年])"
    r"|[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕]"
    r"(?:总|工|经理|老师|医生|博士|主任|先生|女士|教授|律师|姐|哥)"
    r"|(?<=叫)[\u4e00-\u9fff]{2,3}(?=[，。,.；！的\s]|$)"
)
_LATIN_IN_CJK = re.compile(r"(?<=[\u4e00-\u9fff，。、：（])\s?[A-Za-z][A-Za-z0-9.+#-]+")
_LOWER_BRANDS = re.compile(
    r"\b(?:excel|pdf|csv|word|powerpoint|markdown|json|yaml|xml|html|docker|kubernetes|k8s|python|"
    r"java|javascript|typescript|golang|rust|postgres(?:ql)?|mysql|sqlite|redis|kafka|linux|"
    r"windows|"
    r"macos|aws|azure|gcp|slack|jira|github|gitlab|notion|figma|terraform|vim|emacs|"
    r"open[\s-]source)\b",
    re.IGNORECASE,
)
_NOT_NAMES = frozenset(
    """i i'm i've i'd i'll a an the this that these those it its it's my our your his her their we
    you he she they there here what when where who whom why how which if but and or so yes no not
    ok okay please thanks thank sorry hi hello hey dear also just well now then today tomorrow
    yesterday oh wow great good nice sure actually maybe perhaps however for from with without in
    on at by to of as do don't does did is are was were be can could will would should shall may
    might must never always only let let's make keep use give send write draft add try get got go
    going have has had after before since until while because though although all any some every
    each both either neither one two first last next still yet once again more most less user
    assistant note rule correction update important fyi btw tbh""".split()
)
_VERB_AFTER = re.compile(
    r"\s+(?:is|was|has|had|will|said|says|told|works|worked|lives|lived|likes|prefers|wants|owns|"
    r"runs|and\s+[A-Z]|moved|joined|left|took|uses)\b|['’]s\b"
)


def spans(text: str) -> tuple[Span, ...]:
    """Find protected spans, in order, without overlaps; the longer and more specific one wins.

    >>> [(s.kind.value, s.text) for s in spans("Ana must pay $50,000 by 3 May")]
    [('name', 'Ana'), ('limit', 'must'), ('money', '$50,000'), ('date', '3 May')]
    """
    return _spans(text)


@functools.lru_cache(maxsize=1 << 13)
def _spans(text: str) -> tuple[Span, ...]:
    # One sentence is looked at by the scorer, the reader, the guard and the review.
    taken = [False] * len(text)
    found: list[Span] = []
    # Most specific first: what a date or an address covers is no bare number any more.
    for kind, pattern in (
        (SpanKind.IDENTIFIER, _IDENTIFIER),
        (SpanKind.DATE, _DATE),
        (SpanKind.MONEY, _MONEY),
        (SpanKind.LIMIT, _LIMIT),
        (SpanKind.NUMBER, _NUMBER),
    ):
        for match in pattern.finditer(text):
            _take(found, taken, kind, match.start(), match.end(), text)
    for start, end in _name_spans(text):
        _take(found, taken, SpanKind.NAME, start, end, text)
    return tuple(sorted(found, key=lambda span: span.start))


def protected(text: str) -> tuple[str, ...]:
    """List what of a text must be stored word for word, in order, each once.

    >>> protected("Stay under 50k and use only Postgres.")
    ('50k', 'only', 'Postgres')
    """
    return tuple(dict.fromkeys(span.text for span in spans(text)))


def hard_limits(text: str) -> tuple[str, ...]:
    """List the words that make a statement binding."""
    return tuple(match.group() for match in _LIMIT.finditer(text))


def names(text: str) -> tuple[str, ...]:
    """List names of persons, places, products and brands, each once."""
    return tuple(dict.fromkeys(text[start:end] for start, end in _name_spans(text)))


def _take(
    found: list[Span], taken: list[bool], kind: SpanKind, start: int, end: int, text: str
) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start == end or any(taken[start:end]):
        return
    taken[start:end] = [True] * (end - start)
    found.append(Span(kind=kind, text=text[start:end], start=start, end=end))


def _name_spans(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for match in _CAPITAL.finditer(text):
        start, end = match.span()
        first = match.group().split()[0]
        at_head = not text[:start].strip(" \t\n\"'“(*-") or text[:start].rstrip()[-1:] in tuple(
            ".!?:"
        )
        if at_head or first.lower() in _NOT_NAMES:
            # The first word of a sentence is a name only if what follows treats it as one.
            if first.lower() in _NOT_NAMES:
                start += len(first)
            elif " " not in match.group() and not _VERB_AFTER.match(text, end):
                continue
        if text[start:end].strip():
            found.append((start, end))
    for pattern in (_CN_NAME, _LATIN_IN_CJK, _LOWER_BRANDS):
        found.extend(match.span() for match in pattern.finditer(text))
    found.extend(match.span(1) for match in _QUOTED.finditer(text) if _is_term(match.group(1)))
    return found


def _is_term(quoted: str) -> bool:
    """Tell a quoted name or term from a quoted sentence."""
    return len(quoted.split()) <= 4 and not quoted.endswith((".", "。", "!", "?", "！", "？"))

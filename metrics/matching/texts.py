"""Where a text holds a name or a phrase: whole tokens, folded, and not inside a longer name."""

from __future__ import annotations

import re
from functools import lru_cache

from memory_impls.parts.normalise import has_cjk, is_cjk
from metrics.matching.lexicon import RELATION_EN, RELATION_ZH, SURNAMES_ZH
from metrics.matching.phrases import find_phrase, low_of
from metrics.matching.reading import Reading
from metrics.matching.spots import Place

__all__ = ["name_places", "text_places"]

_COMMON_WORDS = frozenset(
    "may will mark bill rose hope grant art jack pat sue rob grace faith joy drew chase miles "
    "summer autumn april august june dawn eve iris lily ivy daisy ruby pearl amber opal "
    "amazon apple target notion slack zoom teams linear go swift rust dart crystal basic elm "
    "sage julia scratch processing monday friday sunday signal discord spring flask express "
    "next gatsby bolt stripe square chrome edge safari opera brave word excel access outlook "
    "keep drive docs windows office max penny frank guy dean earl duke angel christian ray "
    "gene dale glen heath cliff rich nick sandy sunny misty olive basil ginger rosemary "
    "violet victor destiny harmony melody carol robin jay martin page reed stone brook forest "
    "river sky star bell baker cook hunter carter mason taylor parker porter turner walker "
    "fisher potter smith king prince young long short small black white brown green gray grey "
    "reading bath nice split cork essen orange phoenix buffalo mobile eugene lima china "
    "turkey chile jordan chad mali niger".split()
)
_UPPER_CODE = re.compile(r"[A-Z][A-Z0-9]{0,2}")
_LONGER_PLACE = re.compile(
    r"[东南西北中一二三四五]?(?:路|街|大道|大街|胡同|巷|弄|大学|学院|中学|小学|医院|银行|机场"
    r"|火车站|高铁站|酒店|饭店|烤鸭|菜|"
    r"话(?!题)|人(?![民们])|桥)"
)
_PART_OF_PLACE = re.compile(
    r"\b(?:New|San|Los|Las|Santa|Saint|St|Port|Fort|Mount|Lake|El|La|Le|De|Van|Von|Al|North|South"
    r"|East|West) $"
)
_RELATIVE_OF = re.compile(
    rf"\b(?:{RELATION_EN}|students?|fans?|followers?|pupils?|daughter-in-law|relatives?|widow"
    rf"|heirs?|descendants?) of $"
)
_RELATIVE_AFTER = re.compile(
    rf"'s? (?:\w+ )?(?:{RELATION_EN}|students?|widow)\b|的(?:{RELATION_ZH}|表|堂|亲戚|学生|侄)"
)
_GIVEN_ZH = (
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红梅建国文志海峰鹏飞宇轩浩然子涵梓晨欣怡"
    "雨琪佳雪婷慧莹洁"
    "琳玲燕萍云凤春龙斌波辉健俊毅林森山川月星辰阳光宁安康乐诗嘉思睿博瑞泽昊翔凯旋荣贵福祥德义礼智"
    "信忠孝廉贞香珍珠"
    "翠琴瑶璐蕾薇莉菲倩媛妍妮悦彤彦栋楠柏松柳桐枫炎焱鑫淼垚晓旭昕昱晖朗亮兵斐航帆舟"
)
_LONGER_PERSON_ZH = re.compile(
    rf"[{_GIVEN_ZH}](?:[^一-鿿]|$|[的是在有和跟与说要也都就会能把被给对从住喜用做先老])"
)
"""A further character of a given name, with an edge behind it."""
_TRANSLITERATED = {
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "oe", "å": "aa",
}  # fmt: skip


def text_places(reading: Reading, texts: tuple[str, ...]) -> list[Place]:
    """Find any of some phrases at token edges; single letters and codes hold to their case."""
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
    if len(text) == 1 and not is_cjk(text) and not _is_lone_letter(flat, end):
        return False
    if _UPPER_CODE.fullmatch(text):
        return written == text or (flat.isupper() and written == text.upper())
    if text[:1].isupper() and low_of(text) in _COMMON_WORDS:
        return written[:1].isupper()
    return True


def _is_lone_letter(flat: str, end: int) -> bool:
    """Tell the grade A and the language C from A-, C++, C# and R&D."""
    return re.match(r"&\w|\+|#|[-*](?:\W|$)", flat[end : end + 2]) is None


def name_places(reading: Reading, names: tuple[str, ...]) -> list[Place]:
    """Find names, and drop what is only part of a longer name or names a relative of theirs."""
    places: set[Place] = set()
    for name in names:
        found = [*text_places(reading, (name,)), *_respelled(reading, name)]
        for start, end in found:
            if _RELATIVE_OF.search(reading.low, max(0, start - 28), start):
                continue
            if _RELATIVE_AFTER.match(reading.low, end):
                continue
            if not _in_longer_name(reading, name, start, end):
                places.add((start, end))
    return sorted(places)


def _respelled(reading: Reading, name: str) -> list[Place]:
    """Find a name with its letters written out or drawn together: Krüger and Krueger."""
    out, together = _spellings(name)
    found = [match.span() for match in find_phrase(reading.low, out)] if out else []
    if together and not reading.flat.isascii():
        # where the name draws letters together, the text must have the special letter
        found += [
            match.span()
            for match in find_phrase(reading.low, together)
            if not reading.flat[match.start() : match.end()].isascii()
        ]
    return found


@lru_cache(1 << 12)
def _spellings(name: str) -> tuple[str, str]:
    """Give a name with special letters written out, and with pairs drawn together; "" for none."""
    low = name.lower()
    out = "".join(_TRANSLITERATED.get(char, char) for char in low)
    together = low
    for letter, pair in _TRANSLITERATED.items():
        together = together.replace(pair, letter)
    return low_of(out) if out != low else "", low_of(together) if together != low else ""


def _in_longer_name(reading: Reading, name: str, start: int, end: int) -> bool:
    if has_cjk(name):
        if _LONGER_PLACE.match(reading.low, end):
            return True
        person = len(name) == 2 and name[0] in SURNAMES_ZH
        return person and _LONGER_PERSON_ZH.match(reading.low, end) is not None
    return _PART_OF_PLACE.search(reading.flat, max(0, start - 8), start) is not None

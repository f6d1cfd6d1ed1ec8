"""English number words: fifty thousand, two and a half million, one hundred and five."""

from __future__ import annotations

import re
from decimal import Decimal

from memory_impls.parts.normalise.numerals import Numeral

__all__ = ["find_english_numerals", "parse_english_numeral"]

_ONES = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2
    )
}
_LARGE = {"thousand": 10**3, "grand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_UNIT = "|".join(sorted((*_ONES, *_TENS), key=len, reverse=True))
_SCALE = "|".join((*_LARGE, "hundred", "dozen"))
_SEP = r"(?:[ \t]+|-)"
_RUN = re.compile(
    rf"(?<![\w-])(?:(?:half{_SEP}an?|an?|{_UNIT})(?={_SEP}(?:{_SCALE}))|{_UNIT})(?![a-z])"
    rf"(?:{_SEP}(?:(?:and{_SEP})?(?:{_UNIT}|{_SCALE})(?![a-z])|point(?:{_SEP}(?:{_UNIT})(?![a-z]))+"
    rf"|and{_SEP}an?{_SEP}(?:half|quarter)(?![a-z])))*"
)
_PART_AFTER = re.compile(
    r"[ -](?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|hundredth|half|halve|odd"
    r"|something)"
    r"s?\b|(?:st|nd|rd|th)\b"
)
_NOT_ONE_BEFORE = re.compile(
    r"(?:\b(?:this|that|the|no|any|every|some|each|another|which|last|next|new|old|first|second|"
    r"other|right|wrong|good|better|best|only|big|small|red|blue|black|white|green|cheap|cheaper|"
    r"previous|same|a|an|day|as)|'s)[ -]$"
)
_NOT_ONE_AFTER = re.compile(r"(?: of\b| day\b| another\b| thing\b| more\b| can\b| must\b|'s\b|-)")


def find_english_numerals(low: str) -> list[Numeral]:
    """Find English number words in a folded lower-case text."""
    found: list[Numeral] = []
    for match in _RUN.finditer(low):
        start, end = match.span()
        if match.group() == "one" and not _counts_one(low, start, end):
            continue
        value = parse_english_numeral(match.group())
        if value is not None and not _PART_AFTER.match(low, end):
            found.append(Numeral(start=start, end=end, value=value, in_words=True))
    return found


def _counts_one(low: str, start: int, end: int) -> bool:
    """Tell the number one from the pronoun: no one, this one, one of them."""
    before = low[max(0, start - 12) : start]
    return not _NOT_ONE_BEFORE.search(before) and not _NOT_ONE_AFTER.match(low, end)


def parse_english_numeral(text: str) -> Decimal | None:
    """Read lower-case number words as one number; None when they are none.

    >>> parse_english_numeral("fifty thousand"), parse_english_numeral("one hundred and five")
    (Decimal('50000'), Decimal('105'))
    >>> parse_english_numeral("two and a half million"), parse_english_numeral("three point one")
    (Decimal('2500000.0'), Decimal('3.1'))
    >>> parse_english_numeral("five six") is None
    True
    """
    total = group = low = Decimal(0)
    seen, scale = False, 1
    tokens = [token for token in re.split(r"[\s-]+", text) if token]
    while tokens:
        token = tokens.pop(0)
        if token in _ONES or token in _TENS:
            value = Decimal(_ONES.get(token, _TENS.get(token, 0)))
            if low and not (low in _TENS.values() and 0 < value < 10):
                return None
            low, seen = low + value, True
        elif token in ("hundred", "dozen"):
            group += (low or 1) * (100 if token == "hundred" else 12)
            low, seen = Decimal(0), True
        elif token in _LARGE:
            scale = _LARGE[token]
            total += (group + low or 1) * scale
            group, low, seen = Decimal(0), Decimal(0), True
        elif token in ("half", "quarter"):
            part = Decimal("0.5") if token == "half" else Decimal("0.25")
            if total and not group and not low:
                # a million and a half
                total += part * scale
            else:
                low += part
            seen = True
        elif token == "point":
            digits = ""
            while tokens and _ONES.get(tokens[0], 10) < 10:
                digits += str(_ONES[tokens.pop(0)])
            low += Decimal(f"0.{digits or 0}")
        elif token not in ("and", "a", "an"):
            return None
    return total + group + low if seen else None

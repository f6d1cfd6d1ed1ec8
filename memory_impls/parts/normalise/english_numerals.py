"""English number words: fifty thousand, two and a half million, one hundred and five."""

from __future__ import annotations

import re
from decimal import Decimal

__all__ = ["ENGLISH_NUMERAL", "parse_english_numeral"]

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
_DOZEN = {"dozen": 12}

_UNIT = "|".join(sorted((*_ONES, *_TENS), key=len, reverse=True))
_SCALE = "|".join((*_LARGE, "hundred", "dozen"))
_SEP = r"(?:[ \t]+|-)"
ENGLISH_NUMERAL = re.compile(
    rf"(?<![\w-])(?:(?:half{_SEP}an?|an?|{_UNIT})(?={_SEP}(?:{_SCALE}))|{_UNIT})"
    rf"(?:{_SEP}(?:(?:and{_SEP})?(?:{_UNIT}|{_SCALE})(?![a-z])|point(?:{_SEP}(?:{_UNIT}))+"
    rf"|and{_SEP}a{_SEP}half(?![a-z])))*(?![a-z])"
)
"""A run of number words in lower-case text."""


def parse_english_numeral(text: str) -> Decimal | None:
    """Read lower-case number words as one number; None when they are none.

    >>> parse_english_numeral("fifty thousand"), parse_english_numeral("two and a half million")
    (Decimal('50000'), Decimal('2500000.0'))
    >>> parse_english_numeral("one hundred and five"), parse_english_numeral("three point one four")
    (Decimal('105'), Decimal('3.14'))
    >>> parse_english_numeral("five six") is None
    True
    """
    total = group = Decimal(0)
    low = Decimal(0)
    seen = False
    tokens = [token for token in re.split(r"[\s-]+", text) if token]
    while tokens:
        token = tokens.pop(0)
        if token in _ONES or token in _TENS:
            value = _ONES.get(token, _TENS.get(token, 0))
            if low and not (20 <= low < 100 and low % 10 == 0 and 0 < value < 10):
                return None
            low += value
            seen = True
        elif token in ("hundred", "dozen"):
            low = (low or 1) * (100 if token == "hundred" else 12)
            group, low, seen = group + low, Decimal(0), True
        elif token in _LARGE:
            total += (group + low or 1) * _LARGE[token]
            group, low, seen = Decimal(0), Decimal(0), True
        elif token == "half":
            low += Decimal("0.5")
            seen = True
        elif token == "point":
            digits = []
            while tokens and _ONES.get(tokens[0], 10) < 10:
                digits.append(str(_ONES[tokens.pop(0)]))
            low += Decimal("0." + "".join(digits))
        elif token not in ("and", "a", "an"):
            return None
    return total + group + low if seen else None

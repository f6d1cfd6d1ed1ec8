"""Folding: one spelling for what Unicode can write in several ways.

Two foldings serve two needs. ``flatten`` and ``lower`` keep the length of the text, character for
character, so that a span found in the folded text is a span of the given text. ``fold`` is the
full compatibility folding, for comparing whole strings.
"""

from __future__ import annotations

import unicodedata

__all__ = ["flatten", "fold", "has_cjk", "is_cjk", "lower", "strip_accents"]

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_SINGLE_QUOTES = "\u2018\u2019\u201b\u02bc\u0060\u00b4\uff07"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f\uff02"
_KEPT = "\uff0c"
"""The Chinese comma separates clauses; an ASCII comma between digits may group thousands."""
_THIN_SPACES = "\u00a0\u2009\u202f\u2007"
_CJK = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3134F),
    (0x3005, 0x3007),
)


class _FlatTable(dict[int, int]):
    """Maps a code point to its width-folded form when that is one character."""

    def __missing__(self, code: int) -> int:
        self[code] = folded = _flat(chr(code))
        return folded


_STROKED = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŀ": "l"}
"""Letters that Unicode does not decompose, with the letter they are written for."""


class _LowTable(dict[int, int]):
    """Maps a code point to its lower-case, accentless form when that is one character."""

    def __missing__(self, code: int) -> int:
        low = chr(code).lower()
        base = unicodedata.normalize("NFD", low if len(low) == 1 else chr(code))[0]
        base = _STROKED.get(base, base)
        keep = not base.isalpha() or len(base.lower()) != 1
        self[code] = folded = code if keep else ord(base.lower())
        return folded


def _flat(char: str) -> int:
    if char in _KEPT or char in _THIN_SPACES:
        return ord(char)
    if char in _DASHES:
        return ord("-")
    if char in _SINGLE_QUOTES:
        return ord("'")
    if char in _DOUBLE_QUOTES:
        return ord('"')
    # superscripts and vulgar fractions would glue onto a number: 10\u00b2 is not 102
    if unicodedata.category(char) == "No":
        return ord(char)
    if unicodedata.category(char) == "Nd":
        return ord(str(unicodedata.decimal(char)))
    folded = unicodedata.normalize("NFKC", char)
    return ord(folded) if len(folded) == 1 else ord(char)


_FLAT = _FlatTable()
_LOW = _LowTable()


def flatten(text: str) -> str:
    """Fold width, digits, dashes and quotes, keeping case and length.

    >>> flatten("５０ｋ — “ok”")
    '50k - "ok"'
    """
    if text.isascii() and "`" not in text:
        return text
    flat = text.translate(_FLAT)
    return _join_wide_groups(text, flat) if _KEPT in text else flat


def _join_wide_groups(text: str, flat: str) -> str:
    """Read a Chinese comma between full-width digits as a comma that groups thousands."""
    chars = list(flat)
    for at, char in enumerate(text[1:-1], 1):
        around = text[at - 1] + text[at + 1]
        if char == _KEPT and all("\uff10" <= side <= "\uff19" for side in around):
            chars[at] = ","
    return "".join(chars)


def lower(flat: str) -> str:
    """Fold case and accents, keeping length.

    >>> lower("Zoë İzmir")
    'zoe izmir'
    """
    return flat.lower() if flat.isascii() else flat.translate(_LOW)


def fold(text: str) -> str:
    """Fold a whole string for comparison: NFKC, width, dashes, quotes, case, white space.

    The length may change. Accents stay; see ``strip_accents``.

    >>> fold("Ｓｔｒａßｅ  ½")
    'strasse 1/2'
    """
    flat = unicodedata.normalize("NFKC", flatten(unicodedata.normalize("NFC", text)))
    flat = flat.replace("\u2044", "/").replace("\uff0c", ",")
    return " ".join(flat.casefold().split())


def strip_accents(text: str) -> str:
    """Remove diacritics from Latin letters; other scripts stay as they are.

    >>> strip_accents("Zoë Müller")
    'Zoe Muller'
    """
    if text.isascii():
        return text
    kept: list[str] = []
    base_is_latin = False
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.combining(char):
            if base_is_latin:
                continue
        else:
            base_is_latin = unicodedata.name(char, "").startswith("LATIN")
        kept.append(_unstroked(char))
    return unicodedata.normalize("NFC", "".join(kept))


def _unstroked(char: str) -> str:
    bare = _STROKED.get(char.lower(), char)
    return bare.upper() if char.isupper() else bare


def is_cjk(char: str) -> bool:
    """Tell whether a character is a Chinese ideograph."""
    code = ord(char)
    return code >= 0x3005 and any(first <= code <= last for first, last in _CJK)


def has_cjk(text: str) -> bool:
    """Tell whether a text holds any Chinese ideograph."""
    return not text.isascii() and any(map(is_cjk, text))

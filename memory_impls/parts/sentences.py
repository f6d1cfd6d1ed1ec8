"""Split text into sentences, English and Chinese; for designs, never for scoring.

Every character but white space comes back, in order: what is stored by sentence stays whole.
"""

from __future__ import annotations

import re

__all__ = ["split_clauses", "split_sentences"]

_ABBREVIATIONS = frozenset(
    """mr mrs ms dr prof st vs etc e.g i.e no fig al inc ltd co corp jr sr dept approx est
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun a.m p.m u.s
    u.k v""".split()
)
_CLOSERS = "\"'”’)]}»」』）】》"
_BREAK = re.compile(rf"[。！？!?；…]+[{re.escape(_CLOSERS)}]*|\.+[{re.escape(_CLOSERS)}]*(?=\s|$)")
_CJK = re.compile(r"[\u3400-\u9fff]")
_LAST_WORD = re.compile(r"([\w.]*\w)\.$")
_CLAUSE = re.compile(
    r"\s*[,;，；、]\s+(?=(?:and|but|so|then|also|please|pls|just|with|though|however|plus)\b)"
    r"|\s+[-\u2013\u2014]{1,2}\s+|\u2014\u2014|\s*[;；]\s*|，|(?<=[a-z\d]),\s+"
    r"|\s+(?=(?:and|but)\s+(?:please|make|keep|use|don't|do\s+not|never|always|only|no|nothing|"
    r"must|it|I|we|my|our)\b)",
    re.IGNORECASE,
)
_MARKS = ".!?;。！？；…"


def split_sentences(text: str) -> list[str]:
    """Split into sentences; line breaks end one, abbreviations, decimals and addresses do not.

    >>> split_sentences("Dr. Wu pays 2.5k. Ok? 预算五万。只能开源！")
    ['Dr. Wu pays 2.5k.', 'Ok?', '预算五万。', '只能开源！']
    """
    found: list[str] = []
    for line in text.splitlines():
        start = 0
        for match in _BREAK.finditer(line):
            if match.end() < len(line) and not _ends(line, start, match):
                continue
            found.append(line[start : match.end()])
            start = match.end()
        found.append(line[start:])
    return [sentence for piece in found if (sentence := piece.strip())]


def _ends(line: str, start: int, match: re.Match[str]) -> bool:
    """Tell whether a mark inside a line ends the sentence."""
    mark = match.group()
    after = line[match.end() :].lstrip()
    if not mark.startswith("."):
        # "Yahoo!'s" and "a;b" go on; Chinese marks need no space after them.
        return mark[0] in "。！？；…" or line[match.end()].isspace()
    if mark.startswith(".") and len(mark) == 1:
        word = _LAST_WORD.search(line[start : match.end()])
        token = word.group(1).lower() if word else ""
        if token in _ABBREVIATIONS or (len(token) == 1 and token.isalpha() and token != "i"):
            return False
    # A lower-case word after "..." or "approx." goes on with the sentence.
    return not after[:1].islower() or bool(_CJK.match(after))


def split_clauses(sentence: str) -> list[str]:
    """Split a sentence where a clause may stand alone, for comparing what is asked for.

    Every clause is a stretch of the sentence, unchanged.

    >>> split_clauses("Draft the note, and please keep it short.")
    ['Draft the note', 'and please keep it short.']
    """
    cuts = [0]
    for match in _CLAUSE.finditer(sentence):
        cuts += [match.start(), match.end()]
    cuts.append(len(sentence))
    spans: list[tuple[int, int]] = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        if not sentence[start:end].strip():
            continue
        # A lone word or two belongs to its neighbour: "sorry, Tuesday", "yes, please".
        if spans and (_short(sentence[start:end]) or _short(sentence[slice(*spans[-1])])):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [sentence[start:end].strip() for start, end in spans]


def _short(piece: str) -> bool:
    piece = piece.strip()
    if _CJK.search(piece):
        return len(piece) < 4
    return len(piece.strip(_MARKS).split()) < 3

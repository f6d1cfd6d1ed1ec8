"""Speech in quotation marks, and the stretch of text that says whose words it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from metrics.matching.reading import Reading

__all__ = ["Quote", "quote_at", "quotes_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words in quotation marks; ``credit`` is the stretch that names who said them."""

    start: int
    end: int
    credit: tuple[int, int]


_PAIR = re.compile(r"\"([^\"\n]+)(?:\"|$)")
_SAYS = (
    r"(?:sa(?:id|ys|y|ying)|ask(?:s|ed)?|told|tells?|wrote|writes?|repl(?:ied|ies)|answer(?:s|ed)"
    r"|shout(?:s|ed)|jok(?:ed|es)|"
    r"groan(?:s|ed)|mutter(?:s|ed)|whisper(?:s|ed)|text(?:s|ed)|claim(?:s|ed)|insist(?:s|ed)"
    r"|suggest(?:s|ed)|propos(?:es|ed)|"
    r"announc(?:es|ed)|add(?:s|ed)|yell(?:s|ed)|sigh(?:s|ed)|laugh(?:s|ed)|post(?:s|ed)"
    r"|mention(?:s|ed)|explain(?:s|ed)|"
    r"quot(?:es|ed|ing)|goes|went|was like|brag(?:s|ged)|complain(?:s|ed)|admit(?:s|ted)"
    r"|note[sd]?|remark(?:s|ed)|"
    r"call(?:s|ed) out|message[sd]?|according to)"
)
_SAYS_ZH = (
    r"说|问|喊|嘟囔|嘀咕|回答|回复|回|写|叫|讲|道|提议|建议|抱怨|吐槽|笑|骂|留言|发|念叨|宣布|表示"
    r"|感叹|叹|嚷|解释|补充|强调"
)
_BEFORE = re.compile(rf"(?:[:：,，]|\b{_SAYS}(?: \w+){{0,3}}|(?:{_SAYS_ZH})[^\"。]{{0,4}})\s*$")
_AFTER = re.compile(
    rf"\s*[,，]?\s*(?:\w+(?: \w+){{0,2}} {_SAYS}\b|{_SAYS} \w+|[^\"。，,]{{1,8}}?(?:{_SAYS_ZH}))"
)


@lru_cache(1 << 12)
def quotes_of(reading: Reading) -> tuple[Quote, ...]:
    """Find the quoted speech of a text; titles and single quoted words are none."""
    if '"' not in reading.flat:
        return ()
    low = reading.low
    found: list[Quote] = []
    for match in _PAIR.finditer(low):
        if not _is_speech(match[1]):
            continue
        start, end = match.span(1)
        left = max(low.rfind(mark, 0, match.start()) for mark in '.!?。！？\n"') + 1
        if _BEFORE.search(low, left, match.start()):
            found.append(Quote(start=start, end=end, credit=(left, match.start())))
            continue
        after = _AFTER.match(low, match.end())
        if after:
            found.append(Quote(start=start, end=end, credit=after.span()))
    return tuple(found)


def _is_speech(words: str) -> bool:
    if words.isascii():
        return len(words.split()) >= 3 or words.rstrip().endswith(("!", "?", "."))
    return len(words) >= 5


def quote_at(reading: Reading, place: int) -> Quote | None:
    """Give the quoted speech that holds a place."""
    for quote in quotes_of(reading):
        if quote.start <= place < quote.end:
            return quote
    return None

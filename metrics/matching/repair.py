"""Is a value taken back, or replaced by a newer one, further on in the same text?"""

from __future__ import annotations

import re

from metrics.matching.spots import Spot
from metrics.matching.utterance import Stance
from scenarios.api import ValueKind

__all__ = ["is_taken_back"]

_CORRECTION = re.compile(
    r"^\W*(?:(?:oh|oops|wait|no|sorry|hmm|ah|uh)\W+)*(?:scratch that|correction|i meant|i mean"
    r"|sorry, i meant|make that|"
    r"that's wrong|that was wrong|my mistake|never ?mind|forget (?:that|what i said)|strike that"
    r"|actually,? (?:no|it's|make|that's|scratch)|"
    r"no wait|i misspoke)\b|^\W*(?:不对|说错了?|更正|我说错|口误|纠正|应该是"
    r"|不好意思.{0,4}(?:说错|是)|等等.{0,3}是|哦不|啊不)"
)
_UPDATE = re.compile(
    r"^\W*(?:update|edit|(?:it|that|this|they)(?:'s| is| are| has| have)? (?:now|been (?:raised"
    r"|changed|cut|moved|lowered|increased|updated|bumped))|"
    r"(?:and |but )?(?:now|as of)\b[^.]*\b(?:is|are|it's)|(?:it|that) (?:changed|moved|rose"
    r"|dropped|went up|went down|was (?:raised|changed|cut|moved|lowered|increased|updated"
    r"|bumped))|"
    r"(?:later )?(?:changed|raised|updated|moved|bumped|lowered|cut|increased) to)\b"
    r"|^\W*(?:更新|现在(?:是|改|变|涨|降|已)|后来(?:改|换|变|涨|降|调)|已经?(?:改|换|变|涨|降|调)"
    r"|如今(?:是|改|变))"
)


def is_taken_back(spot: Spot, kind: ValueKind) -> Stance | None:
    """Give DENIED for a value that is corrected, PAST for one that is updated, else None.

    Only what stands right behind the value counts: the rest of its sentence and the next one.
    """
    typed = kind in (ValueKind.NUMBER, ValueKind.MONEY, ValueKind.QUANTITY, ValueKind.DATE)
    behind = [spot.clause_text(1), spot.next_sentence()]
    for text in behind:
        if not text:
            continue
        if _CORRECTION.match(text) and (
            not typed or re.search(r"\d|[一二两三四五六七八九十百千万]", text) or "that" in text
        ):
            return Stance.DENIED
        if _UPDATE.match(text):
            return Stance.PAST
    return None

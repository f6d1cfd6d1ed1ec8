"""Lists in one sentence: each part has a subject, a property and a value of its own.

"I fly to Milan on Monday, the office is in Turin": the office is told in a part that has its own
value, so the value before it is none of the office's. A part is a clause.
"""

from __future__ import annotations

import re

from metrics.matching.clauses import Sentence
from metrics.matching.lexicon import is_verb
from metrics.matching.reading import Reading
from metrics.matching.spots import Place, Spot

__all__ = ["has_subject_of_its_own", "is_of_another_part", "is_of_another_thing"]

_COMPLEMENT = re.compile(
    r"[\w'’-]*\s*(?:[:：=]|(?:is|are|was|were|will be|starts?|ends?|runs?|goes|costs?)\b"
    r"(?! (?:what|why|how|where|it|that|his|hers|theirs|mine|ours|yours)\b)|是|在|为|叫|到期?)"
    r"\s*[^\s,，;；.。!！?？]"
    r"|[\w'’-]*\s*(?=[$€£¥\d])"
)
"""A property and right behind it what it is."""


def is_of_another_part(low: str, sentence: Sentence, place: Place, cues: tuple[Place, ...]) -> bool:
    """Tell whether every cue stands in a later part of the sentence that gives its own value."""
    own = sentence.clause_index(place[0])
    ends = {cue: sentence.clauses[sentence.clause_index(cue[0])].end for cue in cues}
    return bool(cues) and all(
        sentence.clause_index(one) > own
        and not place[1] > one
        and _COMPLEMENT.match(low, two, ends[one, two]) is not None
        for one, two in cues
    )


def is_of_another_thing(spot: Spot) -> bool:
    """Tell whether the subject is named only in later parts that have amounts of their own."""
    sentence, low = spot.sentence, spot.reading.low
    named = [place for place in spot.named if sentence.start <= place[0] < sentence.end]
    if not named or len(named) < len(spot.named) or not spot.is_amount:
        return False
    cues = [place for place in spot.covered if place != spot.place]
    if not any(spot.clause.start <= one < spot.clause.end for one, _ in cues):
        return False
    if not re.search(r"[a-z\u4e00-\u9fff]{2}", _before_cues(low, spot, cues)):
        return False
    return all(
        sentence.clause_index(one) > spot.clause_index and _has_amount(spot.reading, sentence, one)
        for one, _ in named
    )


def _before_cues(low: str, spot: Spot, cues: list[Place]) -> str:
    """Give what stands in the part before the property: the thing that it is about."""
    before = [one for one, _ in cues if spot.clause.start <= one < spot.place[0]]
    return low[spot.clause.start : max(before, default=spot.place[0])]


_THE_THING = re.compile(r"\b(?:the|my|our|your|his|her|their|this|that|a|an) ([a-z][a-z-]*) $")


def has_subject_of_its_own(spot: Spot) -> bool:
    """Tell whether the property is a verb that something else does: "the sofa weighs 80 kg"."""
    sentence, low = spot.sentence, spot.reading.low
    if not spot.named or any(sentence.start <= one < sentence.end for one, _ in spot.named):
        return False
    for start, end in spot.covered:
        if spot.clause.start <= start < spot.place[0] and is_verb(low[start:end]):
            return _THE_THING.search(low, spot.clause.start, start) is not None
    return False


def _has_amount(reading: Reading, sentence: Sentence, place: int) -> bool:
    part = sentence.clauses[sentence.clause_index(place)]
    return any(part.start <= amount.start < part.end for amount in reading.amounts)

"""Which attribute cue, if any, a value goes with."""

from __future__ import annotations

import re
from functools import lru_cache

from metrics.matching.binding import is_bound
from metrics.matching.phrases import find_cue, low_of
from metrics.matching.reading import Reading
from metrics.matching.spots import Place
from metrics.matching.tables import header_of
from scenarios.api import ValueKind

__all__ = ["cue_places"]

_POINTS_BACK = re.compile(
    r"^\W*(?:(?:and|but|so|now|then|currently|actually|well|yes|no|ok|okay|right now|as of now"
    r"|also|again)\W+)*"
    r"(?:it|it's|that|that's|this|these|those|they|they're|which|there|there's|mine|ours|yours"
    r"|make it|let's say|set it|"
    r"keep it|changed to|now|updated?|increased to|raised to|he|she|his|her|their|the (?:figure"
    r"|amount|total|number|"
    r"answer|value|limit|date|name))\b"
    r"|^\W*(?:(?:现在|目前|后来|已经|于是|然后|所以|不过|但是?|那|而)\W*)*(?:它|这|那|其(?!中)|改"
    r"|换|变|涨|降|升|就是|是|约|大概|不超过|控制在|[他她])"
)
_WORD = re.compile(r"[a-z\u4e00-\u9fff]{2,}")


def cue_places(
    reading: Reading,
    attribute: tuple[str, ...],
    topic: str,
    index: int,
    place: Place,
    named: tuple[Place, ...],
    kind: ValueKind,
) -> tuple[Place, ...] | None:
    """Give the cues of the value's sentence; None when a cue is asked for and none goes with it.

    The cue stands in the sentence, in the head of the value's column, in the question answered,
    or in a sentence before when the value's own one points back ("... the budget. It is 50k").
    """
    if not attribute:
        return ()
    head = header_of(reading.low, place[0])
    if head is not None:
        return _cues_in(reading, attribute, *head) or _cues_of_row(reading, attribute, place)
    sentence = reading.sentences[index]
    found = _cues_in(reading, attribute, sentence.start, sentence.end)
    if found:
        return found if is_bound(reading, index, place, found, named, kind) else None
    low_topic = low_of(topic)
    if low_topic and _topic_has(low_topic, attribute):
        return ()
    return () if _inherits(reading, attribute, index, place) else None


def _inherits(reading: Reading, attribute: tuple[str, ...], index: int, place: Place) -> bool:
    """Tell whether the sentence goes on about a property that one before it names."""
    head = reading.low[reading.sentences[index].start : place[0]]
    if _WORD.search(head) and not _POINTS_BACK.search(head):
        return False
    for back in range(index - 1, max(-1, index - 3), -1):
        before = reading.sentences[back]
        if _cues_in(reading, attribute, before.start, before.end):
            return True
        if not _POINTS_BACK.search(reading.low[before.start : before.end]):
            return False
    return False


def _cues_of_row(
    reading: Reading, attribute: tuple[str, ...], place: Place
) -> tuple[Place, ...] | None:
    """Take a cue in a cell before the value: tables may hold the attribute in the row."""
    start = reading.low.rfind("\n", 0, place[0]) + 1
    bar = reading.low.rfind("|", start, place[0])
    return _cues_in(reading, attribute, start, max(bar, start)) or None


@lru_cache(1 << 15)
def _cues_in(
    reading: Reading, attribute: tuple[str, ...], start: int, end: int
) -> tuple[Place, ...]:
    return tuple(
        span for cue in attribute for span in find_cue(reading.low, low_of(cue), start, end)
    )


@lru_cache(1 << 12)
def _topic_has(topic: str, attribute: tuple[str, ...]) -> bool:
    return any(find_cue(topic, low_of(cue), 0, len(topic)) for cue in attribute)

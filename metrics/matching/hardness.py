"""Does a text bind, or only lean?"""

from __future__ import annotations

from metrics.matching.hardness_cues import MUST, PREFER, SOFTENED
from metrics.matching.spots import Spot
from scenarios.api import Hardness

__all__ = ["hardness_at"]


def hardness_at(spot: Spot) -> Hardness | None:
    """Give the hardness at a value: its clause decides, else its sentence; None without a word."""
    sentence = spot.sentence
    low = spot.reading.low
    for start, end in ((spot.clause.start, spot.clause.end), (sentence.start, sentence.end)):
        hardness = _hardness(low[start:end])
        if hardness is not None:
            return hardness
    return None


def _hardness(text: str) -> Hardness | None:
    if SOFTENED.search(text):
        return Hardness.PREFER
    must, prefer = MUST.search(text), PREFER.search(text)
    if must and prefer:
        return Hardness.MUST if must.start() < prefer.start() else Hardness.PREFER
    if must:
        return Hardness.MUST
    return Hardness.PREFER if prefer else None

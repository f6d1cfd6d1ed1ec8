"""Does a text bind, or only lean?"""

from __future__ import annotations

import re

from metrics.matching.spots import Spot
from scenarios.api import Hardness

__all__ = ["hardness_at"]

_MUST = re.compile(
    r"\b(?:must|have to|has to|had to|need to|needs to|required?|requirement|mandatory|never"
    r"|always|"
    r"cannot|can't|may not|mustn't|shall|hard (?:limit|cap|requirement|constraint|rule)"
    r"|strict(?:ly)?|"
    r"absolutely|non-?negotiable|at most|no more than|not exceed|maximum|max|under no "
    r"circumstances|forbidden|prohibited|not allowed|allergic|do not|don't|obligatory|"
    r"no exceptions?|only|cap(?:ped)?|limit|deal-?breaker)\b"
    r"|必须|一定要|务必|不得|不能|不可以|不许|禁止|绝对|绝不|决不|千万|严禁|只能|最多|不超过"
    r"|不得超过|硬性|强制|上限|不要|过敏|别"
)
_PREFER = re.compile(
    r"\b(?:prefer(?:s|red|ably|ence|ring)?|would like|'d like|ideally|if possible|rather|would be "
    r"nice|nice to have|hopefully|try to|should|favou?rs?|lean(?:s|ing)? towards?|if you can|when "
    r"possible|where possible|like|likes|love|optional|not a must|soft|flexible)\b"
    r"|最好|尽量|希望|偏好|喜欢|倾向|可以的话|如果可以|更愿意|宁愿|尽可能|想要|建议|更喜欢|偏向"
)
_SOFTENED = re.compile(
    r"\b(?:not (?:a )?(?:must|mandatory|required|hard|strict)|no hard|isn't (?:a must|mandatory|"
    r"required|strict)|not strictly|don't have to|doesn't have to|no need to)\b|不必|不一定"
    r"|不强制|不是硬性|不是必须"
)


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
    if _SOFTENED.search(text):
        return Hardness.PREFER
    must, prefer = _MUST.search(text), _PREFER.search(text)
    if must and prefer:
        return Hardness.MUST if must.start() < prefer.start() else Hardness.PREFER
    if must:
        return Hardness.MUST
    return Hardness.PREFER if prefer else None

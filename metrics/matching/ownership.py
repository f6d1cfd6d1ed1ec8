"""Does a mention stand as owner of what is asked for: Ana's new budget, 听涛商城的优惠码?"""

from __future__ import annotations

import re

from metrics.matching.lexicon import is_verb
from metrics.matching.mentions import Mention, Person, Role
from metrics.matching.spots import Spot

__all__ = ["owns"]

_OWNER_GAP = re.compile(r"(?:'s?|们?的|之)?\s*(?:(?!and\b|or\b|but\b)[\w'-]+ ){0,3}")


_OPINION = re.compile(
    r"\b(?:answer|advice|suggestion|recommendation|guess|opinion|pick|view|understanding|notes?"
    r"|records?)\b|答案|建议|意见|看法|想法|推荐|答复|印象"
)
"""My answer is no property of mine."""


_BODY_GAP_ZH = re.compile(
    r"(?:(?![是有在用和跟与说问让叫给他她我你它们对想觉认知听把被从])[\u4e00-\u9fff]){1,3}的["
    r"\u4e00-\u9fff]{0,3}"
)
"""Between a name and what its body owns: 听涛商城的优惠码."""


_COMPOUND_GAP = re.compile(
    r" ?(?:(?!(?:and|or|but|the|a|an|of|for|to|in|at|on|by|with|from|as|than|who|that|i|we|you"
    r"|over|under|into|"
    r"onto|about|after|before|between|during|without|within|instead|like|not|no|never|also|now"
    r"|then|his|her|my)\b)"
    r"[a-z][a-z-]* ){0,2}"
)
"""Between a name and the noun it narrows: the Bittern (shift) roster."""


_OWNER_GAP_ZH = re.compile(r"(?:们?的)?[\u4e00-\u9fff]{0,4}")


def owns(mention: Mention, spot: Spot) -> bool:
    """The mention stands as owner right before the value or a cue: "Ana's new budget"."""
    for one, two in spot.covered:
        if mention.end > one:
            continue
        gap = spot.reading.low[mention.end : one]
        if _OPINION.search(gap):
            continue
        compound = mention.person is Person.NAME and _COMPOUND_GAP.fullmatch(gap) is not None
        compound = compound and not any(map(is_verb, (spot.reading.low[one:two], *gap.split())))
        if _OWNER_GAP.fullmatch(gap) and (mention.role is Role.POSSESSOR or compound):
            return True
        if _OWNER_GAP_ZH.fullmatch(gap) and (mention.role is Role.POSSESSOR or not gap):
            return True
        if mention.person is Person.NAME and _BODY_GAP_ZH.fullmatch(gap):
            return True
    return False

"""Orders and clipped notes of the user, which are about the user without saying so."""

from __future__ import annotations

import re

from metrics.matching.quotes import quote_at
from metrics.matching.spots import VALUE_MARK, Spot
from metrics.matching.utterance import Utterance
from scenarios.api import USER

__all__ = ["is_order", "is_own_directive"]

_DIRECTIVE = re.compile(
    r"(?:^|[,，;:]\s*|\b(?:please|and|so|then|just|to|always|must|should) )"
    r"(?:please |always |never |don't |do not |just |try to |only )*(?:keep|make|use|avoid|"
    r"stay|limit|set|remember|note|book|find|send|write|call|choose|pick|stick|go|give|put"
    r"|schedule|plan|change|"
    r"update|ensure|deploy|run|store|save|don't|never|always|do|let|get|take|no|cap|spend|buy"
    r"|order|add|remove|"
    r"switch|move|stop|start|reserve|leave|cook|serve|include|exclude|skip|wear|bring|meet|reply"
    r"|answer|address)\b"
    r"|\b(?:please|must|should|need to|have to|can you|could you|would you|will you|without fail"
    r"|as a rule|"
    r"from now on|going forward|in future|by default|every time|at all times|whenever|for good"
    r"|until further notice)\b"
    r"|请|别|不要|务必|一定|记住|帮|给我|麻烦|最好|尽量|必须|得|控制在|不能|不许|只(?:要|用|能)"
    r"|千万|安排|订|预订"
)


_ELLIPTIC = re.compile(
    r"^\W*(?:[a-z_§]+(?: [a-z_§]+){0,2}\s*[:=]|(?:definitely |strictly |very |quite |mildly "
    r"|severely )*_+)"
)


_BARE_CUE = re.compile(
    r"^\W*(?:(?:ok|okay|so|and|but|now|then|well|yes|hi|hello|btw|also)\W+)*(?:the |this |that )?"
    r"(?:new |total |overall |current |max |maximum |final |whole )*_+(?! (?:of|for|in|at|from)\b)"
    r"|^\W*(?:总|新|目前|现在|这次|最终|整体|全部)?的?_+"
)


_ORDER = re.compile(
    r"\W*(?:(?:so|and|but|then|instead|please|just|always|never|now)\W+)*([a-z]+)\b"
)


def is_order(spot: Spot, utterance: Utterance, cues: tuple[str, ...]) -> bool:
    """A clause of the user that opens with a bare verb is the user's order."""
    if USER not in cues or not utterance.is_user or quote_at(spot.reading, spot.place[0]):
        return False
    match = _ORDER.match(spot.raw_clause())
    return match is not None and _DIRECTIVE.match(f"{match[1]} ") is not None


def is_own_directive(spot: Spot) -> bool:
    """A user's order, or clipped note without any subject, is the user's own."""
    if quote_at(spot.reading, spot.place[0]):
        return False
    text = spot.clause_text()
    if _DIRECTIVE.search(text) or _DIRECTIVE.search(spot.lead + VALUE_MARK + spot.rest):
        return True
    return bool(_ELLIPTIC.match(text) or _BARE_CUE.match(text))

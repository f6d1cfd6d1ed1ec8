"""Does the clause around a bare weekday look back or ahead?"""

from __future__ import annotations

import re

__all__ = ["looks_back"]

_PAST = re.compile(
    r"\b(?:was|were|had|did|went|met|saw|got|came|took|made|bought|ate|left|ran|said|told|spent|"
    r"gave|found|began|wrote|drove|flew|won|lost|sent|paid|held|broke|sold|[a-z]{3,}ed)\b|[了过]"
    r"|是.{0,12}的"
)
_FUTURE = re.compile(r"\b(?:will|going to|gonna|shall|scheduled|planned)\b|'ll\b|[将会要]")
_MARKS = ".!?;,\n。！？；，"


def looks_back(low: str, start: int, end: int) -> bool:
    """Tell whether the clause around a place is in the past tense and not of the future."""
    clause_start = max(low.rfind(mark, 0, start) for mark in _MARKS) + 1
    stops = [at for mark in _MARKS if (at := low.find(mark, end)) >= 0]
    clause = low[clause_start : min(stops, default=len(low))]
    return _PAST.search(clause) is not None and _FUTURE.search(clause) is None

"""Tells from the wording of a query whether it asks how things were."""

from __future__ import annotations

import re

__all__ = ["asks_history"]

_HISTORY = re.compile(
    r"\b(?:before|previous(?:ly)?|used to|earlier|original(?:ly)?|formerly|former|in the past|"
    r"history|changed?|changes|back then|initial(?:ly)?|old|prior|over time|evolv\w+)\b"
    r"|以前|之前|原来|原先|曾经|过去|当时|最初|变化|历史|上一[个次任]|旧的",
    re.IGNORECASE,
)


def asks_history(text: str) -> bool:
    """Tell whether a query asks how things were, so that what has ended is wanted too."""
    return bool(_HISTORY.search(text))

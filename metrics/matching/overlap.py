"""Overlap of two answers as multisets of words; Chinese counts by character."""

from __future__ import annotations

from collections import Counter

from memory_impls.parts.normalise import words

__all__ = ["token_f1"]


def token_f1(answer: str, gold: str) -> float:
    """Give the F1 of word overlap, each word counted as often as it stands; 0 to 1.

    >>> token_f1("tea tea tea", "tea"), round(token_f1("我上个月搬到了上海", "我搬到了上海"), 2)
    (0.5, 0.8)
    """
    given, wanted = Counter(words(answer)), Counter(words(gold))
    shared = (given & wanted).total()
    if not shared:
        return 0.0
    precision, recall = shared / given.total(), shared / wanted.total()
    return 2 * precision * recall / (precision + recall)

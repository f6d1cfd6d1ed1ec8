"""Places in a text where a number is written, before units are read."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

__all__ = ["Numeral", "without_overlaps"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numeral:
    """A number as written.

    Attributes:
        in_words: Written in words or Chinese characters, which are tokens of their own.
        listed: A member of a list without spaces ("6,8,10").
    """

    start: int
    end: int
    value: Decimal
    in_words: bool = False
    listed: bool = False


def without_overlaps(numerals: list[Numeral], taken: list[tuple[int, int]]) -> list[Numeral]:
    """Drop numerals inside taken spans; of two that overlap keep the first, then the longer."""
    kept: list[Numeral] = []
    for numeral in sorted(numerals, key=lambda numeral: (numeral.start, -numeral.end)):
        if any(start < numeral.end and numeral.start < end for start, end in taken):
            continue
        if not kept or numeral.start >= kept[-1].end:
            kept.append(numeral)
    return kept

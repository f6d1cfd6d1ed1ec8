"""Relative dates resolved against the time of the utterance, never against a clock.

Policies (docs/protocol.md, "Matching"): weeks run from Monday to Sunday; "last Friday" is the
latest Friday strictly before the anchor, "next Friday" the first strictly after it; 上周五 and
下周五 are days of the week before and after; a bare weekday or day of the month lies in the past
when its clause is in the past tense, else today or ahead; "two weeks ago" is the day 14 days
before, "two months ago" a month, "two years ago" a year. "Three days later" counts from
something else and is not resolved.
"""

from __future__ import annotations

from datetime import date

from memory_impls.parts.normalise.relative_en import RULES_EN
from memory_impls.parts.normalise.relative_zh import RULES_ZH
from memory_impls.parts.normalise.spans import DateSpan

__all__ = ["find_relative_dates"]


def find_relative_dates(low: str, anchor: date) -> list[DateSpan]:
    """Find relative dates in a folded lower-case text, in order of place."""
    found: list[DateSpan] = []
    rules = RULES_EN if low.isascii() else (*RULES_EN, *RULES_ZH)
    for pattern, resolve in rules:
        for match in pattern.finditer(low):
            start, end = match.span()
            if any(span.start < end and start < span.end for span in found):
                continue
            try:
                bounds = resolve(match, anchor)
            except (OverflowError, ValueError):
                # the calendar ends at the years 1 and 9999
                continue
            if bounds is not None:
                first, last, precision = bounds
                found.append(
                    DateSpan(
                        start=start,
                        end=end,
                        first=first,
                        last=last,
                        precision=precision,
                        relative=True,
                    )
                )
    return sorted(found, key=lambda span: span.start)

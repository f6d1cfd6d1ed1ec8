"""Ranges and alternatives: neither end of "5-10" or "5 or 6" is a value that is stated."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from memory_impls.parts.normalise.spans import AmountKind, AmountSpan

__all__ = ["is_change_before", "mark_ranges"]

_JOIN = re.compile(r"\s*(?:-|~|to|through|thru|到|至)\s*")
_EITHER = re.compile(r"\s*(?:or|或|或者|还是)\s*")
_AND = re.compile(r"\s*(?:and|和|与)\s*")
_BETWEEN_BEFORE = re.compile(r"\bbetween\b[^.;]{0,16}$|在$|介于$")
_BETWEEN_AFTER = re.compile(r"\s*(?:[a-z%$]*\s*)?(?:之间|间)")
_CHANGE = re.compile(
    r"\b(?:chang|rais|mov|switch|updat|bump|increas|decreas|reduc|lower|cut|drop|went|go|goes"
    r"|going|"
    r"grew|grow|rose|rise|rises|fell|fall|shift|migrat|upgrad|downgrad|revis|adjust|extend|shrunk|"
    r"shrink|push|postpon|brought|bring|convert|renam|correct|jump|climb|slip|slid)(?:e|ed|ped|s"
    r"|es|"
    r"ing|ping|ted|d|n)?\b|\b(?:up|down) from\b"
    r"|改|换|涨|升|降|调|增|减|加|提高|变|挪|推迟|提前|更新|转|缩|延长"
)
_SUFFIXED = re.compile(
    r"[\d一二两三四五六七八九十百] ?(k|thousand|m|million|bn|billion|千|万|萬|亿|億)"
)
_SCALE = {
    "k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9,
    "千": 10**3, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8,
}  # fmt: skip


def is_change_before(low: str, place: int, reach: int = 48) -> bool:
    """Tell whether a word of change leads to a place: then "A to B" is no range but a change."""
    start = max(0, place - reach)
    stretch = low[start:place]
    for mark in (". ", "。", "\n", "; ", "；"):
        stretch = stretch.rpartition(mark)[2]
    return _CHANGE.search(stretch) is not None


def mark_ranges(low: str, amounts: list[AmountSpan]) -> list[AmountSpan]:
    """Mark both ends of every range or alternative; the first takes over the second's unit."""
    marked = list(amounts)
    for at, (one, two) in enumerate(pairwise(amounts)):
        if _is_range(low, one, two):
            marked[at] = replace(_share_unit(low, one, two), in_range=True)
            marked[at + 1] = replace(two, in_range=True)
    return marked


def _is_range(low: str, one: AmountSpan, two: AmountSpan) -> bool:
    gap = low[one.end : two.start]
    if one.kind not in (AmountKind.NUMBER, two.kind) and two.kind is not AmountKind.NUMBER:
        return False
    if one.kind is two.kind and one.unit != two.unit:
        return False
    if _AND.fullmatch(gap):
        between = _BETWEEN_BEFORE.search(low[: one.start]) or _BETWEEN_AFTER.match(low, two.end)
        return between is not None
    if _EITHER.fullmatch(gap):
        return True
    return _JOIN.fullmatch(gap) is not None and not is_change_before(low, one.start)


def _share_unit(low: str, one: AmountSpan, two: AmountSpan) -> AmountSpan:
    """Give the first end of "5-10k km" the suffix and unit of the second."""
    value = one.value
    suffix = _SUFFIXED.search(low[two.start : two.end])
    if suffix and abs(value) < 1000 <= abs(two.value):
        value *= Decimal(_SCALE[suffix[1]])
    if one.kind is AmountKind.NUMBER:
        return replace(one, value=value, kind=two.kind, unit=two.unit)
    return replace(one, value=value)

"""Draws values from the specifications that topics of a pool give (docs/language-pools.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from scenarios.api import Value, ValueKind
from scenarios.language.pool import names
from scenarios.stage.draws import Draws

__all__ = ["Drawn", "draw_values", "identifier"]

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A drawn value as it is put into words.

    Attributes:
        paraphrases: Other wordings that a text value accepts.
        before: Words that stand before the value whenever it is said ("in " before a language).
    """

    value: Value
    paraphrases: tuple[str, ...] = ()
    before: str = ""


def draw_values(
    spec: Mapping[str, Any], n: int, draws: Draws, language: str, *, near: date | None = None
) -> list[Drawn]:
    """Draw ``n`` different values as a topic's ``value`` table says.

    Args:
        spec: The table: kind, and what that kind needs.
        n: How many.
        draws: Stream to draw from.
        language: Decides which lexicon names come from.
        near: Day that dates are counted from; needed for dates.

    Raises:
        ValueError: The table is incomplete or holds fewer than ``n`` values.
    """
    kind = ValueKind(spec["kind"])
    unit = str(spec.get("unit", ""))
    if kind is ValueKind.TEXT:
        options = draws.sample(spec["options"], n)
        return [
            Drawn(value=Value(kind=kind, text=option[0]), paraphrases=tuple(option[1:]))
            for option in options
        ]
    if kind is ValueKind.NAME:
        chosen = draws.sample(_named(spec, language), n)
    elif kind is ValueKind.IDENTIFIER:
        chosen = _different(lambda: identifier(spec["pattern"], draws), n)
    elif kind is ValueKind.DATE:
        if near is None:
            raise ValueError("a topic with dates needs a day to count from; the family gives none")
        days = draws.sample(range(int(spec["low"]), int(spec["high"]) + 1), n)
        chosen = [(near + timedelta(days=day)).isoformat() for day in days]
    else:
        steps = range(int(spec["low"]), int(spec["high"]) + 1, int(spec.get("step", 1)))
        chosen = [str(number) for number in draws.sample(steps, n)]
    before = str(spec.get("before", ""))
    return [Drawn(value=Value(kind=kind, text=text, unit=unit), before=before) for text in chosen]


def _named(spec: Mapping[str, Any], language: str) -> Sequence[str]:
    if "options" in spec:
        return [str(option) for option in spec["options"]]
    return names(language)[spec["from"]]


def _different(make: Any, n: int) -> list[str]:
    found: dict[str, None] = {}
    for _ in range(100 * n):
        found[make()] = None
        if len(found) == n:
            return list(found)
    raise ValueError(f"a pattern gave fewer than {n} different identifiers; make it longer")


def identifier(pattern: str, draws: Draws) -> str:
    """Fill a pattern: ``#`` is a digit, ``@`` a capital, ``~`` a small letter, the rest stands."""
    fill = {"#": "0123456789", "@": _LETTERS, "~": _LETTERS.lower()}
    return "".join(draws.pick(fill[char]) if char in fill else char for char in pattern)

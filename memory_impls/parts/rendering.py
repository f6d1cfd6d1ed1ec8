"""The one renderer: what a recall shows is exactly this text, and its tokens are counted here.

Derived items (no session) come first, in the order given. Verbatim items follow in time order,
under one short header for each session and day, so that a date is paid for once::

    - (2023-06-02) The door code is 7719.
    ## 2023-05-08
    - Ana: I moved to Lisbon.
    - (superseded 2023-06-01) Ana: My door code is 1142.

A text may hold anything: every line of it after the first is indented and no line of it is empty,
so only the renderer starts a line with ``- `` or ``## ``. Every line ends with a newline, and no
token of the encoding spans a newline and the ``-`` or ``#`` after it: token counts of the parts add
up to that of the whole, which makes fitting exact and cheap.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from memory_impls.api import Recalled, Status
from memory_impls.parts.tokens import count_tokens

__all__ = ["context_tokens", "fit", "render"]

_INDENT = "\n  "
_REMEMBERED = 1 << 16
"""How many written entries, and their token counts, a process keeps."""


def render(items: Iterable[Recalled]) -> str:
    """Write what is shown; the order of verbatim items in the input does not matter.

    Args:
        items: Best first. Items of one session lie in the order of their time, then their id.

    Returns:
        Lines that each end with a newline; empty for no items.
    """
    derived: list[str] = []
    groups: dict[tuple[str, date], list[Recalled]] = {}
    for item in items:
        if item.session is None:
            derived.append(_entry(item))
        else:
            groups.setdefault((item.session, item.at.date()), []).append(item)
    parts = derived
    for (_, day), members in sorted(groups.items(), key=_group_order):
        parts.append(_header(day))
        # The text settles ties between items that share an id, which nothing forbids here.
        members.sort(key=lambda item: (item.at, item.item_id, _entry(item)))
        parts.extend(_entry(item) for item in members)
    return "".join(parts)


def context_tokens(items: Iterable[Recalled]) -> int:
    """Count the tokens of the rendered items."""
    return count_tokens(render(items))


def fit(
    items: Iterable[Recalled], *, max_tokens: int | None, max_items: int | None = None
) -> tuple[Recalled, ...]:
    """Choose, best first, the items that fit; one that does not is skipped, later ones may enter.

    Args:
        items: Candidates, best first.
        max_tokens: Limit on the rendered text, headers included; None is no limit.
        max_items: Limit on the number of items; None is no limit.

    Returns:
        The chosen items in the order given; ``context_tokens`` of them is within the limit.

    Raises:
        ValueError: A limit is negative.
    """
    for name, limit in (("max_tokens", max_tokens), ("max_items", max_items)):
        if limit is not None and limit < 0:
            raise ValueError(f"{name} is {limit}; give 0 or more, or None for no limit")
    if max_tokens is None:
        return tuple(items) if max_items is None else tuple(items)[:max_items]
    chosen = _choose(items, max_tokens, max_items)
    # Costs add up by construction (module docstring); the count of the whole has the last word.
    while chosen and context_tokens(chosen) > max_tokens:
        chosen.pop()
    return tuple(chosen)


def _choose(items: Iterable[Recalled], max_tokens: int, max_items: int | None) -> list[Recalled]:
    chosen: list[Recalled] = []
    opened: set[tuple[str, date]] = set()
    left = max_tokens
    for item in items:
        if left <= 0 or (max_items is not None and len(chosen) >= max_items):
            break
        group = None if item.session is None else (item.session, item.at.date())
        cost = 0 if group is None or group in opened else _cost(_header(group[1]))
        if cost >= left:
            continue
        cost += _cost(_entry(item))
        if cost > left:
            continue
        chosen.append(item)
        left -= cost
        if group is not None:
            opened.add(group)
    return chosen


@functools.lru_cache(maxsize=_REMEMBERED)
def _cost(rendered: str) -> int:
    return count_tokens(rendered)


def _group_order(
    entry: tuple[tuple[str, date], Sequence[Recalled]],
) -> tuple[datetime, str, date]:
    (session, day), members = entry
    return min(item.at for item in members), session, day


def _header(day: date) -> str:
    return f"## {day.isoformat()}\n"


def _entry(item: Recalled) -> str:
    """Write one item, newline included; continuation lines are indented."""
    marks = [] if item.session is not None else [item.at.date().isoformat()]
    if item.status is Status.SUPERSEDED:
        since = item.superseded_at
        marks.append("superseded" if since is None else f"superseded {since.date().isoformat()}")
    elif item.status is Status.ARCHIVED:
        marks.append("archived")
    return _line(", ".join(marks), item.speaker, item.text)


# The same items are candidates of question after question.
@functools.lru_cache(maxsize=_REMEMBERED)
def _line(marks: str, speaker: str, text: str) -> str:
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    body = _INDENT.join(lines).lstrip()
    speaker = " ".join(speaker.split())
    if speaker:
        body = f"{speaker}: {body}"
    if marks:
        body = f"({marks}) {body}"
    elif body.startswith("("):
        # Only the renderer writes a mark in brackets at the head of an entry.
        body = f"\\{body}"
    return f"- {body}".rstrip() + "\n"

"""Find the JSON value that was asked for in what a language model wrote."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

__all__ = ["json_array", "json_object", "visible"]

_REASONING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_CLOSING = {"{": "}", "[": "]"}
_MAX_STARTS = 1_000
"""Brackets tried before giving up, so that hostile text does not take quadratic time."""


def visible(reply: str) -> str:
    """Drop reasoning blocks, unfinished ones too.

    >>> visible('<think>maybe {"score": 1}</think>{"score": 0}')
    '{"score": 0}'
    """
    return _REASONING.sub("", reply).strip()


def json_object(reply: str, *, required: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the last JSON object of a reply that has the required keys.

    Prose, fences and braces around it are passed over; strings may hold braces and fences.

    Raises:
        ValueError: No complete object with these keys stands outside another value.
    """
    found = None
    for value in _values(visible(reply)):
        if isinstance(value, dict) and all(key in value for key in required):
            found = value
    if found is None:
        raise ValueError(_complaint("object", required, reply))
    return found


def json_array(reply: str) -> list[Any]:
    """Return the last JSON array of a reply that stands outside another value.

    Raises:
        ValueError: There is no complete array; an object is not taken for one.
    """
    found = None
    for value in _values(visible(reply)):
        if isinstance(value, list):
            found = value
    if found is None:
        raise ValueError(_complaint("array", (), reply))
    return found


def _values(text: str) -> Iterator[object]:
    """Yield outermost JSON values, strictly parsed; spans that do not parse are searched inside."""
    at = starts = 0
    while at < len(text) and starts < _MAX_STARTS:
        if text[at] not in _CLOSING:
            at += 1
            continue
        starts += 1
        end = _balanced(text, at)
        if end is None:
            at += 1
            continue
        try:
            yield json.loads(text[at:end], parse_constant=_refuse)
        except (ValueError, RecursionError):
            at += 1
        else:
            at = end


def _balanced(text: str, start: int) -> int | None:
    """Return the end of the bracketed span that opens at ``start``, strings respected."""
    stack: list[str] = []
    in_string = escaped = False
    for at in range(start, len(text)):
        char = text[at]
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string = True
        elif char in _CLOSING:
            stack.append(_CLOSING[char])
        elif char in "}]":
            if stack.pop() != char:
                return None
            if not stack:
                return at + 1
    return None


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is not JSON")


def _complaint(kind: str, required: tuple[str, ...], reply: str) -> str:
    keys = f" with keys {', '.join(required)}" if required else ""
    shown = visible(reply)[:80]
    return f"expected a complete JSON {kind}{keys}, got {shown!r}; ask again for JSON only"

"""Turn ids of LoCoMo ("D8:6") in the many ways its evidence lists write them.

Source: the published file holds ids joined by ";" or blanks, a stray colon ("D:11:26"), padding
("D30:05"), a lone "D", and ids of turns that do not exist (cases K02, A03).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Evidence", "canonical_id", "resolve"]

_ID = re.compile(r"D\s*:?\s*(\d{1,6})\s*:\s*(\d{1,6})(?!\d)", re.IGNORECASE)
_PLAIN = re.compile(r"D[1-9]\d*:[1-9]\d*")
_JOINTS = re.compile(r"[\s;,|&]*(?:and)?[\s;,|&]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What an evidence list comes to.

    Attributes:
        event_ids: Events it names, each once, in order.
        repaired: Entries that had to be read with care.
        dangling: Well-formed ids of turns that do not exist.
        unreadable: Entries, or rests of entries, that are no id.
        repeats: Ids that were listed more than once.
    """

    event_ids: tuple[str, ...]
    repaired: tuple[str, ...] = ()
    dangling: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    repeats: tuple[str, ...] = ()


def canonical_id(session: int | str, turn: int | str) -> str:
    """Write a turn id without padding.

    >>> canonical_id("30", "05")
    'D30:5'
    """
    return f"D{int(session)}:{int(turn)}"


def resolve(entries: Sequence[str], events: Mapping[str, str]) -> Evidence:
    """Read an evidence list and look its turns up.

    Args:
        entries: As published; an entry may hold several ids or none.
        events: Canonical turn id -> event id.

    >>> resolve(["D8:6; D9:17"], {"D8:6": "a", "D9:17": "b"}).event_ids
    ('a', 'b')
    """
    found: dict[str, str] = {}
    repaired: list[str] = []
    dangling: list[str] = []
    unreadable: list[str] = []
    repeats: list[str] = []
    for entry in entries:
        ids = [canonical_id(*match.groups()) for match in _ID.finditer(entry)]
        rest = _rest(entry)
        if rest or not ids:
            unreadable.append(rest or entry)
        elif not _PLAIN.fullmatch(entry):
            repaired.append(entry)
        for name in ids:
            if name in found:
                repeats.append(name)
            elif name in events:
                found[name] = events[name]
            else:
                dangling.append(name)
    return Evidence(
        event_ids=tuple(dict.fromkeys(found.values())),
        repaired=tuple(repaired),
        dangling=tuple(dangling),
        unreadable=tuple(unreadable),
        repeats=tuple(repeats),
    )


def _rest(entry: str) -> str:
    """What is left of an entry without its ids and what joins them."""
    parts = (part for part in _ID.sub("\x00", entry).split("\x00") if not _JOINTS.fullmatch(part))
    return " ".join(part.strip() for part in parts)

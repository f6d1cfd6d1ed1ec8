"""Statements of an event that can be filed under what they are about."""

from __future__ import annotations

from dataclasses import dataclass

from memory_impls.api import Event, EventKind, ItemKind
from memory_impls.parts.claims import Claim, Source, Stance, read
from memory_impls.parts.normalise import fold
from memory_impls.parts.terms import terms
from memory_impls.parts.transcript import is_name

__all__ = ["Filed", "filed"]

_USER = "@user"
_READ = frozenset({EventKind.USER, EventKind.ASSISTANT, EventKind.TOOL_RESULT, EventKind.SYSTEM})
_TRUSTED = frozenset({EventKind.USER, EventKind.SYSTEM})


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """A statement with the words it is filed under.

    Attributes:
        text: The clause that makes the statement, word for word.
        key: Word stems of whom or what it is about and of which property, sorted.
        value: Words of the value as they stand.
        replaces: The property has one value at a time: a later statement takes its place.
    """

    text: str
    key: tuple[str, ...]
    value: str
    kind: ItemKind
    replaces: bool


def filed(event: Event, *, most_words: int) -> list[Filed]:
    """Read the statements of an event that name a property and a value.

    Args:
        event: Calls and changes of tasks state nothing.
        most_words: A statement whose key has more words is no key but a sentence, and left out.
    """
    if event.kind not in _READ:
        return []
    name = fold(event.speaker)
    source = Source(
        at=event.at,
        speaker=name if is_name(name) else "user",
        trusted=event.kind in _TRUSTED,
    )
    found = []
    for claim in read(event.text, source):
        key = _key(claim)
        if claim.stance is Stance.ASSERTED and claim.value and 0 < len(key) <= most_words:
            text = claim.clause or claim.text
            replaces = claim.single or claim.change
            kind = claim.kind
            found.append(Filed(text=text, key=key, value=claim.value, kind=kind, replaces=replaces))
    return found


def _key(claim: Claim) -> tuple[str, ...]:
    subject = "" if claim.subject == _USER else claim.subject.removeprefix("@")
    words = f"{subject} {claim.topic} {' '.join(claim.guards)}"
    return tuple(sorted(set(terms(words))))

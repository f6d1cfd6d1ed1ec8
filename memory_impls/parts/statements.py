"""Statements of an event that can be filed under what they are about."""

from __future__ import annotations

import json
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
        subject: Word stems of whom or what it is about; empty for the user and things at hand.
        attribute: Word stems of the property.
        slot: Stands for subject and property as the reader of claims tells them apart.
        value: Words of the value as they stand.
        replaces: The property has one value at a time: a later statement takes its place.
    """

    text: str
    subject: tuple[str, ...]
    attribute: tuple[str, ...]
    slot: str
    value: str
    kind: ItemKind
    replaces: bool

    @property
    def key(self) -> tuple[str, ...]:
        """All words it is filed under, sorted."""
        return tuple(sorted({*self.subject, *self.attribute}))


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
    found = [_filed(claim) for claim in read(event.text, source) if _states(claim)]
    return [statement for statement in found if 0 < len(statement.key) <= most_words]


def _states(claim: Claim) -> bool:
    return claim.stance is Stance.ASSERTED and bool(claim.value)


def _filed(claim: Claim) -> Filed:
    named = "" if claim.subject == _USER else claim.subject.removeprefix("@")
    subject = frozenset(terms(f"{named} {' '.join(claim.guards)}"))
    return Filed(
        text=claim.clause or claim.text,
        subject=tuple(sorted(subject)),
        attribute=tuple(sorted(frozenset(terms(claim.topic)) - subject)),
        slot=json.dumps(claim.slot, ensure_ascii=False),
        value=claim.value,
        kind=claim.kind,
        replaces=claim.single or claim.change,
    )

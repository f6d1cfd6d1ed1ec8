"""Lines and sayings as plain JSON values, and back without loss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from memory_impls.api import ItemKind, Scope
from memory_impls.parts.claims import Claim, Stance, ValueForm
from memory_impls.parts.lines.book import Book
from memory_impls.parts.lines.line import Saying

__all__ = ["book_from_plain", "book_to_plain"]

_ENUMS: Mapping[str, type[StrEnum]] = {"kind": ItemKind, "stance": Stance, "form": ValueForm}
_TUPLES = frozenset({"attribute", "guards", "value_key"})
_TIMES = frozenset({"since", "until"})


def book_to_plain(book: Book) -> list[object]:
    """Write every line as its id and its sayings."""
    return [[line.id, [_saying_to_plain(one) for one in line.sayings]] for line in book]


def book_from_plain(plain: Iterable[Any]) -> Book:
    """Read a book back; its indexes are built anew."""
    book = Book()
    for line_id, sayings in plain:
        for one in sayings:
            book.add(_saying_from_plain(one), line_id)
    return book


def _saying_to_plain(saying: Saying) -> dict[str, object]:
    return {
        "id": saying.id,
        "event": saying.event_id,
        "claim": _claim_to_plain(saying.claim),
        "at": saying.at.isoformat(),
        "session": saying.session,
        "scope": [saying.scope.user, saying.scope.project],
        "speaker": saying.speaker,
        "weight": saying.weight,
        "trust": saying.trust,
    }


def _saying_from_plain(plain: Mapping[str, Any]) -> Saying:
    user, project = plain["scope"]
    return Saying(
        id=plain["id"],
        event_id=plain["event"],
        claim=_claim_from_plain(plain["claim"]),
        at=datetime.fromisoformat(plain["at"]),
        session=plain["session"],
        scope=Scope(user=user, project=project),
        speaker=plain["speaker"],
        weight=plain["weight"],
        trust=plain["trust"],
    )


def _claim_to_plain(claim: Claim) -> dict[str, object]:
    """Write a claim; fields that have their default are left out."""
    plain: dict[str, object] = {}
    for field in fields(Claim):
        value = getattr(claim, field.name)
        if field.default is not MISSING and value == field.default:
            continue
        if isinstance(value, StrEnum):
            value = value.value
        elif isinstance(value, datetime):
            value = value.isoformat()
        elif isinstance(value, tuple):
            value = list(value)
        plain[field.name] = value
    return plain


def _claim_from_plain(plain: Mapping[str, Any]) -> Claim:
    values: dict[str, Any] = {}
    for name, value in plain.items():
        if name in _ENUMS:
            value = _ENUMS[name](value)
        elif name in _TUPLES:
            value = tuple(value)
        elif name in _TIMES:
            value = datetime.fromisoformat(value)
        values[name] = value
    return Claim(**values)

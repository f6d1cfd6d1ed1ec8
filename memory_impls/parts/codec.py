"""Memory items as plain JSON values, and back without loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from memory_impls.api import ItemKind, Layer, MemoryItem, Scope, Status

__all__ = ["item_from_plain", "item_to_plain"]

_TIMES = frozenset({"created", "updated", "valid_from", "valid_to", "last_referenced"})
_ENUMS: Mapping[str, type[StrEnum]] = {"kind": ItemKind, "layer": Layer, "status": Status}
_DEFAULTS = {f.name: f.default for f in fields(MemoryItem) if f.default is not MISSING}


def item_to_plain(item: MemoryItem) -> dict[str, object]:
    """Write an item as JSON values; fields that have their default are left out."""
    plain: dict[str, object] = {}
    for name in (f.name for f in fields(MemoryItem)):
        value = getattr(item, name)
        if name in _DEFAULTS and value == _DEFAULTS[name]:
            continue
        plain[name] = _plain(value)
    return plain


def item_from_plain(plain: object) -> MemoryItem:
    """Read an item back.

    Raises:
        ValueError: It is no item, or a field has a value that it cannot have.
    """
    if not isinstance(plain, dict):
        raise ValueError(f"a saved item is an object, not {type(plain).__name__}")
    try:
        fields_given: dict[str, Any] = {name: _value(name, value) for name, value in plain.items()}
        return MemoryItem(**fields_given)
    except (TypeError, KeyError) as error:
        raise ValueError(f"a saved item cannot be read: {error!r}") from error


def _plain(value: object) -> object:
    match value:
        case StrEnum():
            return value.value
        case datetime():
            return value.isoformat()
        case Scope(user=user, project=project):
            return [user, project]
        case tuple():
            return list(value)
        case _:
            return value


def _value(name: str, value: object) -> object:
    if value is None:
        return None
    if name in _TIMES:
        return datetime.fromisoformat(str(value))
    if name in _ENUMS:
        return _ENUMS[name](str(value))
    if name == "scope" and isinstance(value, list):
        return Scope(user=value[0], project=value[1])
    if name == "source_ids" and isinstance(value, list):
        return tuple(str(part) for part in value)
    return value

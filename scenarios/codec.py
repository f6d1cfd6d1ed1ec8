"""Turns values of a history into plain JSON values and back, by their declared types.

Fields that have their default value are left out when written and filled in when read, so that a
history written by hand needs to say only what matters.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from memory_impls.api import Event, EventKind, Payload, TaskStatus, ToolCall, ToolResult

__all__ = ["decode", "encode"]

_PAYLOADS = {
    EventKind.TOOL_CALL: ToolCall,
    EventKind.TOOL_RESULT: ToolResult,
    EventKind.TASK_STATUS: TaskStatus,
}

T = TypeVar("T")


def encode(value: object) -> Any:
    """Give the JSON form of a value; dataclasses become tables without their defaults."""
    if is_dataclass(value) and not isinstance(value, type):
        table: dict[str, Any] = {}
        for entry in fields(value):
            content = getattr(value, entry.name)
            if entry.default is MISSING or content != entry.default:
                table[entry.name] = encode(content)
        return table
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, frozenset):
        return sorted(encode(entry) for entry in value)
    if isinstance(value, tuple | list):
        return [encode(entry) for entry in value]
    if isinstance(value, Mapping):
        return {str(key): encode(entry) for key, entry in value.items()}
    return value


def decode(kind: type[T], data: object, where: str) -> T:
    """Read a value of a declared type from its JSON form.

    Args:
        kind: A dataclass, enumeration or plain type.
        data: What JSON gave.
        where: Place to name in errors ("history.jsonl:12").

    Raises:
        ValueError: A field is missing, unknown or of another type; the message names it.
    """
    value: T = _decode(kind, data, where)
    return value


def _decode(kind: Any, data: Any, where: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _decode_union(get_args(kind), data, where)
    if origin in (tuple, frozenset):
        if not isinstance(data, list):
            raise ValueError(f"{where}: expected a list, got {data!r}")
        inner = get_args(kind)[0]
        return origin(_decode(inner, entry, f"{where}[{n}]") for n, entry in enumerate(data))
    if origin is not None and issubclass(origin, Mapping):
        return dict(_checked(dict, data, where))
    if is_dataclass(kind):
        return _decode_table(kind, data, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        allowed = [member.value for member in kind]
        if data not in allowed:
            raise ValueError(f"{where}: {data!r} is none of {', '.join(map(str, allowed))}")
        return kind(data)
    if kind is datetime:
        return _decode_time(data, where)
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    return _checked(kind, data, where)


def _checked(kind: Any, data: Any, where: str) -> Any:
    if kind is Any or kind is object:
        return data
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise ValueError(f"{where}: expected {kind.__name__}, got {data!r}")
    return data


def _decode_time(data: Any, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(data)
    except (TypeError, ValueError):
        raise ValueError(f"{where}: {data!r} is no ISO time such as 2023-05-08T13:56Z") from None
    if moment.tzinfo is None:
        raise ValueError(f"{where}: {data!r} has no time zone; add Z or an offset")
    return moment


def _decode_union(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    if data is None and type(None) in kinds:
        return None
    return _decode(next(kind for kind in kinds if kind is not type(None)), data, where)


def _decode_payload(event: Mapping[str, Any], where: str) -> Payload | None:
    """Read an event's payload: its kind says which one."""
    data = event.get("payload")
    if data is None:
        return None
    kind = _PAYLOADS.get(event.get("kind", ""))
    if kind is None:
        raise ValueError(f"{where}: an event of kind {event.get('kind')!r} has no payload")
    payload: Payload = _decode_table(kind, data, f"{where}.payload")
    return payload


def _required(entry: Any) -> bool:
    return entry.default is MISSING and entry.default_factory is MISSING


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _decode_table(kind: Any, data: Any, where: str) -> Any:
    table = _checked(dict, data, where)
    hints = _hints(kind)
    names = {entry.name: entry for entry in fields(kind)}
    for name in table:
        if name not in names:
            raise ValueError(f"{where}: unknown field {name!r}; known: {', '.join(sorted(names))}")
    for name, entry in names.items():
        if name not in table and _required(entry):
            raise ValueError(f"{where}: field {name!r} is missing")
    values = {
        name: _decode(hints[name], entry, f"{where}.{name}")
        for name, entry in table.items()
        if (kind, name) != (Event, "payload")
    }
    if kind is Event:
        values["payload"] = _decode_payload(table, where)
    try:
        return kind(**values)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error

"""Typed values as strict JSON and back, by their annotations alone.

Every dataclass of the record is written field by field; enums by value, times in ISO form with
their offset, sets sorted. A number that is not finite becomes null, and null is read back as
"not a number" where a float is due: a file never holds what a strict parser refuses.
"""

from __future__ import annotations

import functools
import json
import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

__all__ = ["JsonObject", "canonical", "decode", "encode", "is_timing"]

T = TypeVar("T")
JsonObject = dict[str, Any]
_Convert = Callable[[Any], Any]


def canonical(value: object) -> str:
    """Write JSON in the one form that hashes and comparisons rest on: sorted, dense, strict.

    >>> canonical({"b": [1, None], "a": "ü"})
    '{"a":"ü","b":[1,null]}'
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def is_timing(name: str) -> bool:
    """Tell whether a field holds measured time, which no two runs share."""
    return name == "seconds" or name.endswith("_s")


def encode(value: object, *, skip: frozenset[str] = frozenset()) -> JsonObject:
    """Turn a dataclass into a JSON object.

    Args:
        value: An instance of a dataclass.
        skip: Fields of the outermost dataclass to leave out.
    """
    plan = _encoders(type(value))
    return {name: convert(getattr(value, name)) for name, convert in plan if name not in skip}


def decode(kind: type[T], raw: object, **given: object) -> T:
    """Read a dataclass back; a field that is missing takes its default.

    Args:
        kind: The dataclass.
        raw: What ``encode`` gave.
        given: Fields that are not in ``raw``.

    Raises:
        ValueError: A field is unknown, missing without a default, or of another type.
    """
    if not isinstance(raw, dict):
        raise ValueError(f"{kind.__name__}: an object was expected, not {type(raw).__name__}")
    plan = _decoders(kind)
    values: dict[str, object] = dict(given)
    for name, value in raw.items():
        if name not in plan:
            raise ValueError(f"{kind.__name__} has no field {name!r}")
        try:
            values[name] = plan[name](value)
        except (TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{kind.__name__}.{name}: {error}") from error
    missing = sorted(_REQUIRED[kind].difference(values))
    if missing:
        raise ValueError(f"{kind.__name__} lacks {', '.join(missing)}")
    return kind(**values)


_ENCODERS: dict[type[Any], tuple[tuple[str, _Convert], ...]] = {}
_DECODERS: dict[type[Any], dict[str, _Convert]] = {}
_REQUIRED: dict[type[Any], frozenset[str]] = {}


def _encoders(kind: type[Any]) -> tuple[tuple[str, _Convert], ...]:
    plan = _ENCODERS.get(kind)
    if plan is None:
        hints = get_type_hints(kind)
        plan = tuple((f.name, _encoder(hints[f.name])) for f in fields(kind))
        _ENCODERS[kind] = plan
    return plan


def _decoders(kind: type[Any]) -> dict[str, _Convert]:
    plan = _DECODERS.get(kind)
    if plan is None:
        hints = get_type_hints(kind)
        plan = {f.name: _decoder(hints[f.name]) for f in fields(kind)}
        _DECODERS[kind] = plan
        _REQUIRED[kind] = frozenset(
            f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING
        )
    return plan


def _as_is(value: Any) -> Any:
    return value


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _iso(value: datetime) -> str:
    return value.isoformat()


def _optional_part(hint: Any) -> Any:
    """Give T of ``T | None``; other unions are written with their type, but never read back."""
    parts = [part for part in get_args(hint) if part is not types.NoneType]
    if len(parts) != 1 or len(parts) == len(get_args(hint)):
        raise TypeError(f"no rule to write {hint}; use T or T | None")
    return parts[0]


def _encoder(hint: Any) -> _Convert:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        parts = [part for part in get_args(hint) if part is not types.NoneType]
        if len(parts) > 1 and all(map(is_dataclass, parts)):
            return lambda v: None if v is None else {"type": type(v).__name__, **encode(v)}
        inner = _encoder(_optional_part(hint))
        return inner if inner is _as_is else lambda v: None if v is None else inner(v)
    if origin is tuple:
        return _tuple_encoder(get_args(hint))
    if origin is frozenset:
        inner = _encoder(get_args(hint)[0])
        return lambda v: sorted(map(inner, v))
    if origin in (dict, Mapping):
        key, item = map(_encoder, get_args(hint))
        return lambda v: {key(k): item(i) for k, i in sorted(v.items())}
    if hint is float:
        return _finite
    if hint is datetime:
        return _iso
    if hint in (str, int, bool) or (isinstance(hint, type) and issubclass(hint, StrEnum)):
        return _as_is  # a StrEnum is written by its value
    if is_dataclass(hint):
        return encode
    raise TypeError(f"no rule to write {hint}")


def _tuple_encoder(parts: tuple[Any, ...]) -> _Convert:
    inner = [_encoder(part) for part in parts if part is not Ellipsis]
    if len(parts) == 2 and parts[1] is Ellipsis:
        convert = inner[0]
        return list if convert is _as_is else lambda v: [convert(item) for item in v]
    return lambda v: [convert(item) for convert, item in zip(inner, v, strict=True)]


def _decoder(hint: Any) -> _Convert:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        inner = _decoder(_optional_part(hint))
        return lambda v: None if v is None else inner(v)
    if origin is tuple:
        return _tuple_decoder(get_args(hint))
    if origin is frozenset:
        inner = _decoder(get_args(hint)[0])
        return lambda v: frozenset(map(inner, v))
    if origin in (dict, Mapping):
        key, item = map(_decoder, get_args(hint))
        return lambda v: {key(k): item(i) for k, i in v.items()}
    if hint is float:
        return lambda v: math.nan if v is None else float(v)
    if hint is datetime:
        return datetime.fromisoformat
    if hint in (str, int, bool):
        return functools.partial(_exactly, hint)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return cast("_Convert", hint)
    if is_dataclass(hint):
        return functools.partial(decode, cast("type[Any]", hint))
    raise TypeError(f"no rule to read {hint}")


def _exactly(kind: type, value: object) -> object:
    if type(value) is not kind:
        raise ValueError(f"{value!r} is no {kind.__name__}")
    return value


def _tuple_decoder(parts: tuple[Any, ...]) -> _Convert:
    inner = [_decoder(part) for part in parts if part is not Ellipsis]
    if len(parts) == 2 and parts[1] is Ellipsis:
        convert = inner[0]
        return lambda v: tuple([convert(item) for item in v])
    return lambda v: tuple([c(item) for c, item in zip(inner, v, strict=True)])

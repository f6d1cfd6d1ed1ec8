"""Options of a loader: typed, with defaults, unknown names refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from memory_impls.parts.names import UnknownNameError

__all__ = ["Options", "option"]


def option(default: Any, what: str, *, allowed: tuple[str, ...] = (), low: int = 0) -> Any:
    """Declare an option: its default, its meaning, and the words or least number it takes."""
    return field(default=default, metadata={"what": what, "allowed": allowed, "low": low})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options that every loader takes; loaders add their own by subclassing."""

    sample: int = option(0, "questions in a sample stratified by category; 0 takes all")
    seed: int = option(0, "which sample; the same seed gives the same questions")

    @classmethod
    def of(cls, settings: Mapping[str, object] | None = None) -> Self:
        """Build options from a mapping such as a plan's table.

        Raises:
            UnknownNameError: A name is no option of this loader, or a word is not allowed.
            ValueError: A value has the wrong type or is too small.
        """
        known = {entry.name: entry for entry in fields(cls)}
        checked: dict[str, Any] = {}
        for name, value in (settings or {}).items():
            if name not in known:
                raise UnknownNameError(f"option of {cls.__name__}", name, known)
            checked[name] = _checked(name, value, known[name].default, known[name].metadata)
        return cls(**checked)

    def resolved(self) -> Mapping[str, object]:
        """All options by name, for the record."""
        return asdict(self)


def _checked(name: str, value: object, default: object, about: Mapping[str, Any]) -> object:
    kind = type(default)
    if type(value) is not kind:
        wanted = {bool: "true or false", int: "a whole number", str: "a word"}[kind]
        raise ValueError(f"option {name} takes {wanted}, not {value!r}")
    if isinstance(value, int) and value < about["low"]:
        raise ValueError(f"option {name} takes {about['low']} or more, not {value!r}")
    if about["allowed"] and value not in about["allowed"]:
        raise UnknownNameError(f"value of {name}", str(value), about["allowed"])
    return value

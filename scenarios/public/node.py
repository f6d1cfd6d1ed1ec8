"""Typed access to decoded JSON that knows where it stands: a wrong type is a named place.

Text is cleaned on the way: lone surrogates, which no file or store takes, become U+FFFD.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from scenarios.public.errors import DataError

__all__ = ["Node", "clean"]

_SURROGATES = re.compile("[\ud800-\udfff]")
_KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}


def clean(text: str) -> str:
    """Replace lone surrogates, which cannot be encoded, by the replacement character."""
    return _SURROGATES.sub("�", text)


class Node:
    """A decoded JSON value, the file it is from and the item it belongs to."""

    __slots__ = ("field", "item", "path", "value")

    def __init__(self, value: object, path: Path, item: str = "", field: str = "") -> None:
        self.value = value
        self.path = path
        self.item = item
        self.field = field

    def named(self, item: str) -> Node:
        """The same value under an item's name; fields are counted from here."""
        return Node(self.value, self.path, item)

    def wrong(self, problem: str) -> DataError:
        """Build the error that names this place."""
        return DataError(self.path, problem, item=self.item, field=self.field)

    def must_be(self, wanted: str) -> DataError:
        """Build the error for a value of the wrong type."""
        found = _KINDS.get(type(self.value), type(self.value).__name__)
        return self.wrong(f"is {found}; it must be {wanted}")

    def get(self, key: str) -> Node | None:
        """Look up a key of an object; None when it is absent or null."""
        value = self.mapping().get(key)
        return None if value is None else Node(value, self.path, self.item, self._below(key))

    def need(self, key: str) -> Node:
        """Look up a key of an object that must be there and not null.

        Raises:
            DataError: It is absent or null.
        """
        found = self.get(key)
        if found is None:
            raise DataError(self.path, "is missing", item=self.item, field=self._below(key))
        return found

    def mapping(self) -> dict[str, object]:
        """The value as an object.

        Raises:
            DataError: It is something else.
        """
        if not isinstance(self.value, dict):
            raise self.must_be("an object")
        return self.value

    def each(self) -> Iterator[Node]:
        """Go through a list.

        Raises:
            DataError: It is something else.
        """
        if not isinstance(self.value, list):
            raise self.must_be("a list")
        for position, value in enumerate(self.value):
            yield Node(value, self.path, self.item, f"{self.field}[{position}]")

    def entries(self) -> Iterator[tuple[str, Node]]:
        """Go through the keys of an object, in file order."""
        for key, value in self.mapping().items():
            yield clean(key), Node(value, self.path, self.item, self._below(key))

    def text(self) -> str:
        """The value as text, cleaned.

        Raises:
            DataError: It is something else.
        """
        if not isinstance(self.value, str):
            raise self.must_be("text")
        return clean(self.value)

    def whole(self) -> int:
        """The value as an integer.

        Raises:
            DataError: It is something else; true and false are not numbers.
        """
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.must_be("a whole number")
        return self.value

    def scalar(self) -> str:
        """The value as text, numbers written out, so that a gold has one type (case A02).

        Raises:
            DataError: It is an object, a list, true, false or null.
        """
        if isinstance(self.value, bool) or not isinstance(self.value, str | int | float):
            raise self.must_be("text or a number")
        return clean(str(self.value))

    def _below(self, key: str) -> str:
        return f"{self.field}.{clean(key)}" if self.field else clean(key)

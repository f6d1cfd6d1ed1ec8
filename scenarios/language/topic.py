"""One thing that a family talks about, as a pool's file describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scenarios.language.forms import Form, compile_form

__all__ = ["Topic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic's table; its text lists are surface forms."""

    data: Mapping[str, Any]

    @property
    def key(self) -> str:
        """Name in the pool."""
        return str(self.data["key"])

    @property
    def cues(self) -> tuple[str, ...]:
        """Attribute cues."""
        return tuple(self.data["cues"])

    def has(self, name: str) -> bool:
        """Tell whether the topic has an entry."""
        return name in self.data

    def text(self, name: str) -> str:
        """Read a plain text entry."""
        return str(self.data[name])

    def texts(self, name: str, **slots: str) -> tuple[str, ...]:
        """Read a list of texts with these slots filled, all others left as they are.

        Raises:
            ValueError: The topic has no such list.
        """
        texts = self._list(name)
        for slot, value in slots.items():
            texts = tuple(text.replace("{" + slot + "}", value) for text in texts)
        return texts

    def forms(self, name: str) -> tuple[Form, ...]:
        """Read a list of surface forms."""
        return tuple(compile_form(text) for text in self._list(name))

    def _list(self, name: str) -> tuple[str, ...]:
        if name not in self.data:
            raise ValueError(f"topic {self.key!r} of the pool has no list {name!r}; add it")
        return tuple(self.data[name])

"""Names that a user types: what is known, and which one was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["UnknownNameError", "closest"]


def closest(name: str, known: Iterable[str]) -> str | None:
    """Find the known name nearest to a mistyped one, or None when nothing is near.

    Case, hyphens and spaces do not count.

    >>> closest("Full-History", ["full_history", "window"])
    'full_history'
    >>> closest("xyz", ["full_history", "window"]) is None
    True
    """
    plain = {_plain(candidate): candidate for candidate in sorted(known, reverse=True)}
    found = difflib.get_close_matches(_plain(name), sorted(plain), n=1, cutoff=0.5)
    return plain[found[0]] if found else None


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


class UnknownNameError(ValueError):
    """A name that is not known; the message lists the known ones and the nearest.

    Args:
        what: What sort of thing is named: "design", "family", "parameter of vector".
        name: The name that was given.
        known: All names that would have been right.
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what = what
        self.name = name
        self.known = tuple(sorted(known))
        self.nearest = closest(name, self.known)
        listed = ", ".join(self.known) or "(none)"
        meant = f"; did you mean {self.nearest!r}?" if self.nearest else ""
        super().__init__(f"unknown {what} {name!r}; known: {listed}{meant}")

    def __reduce__(self) -> tuple[type[UnknownNameError], tuple[str, str, tuple[str, ...]]]:
        """Rebuild from its three arguments, so that worker processes can send it back."""
        return type(self), (self.what, self.name, self.known)

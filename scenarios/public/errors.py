"""What is wrong with a data file, said once: which file, which item, which field."""

from __future__ import annotations

from pathlib import Path

__all__ = ["DataError"]


class DataError(ValueError):
    """A data file cannot be used as what it was given for.

    Args:
        path: The file or folder.
        problem: What is wrong and what would be right.
        item: Which part of the file: "conv-26 question 37", "line 12"; "" for the whole file.
        field: Which field of the item; "" for all of it.
    """

    def __init__(self, path: Path | str, problem: str, *, item: str = "", field: str = "") -> None:
        self.path = str(path)
        self.problem = problem
        self.item = item
        self.field = field
        place = ": ".join(part for part in (self.path, item, field) if part)
        super().__init__(f"{place}: {problem}")

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from its parts, so that worker processes can send it back."""
        return _rebuild, (self.path, self.problem, self.item, self.field)


def _rebuild(path: str, problem: str, item: str, field: str) -> DataError:
    return DataError(path, problem, item=item, field=field)

"""Tables in plain text: the head of a column is the attribute of the cells below it."""

from __future__ import annotations

import re

__all__ = ["header_of", "rule_tables"]

_PIPE_ROW = re.compile(r"[^\n|]*(?:\|[^\n|]*)+")
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_RULE = re.compile(r"[\s|:+-]*")


def rule_tables(flat: str) -> str:
    """Turn the commas, tabs and semicolons of a table into bars, keeping the length.

    Only a block of at least two lines with the same number of separators, none of them followed
    by a space, under a head without digits is taken for a table. Otherwise a list of numbers
    separated by commas would be read as one grouped number.
    """
    if "\n" not in flat:
        return flat
    lines = flat.split("\n")
    for mark in ",\t;":
        at = 0
        while at < len(lines) - 1:
            stop = _block_end(lines, at, mark)
            if stop - at >= 2 and not re.search(r"\d", lines[at]):
                for row in range(at, stop):
                    lines[row] = lines[row].replace(mark, "|")
            at = max(stop, at + 1)
    return "\n".join(_rule_columns(lines))


def _rule_columns(lines: list[str]) -> list[str]:
    """Rule columns that only stand below each other, two spaces or more apart."""
    at = 0
    while at < len(lines) - 1:
        count = len(_GAP.findall(lines[at]))
        stop = at
        while count and stop < len(lines) and len(_GAP.findall(lines[stop])) == count:
            stop += 1
        if stop - at >= 2 and not re.search(r"\d", lines[at]):
            for row in range(at, stop):
                lines[row] = _GAP.sub(lambda gap: "|" + gap.group()[1:], lines[row])
        at = max(stop, at + 1)
    return lines


def _block_end(lines: list[str], start: int, mark: str) -> int:
    """Give the end of the lines that have as many separators as the first, spaceless ones."""
    count = lines[start].count(mark)
    end = start
    while (
        count
        and end < len(lines)
        and lines[end].count(mark) == count
        and (mark == "\t" or f"{mark} " not in lines[end])
    ):
        end += 1
    return end


def header_of(low: str, place: int) -> tuple[int, int] | None:
    """Give the head cell above a place in a table of bars; None outside one or in its head."""
    line_start = low.rfind("\n", 0, place) + 1
    line_end = low.find("\n", place)
    line = low[line_start : len(low) if line_end < 0 else line_end]
    if "|" not in line:
        return None
    column = low.count("|", line_start, place)
    bars = line.count("|")
    head: tuple[int, int] | None = None
    end = line_start - 1
    while end > 0:
        start = low.rfind("\n", 0, end) + 1
        row = low[start:end]
        if row.count("|") != bars or not _PIPE_ROW.fullmatch(row):
            break
        if not _RULE.fullmatch(row):
            cells = row.split("|")
            offset = start + sum(len(cell) + 1 for cell in cells[:column])
            head = (offset, offset + len(cells[column]))
        end = start - 1
    return head

"""Surface forms: text with alternatives ``[a|b]`` and slots ``{name}``, compiled once.

``{Name}`` with a capital is the slot ``name`` with its first letter raised, for the start of a
sentence. Brackets without ``|`` are ordinary text, so logs and code can be written as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Form", "compile_form"]

_SLOT = re.compile(r"\{([A-Za-z_][A-Za-z_0-9]*)\}")


@dataclass(frozen=True, slots=True)
class Form:
    """One compiled surface form.

    Attributes:
        source: As it was written.
        slots: Names that must be given, lower case.
    """

    source: str
    slots: frozenset[str]
    _pieces: tuple[object, ...]

    def render(self, random: Callable[[], float], values: Mapping[str, str]) -> str:
        """Choose among the alternatives and fill the slots.

        Args:
            random: Source of numbers in [0, 1).
            values: Text of every slot.

        Raises:
            KeyError: A slot has no value; the message names it.
        """
        out: list[str] = []
        _render(self._pieces, random, values, out)
        return "".join(out)


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    raised: bool


def _render(
    pieces: Sequence[object],
    random: Callable[[], float],
    values: Mapping[str, str],
    out: list[str],
) -> None:
    for piece in pieces:
        if type(piece) is str:
            out.append(piece)
        elif type(piece) is tuple:
            _render(piece[int(random() * len(piece))], random, values, out)
        elif isinstance(piece, _Slot):
            text = values[piece.name]
            out.append(text[:1].upper() + text[1:] if piece.raised else text)


def compile_form(source: str) -> Form:
    """Compile one form.

    >>> form = compile_form("[Keep|Hold] {what} under {value}.")
    >>> sorted(form.slots), form.render(lambda: 0.0, {"what": "costs", "value": "50k"})
    (['value', 'what'], 'Keep costs under 50k.')

    Raises:
        ValueError: A bracket with alternatives is not closed.
    """
    slots: set[str] = set()
    pieces, end = _parse(source, 0, slots, nested=False)
    if end != len(source):
        raise ValueError(f"form has a stray ']' at {end}: {source!r}")
    return Form(source, frozenset(slots), pieces[0])


def _parse(
    source: str, start: int, slots: set[str], *, nested: bool
) -> tuple[list[tuple[object, ...]], int]:
    """Read one run, or all alternatives of a group, and return them with the end position."""
    runs: list[tuple[object, ...]] = []
    run: list[object] = []
    text: list[str] = []

    def flush() -> None:
        if text:
            run.extend(_literal("".join(text), slots))
            text.clear()

    i = start
    while i < len(source):
        char = source[i]
        if char == "[" and _is_group(source, i):
            flush()
            group, i = _parse(source, i + 1, slots, nested=True)
            run.append(tuple(group))
        elif char == "[":
            close = source.find("]", i)
            if close < 0:
                raise ValueError(f"form has an unclosed '[' at {i}: {source!r}")
            text.append(source[i : close + 1])
            i = close
        elif nested and char == "|":
            flush()
            runs.append(tuple(run))
            run = []
        elif nested and char == "]":
            flush()
            runs.append(tuple(run))
            return runs, i
        else:
            text.append(char)
        i += 1
    if nested:
        raise ValueError(f"form has an unclosed '[' before {start}: {source!r}")
    flush()
    return [tuple(run)], len(source)


def _is_group(source: str, start: int) -> bool:
    """Tell whether the bracket at ``start`` holds a ``|`` of its own."""
    depth = 0
    for char in source[start:]:
        if char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
            if depth == 0:
                return False
        elif char == "|" and depth == 1:
            return True
    return False


def _literal(text: str, slots: set[str]) -> list[object]:
    pieces: list[object] = []
    last = 0
    for match in _SLOT.finditer(text):
        if match.start() > last:
            pieces.append(text[last : match.start()])
        name = match.group(1)
        lowered = name[0].lower() + name[1:]
        slots.add(lowered)
        pieces.append(_Slot(lowered, raised=name[0].isupper()))
        last = match.end()
    if last < len(text):
        pieces.append(text[last:])
    return pieces

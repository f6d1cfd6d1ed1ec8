"""Surface forms: text with alternatives ``[a|b]`` and slots ``{name}``, compiled once.

``{Name}`` with a capital is the slot ``name`` with its first letter raised, for the start of a
sentence. Brackets without ``|`` are ordinary text, so logs and code can be written as they are.
A form is spelled out into its variants when it is compiled, which makes rendering fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

__all__ = ["MAX_VARIANTS", "Fills", "Form", "compile_form"]

MAX_VARIANTS = 256
"""Most variants that the alternatives of one form may spell out to."""

_SLOT = re.compile(r"\{([A-Za-z_][A-Za-z_0-9]*)\}")
_NOTHING: Mapping[str, str] = {}
_BRACE = re.compile(r"[{}]")


class Fills(dict[str, str]):
    """Slot values by name; a name with a capital gives the value with its first letter raised.

    Numbers for the built-in slots ``n2``, ``n3``, ``n4`` (digits), ``hex`` and ``clock`` are drawn
    anew at each use; the clock only goes forward, as the lines of a log do.

    Args:
        random: Source of numbers in [0, 1).
        values: Text of slots.
    """

    __slots__ = ("_random", "_second")

    def __init__(self, random: Callable[[], float], values: Mapping[str, str] = _NOTHING) -> None:
        super().__init__(values)
        self._random = random
        self._second = 0

    def __missing__(self, name: str) -> str:
        """Raise the first letter, or draw a built-in slot."""
        if name in ("n2", "n3", "n4"):
            low = 10 ** (int(name[1]) - 1)
            return str(low + int(self._random() * 9 * low))
        if name == "hex":
            return f"{int(self._random() * (1 << 28)):07x}"
        if name == "clock":
            self._second = (self._second or int(self._random() * 80_000)) + 1
            self._second += int(self._random() * 40)
            minutes, seconds = divmod(self._second, 60)
            return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}"
        if name[0].isupper():
            text = self[name[0].lower() + name[1:]]
            return text[:1].upper() + text[1:]
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Form:
    """One compiled surface form.

    Attributes:
        source: As it was written.
        slots: Names that must be given, lower case.
        variants: What the alternatives spell out to: templates for ``str.format_map``, or plain
            texts where the form has no slots.
    """

    source: str
    slots: frozenset[str]
    variants: tuple[str, ...]

    def render(self, random: Callable[[], float], fills: Mapping[str, str]) -> str:
        """Choose among the variants and fill the slots.

        Args:
            random: Source of numbers in [0, 1).
            fills: Text of every slot; ``Fills`` knows capitals and built-in slots.

        Raises:
            KeyError: A slot has no value; the message names it.
        """
        variants = self.variants
        text = variants[int(random() * len(variants))] if len(variants) > 1 else variants[0]
        return text.format_map(fills) if self.slots else text


@lru_cache(maxsize=1 << 16)
def compile_form(source: str) -> Form:
    """Compile one form.

    >>> form = compile_form("[Keep|Hold] {what} under {value}.")
    >>> sorted(form.slots), form.render(lambda: 0.0, {"what": "costs", "value": "50k"})
    (['value', 'what'], 'Keep costs under 50k.')

    Raises:
        ValueError: A bracket is not closed, or the alternatives spell out to too many variants.
    """
    texts, end = _spell_out(source, 0, nested=False)
    if end != len(source):
        raise ValueError(f"form has a stray ']' at {end}: {source!r}")
    if len(texts) > MAX_VARIANTS:
        raise ValueError(f"form has {len(texts)} variants, at most {MAX_VARIANTS}: {source!r}")
    slots = frozenset(name[0].lower() + name[1:] for text in texts for name in _SLOT.findall(text))
    variants = tuple(_escaped(text) for text in texts) if slots else tuple(texts)
    return Form(source, slots, variants)


def _spell_out(source: str, start: int, *, nested: bool) -> tuple[list[str], int]:
    """Read one run, or all alternatives of a group; give the texts and the end position."""
    alternatives: list[str] = []
    parts: list[list[str]] = []
    i = start
    while i < len(source):
        char = source[i]
        if char == "[" and _is_group(source, i):
            group, i = _spell_out(source, i + 1, nested=True)
            parts.append(group)
        elif char == "[":
            close = source.find("]", i)
            if close < 0:
                raise ValueError(f"form has an unclosed '[' at {i}: {source!r}")
            parts.append([source[i : close + 1]])
            i = close
        elif nested and char in "|]":
            alternatives += _joined(parts)
            parts = []
            if char == "]":
                return alternatives, i
        else:
            parts.append([char])
        i += 1
    if nested:
        raise ValueError(f"form has an unclosed '[' before {start}: {source!r}")
    return _joined(parts), len(source)


def _joined(parts: list[list[str]]) -> list[str]:
    merged: list[list[str]] = []
    for part in parts:  # runs of single letters are one part
        if len(part) == 1 and merged and len(merged[-1]) == 1:
            merged[-1] = [merged[-1][0] + part[0]]
        else:
            merged.append(part)
    return ["".join(choice) for choice in product(*merged)]


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


def _escaped(text: str) -> str:
    """Double the braces that are no slots."""
    out: list[str] = []
    last = 0
    for match in _SLOT.finditer(text):
        out.append(_BRACE.sub(lambda brace: brace.group() * 2, text[last : match.start()]))
        out.append(match.group())
        last = match.end()
    out.append(_BRACE.sub(lambda brace: brace.group() * 2, text[last:]))
    return "".join(out)

"""Multiple choice: options apart from their letters, and what can be guessed without a memory."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scenarios.api import Probe

__all__ = [
    "guess_warnings",
    "guessing",
    "letter_index",
    "parse_literal",
    "split_letter",
    "split_options",
]

_LETTER = re.compile(r"\s*\(([a-z])\)\s*", re.IGNORECASE)
_OPTION = re.compile(r"^\(([a-z])\)[ \t]", re.MULTILINE)
_LONGEST_LITERAL = 200_000
_LEAK = 0.10
"""A rule that beats chance by more is worth a warning."""


def split_letter(option: str) -> str:
    """Take the letter off an option.

    >>> split_letter("(c) Tea, please.")
    'Tea, please.'
    """
    return _LETTER.sub("", option, count=1).strip() if _LETTER.match(option) else option.strip()


def letter_index(letter: str) -> int | None:
    """Read "(c)" or "c" as 2; None when it is no letter.

    >>> letter_index("(c)"), letter_index("C"), letter_index("tea")
    (2, 2, None)
    """
    bare = letter.strip().strip("()").strip().lower()
    return ord(bare) - ord("a") if len(bare) == 1 and "a" <= bare <= "z" else None


def split_options(text: str) -> tuple[str, tuple[str, ...]]:
    r"""Split a question with inlined options into the question and the options.

    The options are the last run of lines "(a) ...", "(b) ..." in order.

    >>> split_options("Which?\n\n(a) Tea\n(b) Mate")
    ('Which?', ('Tea', 'Mate'))
    """
    marks = list(_OPTION.finditer(text))
    starts = [place for place, mark in enumerate(marks) if mark[1].lower() == "a"]
    if not starts:
        return text.strip(), ()
    run = marks[starts[-1] :]
    if [mark[1].lower() for mark in run] != [chr(ord("a") + i) for i in range(len(run))]:
        return text.strip(), ()
    ends = [mark.start() for mark in run[1:]] + [len(text)]
    options = tuple(text[mark.end() : end].strip() for mark, end in zip(run, ends, strict=True))
    return text[: run[0].start()].strip(), options


def parse_literal(text: str) -> list[str] | None:
    """Read a list of texts written as a Python or JSON literal; None when it is none."""
    if len(text) > _LONGEST_LITERAL:
        return None
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        return None
    return list(value)


def guessing(probes: Iterable[Probe]) -> Mapping[str, float]:
    """Measure what rules reach that see the options and no memory at all.

    Returns:
        Share right of: chance, always the longest option, always the shortest, and the better of
        these two for each category (fitted to these very questions, so an upper bound).
    """
    asked = [probe for probe in probes if probe.gold.choices]
    if not asked:
        return {}
    long, short, sizes = Counter[str](), Counter[str](), Counter[str]()
    for probe in asked:
        sizes[probe.category] += 1
        long[probe.category] += _pick(probe.gold.choices, longest=True) == probe.gold.answer
        short[probe.category] += _pick(probe.gold.choices, longest=False) == probe.gold.answer
    best = sum(max(long[name], short[name]) for name in sizes)
    chance = sum(1 / len(probe.gold.choices) for probe in asked)
    total = len(asked)
    return {
        "chance": chance / total,
        "longest option": sum(long.values()) / total,
        "shortest option": sum(short.values()) / total,
        "length rule by category": best / total,
    }


def guess_warnings(controls: Mapping[str, float]) -> tuple[str, ...]:
    """Say which rules beat chance clearly."""
    chance = controls.get("chance", 0.0)
    return tuple(
        f"the rule '{rule}' is right in {share:.1%} without any memory (chance {chance:.1%}); "
        "choices below that show none"
        for rule, share in controls.items()
        if share > chance + _LEAK
    )


def _pick(options: Sequence[str], *, longest: bool) -> str:
    """The longest or shortest option, the first of equals."""
    return (max if longest else min)(options, key=len)

"""Cutting a long text into pieces of bounded size without losing a character that is not blank."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_impls.parts.tokens import count_tokens

__all__ = ["cut"]

_BREAK = re.compile(r"(?<=\n)|(?<=[.!?])(?=\s)|(?<=[。！？；])")
_BLANKS = re.compile(r"(?<=\s)")
_LONGEST_RUN = 4_000
"""Characters of a run without any blank, such as base64, that are kept in one piece at most."""


def cut(text: str, *, max_tokens: int) -> Iterator[str]:
    """Cut a text at line ends, else at sentence ends, else at blanks, else anywhere.

    Args:
        text: Anything.
        max_tokens: Largest piece, in tokens of ``parts.tokens``.

    Yields:
        Pieces that are not blank, in order; joined, they hold every word of the text.

    Raises:
        ValueError: The limit is below 8 tokens.
    """
    if max_tokens < 8:
        raise ValueError(f"pieces of {max_tokens} tokens are too small; give 8 or more")
    held: list[str] = []
    size = 0
    for part in _parts(text, max_tokens):
        tokens = count_tokens(part)
        if held and size + tokens > max_tokens:
            yield from _joined(held, max_tokens)
            held, size = [], 0
        held.append(part)
        size += tokens
    yield from _joined(held, max_tokens)


def _joined(parts: list[str], max_tokens: int) -> Iterator[str]:
    """Join parts; a seam may cost a token more than the parts did, then they stay apart."""
    whole = "".join(parts).strip()
    if len(parts) > 1 and count_tokens(whole) > max_tokens:
        middle = len(parts) // 2
        yield from _joined(parts[:middle], max_tokens)
        yield from _joined(parts[middle:], max_tokens)
    elif whole:
        yield whole


def _parts(text: str, max_tokens: int) -> Iterator[str]:
    """Split at the best places until every part fits."""
    for sentence in _BREAK.split(text):
        if count_tokens(sentence) <= max_tokens:
            yield sentence
            continue
        for word in _BLANKS.split(sentence):
            yield from _forced(word, max_tokens)


def _forced(word: str, max_tokens: int) -> Iterator[str]:
    """Halve a word that is too long, however often it takes."""
    if len(word) > _LONGEST_RUN or count_tokens(word) > max_tokens:
        middle = len(word) // 2
        yield from _forced(word[:middle], max_tokens)
        yield from _forced(word[middle:], max_tokens)
    elif word:
        yield word

"""Counting tokens, offline, with one named tokenizer; every budget and every cost rests on it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

__all__ = ["TOKENIZER", "count_many", "count_tokens"]

TOKENIZER = "o200k_base"
"""Name of the byte-pair encoding; recorded beside every figure in tokens."""


@functools.cache
def _counter() -> Callable[[str], int]:
    # The public Encoding builds lists of ids and a second copy of the vocabulary (0.1 s and 60 MB)
    # and refuses texts of a million characters; the binding under it only counts.
    from bpe_openai import _bindings

    count: Callable[[str], int] = _bindings.tokenizer_for_encoding(TOKENIZER).count
    return count


def count_tokens(text: str) -> int:
    """Count the tokens of a text in ``TOKENIZER``; markers of special tokens count as plain text.

    >>> count_tokens("The door code is 7719.")
    8
    """
    try:
        return _counter()(text)
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8 form; it is counted as the replacement character.
        return _counter()(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def count_many(texts: Iterable[str]) -> list[int]:
    """Count the tokens of each text."""
    return [count_tokens(text) for text in texts]

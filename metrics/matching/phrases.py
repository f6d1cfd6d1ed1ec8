"""Finding words in a folded text at token edges."""

from __future__ import annotations

import re
from functools import lru_cache

import snowballstemmer

from memory_impls.parts.normalise import flatten, is_cjk, lower

__all__ = ["find_cue", "find_exact", "find_phrase", "low_of"]

_STEMMER = snowballstemmer.stemmer("english")
_WORD_CHAR = r"a-z0-9_"


@lru_cache(1 << 16)
def low_of(text: str) -> str:
    """Fold a cue or a value the way texts are folded."""
    return " ".join(lower(flatten(text)).split())


_COMPOUND = r"(?!-(?!free|based|only|first|style|related|like|less|made|powered|driven)[a-z0-9])"


@lru_cache(1 << 14)
def _phrase_pattern(phrase: str) -> re.Pattern[str]:
    tokens = [re.escape(token) for token in re.split(r"[\s\-]+", phrase) if token]
    gap = r"[\s\-]*" if any(map(is_cjk, phrase)) else r"[\s\-]+"
    left = right = ""
    if not is_cjk(phrase[0]):
        affix = r"(?<=\bun)|(?<=\bnon)|" if len(phrase) >= 4 else ""
        affix += r"(?<=\bin)|(?<=\bim)|(?<=\bir)|(?<=\bil)|(?<=\bdis)|" if len(phrase) >= 5 else ""
        left = rf"(?:{affix}(?<=\bnon-)|(?<=\bex-)|(?<![{_WORD_CHAR}])(?<![{_WORD_CHAR}][-'&]))"
    if not is_cjk(phrase[-1]):
        right = rf"(?![{_WORD_CHAR}])(?!'[a-rt-z]){_COMPOUND}"
    return re.compile(left + gap.join(tokens) + right)


@lru_cache(1 << 14)
def _tokens_of(phrase: str) -> tuple[str, ...]:
    """Give the tokens without which the phrase cannot be there: a quick way out."""
    return tuple(token for token in re.split(r"[\s\-]+", phrase) if token)


def find_phrase(
    low: str, phrase: str, start: int = 0, end: int | None = None
) -> list[re.Match[str]]:
    """Find a folded phrase at token edges; Chinese has no edges."""
    tokens = _tokens_of(phrase)
    if not tokens or not all(token in low for token in tokens):
        return []
    return list(_phrase_pattern(phrase).finditer(low, start, len(low) if end is None else end))


@lru_cache(1 << 14)
def _exact_pattern(text: str, cased: bool) -> re.Pattern[str]:
    edge = r"A-Za-z0-9_"
    left = rf"(?<![{edge}])(?<![{edge}][-./@+])" if text[:1].isalnum() else ""
    right = rf"(?![{edge}])(?![-./@+][{edge}])" if text[-1:].isalnum() else ""
    return re.compile(left + re.escape(text) + right, 0 if cased else re.IGNORECASE)


def find_exact(flat: str, text: str) -> list[re.Match[str]]:
    """Find an identifier as a whole token; case counts only where the identifier mixes it."""
    cased = text != text.upper() and text != text.lower()
    return list(_exact_pattern(flatten(text).strip(), cased).finditer(flat))


@lru_cache(1 << 16)
def _stems(word: str) -> str:
    return str(_STEMMER.stemWord(word))


_TOKENS = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")


def find_cue(low: str, cue: str, start: int, end: int) -> list[tuple[int, int]]:
    """Find a folded cue between two places; English words match by their stem."""
    if any(map(is_cjk, cue)):
        return [match.span() for match in find_phrase(low, cue, start, end)]
    wanted = [_stems(word.removesuffix("'s")) for word in _TOKENS.findall(cue)]
    tokens = list(_TOKENS.finditer(low, start, end))
    stems = [_stems(token.group().removesuffix("'s")) for token in tokens]
    width = len(wanted)
    return [
        (tokens[at].start(), tokens[at + width - 1].end())
        for at in range(len(stems) - width + 1)
        if width and stems[at : at + width] == wanted
    ]

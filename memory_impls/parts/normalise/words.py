"""Words of a text, Chinese included: the units of overlap measures and of indexes."""

from __future__ import annotations

import re

from memory_impls.parts.normalise.folding import fold, strip_accents

__all__ = ["words"]

_WORD = re.compile(
    r"""
    [\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]  # one ideograph
    | \d+(?:[.,:]\d+)*%?                                 # 50,000  3.5  12:30  40%
    | [^\W\d_\u3005-\u3007\u3400-\u9fff\uf900-\ufaff]+   # letters
      (?:'[^\W\d_\u3005-\u3007\u3400-\u9fff\uf900-\ufaff]+)*
    | [^\W_]                                             # what is left: digits glued to letters
    """,
    re.VERBOSE,
)


def words(text: str) -> list[str]:
    """Split a text into folded words; each Chinese character is a word of its own.

    Numbers stay whole with their separators, a possessive ``'s`` is dropped, accents are folded.

    >>> words("Zoë's budget: 50,000 元")
    ['zoe', 'budget', '50,000', '元']
    """
    return [word.removesuffix("'s") for word in _WORD.findall(strip_accents(fold(text)))]

"""Words of a text as a search index counts them: folded, stemmed, identifiers whole and in parts.

English words are reduced to their Snowball stem and a short stop list is dropped. Question words
stay (a design may drop them from its queries). Chinese, Japanese and Korean have no spaces to go
by: a run of such characters gives every character and every pair of neighbours.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable

__all__ = ["QUESTION_WORDS", "STOP_WORDS", "terms"]

STOP_WORDS = frozenset(
    # Articles, pronouns, auxiliaries, prepositions, conjunctions. Long lists remove content:
    # "not", "never", "before", "after", "all", "last" and the like stay.
    """a an the this that these those
    i me my mine we us our you your yours he him his she her hers it its they them their
    am is are was were be been being do does did done has have had having
    can could will would shall should may might
    to of in on at by for from with as into about than
    and or but if so because while then there here
    just also too very
    i'm i've i'd i'll it's that's you're we're they're he's she's let's""".split()
)
"""Words that carry no content of their own; English, folded, with straight apostrophes."""

QUESTION_WORDS = frozenset("what when where who whom whose which why how".split())
"""Words that ask. Not in ``STOP_WORDS``."""

_CJK_STOP = frozenset("的了是我你他她它们在吗呢吧啊呀着和与也就都而及或很")
"""Characters that are dropped when alone; the pairs they stand in are kept."""

_CJK = (
    "\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_TOKEN = re.compile(
    rf"(?P<cjk>[{_CJK}]+)"
    # 1,200,000.50 is one number, however it is grouped.
    r"|(?P<grouped>(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]))"
    # Letters and digits, joined by what joins the parts of an identifier, an address or a date.
    rf"|(?P<word>[^\W{_CJK}]+(?:['./:@+#&-][^\W{_CJK}]+)*)"
)
_PART = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_FOLDED_APOSTROPHES = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2018": "'"})


def terms(text: str, *, without: frozenset[str] = frozenset()) -> list[str]:
    """Split a text into the terms that are counted, in order, repeats included.

    Args:
        text: Any text; width and case do not matter, except that aCapital within a word parts it.
        without: Further whole words to drop, folded, for example ``QUESTION_WORDS``.

    >>> terms("The invoices INV-1042 were paid.")
    ['invoic', 'inv-1042', 'inv', '1042', 'paid']
    >>> terms("我住在上海")
    ['住', '上', '海', '我住', '住在', '在上', '上海']
    """
    folded = unicodedata.normalize("NFKC", text).translate(_FOLDED_APOSTROPHES)
    found: list[str] = []
    for match in _TOKEN.finditer(folded):
        token = match.group()
        if match.lastgroup == "word":
            if not without or token.casefold() not in without:
                found.extend(_word(token))
        elif match.lastgroup == "cjk":
            found.extend(character for character in token if character not in _CJK_STOP)
            found.extend(token[i : i + 2] for i in range(len(token) - 1))
        else:
            found.append(token.replace(",", ""))
    return found


@functools.lru_cache(maxsize=1 << 17)
def _word(token: str) -> tuple[str, ...]:
    folded = token.casefold()
    if folded in STOP_WORDS:
        return ()
    if folded.replace("'", "").isalpha() and not _CAMEL.search(token):
        return (_stem(folded),)
    if folded.replace(".", "").isdigit():
        return (folded,)
    parts = [part.casefold() for piece in _CAMEL.split(token) for part in _PART.findall(piece)]
    kept = [_stem(part) for part in parts if part not in STOP_WORDS]
    return (folded, *(part for part in kept if part != folded))


def _stem(word: str) -> str:
    # Python's own Snowball carries its state in the object, so one per process and no threads
    # inside it; the cache of words makes the speed of the stemmer itself unimportant.
    return _stemmer()(word)


@functools.cache
def _stemmer() -> Callable[[str], str]:
    import snowballstemmer

    stem: Callable[[str], str] = snowballstemmer.stemmer("english").stemWord
    return stem

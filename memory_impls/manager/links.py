"""What rests on what: a plan made under a limit, a choice made because of a fact.

A statement that names the value of an earlier one and says that it goes by it ("because", "to
fit", "as long as") is linked to it. When that value ends, the statement is in doubt: it stays, with
half the confidence and a remark, until it is said again. A conditional rule ("in Ghent the carrier
is X") is never in doubt: it applies while its condition holds, which recall works out anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from memory_impls.parts.lines import Book, Saying
from memory_impls.parts.normalise import fold, has_cjk
from memory_impls.parts.values import SpanKind, spans

__all__ = ["Links", "named_in", "value_phrases"]

_RESTS = re.compile(
    r"\b(?:because|since|given|due to|thanks to|so that|so (?:we|i|they)|therefore|hence|"
    r"in order to|to (?:fit|stay|keep|meet|match|respect)|as long as|"
    r"provided|assuming|based on|in line with|"
    r"according to|as (?:we|i|he|she|they) (?:have|has|had)|that's why|which is why)\b"
    r"|因为|由于|既然|所以|因此|为了|根据|按照|基于|只要|考虑到|鉴于",
    re.IGNORECASE,
)
_MOST_WORDS = 4
_WORD = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")


def value_phrases(saying: Saying) -> tuple[str, ...]:
    """List the folded values of a saying that others may name: names, codes, amounts, dates."""
    claim = saying.claim
    if not claim.value:
        return ()
    told = [span.text for span in spans(claim.value) if span.kind is not SpanKind.LIMIT]
    if not told and has_cjk(claim.value) and claim.single:
        told = [claim.value.rstrip("了")]
    found = (" ".join(_WORD.findall(fold(text))) for text in told)
    return tuple(sorted({one for one in found if len(one) > 1}))


def phrases(text: str) -> frozenset[str]:
    """List the stretches of up to four words of a text, folded."""
    words = _WORD.findall(fold(text))
    sizes = range(1, _MOST_WORDS + 1)
    return frozenset(
        " ".join(words[at : at + size]) for size in sizes for at in range(len(words) - size + 1)
    )


def named_in(text: str, phrase: str) -> bool:
    """Tell whether a text names a value; Chinese has no spaces to go by."""
    return phrase in fold(text) if has_cjk(phrase) else phrase in phrases(text)


class Links:
    """Links from sayings to the sayings that they rest on."""

    def __init__(self) -> None:
        self._by_value: dict[str, dict[str, dict[str, None]]] = {}
        self._roots: dict[str, tuple[str, ...]] = {}
        self._resting: dict[str, dict[str, None]] = {}

    def add(self, saying: Saying, book: Book) -> None:
        """Link a new saying to what it rests on, and let later ones rest on it."""
        self._index(saying)
        if not _RESTS.search(saying.claim.text):
            return
        own = book.line_of(saying.id)
        found: dict[str, None] = {}
        for phrase in self._named(saying):
            for root_id in self._by_value.get(saying.scope.user, {}).get(phrase, ()):
                line = book.line_of(root_id)
                if line is None or line is own or not saying.scope.sees(line.scope):
                    continue
                root = next(one for one in line.sayings if one.id == root_id)
                if root.event_id != saying.event_id and root.at <= saying.at:
                    found[root_id] = None
        self._set(saying.id, tuple(sorted(found)))

    def roots(self, saying_id: str) -> tuple[str, ...]:
        """List the sayings that one rests on."""
        return self._roots.get(saying_id, ())

    def resting_on(self, saying_ids: Iterable[str]) -> list[str]:
        """List the sayings that rest on some, each once."""
        found = (name for one in saying_ids for name in self._resting.get(one, ()))
        return list(dict.fromkeys(found))

    def remove(self, sayings: Sequence[Saying]) -> None:
        """Take sayings out, as what rests and as what is rested on."""
        for saying in sayings:
            values = self._by_value.get(saying.scope.user, {})
            for phrase in value_phrases(saying):
                holders = values.get(phrase, {})
                holders.pop(saying.id, None)
                if not holders:
                    values.pop(phrase, None)
            for name in list(self._resting.get(saying.id, ())):
                self._set(name, tuple(root for root in self._roots[name] if root != saying.id))
            self._set(saying.id, ())

    def plain(self) -> list[object]:
        """Write the links as JSON has them."""
        return [[name, list(roots)] for name, roots in self._roots.items()]

    def load(self, plain: Iterable[Any], sayings: Iterable[Saying]) -> None:
        """Take over what ``plain`` wrote, and index all sayings anew."""
        for saying in sayings:
            self._index(saying)
        for name, roots in plain:
            self._set(str(name), tuple(map(str, roots)))

    def _index(self, saying: Saying) -> None:
        values = self._by_value.setdefault(saying.scope.user, {})
        for phrase in value_phrases(saying):
            values.setdefault(phrase, {})[saying.id] = None

    def _named(self, saying: Saying) -> list[str]:
        """List the known values that a saying names."""
        values, text = self._by_value.get(saying.scope.user, {}), saying.claim.text
        if has_cjk(text):
            return [phrase for phrase in values if named_in(text, phrase)]
        return sorted(phrases(text) & values.keys())

    def _set(self, name: str, roots: tuple[str, ...]) -> None:
        for root in self._roots.pop(name, ()):
            resting = self._resting[root]
            resting.pop(name, None)
            if not resting:
                del self._resting[root]
        if roots:
            self._roots[name] = roots
            for root in roots:
                self._resting.setdefault(root, {})[name] = None

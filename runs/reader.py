"""The offline reader: answers a direct question with sentences of the rendered context.

It measures memory, not eloquence: it can only quote. Sentences are ranked by the question's words
that they hold, rare ones first; the best few are compared by meaning as well. Below a threshold
it abstains. It reads the same text that a language model would be given, and nothing else.
"""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from memory_impls.parts.terms import QUESTION_WORDS, terms

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["ABSTENTION", "Reader"]

ABSTENTION: Mapping[str, str] = MappingProxyType({"en": "Not mentioned.", "zh": "没有提到。"})
"""What the reader says when the context does not answer, by language."""

_WHEN = re.compile(
    r"\b(?:when|what (?:date|day|month|year)|how long ago)\b|什么时候|何时|哪[天年月]|几[号月]",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"为什么|什么|哪[里儿个些位天年月种家款]?|谁|多少|几|怎么样?|如何|是否|[吗呢？]"
)
"""Words that only ask, in Chinese; the English ones are ``QUESTION_WORDS``."""

_BY_WORDS = 0.4
"""Weight of words beside meaning. With it and the threshold 0.35, 92 % of LoCoMo questions were
answered from their evidence and 42 % refused from random evidence (97 questions, MiniLM):
similarity tells little of whether a text answers, so this reader's abstention is a weak signal."""

_NEAR = 0.9
_HEADER = "## "
_MARK = re.compile(r"^\((?P<marks>[^()\n]*)\) ")
_DAY = re.compile(r"^\d{4}-\d{2}-\d{2}$")
_STOP = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[^a-z\s])|(?<=[。！？；])|\n+")
_SPEAKER = re.compile(r"^(?P<speaker>[^:.!?\n]{1,40}): ")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence of the context, with who said it and when."""

    text: str
    speaker: str
    day: str

    @property
    def quoted(self) -> str:
        """The sentence with its speaker, as the context names them."""
        return f"{self.speaker}: {self.text}" if self.speaker else self.text

    @property
    def dated(self) -> str:
        """The same with the day it was said, which a question for a time is about."""
        if not self.day:
            return self.quoted
        return f"{self.speaker} ({self.day}): {self.text}".lstrip()


class Reader:
    """An extractive reader, the same for every design.

    Args:
        threshold: Support, 0 to 1, below which it abstains.
        sentences: At most so many sentences make an answer.
        candidates: So many sentences, best by words, are compared by meaning.
        embedder: Gives the embedder when one is first needed; None goes by words alone.
    """

    def __init__(
        self,
        *,
        threshold: float = 0.35,
        sentences: int = 2,
        candidates: int = 8,
        embedder: Callable[[], Embedder] | None = None,
    ) -> None:
        self.threshold = threshold
        self.sentences = sentences
        self.candidates = candidates
        self._embedder = embedder

    def read(
        self, question: str, rendered: str, *, language: str = "en", choices: Sequence[str] = ()
    ) -> str:
        """Answer a question from a rendered context.

        Args:
            question: The probe's words.
            rendered: What the memory showed, as the common renderer wrote it.
            language: Language of the abstention.
            choices: If given, the answer is always one of them: a multiple choice is a forced one.
                From an empty context it is chosen by the question alone, so that the design
                ``none`` is the blind control of every choice.
        """
        abstention = ABSTENTION.get(language, ABSTENTION["en"])
        sentences = _sentences(rendered)
        if choices:
            return self._choose(question, sentences, choices)
        if not sentences:
            return abstention
        ranked = self._support(question, sentences)
        best = [pair for pair in ranked[: self.sentences] if pair[0] >= self.threshold]
        # A second sentence is worth its words only when it is about as good as the first.
        kept = [pair for pair in best if pair[0] >= _NEAR * best[0][0]]
        kept.sort(key=lambda pair: pair[1])
        asks_when = _WHEN.search(question) is not None
        chosen = [sentences[position] for _, position in kept]
        return " ".join(s.dated if asks_when else s.quoted for s in chosen) or abstention

    def _choose(self, question: str, sentences: list[_Sentence], choices: Sequence[str]) -> str:
        """Pick the choice that one of the sentences nearest to the question supports best."""
        ranked = self._support(question, sentences) if sentences else []
        texts = [sentences[place].quoted for _, place in ranked] or [question]
        scores = self._likeness(choices, texts)
        return choices[max(range(len(choices)), key=lambda i: (scores[i], -i))]

    def _likeness(self, choices: Sequence[str], texts: Sequence[str]) -> list[float]:
        """Give for each choice how well the text that is nearest to it supports it."""
        if self._embedder is None:
            return [max(_word_support(choice, texts)) for choice in choices]
        vectors = self._embedder().embed([*choices, *texts]).astype("float64")
        near = vectors[: len(choices)] @ vectors[len(choices) :].T
        return [round(float(row.max()), 9) for row in near]

    def _support(self, question: str, sentences: list[_Sentence]) -> list[tuple[float, int]]:
        """Rank sentences: (support from 0 to 1, position), best first, ties by position."""
        by_words = _word_support(question, [sentence.quoted for sentence in sentences])
        order = sorted(range(len(sentences)), key=lambda i: (-by_words[i], i))
        head = order[: self.candidates]
        if self._embedder is None:
            return [(by_words[i], i) for i in head]
        vectors = self._embedder().embed([question, *(sentences[i].quoted for i in head)])
        near = vectors[1:].astype("float64") @ vectors[0].astype("float64")
        mixed = [
            (round(_BY_WORDS * by_words[i] + (1 - _BY_WORDS) * max(0.0, float(score)), 9), i)
            for i, score in zip(head, near, strict=True)
        ]
        return sorted(mixed, key=lambda pair: (-pair[0], pair[1]))


def _word_support(question: str, texts: Sequence[str]) -> list[float]:
    """Share of the question's words, weighted by rarity in the context, that each text holds."""
    asked = dict.fromkeys(terms(_ASKING.sub(" ", question), without=QUESTION_WORDS))
    held = [_held_terms(text) for text in texts]
    spread = Counter(term for bag in held for term in bag if term in asked)
    weight = {term: math.log(1 + (len(held) + 1) / (spread[term] + 0.5)) for term in asked}
    whole = math.fsum(weight.values())
    if not whole:
        return [0.0] * len(texts)
    return [math.fsum(w for term, w in weight.items() if term in bag) / whole for bag in held]


def _sentences(rendered: str) -> list[_Sentence]:
    """Split a context into sentences; what is marked superseded or archived is left out."""
    found: list[_Sentence] = []
    day = ""
    for entry in rendered.replace("\n  ", "\v").split("\n"):
        if entry.startswith(_HEADER):
            day = entry.removeprefix(_HEADER)
        else:
            found.extend(_entry_sentences(entry, day))
    return found


@functools.lru_cache(maxsize=1 << 15)
def _entry_sentences(entry: str, day: str) -> tuple[_Sentence, ...]:
    body = entry.removeprefix("- ").replace("\v", "\n")
    mark = _MARK.match(body)
    if mark:
        marks = mark["marks"].split(", ")
        if any(word.split(" ")[0] in ("superseded", "archived") for word in marks):
            return ()
        day = marks[0] if _DAY.match(marks[0]) else day
        body = body[mark.end() :]
    speaker = _SPEAKER.match(body)
    said = body[speaker.end() :] if speaker else body
    name = speaker["speaker"] if speaker else ""
    parts = (part.strip() for part in _STOP.split(said))
    return tuple(_Sentence(text=part, speaker=name, day=day) for part in parts if part)


@functools.lru_cache(maxsize=1 << 15)
def _held_terms(text: str) -> frozenset[str]:
    return frozenset(terms(text))

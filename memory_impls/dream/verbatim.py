"""The verbatim rule (article A 4.1): compression may leave things out, but never blurs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memory_impls.parts.model import Note
from memory_impls.parts.normalise import fold
from memory_impls.parts.sentences import split_sentences
from memory_impls.parts.terms import terms
from memory_impls.parts.values import SpanKind, spans

__all__ = ["blurs", "guarded", "invents", "negates", "same_values"]

_NEGATION = re.compile(r"\b(?:not|no|never|none|nothing|without|cannot)\b|n['’]t\b|不|没|别|无|未")
_SHARED = 0.5


def guarded(note: Note, sources: dict[str, str]) -> tuple[Note, int]:
    """Put back word for word what a note says only roughly.

    Args:
        note: A compressed statement.
        sources: Text of each entry the note stands for, by id.

    Returns:
        The note, and how many sentences had to be put back.
    """
    texts = [sources[source_id] for source_id in note.source_ids]
    if invents(note.text, texts):
        # Numbers from nowhere: nothing of such a note can be trusted.
        own = [s for text in texts for s in split_sentences(text)]
        return replace(note, text=" ".join(dict.fromkeys(own))), len(own)
    said = list(dict.fromkeys(s for text in texts for s in split_sentences(text)))
    mended = 0
    # What is put back may bring the note near to further sentences, so look again.
    while lost := [sentence for sentence in said if blurs(note.text, sentence)]:
        note = replace(note, text=" ".join([note.text, *lost]))
        mended += len(lost)
    return note, mended


def blurs(text: str, sentence: str) -> bool:
    """Tell whether a text retells a sentence without its values, its limits or its negation."""
    if sentence in text:
        return False
    values = _values(sentence)
    words = set(terms(sentence)) - {term for value in values for term in terms(value)}
    if not words or len(words & set(terms(text))) < _SHARED * len(words):
        return False
    folded = fold(text)
    if any(fold(value) not in folded for value in values):
        return True
    return negates(sentence) and not negates(text)


def invents(text: str, sources: Sequence[str]) -> bool:
    """Tell whether a text holds a number or code that none of its sources holds."""
    kinds = (SpanKind.MONEY, SpanKind.NUMBER, SpanKind.IDENTIFIER)
    digits = [s.text for s in spans(text) if s.kind in kinds and any(c.isdigit() for c in s.text)]
    folded = fold(" ".join(sources))
    return any(fold(value) not in folded for value in digits)


def negates(text: str) -> bool:
    """Tell whether a text denies or forbids something."""
    return bool(_NEGATION.search(text))


def same_values(one: str, other: str) -> bool:
    """Tell whether two texts hold the same values and limits and agree in negation."""
    ours, theirs = ({fold(value) for value in _values(text)} for text in (one, other))
    negated = {negates(text) for text in (one, other)}
    return ours == theirs and len(negated) == 1


def _values(sentence: str) -> Iterable[str]:
    return tuple(dict.fromkeys(span.text for span in spans(sentence)))

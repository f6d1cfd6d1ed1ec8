"""The per-turn extractor: from a finished turn to what is worth writing (article B 3.3, 4.2).

By rules, or by a model in one call a turn. A call that fails loses nothing: the turn is read by
rules, and the failure is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memory_impls.api import Event, EventKind, ItemKind
from memory_impls.parts.claims import Claim, Stance, read
from memory_impls.parts.claims.kinds import chatter
from memory_impls.parts.claims.sense import sense_of
from memory_impls.parts.lines import Saying, sayings_of
from memory_impls.parts.model import Entry, Extract, ModelFailure
from memory_impls.parts.model.extract import source_of
from memory_impls.parts.sentences import split_sentences

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder
    from memory_impls.parts.model import Model

__all__ = ["LEFT_OVER", "Extraction", "Extractor", "importance_of"]

_WEIGHT = {
    ItemKind.CONSTRAINT: 0.95,
    ItemKind.PREFERENCE: 0.75,
    ItemKind.TASK_STATE: 0.5,
    ItemKind.METHOD: 0.5,
}
_BY_SOURCE = {EventKind.USER: 0.4, EventKind.SYSTEM: 0.4, EventKind.TOOL_RESULT: 0.4}
_ASSISTANT = 0.15
_VALUE = 0.15
_CHANGE = 0.1
LEFT_OVER = 0.1
"""Importance of what is left of a turn: it states nothing."""
_SHORT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What a turn gives.

    Attributes:
        sayings: Statements for the long-term layer.
        rest: Sentences that state nothing, for the short-term layer.
        failed: A model was asked and gave nothing usable.
    """

    sayings: tuple[Saying, ...]
    rest: tuple[str, ...] = ()
    failed: bool = False


def importance_of(claim: Claim, kind: EventKind) -> float:
    """Weigh a statement before it is written, 0 to 1: by its kind, then by who makes it."""
    if claim.kind in _WEIGHT:
        return _WEIGHT[claim.kind] if kind is not EventKind.ASSISTANT else 0.5
    source = _BY_SOURCE.get(kind, _ASSISTANT)
    # What gives a value can be asked for; what changes or corrects one must not be missed.
    telling = _VALUE if claim.value or claim.guards else 0.0
    return source + telling + (_CHANGE if claim.correction or claim.change else 0.0)


class Extractor:
    """Reads turns.

    Args:
        model: Asked once a turn; None reads by rules.
        threshold: Least importance of what is written.
    """

    def __init__(self, *, model: Model | None, embedder: Embedder, threshold: float) -> None:
        self._model = model
        self._embedder = embedder
        self._threshold = threshold

    def extract(self, event: Event, text: str) -> Extraction:
        """Read one message, whose words are ``text``."""
        claims, failed = self._claims(event, text)
        asserted = [
            claim
            for claim in claims
            if claim.stance is Stance.ASSERTED
            and importance_of(claim, event.kind) >= self._threshold
            and not _empty(claim)
        ]
        covered = {claim.text for claim in asserted}
        rest = [s for s in split_sentences(text) if s not in covered and not chatter(s)]
        return Extraction(
            sayings=tuple(sayings_of(event, asserted, _SHORT)), rest=tuple(rest), failed=failed
        )

    def _claims(self, event: Event, text: str) -> tuple[Sequence[Claim], bool]:
        entry = Entry(id="e0", text=text, at=event.at, kind=event.kind, speaker=event.speaker)
        if self._model is not None:
            result = self._model.run([Extract(entries=(entry,))])[0]
            if not isinstance(result, ModelFailure):
                return [statement.claim for statement in result.statements], False
        source = source_of(entry, sense_of(self._embedder))
        return read(text, source), self._model is not None


def _empty(claim: Claim) -> bool:
    return not any(char.isalnum() for char in claim.text)

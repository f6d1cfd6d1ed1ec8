"""From entries kept in full to sayings; what they leave over goes to the notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_impls.api import ItemKind
from memory_impls.dream.queue import QueueEntry
from memory_impls.parts.claims import Claim, Stance
from memory_impls.parts.claims.kinds import chatter
from memory_impls.parts.lines import Saying, sayings_of
from memory_impls.parts.model import Extract, Model, ModelFailure
from memory_impls.parts.sentences import split_sentences

__all__ = ["Told", "told"]

_PER_CALL = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What entries say: sayings, and the sentences that are none.

    Attributes:
        rest: Sentences left over, by entry: questions, hypotheses, what others say.
    """

    sayings: tuple[Saying, ...]
    rest: tuple[tuple[QueueEntry, str], ...]


def told(
    entries: Sequence[QueueEntry], scores: dict[str, int], model: Model
) -> Told | ModelFailure:
    """Extract the sayings of entries, many entries in one call; a failed call fails the whole."""
    known = {f"e{at}": entry for at, entry in enumerate(entries)}
    keys = list(known)
    tasks = [
        Extract(entries=tuple(known[key].entry(key) for key in keys[at : at + _PER_CALL]))
        for at in range(0, len(keys), _PER_CALL)
    ]
    claims: dict[str, list[Claim]] = {key: [] for key in keys}
    for result in model.run(tasks):
        if isinstance(result, ModelFailure):
            return result
        for statement in result.statements:
            claims[statement.entry_id].append(statement.claim)
    sayings: list[Saying] = []
    rest: list[tuple[QueueEntry, str]] = []
    for key, entry in known.items():
        asserted = [claim for claim in claims[key] if claim.stance is Stance.ASSERTED]
        if not claims[key]:
            asserted = _whole(entry)
        sayings.extend(sayings_of(entry, asserted, scores.get(entry.id, 3)))
        covered = {claim.text for claim in asserted}
        rest.extend((entry, s) for s in split_sentences(entry.text) if s not in covered)
    return Told(sayings=tuple(sayings), rest=tuple(rest))


def _whole(entry: QueueEntry) -> list[Claim]:
    """Keep an entry that nothing was read from by its sentences: kept in full is kept."""
    return [
        Claim(text=sentence, clause=sentence, kind=ItemKind.FACT)
        for sentence in split_sentences(entry.text)
        if not chatter(sentence)
    ]

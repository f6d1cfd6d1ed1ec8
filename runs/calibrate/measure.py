"""Measure how alike statements are, and set beside it what their words say they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from memory_impls.api import Event, EventKind, Scope
from memory_impls.parts.claims import Claim, Stance, Verdict, read, relate
from memory_impls.parts.claims.kinds import chatter
from memory_impls.parts.claims.sense import sense_of
from memory_impls.parts.embedder import Embedder
from memory_impls.parts.model import Entry
from memory_impls.parts.model.extract import source_of

__all__ = ["Calibration", "Compared", "calibrate"]

_SPOKEN = frozenset({EventKind.USER, EventKind.ASSISTANT, EventKind.SYSTEM})
_NEAREST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A statement and an earlier one of the same entity.

    Attributes:
        similarity: Cosine of the two.
        verdict: What the words say: the same again, an update, or another matter.
        nearest: No earlier statement is more alike; the one that a rule of likeness would take.
    """

    new: str
    old: str
    similarity: float
    verdict: Verdict
    nearest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What was measured.

    Attributes:
        statements: How many were read.
        entities: Scopes that have statements.
        all_pairs: Cosine of every pair of one entity, sorted.
        compared: Each statement with its nearest earlier ones.
        truncated: Statements left out because an entity has too many.
    """

    statements: int
    entities: int
    all_pairs: NDArray[np.float64] = field(repr=False)
    compared: tuple[Compared, ...] = field(repr=False)
    truncated: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    event: Event
    claim: Claim


def calibrate(
    histories: Sequence[Sequence[Event]], embedder: Embedder, *, most: int = 2_000
) -> Calibration:
    """Compare the statements of each entity with each other.

    Args:
        histories: Events, each history with scopes of its own.
        embedder: What similarity rests on.
        most: Statements of one entity that are looked at, the first ones.
    """
    pairs: list[NDArray[np.float64]] = []
    compared: list[Compared] = []
    statements = entities = truncated = 0
    for events in histories:
        for said in _by_scope(events, embedder).values():
            kept = said[:most]
            truncated += len(said) - len(kept)
            statements += len(kept)
            entities += 1
            vectors = embedder.embed([one.claim.text for one in kept]).astype(np.float64)
            cosines = vectors @ vectors.T
            pairs.append(cosines[np.tril_indices(len(kept), -1)])
            compared.extend(_compared(kept, cosines, embedder))
    everything = np.sort(np.concatenate(pairs)) if pairs else np.zeros(0)
    return Calibration(
        statements=statements,
        entities=entities,
        all_pairs=everything,
        compared=tuple(compared),
        truncated=truncated,
    )


def _by_scope(events: Sequence[Event], embedder: Embedder) -> dict[Scope, list[_Said]]:
    """Read what is stated, by entity, in time, each wording once."""
    sense = sense_of(embedder)
    found: dict[Scope, dict[str, _Said]] = {}
    for event in sorted(events, key=lambda one: (one.at, one.id)):
        if event.kind not in _SPOKEN:
            continue
        entry = Entry(
            id=event.id, text=event.text, at=event.at, kind=event.kind, speaker=event.speaker
        )
        for claim in read(event.text, source_of(entry, sense)):
            if claim.stance is Stance.ASSERTED and not chatter(claim.text):
                lane = found.setdefault(event.scope, {})
                lane.setdefault(claim.text, _Said(event=event, claim=claim))
    return {scope: list(lane.values()) for scope, lane in sorted(found.items(), key=_named)}


def _named(pair: tuple[Scope, object]) -> tuple[str, str]:
    return pair[0].user, pair[0].project or ""


def _compared(
    said: Sequence[_Said], cosines: NDArray[np.float64], embedder: Embedder
) -> Iterator[Compared]:
    def similar(one: str, other: str) -> float:
        first, second = embedder.embed([one, other])
        return float(first @ second)

    for place in range(1, len(said)):
        row = cosines[place, :place]
        near = sorted(range(place), key=lambda other: (-round(float(row[other]), 6), other))
        for rank, other in enumerate(near[:_NEAREST]):
            new, old = said[place], said[other]
            relation = relate(new.claim, old.claim, at=new.event.at, similar=similar)
            yield Compared(
                new=new.claim.text,
                old=old.claim.text,
                similarity=float(row[other]),
                verdict=relation.verdict,
                nearest=rank == 0,
            )

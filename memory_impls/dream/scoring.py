"""What becomes of each entry: kept in full, compressed, or dropped (article A 3.2, 4.2, 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from memory_impls.api import EventKind, Priority
from memory_impls.dream.queue import QueueEntry
from memory_impls.dream.settings import Settings
from memory_impls.parts.claims import Claim, Stance, read
from memory_impls.parts.claims.sense import Sense
from memory_impls.parts.model import Anchors, Model, ModelFailure, ScoreEntries, Tier
from memory_impls.parts.model.extract import source_of
from memory_impls.parts.model.score import importance

__all__ = ["Fate", "Verdict", "decide", "score"]


class Fate(StrEnum):
    """What a dream does with an entry."""

    FULL = "full"
    COMPRESS = "compress"
    DROP = "drop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The fate of an entry, its score, and why in words for the journal."""

    fate: Fate
    score: int
    why: str


def score(
    entries: Sequence[QueueEntry], anchors: Anchors, model: Model, settings: Settings
) -> dict[str, int] | ModelFailure:
    """Score entries in batches, joined by id; what a reply leaves out is asked once more.

    Returns:
        A score for each entry the model scored. Entries missing from both replies have none, and
        their metadata decides. A failed call fails the whole dream.
    """
    known = {f"e{at}": entry for at, entry in enumerate(entries)}
    scores: dict[str, int] = {}
    for keys in _rounds(known, settings):
        missing = keys
        for _ in range(2):
            found = _asked(missing, known, anchors, model, settings)
            if isinstance(found, ModelFailure):
                return found
            scores.update(found)
            missing = [(key, tier) for key, tier in missing if key not in scores]
            if not missing:
                break
    return {known[key].id: points for key, points in scores.items()}


def _rounds(known: dict[str, QueueEntry], settings: Settings) -> list[list[tuple[str, Tier]]]:
    """Say which size of model scores which entries.

    The article sends what is clearly high or low to the large model and lets the small one
    screen the rest; "reverse" lets the small one take what is clear.
    """
    if settings.tiers == "off":
        return [[(key, Tier.LARGE) for key in known]]
    first = Tier.LARGE if settings.tiers == "article" else Tier.SMALL
    other = Tier.SMALL if first is Tier.LARGE else Tier.LARGE
    clear = [(key, first) for key, entry in known.items() if _clear(entry)]
    rest = [(key, other) for key, entry in known.items() if not _clear(entry)]
    return [clear, rest]


def _clear(entry: QueueEntry) -> bool:
    guess = importance(entry.entry())
    return guess <= 1.5 or guess >= 4.0


def _asked(
    wanted: Sequence[tuple[str, Tier]],
    known: dict[str, QueueEntry],
    anchors: Anchors,
    model: Model,
    settings: Settings,
) -> dict[str, int] | ModelFailure:
    tasks = [
        ScoreEntries(
            entries=tuple(known[key].entry(key) for key, _ in wanted[at : at + settings.batch]),
            anchors=anchors if settings.anchors else Anchors(),
            tier=wanted[at][1],
        )
        for at in range(0, len(wanted), settings.batch)
    ]
    found: dict[str, int] = {}
    for result in model.run(tasks):
        if isinstance(result, ModelFailure):
            return result
        found.update(result.scores)
    return found


def decide(
    entry: QueueEntry, points: int | None, settings: Settings, sense: Sense | None = None
) -> Verdict:
    """Let source metadata outrank the score (article A 4.2): user high, tool normal, errors low.

    High: what states something is kept in full, anything else with words at least compressed,
    mere courtesies dropped. Low: never kept in full. Normal, or with metadata off: the score.
    """
    known = points if points is not None else settings.keep_score
    fate = _by_score(known, settings)
    why = f"score {known}" if points is not None else "no score"
    if not settings.metadata or entry.kind is EventKind.TASK_STATUS:
        return Verdict(fate=fate, score=known, why=why)
    priority = priority_of(entry)
    if priority is Priority.LOW:
        capped = Fate.COMPRESS if fate is Fate.FULL else fate
        return Verdict(
            fate=capped, score=min(known, settings.full_score - 1), why=f"{why}, low priority"
        )
    if priority is Priority.HIGH:
        claims = read(entry.text, source_of(entry.entry(), sense))
        tagged = entry.priority is Priority.HIGH
        if any(_states(claim) or (tagged and _asserts(claim)) for claim in claims):
            raised = max(known, settings.full_score)
            return Verdict(fate=Fate.FULL, score=raised, why=f"{why}, high priority")
        if claims:
            raised = max(known, settings.keep_score)
            lifted = Fate.COMPRESS if fate is Fate.DROP else fate
            return Verdict(fate=lifted, score=raised, why=f"{why}, high priority")
        return Verdict(fate=Fate.DROP, score=1, why="nothing but courtesies")
    return Verdict(fate=fate, score=known, why=why)


def priority_of(entry: QueueEntry) -> Priority:
    """Tell the priority: the tag of the event, or what its kind stands for."""
    if entry.priority is not Priority.NORMAL:
        return entry.priority
    if entry.kind is EventKind.USER:
        return Priority.HIGH
    if entry.kind is EventKind.TOOL_RESULT and not entry.ok:
        return Priority.LOW
    return Priority.NORMAL


def _by_score(points: int, settings: Settings) -> Fate:
    if points >= settings.full_score:
        return Fate.FULL
    return Fate.COMPRESS if points >= settings.keep_score else Fate.DROP


def _asserts(claim: Claim) -> bool:
    return claim.stance is Stance.ASSERTED


def _states(claim: Claim) -> bool:
    """Tell whether a claim says something worth its own words."""
    if not _asserts(claim):
        return False
    return bool(
        claim.hard
        or claim.change
        or claim.correction
        or claim.single
        or claim.standing
        or claim.kind.value in ("preference", "constraint")
        or (claim.subject.startswith("@") and claim.value)
        or claim.form.value in ("amount", "date", "code", "state")
    )

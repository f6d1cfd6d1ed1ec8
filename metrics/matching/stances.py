"""The matcher: how an utterance holds an atom."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from metrics.matching.hardness import hardness_in
from metrics.matching.occurrences import find_value
from metrics.matching.phrases import find_cue, low_of
from metrics.matching.polarity import stance_at
from metrics.matching.reading import Reading, read
from metrics.matching.subjects import names_subject
from metrics.matching.utterance import Stance, Utterance
from scenarios.api import Atom, Hardness

__all__ = ["hardness_of", "stances", "states"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    stance: Stance
    hardness: Hardness | None


def stances(utterance: Utterance, atom: Atom) -> frozenset[Stance]:
    """Tell in which stances an utterance holds an atom; empty when it does not hold it."""
    return frozenset(finding.stance for finding in _findings(utterance, atom))


def states(utterance: Utterance, atom: Atom) -> bool:
    """Tell whether the utterance asserts the atom as current somewhere."""
    return Stance.CURRENT in stances(utterance, atom)


def hardness_of(utterance: Utterance, atom: Atom) -> Hardness | None:
    """Give the strongest hardness with which the utterance states the atom; None without any."""
    found = {
        finding.hardness
        for finding in _findings(utterance, atom)
        if finding.stance is Stance.CURRENT
    }
    for hardness in (Hardness.MUST, Hardness.PREFER):
        if hardness in found:
            return hardness
    return None


@lru_cache(1 << 17)
def _findings(utterance: Utterance, atom: Atom) -> tuple[_Finding, ...]:
    reading = read(utterance.text, utterance.at.date())
    found: list[_Finding] = []
    for place in find_value(reading, atom):
        index = reading.sentence_index(place[0])
        covered = _cue_place(reading, utterance, atom, index, place)
        if covered is None:
            continue
        sentence = reading.sentences[index]
        clause = sentence.clause_at(place[0])
        if not names_subject(reading, utterance, atom.subject, index, (clause.start, clause.end)):
            continue
        stance = stance_at(reading.low, sentence, place, (place, *covered))
        if utterance.superseded and stance is Stance.CURRENT:
            stance = Stance.PAST
        found.append(_Finding(stance=stance, hardness=hardness_in(reading, index, place)))
    return tuple(found)


def _cue_place(
    reading: Reading, utterance: Utterance, atom: Atom, index: int, place: tuple[int, int]
) -> tuple[tuple[int, int], ...] | None:
    """Give the attribute cue that goes with a value; empty when none is asked, None if missing."""
    if not atom.attribute:
        return ()
    sentence = reading.sentences[index]
    cues = [low_of(cue) for cue in atom.attribute]
    spans = [
        span for cue in cues for span in find_cue(reading.low, cue, sentence.start, sentence.end)
    ]
    if spans:
        return tuple(spans)
    topic = low_of(utterance.topic)
    if any(find_cue(topic, cue, 0, len(topic)) for cue in cues):
        return ()
    if index and _is_anaphoric(reading.low[sentence.start : place[0]]):
        before = reading.sentences[index - 1]
        if any(find_cue(reading.low, cue, before.start, before.end) for cue in cues):
            return ()
    return None


def _is_anaphoric(head: str) -> bool:
    head = head.strip()
    starts = ("it ", "it's", "that ", "this ", "these ", "those ", "they ", "它", "这", "那", "其")
    return len(head.split()) <= 2 or f"{head} ".startswith(starts)

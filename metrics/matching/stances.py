"""The matcher: how an utterance holds an atom."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from metrics.matching.attributes import cue_places
from metrics.matching.hardness import hardness_at
from metrics.matching.modality import is_supposed
from metrics.matching.negation import is_called_wrong, is_denied
from metrics.matching.occurrences import find_value
from metrics.matching.reading import Reading, read
from metrics.matching.repair import is_taken_back
from metrics.matching.spots import Place, Spot, spot_at
from metrics.matching.subjects import is_about, subject_places
from metrics.matching.tense import change_of, is_ended, is_past
from metrics.matching.utterance import Stance, Utterance
from scenarios.api import Atom, Hardness, ValueKind

__all__ = ["hardness_of", "stances", "states"]

_CACHED_ANSWERS = 1 << 17


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """One place where the atom is held."""

    stance: Stance
    hardness: Hardness | None


def stances(utterance: Utterance, atom: Atom) -> frozenset[Stance]:
    """Tell in which stances an utterance holds an atom; empty when it does not hold it."""
    return frozenset(finding.stance for finding in _findings(utterance, atom))


def states(utterance: Utterance, atom: Atom) -> bool:
    """Tell whether the utterance asserts the atom as current somewhere."""
    return any(finding.stance is Stance.CURRENT for finding in _findings(utterance, atom))


def hardness_of(utterance: Utterance, atom: Atom) -> Hardness | None:
    """Give the strongest hardness with which the utterance states the atom; None without any."""
    found = {
        finding.hardness
        for finding in _findings(utterance, atom)
        if finding.stance is Stance.CURRENT
    }
    return next((hardness for hardness in Hardness if hardness in found), None)


def _findings(utterance: Utterance, atom: Atom) -> tuple[_Finding, ...]:
    # most texts do not hold the value at all: they never reach the cache
    if not find_value(read(utterance.text), atom, utterance.at.date()):
        return ()
    return _weighed(utterance, atom)


@lru_cache(_CACHED_ANSWERS)
def _weighed(utterance: Utterance, atom: Atom) -> tuple[_Finding, ...]:
    reading = read(utterance.text)
    found: list[_Finding] = []
    places = find_value(reading, atom, utterance.at.date())
    named = subject_places(reading, atom.subject)
    for place in places:
        index = reading.sentence_index(place[0])
        cues = cue_places(
            reading, atom.attribute, utterance.topic, index, place, named, atom.value.kind
        )
        if cues is None or _is_said_closer(reading, index, place, places, cues):
            continue
        is_date = atom.value.kind is ValueKind.DATE
        spot = spot_at(reading, index, place, cues, named, is_date=is_date)
        if not is_about(spot, utterance, atom.subject):
            continue
        stance = _aged(_stance(spot, atom), utterance)
        found.append(_Finding(stance=stance, hardness=hardness_at(spot)))
    return tuple(found)


def _aged(stance: Stance, utterance: Utterance) -> Stance:
    """What an item asserts that is shown as superseded is past."""
    past = utterance.superseded and stance is Stance.CURRENT
    return Stance.PAST if past else stance


def _is_said_closer(
    reading: Reading, index: int, place: Place, places: list[Place], cues: tuple[Place, ...]
) -> bool:
    """Tell whether another clause of the sentence holds both the value and a cue, and this none."""
    sentence = reading.sentences[index]
    of_cues = {sentence.clause_index(one) for one, _ in cues if one < sentence.end}
    own = sentence.clause_index(place[0])
    if own in of_cues:
        return False
    others = {
        sentence.clause_index(one) for one, _ in places if sentence.start <= one < sentence.end
    }
    return bool(others & of_cues)


def _stance(spot: Spot, atom: Atom) -> Stance:
    """Decide one stance; a supposition outweighs a denial, a denial outweighs the past."""
    if is_called_wrong(spot):
        return Stance.DENIED
    if is_supposed(spot):
        return Stance.HYPOTHETICAL
    if is_ended(spot):
        return Stance.PAST
    if is_denied(spot):
        return Stance.DENIED
    change = change_of(spot)
    if change is not None:
        return change
    if is_past(spot):
        return Stance.PAST
    return is_taken_back(spot, atom.value.kind) or Stance.CURRENT

"""Whom a value is about: the nearest thing named decides, a rival named there excludes."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from metrics.matching.apart import has_subject_of_its_own, is_of_another_thing
from metrics.matching.closeness import (
    CLAUSE_GROUPS,
    is_covered,
    mention_groups,
    starts_stretch,
)
from metrics.matching.mentions import Mention, Person, Role, mentions_of
from metrics.matching.orders import is_order, is_own_directive
from metrics.matching.ownership import owns
from metrics.matching.phrases import find_phrase, low_of
from metrics.matching.reading import Reading
from metrics.matching.spots import Place, Spot
from metrics.matching.tables import header_of
from metrics.matching.utterance import Utterance
from scenarios.api import USER

__all__ = ["is_about", "subject_places"]


class _Verdict(Enum):
    YES = "yes"
    NO = "no"
    OPEN = "open"


def is_about(spot: Spot, utterance: Utterance, cues: tuple[str, ...]) -> bool:
    """Tell whether the value at a spot is about the subject, or names none that is asked for.

    The search goes from near to far: "for X" behind the value, the possessor, the subject of the
    clause, the sentence, earlier sentences from the nearest back, the question answered, later
    sentences.
    """
    if not cues:
        return True
    row = _row_verdict(spot)
    if row is not None:
        return row
    if is_of_another_thing(spot) or has_subject_of_its_own(spot):
        return False
    mentions = mentions_of(spot.reading, spot.named)
    for rank, group in enumerate(mention_groups(spot, mentions[spot.index])):
        verdict = _judge(group, spot, utterance, cues)
        if rank == 0 and not spot.is_amount:
            # "FitBarn on Quay Street": only an amount is for somebody
            verdict = verdict if verdict is _Verdict.YES else _Verdict.OPEN
        if verdict is not _Verdict.OPEN:
            return verdict is _Verdict.YES
        if rank == CLAUSE_GROUPS and is_order(spot, utterance, cues):
            return True
    for index in range(spot.index - 1, -1, -1):
        verdict = _focus(mentions[index], spot, utterance, cues)
        if verdict is not _Verdict.OPEN:
            return verdict is _Verdict.YES
    if utterance.topic and _topic_names(utterance, cues):
        return True
    for index in range(spot.index + 1, len(mentions)):
        if _focus(mentions[index], spot, utterance, cues) is _Verdict.YES:
            return True
    return USER in cues and utterance.is_user and is_own_directive(spot)


def _row_verdict(spot: Spot) -> bool | None:
    """In a table the row says whom a cell is about; None outside, or when no row names it."""
    low = spot.reading.low
    if not spot.named or header_of(low, spot.place[0]) is None:
        return None
    start = low.rfind("\n", 0, spot.place[0]) + 1
    end = low.find("\n", spot.place[1])
    end = len(low) if end < 0 else end
    if any(start <= one < end for one, _ in spot.named):
        return True
    rows = [header_of(low, one) is not None for one, _ in spot.named]
    return False if any(rows) else None


def _judge(
    group: list[Mention], spot: Spot, utterance: Utterance, cues: tuple[str, ...]
) -> _Verdict:
    verdicts = [_one(mention, spot, utterance, cues) for mention in group]
    if _Verdict.YES in verdicts:
        return _Verdict.YES
    return _Verdict.NO if _Verdict.NO in verdicts else _Verdict.OPEN


_STATE_AFTER = re.compile(
    r"\s*(?:is|are|was|has|have|had|needs|wants|uses|lives|prefers|likes)\b|是|有|用|住|喜欢|想|要"
)


def _focus(
    group: tuple[Mention, ...], spot: Spot, utterance: Utterance, cues: tuple[str, ...]
) -> _Verdict:
    """Read what another sentence leaves as the topic."""
    verdicts = [_one(mention, spot, utterance, cues) for mention in group]
    if _Verdict.YES in verdicts:
        return _Verdict.YES
    for mention, verdict in zip(group, verdicts, strict=True):
        if verdict is not _Verdict.NO or mention.is_label:
            continue
        if mention.role in (Role.POSSESSOR, Role.TOPIC):
            return _Verdict.NO
        if mention.role is Role.SUBJECT and _STATE_AFTER.match(spot.reading.low, mention.end):
            return _Verdict.NO
    return _Verdict.OPEN


def _one(mention: Mention, spot: Spot, utterance: Utterance, cues: tuple[str, ...]) -> _Verdict:
    """Judge one mention: the subject asked for, a rival, or neither."""
    person = mention.person
    if person is not Person.SOMEONE or not _is_others_relative(mention, cues):
        if _matches_name(mention.text, cues):
            return _Verdict.YES
    if person in (Person.SINGULAR, Person.PLURAL):
        return _antecedent(mention, spot, utterance, cues)
    if person is Person.IT and USER not in cues:
        return _antecedent(mention, spot, utterance, cues)
    if _REPORTS_NEXT.match(spot.reading.low, mention.end) and not utterance.is_user:
        if person in (Person.ME, Person.US):
            # the assistant who suggests is not whom it is about
            return _Verdict.OPEN
    if USER in cues:
        own = _as_user(person, utterance)
        if own is not None:
            return own
    elif person in (Person.ME, Person.US):
        if _speaks_for(utterance, cues):
            return _Verdict.YES
        return _Verdict.NO if _is_own_thing(mention, spot) else _Verdict.OPEN
    if person in (Person.USER, Person.SOMEONE, Person.NAME):
        if _REPORTS_NEXT.match(spot.reading.low, mention.end) and mention.start < spot.place[0]:
            # who says it is not whom it is about
            return _Verdict.OPEN
        rival = mention.role is not Role.OTHER or owns(mention, spot)
        rival = rival or starts_stretch(spot, mention, mention)
        return _Verdict.NO if rival else _Verdict.OPEN
    return _Verdict.OPEN


def _is_own_thing(mention: Mention, spot: Spot) -> bool:
    """The speaker's own, where a named subject is asked for: "I met Ana. My budget is 50k".

    "We" may well speak of the subject, and so may "I" where the sentence names the subject.
    """
    if mention.person is not Person.ME:
        return False
    start, end = spot.sentence.start, spot.sentence.end
    if not start <= mention.start < end:
        return False
    if mention.role is Role.POSSESSOR:
        return owns(mention, spot) or not any(start <= one < end for one, _ in spot.named)
    return mention.role is Role.SUBJECT and not any(start <= one < end for one, _ in spot.named)


_REPORTS_NEXT = re.compile(
    r" (?:has |have |had |also |just |once |really )?(?:says?|said|claims?|claimed|tells? (?:me"
    r"|us|everyone)|told (?:me|us|everyone|people)|"
    r"thinks?|thought|believes?|believed|mentioned|mentions?|knows?|knew|insists?|insisted"
    r"|swears?|swore|reckons?|assumes?|assumed|"
    r"heard|hears|reports?|reported|confirms?|confirmed|announced|suggests?|suggested|recommends?"
    r"|recommended|proposes?|proposed|noted)\b|(?:跟我|对我)?(?:都)?(?:说"
    r"|觉得|以为|误以为|认为|知道|听说|告诉我|相信|表示|提到)"
)


def _as_user(person: Person, utterance: Utterance) -> _Verdict | None:
    if person is Person.USER:
        return _Verdict.YES
    if person in (Person.ME, Person.US):
        return _Verdict.YES if utterance.is_user else _Verdict.NO
    if person is Person.YOU:
        return _Verdict.OPEN if utterance.from_user else _Verdict.YES
    return None


def _is_others_relative(mention: Mention, cues: tuple[str, ...]) -> bool:
    """In "Vera's brother" the cue is only whose brother it is."""
    for cue in cues:
        low = low_of(cue)
        if cue != USER and mention.text.startswith(low) and len(mention.text) > len(low):
            return True
    return False


def _antecedent(
    mention: Mention, spot: Spot, utterance: Utterance, cues: tuple[str, ...]
) -> _Verdict:
    """Resolve a pronoun to the nearest name or person before it."""
    groups = mentions_of(spot.reading, spot.named)
    for group in reversed(groups[: spot.reading.sentence_index(mention.start) + 1]):
        for other in reversed(group):
            if other.start >= mention.start or is_covered(other, spot):
                continue
            if other.person is Person.USER:
                return _Verdict.YES if USER in cues else _Verdict.NO
            if other.person in (Person.NAME, Person.SOMEONE):
                others = _is_others_relative(other, cues) and other.person is Person.SOMEONE
                same = _matches_name(other.text, cues) and not others
                return _Verdict.YES if same else _Verdict.NO
    if _speaks_for(utterance, cues) or (USER in cues and utterance.is_user):
        return _Verdict.NO if mention.person is not Person.IT else _Verdict.OPEN
    named = bool(utterance.topic) and _topic_names(utterance, cues)
    return _Verdict.YES if named else _Verdict.OPEN


@lru_cache(1 << 15)
def _matches_name(text: str, cues: tuple[str, ...]) -> bool:
    return any(find_phrase(text, low_of(cue)) for cue in cues if cue != USER)


def _speaks_for(utterance: Utterance, cues: tuple[str, ...]) -> bool:
    speaker = low_of(utterance.speaker)
    return bool(speaker) and _matches_name(speaker, cues)


_TOPIC_USER = re.compile(r"\b(?:i|me|my|mine|we|our|us|user|you|your)\b|我|咱|用户|你|您")


def _topic_names(utterance: Utterance, cues: tuple[str, ...]) -> bool:
    topic = low_of(utterance.topic)
    return _matches_name(topic, cues) or (USER in cues and _TOPIC_USER.search(topic) is not None)


def subject_places(reading: Reading, cues: tuple[str, ...]) -> tuple[Place, ...]:
    """Give the places where named cues stand."""
    return tuple(
        match.span()
        for cue in cues
        if cue != USER
        for match in find_phrase(reading.low, low_of(cue))
    )

"""Whom a value is about: the nearest thing named decides, a rival named there excludes."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from metrics.matching.mentions import Mention, Person, Role, mentions_of
from metrics.matching.phrases import find_phrase, low_of
from metrics.matching.quotes import quote_at
from metrics.matching.reading import Reading
from metrics.matching.spots import VALUE_MARK, Spot
from metrics.matching.utterance import Utterance
from scenarios.api import USER

__all__ = ["is_about", "subject_places"]


class _Verdict(Enum):
    YES = "yes"
    NO = "no"
    OPEN = "open"


_FOR_AFTER = re.compile(
    r"[\s\"')]*(?:(?:[a-z_]+ ){0,2})?(?:for|of|on|at|per|from)(?: project| the| my| our)* $"
)
_DIRECTIVE = re.compile(
    r"(?:^|[,，;:]\s*|\b(?:please|and|so|then|just|to|always|must|should) )(?:please |always |never |don't |do not |just |try to |only )*(?:keep|make|use|avoid|"
    r"stay|limit|set|remember|note|book|find|send|write|call|choose|pick|stick|go|give|put|schedule|plan|change|"
    r"update|ensure|deploy|run|store|save|don't|never|always|do|let|get|take|no|cap|spend|buy|order|add|remove|"
    r"switch|move|stop|start|reserve|leave|cook|serve|include|exclude|skip|wear|bring|meet|reply|answer|address)\b"
    r"|\b(?:please|must|should|need to|have to|can you|could you|would you|will you)\b"
    r"|请|别|不要|务必|一定|记住|帮|给我|麻烦|最好|尽量|必须|得|控制在|不能|不许|只(?:要|用|能)|千万|安排|订|预订"
)
_ELLIPTIC = re.compile(
    r"^\W*(?:[a-z_§]+(?: [a-z_§]+){0,2}\s*[:=]|(?:definitely |strictly |very |quite |mildly |severely )*_+)"
)

_BARE_CUE = re.compile(
    r"^\W*(?:(?:ok|okay|so|and|but|now|then|well|yes|hi|hello|btw|also)\W+)*(?:the |this |that )?"
    r"(?:new |total |overall |current |max |maximum |final |whole )*_+(?! (?:of|for|in|at|from)\b)"
    r"|^\W*(?:总|新|目前|现在|这次|最终|整体|全部)?的?_+"
)


def is_about(spot: Spot, utterance: Utterance, cues: tuple[str, ...]) -> bool:
    """Tell whether the value at a spot is about the subject, or names none that is asked for.

    The search goes from near to far: "for X" behind the value, the possessor, the clause, the
    sentence, earlier sentences from the nearest back, the question answered, later sentences.
    """
    if not cues:
        return True
    mentions = _mentions(spot)
    for group in _groups(spot, mentions[spot.index]):
        verdict = _judge(group, spot, utterance, cues)
        if verdict is not _Verdict.OPEN:
            return verdict is _Verdict.YES
    for index in range(spot.index - 1, -1, -1):
        verdict = _focus(mentions[index], spot, utterance, cues)
        if verdict is not _Verdict.OPEN:
            return verdict is _Verdict.YES
    if utterance.topic and _topic_names(utterance, cues):
        return True
    for index in range(spot.index + 1, len(mentions)):
        if _focus(mentions[index], spot, utterance, cues) is _Verdict.YES:
            return True
    return USER in cues and utterance.is_user and _own_directive(spot)


def _mentions(spot: Spot) -> tuple[tuple[Mention, ...], ...]:
    return mentions_of(spot.reading, spot.named)


def _groups(spot: Spot, mentions: tuple[Mention, ...]) -> list[list[Mention]]:
    """Order the mentions of the sentence from the closest tie to the loosest."""
    open_to = [
        kept
        for mention in mentions
        if (kept := mention.owner if _is_covered(mention, spot) else mention)
    ]
    clause = spot.clause
    inside = [m for m in open_to if clause.start <= m.start < clause.end]
    low = spot.reading.low
    behind = [
        m
        for m in inside
        if m.start >= spot.place[1] and _FOR_AFTER.match(low[spot.place[1] : m.start])
    ]
    owners = [m for m in inside if _owns(m, spot)]
    leading = [m for m in inside if m.role in (Role.SUBJECT, Role.TOPIC, Role.POSSESSOR)]
    earlier = [m for m in open_to if m.start < clause.start]
    later = [m for m in open_to if m.start >= clause.end]
    heads = [m for m in earlier if m.role is not Role.OTHER]
    return [behind[:1], owners, leading, inside, heads[::-1][:2], earlier, later]


def _is_covered(mention: Mention, spot: Spot) -> bool:
    """Mentions inside the value or its attribute cue are no candidates."""
    if any(one <= mention.start and mention.end <= two for one, two in spot.covered):
        return True
    inside = any(mention.start <= one and two <= mention.end for one, two in spot.covered[:1])
    if inside:
        return True
    # "my sister" where "sister" is the attribute asked for
    return mention.person is Person.SOMEONE and any(
        mention.start < two and one < mention.end for one, two in spot.covered
    )


def _owns(mention: Mention, spot: Spot) -> bool:
    """The mention stands as owner right before the value or a cue: "Ana's new budget"."""
    low = spot.reading.low
    for one, _ in spot.covered:
        if mention.end <= one:
            gap = low[mention.end : one]
            if re.fullmatch(r"(?:'s|'|s'|们?的|之)?\s*(?:[\w'-]+ ){0,3}", gap) and (
                mention.role is Role.POSSESSOR or (mention.person is Person.NAME and len(gap) <= 1)
            ):
                return True
            if re.fullmatch(r"(?:们?的)?[\u4e00-\u9fff]{0,4}", gap) and (
                mention.role is Role.POSSESSOR or not gap
            ):
                return True
    return False


def _judge(
    group: list[Mention], spot: Spot, utterance: Utterance, cues: tuple[str, ...]
) -> _Verdict:
    verdicts = [_one(mention, spot, utterance, cues) for mention in group]
    if _Verdict.YES in verdicts:
        return _Verdict.YES
    return _Verdict.NO if _Verdict.NO in verdicts else _Verdict.OPEN


def _focus(
    group: tuple[Mention, ...], spot: Spot, utterance: Utterance, cues: tuple[str, ...]
) -> _Verdict:
    """Read what an earlier sentence leaves as the topic."""
    verdicts = [_one(mention, spot, utterance, cues) for mention in group]
    if _Verdict.YES in verdicts:
        return _Verdict.YES
    for mention, verdict in zip(group, verdicts, strict=True):
        if verdict is _Verdict.NO and mention.role in (Role.POSSESSOR, Role.TOPIC):
            return _Verdict.NO
        if verdict is _Verdict.NO and mention.role is Role.SUBJECT and _is_state(spot, mention):
            return _Verdict.NO
    return _Verdict.OPEN


def _is_state(spot: Spot, mention: Mention) -> bool:
    rest = spot.reading.low[mention.end : mention.end + 24]
    return (
        re.match(
            r"\s*(?:is|are|was|has|have|had|needs|wants|uses|lives|prefers|likes)\b|是|有|用|住|喜欢|想|要",
            rest,
        )
        is not None
    )


def _one(mention: Mention, spot: Spot, utterance: Utterance, cues: tuple[str, ...]) -> _Verdict:
    """Judge one mention: the subject asked for, a rival, or neither."""
    if _matches_name(mention.text, cues):
        return _Verdict.YES
    person = mention.person
    if USER in cues:
        return _of_user(person, mention, spot, utterance, cues)
    own = _speaks_for(utterance, cues)
    if person in (Person.ME, Person.US):
        if own:
            return _Verdict.YES
        strong = mention.role is Role.POSSESSOR or mention.role is Role.SUBJECT
        return (
            _Verdict.NO
            if person is Person.ME and strong and _is_local(mention, spot)
            else _Verdict.OPEN
        )
    if person in (Person.SINGULAR, Person.PLURAL, Person.IT):
        return _antecedent(mention, spot, utterance, cues)
    if person is Person.USER or person is Person.SOMEONE:
        return _Verdict.NO if mention.role is not Role.OTHER else _Verdict.OPEN
    if person is Person.NAME:
        return (
            _Verdict.NO if mention.role is not Role.OTHER or _owns(mention, spot) else _Verdict.OPEN
        )
    return _Verdict.OPEN


def _of_user(
    person: Person, mention: Mention, spot: Spot, utterance: Utterance, cues: tuple[str, ...]
) -> _Verdict:
    if person is Person.USER:
        return _Verdict.YES
    if person in (Person.ME, Person.US):
        return _Verdict.YES if utterance.is_user else _Verdict.NO
    if person is Person.YOU:
        return _Verdict.OPEN if utterance.from_user else _Verdict.YES
    if person in (Person.SINGULAR, Person.PLURAL):
        return _antecedent(mention, spot, utterance, cues)
    if person is Person.SOMEONE:
        return _Verdict.NO if mention.role is not Role.OTHER else _Verdict.OPEN
    if person is Person.NAME:
        return (
            _Verdict.NO if mention.role is not Role.OTHER or _owns(mention, spot) else _Verdict.OPEN
        )
    return _Verdict.OPEN


def _is_local(mention: Mention, spot: Spot) -> bool:
    return spot.sentence.start <= mention.start < spot.sentence.end


def _antecedent(
    mention: Mention, spot: Spot, utterance: Utterance, cues: tuple[str, ...]
) -> _Verdict:
    """Resolve a pronoun to the nearest name or person before it."""
    for group in reversed(_mentions(spot)[: spot.reading.sentence_index(mention.start) + 1]):
        for other in reversed(group):
            if other.start >= mention.start or _is_covered(other, spot):
                continue
            if other.person in (Person.NAME, Person.SOMEONE, Person.USER):
                if _matches_name(other.text, cues):
                    return _Verdict.YES
                if other.person is Person.USER:
                    return _Verdict.YES if USER in cues else _Verdict.NO
                return _Verdict.NO
    if _speaks_for(utterance, cues) or (USER in cues and utterance.is_user):
        return _Verdict.NO if mention.person is not Person.IT else _Verdict.OPEN
    topic = utterance.topic
    return _Verdict.YES if topic and _topic_names(utterance, cues) else _Verdict.OPEN


@lru_cache(1 << 15)
def _matches_name(text: str, cues: tuple[str, ...]) -> bool:
    return any(find_phrase(text, low_of(cue)) for cue in cues if cue != USER)


def _speaks_for(utterance: Utterance, cues: tuple[str, ...]) -> bool:
    speaker = low_of(utterance.speaker)
    return bool(speaker) and _matches_name(speaker, cues)


def _topic_names(utterance: Utterance, cues: tuple[str, ...]) -> bool:
    topic = low_of(utterance.topic)
    if _matches_name(topic, cues):
        return True
    return (
        USER in cues
        and re.search(r"\b(?:i|me|my|mine|we|our|us|user|you|your)\b|我|咱|用户|你|您", topic)
        is not None
    )


def _own_directive(spot: Spot) -> bool:
    """A user's order or clipped note without any subject is the user's own."""
    if quote_at(spot.reading, spot.place[0]):
        return False
    text = spot.clause_text()
    sentence = spot.lead + VALUE_MARK + spot.rest
    if _DIRECTIVE.search(text) or _DIRECTIVE.search(sentence) or _ELLIPTIC.match(text):
        return True
    return _BARE_CUE.match(text) is not None


def subject_places(reading: Reading, cues: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Give the places where named cues stand."""
    return tuple(
        match.span()
        for cue in cues
        if cue != USER
        for match in find_phrase(reading.low, low_of(cue))
    )

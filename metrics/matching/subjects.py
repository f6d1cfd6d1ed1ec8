"""Whom a value is about: the nearest thing named decides, a rival named there excludes."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from functools import lru_cache

from metrics.matching.clauses import Clause
from metrics.matching.lexicon import first_finite, has_finite, is_verb
from metrics.matching.mentions import Mention, Person, Role, mentions_of
from metrics.matching.phrases import find_phrase, low_of
from metrics.matching.quotes import quote_at
from metrics.matching.reading import Reading
from metrics.matching.spots import VALUE_MARK, Place, Spot
from metrics.matching.tables import header_of
from metrics.matching.utterance import Utterance
from scenarios.api import USER

__all__ = ["is_about", "subject_places"]


_CLAUSE_GROUPS = 3
"""The first groups of mentions belong to the clause of the value."""


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
    mentions = mentions_of(spot.reading, spot.named)
    for rank, group in enumerate(_groups(spot, mentions[spot.index])):
        verdict = _judge(group, spot, utterance, cues)
        if rank == 0 and not spot.is_amount:
            # "FitBarn on Quay Street": only an amount is for somebody
            verdict = verdict if verdict is _Verdict.YES else _Verdict.OPEN
        if verdict is not _Verdict.OPEN:
            return verdict is _Verdict.YES
        if rank == _CLAUSE_GROUPS and _is_order(spot, utterance, cues):
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
    return USER in cues and utterance.is_user and _own_directive(spot)


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


_FOR_AFTER = re.compile(
    r"[\s\"')]*(?:(?:[a-z_]+ ){0,2})?(?:for|of|on|at|per|from)(?: project| the| my| our)* $"
)


def _groups(spot: Spot, mentions: tuple[Mention, ...]) -> list[list[Mention]]:
    """Order the mentions of the sentence from the closest tie to the loosest."""
    open_to = [
        kept
        for mention in mentions
        if (kept := mention.owner if _is_covered(mention, spot) else mention)
        and not _is_beside_value(mention, spot)
    ]
    clause, low = spot.clause, spot.reading.low
    inside = [m for m in open_to if clause.start <= m.start < clause.end]
    behind = [
        m
        for m in inside
        if m.start >= spot.place[1] and _FOR_AFTER.match(low[spot.place[1] : m.start])
    ]
    bunches = _coordinated(low, [m for m in inside if m.end <= spot.place[0]])
    owners = [m for bunch in bunches if any(_owns(m, spot) for m in bunch) for m in bunch]
    earlier = [m for m in open_to if m.start < clause.start]
    later = [m for m in open_to if m.start >= clause.end]
    local = _relative_head(spot, earlier) or _local_subject(spot, inside, bunches)
    groups = [behind[:1], owners, local, inside]
    if _leads_with_another(spot, inside, earlier):
        return [*groups, [_SOMEBODY_ELSE]]
    return [*groups, *_by_clause(spot, earlier), earlier, later]


def _by_clause(spot: Spot, earlier: list[Mention]) -> list[list[Mention]]:
    """Group the mentions of earlier clauses that can decide, the nearest clause first."""
    groups: list[list[Mention]] = []
    named = {one for one, _ in spot.named}
    apposed: list[Mention] = []
    for clause in reversed(spot.sentence.clauses[: spot.clause_index]):
        inside = [m for m in earlier if clause.start <= m.start < clause.end]
        text = spot.reading.low[clause.start : clause.end]
        if inside and clause.start > spot.sentence.start and _is_apposition(text, inside[0]):
            apposed += inside
            continue
        deciding = [
            m
            for m in inside
            if any(m.start <= one < m.end for one in named)
            or (m.role is not Role.OTHER and _acts(m, spot.reading.low))
            or apposed
        ]
        groups.append([*deciding, *apposed])
        apposed = []
    return groups


def _is_apposition(text: str, first: Mention) -> bool:
    """Tell whether a clause only says who somebody is: "Piotr, Marta's brother, ..."."""
    return len(text.split()) <= 5 and first.person is Person.SOMEONE and not has_finite(text)


_VERB_NEXT = re.compile(
    r"'?s? (?:(?:[a-z]+ly|also|never|always|now|still|who|which|has|have) )*([a-z]+(?:n't)?)\b"
)
_VERB_NEXT_ZH = re.compile(
    r"[是有在住用开买卖吃喝去来做写学教看听打租付花养搬换选带给让请叫问想要会能也都还就才又再已曾"
    r"正不没从把被对说喜负当担任的,，]"
)


def _acts(mention: Mention, low: str) -> bool:
    """Tell whether a mention is owner, topic or the subject of a verb."""
    if mention.role in (Role.POSSESSOR, Role.TOPIC) or mention.person is not Person.NAME:
        return True
    verb = _VERB_NEXT.match(low, mention.end)
    if verb and is_verb(verb[1]):
        return True
    return _VERB_NEXT_ZH.match(low, mention.end) is not None


def _is_beside_value(mention: Mention, spot: Spot) -> bool:
    """In "neither Kofi nor Abena" the one is no owner of the other."""
    low = spot.reading.low
    if mention.person is not Person.NAME or (spot.named and mention.start in dict(spot.named)):
        return False
    if mention.end <= spot.place[0]:
        return _COORDINATION.fullmatch(low, mention.end, spot.place[0]) is not None
    return _COORDINATION.fullmatch(low, spot.place[1], mention.start) is not None


def _coordinated(low: str, mentions: list[Mention]) -> list[list[Mention]]:
    """Put mentions that are joined by "and" or a comma into one group."""
    groups: list[list[Mention]] = []
    for mention in mentions:
        if groups and _goes_with(low, groups[-1][-1], mention):
            groups[-1].append(mention)
        else:
            groups.append([mention])
    return groups


def _goes_with(low: str, one: Mention, two: Mention) -> bool:
    """Two mentions joined by "and", or of one person: "my sister Ana"."""
    if one.person is Person.SOMEONE and low[one.end : two.start] in (" ", ", ", "", "，"):
        return two.person is Person.NAME
    if _TALKS_ZH.match(low, two.end) and low[one.end : two.start] in ("跟", "和", "与"):
        return False
    return _COORDINATION.fullmatch(low, one.end, two.start) is not None


_TALKS_ZH = re.compile(r"(?:都|又|也|还)?(?:说|讲|聊|谈|商量|提|借|打听|约|打赌|保证)")


_SOMEBODY_ELSE = Mention(
    start=-1, end=-1, person=Person.SOMEONE, role=Role.SUBJECT, text="somebody else"
)
_COORDINATION = re.compile(r"\s*(?:,|and|&|or|nor|as well as|、|和|跟|与|及|或)\s*(?:and |or )?")


def _relative_head(spot: Spot, earlier: list[Mention]) -> list[Mention]:
    """In "Olaf, who gets 3,900" the clause is about the one named right before it."""
    if not re.match(r"\W*(?:who|whose|whom)\b", spot.raw_clause()) or not earlier:
        return []
    return [replace(earlier[-1], role=Role.SUBJECT)]


def _local_subject(
    spot: Spot, inside: list[Mention], bunches: list[list[Mention]]
) -> list[Mention]:
    """Give the subject of the stretch that ends in the value, coordinated ones together.

    In "Vera drives a Saab and Ole a Volvo" it is Ole, in "Vera and Ole drive a Volvo" both.
    """
    for bunch in reversed(bunches):
        if bunch[0].role in _LEADING or _starts_stretch(spot, bunch[0], bunch[-1]):
            return bunch
        if len(bunch) > 1 and _starts_stretch(spot, bunch[-1], bunch[-1]):
            return bunch[-1:]
    return [m for m in inside if m.role in _LEADING]


_LEADING = (Role.SUBJECT, Role.TOPIC, Role.POSSESSOR)
_STRETCH_BEFORE = re.compile(
    r"(?:\b(?:and|but|while|whereas|that|because|so|yet|if|whether|when|think|thinks|thought|say"
    r"|says|said|believes?|"
    r"believed|knows?|knew|claims?|claimed|heard|hears|hopes?|guess|guessed|tells? \w+|told \w+"
    r"|mentioned|suppose|sure|"
    r"assumes?|assumed|bet|reckons?|swears?|swore|insists?|insisted|wish|wishes)|[,，;:]|而|但|说"
    r"|觉得|以为|认为|知道|听说|告诉我|相信|怀疑|"
    r"发现|记得|提到|表示)\s*(?:the )?$"
)
_SAYS_ZH_BEFORE = re.compile(
    r"(?:说|觉得|以为|认为|知道|听说|告诉我|相信|怀疑|发现|记得|提到|表示)$"
)
_GAP_AFTER = re.compile(
    r"\s*(?:also |only |just |about |around )?(?:a |an |the |one |his |her |their )?$"
)


def _starts_stretch(spot: Spot, first: Mention, last: Mention) -> bool:
    """A name that follows a conjunction and leads to a verb, or straight to the value."""
    low = spot.reading.low
    if first.person is Person.SINGULAR or not _STRETCH_BEFORE.search(
        low, spot.clause.start, first.start
    ):
        return False
    rest = low[last.end : spot.place[0]]
    if _SAYS_ZH_BEFORE.search(low, spot.clause.start, first.start):
        return True
    verb = first_finite(rest)
    close = verb is not None and len(rest[: verb.start()].split()) <= 2
    return close or _GAP_AFTER.fullmatch(rest) is not None


_LEAD_EN = re.compile(
    r"\W*(?:and |but |while |whereas |whilst )?(?:the|a|an|another|every|each|our|my) (?=[a-z])"
)
_LEAD_ZH = re.compile(
    r"^\W*(?:而|但)?([\u4e00-\u9fffA-Za-z]{2,4}?)(?:是|有|在|为|用|开|住|上|学|吃|喝|只|共|约|的"
    r"|_|§|\d)"
)
_NO_LEAD_ZH = re.compile(
    r"[是有住用改变转开买卖吃喝去来做写看听打租付花养搬换选带给让请叫问想要会能可以也都还就才又再"
    r"已曾正不没别从把被对于为因所但而且或如虽只一共总约现目今昨明后每"
    r"其这那此该它他她我你您们大概差最另同原曾早旧新前据经按靠凭的]"
)


def _leads_with_another(spot: Spot, inside: list[Mention], earlier: list[Mention]) -> bool:
    """The clause opens with a thing of its own, beside one that opens with the subject.

    "The east yard has 3 cats, the west yard 5"; 东院3只猫，西院5只猫.
    """
    named = [one for one, _ in spot.named]
    if inside or not spot.clause_index or not named:
        return False
    opens_earlier = any(
        _opens_and_acts(spot, clause, one, two)
        for clause in spot.sentence.clauses[: spot.clause_index]
        for one, two in spot.named
    )
    if not opens_earlier or not any(m.end > 0 for m in earlier):
        return False
    text = spot.before + VALUE_MARK
    lead = _LEAD_EN.match(text)
    if lead:
        words = text[lead.end() :].split()[:5]
        for at, word in enumerate(words):
            if "_" in word:
                return False
            if at and (word == VALUE_MARK or is_verb(word)):
                return True
    zh = _LEAD_ZH.match(text)
    return zh is not None and not _NO_LEAD_ZH.search(zh[1])


_ACTS_SOON = re.compile(
    r"[^，。,;]{0,8}?(?:[有是在用开住上学吃喝养只共为收]|\d|\b(?:is|are|has|have|had|was|were|pays?|uses?)\b)"
)


def _opens_and_acts(spot: Spot, clause: Clause, one: int, two: int) -> bool:
    """Tell whether a clause opens with the subject and says something of it."""
    low = spot.reading.low
    if not clause.start <= one < clause.end:
        return False
    opening = re.fullmatch(
        r"\W*(?:the |while |and |but |而|但)?(?:[\w-]+ ){0,2}", low[clause.start : one]
    )
    return opening is not None and _ACTS_SOON.match(low, two, clause.end) is not None


def _is_covered(mention: Mention, spot: Spot) -> bool:
    """Mentions inside the value or its attribute cue are no candidates."""
    if any(one <= mention.start and mention.end <= two for one, two in spot.covered):
        return True
    value = spot.place
    if mention.start <= value[0] and value[1] <= mention.end:
        return True
    # "my sister" where "sister" is the attribute asked for
    return mention.person is Person.SOMEONE and any(
        mention.start < two and one < mention.end for one, two in spot.covered
    )


_OWNER_GAP = re.compile(r"(?:'s?|们?的|之)?\s*(?:(?!and\b|or\b|but\b)[\w'-]+ ){0,3}")
_OPINION = re.compile(
    r"\b(?:answer|advice|suggestion|recommendation|guess|opinion|pick|view|understanding|notes?"
    r"|records?)\b|答案|建议|意见|看法|想法|推荐|答复|印象"
)
"""My answer is no property of mine."""
_BODY_GAP_ZH = re.compile(
    r"(?:(?![是有在用和跟与说问让叫给他她我你它们对想觉认知听把被从])[\u4e00-\u9fff]){1,3}的["
    r"\u4e00-\u9fff]{0,3}"
)
"""Between a name and what its body owns: 听涛商城的优惠码."""
_COMPOUND_GAP = re.compile(
    r" ?(?:(?!(?:and|or|but|the|a|an|of|for|to|in|at|on|by|with|from|as|than|who|that|i|we|you"
    r"|over|under|into|"
    r"onto|about|after|before|between|during|without|within|instead|like|not|no|never|also|now"
    r"|then|his|her|my)\b)"
    r"[a-z][a-z-]* ){0,2}"
)
"""Between a name and the noun it narrows: the Bittern (shift) roster."""
_OWNER_GAP_ZH = re.compile(r"(?:们?的)?[\u4e00-\u9fff]{0,4}")


def _owns(mention: Mention, spot: Spot) -> bool:
    """The mention stands as owner right before the value or a cue: "Ana's new budget"."""
    for one, two in spot.covered:
        if mention.end > one:
            continue
        gap = spot.reading.low[mention.end : one]
        if _OPINION.search(gap):
            continue
        compound = mention.person is Person.NAME and _COMPOUND_GAP.fullmatch(gap) is not None
        compound = compound and not any(map(is_verb, (spot.reading.low[one:two], *gap.split())))
        if _OWNER_GAP.fullmatch(gap) and (mention.role is Role.POSSESSOR or compound):
            return True
        if _OWNER_GAP_ZH.fullmatch(gap) and (mention.role is Role.POSSESSOR or not gap):
            return True
        if mention.person is Person.NAME and _BODY_GAP_ZH.fullmatch(gap):
            return True
    return False


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
        rival = mention.role is not Role.OTHER or _owns(mention, spot)
        rival = rival or _starts_stretch(spot, mention, mention)
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
        return _owns(mention, spot) or not any(start <= one < end for one, _ in spot.named)
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
            if other.start >= mention.start or _is_covered(other, spot):
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


_DIRECTIVE = re.compile(
    r"(?:^|[,，;:]\s*|\b(?:please|and|so|then|just|to|always|must|should) )"
    r"(?:please |always |never |don't |do not |just |try to |only )*(?:keep|make|use|avoid|"
    r"stay|limit|set|remember|note|book|find|send|write|call|choose|pick|stick|go|give|put"
    r"|schedule|plan|change|"
    r"update|ensure|deploy|run|store|save|don't|never|always|do|let|get|take|no|cap|spend|buy"
    r"|order|add|remove|"
    r"switch|move|stop|start|reserve|leave|cook|serve|include|exclude|skip|wear|bring|meet|reply"
    r"|answer|address)\b"
    r"|\b(?:please|must|should|need to|have to|can you|could you|would you|will you|without fail"
    r"|as a rule|"
    r"from now on|going forward|in future|by default|every time|at all times|whenever|for good"
    r"|until further notice)\b"
    r"|请|别|不要|务必|一定|记住|帮|给我|麻烦|最好|尽量|必须|得|控制在|不能|不许|只(?:要|用|能)"
    r"|千万|安排|订|预订"
)
_ELLIPTIC = re.compile(
    r"^\W*(?:[a-z_§]+(?: [a-z_§]+){0,2}\s*[:=]|(?:definitely |strictly |very |quite |mildly "
    r"|severely )*_+)"
)
_BARE_CUE = re.compile(
    r"^\W*(?:(?:ok|okay|so|and|but|now|then|well|yes|hi|hello|btw|also)\W+)*(?:the |this |that )?"
    r"(?:new |total |overall |current |max |maximum |final |whole )*_+(?! (?:of|for|in|at|from)\b)"
    r"|^\W*(?:总|新|目前|现在|这次|最终|整体|全部)?的?_+"
)


_ORDER = re.compile(
    r"\W*(?:(?:so|and|but|then|instead|please|just|always|never|now)\W+)*([a-z]+)\b"
)


def _is_order(spot: Spot, utterance: Utterance, cues: tuple[str, ...]) -> bool:
    """A clause of the user that opens with a bare verb is the user's order."""
    if USER not in cues or not utterance.is_user or quote_at(spot.reading, spot.place[0]):
        return False
    match = _ORDER.match(spot.raw_clause())
    return match is not None and _DIRECTIVE.match(f"{match[1]} ") is not None


def _own_directive(spot: Spot) -> bool:
    """A user's order, or clipped note without any subject, is the user's own."""
    if quote_at(spot.reading, spot.place[0]):
        return False
    text = spot.clause_text()
    if _DIRECTIVE.search(text) or _DIRECTIVE.search(spot.lead + VALUE_MARK + spot.rest):
        return True
    return bool(_ELLIPTIC.match(text) or _BARE_CUE.match(text))


def subject_places(reading: Reading, cues: tuple[str, ...]) -> tuple[Place, ...]:
    """Give the places where named cues stand."""
    return tuple(
        match.span()
        for cue in cues
        if cue != USER
        for match in find_phrase(reading.low, low_of(cue))
    )

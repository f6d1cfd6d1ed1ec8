"""The mentions around a value, from the closest tie to the loosest."""

from __future__ import annotations

import re
from dataclasses import replace

from metrics.matching.clauses import Clause
from metrics.matching.lexicon import first_finite, has_finite, is_verb
from metrics.matching.mentions import Mention, Person, Role
from metrics.matching.ownership import owns
from metrics.matching.spots import VALUE_MARK, Spot

__all__ = ["CLAUSE_GROUPS", "is_covered", "mention_groups", "starts_stretch"]

CLAUSE_GROUPS = 3
"""The first groups of mentions belong to the clause of the value."""


_FOR_AFTER = re.compile(
    r"[\s\"')]*(?:(?:[a-z_]+ ){0,2})?(?:for|of|on|at|per|from)(?: project| the| my| our)* $"
)


def mention_groups(spot: Spot, mentions: tuple[Mention, ...]) -> list[list[Mention]]:
    """Order the mentions of the sentence from the closest tie to the loosest."""
    open_to = [
        kept
        for mention in mentions
        if (kept := mention.owner if is_covered(mention, spot) else mention)
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
    owners = [m for bunch in bunches if any(owns(m, spot) for m in bunch) for m in bunch]
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
        if bunch[0].role in _LEADING or starts_stretch(spot, bunch[0], bunch[-1]):
            return bunch
        if len(bunch) > 1 and starts_stretch(spot, bunch[-1], bunch[-1]):
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


def starts_stretch(spot: Spot, first: Mention, last: Mention) -> bool:
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
    r"[^，。,;]{0,8}?(?:[有是在用开住上学吃喝养只共为收]|\d|\b(?:is|are|has|have|had|was|were"
    r"|pays?|uses?)\b)"
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


def is_covered(mention: Mention, spot: Spot) -> bool:
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

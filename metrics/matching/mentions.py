"""Persons and things that a text names: candidates for whom a value is about."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from metrics.matching.lexicon import RELATION_EN, RELATION_ZH
from metrics.matching.names import chinese_names, is_common_opener, latin_names
from metrics.matching.quotes import Quote, quote_at, quotes_of
from metrics.matching.reading import Reading

__all__ = ["Mention", "Person", "Role", "mentions_of", "quoted_speaker"]

Place = tuple[int, int]


class Person(StrEnum):
    """Whom a mention points at."""

    ME = "me"
    US = "us"
    YOU = "you"
    USER = "user"
    SINGULAR = "singular"
    PLURAL = "plural"
    IT = "it"
    SOMEONE = "someone"
    """A person by relation: my sister, the client."""
    NAME = "name"


class Role(StrEnum):
    """How a mention stands in its sentence."""

    POSSESSOR = "possessor"
    SUBJECT = "subject"
    TOPIC = "topic"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One mention.

    Attributes:
        text: Folded lower case.
        owner: Whose relation it is: the "my" of "my sister".
        is_label: A word before a colon, which may name a thing or a property; it says nothing
            about the sentences behind it.
    """

    start: int
    end: int
    person: Person
    role: Role
    text: str
    owner: Mention | None = None
    is_label: bool = False


_OWNED = r"(?:my|our|his|her|their|your|the|a|an|this|that|another|one of my|some|[a-z][\w-]*'s?)"
_SOMEONE = re.compile(
    rf"\b{_OWNED} (?:(?!of\b)\w+ ){{0,2}}?(?:{RELATION_EN})\b(?! of (?:mine|ours))(?!-)"
    rf"|\b(?:a|an|some|this|that) (?:\w+ )?(?:{RELATION_EN}) of (?:mine|ours|his|hers)\b"
    r"|\b(?:someone|somebody|another person|other people|most people|everyone else|some people"
    r"|people|"
    r"others|locals|folks)\b"
)
_SOMEONE_ZH = re.compile(
    rf"(?:(?:我们?|咱们?|[他她]们?|你们?|您|用户)(?:的|家)?|有个|一个|一位|某个?|那个"
    rf"|这个)?(?:[大小二三老])?(?:{RELATION_ZH})"
    r"(?![圈友])|别人|人家|有人|大家|其他人|老[大二三四五]|老板娘"
)
_PRONOUNS: tuple[tuple[Person, re.Pattern[str]], ...] = tuple(
    (person, re.compile(pattern))
    for person, pattern in (
        (Person.ME, r"\b(?:i|me|my|mine|myself|i'[a-z]+|im|ive)\b"),
        (Person.US, r"\b(?:we|us|our|ours|ourselves|we'[a-z]+)\b"),
        (Person.YOU, r"\b(?:you|your|yours|yourself|you'[a-z]+|ur|youre)\b"),
        (
            Person.USER,
            r"\b(?:the |this )?users?\b(?! (?:interface|guide|manual|stor(?:y|ies)|id|name|count))",
        ),
        (Person.SINGULAR, r"\b(?:he|him|his|himself|she|her|hers|herself|(?:he|she)'[a-z]+)\b"),
        (Person.PLURAL, r"\b(?:they|them|their|theirs|they'[a-z]+)\b"),
        (Person.IT, r"\bits\b|^\W*it(?:'s)?\b"),
    )
)
_PRONOUNS_ZH: tuple[tuple[Person, re.Pattern[str]], ...] = tuple(
    (person, re.compile(pattern))
    for person, pattern in (
        (Person.US, r"我们|咱们?|俺们"),
        (Person.ME, r"我(?!们|国|方)|本人|俺(?!们)"),
        (Person.YOU, r"你们?|您"),
        (Person.USER, r"用户|使用者"),
        (Person.PLURAL, r"[他她]们"),
        (Person.SINGULAR, r"(?<!其)[他她](?!们)"),
        (Person.IT, r"它们?|其(?![他实中余次间])"),
    )
)
_POSSESSIVE_FORM = re.compile(r"\b(?:my|our|your|his|her|their|its|mine|ours|yours|hers|theirs)$")
_OWNS_NEXT = re.compile(r"'s?(?!\w)|(?:们)?的")
_TOPIC_BEFORE = re.compile(
    r"(?:\b(?:about|regarding|concerning|as for|for|on|re|of|at|project|called|named"
    r"|with respect to)|关于|对于|至于)"
    r"[: ]*(?:the |project |our |my )*$"
)
_LEADING_WORDS = re.compile(
    r"\W*(?:(?:also|now|so|then|currently|today|well|actually|still|for|in|at|since|and|but|while"
    r"|because|that|if|when|"
    r"yesterday|sadly|luckily|both|neither|nor|or|either) ?|但是?|而且?|因为|所以|如果|要是|虽然"
    r"|其实|现在|目前|如今|今年|去年|明年|"
    r"后来|听说|据说|昨天|今天|明天|不过|原来|以前|当时|那时|那|对|关于|在|网上|可是|然后|于是"
    r"|另外|还有|至于|反正|毕竟|"
    r"上周|下周|上个月|我听|老实说|说实话)*\W*"
)


@lru_cache(1 << 14)
def mentions_of(reading: Reading, named: tuple[Place, ...]) -> tuple[tuple[Mention, ...], ...]:
    """Give the mentions of each sentence, in order of place.

    Args:
        reading: The text.
        named: Where the subject asked for is named, which no rule for names need recognise.
    """
    return tuple(
        _with_named(reading, index, found, named)
        for index, found in enumerate(_all_mentions(reading))
    )


@lru_cache(1 << 14)
def _all_mentions(reading: Reading) -> tuple[tuple[Mention, ...], ...]:
    plain = tuple(tuple(_in_sentence(reading, index)) for index in range(len(reading.sentences)))
    if not quotes_of(reading):
        return plain
    return tuple(tuple(_heard(reading, mention, plain) for mention in group) for group in plain)


def _heard(reading: Reading, mention: Mention, plain: tuple[tuple[Mention, ...], ...]) -> Mention:
    """Read the first person inside quoted words as the one who is quoted."""
    quote = quote_at(reading, mention.start)
    if quote is None or mention.person not in (Person.ME, Person.US):
        return mention
    speaker = quoted_speaker(reading, quote, plain)
    if speaker is None or speaker.person in (Person.ME, Person.US):
        return mention
    return replace(mention, person=speaker.person, text=speaker.text)


_CREDITED = re.compile(
    r"\W*(?:(?:and|then|but|so|the|an|a|old|young|later|finally"
    r"|,) )*([A-Za-z][\w-]*(?: [A-Z][\w-]*)?) [a-z]+",
    re.IGNORECASE,
)
_CREDITED_ZH = re.compile(
    r"[\s\"]*([一-鿿]{1,4}?)(?=在|跟|对|突然|又|就|大声|小声|说|问|喊|嘟囔|回|写|叫|讲|道|提议"
    r"|建议|抱怨|吐槽|笑|骂|留言|发)"
)


def quoted_speaker(
    reading: Reading, quote: Quote, mentions: tuple[tuple[Mention, ...], ...]
) -> Mention | None:
    """Give who said quoted words: the first one named in the stretch that credits them."""
    start, end = quote.credit
    for group in mentions:
        for mention in group:
            if start <= mention.start and mention.end <= end:
                return mention
    name = _CREDITED_ZH.match(reading.low, start, end) or _CREDITED.match(reading.flat, start, end)
    if name is None:
        return None
    one, two = name.span(1)
    text = reading.low[one:two]
    return Mention(start=one, end=two, person=Person.NAME, role=Role.SUBJECT, text=text)


def _with_named(
    reading: Reading, index: int, found: tuple[Mention, ...], named: tuple[Place, ...]
) -> tuple[Mention, ...]:
    """Put the named subject among the mentions; "Ana's brother" stays somebody else."""
    sentence = reading.sentences[index]
    inside = [(one, two) for one, two in named if sentence.start <= one and two <= sentence.end]
    kept = list(found)
    for one, two in inside:
        around = [m for m in kept if m.start <= one and two <= m.end]
        relative = [m for m in kept if _is_next_relative(reading, m, two)]
        if relative:
            owner = _mention(reading, index, one, two, Person.NAME)
            role = _role(reading, index, one, relative[0].end)
            kept = [m for m in kept if m is not relative[0] and not (m.start < two and one < m.end)]
            kept.append(replace(relative[0], start=one, owner=owner, role=role))
            continue
        if around and _is_relative_of(reading, around[0], two):
            owner = _mention(reading, index, one, two, Person.NAME)
            kept[kept.index(around[0])] = replace(around[0], owner=owner)
            continue
        # a longer mention around the cue ("my sister Ana") keeps its extent
        start, end = (around[0].start, around[0].end) if around else (one, two)
        kept = [m for m in kept if not (start < m.end and m.start < end)]
        kept.append(_mention(reading, index, start, end, Person.NAME))
    return tuple(sorted(kept, key=lambda mention: mention.start))


def _is_next_relative(reading: Reading, mention: Mention, cue_end: int) -> bool:
    """The cue owns the person named right behind it: 小顾的姐姐."""
    between = reading.low[cue_end : mention.start]
    joined = between in ("的", "家", "他", "她") or mention.start == cue_end
    return mention.person is Person.SOMEONE and joined


def _is_relative_of(reading: Reading, mention: Mention, cue_end: int) -> bool:
    return mention.person is Person.SOMEONE and bool(
        re.match(rf"'s? |的|(?:{RELATION_ZH})$", reading.low[cue_end : mention.end])
    )


def _mention(reading: Reading, index: int, one: int, two: int, person: Person) -> Mention:
    role = _role(reading, index, one, two)
    return Mention(start=one, end=two, person=person, role=role, text=reading.low[one:two])


def _in_sentence(reading: Reading, index: int) -> list[Mention]:
    sentence = reading.sentences[index]
    start, end = sentence.start, sentence.end
    zh = not reading.low[start:end].isascii()
    places: list[tuple[Person, Place]] = [
        (Person.SOMEONE, match.span()) for match in _SOMEONE.finditer(reading.low, start, end)
    ]
    if zh:
        spans = (match.span() for match in _SOMEONE_ZH.finditer(reading.low, start, end))
        places += [(Person.SOMEONE, span) for span in spans]
    for person, pattern in (*_PRONOUNS, *(_PRONOUNS_ZH if zh else ())):
        places += [(person, match.span()) for match in pattern.finditer(reading.low, start, end)]
    if zh:
        places += [(Person.NAME, span) for span in chinese_names(reading.flat, start, end)]
    places += [(Person.NAME, span) for span in latin_names(reading.flat, start, end)]
    found: list[Mention] = []
    for person, (one, two) in places:
        if any(m.start < two and one < m.end for m in found):
            continue
        mention = _mention(reading, index, one, two, person)
        if person is Person.SOMEONE:
            mention = replace(mention, owner=_owner(reading.low, one, two))
        found.append(mention)
    label = _LABEL.match(reading.flat, start, end)
    if label and not any(m.start < label.end(1) for m in found) and not is_common_opener(label[1]):
        one, two = label.span(1)
        mention = _mention(reading, index, one, two, Person.NAME)
        found.append(replace(mention, role=Role.TOPIC, is_label=True))
    return sorted(found, key=lambda mention: mention.start)


_LABEL = re.compile(r"[\s\-*#>\"'{]*([A-Z][\w-]+)[\"']?[:：] ")


def _owner(low: str, one: int, two: int) -> Mention | None:
    """Find the pronoun at the head of "my sister"."""
    for person, pattern in (*_PRONOUNS, *_PRONOUNS_ZH):
        match = pattern.match(low, one, two)
        if match and match.group():
            return Mention(
                start=one,
                end=match.end(),
                person=person,
                role=Role.POSSESSOR,
                text=match.group(),
            )
    return None


def _role(reading: Reading, index: int, one: int, two: int) -> Role:
    low, sentence = reading.low, reading.sentences[index]
    rest = low[two : sentence.end]
    if _POSSESSIVE_FORM.search(low[one:two]) or _OWNS_NEXT.match(rest):
        return Role.POSSESSOR
    before = low[sentence.start : one]
    first = not before.strip(' -*#"\n|[]{}')
    if _TOPIC_BEFORE.search(before) or (first and re.match(r"[ \t\"]*[:：|.]", rest)):
        return Role.TOPIC
    if first and not rest.strip(" .:#*\n"):
        return Role.TOPIC
    clause = sentence.clauses[sentence.clause_index(one)]
    if _LEADING_WORDS.fullmatch(low, min(clause.start, one), one):
        return Role.SUBJECT
    return Role.OTHER

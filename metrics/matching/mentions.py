"""Persons and things that a text names: candidates for whom a value is about."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from metrics.matching.quotes import Quote, quote_at, quotes_of
from metrics.matching.reading import Reading

__all__ = ["Mention", "Person", "Role", "mentions_of", "quoted_speaker"]


class Person(StrEnum):
    """Whom a mention points at."""

    ME = "me"
    """I, my; 我."""
    US = "us"
    YOU = "you"
    USER = "user"
    """"The user" in words."""
    SINGULAR = "singular"
    """He, she; 他."""
    PLURAL = "plural"
    """They, their."""
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
    """One mention; ``text`` is folded lower case."""

    start: int
    end: int
    person: Person
    role: Role
    text: str
    owner: Mention | None = None
    """Whose relation it is: the "my" of "my sister"."""


_RELATION = (
    r"friend|best friend|sister|brother|mother|father|mom|mum|dad|wife|husband|son|daughter|boss|colleague|"
    r"coworker|co-worker|manager|neighbou?r|cousin|uncle|aunt|partner|roommate|flatmate|housemate|client|customer|"
    r"girlfriend|boyfriend|fiance|fiancee|parents|parent|grandma|grandpa|grandmother|grandfather|grandson|"
    r"teacher|landlord|landlady|doctor|dentist|niece|nephew|in-laws|mother-in-law|father-in-law|"
    r"sister-in-law|brother-in-law|supervisor|mentor|coach|intern|assistant|buddy|mate|pal|classmate|"
    r"teammate|tenant|vendor|supplier|competitor|guest|ex|ex-wife|ex-husband|kid|kids|child|children|team lead|"
    r"twin|stepson|stepdaughter|stepmother|stepfather|godmother|godfather|lawyer|accountant|contractor"
)
_POSSESSIVE = r"(?:my|our|his|her|their|your|the|a|this|that|another|one of my|some|[a-z]+'s)"
_SOMEONE = re.compile(
    rf"\b{_POSSESSIVE} (?:\w+ ){{0,2}}?(?:{_RELATION})\b(?! of (?:mine|ours))"
    rf"|\b(?:a|an|some|this|that) (?:\w+ )?(?:{_RELATION}) of (?:mine|ours|his|hers)\b"
    r"|\b(?:someone|somebody|another person|other people|most people|everyone|some people|people)\b"
)
_PRONOUNS = {
    Person.ME: re.compile(r"\b(?:i|me|my|mine|myself|i'[a-z]+)\b"),
    Person.US: re.compile(r"\b(?:we|us|our|ours|ourselves|we'[a-z]+|let's)\b"),
    Person.YOU: re.compile(r"\b(?:you|your|yours|yourself|you'[a-z]+)\b"),
    Person.USER: re.compile(
        r"\b(?:the |this )?users?\b(?! (?:interface|guide|manual|story|stories|id|name))"
    ),
    Person.SINGULAR: re.compile(
        r"\b(?:he|him|his|himself|she|her|hers|herself|(?:he|she)'[a-z]+)\b"
    ),
    Person.PLURAL: re.compile(r"\b(?:they|them|their|theirs|they'[a-z]+)\b"),
    Person.IT: re.compile(r"\b(?:its)\b|^\W*(?:it|it's)\b"),
}
_POSSESSIVE_PRONOUN = re.compile(r"(?:my|our|your|his|her|their|its|mine|ours|yours|hers|theirs)$")
_RELATION_ZH = (
    r"朋友|好友|闺蜜|姐姐|妹妹|哥哥|弟弟|姐|哥|弟|妹|妈妈|爸爸|妈|爸|母亲|父亲|妻子|老婆|太太|丈夫|老公|先生|儿子|女儿|老板|上司|领导|"
    r"同事|经理|邻居|表哥|表姐|表弟|表妹|堂哥|堂弟|堂姐|堂妹|叔叔|阿姨|舅舅|姑姑|姨妈|婶婶|室友|客户|男友|女友|男朋友|女朋友|爷爷|奶奶|"
    r"外公|外婆|姥姥|老师|房东|医生|同学|孩子|小孩|侄子|侄女|外甥|岳父|岳母|公公|婆婆|爸妈|父母|前任|队友|搭档|师傅|律师|会计|助理|实习生"
)
_SOMEONE_ZH = re.compile(
    rf"(?:(?:我|我们|咱|他|她|你|您|他们|用户)(?:的|们的|家)?|有个|一个|一位|某个?|那个|这个)?(?:\w?)(?:{_RELATION_ZH})(?!圈)|别人|人家|有人|大家|其他人"
)
_PRONOUNS_ZH = {
    Person.US: re.compile(r"我们|咱们|咱|俺们"),
    Person.ME: re.compile(r"我(?!们|国|方)|本人|俺(?!们)|自己"),
    Person.YOU: re.compile(r"你们?|您"),
    Person.USER: re.compile(r"用户|使用者|该用户"),
    Person.PLURAL: re.compile(r"[他她]们"),
    Person.SINGULAR: re.compile(r"(?<!其)[他她](?!们)"),
    Person.IT: re.compile(r"它们?|其(?![他实中余次间])"),
}
_SURNAMES = "王李张刘陈杨黄赵吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
_NAME_ZH = re.compile(
    rf"(?:[小老阿][{_SURNAMES}明红华丽强军芳敏](?![一-鿿]{{0,1}}(?:时|心|师|子))|(?<![一-鿿])[{_SURNAMES}][一-鿿]{{1,2}}?)"
    r"(?=的|说|也|有|喜欢|住|在|想|要|用|是|对|不|负责|把|那边|这边|们|、|和|跟|与|，)"
    r"|[一-鿿A-Za-z0-9]{1,6}?(?:项目|公司|团队|小组|产品|部门|门店|分店|计划书|系统)(?=的|预算|是|有|用|在|，|：|:)"
)
_OWNER_ZH = re.compile(
    r"(?:(?<![一-鿿A-Za-z0-9])|(?<=但)|(?<=而))([一-鿿A-Za-z0-9]{2,8}?)(?=们?的)"
)
_NO_OWNER_ZH = re.compile(
    r"今年|去年|明年|前年|本月|上月|下月|现在|目前|当前|如今|以前|原来|最初|最新|最终|最后|最大|最高|最低|总共|全部|所有|主要|新|旧|老|这|那|该|此|"
    r"剩|可用|批准|规定|计划|预计|原定|原先|曾经|之前|后来|上次|下次|这次|本次|每|一个|任何|其他|同样|真正|具体|大概|大约|正式|实际|固定|严格|"
    r"[是有在说想要会能应可不没已被把从对让给关于至于如果因为所以但而和或与]|用户|^(?:项目|公司|团队|活动|整体|产品|部门)$"
)
_CREDITED_ZH = re.compile(
    r"[\s\"]*([一-鿿]{1,4}?)(?=在|跟|对|突然|又|就|大声|小声|说|问|喊|嘟囔|回|写|叫|讲|道|提议|建议|抱怨|吐槽|笑|骂|留言|发)"
)
_CREDITED = re.compile(r"\W*(?:(?:and|then|but|so|The|the|And|Then|But|So|An|A|an|a|old|young|later|Later|,) )*([A-Za-z][\w-]*(?: [A-Z][\w-]*)?) [a-z]+")
_GENERIC_ZH = re.compile(
    r"^(?:这个?|该|那个?|本|整个?|此|我们?的?|咱们?的?|你们?的?|新|老|旧|一个?|每个?|各个?|上个|下个|目前|现在|今年|关于|对于|和|跟|与|在|为|给|把)?(?:新|大|小|的)?"
    r"(?:项目|公司|团队|小组|产品|部门|系统|门店|分店)$"
)
_LATIN_NAME = re.compile(
    r"(?<![A-Za-z0-9_@/.'-])[A-Z][A-Za-z0-9]*(?:[-&][A-Za-z0-9]+)*(?: [A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)*"
)
_NOT_NAMES = frozenset(
    "i i'm i've i'll i'd january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec mon "
    "tue tues wed thu thur thurs fri sat sun usd eur gbp cny rmb jpy hkd ok am pm am/pm id url api ceo cto cfo hr it ui ux "
    "warn warning error info debug todo fixme ok fail pass faq pdf gb mb tb kg km q1 q2 q3 q4 asap eta tbd fyi note update p.s ps re english chinese french german spanish "
    "japanese us uk eu christmas easter no yes".split()
)
_STARTERS = frozenset(
    "the a an this that these those there here it its he she they we you my our your his her their what which who whose "
    "when where why how is are was were do does did can could will would should may might must has have had if as at by "
    "for from in into of on off out over under up with without within about above after before below between during "
    "since until to and or but so yet nor not no yes never always sometimes often usually also just only even still "
    "already maybe perhaps please thanks thank hello hi hey sorry well okay ok oh hmm sure right now then today "
    "tomorrow yesterday tonight currently previously formerly originally initially recently lately finally first second "
    "third last next later earlier once again all any both each every few many more most much neither none one other "
    "another several some such two three four five six seven eight nine ten "
    "keep make use avoid stay limit set remember note book find send write call choose pick stick go give put schedule "
    "plan change update ensure deploy run store save let don't do get take tell ask show help try check add remove "
    "switch move stop start buy order pay reserve need want prefer like love hate think believe know suppose imagine assume "
    "assuming considering given because although though while unless whether however instead rather actually "
    "honestly basically apparently reportedly allegedly regarding concerning speaking per according due thanks "
    "budget deadline limit price cost total address phone name email date time meeting project team company "
    "user users client customer summary status goal rule rules fact facts preference preferences constraint "
    "allergic vegetarian vegan old new current former previous original final max maximum min minimum "
    "someone somebody everyone everybody nobody people maybe let's that's it's there's what's here's who's i "
    "nothing everything something anything good great nice fine cool same different best better going "
    "yeah yep nope nah wow wait look listen guess heads quick small big also plus minus "
    "he's she's we're they're you're i'm we've they've won't can't isn't aren't wasn't doesn't didn't hasn't haven't "
    "morning evening afternoon night week month year day days weeks months years half less fewer exactly around roughly "
    "approximately nearly almost under unlike compared besides moreover furthermore therefore thus hence meanwhile "
    "otherwise anyway anyways mostly mainly generally typically normally eventually soon strictly absolutely definitely "
    "ideally hopefully must-have correction reminder reminders fyi scratch lunch dinner breakfast rent salary flight hotel "
    "living working moving moved lives works worked lived".split()
)
_VERB_AFTER = re.compile(
    r"(?:,? (?:who|which) )?(?:'s|'|\s+(?:also |still |now |just |only |really |always |never |currently |usually )?(?:is|are|was|were|has|have|had|"
    r"uses?|used|needs?|needed|wants?|wanted|prefers?|preferred|likes?|liked|loves?|lives?|lived|works?|worked|moved|said|says|"
    r"told|thinks?|got|gets|runs?|ran|will|would|can|could|must|should|doesn't|does|did|didn't|won't|isn't|wasn't|hasn't|"
    r"went|goes|started|joined|bought|spent|spends|pays?|paid|costs?|asked|allows?|requires?|launches|launched|keeps?|"
    r"switched|changed|raised|wrote|eats?|drinks?|hates?|avoids?|owns?|drives?|plays?|speaks?|studies|studied|and i)\b)"
)
_HEADING_END = re.compile(r"[ \t]*(?:[:：\-]|\n|$)")
_TOPIC_BEFORE = re.compile(
    r"(?:\b(?:about|regarding|concerning|as for|for|on|re|of|at|project|called|named|with respect to)|关于|对于|至于)[: ]*(?:the |project |our |my )*$"
)


@lru_cache(1 << 14)
def mentions_of(
    reading: Reading, named: tuple[tuple[int, int], ...]
) -> tuple[tuple[Mention, ...], ...]:
    """Give the mentions of each sentence, in order of place.

    Args:
        reading: The text.
        named: Where the subject asked for is named, which no rule for names need recognise.
    """
    return tuple(
        _with_named(reading, sentence.start, sentence.end, found, named)
        for sentence, found in zip(reading.sentences, _all_mentions(reading), strict=True)
    )


@lru_cache(1 << 14)
def _all_mentions(reading: Reading) -> tuple[tuple[Mention, ...], ...]:
    plain = tuple(
        tuple(_in_sentence(reading, sentence.start, sentence.end)) for sentence in reading.sentences
    )
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
    return Mention(
        start=name.start(1),
        end=name.end(1),
        person=Person.NAME,
        role=Role.SUBJECT,
        text=reading.low[name.start(1) : name.end(1)],
    )


def _with_named(
    reading: Reading,
    start: int,
    end: int,
    found: tuple[Mention, ...],
    named: tuple[tuple[int, int], ...],
) -> tuple[Mention, ...]:
    inside = [(one, two) for one, two in named if start <= one and two <= end]
    if not inside:
        return found
    kept = [m for m in found if not any(one < m.end and m.start < two for one, two in inside)]
    for one, two in inside:
        # a longer mention around the cue ("my sister Ana") keeps its extent
        around = [m for m in found if m.start <= one and two <= m.end]
        one, two = (around[0].start, around[0].end) if around else (one, two)
        role = _role(reading, start, end, one, two)
        text = reading.low[one:two]
        kept.append(Mention(start=one, end=two, person=Person.NAME, role=role, text=text))
    return tuple(sorted(kept, key=lambda mention: mention.start))


def _in_sentence(reading: Reading, start: int, end: int) -> list[Mention]:
    found: list[Mention] = []
    taken: list[tuple[int, int]] = []

    def add(person: Person, one: int, two: int) -> None:
        if any(one < stop and begin < two for begin, stop in taken):
            return
        taken.append((one, two))
        text = reading.low[one:two]
        role = _role(reading, start, end, one, two)
        owner = _owner(reading, start, end, one, two) if person is Person.SOMEONE else None
        found.append(Mention(start=one, end=two, person=person, role=role, text=text, owner=owner))

    low = reading.low
    for match in _SOMEONE.finditer(low, start, end):
        add(Person.SOMEONE, *match.span())
    zh = not low[start:end].isascii()
    if zh:
        for match in _SOMEONE_ZH.finditer(low, start, end):
            add(Person.SOMEONE, *match.span())
    for person, pattern in _PRONOUNS.items():
        for match in pattern.finditer(low, start, end):
            add(person, *match.span())
    if zh:
        for person, pattern in _PRONOUNS_ZH.items():
            for match in pattern.finditer(low, start, end):
                add(person, *match.span())
        for match in _NAME_ZH.finditer(reading.flat, start, end):
            if not _GENERIC_ZH.match(match.group()):
                add(Person.NAME, *match.span())
        for match in _OWNER_ZH.finditer(reading.flat, start, end):
            if not _NO_OWNER_ZH.search(match[1]):
                add(Person.NAME, *match.span(1))
    for one, two in _latin_names(reading, start, end):
        add(Person.NAME, one, two)
    return sorted(found, key=lambda mention: mention.start)


def _owner(reading: Reading, start: int, end: int, one: int, two: int) -> Mention | None:
    """Find the pronoun at the head of "my sister"."""
    for person, pattern in (*_PRONOUNS.items(), *_PRONOUNS_ZH.items()):
        match = pattern.match(reading.low, one, two)
        if match and match.group():
            text = match.group()
            return Mention(
                start=one, end=match.end(), person=person, role=Role.POSSESSOR, text=text
            )
    return None


def _latin_names(reading: Reading, start: int, end: int) -> list[tuple[int, int]]:
    flat = reading.flat
    found: list[tuple[int, int]] = []
    for match in _LATIN_NAME.finditer(flat, start, end):
        one, two = match.span()
        words = match.group().split(" ")
        opens = not re.search(
            r"[A-Za-z0-9]", flat[start:one].rpartition("\n")[2].rpartition('"')[2]
        )
        while words and (
            words[0].lower() in _NOT_NAMES or (opens and words[0].lower() in _STARTERS)
        ):
            one += len(words.pop(0)) + 1
            opens = False
        while words and words[-1].lower() in _NOT_NAMES:
            two -= len(words.pop()) + 1
        if not words or one >= two:
            continue
        if opens and not _opens_as_name(flat, start, end, one, two):
            continue
        found.append((one, two))
    return found


def _opens_as_name(flat: str, start: int, end: int, one: int, two: int) -> bool:
    """Decide whether the capitalised first word of a sentence is a name."""
    word = flat[one:two]
    if " " in word or not word[1:].islower() or _VERB_AFTER.match(flat, two):
        return True
    if _HEADING_END.match(flat, two) and len(flat[start:end].strip(" \n:：#*-")) <= len(word) + 1:
        return True
    return re.search(rf"(?<=[a-z,] ){re.escape(word)}\b", flat) is not None


def _role(reading: Reading, start: int, end: int, one: int, two: int) -> Role:
    low = reading.low
    rest = low[two:end]
    if _POSSESSIVE_PRONOUN.search(low[one:two]) or re.match(r"(?:'s|')(?!\w)|s'|(?:们)?的", rest):
        return Role.POSSESSOR
    before = low[start:one]
    if _TOPIC_BEFORE.search(before) or (
        re.match(r"[ \t]*[:：|]", rest) and not before.strip(" -*#\n")
    ):
        return Role.TOPIC
    if not before.strip(' -*#"\n') and not rest.strip(" .:#*\n"):
        return Role.TOPIC
    clause = re.split(r"[,，;；(]|\b(?:and|but|because|while|if|that|so|when|whereas)\b", before)[
        -1
    ]
    if not clause.strip(" -*#\"'") or re.fullmatch(
        r"\W*(?:(?:also|now|so|then|currently|today|well|actually|still|for|in|at|since) ?|[\u4e00-\u9fff]{1,3})*\W*",
        clause,
    ):
        return Role.SUBJECT
    return Role.OTHER

"""Names in a text that no dictionary lists: capitalised words, and Chinese names by their place."""

from __future__ import annotations

import re

from metrics.matching.lexicon import SURNAMES_ZH, is_verb

__all__ = ["chinese_names", "is_common_opener", "latin_names"]

Place = tuple[int, int]

_CAPITALISED = re.compile(
    r"(?<![A-Za-z0-9_@/.'-])[A-Z][A-Za-z0-9]*(?:[-&][A-Za-z0-9]+)*"
    r"(?: (?:of |de |van |von |da |bin )?[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)*"
)
_NEVER_NAMES = frozenset(
    "i i'm i've i'll i'd january february march april may june july august september october "
    "november december monday tuesday wednesday thursday friday saturday sunday jan feb mar "
    "apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun usd eur "
    "gbp cny rmb jpy hkd ok am pm id url api ceo cto cfo hr it ui ux faq pdf gb mb tb kg km "
    "q1 q2 q3 q4 asap eta tbd fyi note update p.s ps re english chinese french german spanish "
    "japanese us uk eu christmas easter no yes warn warning error info debug todo fixme fail "
    "pass mr mrs ms dr prof".split()
)
_STARTERS = frozenset(
    "the a an this that these those there here it its he she they we you my our your his her "
    "their what which who whose when where why how if as at by for from in into of on off out "
    "over under up with without within about above after before below between during since "
    "until to and or but so yet nor not no yes never always sometimes often usually also just "
    "only even still already maybe perhaps please thanks thank hello hi hey sorry well okay "
    "ok oh hmm sure right now then today tomorrow yesterday tonight currently previously "
    "formerly originally initially recently lately finally first second third last next later "
    "earlier once again all any both each every few many more most much neither none one "
    "other another several some such two three four five six seven eight nine ten given "
    "because although though while unless whether however instead rather actually honestly "
    "basically apparently reportedly allegedly regarding concerning speaking per according "
    "due budget deadline limit price total address phone name email date time meeting project "
    "team company user users client customer summary status goal rules fact facts preference "
    "preferences constraint allergic vegetarian vegan old new current former previous "
    "original final max maximum min minimum someone somebody everyone everybody nobody people "
    "let's that's it's there's what's here's who's nothing everything something anything good "
    "great nice fine cool same different best better yeah yep nope nah wow guess heads quick "
    "small big plus minus morning evening afternoon night week month year day days weeks "
    "months years half less fewer exactly around roughly approximately nearly almost unlike "
    "compared besides moreover furthermore therefore thus hence meanwhile otherwise anyway "
    "mostly mainly generally typically normally eventually soon strictly absolutely "
    "definitely ideally hopefully correction reminder reminders scratch lunch dinner "
    "breakfast rent salary flight hotel suppose imagine assume assuming considering "
    "congratulations welcome nobody either should were had did does do is are was am can "
    "could will would may might must has have depending despite thanks anyhow btw".split()
)
_HEADING_END = re.compile(r"[ \t]*(?:[:：|\-]|\n|$)")
_ADVERB = re.compile(
    r"(?: (?:also|still|now|just|only|really|always|never|currently|usually|[a-z]+ly|has|have|had"
    r"|who|which))*"
    r" ([a-z]+(?:n't)?)\b"
)


def latin_names(flat: str, start: int, end: int) -> list[Place]:
    """Find capitalised names in a sentence; its first word counts only with more evidence."""
    found: list[Place] = []
    for match in _CAPITALISED.finditer(flat, start, end):
        one, two = match.span()
        words = match.group().split(" ")
        opens = _opens(flat, start, one)
        while words and _is_no_name(words[0], opens=opens):
            one += len(words.pop(0)) + 1
            opens = False
        while words and words[-1].lower() in _NEVER_NAMES:
            two -= len(words.pop()) + 1
        if words and one < two and (not opens or _opens_as_name(flat, start, end, one, two)):
            found.append((one, two))
    return found


def _opens(flat: str, start: int, place: int) -> bool:
    before = flat[start:place].rpartition("\n")[2].rpartition('"')[2]
    return re.search(r"[A-Za-z0-9\u4e00-\u9fff]", before) is None


def is_common_opener(word: str) -> bool:
    """Tell whether a capitalised first word is an everyday word and no name."""
    return _is_no_name(word, opens=True)


def _is_no_name(word: str, *, opens: bool) -> bool:
    low = word.lower()
    return low in _NEVER_NAMES or (
        opens and (low in _STARTERS or (is_verb(low) and word.istitle()))
    )


def _opens_as_name(flat: str, start: int, end: int, one: int, two: int) -> bool:
    """Decide whether the capitalised first word of a sentence is a name."""
    word = flat[one:two]
    if " " in word or not word[1:].islower() or re.match(r"'s?(?![a-z])", flat[two:end]):
        return True
    after = _ADVERB.match(flat, two, end)
    if after and is_verb(after[1]):
        singular = (after[1].endswith("s") and after[1] != "was") or not word.endswith("s")
        return singular and not word.endswith(("ing", "tion", "ment"))
    if re.match(r" and (?:I|[A-Z])", flat[two:end]):
        return True
    alone = len(flat[start:end].strip(" \n:：#*-")) <= len(word) + 1
    if _HEADING_END.match(flat, two) and alone:
        return True
    return re.search(rf"(?<=[a-z,] ){re.escape(word)}\b", flat) is not None


_AFTER_NAME = (
    r"的说也有喜住在想要用是对不没负把那这们和跟与，、从给被让请叫问觉认开买卖吃喝去来做写学教看听"
    r"打租付花养搬换选带姓属爱怕还就才又已"
    r"今昨明每今最现目以之曾会能可应该得到出入离加参考当任担"
)
_PERSON_ZH = re.compile(
    rf"[小老阿][{SURNAMES_ZH}明红华丽强军芳敏艾美娟](?![时心师子板家])"
    rf"|(?<![一-鿿])[{SURNAMES_ZH}][一-鿿]{{1,2}}?(?=[{_AFTER_NAME}]|\s*[:：])"
    rf"|[{SURNAMES_ZH}](?:老师|医生|先生|女士|小姐|经理|教授|律师|师傅|主任|总|博士|阿姨|叔叔|姐"
    rf"|哥|工)"
)
_BODY_ZH = re.compile(
    r"[一-鿿A-Za-z0-9]{1,6}?(?:项目|公司|团队|小组|产品|部门|门店|分店|系统|办公室|工厂|仓库|学校"
    r"|餐厅|酒店|平台)"
    r"(?=的|预算|是|有|用|在|，|：|:|\d)"
)
_NO_BODY_ZH = re.compile(
    r"^(?:这个?|该|那个?|本|整个?|此|我们?的?|咱们?的?|你们?的?|新|老|旧|一个?|每个?|各个?|上个"
    r"|下个|目前|现在|今年|关于|对于|和|跟|与|在|为|给|把)?"
    r"(?:新|大|小|的)?(?:项目|公司|团队|小组|产品|部门|系统|门店|分店|办公室|工厂|仓库|学校|餐厅"
    r"|酒店|平台)$"
)
_OWNER_ZH = re.compile(
    r"(?:(?<![一-鿿A-Za-z0-9])|(?<=但)|(?<=而))([一-鿿A-Za-z0-9]{2,8}?)(?=们?的)"
)
_NO_OWNER_ZH = re.compile(
    r"今年|去年|明年|前年|本月|上月|下月|现在|目前|当前|如今|以前|原来|最[初新终后大高低近好]"
    r"|总共|全部|所有|主要|新|旧|这|那|该|此|剩|可用|"
    r"批准|规定|计划|预计|原定|原先|曾经|之前|后来|上次|下次|本次|每|一个|任何|其他|同样|真正"
    r"|具体|大概|大约|正式|实际|固定|严格|便宜|贵|"
    r"[是有在说想要会能应可不没已被把从对让给关因果但而和或与就都也很太真挺]|用户|客人|顾客|员工"
    r"|学生|孩子|成员|队员|球员|对方|大人|女士|男士|游客|业主|住户|会员|嘉宾|来宾|家长|店员|司机"
    r"|服务员|大伙|昨天|今天|明天"
    r"|^(?:项目|公司|团队|活动|整体|产品|部门|自己|大家|别人)$"
)


def chinese_names(flat: str, start: int, end: int) -> list[Place]:
    """Find Chinese persons and bodies by surname, suffix or the 的 behind them."""
    found = [match.span() for match in _PERSON_ZH.finditer(flat, start, end)]
    found += [
        match.span()
        for match in _BODY_ZH.finditer(flat, start, end)
        if not _NO_BODY_ZH.match(match.group())
    ]
    found += [
        match.span(1)
        for match in _OWNER_ZH.finditer(flat, start, end)
        if not _NO_OWNER_ZH.search(match[1])
    ]
    return found

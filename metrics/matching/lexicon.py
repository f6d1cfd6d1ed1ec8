"""Verbs and relations: the little of a dictionary that finding clauses and persons needs."""

from __future__ import annotations

import re

__all__ = [
    "AUX",
    "RELATION_EN",
    "RELATION_ZH",
    "SURNAMES_ZH",
    "first_finite",
    "has_finite",
    "is_past_verb",
    "is_verb",
]

AUX = (
    "is|are|am|was|were|be|been|being|has|have|had|do|does|did|will|would|can|could|shall|should"
    "|must|may|"
    "might|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|don't|doesn't|didn't|won't|wouldn't"
    "|can't|cannot|"
    "couldn't|shan't|shouldn't|mustn't|ain't"
)

_REGULAR = (
    "accept add adopt agree allow announce answer apply approve arrive ask attend avoid ban "
    "bake belong block book borrow brag breed brew call cancel care carry change charge check "
    "claim clean clear close collect combine commute complete confirm consist consume contain "
    "cook cost count cover cycle dance decide decline define deliver demand depend deploy "
    "design dislike drop earn employ enable end enjoy enter exceed expect explain face fail "
    "favour favor fill finish fit fix follow found gain graduate guess handle happen hate "
    "help hire hope host house include insist install intend invite invoice join joke jump "
    "kick kill kiss knit lack land last laugh launch lean learn license like limit link list "
    "listen live load lock look love manage mark marry matter measure mention migrate miss "
    "move name need note offer open operate order own pack paint park participate pass pay "
    "perform pick plan plant play post pour practise practice prefer prepare press price "
    "print process produce program promise propose publish pull purchase push raise rate "
    "reach receive recommend reduce refuse register relocate remain remember remove rename "
    "rent repair replace reply report require reserve rest retire return review run rule sail "
    "save schedule score seem select serve settle share ship shop show sign skate ski skip "
    "smell smoke sound stack start stay stop store study subscribe suffer suggest supervise "
    "support switch talk target taste tend test thank trade train transfer travel treat trust "
    "try turn type update upgrade use visit vote wait walk want warn wash watch weigh wish "
    "wonder work worry admit groan mutter whisper shout sigh yell text complain explain"
).split()
_IRREGULAR = (
    "be:is,are,am,was,were bring:brought build:built buy:bought catch:caught choose:chose "
    "come:came cut:cut do:does,did draw:drew drink:drank drive:drove eat:ate fall:fell "
    "feel:felt find:found fly:flew forget:forgot get:got give:gave go:goes,went grow:grew "
    "have:has,had hear:heard hit:hit hold:held keep:kept know:knew lead:led leave:left "
    "lend:lent let:let lose:lost make:made mean:meant meet:met put:put quit:quit read:read "
    "ride:rode ring:rang rise:rose say:said,says see:saw sell:sold send:sent set:set "
    "sing:sang sit:sat sleep:slept speak:spoke spend:spent stand:stood steal:stole "
    "swear:swore swim:swam take:took teach:taught tell:told think:thought throw:threw "
    "understand:understood wear:wore win:won write:wrote break:broke begin:began "
    "become:became shoot:shot hurt:hurt dream:dreamt,dreamed"
).split()


def _third(base: str) -> str:
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    double = (
        "ban",
        "drop",
        "fit",
        "ship",
        "shop",
        "skip",
        "stop",
        "admit",
        "prefer",
        "transfer",
        "plan",
        "knit",
        "brag",
        "program",
    )
    return base + (base[-1] + "ed" if base in double else "ed")


def _forms() -> tuple[frozenset[str], frozenset[str]]:
    """Give all finite forms, and those of the past alone."""
    forms: set[str] = set()
    past: set[str] = {"cost", "cut", "hit", "put", "let", "set"}
    for base in _REGULAR:
        forms |= {base, _third(base), _past(base)}
        past.add(_past(base))
    for entry in _IRREGULAR:
        base, _, rest = entry.partition(":")
        forms |= {base, _third(base), *rest.split(",")}
        past |= {form for form in rest.split(",") if not form.endswith("s") or form == "was"}
    return frozenset(forms), frozenset(past - {"is", "are", "am"})


_ALL, _PAST_FORMS = _forms()


_AUX_FORMS = frozenset(AUX.split("|"))
_CONTRACTED = re.compile(r"(?:i|we|you|he|she|it|they|that|there|what|who|here)'(?:m|s|re|ve|ll|d)")
_NOUN_BEFORE = frozenset(
    "to the a an my our his her their your of this these those no some any each every another "
    "its for with in on at by".split()
)
_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")


def first_finite(text: str) -> re.Match[str] | None:
    """Find the first word that can be a finite verb; after "to" or an article it is none."""
    before = ""
    for match in _WORD.finditer(text):
        word = match.group()
        if word in _AUX_FORMS or _CONTRACTED.fullmatch(word):
            return match
        if word in _ALL and before not in _NOUN_BEFORE and not before.endswith("'s"):
            return match
        before = word
    return None


def has_finite(text: str) -> bool:
    """Tell whether a folded English text has a word that can be its finite verb."""
    return first_finite(text) is not None


def is_past_verb(word: str) -> bool:
    """Tell whether a word is the past form of a verb."""
    return word in _PAST_FORMS


def is_verb(word: str) -> bool:
    """Tell whether a word can be a finite verb."""
    return word in _AUX_FORMS or word in _ALL


RELATION_EN = (
    r"(?:best |close |old |good )?friends?|sisters?|brothers?|siblings?|mother|father|mom|mum|dad"
    r"|wife|husband|sons?|daughters?|boss|"
    r"colleagues?|coworkers?|co-workers?|manager|neighbou?rs?|cousins?|uncles?|aunts?|auntie"
    r"|partner|roommates?|flatmates?|"
    r"housemates?|clients?|customers?|girlfriend|boyfriend|fiance|fiancee|parents?|grandma"
    r"|grandpa|grandmother|"
    r"grandfather|grandparents|grandsons?|granddaughters?|teachers?|landlord|landlady|doctor"
    r"|dentist|nieces?|nephews?|"
    r"in-laws|(?:mother|father|sister|brother|son|daughter)-in-law|supervisor|mentor|coach"
    r"|interns?|assistant|"
    r"buddy|buddies|mates?|pals?|classmates?|teammates?|tenants?|vendors?|suppliers?|competitors?"
    r"|guests?|ex|ex-wife|"
    r"ex-husband|kids?|child|children|team lead|twin|stepson|stepdaughter|stepmother|stepfather"
    r"|godmother|"
    r"godfather|lawyer|accountant|contractors?|employer|trainer|therapist|nanny|babysitter"
    r"|hairdresser|pen pal|crew|folks"
)

RELATION_ZH = (
    r"朋友|好友|闺蜜|哥们儿?|姐们|姐姐|妹妹|哥哥|弟弟|姐夫|妹夫|嫂子|弟媳|姐|哥|弟|妹|妈妈|爸爸"
    r"|妈|爸|母亲|父亲|妻子|老婆|太太|爱人|"
    r"丈夫|老公|儿子|女儿|闺女|儿媳|女婿|老板|上司|领导|同事|经理|邻居|隔壁|表哥|表姐|表弟|表妹"
    r"|堂哥|堂弟|堂姐|堂妹|叔叔|叔|伯父|伯伯|大伯|阿姨|"
    r"舅舅|舅妈|姑姑|姑妈|姨妈|婶婶|室友|舍友|客户|男友|女友|男朋友|女朋友|爷爷|奶奶|外公|外婆"
    r"|姥姥|姥爷|老师|房东|医生|同学|孩子|小孩|侄子|侄女|"
    r"外甥女?|孙子|孙女|岳父|岳母|公公|婆婆|爸妈|父母|前任|前妻|前夫|队友|搭档|师傅|徒弟|律师"
    r"|会计|助理|实习生|保姆|教练|导师|学生"
)

SURNAMES_ZH = (
    "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕"
    "丁任沈姚"
    "卢姜崔钟谭陆汪范石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向"
    "汤温康施"
    "牛樊葛邢齐乔伍庞颜倪庄聂章鲁岳翟殷詹申耿焦俞柳甘祝尚符舒阮柯纪梅童凌毕裴霍涂苗翁骆辛靳柴鲍喻"
    "祁蒲滕"
)
"""The most common family names."""

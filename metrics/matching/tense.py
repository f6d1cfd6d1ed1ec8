"""Does a value belong to the past where it stands, or does a change end or begin it there?"""

from __future__ import annotations

import re

from metrics.matching.spots import VALUE_MARK, Spot
from metrics.matching.utterance import Stance

__all__ = ["change_of", "is_ended", "is_past"]

_PAST_EN = re.compile(
    r"(?<!\bam )(?<!'m )(?<!\bare )(?<!'re )(?<!\bis )(?<!\bget )(?<!\bgetting )(?<!\bgot )\bused to (?!be used)|"
    r"\b(?:previously|formerly|originally|initially|historically|once upon a time|at first|in the past|"
    r"back then|in those days|at the time|at that time|for a while there|until then|"
    r"(?:no longer valid)|outdated|obsolete|superseded|deprecated|expired|stale|"
    r"out of date|historical|ex-|(?:has|have|had|was|were) since (?:been )?(?:replaced|changed|retired|"
    r"dropped)|prior to (?:that|this)|before that|earlier on)\b"
)
_STOPPED = re.compile(
    r"\b(?:stopped|quit|gave up|given up|dropped|ditched|abandoned|left|retired|phased out|moved away from|"
    r"moved off|moved on from|got rid of|gotten rid of|scrapped|removed|cancell?ed|discontinued|"
    r"sunset|retiring|done with|replaced|swapped out|traded in)\b(?: \w+){0,3}? ?§"
)
_OLD = re.compile(
    r"\b(?:old|older|former|previous|earlier|prior|original|initial|ex|past|last (?:year|month|week|quarter)'s)"
    r" (?:[\w'-]+ ){0,2}?(?=[_§]|$)"
)
_WAS = re.compile(
    r"\b(?:was|were|had|used|lived|worked|cost|drove|owned|drank|ate|went by|preferred|liked|\w{3,}ed)\b|'d\b"
)
_UNTIL = re.compile(
    r"\b(?:until|till|up to|up until) (?:last|recently|yesterday|now|then|this|a|the|january|february|march|"
    r"april|may|june|july|august|september|october|november|december|\d|he|she|it|we|i|they|two|three|"
    r"\w+ (?:ago|year|month|week))"
)
_BEFORE_ADVERB = re.compile(
    r"\b(?:before|earlier|once|at one point|in a previous life)\W*$|\bhad been\b|\bonce (?:had|was|were|lived|worked|used|owned)\b"
)
_NOW = re.compile(
    r"\b(?:now|nowadays|currently|these days|at present|today|presently|since then|as of|anymore|any more|"
    r"no longer|has changed|changed|is different|different now|not any)\b|现在|如今|目前|当前|这会儿|眼下|已经改|后来|改成|换成|改为|变成"
)
_STATIVE = re.compile(
    r"\b(?:was|were|had|used|lived|worked|cost|drove|owned|drank|ate|preferred|liked|stayed|paid|earned|"
    r"weighed|ran|belonged|employed|charged|offered|played|studied|spoke|taught|held|kept|stood|sat|wore|"
    r"smoked|took|supported|contained|counted|housed|needed|required|wanted|commuted|rented|attended)\b"
)
_WAS_ALONE = re.compile(r"^[^a-z]*(?:it )?was (?:about |only |at )?$")
"""A comment beside a newer value: "max_conn=350  # was 200"."""
_STATE_TIME = re.compile(
    r"\b(?:last (?:year|month|week|quarter|summer|winter|spring|autumn|fall)|(?:years?|months?|weeks?|"
    r"decades?) ago|in (?:19|20)\d\d|back in|as of (?:19|20)\d\d|yesterday)\b"
)
_STATE = re.compile(
    r"\b(?:was|were)\W+(?:\w+ly |about |only |just |around |still )*$"
    r"|\b(?:lived|worked|owned|preferred|liked|had|drove|used|earned|weighed|stayed)(?: [\w'-]+){0,4} $"
)
_PAST_ZH = re.compile(
    r"(?<![日号月天年周时点])(?:以前|之前)(?!的?[。，]?$)|(?<![日号月天年周时点])(?:以前|之前)|原来(?!如此|是因为)|曾经|曾(?=[^子孙祖])|"
    r"过去(?![一二三两几\d])|原先|起初|一开始|原本|当初|从前|早先|旧的?|前任|老的|原定|当时|那时|最初|早些年|早年|"
    r"去年的|原(?=[为是定价]|[\u4e00-\u9fff]{1,3}为)|(?:去年|前年|上个?月|上周|年初|年底)(?:之前|以前)|过期|作废|失效|上一(?:任|版|个)|小时候|本来|先前|此前|往年|历史"
)
_STOPPED_ZH = re.compile(
    r"(?:停用|放弃|戒了?|辞(?:去|掉|了)|离开|退出|淘汰|弃用|卸载|换掉|停掉|告别|搬离|扔掉)[^，。,]{0,6}§"
)
_STOPPED_AFTER_ZH = re.compile(
    r"§+[^，。,]{0,6}(?:已经?(?:停用|弃用|过期|作废|失效|淘汰|下线|取消)|戒了|换掉了|退役)"
)
_STOPPED_AFTER = re.compile(
    r"§+ (?:\w+ )?(?:(?:has|have|had|was|were|is|got|been|being)(?: \w+)? )+(?:replaced|retired|phased out|dropped|superseded|"
    r"deprecated|discontinued|swapped out|scrapped|overtaken|outdated|obsolete|history|ditched|abandoned|removed|"
    r"decommissioned|sunset)\b|§+ until\b"
)

_VERB_EN = (
    r"(?:chang|switch|mov|updat|migrat|upgrad|downgrad|rais|bump|cut|lower|reduc|increas|decreas|convert|"
    r"shift|postpon|push|renam|went|gone|goes|going|revis|adjust|correct|transition|swapp|swap|dropp|drop|"
    r"rose|risen|fell|fallen|grew|grown|jump|climb|brought|extend|relocat|mov|reschedul|turn|promot|"
    r"transferr|slipp|amend)[a-z]*"
)
_FROM_BEFORE = re.compile(rf"\b{_VERB_EN}\b[^.!?]*\b(?:from|off|away from) (?:[\w'-]+ ){{0,3}}$")
_TO_AFTER = re.compile(r"[^.!?;]*?\b(?:to|into|onto)\b")
_TO_BEFORE = re.compile(
    rf"\b(?:{_VERB_EN}|up|down)\b[^.!?]*\b(?:to|into|onto) (?:[\w'-]+ ){{0,3}}$"
    r"|\b(?:became|becomes|has become) (?:\w+ ){0,2}$"
)
_FROM_TO_BEFORE = re.compile(r"\bfrom\b[^.!?;]*\bto (?:[\w'-]+ ){0,3}$")
_CHANGED_THING_AFTER = re.compile(
    rf"^[ \w'-]{{0,20}}?\b(?:was|were|has been|is being|got|is)?\s*(?:{_VERB_EN}) (?:over )?(?:to|into)\b"
)
_REPLACE_OBJECT = re.compile(
    r"\b(?:replac(?:e|es|ed|ing)|supersed(?:e|es|ed|ing)|swapp?(?:ed|ing|s)?|trad(?:ed|ing|es?)|exchang(?:ed|ing|es?)|substitut\w+|ditch\w*|drop\w*|abandon\w*|left|leav\w+) (?:[\w'-]+ ){0,2}$"
)
_REPLACE_WITH = re.compile(
    r"\b(?:replac\w+|swapp?\w*|trad\w+|exchang\w+|ditch\w*|dropp?\w*|abandon\w*|left|substitut\w+)\b[^.!?;]*\b(?:with|by|for|in favou?r of) (?:[\w'-]+ ){0,2}$"
)
_REPLACED_AFTER = re.compile(
    r"^ (?:\w+ )?(?:(?:was|were|is|has been|have been|got|being) )(?:\w+ly )?(?:replaced|superseded|swapped)\b"
)
_ARROW = r"\s*(?:-+>|=+>|→|⇒|➔|➜|»)"
_ARROW_AFTER = re.compile(_ARROW)
_ARROW_BEFORE = re.compile(rf"{_ARROW}\s*(?:[$€£¥]\s*)?$")
_TURN_ZH = (
    r"(?:改成|改为|改到|改用|改叫|换成|换为|换到|换用|变成|变为|变到|涨到|涨至|升到|升至|降到|降至|降为|调到|调至|调成|调整为|调整到|调整成|提高到|"
    r"提升到|提到|减到|减少到|减为|增加到|增至|更新为|更新到|更新成|推迟到|推到|提前到|延到|延期到|延长到|搬到|搬去|迁到|迁移到|移到|挪到|转到|转成|转为|转用|切换到|切到|"
    r"更名为|更改为|修改为|修正为|替换为|替换成|上调到|上调至|下调到|下调至|削减到|缩减到|压到|压缩到|升级到|升级为|跳槽到|跳到)"
)
_TURNS_AFTER_ZH = re.compile(rf"^[^，。,;；]{{0,8}}?{_TURN_ZH}")
_TURNED_BEFORE_ZH = re.compile(rf"{_TURN_ZH}了?[^，。,;；§]{{0,6}}$")
_FROM_ZH = re.compile(r"(?:从|由|把|将)[^，。,；;§]{0,8}$")
_REPLACES_ZH = re.compile(r"(?:取代|替代|代替|替换掉?|替掉)了?[^，。,；;§]{0,6}$")
_REPLACED_ZH = re.compile(r"^[^，。,；;]{0,4}被[^，。,；;]{1,12}(?:取代|替代|代替|替换|换掉)")
_INSTEAD_ZH = re.compile(
    r"(?:不用|不再用|放弃|弃用|停用)[^，。,；;]{1,12}[，,]?(?:改用|转用|换用|用)[^，。,；;§]{0,4}$"
)


_NO_LONGER = re.compile(
    r"\bno longer\b(?! than\b)|\bnot any longer\b|\b(?:not|never|[a-z]+n't)\b[^.!?;]*\b(?:any ?more|any longer)\b|\bnot any ?more\b"
    r"|\bceased to\b|不再|再也(?:不|没)"
)
_ENDED_ZH = re.compile(r"(?<![从一是差])(?:不|没)(?![是得过同错])[^，。,;；不没]{0,10}§[^，。,;；]{0,6}了\W*$|§[^，。,;；]{0,6}(?:不|没)[^，。,;；]{1,6}了\W*$")


def is_ended(spot: Spot) -> bool:
    """Tell whether the clause says that the value held and does so no longer."""
    clause = spot.before + VALUE_MARK + spot.after.lstrip(VALUE_MARK)
    if _NO_LONGER.search(spot.marked):
        return True
    return not clause.isascii() and _ENDED_ZH.search(spot.marked) is not None


def change_of(spot: Spot) -> Stance | None:
    """Read a change at the value: "from A to B" makes A past and B current; None without one."""
    before, after = spot.lead, spot.rest
    if _ARROW_AFTER.match(after):
        return Stance.PAST
    if _ARROW_BEFORE.search(before):
        return Stance.CURRENT
    if not (before.isascii() and after.isascii()):
        chinese = _change_zh(before, after)
        if chinese is not None:
            return chinese
    return _change_en(before, after)


def _change_en(before: str, after: str) -> Stance | None:
    if _REPLACE_WITH.search(before):
        return Stance.CURRENT
    if _REPLACE_OBJECT.search(before) or _REPLACED_AFTER.match(after):
        return Stance.PAST
    if _FROM_BEFORE.search(before) and not _FROM_TO_BEFORE.search(before):
        return Stance.PAST
    if _TO_BEFORE.search(before):
        return Stance.CURRENT
    return None


def _change_zh(before: str, after: str) -> Stance | None:
    if _TURNED_BEFORE_ZH.search(before) or _INSTEAD_ZH.search(before):
        return Stance.CURRENT
    if _TURNS_AFTER_ZH.match(after):
        return Stance.PAST
    if _REPLACES_ZH.search(before) or _REPLACED_ZH.match(after):
        return Stance.PAST
    return None


_FRAME = re.compile(
    r"\b(?:back when|when (?:i|we|he|she|they) (?:was|were|lived|worked|studied|had|used to)|as a (?:kid|child|teenager|"
    r"student|teen|boy|girl)|in my (?:twenties|teens|youth|childhood|student days)|in (?:his|her|their) (?:twenties|youth)|"
    r"during (?:college|university|high school|my (?:studies|time))|growing up|in college|in high school|at university|once upon a time)\b"
    r"|(?:我|他|她|那)?(?:小时候|年轻时|上学那会|读书那会|大学时|刚毕业时?|那会儿?|当年|早年间?|住[^，。]{1,6}的时候|在[^，。]{1,8}的时候)"
)


def is_past(spot: Spot) -> bool:
    """Tell whether the value is marked as past in its clause or by contrast with a now."""
    clause = spot.marked
    if any(
        pattern.search(clause)
        for pattern in (_STOPPED, _STOPPED_AFTER, _STOPPED_ZH, _STOPPED_AFTER_ZH)
    ):
        return True
    for cue in (*_PAST_EN.finditer(clause), *_PAST_ZH.finditer(clause)):
        if not _NOW.search(spot.raw_before, min(cue.end(), len(spot.raw_before))):
            return True
    if _OLD.search(spot.before) and not re.search(r"years? old\b", spot.before):
        return True
    if _FRAME.search(spot.lead) and not _NOW.search(spot.lead):
        return True
    return _was_and_is_not(spot, clause)


def _was_and_is_not(spot: Spot, clause: str) -> bool:
    """Past tense with a mark that it ended: until, a state's time, before, or a now elsewhere."""
    if not _WAS.search(spot.raw_before):
        return _was_and_is_not_zh(spot, clause)
    if _UNTIL.search(spot.lead + spot.rest) or _BEFORE_ADVERB.search(clause):
        return True
    if _STATE.search(spot.raw_before) and _STATE_TIME.search(clause):
        return True
    if _NOW.search(clause):
        return False
    if not _STATIVE.search(spot.raw_before):
        return False
    if _WAS_ALONE.search(spot.raw_before):
        return True
    later = spot.reading.low[spot.clause.end : spot.sentence.end]
    return _NOW.search(later) is not None or _NOW.match(spot.next_sentence()) is not None


def _was_and_is_not_zh(spot: Spot, clause: str) -> bool:
    """A past time in the clause of the value, and a now behind it."""
    if clause.isascii() or not _PAST_TIME_ZH.search(spot.lead) or _NOW.search(spot.raw_before):
        return False
    later = spot.reading.low[spot.clause.end : spot.sentence.end]
    return _NOW_ZH.search(later) is not None or _NOW_ZH.match(spot.next_sentence()) is not None


_PAST_TIME_ZH = re.compile(r"(?:19|20)?\d\d年|去年|前年|上个?月|上周|那年|当年|刚来|年前|月前|开业时|建成时|成立时|当初")
_NOW_ZH = re.compile(r"如今|现在|目前|已经?[改换变涨降翻增减搬调升]|眼下|今年")

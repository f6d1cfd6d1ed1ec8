"""Words that put a value in the past, or turn one value into another, English and Chinese."""

from __future__ import annotations

import re

__all__ = [
    "APPOSED_OLD",
    "BECAME_BEFORE",
    "BEFORE_ADVERB",
    "COMPARED_OLD",
    "ENDED_ZH",
    "EXPERIENCED_ZH",
    "FRAME",
    "FROM_BEFORE",
    "FROM_TO_BEFORE",
    "INSTEAD_ZH",
    "NOW",
    "NOW_ZH",
    "NO_LONGER",
    "OLD",
    "OLD_LABEL",
    "OVER_BEHIND",
    "PAST_EN",
    "PAST_TIME_ZH",
    "PAST_ZH",
    "REPLACED_AFTER",
    "REPLACED_ZH",
    "REPLACES_ZH",
    "REPLACE_OBJECT",
    "REPLACE_WITH",
    "STATE",
    "STATE_TIME",
    "STATIVE",
    "STOPPED",
    "STOPPED_AFTER",
    "STOPPED_AFTER_ZH",
    "STOPPED_ZH",
    "TO_BEFORE",
    "TURNED_BEFORE_ZH",
    "TURNS_AFTER_ZH",
    "TURNS_FROM_ZH",
    "TURNS_ON_ZH",
    "UNTIL",
    "WAS_ALONE",
]

NO_LONGER = re.compile(
    r"\bno longer\b(?! than\b)|\bnot any longer\b|\b(?:not|never"
    r"|[a-z]+n't)\b[^.!?;]*\b(?:any ?more|any longer)\b|\bnot any ?more\b"
    r"|\bceased to\b|\bno more\b(?! than\b)|不再|再也(?:不|没)"
)
ENDED_ZH = re.compile(
    r"(?<![从一是差])(?:不|没)(?![是得过同错对])[^，。,;；不没]{0,10}§[^，。,;；]{0,6}了\W*$"
    r"|§[^，。,;；]{0,6}(?:不|没)(?!对|是|行)[^，。,;；]{1,6}了\W*$"
)
"""不用§了: it was so, and is so no more."""

PAST_EN = re.compile(
    r"(?<!\bam )(?<!'m )(?<!\bare )(?<!'re )(?<!\bis )(?<!\bget )(?<!\bgetting )(?<!\bgot )(?<!\bb"
    r"eing )\bused to (?!be used)|"
    r"\b(?:previously|formerly|originally|initially|historically|at first|in the past|back then"
    r"|in those days|at the time|"
    r"at that time|until then|no longer valid|outdated|obsolete|superseded|deprecated|expired"
    r"|stale|out of date|"
    r"prior to (?:that|this|the \w+)|before that|earlier on|once upon a time|in a previous life"
    r"|in former times|way back|long gone|"
    r"ex-)\b|\bwas since (?:been )?(?:replaced|changed)\b|\b(?:has|have"
    r"|had) since (?:been )?(?:replaced|changed|retired|dropped|moved)\b"
    r"|\b(?:stopped|quit|gave up) using (?:the |my |our |his |her |their )?"
)

PAST_ZH = re.compile(
    r"(?<!\d[日号月天年周时点])(?<![一二三四五六七八九十][日号月天年周点])(?:以前|之前)"
    r"|原来(?!如此|是因为)|曾经|曾(?=[^子孙祖])"
    r"|过去(?![一二三两几\d])|原先|起初|一开始|原本|当初|从前|早先|(?<![仍照依陈破怀])旧的?|"
    r"直到(?:去年|前年|上|最近|今年|\d|[一二三四五六七八九十]月)|前任|老的|原定|当时|那时候?|最初"
    r"|早些年|早年|去年的|前年的|原(?=[为是定价]"
    r"|[\u4e00-\u9fff]{1,3}为)|(?:去年|前年|上个?月|上周|年初|年底)(?:之前|以前)|"
    r"过期|作废|失效|上一(?:任|版|个)|本来|先前|此前|往年|早前|当年|那会儿?|前(?=[§_])"
)

FRAME = re.compile(
    r"\bthere was a time when\b|"
    r"\b(?:back when|back in (?:the|my)|when (?:i|we|he|she|they) (?:was|were|lived|worked"
    r"|studied|had|used to)|as a (?:kid|"
    r"child|teenager|student|teen|boy|girl|toddler)|in my (?:twenties|teens|youth|childhood"
    r"|student days|thirties)|in (?:his|"
    r"her|their) (?:twenties|youth|childhood)|during (?:college|university|high school"
    r"|my (?:studies|time))|growing up|in "
    r"college|in high school|at university|the days when|the time when|years ago|decades ago"
    r"|ages ago)\b"
    r"|(?:合并|改制|搬家|装修|升级|结婚|离婚|退休|疫情|涨价|调整|改版|重组|换岗|跳槽|转岗|接手"
    r"|入伙|分家|改名|收购|创业|出国|上学|工作|怀孕)(?:之前|以前|前)(?![要得须必])|小时候|年轻时"
    r"|上学那会|上大学那会|读书那会|大学时|(?:刚)?毕业(?:时|那)|那会儿|当年|早年间?"
    r"|[住在][^，。]{1,8}的时候|[^，。]{1,6}那会儿|年前|[辞戒搬离退][^，。]{0,4}[之以]?前"
)
"""A frame that puts all of its sentence in the past, up to a now."""

OLD = re.compile(
    r"\b(?:old|older|former|previous|earlier|prior|original|initial|ex|past|late|last (?:year"
    r"|month|week|quarter)'s|yesterday's|"
    r"\d{4}'s) (?:[\w'-]+ ){0,2}?(?=[_§]|$)"
)
OLD_LABEL = re.compile(
    r"(?:\b(?:old(?:[_-]\w+)?|was|previous(?:ly)?|prev(?:_\w+)?|before|former(?:ly)?|until \w+"
    r"|prior|last year)|原来?|旧"
    r"|之前|以前|曾|改前|调整前)\s*[:：=]\s*[\"'$€£¥]*$"
)
APPOSED_OLD = re.compile(
    r"\b(?:old|former|previous|earlier|prior|original|ex) [\w_ ']{0,20}[,，(]\s*(?:an? |the )?$"
)
"""Her previous car, a §."""

COMPARED_OLD = re.compile(
    r"\b(?:up|down) from (?:about |around |just |only |a )?$|\b(?:compared (?:to|with)|versus"
    r"|vs\.?|against|instead of|from) (?:the )?(?:old |previous |former |last year's )?$"
    r"(?<=last year's )|比(?:去年|以前|之前|原来|上个?月|上次|前年|过去|当初|原先)的?[^，。,]{0,4}$"
)

STATE = re.compile(
    r"\b(?:was|were)\W+(?:\w+ly |about |only |just |around |still |at )*$"
    r"|\b(?:lived|worked|owned|preferred|liked|had|drove|used|earned|weighed|stayed|rented"
    r"|studied|taught|smoked|played|spoke|kept)"
    r"(?: [\w'-]+){0,4} $"
)
STATE_TIME = re.compile(
    r"\b(?:last (?:year|month|week|quarter|summer|winter|spring|autumn|fall)|(?:years?|months?"
    r"|weeks?|decades?) ago|in (?:19|20)\d\d|"
    r"back in|as of (?:19|20)\d\d|yesterday|for (?:years|ages|decades|a while"
    r"|(?:\w+ ){1,2}years))\b"
)
STATIVE = re.compile(
    r"\b(?:was|were|had|used|lived|worked|cost|drove|owned|drank|ate|preferred|liked|stayed|paid"
    r"|earned|weighed|ran|belonged|"
    r"employed|charged|offered|played|studied|spoke|taught|held|kept|stood|sat|wore|smoked|took"
    r"|supported|contained|counted|"
    r"housed|needed|required|wanted|commuted|rented|attended|served|rode|led|reported|answered to"
    r"|managed|covered|felt|knew|believed|loved|hated|enjoyed|practised|practiced|carried"
    r"|operated|shared|dated|handled)\b"
)
UNTIL = re.compile(
    r"\b(?:until|till|up to|up until) (?:last|recently|yesterday|now|then|this|a|the|january"
    r"|february|march|april|may|june|july|"
    r"august|september|october|november|december|christmas|easter|\d|he|she|it|we|i|they|two"
    r"|three|\w+ (?:ago|year|month|week))"
)
BEFORE_ADVERB = re.compile(
    r"\b(?:before|earlier|at one point|in a previous life|back then)\W*$|\bhad been\b"
    r"|\bonce\b(?! (?:a|per|every|in|you|we|i|he|"
    r"they|it|the|again|more|this|that)\b)|^\W*before (?:\w+ing|the|my|her|his|their|our|that"
    r"|this|she|he|they|i|we) |§[^.;]{0,24}\bbefore (?:the|that|those|my|our|her|his|their|its)\b"
)
WAS_ALONE = re.compile(
    r"^[^a-z]*(?:(?:it|this|that|which|and) )?(?:was|were) (?:about |only |at |still )*$"
)
"""A remark beside a newer value: "max_conn=350  # was 200"."""

NOW = re.compile(
    r"\b(?:now|nowadays|currently|these days|at present|today|presently|since then|as of"
    r"|any ?more|no longer|has changed|changed|is "
    r"different|not any|meanwhile)\b|现在|如今|目前|当前|这会儿|眼下|已经改|后来|改成|换成|改为"
    r"|变成"
)
NOW_ZH = re.compile(r"如今|现在|目前|已经?[改换变涨降翻增减搬调升]|眼下|今年|后来|以后就|之后就")
PAST_TIME_ZH = re.compile(
    r"(?:[一二三四五六七八九十]{1,2}|\d{1,2})月份|年初|上半年|开春|(?:19|20)?\d\d年|去年|前年"
    r"|上个?月|上周|那年|当年|刚来|年前|月前|开业时|建成时|成立时|当初"
    r"|头[一两几]年"
)
EXPERIENCED_ZH = re.compile(
    r"(?:住|待|呆|干|做|用|开|养|租|抽|教|学|上|当|任|工作|生活)过(?!期|来|去|敏|年)"
)

STOPPED = re.compile(
    r"\b(?:stopped|quit|gave up|given up|giving up|ditched|abandoned|retired from|retired"
    r"|phased out|moved away from|moved off|moved on from|"
    r"moved out of|got rid of|gotten rid of|scrapped|discontinued|done with|swapped out|traded in"
    r"|gave away|threw (?:out|away)|"
    r"outgrew|resigned (?:as|from)|stepped down (?:as|from)|parted with|said goodbye to"
    r"|sold)\b(?: [\w']+){0,3}? ?§"
    r"|\b(?:dropped|left|removed|replaced|lost|returned|crashed|donated) (?:(?:my|our|his|her"
    r"|their|the|its|using|on) )?(?:old )?§"
)
STOPPED_AFTER = re.compile(
    r"§+ (?:\w+ )?(?:(?:has|have|had|was|were|is|got|been|being)(?: \w+)? )+(?:replaced|retired"
    r"|phased out|dropped|superseded|deprecated|"
    r"discontinued|swapped out|scrapped|overtaken|outdated|obsolete|history|ditched|abandoned"
    r"|removed|decommissioned|"
    r"sunset|sold|gone)\b|§+ (?:until|made way for|gave way to)\b|§+[^,.;]{0,30}\b(?:are"
    r"|is) (?:over|history|a thing of the past|behind \w+)\b"
    r"|~~§+~~"
)
STOPPED_ZH = re.compile(
    r"(?:停用|放弃|戒了?|辞(?:去|掉|了)|离开|退出|淘汰|弃用|卸载|换掉|停掉|告别|搬离|扔掉"
    r"|卖掉?了?|卸任|丢了|送走|甩掉)[^，。,一]{0,6}§"
)
STOPPED_AFTER_ZH = re.compile(
    r"从§+[^，。,]{0,3}(?:辞职|离职|退休|搬走|搬出|退出|跳槽|调走|转走|走人)|"
    r"§+[^，。,]{0,6}(?:已经?(?:停用|弃用|过期|作废|失效|淘汰|下线|取消|停产|关门|倒闭)|戒了"
    r"|换掉了|退役|卖了|卖掉|扔了|送人|作废|停用|丢了|没了|废了|不干了|辞了)"
)
OVER_BEHIND = re.compile(
    r"\W*(?:those days are|that's|that is|it's all|all) (?:over|history|behind|gone"
    r"|in the past)\b|\W*(?:都|早)?是?(?:过去的事|老黄历|历史)了?"
)

_VERB = (
    r"(?:chang|switch|mov|updat|migrat|upgrad|downgrad|rais|bump|cut|lower|reduc|increas|decreas"
    r"|convert|shift|postpon|"
    r"push|renam|went|gone|goes|going|revis|adjust|correct|transition|swapp|swap|dropp|drop|rose"
    r"|risen|fell|fallen|grew|"
    r"grown|jump|climb|brought|extend|relocat|reschedul|turn|promot|transferr|slipp|amend"
    r"|progress|advanc|step)[a-z]*"
)
FROM_BEFORE = re.compile(
    rf"\b{_VERB}\b[^.!?]*\b(?:from|off|away from) (?:(?!to\b|into\b|onto\b|and\b)[\w'-]+ ){{0,3}}$"
)
TO_BEFORE = re.compile(
    rf"\b(?:{_VERB}|up|down)\b[^.!?]*\b(?:to|into|onto) (?:[\w'-]+ ){{0,3}}$|\b(?:became|becomes"
    rf"|has become) (?:\w+ ){{0,2}}$"
)
FROM_TO_BEFORE = re.compile(r"\bfrom\b[^.!?;]*\bto (?:[\w'-]+ ){0,3}$")
BECAME_BEFORE = re.compile(r"\b(?:made way for|gave way to) (?:[\w'-]+ ){0,2}$")
REPLACE_OBJECT = re.compile(
    r"\b(?:replac(?:e|es|ed|ing)|supersed(?:e|es|ed|ing)|swapp?(?:ed|ing|s)?|trad(?:ed|ing|es?)"
    r"|exchang(?:ed|ing|es?)|substitut\w+|ditch\w*|"
    r"abandon\w*) (?:[\w'-]+ ){0,2}$|\b(?:drop\w*|left|leav\w+) (?:the |his |her |my |our "
    r"|their )?$"
)
REPLACE_WITH = re.compile(
    r"\b(?:replac\w+|swapp?\w*|trad\w+|exchang\w+|ditch\w*|dropp?\w*|abandon\w*|left"
    r"|substitut\w+)\b[^.!?;]*\b(?:with|by|for|in favou?r of) (?:[\w'-]+ ){0,2}$"
)
REPLACED_AFTER = re.compile(
    r"^ (?:\w+ )?(?:(?:was|were|is|has been|have been|got|being) )(?:\w+ly )?(?:replaced"
    r"|superseded|swapped)\b"
)

_TURN = (
    r"(?:改成|改为|改到|改用|改叫|改喝|改吃|改坐|改去|改在|换成|换为|换到|换用|变成|变为|变到"
    r"|涨到|涨至|升到|升至|降到|降至|降为|调到|调至|调成|调整为|调整到|调整成|提高到|提升到|提到|"
    r"减到|减少到|减为|增加到|增至|更新为|更新到|更新成|推迟到|推到|提前到|延到|延期到|延长到"
    r"|搬到|搬去|搬回|迁到|迁移到|移到|挪到|转到|转成|转为|转用|切换到|切到|"
    r"更名为|更改为|修改为|修正为|替换为|替换成|上调到|上调至|上调为|下调到|下调至|下调为|削减到"
    r"|缩减到|压到|压缩到|升级到|升级为|升为|跳槽到|跳到|扩到|扩大到|扩建到|改姓|翻到|涨成)"
)
TURNS_AFTER_ZH = re.compile(rf"^[^，。,;；]{{0,8}}?{_TURN}")
TURNS_FROM_ZH = re.compile(r"(?:从|由|自)[^，。,;；]{0,4}$")
TURNS_ON_ZH = re.compile(r"^[^，。,;；]{0,4}?[\u4e00-\u9fff]{1,3}(?:到|成|为|至|去)了?")
TURNED_BEFORE_ZH = re.compile(
    rf"{_TURN}了?[^，。,;；§]{{0,6}}$"
    r"|(?:从|由|自)[^，。;；]{1,14}?[\u4e00-\u9fff]{1,3}(?:到|成|为|至|去)了?[^，。]{0,3}$"
)
REPLACES_ZH = re.compile(r"(?:取代|替代|代替|替换掉?|替掉)了?[^，。,;；§]{0,6}$")
REPLACED_ZH = re.compile(r"^[^，。,;；]{0,4}被[^，。,;；]{1,12}(?:取代|替代|代替|替换|换掉)")
INSTEAD_ZH = re.compile(
    r"(?:不用|不再用|放弃|弃用|停用|不[喝吃坐住穿去])[^，。,;；]{1,12}[，,]?(?:改用|转用|换用|用"
    r"|改)[^，。,;；§]{0,4}$"
)

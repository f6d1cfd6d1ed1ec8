"""Is a value denied where it stands? Negation with its scope, English and Chinese."""

from __future__ import annotations

import re

from metrics.matching.spots import VALUE_MARK, Spot

__all__ = ["is_answered_no", "is_denied"]

_CUE_EN = re.compile(
    r"\b(?:not|never|no|none|nor|neither|without|cannot|nobody|nothing|hardly|scarcely|barely|"
    r"instead of|rather than|as opposed to|in place of|anything but|far from|out of favou?r|"
    r"avoid(?:s|ed|ing)?|excluding|ain't|[a-z]+n't|dont|doesnt|isnt|wont|cant|refus(?:e|es|ed|ing)|"
    r"den(?:y|ies|ied)|rul(?:e|es|ed|ing) out|reject(?:s|ed|ing)?|forbid(?:s|den)?|ban(?:s|ned)?|"
    r"prohibit(?:s|ed)?|declin(?:e|es|ed)|false that|untrue that|a myth that|mistaken that|"
    r"wrong (?:that|to (?:say|think))|incorrect (?:that|to (?:say|think)))\b|\bnon-"
)
_CUE_ZH = re.compile(
    r"不再|并非|并不|绝非|不是|没有|没|别|不|未|无(?=[\u4e00-\u9fff§_])|勿|莫|非(?=[\u4e00-\u9fff§_])|避免|拒绝|"
    r"禁止|杜绝|排除|否认|否定|取消|拒(?=收|吃|用)|反对"
)
_STOP_EN = re.compile(
    r"\b(?:but|because|except|besides|other than|apart from|unless|just|only|instead(?! of)|so|still|"
    r"yet|rather(?! than)|however)\b|[;:]|\band (?:prefer|like|love|always|now|have|am|are|is|want|need|live|"
    r"work|use|just|only|instead)\b|\b(?:we|i|you|they|he|she|it)(?:'(?:ll|re|m|s|d|ve))? (?!think|believe|"
    r"want|need|know|say|mean|\w+n't|do not)\w+"
)
_STOP_ZH = re.compile(
    r"而是|但|却|只(?!有)|改(?:用|为|成|喝|吃|选|去)|还是|仍|依然|照旧|就是|才是|而要"
)
_NEG_RAISING = re.compile(
    r"\b(?:don't|doesn't|didn't|do not|does not|did not|never|not) (?:\w+ )?(?:think|believe|suppose|"
    r"expect|say|said|mean|imply|true|the case|correct|right)\b"
)
_NEGATED_PREDICATE = re.compile(
    r"^[^,;:]*?(?:\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could|shall|"
    r"should|must|may|might|'s|'re|'m)\s+(?:\w+ly )?(?:not|never|no good|off the table|out of"
    r" the question|wrong|incorrect|false|untrue|a mistake|mistaken|a typo|an error|forbidden|banned|"
    r"prohibited|cancell?ed|ruled out|rejected|impossible|excluded|off limits|a no-go|unacceptable|"
    r"gone|dead)\b|\b(?:isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|don't|doesn't|didn't|won't|"
    r"wouldn't|can't|cannot|couldn't|shouldn't|mustn't|ain't|never)\b)"
)
_FINITE_EN = re.compile(
    r"\b(?:is|are|was|were|am|be|has|have|had|do|does|did|will|would|can|could|shall|should|must|may|"
    r"might|[a-z]+'(?:m|re|ve|ll|d)|(?:it|that|he|she|there|what|here)'s|use|uses|used|using|prefer|prefers|preferred|like|"
    r"likes|liked|want|wants|wanted|need|needs|needed|live|lives|lived|work|works|worked|moved|move|"
    r"keep|keeps|kept|set|sets|got|get|gets|bought|buy|buys|chose|choose|said|says|told|went|make|"
    r"makes|made|love|loves|eat|eats|ate|drink|drinks|drank|go|goes|run|runs|ran|pay|pays|paid|"
    r"switched|started|signed|joined|picked|selected|deploy|deploys|costs?|spent|take|takes|took|"
    r"visited|booked|named|called|stay|stays|stayed|speak|speaks|play|plays|played|drive|drives|"
    r"hate|hates|know|knows|think|thinks|agreed|decided|approved|confirmed)\b"
)
_FINITE_ZH = re.compile(
    r"是|为|用|在|住|喜欢|叫|有|改|换|定|选|吃|喝|去|做|买|要|想|姓|属于|等于|采用|使用|决定"
)
_EVALUATION_EN = re.compile(
    r"\W*(?:\w+ly |very |that |so |too |really )*(?:enough|sufficient|much|many|a lot|negotiable|"
    r"flexible|bad|a problem|an issue|cheap|expensive|final|surpris\w*|chang\w*|easy|great|far|unusual|"
    r"going to (?:change|move|shift|budge)|move|budge|up for (?:debate|discussion)|big|huge|small|"
    r"optional|a (?:big )?deal|cover|include|be (?:enough|exceeded|changed|moved|negotiated|touched|"
    r"ignored|forgotten)|allow|stretch|suffice|last|leave|apply to|go (?:far|up)|matter|help|fit)"
)
_EVALUATION_ZH = re.compile(
    r"(?:不|没|未|别)(?:太|是很|会|能|可|许|准|算|怎么|必)?(?:够|多|贵|少|高|低|变|大|小|容易|便宜|远|改|动|商量|含|包括|包含|"
    r"超|破|涨|降|成问题|难|长|短|早|晚|松口|足|忘|丢)"
)
_DENIED_ZH = re.compile(
    r"^[^，,；;]{0,10}?(?:不|没|未|别|无法|并非|取消|作废|错|免谈|被否|否决|排除|禁止|有误|搞错)"
)
_ONLY_NO = re.compile(
    r"\W*(?:no|nope|nah|never|not (?:any ?more|any longer|now|really|at all|true|allowed|used|an option|"
    r"ok|okay|possible|applicable|me|mine|us)|false|n/a|none|negative|wrong|不|没有|否|不是|不行|不可以|不用|不对|没|错|"
    r"无|不要|不对的|不是的|并没有|并不是)\W*"
)
_EXCEPT = re.compile(
    r"\b(?:except(?: for)?|excluding|other than|apart from|save for|aside from|with the exception of)\s+"
    r"(?:\w+\s+){0,3}§|\b(?:everything|everyone|anything|all|anyone) but (?:\w+ )?§"
)
_EXCEPT_ZH = re.compile(
    r"除了?[^，。,]{0,6}§+[^，。,]{0,4}(?:以外|之外|外)?[，,]?[^，。]{0,8}(都|全|还|也|又|什么)"
)
_PREFERRED_TO = re.compile(
    r"\b(?:prefer\w*|favou?r\w*|choos\w+|chose|pick\w*|like[sd]?|love[sd]?|rather)\b[^,;]* over (?:\w+ ){0,2}§|"
    r"\bprefer\w* [^,;§]* to (?:\w+ ){0,2}§|\b(?:better|more) than (?:\w+ ){0,2}§"
)
_PREFERRED_TO_ZH = re.compile(
    r"(?:比起|相比|较之|与其)[^，,]{0,6}§|(?:胜过|多于|而不是|而非|好过)[^，,]{0,4}§|比§+更"
)
_FREE = re.compile(r"^[- ]free\b|^-less\b")


def is_denied(spot: Spot) -> bool:
    """Tell whether the value is denied in its clause."""
    if _denied_before(spot) or _denied_behind(spot) or _denied_by_list(spot):
        return True
    return _left_out(spot) or _affixed(spot) or _called_wrong(spot)


def _denied_before(spot: Spot) -> bool:
    """A negation before the value reaches it unless something between ends its scope."""
    before = spot.before
    cues = [(cue.start(), cue.end(), True) for cue in _CUE_EN.finditer(before)]
    if not before.isascii() or not spot.after.isascii():
        cues += [(cue.start(), cue.end(), False) for cue in _CUE_ZH.finditer(before)]
    return any(_reaches(before, start, end, english) for start, end, english in cues)


def _reaches(before: str, start: int, end: int, english: bool) -> bool:
    between = before[end:]
    if not english:
        return _STOP_ZH.search(between) is None
    if _NEG_RAISING.match(before, start) or " that" in before[start:end]:
        return re.search(r"\b(?:but|because|except|if)\b", between) is None
    # "not happy that ..." takes for granted what follows
    return _STOP_EN.search(between) is None and " that " not in between


def _denied_behind(spot: Spot) -> bool:
    """The value is the subject of a denial: "React is not used", "周四不行"."""
    if _FREE.match(spot.after):
        return True
    if spot.after.isascii() and spot.before.isascii():
        if _FINITE_EN.search(spot.raw_before):
            return False
        match = _NEGATED_PREDICATE.match(spot.after)
        if not match or _FINITE_EN.search(_without_last_verb(match.group())):
            return False
        return not _EVALUATION_EN.match(spot.after, match.end())
    match = _DENIED_ZH.match(spot.after)
    if not match or _FINITE_ZH.search(spot.raw_before):
        return False
    return not _EVALUATION_ZH.search(spot.after[: match.end() + 4])


def _without_last_verb(text: str) -> str:
    """Drop the negated verb group itself, so that an earlier verb can be seen."""
    return re.sub(
        r"\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could|shall|should|"
        r"must|may|might|'s|'re|'m)\s+(?:\w+ly )?(?:not|never|no|off|out|wrong|\w+)[^§]*$|\w+n't$|"
        r"(?:cannot|never|no longer)$",
        "",
        text,
    )


def _denied_by_list(spot: Spot) -> bool:
    """In "no meat, fish or eggs" the negation of the first member reaches the last."""
    text = spot.clause_text()
    if _FINITE_EN.search(text.replace("_", "")) or not spot.clause_index:
        return False
    tail = spot.rest if not re.match(r"\s*(?:and|or|nor)\b", text) else "or"
    if not re.match(r"\s*(?:and|or|nor)\b", text) and not re.search(r"\b(?:or|nor)\b", tail):
        return False
    for shift in range(-1, -1 - spot.clause_index, -1):
        earlier = spot.clause_text(shift)
        cue = _CUE_EN.search(earlier)
        if cue:
            return _STOP_EN.search(earlier, cue.end()) is None
        if _FINITE_EN.search(earlier):
            return False
    return False


def _affixed(spot: Spot) -> bool:
    """The value carries a negative prefix: unencrypted, non-refundable."""
    low, start = spot.reading.low, spot.place[0]
    return re.search(r"\b(?:un|non|non-)$", low[max(0, start - 4) : start]) is not None


def _called_wrong(spot: Spot) -> bool:
    """What follows says that it is not so: "..., which is wrong", "这是误传"."""
    behind = spot.clause_text(1) or spot.next_sentence()
    if _WRONG_AFTER.match(behind):
        return True
    return _SAYING.match(spot.raw_before) is not None and _WRONG_END.search(spot.raw_after) is not None


_WRONG_AFTER = re.compile(
    r"\W*(?:(?:but|and) )?(?:(?:that|this|it|which)(?:'s| is| was)|that's|is|was) (?:simply |just |all |totally |completely |"
    r"plain |flat out |a )*(?:wrong|false|untrue|incorrect|not (?:true|right|correct|so|the case)|lie|myth|rumou?r|nonsense|"
    r"mistake|error|typo|misunderstanding|outright lie|made up|fake)\b"
    r"|\W*(?:但|不过|其实)?(?:这|那|这个|那个|此|这话|这说法|消息|说法)?(?:完全|纯粹|根本|显然|都|其实)?(?:是|属于|纯属)?(?:误传|谣言|谣传|假的|错的|假消息|不对的|"
    r"误会|不实|造谣|瞎说|胡说|不属实|有误|不是真的|乱说|误解|笔误)"
)
_SAYING = re.compile(r"\W*(?:saying|claiming|to (?:say|claim)|the (?:claim|rumou?r|idea|statement|report|notion)|whoever (?:says|said))\b|\W*说")
_WRONG_END = re.compile(
    r"\b(?:is|was|are) (?:\w+ly |just |not |plain )*(?:wrong|false|untrue|incorrect|a lie|a myth|nonsense|true|right|correct|"
    r"a mistake|mistaken|an error)\b|(?:是|属于)?(?:错的|假的|误传|谣言|不对的|不实)"
)


def _left_out(spot: Spot) -> bool:
    """The value is what is excepted from an assertion, or the less preferred one."""
    text = spot.lead + VALUE_MARK + spot.raw_after
    excepted = _EXCEPT.search(text) is not None
    zh = _EXCEPT_ZH.search(text)
    if zh:
        excepted = zh[1] in "都全"
    if excepted:
        head = text[: text.find(VALUE_MARK)]
        return not re.search(r"\b(?:nothing|no|none|nobody|never|not|\w+n't)\b|不|没", head)
    return bool(_PREFERRED_TO.search(text) or _PREFERRED_TO_ZH.search(text))


def is_answered_no(spot: Spot) -> bool:
    """ "Peanuts: no", "Is it 50k? No." """
    behind = spot.clause_text(1)
    if behind and _ONLY_NO.fullmatch(behind):
        return not _FINITE_EN.search(spot.raw_before)
    label = re.match(r"\s*[:：=]\s*(.*)", spot.raw_after, re.DOTALL)
    if label and _ONLY_NO.fullmatch(label[1]):
        return True
    if spot.rest.rstrip().endswith(("?", "？")):
        return (
            re.match(r"(?:no|nope|nah)\b|不是|没有|不[,，。!]|不$|否", spot.next_sentence())
            is not None
        )
    return False

"""Is a value denied where it stands? Negation with its scope, English and Chinese."""

from __future__ import annotations

import re

from metrics.matching.lexicon import first_finite, has_finite, is_past_verb, is_verb
from metrics.matching.negation_cues import (
    AFFIX,
    ANSWER_NO,
    ANSWER_NO_BEGINS,
    CUE_EN,
    CUE_ZH,
    DENIED_BEHIND_EN,
    DENIED_BEHIND_ZH,
    EVALUATION_EN,
    EVALUATION_ZH,
    EXCEPT_EN,
    EXCEPT_ZH,
    LESS_LIKED,
    NEG_RAISING,
    SAYING,
    STOP_EN,
    STOP_ZH,
    WRONG_BEHIND,
    WRONG_END,
)
from metrics.matching.spots import VALUE_MARK, Spot

__all__ = ["is_called_wrong", "is_denied"]


def is_denied(spot: Spot) -> bool:
    """Tell whether the value is denied in its clause."""
    return (
        _has_affix(spot)
        or _denied_before(spot)
        or _denied_behind(spot)
        or _denied_by_list(spot)
        or _denied_across_insertion(spot)
        or _left_out(spot)
    )


def is_called_wrong(spot: Spot) -> bool:
    """Tell whether what follows says that it is not so: an answer "no", "which is wrong"."""
    if _THOUGHT.search(spot.lead) and _BUT_NOT_SO.search(spot.rest + spot.next_sentence()):
        return True
    if _RHETORICAL.search(spot.lead) or _LIE_TO_SAY.search(spot.masked_lead):
        return True
    asks = spot.rest.rstrip(" \"')").endswith(("?", "？"))
    following = spot.next_sentence()
    if asks and (ANSWER_NO_BEGINS.match(following) or WRONG_BEHIND.match(following)):
        return True
    behind = spot.raw_clause(1)
    if behind and ANSWER_NO.fullmatch(behind):
        return not has_finite(spot.raw_before)
    label = re.match(r"\s*[:：=]\s*(.*)", spot.raw_after, re.DOTALL)
    if label and ANSWER_NO.fullmatch(label[1]):
        return True
    if WRONG_BEHIND.match(behind or following) and not spot.is_restated(behind or following):
        return True
    said = SAYING.search(spot.lead) is not None
    return said and WRONG_END.search(spot.rest) is not None


_THOUGHT = re.compile(
    r"\b(?:i|we|everyone|they) (?:had |always |first )*thought\b[^.;]*$"
    r"|\b(?:i|we) (?:had )?assumed\b[^.;]*$"
)
_BUT_NOT_SO = re.compile(r"\W*(?:but|turns out|it turned out|actually|only to)\b")
_LIE_TO_SAY = re.compile(
    r"\b(?:a lie|wrong|false|incorrect|untrue|a mistake|misleading|an exaggeration"
    r"|nonsense) (?:to (?:say|claim|think|call|believe)|that)\b[^.;]*$"
)
_RHETORICAL = re.compile(
    r"(?:^|[.,;!?] )who (?:says|said|told you)\b(?! (?:hello|hi|so)\b)|谁说|谁讲|哪[有里](?!个|些"
    r"|家|位|款|种|本)|怎么可能|怎么会(?!是)"
)
"""Who says it is 50k? Questions that deny."""


def _has_affix(spot: Spot) -> bool:
    """The value carries a negative prefix or "-free": unencrypted, non-refundable."""
    low, (start, end) = spot.reading.low, spot.place
    if re.match(r"[- ]free\b|-less\b", low[end : end + 6]):
        return True
    return start > 0 and AFFIX.search(low[max(0, start - 5) : start]) is not None


def _denied_before(spot: Spot) -> bool:
    """A negation before the value reaches it unless something between ends its scope."""
    before = spot.before
    if any(_reaches_en(spot, cue.start(), cue.end()) for cue in CUE_EN.finditer(before)):
        return True
    if before.isascii() and spot.after.isascii():
        return False
    text = before + VALUE_MARK
    return any(not STOP_ZH.search(text, cue.end()) for cue in CUE_ZH.finditer(text))


_REFUTING = re.compile(r"(?:den(?:y|ies|ied)|reject(?:s|ed)?)\b")


_REPORTING = re.compile(
    r" (?:has |have |had )?(?:ever |really |actually )?(?:said|says|say|thinks?|thought|believes?"
    r"|believed|claims?|claimed|"
    r"told (?:me|us|you|them))\b"
)


def _reaches_en(spot: Spot, start: int, end: int) -> bool:
    before, between = spot.before, spot.raw_before[end:]
    raised = NEG_RAISING.match(before, start) or _REFUTING.match(before, start)
    raised = raised or _REPORTING.match(between)
    if raised or before[start:end].endswith((" that", "say", "think", "claim", "believe")):
        return re.search(r"\b(?:but|because|except|if|whether)\b", between) is None
    # "not happy that ..." takes for granted what follows
    if STOP_EN.search(between) or " that " in between:
        return False
    return not (_has_own_clause(between) or _has_new_predicate(between))


def _has_new_predicate(between: str) -> bool:
    """In "can't eat nuts and lives in Bergen" the second verb is not negated."""
    for match in re.finditer(r"\b(?:and|or) (?:also |now |still )?([a-z]+)\b", between):
        word = match[1]
        if is_verb(word) and (word.endswith("s") or is_past_verb(word)):
            return True
    return False


_PRONOUN = re.compile(r"\b(?:i|we|you|he|she|they|it|there)(?:'(?:m|s|re|ve|ll|d))?\s+")


def _has_own_clause(between: str) -> bool:
    """A pronoun with a verb behind the negation opens another clause."""
    for match in _PRONOUN.finditer(between):
        rest = between[match.end() :]
        verb = first_finite(rest)
        if verb and verb.start() == 0 and not re.match(r"(?:don't|doesn't|didn't|never)\b", rest):
            return True
    return False


def _denied_behind(spot: Spot) -> bool:
    """The value is the subject of a denial: "React is not used", "周四不行"."""
    if spot.after.isascii() and spot.before.isascii():
        if has_finite(spot.raw_before):
            return False
        match = DENIED_BEHIND_EN.match(spot.after)
        if not match or _verb_before_negation(match.group()):
            return False
        return not EVALUATION_EN.match(spot.after, match.end())
    match = DENIED_BEHIND_ZH.match(spot.after)
    if not match or _FINITE_ZH.search(spot.raw_before):
        return False
    return not EVALUATION_ZH.search(spot.after[: match.end() + 4])


_FINITE_ZH = re.compile(
    r"是|为(?!了)|用|在|住|喜欢|叫|有|改|换|定|选|吃|喝|去|做|买|要|想|姓|属于|等于|采用|使用"
    r"|决定|开(?!会)|养|租|学|教|穿"
)
_NEGATED_VERB = re.compile(
    r"(?:\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could|shall"
    r"|should|must|may|"
    r"might|'s|'re|'m)\s+(?:\w+ly |just |all )?[\w ]+|\w+n't|cannot|never)$"
)


def _verb_before_negation(text: str) -> bool:
    """Tell whether another verb stands between the value and the negated one."""
    return has_finite(_NEGATED_VERB.sub("", text))


def _denied_by_list(spot: Spot) -> bool:
    """In "no meat, fish or eggs" the negation of the first member reaches the last."""
    text = spot.clause_text()
    if not spot.clause_index or has_finite(spot.marked):
        return False
    joined = re.match(r"\s*(?:and|or|nor)\b", text) or re.search(r"\b(?:or|nor)\b", spot.rest)
    if not joined:
        return False
    for shift in range(-1, -1 - spot.clause_index, -1):
        earlier = spot.clause_text(shift)
        cue = CUE_EN.search(earlier)
        if cue:
            return STOP_EN.search(earlier, cue.end()) is None
        if has_finite(earlier):
            return False
    return False


_INSERTION = re.compile(
    r"(?:\bnot|\bnever|n't|不是|并非|不),?[,，] (?:as|so|like|in|at|for|contrary|despite|however"
    r"|fortunately|sadly|i|we|if)\b[^,，]{0,40}[,，] (?:[\w_]+ ){0,2}$"
)


def _denied_across_insertion(spot: Spot) -> bool:
    """In "is not, as some say, 50k" the denial jumps the insertion."""
    lead = spot.masked_lead
    if _INSERTION.search(lead):
        return True
    # the cleft: it isn't Vera who drives the Volvo
    return (
        re.search(
            r"\bit(?:'s not| is not| isn't| wasn't| was not) [^,;.]{1,40} (?:who|that"
            r"|which) [^,;.]*$",
            lead,
        )
        is not None
    )


def _left_out(spot: Spot) -> bool:
    """The value is what is excepted from an assertion, or the less liked of two."""
    text = spot.lead + VALUE_MARK + spot.raw_after
    excepted = EXCEPT_EN.search(text) is not None
    zh = EXCEPT_ZH.search(text)
    if zh:
        excepted = zh[1] in "都全什么"
    if excepted:
        head = text[: text.find(VALUE_MARK)]
        return not re.search(r"\b(?:nothing|no|none|nobody|never|not|\w+n't)\b|不|没", head)
    return not spot.is_amount and LESS_LIKED.search(text) is not None

"""Does a text bind at a value, or only lean?

Three strengths of words decide, in the clause of the value first, then in its sentence, then in
a sentence behind that points back ("The budget is 50k. No exceptions."): words that soften win
over all, words that bind in any company over words of taste, and those over words that bind
only when nothing else stands by ("always", "only", "max").
"""

from __future__ import annotations

import re

from metrics.matching.spots import Spot
from scenarios.api import Hardness

__all__ = ["hardness_at"]

_SOFTENED = re.compile(
    r"\b(?:not (?:a |an )?(?:must|mandatory|required|requirement|hard|strict|essential|obligatory"
    r"|deal-?breaker|"
    r"absolute|necessary)|no hard|isn't (?:a must|mandatory|required|strict|essential|necessary)"
    r"|not strictly|"
    r"(?:don't|doesn't|do not|does not|needn't|won't) (?:have|need) to|no need to|need not"
    r"|nice to have|optional|"
    r"(?<!non-)(?<!not )negotiable|if possible|when(?:ever)? possible|where possible|if you can"
    r"|ideally|"
    r"preferably|flexible|soft (?:limit|cap|constraint|target)|as far as possible|would be nice)\b"
    r"|不必|不一定要|不强制|不是硬性|不是必须|并非必须|非强制|可以的话|如果可以|尽量|尽可能|最好"
    r"|可有可无|有弹性|可商量|不强求"
)
_STRONG = re.compile(
    r"\b(?:must(?!-have list)|mustn't|have to|has to|had to|need to be|needs to be|mandatory"
    r"|obligatory|compulsory|"
    r"cannot|may not|shall(?: not)?|strict(?:ly)?|absolute(?:ly)?|non-?negotiable|not negotiable"
    r"|under no circumstances|"
    r"no exceptions?|without (?:exception|fail)|forbidden|prohibited|banned|not allowed"
    r"|not permitted|hard (?:limit|cap|"
    r"requirement|constraint|rule|deadline|stop)|deal-?breaker|essential|imperative|crucial|vital"
    r"|critical|by law|legally|"
    r"contractually|statutory|doctor's orders|allerg(?:ic|y|ies)|intolerant|intolerance|coeliac"
    r"|celiac|anaphyla\w+|"
    r"at the latest|no later than|no more than|no less than|not exceed|never exceed|at most"
    r"|zero tolerance|on no "
    r"account|insist(?:s|ed)?|full stop|not up for discussion|required|requirement|obliged"
    r"|binding|ceiling|"
    r"can't go (?:over|above|below)|not a (?:cent|penny|day|minute|gram|euro|dollar) (?:more|over"
    r"|later))\b"
    r"|必须|务必|不得|严禁|禁止|绝对|绝不|决不|千万|一律|硬性|强制|不容|不许|不准|铁律|死线"
    r"|雷打不动|没得商量|没有?商量|底线|"
    r"法定|严格|遵医嘱|医生[^，。]{0,4}(?:交代|要求|规定|说)|过敏|不耐受?|最晚|最迟|不可以"
    r"|非[^，。]{1,8}不可|没有例外|无一例外|"
    r"死命令|红线|不容许|顶多|至多"
)
_LEANING = re.compile(
    r"\b(?:prefer(?:s|red|ence|ences|ring)?|would like|'d like|rather|hopefully|try to|should"
    r"|favou?rs?|favou?rite|"
    r"lean(?:s|ing)? towards?|likes?|liked|loves?|enjoys?|fan of|partial to|fond of|taste"
    r"|works best|suits? me|happiest|"
    r"happier|wish|hope|tend to|usually|mostly|normally|typically|i choose|i pick|go for"
    r"|in the mood|wouldn't mind|"
    r"comfortable with|glad|keen on|soft spot|habit|used to having|i'd say|appreciate|(?:i"
    r"|we) want)\b"
    r"|希望|偏好|偏爱|喜欢|倾向|更愿意|宁愿|想要|建议|更喜欢|偏向|爱(?=[^情人])|习惯|一般来说"
    r"|通常|平时|合我意|舒服|高兴|满意|投[^，。]{1,10}一票|"
    r"我选|我都选"
)
_WEAK = re.compile(
    r"\b(?:never|always|can't|do not|don't|only|cap(?:ped)?|limit|max(?:imum)?|min(?:imum)?"
    r"|need to|needs to|have got to|"
    r"make sure|ensure|has got to)\b|(?:^|[,;:] ?)(?:please )?(?:avoid|keep)\b"
    r"|一定要?|只能|只许|最多|最少|至少|不超过|不得超过|上限|下限|(?<!别的我)不要|别(?!人|的|处"
    r"|墅)|不能|封顶|总是|永远|从不|要求|不再|得(?=[用在按控])|限额|限制"
)
_POINTS_BACK = re.compile(
    r"^\W*(?:that|this|it|no exceptions?|non-?negotiable|not negotiable|strictly|hard limit"
    r"|mandatory|really|and i mean|"
    r"full stop|period|这|那|没得商量|必须|绝对|没有例外|务必|千万)"
)


def hardness_at(spot: Spot) -> Hardness | None:
    """Give the hardness at a value; None where no word says it."""
    sentence, low = spot.sentence, spot.reading.low
    stretches = [low[spot.clause.start : spot.clause.end], low[sentence.start : sentence.end]]
    following = spot.next_sentence()
    if _POINTS_BACK.match(following):
        stretches.append(following)
    for stretch in stretches:
        hardness = _hardness(stretch)
        if hardness is not None:
            return hardness
    return None


def _hardness(text: str) -> Hardness | None:
    if _SOFTENED.search(text):
        return Hardness.PREFER
    if _STRONG.search(text):
        return Hardness.MUST
    if _LEANING.search(text):
        return Hardness.PREFER
    return Hardness.MUST if _WEAK.search(text) else None

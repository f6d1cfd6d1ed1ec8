"""Is a value only supposed where it stands: a condition, a possibility, a question, hearsay?"""

from __future__ import annotations

import re

from metrics.matching.mentions import Person, mentions_of, quoted_speaker
from metrics.matching.quotes import quote_at
from metrics.matching.spots import VALUE_MARK, Spot

__all__ = ["is_supposed"]

_CONDITION_EN = re.compile(
    r"^\W*(?:and |but |so |then |even |only |or |well )?(?:if|suppose|supposing|imagine|assum(?:e|ing)|"
    r"what if|let's say|say (?=\w+ (?:is|was|were))|hypothetically|in case|unless|whether|provided that|"
    r"as if|pretend)\b"
    r"|\b(?:even if|only if|what if|as if|if (?:i|we|you|he|she|they|it|my|our|the|your|there|someone|"
    r"[a-z_]+ (?:is|was|were|had)))\b"
)
_AFFIRMING_IF = re.compile(
    r"\bif (?:you must know|you're wondering|you (?:ever |still |really |happen to )?(?:need|want|wish|have|like|care|get|plan|are looking|are trying)\b[^,]*|anyone (?:needs|wants|asks)\b[^,]*|you'd like[^,]*|you are wondering|you ask me|you were wondering|i (?:remember|recall)"
    r" (?:correctly|right|well)|it helps|you need to know|possible|i'm not mistaken|memory serves|you don't"
    r" mind|anyone asks|that helps|in doubt|needed|necessary|you can|at all possible)\b"
)
_POSSIBLE_EN = re.compile(
    r"\b(?:might|maybe|perhaps|possibly|potentially|could (?!you)|wish(?:es|ed)?|considering|contemplating|"
    r"thinking (?:about|of)|thought about|toying with|wonder(?:s|ed|ing)?|debating|dreaming of|tempted|"
    r"undecided|not sure|unsure|uncertain|no idea|don't know|doesn't know|tentative(?:ly)?|"
    r"rumou?r(?:s|ed)?|reportedly|allegedly|supposedly|purportedly|hearsay|heard (?:that|it)|"
    r"propos(?:e|es|ed|ing|al)|suggest(?:s|ed|ing|ion)?|floated|either|one option|an option|"
    r"hypothetical(?:ly)?|imaginary|pretend|role-?play|for example|for instance|e\.g\.|such as|just kidding|joking|"
    r"assuming|imagine|suppose|supposing)\b"
    r"|\bwould(?! (?:like|prefer|rather|love|be great if|appreciate))(?!n't)\b(?! you)"
    r"|\b(?:i|we|you|he|she|it|they)'d\b(?! (?:like|prefer|rather|love|better|been|set|said|had|moved|agreed|never|"
    r"already|always|\w+ed\b))"
    r"|(?<!\bin )(?<!\bof )(?<!\bon )(?<!\bsince )(?<!\bby )(?<!\buntil )(?<!\blast )(?<!\bnext )(?<!\bthis )"
    r"(?<!\blate )(?<!\bearly )(?<!\bmid )(?<!-)(?<!\d )\bmay\b(?! ?\d)(?! not)(?=\s+(?:[a-z]|§))"
)
_BELIEF = re.compile(
    r"\b(?:think|thinks|thought|believes?|believed|claims?|claimed|guess(?:es|ed)?|assumes?|assumed|"
    r"suspects?|suspected|insists?|argues?|argued|reckons?|imagines?)\b"
)
_OWN_BELIEF = re.compile(
    r"\b(?:i|we)(?:'ve)? (?:[\w']+ )?(?:think|thought|believe|guess|assume|reckon|suspect|insist)"
)
_FICTION = re.compile(
    r"\bin (?:the|my|a|this|his|her|our) (?:\w+ )?(?:novel|story|movie|film|book|dream|game|example|scenario|"
    r"simulation|fiction|play|show|series)\b|小说里|故事里|电影里|梦里|梦见|游戏里|剧中|开玩笑|比如说?|举个例子|例如|打个比方|譬如"
)
_CONDITION_ZH = re.compile(
    r"如果|假如|假设|假使|假定|要是|万一|倘若|倘使|若是|若(?!干|无其事)|即使|即便|就算|哪怕|的话|除非|要不是|设想|试想"
)
_POSSIBLE_ZH = re.compile(
    r"要不要|可能|也许|或许|说不定|不一定|未必|大概|考虑|会不会|是否|想不想|该不该|要不(?!然|是)|没准|兴许|恐怕|听说|据说|传闻|"
    r"有人说|谣传|据传|犹豫|不确定|不知道|不清楚|还没(?:想好|决定|定)|建议|提议|不如|不妨|何不|或者|要么|拟(?=[^人])|暂定|巴不得|恨不得|但愿|"
    r"幻想|没想好|商量|打听"
)
_AFFIRMING_ZH = re.compile(
    r"(?:如果|要是|若)(?:你|您|大家|有人|谁)?(?:需要|想|要)(?:找|联系|问|了解|知道|打|寄|去)[^，,]*|有事(?:的话)?|如果可以|如果方便|可以的话|如果没记错|没记错的话|如果有需要|如有需要|有可能的话|可能的话|方便的话|如果可能"
)
_QUESTION_MARK = re.compile(r"[?？][\"')\s]*$")
_QUESTION_ZH = re.compile(
    r"[吗呢么][\s。.!！?？]*$|什么|怎么|怎样|哪[里个些儿]?|谁|多少|几(?=[个点天月年岁号楼块])|为什么|为何|是不是|能不能|可不可以|好不好|对不对|"
    r"行不行|有没有|多久|多大|多长|吧[?？]|如何|([\u4e00-\u9fff])不\1"
)
_INTERROGATIVE = re.compile(
    r"^\W*(?:(?:so|and|but|well|ok|okay|hey|hi|also|then|now|actually|wait|sorry|oh|hmm|or|because|please)\W+)*"
    r"(?:what|which|who|whom|whose|when|where|why|how|is|are|am|was|were|do|does|did|can|could|will|would|"
    r"should|shall|may|might|must|have|has|had|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|"
    r"couldn't|won't|wouldn't|shouldn't|haven't|hasn't|any (?:idea|chance)|what's|who's|where's|how's|"
    r"when's)\b"
)
_TAG = re.compile(
    r"^\W*(?:right|correct|yes|no|ok|okay|true|huh|is it|isn't it|is that right|is that correct|"
    r"wasn't it|aren't they|don't i|didn't i|am i right|对吗|对吧|是吧|是吗|对不对|是不是|没错吧)\W*$"
)
_REQUEST = re.compile(
    r"\b(?:can|could|will|would) you (?:please |kindly |just |also |maybe )*(?!tell|explain|check|confirm|"
    r"verify|guess|know|say|show|clarify|find out|see if|imagine|remind me|use|consider|prefer|like|want|recommend|suggest|think)\w+|\bwould you mind\b|\bdo you mind\b"
)
_REQUEST_ZH = re.compile(
    r"(?:能|可以|可否|能否|能不能|可不可以|麻烦|请)(?:你|您)?(?:帮|替|给|把|将|记|按|控制|确保|安排|订|找|推荐|做|写|保证)"
)
_FACTIVE = re.compile(
    r"\b(?:did i (?:ever )?(?:mention|tell you|say)|do(?:n't)? you (?:remember|recall|know)|have i (?:told|mentioned)|"
    r"(?:can|could|will|would) you (?:please )?(?:remember|note|keep in mind|bear in mind)|you know|remember|"
    r"did you know|you do know|are you aware)\b"
)
_FACTIVE_ZH = re.compile(
    r"(?:你|您)(?:还|应该|也|总)?(?:记得|知道|晓得)|记得|我(?:有没有)?(?:说过|提过|告诉过|跟你说)|忘了"
)
_SUBORDINATE = re.compile(
    r"^\W*(?:since|because|as|given|considering|seeing|now that|though|although|while|even though|which|who|whose|"
    r"that|with|for|within|under|knowing|until|before|after)\b"
)
_NO_VERB = (
    r"(?!(?:is|are|was|were|be|has|have|had|will|would|can|could|should|shall|may|might|must|do|does|"
    r"did|user|client|if)\b)[\w'-]+"
)
_PRESUPPOSED = re.compile(
    rf"\b(?:my|our|your|his|her|their|the|its|_+'s|[a-z]+'s) (?:{_NO_VERB} ){{0,2}}?§+ (?:{_NO_VERB} )?_+"
    rf"|\b(?:my|our|your|his|her|their|the|its|_+'s|[a-z]+'s) (?:{_NO_VERB} ){{0,2}}?_+ of (?:\w+ )?§+"
    r"|\b(?:with|given|within|on|under|despite) (?:my|our|your|a|an|the|his|her|their) (?:[\w'-]+ ){0,2}?(?:_+ (?:of )?§+|§+ _+)"
)
_PRESUPPOSED_ZH = re.compile(
    r"(?:我|我们|咱们|我家|他|她|你|您|_+)的?§+的_+|(?:我|我们|他|她|你|您|_+)(?:的)?_*§+的?_*(?:够|能|可以)"
)
_CONSEQUENT_RULE = re.compile(
    r"^\W*(?:then |please |就|则|那么?|请|一定|务必)*\W*(?:use|call|do|don't|never|always|keep|go|send|book|stop|ask|must|"
    r"run|make|set|take|avoid|switch|tell|contact|email|restart|give|pick|choose|put|write|notify|只|必须|请|"
    r"不要|别|联系|打|发|用|改用|通知|找)\b|\b(?:must|have to|has to|need to|needs to|should|shall)\b|必须|应该|一定要|务必"
)


def is_supposed(spot: Spot) -> bool:
    """Tell whether the value stands in a supposition, an open question or hearsay."""
    if _possible(spot) or _quoted_by_another(spot) or _conditioned(spot) or _asked(spot):
        return not _presupposed(spot)
    return False


def _presupposed(spot: Spot) -> bool:
    """Even in a question, "my budget of 50k" takes the budget for granted."""
    text = spot.clause_text()
    return bool(_PRESUPPOSED.search(text) or _PRESUPPOSED_ZH.search(text))


def _possible(spot: Spot) -> bool:
    requests = [match.span() for match in _REQUEST.finditer(spot.marked)]
    for match in _POSSIBLE_EN.finditer(spot.marked):
        if not any(start <= match.start() < end for start, end in requests) and not spot.asks_for(
            *_placed(spot, match)
        ):
            return True
    if _FICTION.search(spot.lead):
        return True
    if not spot.marked.isascii():
        blanked = _AFFIRMING_ZH.sub(lambda match: "_" * len(match.group()), spot.marked)
        for match in _POSSIBLE_ZH.finditer(blanked):
            if not spot.asks_for(*_placed(spot, match)):
                return True
    belief = _BELIEF.search(spot.raw_before)
    return belief is not None and not _OWN_BELIEF.search(spot.raw_before)


def _placed(spot: Spot, match: re.Match[str]) -> tuple[int, int]:
    """Translate a place in the marked clause into a place in the text."""
    length = spot.place[1] - spot.place[0] - len(VALUE_MARK)
    shift = length if match.start() > len(spot.raw_before) else 0
    start = spot.clause.start + match.start() + shift
    return start, start + match.end() - match.start()


def _conditioned(spot: Spot) -> bool:
    """The value is in a condition, or asserted only under one."""
    text = _AFFIRMING_ZH.sub("", _AFFIRMING_IF.sub("", spot.clause_text()))
    if _CONDITION_EN.search(text) or _CONDITION_ZH.search(text):
        return True
    for shift in range(-spot.clause_index, 0):
        earlier = spot.clause_text(shift)
        if _AFFIRMING_IF.search(earlier) or _AFFIRMING_ZH.search(earlier):
            continue
        if _CONDITION_EN.search(earlier) or _CONDITION_ZH.search(earlier):
            return not _CONSEQUENT_RULE.search(spot.marked)
    later = spot.clause_text(1)
    return bool(re.match(r"\W*(?:if|unless|in case)\b", later)) and not (
        _AFFIRMING_IF.search(later) or _CONSEQUENT_RULE.search(spot.marked)
    )


def _asked(spot: Spot) -> bool:
    """The value is in the asking part of a question, and the question is no request."""
    sentence = spot.reading.words_of(spot.index).rstrip()
    zh_asks = not sentence.isascii() and re.search(r"[吗么][\s。.!！]*$", sentence)
    if not (_QUESTION_MARK.search(sentence) or zh_asks) or _answered_yes(spot):
        return False
    if _REQUEST.search(spot.lead) or _REQUEST_ZH.search(spot.lead):
        return re.search(r"\b(?:if|whether)\b|是否|是不是", spot.lead) is not None
    if _FACTIVE.search(spot.lead) or _FACTIVE_ZH.search(spot.lead):
        return False
    others = [spot.clause_text(shift) for shift in _shifts(spot)]
    if any(_TAG.match(other) for other in others) or _asks(spot.marked):
        return True
    if _SUBORDINATE.match(spot.marked):
        return False
    return not any(_asks(other) for other in others)


def _shifts(spot: Spot) -> list[int]:
    count = len(spot.sentence.clauses)
    return [shift for shift in range(-spot.clause_index, count - spot.clause_index) if shift]


def _asks(text: str) -> bool:
    return bool(_INTERROGATIVE.search(text)) or (
        not text.isascii() and _QUESTION_ZH.search(text) is not None
    )


def _answered_yes(spot: Spot) -> bool:
    return (
        re.match(
            r"(?:yes|yep|yeah|correct|exactly|right)\b|是的|对[,，。!的]|没错|嗯",
            spot.next_sentence(),
        )
        is not None
    )


def _quoted_by_another(spot: Spot) -> bool:
    """Words in quotation marks said by a third person who is not the subject."""
    quote = quote_at(spot.reading, spot.place[0])
    if quote is None:
        return False
    speaker = quoted_speaker(spot.reading, quote, mentions_of(spot.reading, ()))
    if speaker is None:
        return False
    if speaker.person in (Person.ME, Person.US, Person.USER):
        return False
    return not any(one < speaker.end and speaker.start < two for one, two in spot.named)

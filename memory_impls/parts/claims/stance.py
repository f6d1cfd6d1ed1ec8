"""How a sentence is meant: asserted, asked, supposed, or reported from somebody else."""

from __future__ import annotations

import re

from memory_impls.parts.claims.claim import Stance

__all__ = ["CORRECTION", "stance_of", "unquoted"]

_ASKING = re.compile(
    r"^(?:and |so |but |ok(?:ay)?,? |hey,? |also,? )*(?:what|when|where|who|whose|whom|why|how|"
    r"which|"
    r"is|are|was|were|do|does|did|can|could|will|would|should|shall|have|has|had|may|might|am)\b"
    r"(?! (?:care|you know what))",
    re.IGNORECASE,
)
_ASKING_CN = re.compile(
    r"(?:吗|呢|么)[？?]?$|什么|怎么|为什么|哪[里儿个些位]|多少|几[个点时]|是不是|是否|能不能|"
    r"可不可以"
)
_POLITE_REQUEST = re.compile(
    r"^(?:\w+,? )?(?:can|could|would|will) you (?:please |also |just |maybe )*(?!tell|remind|"
    r"recall|say|"
    r"explain why|think|believe|know|remember)\w+|^(?:would|do) you mind\b|^(?:why don't|how "
    r"about) (?:you|we)\b"
    r"|^(?:能不能|能否|可以|可不可以|麻烦|请)(?:你|您)?(?!告诉|记得|知道)",
    re.IGNORECASE,
)
_SUPPOSING = re.compile(
    r"^(?:and |but |so |well,? )*(?:if|what if|suppose|supposing|imagine|assuming|let's say|say "
    r"we|say i|"
    r"pretend|hypothetically|in theory|perhaps|maybe|possibly|in case)\b"
    r"|\b(?:hypothetical\w*|just thinking|thinking (?:of|about|aloud|out loud)|considering|"
    r"toying with|"
    r"might|tempted to|wondering|debating|daydream\w*|wish (?:i|we|my|our|the|it)\b|if only|"
    r"(?:could|would) (?:have|be|maybe|perhaps|just|also|probably)\b|should(?:'ve| have| maybe| "
    r"perhaps| probably)\b|i(?:'d| would) love|"
    r"(?:i|we) (?:could|would|might|should probably)|not sure (?:if|whether|yet)|"
    r"one option|an option|some day|someday|one day i|in another life|dream(?:t|ed|ing)? (?:that|"
    r"of|about)|"
    r"were to|had (?:i|we) )\b",
    re.IGNORECASE,
)
_SUPPOSING_CN = re.compile(
    r"^(?:如果|要是|假如|假设|假使|倘若|万一|比如说?如果|想象)|也许|或许|可能会|说不定|在考虑|"
    r"考虑要不要|"
    r"要不要|打算考虑|犹豫|假设一下|只是想想|会不会|设想"
)
_NOT_SUPPOSING = re.compile(
    r"\b(?:i'd like you|i would like you|i'd rather|i would rather|i'd prefer|i would prefer|"
    r"would (?:like|prefer)|if (?:possible|you can|you don't mind|not obvious|in doubt))\b",
    re.IGNORECASE,
)
_SPEECH = (
    r"(?:says?|said|told|tells|claim(?:s|ed)?|thinks?|thought|believes?|reckon(?:s|ed)?|"
    r"suggest(?:s|ed)?|"
    r"wrote|writes|insist(?:s|ed)?|propos(?:es|ed)|argu(?:es|ed)|mention(?:s|ed)?|joked?|heard|"
    r"asked|wants|"
    r"wanted|recommend(?:s|ed)?|swears?|quot(?:es?|ed|ing)|guess(?:es|ed)?|assum(?:es|ed)|"
    r"advis(?:es|ed))"
)
_REPORTING = re.compile(
    rf"^(?:and |but |so |well,? |btw,? |by the way,? )*(?!(?:[\w'’,-]+\s+){{0,4}}(?:i|we)\b|"
    rf"you asked\b)"
    rf"(?:(?:my|our|the|a|an|his|her|"
    rf"their|some)"
    rf"\s+)?(?:[\w'’-]+\s+){{1,4}}?{_SPEECH}\b(?!\s+(?:goodbye|hi|hello))"
    rf"|\b(?:according to|rumou?r|apparently|allegedly|supposedly|in the (?:book|film|movie|novel|"
    rf"show|article|story|game|play)|the (?:article|book|post|ad|headline|email|memo) (?:says|"
    rf"said|claims)|"
    rf"(?:he|she|they) (?:says?|said|told|thinks?)|i (?:read|heard|overheard|dreamt) (?:that|"
    rf"about|somewhere)|"
    rf"people say|someone said|a line from)\b",
    re.IGNORECASE,
)
_AUTHORITY = re.compile(
    r"^(?:and |but |so |btw,? |by the way,? |also,? |just so you know,? )*(?:(?:my|our|the|"
    r"their) )?(?:\w+ )?"
    r"(?:boss|manager|client|customer|finance|accounting|legal|security|compliance|procurement|"
    r"hr|doctor|"
    r"dentist|landlord|board|council|lead|ceo|cfo|cto|director|headquarters|hq|regulators?|court|"
    r"school|insurer|"
    r"insurance|contract|policy|law|spec|sponsor|foundation|committee|management|leadership|"
    r"auditors?|venue|"
    r"ministry|bank|union|physio\w*|nutritionist|vet)\b(?!.*\b(?:should|could|might|maybe|"
    r"thinks?|suggest\w*|"
    r"recommend\w*|joked|believes?|guess\w*|wonders?)\b)"
    r"|^(?:我们?的?)?(?:老板|客户|领导|财务|法务|医生|公司|房东|董事会|甲方|合同|上级|学校|"
    r"银行)(?!.*(?:建议|觉得|也许|可能|应该))",
    re.IGNORECASE,
)
"""Who sets limits: what they say is passed on as what holds, not as somebody's opinion."""
_OWN_WORDS = re.compile(
    rf"^(?:\W*(?:as|like) )?\W*(?:i|we)(?:'ve| have| just| already| also| did)* {_SPEECH}\b",
    re.IGNORECASE,
)
_REPORTING_CN = re.compile(
    r"^(?:我的?)?(?:[\u4e00-\u9fff]{1,6})(?:说过?|认为|觉得|建议|提议|声称|告诉我|问我|"
    r"以为)[，：:]?|据说|听说|传言|有人说|书里|电影里|"
    r"小说里|文章里|新闻里"
)
_OWN_WORDS_CN = re.compile(
    r"^(?:刚才|之前|上次)?(?:我|我们|咱们)(?:之前|刚才|上次|就|还|都|也)*(?:说过?|认为|觉得|建议|"
    r"告诉)"
)
_QUOTE = re.compile(
    r"\"[^\"]{12,}\"|“[^”]{6,}”|「[^」]{6,}」|(?:(?<=\s)|^)'[^']{12,}'(?=[\s.,!?]|$)"
)

CORRECTION = re.compile(
    r"^(?:\W*(?:no|nope|wait|sorry|oops|hmm|hold on|hang on|ah|oh|my bad|my mistake|well),?\W+)*"
    r"(?:\b(?:correction|scratch that|let me correct|to correct|i misspoke|i was wrong|i mis\w+|"
    r"that(?:'s| was| is) (?:wrong|not right|incorrect|a mistake|a typo)|not what i (?:said|meant)|"
    r"i (?:meant|mean|said)|i should have said|mixed (?:it|that|them) up|typo)\b|actually\b)"
    r"|^\W*(?:no|nope|wait|sorry|oops),?\s+(?:it|that|the|my|our|not|i)\b"
    r"|\bi (?:meant|misspoke|mixed .{1,12} up|said .{1,40}, not)\b"
    r"|\b(?:take (?:something|it|that|this) back|contrary to (?:my|what i)|put (?:this|that|it) "
    r"straight|(?:fix|correct|mend|amend) (?:your|my|the) (?:notes?|records?|sheet|files?)|"
    r"i got (?:it|that|this) wrong|i stand corrected|my (?:mistake|error|fault|bad))\b"
    r"|^(?:不对|不是|错了|更正|纠正|说错了|搞错了|记错了|抱歉|等等|等一下)|我说的是|我指的是|"
    r"我的意思是|应该是|其实是|说错了|更正一下",
    re.IGNORECASE,
)
"""Words that take back what was said."""


def unquoted(sentence: str) -> str:
    """Blank what stands in quotation marks, unless it is short enough to be a name."""
    return _QUOTE.sub(lambda match: " " * len(match.group()), sentence)


def stance_of(sentence: str) -> Stance:
    """Say how a sentence is meant by the one who says it.

    >>> stance_of("What if we raised the budget to 80k?").value
    'supposed'
    >>> stance_of("My colleague says the budget is 80k.").value
    'reported'
    >>> stance_of("Could you keep it short?").value
    'asserted'
    """
    own = unquoted(sentence).strip()
    plain = own.strip("\"'“”‘’ ").lstrip("-*• ")
    if not plain:
        return Stance.REPORTED
    supposing = _SUPPOSING.search(plain) and not _NOT_SUPPOSING.search(plain)
    if supposing or _SUPPOSING_CN.search(plain):
        return Stance.SUPPOSED
    if _POLITE_REQUEST.search(plain):
        return Stance.ASSERTED
    if plain.endswith(("?", "？")) or _ASKING_CN.search(plain):
        return Stance.ASKED
    if _ASKING.search(plain) and not plain.endswith((".", "!", "。")):
        return Stance.ASKED
    if _AUTHORITY.search(plain):
        return Stance.ASSERTED
    if _REPORTING.search(plain) and not _OWN_WORDS.search(plain):
        return Stance.REPORTED
    if _REPORTING_CN.search(plain) and not _OWN_WORDS_CN.search(plain):
        return Stance.REPORTED
    return Stance.ASSERTED

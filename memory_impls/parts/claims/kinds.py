"""What kind of thing a statement is: a binding constraint, a preference, a request, a fact."""

from __future__ import annotations

import re

__all__ = [
    "binds",
    "chatter",
    "is_log",
    "is_request",
    "modal",
    "stands",
    "task_request",
    "told_preference",
]

_BINDING = re.compile(
    r"\b(?:must(?:n't| not)|at most|no (?:more|later|fewer|less|earlier|longer) than|(?:not|"
    r"never|n't) exceed|"
    r"cap(?:ped)? (?:at|of|is|on)|hard (?:limit|cap|stop|deadline|requirement|ceiling|constraint|"
    r"rule)|"
    r"(?:upper|lower|spending|budget|weight|size|time|word|page|rate|speed|credit) (?:limit|cap|"
    r"bound|ceiling)|"
    r"limit(?:ed)? (?:is|of|to|at)|ceiling|deadline|non.?negotiable|not (?:allowed|permitted|"
    r"negotiable|an option|"
    r"acceptable)|forbidden|prohibited|banned|mandatory|compulsory|off.limits|allerg(?:ic|y|ies)|"
    r"intoleran\w+|"
    r"strictly|under no circumstances|at the latest|required to|is (?:a )?must|no exceptions?|"
    r"without exception|"
    r"not (?:a|one) (?:\w+ )?(?:over|more|past|above|beyond)|red line|deal.?breaker|out of the "
    r"question|"
    r"maximum (?:of|is|budget|\w+ is)|max(?:imum)? \d|minimum (?:of|is)|not (?:go|spend|run|pay|"
    r"get) (?:over|above|past|"
    r"beyond|more)|or less|tops|absolute(?:ly)? (?:no|max\w*|not|minimum)|can(?:no|')t have|"
    r"(?:budget|spend\w*|cost\w*|price|total) (?:is|has to|must|should|needs to|cannot|can't|may "
    r"not|stays|of)|"
    r"(?:keep|stay|remain|come in|fit|kept|stays) (?:\w+ ){0,4}?(?:under|below|within|inside|"
    r"beneath))\b"
    r"|不超过|不要超过|不能超过|不得|不准|不许|严禁|禁止|绝不|绝对不|必须|务必|只能|只准|只许|"
    r"仅限|最多|至多|至少|最少|上限|下限|以内|之内|"
    r"截止|最晚|最迟|底线|硬性|红线|过敏|封顶|不可以|一律|没有例外|不能[^，。]{0,6}(?:用|有|超|"
    r"过|吃|晚|低|高|碰)",
    re.IGNORECASE,
)
_MODAL = re.compile(
    r"\b(?:must|only|never|always|can(?:no|'|’)t|cannot|can not|have to|has to|need(?:s)? to|"
    r"within|up to|under|"
    r"at least|under|below|no|nothing|exclusively|solely|every)\b",
    re.IGNORECASE,
)
_IDIOM = re.compile(
    r"\b(?:must (?:say|admit|confess|be|have|feel|go|run)|have to (?:go|run|say|admit|leave|head|"
    r"be|agree|ask)|"
    r"can(?:no|'|’)t (?:wait|believe|help|imagine|remember|tell|thank|complain|stop|even|say|go "
    r"wrong|think|find|"
    r"beat|recall|see|decide|get enough|seem|do|sleep|figure)|"
    r"never (?:mind|been|seen|had|heard|thought|knew|felt|forget|tried|gets?|got|met|know|fails|"
    r"too|really|gonna)|"
    r"only (?:just|a|the|one|if|when|thing|time|way|because|then|so|had|got|been|human|problem|"
    r"have)|not only|if only|always (?:been|wanted|"
    r"loved|thought|had|liked|been|a|feel|felt|there|makes?|nice|good|great|fun|so|think|enjoyed|"
    r"remember)|no (?:problem|worries|"
    r"idea|doubt|way|rush|wonder|one|thanks|pressure)|nothing (?:like|better|beats|special|"
    r"much))\b",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"^(?:please|pls|kindly|just|and|but|also|so|then|ok|okay|again|hey|remember to|make sure|be "
    r"sure to|always|never|"
    r"from (?:now|here) on(?:wards?)?|going forward|in future|in the future|next time|every time|"
    r"whenever \w+[^,]*|"
    r"when(?:ever)? (?:you|i|we) [^,]*|for (?:all|every|any|each|my|these|future) [^,]*|for "
    r"[a-z]+(?: [a-z]+)?|as (?:always|usual|before)|once more|"
    r"(?:can|could|would|will) you(?: please| just| also)?|i(?:'d| would) like you to|i (?:want|"
    r"need) you to|you (?:must|should|"
    r"need to|have to|can|may)|let's|one (?:thing|request|ask)|same (?:as|request)[^,:]*|[,:—–-]|"
    r"\s)*"
    r"(?P<verb>do not|don't|dont|never(?= [a-z]+\b(?<!ed))(?! (?:saw|knew|thought|had|heard|been|"
    r"seen|felt|got|met|"
    r"went|was|were|could|would|did|said|told|made|found|took|came|left|lost|let|a|the|too|"
    r"so)\b)|avoid|skip|use|keep|make|give|send|put|start|open|begin|"
    r"end|write|format|stick|"
    r"include|add|leave|drop|call|address|reply|respond|answer|speak|talk|explain|show|list|cite|"
    r"mention|round|limit|"
    r"prefer|stop|begin|go|lead|get|be|cc|copy|attach|export|deliver|hold|cut|tone|remember|note|"
    r"ask|check|run|"
    r"schedule|book|order|choose|pick|save|name|label|sort|group|quote|convert|double.check|"
    r"confirm|turn|say|tell|"
    r"no(?= \w)|nothing(?= (?:over|above|more|less|beyond|but|with|containing|from|that))|only|"
    r"less|more|fewer|shorter|longer|straight|without|spell|translate|"
    r"highlight|bold|number|sign|wrap|finish)\b",
    re.IGNORECASE,
)
_IMPERATIVE_CN = re.compile(
    r"^(?:请|麻烦|记得|以后|今后|从现在起|每次|下次|还是|再|都|也|另外|而且|务必|一定|帮我|给我|"
    r"所有[^，]{0,8}都?|[，\s])*"
    r"(?:不要|别|不用|不许|要|用|写|发|给|把|开头|结尾|直接|先|只|少|多|尽量|保持|控制|避免|统一|"
    r"记住|按|换|改|加|附|注明|标注|称呼|叫我|回复|回答)"
)
_COURTESY = re.compile(
    r"\b(?:keep (?:it|that) up|keep (?:going|shining|rocking|in touch|me posted|us posted|being|"
    r"pushing|"
    r"at it|up the|spreading|doing|chasing|trying|smiling|dreaming|inspiring|fighting)|take "
    r"(?:care|it easy|"
    r"a look|your time)|check (?:it|this|that|them|these|out)|let me know|have (?:fun|a)|"
    r"don['’]t (?:worry|"
    r"mention|forget to have|give up|hesitate|stress)|never (?:give up|stop)|go for it|get well|"
    r"be (?:safe|well|proud|careful|yourself|strong)|stay|"
    r"(?:take|have) a look|look at|give (?:it|that) a (?:try|go)|say (?:hi|hello)|"
    r"tell me (?:more|about|all)|"
    r"go on|no (?:way|problem|worries|doubt|wonder)|only (?:time|just)|ask me|begin to|"
    r"talk (?:soon|to you)|speak soon|show me|get (?:some|a good)|turns? out|run(?:ning)? "
    r"(?:late|off)|"
    r"straight away|let['’]?s (?:make|do|get|go|see|hope|talk|chat|catch|plan|try|meet|keep "
    r"(?:it up|going|"
    r"supporting|in)|hang|grab|both|all|take|have)|make (?:a difference|it happen)|be (?:there|"
    r"sure to enjoy)|make sure you (?:rest|enjoy|take))\b",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"^(?:(?:please|pls|ok(?:ay)?|hey|hi|now|next|and|then|also|so|again|can you|could you|would "
    r"you|will you|"
    r"i(?: need| want|'d like| would like)(?: you to)?|help me(?: to)?|"
    r"let's|time to|we need to|need|"
    r"today|for today)[\s,:!]*)*"
    r"(?P<verb>draft|write|prepare|create|summari[sz]e|review|compose|produce|generate|plan|"
    r"build|design|put together|"
    r"analy[sz]e|compile|translate|edit|proofread|outline|research|find|look (?:up|into)|work on|"
    r"do|sketch|"
    r"implement|code|fix|debug|refactor|update|compare|calculate|brainstorm|organi[sz]e|pull "
    r"together|"
    r"whip up|come up with|another|one more|a new)\b",
    re.IGNORECASE,
)
_TASK_CN = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|给我|再|今天|接下来|现在|来|，|\s)*(?:写|起草|拟|准备|总结|整理|做|"
    r"出|生成|设计|分析|翻译|修改|规划|查|找|汇总|编|画|润色)"
    r"(?:一|个|份|篇|下|好|完|出)"
)
_STANDING = re.compile(
    r"\b(?:always|never|from (?:now|here) on|going forward|in (?:the )?future|by default|every "
    r"(?:time|single)|"
    r"whenever|as a rule|each time|usually|generally|prefer|rather|henceforth|all (?:my|future|"
    r"of my|our) |any ?more|"
    r"no longer|these days|until further notice|at all times|permanently|for good|standing|stick "
    r"(?:to|with))\b"
    r"|以后|今后|每次|从现在|从今|一直|总是|始终|都要|一律|永远|默认|往后|偏好|习惯|不再|长期|凡是",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:i|we)(?: \w+){0,2} (?:prefer|like|love|enjoy|hate|dislike|can(?:no|')t stand|favou?r|"
    r"want|detest)\b|"
    r"\b(?:my|our) (?:favou?rite|preference|preferred|go.?to|usual)\b|\b(?:i'd|i would|we'd|we "
    r"would)(?: much)? rather\b|"
    r"\b(?:works|work) (?:best|better) for me\b|\bi'm (?:not )?(?:a fan of|fond of|into|keen on|"
    r"partial)\b"
    r"|(?:我|我们)[^，。]{0,4}(?:喜欢|偏好|偏爱|讨厌|不爱|爱|习惯|想要|受不了|倾向)|最爱|最喜欢",
    re.IGNORECASE,
)
_CHATTER = re.compile(
    r"^\W*(?:(?:hi|hello|hey|thanks?(?: you)?(?: so much| a lot)?|thx|ty|ok(?:ay)?|great|cool|"
    r"nice|perfect|awesome|good|"
    r"(?:good )?(?:morning|afternoon|evening|night)|bye|see you|later|cheers|wow|haha+|lol|sure|"
    r"yes|yeah|yep|no|nope|got it|"
    r"sounds good|looks good|no problem|no worries|you'?re welcome|my pleasure|welcome|will do|"
    r"done|absolutely|of course|"
    r"certainly|right|indeed|exactly|fine|alright|understood|noted|much appreciated|appreciate "
    r"it|happy to help|have a "
    r"(?:nice|good|great) \w+|talk (?:soon|later)|how are you|how's it going|what's up|i see|"
    r"makes sense|that's (?:great|good|"
    r"nice|awesome|cool|fine|all)|there|again|everyone|all|for now|then|so much|a lot|very much|"
    r"for (?:that|this|your help|the help)|"
    r"today|good luck|take care|congrats|congratulations|let me know|anything else|is there "
    r"anything else i can help(?: you)? with|"
    r"你好|您好|谢谢|多谢|好的?|嗯|哦|行|可以|没问题|不客气|再见|晚安|早上好|下午好|晚上好|"
    r"辛苦了|收到|明白|知道了|哈哈+|不错|太好了|是的|对)"
    r"[\s,.!?~，。！？、:)(-]*)+$",
    re.IGNORECASE,
)
_LOG = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|(?:\[)?(?:DEBUG|INFO|TRACE|"
    r"WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|"
    r"Traceback|File \"|at [\w.$<>]+\(|\s+at |Caused by|\^+|[{}\[\]()<>|+=~_#*-]{3,}|\$ |>>> |"
    r"npm |pip |make(?:\[\d+\])?:|\d+ (?:passed|failed)|"
    r"[\w/.-]+:\d+(?::\d+)?:|\w+(?:Error|Exception)\b|GET |POST |PUT |HTTP/|Step \d+/\d+|--->)"
)


def binds(text: str) -> bool:
    """Tell whether a statement sets a limit that must be kept.

    >>> binds("The budget is capped at 50k"), binds("I can't wait to see it")
    (True, False)
    """
    return bool(_BINDING.search(text)) and not _IDIOM.search(text)


def modal(text: str) -> bool:
    """Tell whether a word of obligation stands there that is no idiom."""
    return bool(_MODAL.search(text)) and not _IDIOM.search(text)


def is_request(text: str) -> bool:
    """Tell whether somebody is asked to do something in a certain way."""
    if _COURTESY.search(text):
        return False
    return bool(_IMPERATIVE.search(text) or _IMPERATIVE_CN.search(text))


def task_request(text: str) -> bool:
    """Tell whether this hands over a piece of work, rather than saying how to do it."""
    return bool(_TASK.search(text) or _TASK_CN.search(text))


def stands(text: str) -> bool:
    """Tell whether something is meant beyond the moment."""
    return bool(_STANDING.search(text))


def told_preference(text: str) -> bool:
    """Tell whether somebody says what they like or want."""
    return bool(_TOLD.search(text))


def chatter(text: str) -> bool:
    """Tell whether a sentence carries nothing: a greeting, thanks, a plain yes."""
    return bool(_CHATTER.match(text)) or not re.search(r"\w", text)


def is_log(line: str) -> bool:
    """Tell a line of machine output from words meant for people."""
    if _LOG.match(line):
        return True
    letters = sum(char.isalpha() or char.isspace() for char in line)
    return len(line) > 40 and letters < 0.6 * len(line)

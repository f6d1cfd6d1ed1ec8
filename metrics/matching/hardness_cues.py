"""Words by which English and Chinese bind, lean, or take back that they bind."""

from __future__ import annotations

import re

__all__ = ["MUST", "PREFER", "SOFTENED"]

MUST = re.compile(
    r"\b(?:must|have to|has to|had to|need to|needs to|required?|requirement|mandatory|never|"
    r"always(?! (?:been|liked|loved|preferred|enjoyed|thought|found|had|a fan))|"
    r"every (?:single )?time|"
    r"cannot|can't|may not|mustn't|shall|strict(?:ly)?|absolute(?:ly)?|non-?negotiable|"
    r"hard (?:limit|cap|stop|line|requirement|constraint|rule)|at (?:the )?(?:most|latest)|"
    r"at (?:the )?(?:very )?least (?=\D{0,3}\d)|no (?:more|less|later|longer|earlier|higher|lower|"
    r"bigger|heavier|fewer) than|not (?:a|one) \w+ (?:more|less|later|over|above|beyond|past)|"
    r"nothing (?:over|above|beyond|past|under|below|after|but|else)|not (?:to )?(?:exceed|go (?:"
    r"over|above|past|beyond|below|under))|without exceeding|(?:won't|will not|wouldn't) exceed|"
    r"maximum|minimum|max|min|ceiling|upper (?:limit|bound)|lower (?:limit|bound)|"
    r"under no circumstances|on no account|in no case|at no point|no way|forbidden|prohibited|"
    r"banned|off[- ]limits|off the table|out of the question|not an option|not up for debate|"
    r"not open to|ruled out|rule out|taboo|not allowed|not permitted|allergic|allergy|do not|"
    r"don't|obligat(?:ory|ion|ed)|obliged|binding|no exceptions?|without (?:exception|fail)|only|"
    r"exclusively|cap(?:ped)?|limit(?:ed)?|the (?:very )?latest|deadline|cut-?off|last (?:possible"
    r" )?(?:day|date|moment)|red line|line in the sand|deal-?breaker|insist(?:s|ed)?|refuse[sd]?|"
    r"end of (?:story|discussion)|full stop|no matter what|compulsory|imperative)\b"
    r"|必须|一定要|一定得|务必|不得|不能|不可以|不可|不许|不准|禁止|绝对|绝不|决不|千万|严禁|只能|只准|"
    r"只许|最多|至多|最少|至少|最晚|最迟|不超过|别超|封顶|硬性|强制|上限|下限|底线|红线|死线|截止|不要|"
    r"不行|没得商量|没有商量|一律|过敏|别|非.{1,8}不可|说什么也"
)
PREFER = re.compile(
    r"\b(?:prefer(?:s|red|ably|ence|ring)?|would like|'d like|ideally|if possible|rather|would be "
    r"nice|nice to have|hopefully|try to|should(?! (?:you )?know)|favou?rs?|favou?rite|"
    r"lean(?:s|ing)? towards?|if you can|when possible|where possible|like|likes|love|enjoy|fan of|"
    r"taste|happiest|optional|not a must|soft|flexible|for me at least|at least for me)\b"
    r"|最好|尽量|希望|偏好|喜欢|倾向|可以的话|如果可以|更愿意|宁愿|尽可能|想要|建议|偏向|习惯"
)
SOFTENED = re.compile(
    r"\b(?:not (?:a )?(?:must|mandatory|required|hard|strict)|no hard|isn't (?:a must|mandatory|"
    r"required|strict)|not strictly|don't have to|doesn't have to|no need to)\b"
    r"|不必|不一定|不强制|不是硬性|不是必须"
)

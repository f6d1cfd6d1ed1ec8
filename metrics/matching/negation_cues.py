"""Words of negation, English and Chinese, and what ends their reach."""

from __future__ import annotations

import re

__all__ = [
    "AFFIX",
    "ANSWER_NO",
    "ANSWER_NO_BEGINS",
    "CUE_EN",
    "CUE_ZH",
    "DENIED_BEHIND_EN",
    "DENIED_BEHIND_ZH",
    "EVALUATION_EN",
    "EVALUATION_ZH",
    "EXCEPT_EN",
    "EXCEPT_ZH",
    "LESS_LIKED",
    "NEG_RAISING",
    "SAYING",
    "STOP_EN",
    "STOP_ZH",
    "WRONG_BEHIND",
    "WRONG_END",
]

CUE_EN = re.compile(
    r"\b(?:almost|nearly) (?:moved|bought|called|named|went|took|became|chose|got|lost|won"
    r"|[a-z]{3,}ed|_+)\b|\b(?:refrain(?:s|ed|ing)? from|"
    r"abstain\w* from|steer clear of|(?:stay|keep) away from|say no to|not|never|no|none|nor"
    r"|neither|without|cannot|nobody|nothing|nowhere|hardly|scarcely"
    r"|barely|zero|"
    r"instead of|rather than|as opposed to|in place of|anything but|far from|out of favou?r"
    r"|short of|"
    r"avoid(?:s|ed|ing)?|excluding|ain't|[a-z]+n't|dont|doesnt|isnt|wont|cant|wasnt|didnt"
    r"|refus(?:e|es|ed|ing)(?! (?:on|at|by|from|with|in)\b)|"
    r"den(?:y|ies|ied)|rul(?:e|es|ed|ing) out|reject(?:s|ed|ing)?|forbid(?:s|den)?|ban(?:s|ned)?"
    r"|lacks?|lacking|lack of|"
    r"absence of|free of|free from|prohibit(?:s|ed)?|declin(?:e|es|ed)|fail(?:s|ed) to|turn(?:s"
    r"|ed) down|object(?:s|ed) to|"
    r"opt(?:s|ed) out of|cancel(?:s|led|ed)?|withdrew|skip(?:s|ped)?|myth that|(?:decid\w+|vot\w+"
    r"|opt\w+|advis\w+|(?:is|are|am|was|were)) against|mistakenly|wrongly"
    r"|falsely|erroneously|"
    r"(?:false|untrue|a myth|mistaken|wrong|incorrect|a lie|nonsense) (?:that|to (?:say|think"
    r"|claim|believe)))\b"
)
"""Words that deny what follows them in their clause."""

CUE_ZH = re.compile(
    r"差点(?!没|儿没)|险些|并非|并不|并没有?|绝非|绝不|决不|毫无|毫不|从未|从没有?|从不|根本不"
    r"|根本没|不是|没有|没|别"
    r"|不|未|无(?=[\u4e00-\u9fff§_])|勿|莫|"
    r"非(?=[\u4e00-\u9fff§_])|避免|拒绝|禁止|杜绝|排除|否认|否定|取消|拒(?=收|吃|用)|反对|缺(?!点"
    r"|口|勤)|少了|误以为|以为|误认为|误传|谎称|谈不上|算不上|"
    r"称不上|哪[有里儿](?:有|是)?|休想|何曾|岂|怎么可能|怎么会|谁说|免(?=[\u4e00-\u9fff§_])"
    r"|忌(?=[\u4e00-\u9fff§_])"
)

STOP_EN = re.compile(
    r"\b(?:but|because|except|besides|other than|apart from|unless|just|only|instead(?! of)|so"
    r"|still|yet|"
    r"rather(?! than)|however|therefore|although|while)\b|[;:]"
    r"|\band (?:prefer|like|love|always|now|have|has|am|are|is|want|need|live|lives|work|use|uses"
    r"|drive|drives|just|only|instead|also)\b"
)
"""Words behind which a negation does not reach."""

STOP_ZH = re.compile(
    r"而是|但|却|只(?!有)|改(?:用|为|成|喝|吃|选|去|坐|穿|住)|还是|仍|依然|照旧|就是|才是|而要"
    r"|倒是|反而|明明"
)

NEG_RAISING = re.compile(
    r"\b(?:don't|doesn't|didn't|do not|does not|did not|never|not|isn't|wasn't|wouldn't|cannot"
    r"|can't) (?:\w+ )?(?:think|believe|suppose|expect|say|"
    r"said|mean|imply|true|the case|correct|right|confirm|claim|call|consider|recall|remember)\b"
)
"""A negated opinion denies its object: "I don't think it is 50k"."""

DENIED_BEHIND_EN = re.compile(
    r"^[^,;:]*?(?:\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could"
    r"|shall|should|"
    r"must|may|might|'s|'re|'m)\s+(?:\w+ly |just |all )?(?:not|never|no good|off the table"
    r"|out of the question|wrong|"
    r"incorrect|false|untrue|a mistake|mistaken|a typo|an error|forbidden|banned|prohibited"
    r"|cancell?ed|ruled out|"
    r"rejected|impossible|excluded|off limits|a no-go|unacceptable|absent|missing|a myth|a lie"
    r"|nonsense|made up|"
    r"out)\b|\b(?:isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|don't|doesn't|didn't|won't"
    r"|wouldn't|can't|"
    r"cannot|couldn't|shouldn't|mustn't|ain't|never)\b)"
)
"""A denial whose subject is the value: "React is not used"."""

DENIED_BEHIND_ZH = re.compile(
    r"^[^，,；;§]{0,10}?(?:不|没|未|别|无法|并非|取消|错|免谈|被否|否决|排除|禁止|有误|搞错|不行"
    r"|缺席|落选|不在)"
)

EVALUATION_EN = re.compile(
    r"\W*(?:\w+ly |very |that |so |too |really )*(?:enough|sufficient|much|many|a lot|negotiable"
    r"|flexible|"
    r"bad|a problem|an issue|cheap|expensive|final|surpris\w*|chang\w*|easy|great|far|unusual"
    r"|going to (?:change|"
    r"move|shift|budge)|move|budge|up for (?:debate|discussion)|big|huge|small|optional"
    r"|a (?:big )?deal|cover|"
    r"include|be (?:enough|exceeded|changed|moved|negotiated|touched|ignored|forgotten)|allow"
    r"|stretch|suffice|last|"
    r"leave|apply to|go (?:far|up|down)|matter|help|fit|fun|ideal|perfect|working well|well|fast"
    r"|slow|ready|there yet|"
    r"yet (?:over|finished|paid)|paid|over|public|known|in (?:writing|stone)|open|full|empty"
    r"|sold out|mine to|like|smile|bark|bite)"
)
"""What may be negated of a value without denying it: "50k is not enough"."""

EVALUATION_ZH = re.compile(
    r"(?:不|没|未|别)(?:太|是很|会|能|可|许|准|算|怎么|必)?(?:够|多|贵|少|高|低|变|大|小|容易"
    r"|便宜|远|改|动|商量|含|包括|包含|超|破|"
    r"涨|降|成问题|难|长|短|早|晚|松口|足|忘|丢|好(?!用)|理想|满意|完|到期|开始|用完|装|坏|热|冷"
    r"|急)"
)

EXCEPT_EN = re.compile(
    r"\b(?:except(?: for)?|excluding|other than|apart from|save for|aside from"
    r"|with the exception of)\s+"
    r"(?:\w+\s+){0,3}§|\b(?:everything|everyone|anything|all|anyone|everybody"
    r"|anybody) but (?:\w+ )?§"
)
EXCEPT_ZH = re.compile(
    r"除了?[^，。,]{0,6}§+[^，。,]{0,4}(?:以外|之外|外)?[，,]?[^，。]{0,8}(都|全|还|也|又|什么)"
)

LESS_LIKED = re.compile(
    r"\b(?:prefer\w*|favou?r\w*|choos\w+|chose|pick\w*|like[sd]?|love[sd]?|rather|opt\w*"
    r"|went with|go with)\b[^,;]* over (?:\w+ ){0,2}§"
    r"|\bprefer\w* (?!(?:\w+ )*from\b)[^,;§]* to (?:\w+ ){0,2}§|\b(?:better"
    r"|more) than (?:\w+ ){0,2}§"
    r"|(?:比起|相比|较之|与其)[^，,我更还你他她]{0,4}§|(?:胜过|多于|而不是|而非|好过"
    r"|强过)[^，,]{0,4}§|比§+更"
)
"""The less liked of two: "I prefer tea over §"."""

AFFIX = re.compile(r"(?<![a-z])(?:un|non|non-|in|im|ir|il|dis|not-|anti-)$")
"""Negative prefixes, to be looked for right before a value of five letters or more."""

WRONG_BEHIND = re.compile(
    r"\W*(?:(?:but|and|well|no|nope|hm+|actually)\W+)*(?:(?:that|this|it|which)(?:'s| is| was"
    r"| isn't| wasn't)|that's|is|was|isn't|wasn't) (?:simply |just |all |totally |"
    r"completely |plain |flat out |an? |outright |not |never |utter |quite )*(?:wrong|false"
    r"|untrue|incorrect|true|right|correct|so|the case|"
    r"lie|myth|rumou?r|nonsense|mistake|error|typo|misunderstanding|made up|fake|rubbish|fiction"
    r"|misprint|happening)\b"
    r"|\W*(?:but|though|yet|and|except) (?:\w+ ){0,2}?(?:doesn't|don't|isn't|aren't|didn't|wasn't"
    r"|hasn't|haven't|won't|can't|never (?:did|has|was))\W*$"
    r"|\W*(?:but|and|though|yet) (?:\w+ ){0,2}?(?:turned (?:it|them|that) down|declined|refused"
    r"|rejected (?:it|that)|said no|backed "
    r"out|pulled out|never (?:went|took it|showed))\b|\W*(?:but )?(?:it|that) fell through\b"
    r"|\W*(?:但|不过|可)?[他她我]?(?:没去|没答应|没同意|拒绝了|没要|没接受|黄了|没成)"
    r"|\W*(?:wrong|nonsense|rubbish|nope|false|not true|not so|not really|no way|as if"
    r"|yeah,? right|in your dreams|hardly)\b\W*(?:$|[.!,])"
    r"|\W*(?:但|不过|其实|而)?(?:这|那|这个|那个|此|这话|这说法|消息|说法|(?:以上|上述)(?:信息|内容|说法)?|他|她|它)?(?:完全|纯粹"
    r"|根本|显然|都|其实|并)?(?:是|属于|纯属|不是)?"
    r"(?:误传|谣言|谣传|假的|错的|假消息|不对的?|误会|不实|造谣|瞎说|胡说|不属实|有误|真的|乱说"
    r"|误解|笔误|瞎扯|瞎编|扯淡|没这回事|没那回事|没有的事|没影的事|不可能|子虚乌有|纯属虚构|"
    r"讹传|以讹传讹|搞错|记错|写错|说错|弄错|才怪|才不是|想得美|想多了|开玩笑)"
)
WRONG_END = re.compile(
    r"\b(?:is|was|are|were|would be) (?:\w+ly |just |not |plain |all )*(?:wrong|false|untrue"
    r"|incorrect"
    r"|a lie|a myth|nonsense|true|right|"
    r"correct|a mistake|mistaken|an error|unfounded|baseless|made up)\b|(?:是|属于|纯属)?(?:错的"
    r"|假的|误传|谣言|不对的|不实|瞎说|胡说)"
)
SAYING = re.compile(
    r"(?:^|[\W])(?:saying|claiming|calling|describing|labelling|to (?:say|claim|call)"
    r"|the (?:claim|rumou?r|idea|statement|report"
    r"|notion|story|assertion)s?|"
    r"whoever (?:says|said|claims)|anyone (?:saying|who says)|it's (?:wrong|false))\b|^\W*(?:说"
    r"|所谓)"
)

ANSWER_NO = re.compile(
    r"\W*(?:no|nope|nah|never|not (?:any ?more|any longer|now|really|at all|true|allowed|used"
    r"|an option|ok|okay|"
    r"possible|applicable|me|mine|us|needed|required|present|found|available)|false|n/a|none"
    r"|negative|wrong|off|disabled|absent|"
    r"不|没有|否|不是|不行|不可以|不用|不对|没|错|无|不要|不对的|不是的|并没有|并不是|关|未启用)\W*"
)
ANSWER_NO_BEGINS = re.compile(
    r"(?:no|nope|nah|wrong|not at all)\b|不是|没有|不[,，。!]|不$|否|不会(?!吧)|没这|瞎说|胡说"
    r"|不可能|没有的事|才不|哪有|怎么会"
)

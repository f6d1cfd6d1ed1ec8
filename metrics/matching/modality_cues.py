"""Words of supposition, English and Chinese: conditions, possibilities, questions, hearsay."""

from __future__ import annotations

import re

__all__ = [
    "AFFIRMING_IF",
    "AFFIRMING_ZH",
    "ANSWER_YES",
    "BELIEF",
    "CONDITION_EN",
    "CONDITION_ZH",
    "CONSEQUENT_RULE",
    "FACTIVE",
    "FACTIVE_ZH",
    "FICTION",
    "HEARSAY",
    "INTENTION",
    "INTERROGATIVE",
    "INVERTED",
    "OWN_BELIEF",
    "POSSIBLE_EN",
    "POSSIBLE_ZH",
    "PRESUPPOSED",
    "PRESUPPOSED_ZH",
    "QUESTION_MARK",
    "QUESTION_ZH",
    "REQUEST",
    "REQUEST_ZH",
    "SUBORDINATE",
    "TAG",
]

CONDITION_EN = re.compile(
    r"^\W*(?:and |but |so |then |even |only |or |well |because |that )?(?:if|suppose|supposing"
    r"|imagine|assum(?:e|ing)|what if|let's say|let's assume|"
    r"let's imagine|say,? (?!hi\b|hello\b|yes\b|no\b|that\b|it\b|so\b|thanks\b"
    r"|goodbye\b)(?=[\w' ]+[;?,]|\w+ (?:is|was|were)\b)|hypothetically|in case|unless|whether"
    r"|provided(?: that)?|providing|as if|pretend|"
    r"depending on|in the event|contingent on|pending (?:approval|confirmation|review|the|a)"
    r"|subject to|as though|picture"
    r"|once (?=.*\b(?:approved|confirmed|signed)))\b"
    r"|\b(?:even if|only if|what if|as if|if only|if (?:i|we|you|he|she|they|it|my|our|the|your"
    r"|there|someone|anyone|all|this|that|"
    r"[a-z_]+ (?:is|was|were|had|gets?|goes|pass(?:es)?|win|wins)))\b"
)
INVERTED = re.compile(
    r"^\W*(?:should|had|were) (?!(?:have|not|be|it not|like|love)\b)(?:i|we|you|he|she|they|it"
    r"|the|a|an|my|our|his|her|their|this|that|[a-z_]+)\b(?!.*\?)"
)
"""Should the vote pass, ...; had we waited, ...; were the flight cancelled, ..."""

AFFIRMING_IF = re.compile(
    r"\bunless (?:i'm|i am) (?:much |very much )?(?:mistaken|wrong)\b|"
    r"\b(?:if|in case|should) (?:you must know|you're wondering|you (?:ever |still |really "
    r"|happen to |also )?(?:need|want|wish|have|like|care|get|plan|ask|"
    r"wonder|look|are looking|are trying|forgot|lose|can't find)\b[^,]*|i (?:can|could"
    r"|get to) (?:choose|pick)|there(?:'s| is) a choice|given (?:the|a) choice|available"
    r"|i have (?:the|a) choice|anyone (?:needs|wants"
    r"|asks|wonders)\b[^,]*|you'd like[^,]*|you are wondering|you ask me|"
    r"you were wondering|i (?:remember|recall) (?:correctly|right|well|rightly)|it helps"
    r"|you need to know|possible|i'm not mistaken|"
    r"memory serves|you don't mind|that helps|in doubt|needed|necessary|you can|at all possible"
    r"|that matters|it matters|not already|so|not)\b"
)
AFFIRMING_ZH = re.compile(
    r"(?:如果|要是|若|万一)(?:你|您|大家|有人|谁|谁还)?(?:需要|想|要|有事)(?:找|联系|问|了解|知道"
    r"|打|寄|去|查|看|来)[^，,]*|有事(?:的话)?|如果可以|如果方便|可以的话|如果没记错|"
    r"没记错的话|如果有需要|如有需要|有可能的话|可能的话|方便的话|如果可能|能[^，。]{0,3}的话"
    r"|有得选的话|可以选的话|非要选的话|要说的话|要问|若有疑问|如有疑问"
    r"|要是没记错"
)

POSSIBLE_EN = re.compile(
    r"\b(?:might|maybe|perhaps|possibly|possible that|conceivable|conceivably|plausible"
    r"|imaginable|thinkable|jok(?:es|ed)|kidded|quipped|potentially|probably|presumably|likely"
    r"|apparently|seemingly|could (?!you)|wish(?:es|ed)?|considering|consider (?:a|an|the|moving"
    r"|using|getting|buying)|contemplating|"
    r"thinking (?:about|of)|thought about|toy(?:s|ed|ing) with|playing with the idea"
    r"|(?<!no )(?<!small )wonder(?:s"
    r"|ed|ing)?|debating|dream(?:s|t|ed|ing)?(?: of| that| about)|in my dreams|tempted|"
    r"undecided|not decided|no decision|not sure|unsure|uncertain|unclear|no idea|don't know"
    r"|doesn't know|nobody knows|no one knows|who knows|tentative(?:ly)?|pencil(?:l)?ed in|"
    r"rumou?r(?:s|ed)?|reportedly|allegedly|supposedly|purportedly|hearsay|(?:i )?heard (?:that"
    r"|it|somewhere)|word has it|word is|they say|people say|some say|"
    r"propos(?:e|es|ed|ing|al)|suggest(?:s|ed|ing|ion)?|floated|pitched|mooted|either|one option"
    r"|one idea|a candidate|a contender|in the running"
    r"|an option|option is|on the table|up for discussion|"
    r"hypothetical(?:ly)?|imaginary|pretend(?:s|ed|ing)?|role-?play|for example|for instance"
    r"|e\.g\.|just kidding|joking|seems? (?:to|like|that)|appears to|looks like|"
    r"assuming|imagine|suppose|supposing|assume|in theory|theoretically|hopefully|should win"
    r"|aspire[sd]?|would-be|guess(?:ing)?|my guess|estimate[sd]?|expected to|what about|how about"
    r"|why not (?:use|make|set|try))\b"
    r"|\bwould(?! (?:like|prefer|rather|love|appreciate|be (?:glad|happy|grateful|pleased"
    r"|delighted|great|nice|good|best|ideal|lovely|perfect|helpful)))(?!n't)\b(?! you)"
    r"|\b(?:i|we|you|he|she|it|they)'d\b(?! (?:like|prefer|rather|love|better|appreciate"
    r"|be (?:glad|happy|grateful|pleased)|been|set|said|had"
    r"|moved|agreed|never|already|always|\w+ed\b))"
    r"|(?<!\bin )(?<!\bof )(?<!\bon )(?<!\bsince )(?<!\bby )(?<!\buntil )(?<!\blast )(?<!\bnext )("
    r"?<!\bthis )(?<!\blate )(?<!\bearly )(?<!\bmid )(?<!-)"
    r"(?<!\d )(?<!\bfrom )\bmay\b(?! ?\d)(?! not)(?=\s+(?:[a-z]|§))"
)
INTENTION = re.compile(
    r"\b(?:plan(?:s|ning)? (?:to|on)|intend(?:s|ing)? to|hop(?:e|es|ing) to|aim(?:s|ing)? to"
    r"|thinking of|looking to|want(?:s)? to (?:move|switch|buy|get|become|live|"
    r"migrate|learn|join)|would love to (?:move|live|have|own)|dream(?:s|ing)? of|going to (?:try"
    r"|consider)|about to|considering)\b"
    r"|打算|计划(?!书|表)|想(?:要)?(?=搬|换|去|买|学|当|改|转|辞)|准备(?=搬|换|去|买|学|改|转)"
    r"|有意|盼着|憧憬|梦想|琢磨|盘算|寻思"
)
"""Plans: not yet facts about where one lives or what one uses; dates and sums of a plan are."""

BELIEF = re.compile(
    r"\b(?:think|thinks|thought|believes?|believed|claims?|claimed|guess(?:es|ed)?|assumes?"
    r"|assumed|suspects?|suspected|insists?|"
    r"argues?|argued|reckons?|imagines?|speculates?|speculated|fears?|feared|bets?)\b(?! (?:about"
    r"|of)\b)"
)
OWN_BELIEF = re.compile(
    r"\b(?:i|we)(?:'ve)? (?:[\w']+ )?(?:think|thought|believe|guess|assume|reckon|suspect|insist)"
)
FICTION = re.compile(
    r"\b(?:have|had|has) (?:a|this|that) (?:\w+ )?(?:dream|nightmare)\b|\bthe (?:first "
    r"|rough )?draft (?:says|states|has|puts|sets|gives)\b|\bin (?:the|my|a|this|his|her|our"
    r"|that) (?:\w+ )?(?:novel|story|movie|film|book|dream|game"
    r"|example|scenario|simulation|fiction|play|show|"
    r"series|comic|sitcom|role-play|thought experiment|mock-?up|draft)\b|\b(?:the )?(?:hero"
    r"|heroine|protagonist|character) of\b|小说里|故事里|电影里|梦里|梦见|游戏里|剧中|剧本里"
    r"|(?<![没不别])开玩笑|比如说?|举个例子|"
    r"例如|打个比方|譬如|假想|草稿里|示例"
)
HEARSAY = re.compile(
    r"\b(?:rumou?r has it|according to (?:rumou?rs?|gossip|hearsay)|word has it|legend has it"
    r"|the rumou?r is)\b"
    r"|据[^，。]{0,8}(?:消息|说|称|传|透露|报道)|听说|听(?!不|得|了|着|的)[^，。]{1,5}说|传闻"
    r"|传言|小道消息"
)
CONDITION_ZH = re.compile(
    r"如果|假如|假设|假使|(?<!一定)(?<!必须)(?<!都)(?<!得)要是|万一|倘若|倘使|若是|若(?!干"
    r"|无其事)|即使|即便|就算|哪怕|的话|除非"
    r"|要不是|设想|试想|一旦|只要|只有.{1,12}才|假定|视.{1,10}而定|取决于"
)
POSSIBLE_ZH = re.compile(
    r"要不要|可能|也许|或许|说不定|不一定|未必|大概(?!是?[\d§])|考虑|会不会|是否|想不想|该不该"
    r"|要不(?!然|是)|没准|兴许|恐怕|听说|据说|据[^，。]{0,6}(?:消息|称|传|透露|报道)|传闻|传言"
    r"|小道消息|(?<!没)有人说|都说|谣传|据传|犹豫|"
    r"不确定|(?<!没人)(?<!无人)(?<!谁)(?<!谁人)不知道|不清楚|还没(?:想好|决定|定|拍板)|没拍板"
    r"|未定|建议|提议|不如|不妨|何不|或者|要么|拟(?=[^人])|暂定|巴不得|恨不得|但愿|幻想|没想好"
    r"|商量|打听|好像|似乎|貌似|"
    r"仿佛|应该是|估计|八成(?!的)|多半|看样子|看来|恐|大约会|琢磨|盘算|寻思|猜|怀疑(?!的)|以为会"
    r"|希望能|还是(?=[^，。]{1,10}[?？])"
)
QUESTION_MARK = re.compile(r"[?？][\"')\s]*$")
QUESTION_ZH = re.compile(
    r"[吗呢么][\s。.!！?？]*$|什么|怎么|怎样|哪[里个些儿]?|谁|多少|几(?=[个点天月年岁号楼块])"
    r"|为什么|为何|是不是|能不能|可不可以|好不好|对不对|行不行|"
    r"有没有|多久|多大|多长|吧[?？]|如何|([\u4e00-\u9fff])不\1"
)
INTERROGATIVE = re.compile(
    r"^\W*(?:(?:so|and|but|well|ok|okay|hey|hi|also|then|now|actually|wait|sorry|oh|hmm|or"
    r"|because|please|quick question|question)\W+)*"
    r"(?:what|which|who|whom|whose|when|where|why|how|is|are|am|was|were|do|does|did|can|could"
    r"|will|would|should|shall|may|might|must|have|has|had|"
    r"isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|couldn't|won't|wouldn't|shouldn't"
    r"|haven't|hasn't|any \w+|thoughts|suggestions|ideas|recommendations|what's|who's|"
    r"where's|how's|when's|anyone know|does anyone)\b"
)
TAG = re.compile(
    r"^\W*(?:right|correct|yes|no|ok|okay|true|huh|eh|or not|is it|is that right|is that correct"
    r"|am i right|or am i wrong|(?:is|are|was|were|do|does|did|has|have|had|can|could|will|"
    r"would|should)(?:n't)? (?:i|you|he|she|it|we|they)|对吗|对吧|是吧|是吗|对不对|是不是|没错吧"
    r"|是这样吗|对么)\W*$"
)
REQUEST = re.compile(
    r"\b(?:can|could|will|would) you (?:please |kindly |just |also |maybe )*(?!tell|explain|check"
    r"|confirm|verify|guess|know|say|show|clarify|find out|"
    r"see if|imagine|remind me|use|consider|prefer|like|want|recommend|suggest|think|have|be|live"
    r"|drive|move|buy|choose|pick)\w+|\bwould you mind\b|\bdo you mind\b"
)
REQUEST_ZH = re.compile(
    r"(?:能|可以|可否|能否|能不能|可不可以|麻烦|请)(?:你|您)?(?:帮|替|给|把|将|记|按|控制|确保"
    r"|安排|订|找|推荐|做|写|保证)"
)
FACTIVE = re.compile(
    r"\b(?:did i (?:ever )?(?:mention|tell you|say)|do(?:n't)? you (?:remember|recall|know)"
    r"|have i (?:told|mentioned)|(?:can|could|will|would) you (?:please )?"
    r"(?:remember|note|keep in mind|bear in mind)|you know(?: that)?|remember (?:that|how|when)"
    r"|did you know|you do know|are you aware|isn't it (?:great|funny|odd|nice"
    r"|a pity) that)\b(?! (?:if|whether|what|where|which|who))"
)
FACTIVE_ZH = re.compile(
    r"(?:你|您)(?:还|应该|也|总)?(?:记得|知道|晓得)|^\W*记得|我(?:有没有)?(?:说过|提过|告诉过"
    r"|跟你说)|忘了"
)
SUBORDINATE = re.compile(
    r"^\W*(?:since|because|as|given|considering|seeing|now that|though|although|while|even though"
    r"|which|who|whose|that|with|for|within|under|"
    r"knowing|until|before|after)\b"
)
_NO_VERB = (
    r"(?!(?:is|are|was|were|be|has|have|had|will|would|can|could|should|shall|may|might|must|do"
    r"|does|"
    r"did|user|client|if|i|we|you|he|she|they|it)\b)[a-z'-]+"
)
_DETERMINED = r"(?:my|our|your|his|her|their|the|its|_+'s?|[a-z]+'s)"
PRESUPPOSED = re.compile(
    rf"\b{_DETERMINED} (?:{_NO_VERB} ){{0,2}}?§+ (?:{_NO_VERB} )?_+"
    rf"|\b{_DETERMINED} (?:{_NO_VERB} ){{0,2}}?_+ of (?:\w+ )?§+"
    r"|\b(?:with|given|within|on|under|despite) (?:my|our|your|a|an|the|his|her"
    r"|their) (?:[\w'-]+ ){0,2}?(?:_+ (?:of )?§+|§+ _+)"
    r"|\b(?:my|our|his|her|their|_+'s?) §+(?!.*\b(?:could|would|might)\b)"
)
"""Taken for granted even in a question: my budget of 50k, her Volvo."""

PRESUPPOSED_ZH = re.compile(
    r"(?:我|我们|咱们|我家|他|她|你|您|_+)的?§+的_+|(?:我|我们|他|她|你|您"
    r"|_+)(?:的)?_*§+的?_*(?:够|能|可以)"
)
CONSEQUENT_RULE = re.compile(
    r"^\W*(?:then |please |就|则|那么?|请|一定|务必)*\W*(?:use|call|do|don't|never|always|keep|go"
    r"|send|book|stop|ask|must|run|make|set|take|avoid|switch|tell|"
    r"contact|email|restart|give|pick|choose|put|write|notify|只|必须|请|不要|别|联系|打|发|用"
    r"|改用|通知|找)\b|\b(?:must|have to|has to|need to|needs to|should|shall)\b|"
    r"必须|应该|一定要|务必"
)
ANSWER_YES = re.compile(
    r"(?:yes|yep|yeah|correct|exactly|right|indeed|sure|that's right|true)\b|是的|对[,，。!的]"
    r"|没错|嗯|确实|是啊"
)

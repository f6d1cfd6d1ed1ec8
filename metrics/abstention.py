"""Saying that one does not know: recognised in English and Chinese, scored side by side.

A memory that always refuses has every unanswerable probe right; its false abstentions stand
beside it, and answerable and unanswerable probes are never averaged together (case A29).

Source: cases A27-A29; design.md (abstention correct and false).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_impls.parts.normalise import fold
from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.selection import SelectiveMetric
from scenarios.api import Probe

__all__ = ["CorrectAbstention", "FalseAbstention", "abstains"]

_NO_ANSWER = NotScored(reason="no answer was read", applies=False)

_TOLD = (
    r"(?:mentioned|covered|discussed|recorded|stated|specified|provided|said|told|given|shared"
    r"|brought up|available|known|noted|addressed|included|documented|indicated|disclosed)"
)
_LORE = (
    r"(?:information|info|records?|recollection|memory|memories|mention|details?|data|idea"
    r"|context|notes?|knowledge|evidence|entry|entries|trace|references?|indication|way\sto\sknow)"
)
"""What a refusal says is missing: nothing that could be in an answer's world."""
_NOT = r"(?:not|n't|never|nowhere)"
_CANNOT = (
    rf"(?:(?:do|did|could|would|was|am|were|are|have|had)\s?{_NOT}|cannot|can't|can\snot|never"
    r"|'m\snot)(?:\s(?:really|currently|actually|able\sto|even|yet))*"
)
_WHAT = (
    r"(?=\s(?:that|this|it|any|anything|a|the\sanswer|the\squestion|your\squestion|what|where"
    r"|when|who|which|how|why|if|whether|mention|records?|info\w*|from|based|for\s(?:sure|certain)"
    r"|with|without|in\s(?:our|the|my|this))\b|[.!,;]|\s*$)"
)
_REFUSALS = re.compile(
    rf"""
      \b(?:i|we)\s?(?:\w+\s)?{_CANNOT}\s(?:know\b(?!\show\sto)|recall\b|remember\b
        |(?:find|found|see|seen|locate|determine|tell|say|answer|confirm){_WHAT})
    | \b(?:i|we)\s?(?:\w+\s)?{_CANNOT}\shave\s(?:\w+\s){{0,3}}?{_LORE}\b
    | \b(?:i|we)\s?{_CANNOT}\s(?:sure|certain|aware)\b
    | \b(?:i'm|i\sam|we're)\s(?:unable\sto\s(?:find|say|tell|answer|determine|locate|confirm
        |recall)|unsure|uncertain|unaware)\b
    | \b(?:no|never\sany)\s(?:\w+\s){{0,2}}?{_LORE}\b
    | \bnothing\s(?:\w+\s){{0,2}}?(?:about|on|regarding|concerning|in\s(?:my|our|the)\s
        (?:notes|records?|memory|chats?|history|conversations?))\b
    | \b(?:is|are|was|were|has|have|had|been|'s)\s?{_NOT}\s(?:\w+\s)?(?:\w+\s)?{_TOLD}\b
    | ^{_NOT}\s(?:\w+ly\s)?{_TOLD}\b
    | \bnever\s(?:came|comes|come)\sup\b | \b(?:did|does|has)\s?{_NOT}\s(?:come|came)\sup\b
    | \byou(?:'ve|'d)?\s?(?:have|had|did)?\s?{_NOT}\s(?:\w+\s)?
        (?:tell|told|say|said|mention(?:ed)?|share[d]?)\b
    | \b(?:i|we)(?:'ve|'d)?\s?(?:have|had|did)?\s?{_NOT}\s(?:\w+\s)?
        (?:talk(?:ed)?\sabout|discuss(?:ed)?|spoken?\sabout|cover(?:ed)?)\b
    | \b(?:conversations?|chats?|history|context|notes?|memory|memories|records?|dialogue|user
        |messages?|text|passage)\s(?:\w+\s)?(?:do|does|did|has|have)\s?{_NOT}\s
        (?:\w+\s)?(?:say|said|mention(?:ed)?|specify|state|contain|include|cover|tell|provide
        |indicate|record)\b
    | \b(?:not|isn't|wasn't)\senough\s(?:information|context|detail)
    | \binsufficient\s(?:information|context|evidence)
    | ^(?:unknown|unanswerable|unclear|not\ssure|no\sidea|n/a|not\savailable|cannot\s
        (?:answer|say|tell|determine)|can't\s(?:say|tell))(?=[.!,;]|\s*$|\s(?:from|based|that))
    | \b(?:cannot|can't|could\snot|couldn't)\sbe\s(?:determined|answered|inferred)\b
    """,
    re.VERBOSE,
)
_SUBORDINATE = re.compile(
    r"^(?:because|since|when|while|as|although|though|after|before)\b|^(?:因为|由于|虽然|当)"
)
"""A sentence that opens like this tells why or when something happened: it answers."""
_REFUSALS_ZH = re.compile(
    r"(?:没有|没|未|未曾|并未|从未|从没|还没|尚未)(?:有)?(?:人)?(?:向我|跟我|和我|对我)?"
    r"(?:被)?(?:明确)?(?:提到|提过|提及|提起|说过|说起|讲过|谈到|谈过|谈及|聊到|聊过|告诉|透露"
    r"|记录|记载|找到|查到|看到|发现|说明|提供|涉及|出现过|听说)"
    r"|没有[^,。!?;]{0,8}(?:记录|信息|记忆|资料|内容|线索|印象)"
    r"|(?:无|查无|暂无|并无)(?:任何|相关|此|这)?(?:方面的?)?(?:记录|信息|资料|记忆)"
    r"|无(?:法|从)(?:回答|确定|得知|判断|知晓|确认|查到)|无从(?:得知|知晓|判断)"
    r"|(?:^|[,。!?;\s]|我|我们|这个|这边|此|这点|这件事)(?:并|也|实在|真的?)?不(?:太)?"
    r"(?:知道|清楚|确定|记得|了解|晓得)(?=$|[,。!?;了呢啊\s]|这|那|你|她|他|它|答案|具体|有没有|是)"
    r"|(?:找|查|记|想)不(?:到|起来|起)|信息不足|未知|不详"
)
_HEDGED_ANSWER = re.compile(
    r"\b(?:but|however|though|although)\b.*\b(?:probably|likely|perhaps|maybe|might|may|guess"
    r"|think|seems?|suggests?|assume|would be|it is|it's|it was)\b"
    r"|(?:但|不过|然而).*(?:可能|应该|大概|估计|猜|也许|或许|觉得|是)"
)
_SENTENCES = re.compile(r"(?<=[.!?。!?])\s*|\n+")
_FILLER = re.compile(
    r"^(?:(?:i'm |i am |we're )?(?:sorry|afraid)\b[^a-z]*|unfortunately\b[^a-z]*|hm+\b[^a-z]*"
    r"|(?:很)?(?:抱歉|对不起|不好意思|遗憾)|嗯+|\[?\d+\]?)[\s,.!。!,]*$"
)


def abstains(text: str) -> bool:
    """Tell whether an answer declines for want of knowledge.

    The first sentence that is more than an apology must refuse, and no hedged answer may follow
    it: "I found no record, but it is probably Luna" answers.

    >>> abstains("I couldn't find that in our chats [1]"), abstains("没有提到过"), abstains("Luna")
    (True, True, False)
    """
    folded = fold(text).strip()
    sentences = [part for part in _SENTENCES.split(folded) if part and not _FILLER.match(part)]
    if not sentences or _HEDGED_ANSWER.search(folded):
        return False
    if _SUBORDINATE.match(sentences[0]):
        return False
    return any(pattern.search(sentences[0]) for pattern in (_REFUSALS, _REFUSALS_ZH))


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectAbstention(SelectiveMetric):
    """Refusals on probes that the history does not answer."""

    name: str = "correct_abstention"
    description: str = "share of unanswerable probes whose answer abstains"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "'I have no record of that': 1, 'Luna': 0"

    def means(self, probe: Probe) -> bool:
        """Mean unanswerable probes that ask directly."""
        return probe.direct and not probe.gold.answerable

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 for a refusal."""
        return _NO_ANSWER if record.answer is None else float(abstains(record.answer))


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseAbstention(SelectiveMetric):
    """Refusals on probes that the history answers; read beside ``correct_abstention``."""

    name: str = "false_abstention"
    description: str = "share of answerable probes whose answer abstains"
    unit: str = "share"
    direction: Direction = Direction.LOWER
    worst: float | None = 1.0
    example: str = "every answer is 'not mentioned': 1, with correct_abstention 1 and answered 0"

    def means(self, probe: Probe) -> bool:
        """Mean answerable probes that ask directly."""
        return probe.direct and probe.gold.answerable

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 for a refusal."""
        return _NO_ANSWER if record.answer is None else float(abstains(record.answer))

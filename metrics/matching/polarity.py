"""Is what stands at a place asserted, denied, past or only supposed?"""

from __future__ import annotations

import re

from metrics.matching.clauses import Clause, Sentence
from metrics.matching.utterance import Stance

__all__ = ["stance_at"]

_NEGATION = re.compile(
    r"\b(?:not|never|no|none|nor|neither|without|cannot|no longer|nobody|nothing|hardly|instead of|"
    r"rather than|as opposed to|anything but|far from|avoid|avoids|avoiding|excluding|"
    r"[a-z]+n't)\b|\bnon-|不再|并非|并不|不是|没有|没|别|不|未|无|勿|莫|非|避免|拒绝"
)
_NEGATION_AFTER = re.compile(
    r"\b(?:not|never|no longer|cannot|[a-z]+n't)\b|-free\b|不再|并非|并不|不|没|别|未"
)
_TRAPS = re.compile(
    r"\bnot only\b|\bnot just\b|\bnot merely\b|\bno problem\b|\bno doubt\b|\bno worries\b|\bno wonder\b"
    r"|\bwithout (?:a )?doubt\b|\bwithout fail\b|\bdon't forget\b|\bnever forget\b|\bnot forget\b"
    r"|\bdidn't forget\b|\bcan't wait\b|\bwhy not\b|\bnot to mention\b|\bno need to\b(?=\W*$)"
    r"|\b(?:no|not|never|n't)(?: \w+){0,3} (?:more|less|later|earlier|fewer|higher|lower|longer) than"
    r"|\b(?:not|never|n't|cannot|can't|won't|don't|mustn't|shouldn't|doesn't)(?: \w+){0,3}? (?:exceed"
    r"|go over|go above|over|above|beyond|below|under|exceeding|surpass)\b"
    r"|\bnot until\b|^\s*no,|(?<=[.!?] )no,|\bno,"
    r"|不仅|不但|不只|不光|不过|不错|不久|不同|不少|不断|不管|不论|不妨|差不多|要不然|不好意思|对不起|不得不|不由"
    r"|特别|别人|别的|区别|级别|分别|性别|别墅|告别|没关系|没问题|没错|没事|非常|非洲|除非|无论|无线|未来|是否|能否|否则"
    r"|不客气|不用谢|不一会|不锈钢|不动产|了不起|来不及|不知不觉|忍不住|毫无疑问|无疑|别忘了?|不要忘|不能忘|勿忘"
    r"|(?:不|别|不要|不能|不可|不得|没)(?:能|要|可|得|可以|应|该|会)?(?:超过|超出|高于|低于|少于|多于|大于|小于|晚于|早于|迟于)"
    r"|([\u4e00-\u9fff])不\1|没有?(?=\s*$)"
)
_CONTRAST = re.compile(r"\bbut\b|\bbecause\b|\bexcept\b|\bother than\b|而是|除了")
_EVALUATION = re.compile(
    r"\W*(?:\w+ )?(?:enough|sufficient|much|a lot|negotiable|flexible|bad|a problem|an issue|cheap|"
    r"expensive|final|surpris|change|chang|be easy|easy|great)"
    r"|不(?:够|多|贵|少|高|低|变|大|小|容易|便宜)"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could|shall|should|"
    r"must|may|might|'m|'re|'s|'ve|'ll|'d|use|uses|used|prefer|prefers|like|likes|want|wants|need|"
    r"needs|live|lives|lived|work|works|worked|moved|keep|keeps|set|sets|got|get|gets|bought|chose|"
    r"said|told|went|make|made|love|loves|eat|eats)\b|是|为|用|在|住|喜欢|叫|有|改|换|定|选"
)
_PAST = re.compile(
    r"(?<!am )(?<!'m )(?<!are )(?<!'re )(?<!is )(?<!get )(?<!getting )\bused to\b|\bpreviously\b|"
    r"\bformerly\b|\boriginally\b|\binitially\b|\bat first\b|\bin the past\b|\bback then\b|"
    r"\bback when\b|\bin those days\b|\b(?:was|were|had)\b(?=[^.]*\buntil\b)|\bstopped\b|\bquit\b|"
    r"\bgave up\b|\bformer\b|\bprevious\b|\bold (?=\w+ (?:was|is|of|were)\b)"
    r"|(?<!\d日)(?<!\d号)(?<!月)(?<!天)(?<!年)(?<!周)以前|原来|曾经|曾(?=[^子孙])|(?<!\d日)(?<!\d号)(?<!月)(?<!天)(?<!年)(?<!周)(?<!小时)之前"
    r"|过去(?!一|两|三|\d)|原先|起初|一开始|原本|当初|从前|早先|旧的|前任"
)
_PAST_TENSE = re.compile(r"\b(?:was|were|had|used)\b")
_NOW = re.compile(
    r"\b(?:now|currently|nowadays|these days|at present|today|since then|as of now)\b|现在|如今|目前|当前|这会儿"
)
_SUPPOSED = re.compile(
    r"\b(?:if|suppose|supposing|imagine|assuming|what if|let's say|hypothetically|in case|unless|"
    r"whether|might|maybe|perhaps|possibly|could|would(?! (?:like|prefer|rather|love))|wish|"
    r"considering|thinking (?:about|of)|wonder|wondering|debating|even if|as if)\b"
    r"|(?<!in )(?<!of )(?<!on )(?<!since )(?<!by )\bmay\b(?! ?\d)(?=\s+[a-z])"
    r"|\b(?:i|we|you|he|she|it|they)'d\b(?! (?:like|prefer|rather|love|better))"
    r"|如果|假如|假设|要是|万一|倘若|若是|假使|要不要|可能|也许|或许|说不定|考虑|会不会|是否|的话|万一|打算|想不想|该不该|要不(?!然)"
)
_ARROW = re.compile(r"->|=>|→|⇒|➔|➜")
_CHANGED_FROM = re.compile(
    r"\b(?:chang|switch|mov|updat|migrat|upgrad|downgrad|rais|bump|cut|lower|reduc|increas|"
    r"decreas|convert|shift|postpon|push|renam|went|goes|go|going|revis|adjust|correct|transition|"
    r"swap|swapp|drop|dropp)[a-z]*\b"
)


def stance_at(
    low: str, sentence: Sentence, place: tuple[int, int], covered: tuple[tuple[int, int], ...]
) -> Stance:
    """Tell how the value at a place is held.

    Args:
        low: Folded lower-case text.
        sentence: The sentence of the place.
        place: The value.
        covered: The value and its cues: negation words inside them are part of what is sought.
    """
    clause = sentence.clause_at(place[0])
    if _is_supposed(low, sentence, clause, place):
        return Stance.HYPOTHETICAL
    change = _change(low, sentence, place)
    if change is not None:
        return change
    if _is_denied(low, clause, place, covered):
        return Stance.DENIED
    if _is_past(low, sentence, clause, place):
        return Stance.PAST
    return Stance.CURRENT


def _masked(low: str, start: int, end: int, covered: tuple[tuple[int, int], ...]) -> str:
    """Give a stretch of text with traps and covered words blanked out, its length kept."""
    chars = list(low[start:end])
    for one, two in covered:
        for at in range(max(one, start), min(two, end)):
            chars[at - start] = "_"
    text = "".join(chars)
    return _TRAPS.sub(lambda match: "_" * len(match.group()), text)


def _is_denied(
    low: str, clause: Clause, place: tuple[int, int], covered: tuple[tuple[int, int], ...]
) -> bool:
    text = _masked(low, clause.start, clause.end, covered)
    before, after = text[: place[0] - clause.start], text[place[1] - clause.start :]
    cues = list(_NEGATION.finditer(before))
    if cues and not _CONTRAST.search(before, cues[-1].end()):
        return True
    cue = _NEGATION_AFTER.search(after)
    if not cue or _EVALUATION.match(after, cue.start() if not cue.group().isascii() else cue.end()):
        return False
    return not _FINITE.search(before) and not _FINITE.search(after[: cue.start()].replace("_", " "))


def _is_past(low: str, sentence: Sentence, clause: Clause, place: tuple[int, int]) -> bool:
    text = low[clause.start : clause.end]
    at = place[0] - clause.start
    for cue in _PAST.finditer(text):
        if not _NOW.search(text, cue.end(), max(at, cue.end())):
            return True
    if not _PAST_TENSE.search(text[:at]):
        return False
    later = low[clause.end : sentence.end]
    return _NOW.search(later) is not None


def _is_supposed(low: str, sentence: Sentence, clause: Clause, place: tuple[int, int]) -> bool:
    text = low[clause.start : clause.end]
    cue = _SUPPOSED.search(text)
    if cue:
        return True
    return sentence.is_question and clause is sentence.clauses[-1]


def _change(low: str, sentence: Sentence, place: tuple[int, int]) -> Stance | None:
    """Read "from A to B", "A -> B", "A改成B": A is past, B is current."""
    before = low[sentence.start : place[0]]
    after = low[place[1] : sentence.end]
    if re.match(r"\s*(?:->|=>|→|⇒|➔|➜)", after):
        return Stance.PAST
    if re.search(r"(?:->|=>|→|⇒|➔|➜)\s*$", before):
        return Stance.CURRENT
    changed = _CHANGED_FROM.search(before)
    if changed and re.search(r"\bfrom\b[^,.;]{0,30}$", before) and re.search(r"\bto\b", after):
        if not re.search(r"\bfrom\b.*\bto\b", before):
            return Stance.PAST
    if changed and re.search(r"\bfrom\b.+\bto\b[^,.;]{0,30}$", before):
        return Stance.CURRENT
    if re.match(
        r"[^，。,;；]{0,8}(?:改成|改为|换成|变成|变为|涨到|升到|降到|调到|提高到|调整为|更新为|改到|推迟到|搬到)",
        after,
    ):
        return Stance.PAST
    return None

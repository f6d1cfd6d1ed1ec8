"""A value where it stands: its sentence, its clause, and what surrounds it with traps blanked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from metrics.matching.clauses import Clause, Sentence
from metrics.matching.reading import Reading

__all__ = ["VALUE_MARK", "Place", "Spot", "masked", "spot_at"]

VALUE_MARK = "§"
"""Stands for every character of the value in a masked text; no trap reaches across it."""

Place = tuple[int, int]
"""Start and end of a stretch of text, the end exclusive."""

_TRAPS_EN = re.compile(
    r"\bnot (?:only|just|merely|simply|solely)\b|\bno (?:problem|doubt|worries|wonder|matter"
    r"|kidding|"
    r"question)\b|\bwithout (?:a |any )?(?:doubt|question|fail|exception)\b"
    r"|\b(?:don't|do not|never|not|won't|didn't|let's not|cannot|can't|mustn't|shouldn't|"
    r"haven't|hasn't|please don't) (?:ever )?(?:forget|forgotten|forgot|overlook|ignore|miss)\b"
    r"|\b(?:can't|cannot|couldn't) (?:wait|believe|stress enough|emphasi[sz]e enough|help but"
    r"|be happier|"
    r"agree more)\b"
    r"|\bwhy not\b|\bnot to mention\b|\bdon't mind\b|\bnot mind\b|\bno need to (?:ask|check"
    r"|remind)\b"
    r"|\bnothing but\b|\bnone other than\b|\bno one but\b|\bnot unlike\b|\bnot without\b|\bif not\b"
    r"|\bno later than\b|\bno earlier than\b|\bdon't worry\b|\bnot to worry\b|\bdon't hesitate\b"
    # bounds: "no more than 50k", "must not exceed 50k" state the limit
    r"|\b(?:no|not|never|n't|cannot|[a-z]+n't)(?: [\w'$€£.,-]+){0,4}? (?:more|less|later|earlier"
    r"|fewer|higher|"
    r"lower|longer|bigger|larger|greater|older|younger) than\b"
    r"|\b(?:not|never|cannot|[a-z]+n't)(?: [\w'$€£.,-]+){0,4}? (?:exceed(?:s|ed|ing)?|(?:go|be"
    r"|get|come|spend|pay|"
    r"run|cost|allow|accept|set|take|book|buy) (?:\w+ )?(?:over|above|beyond|below|under|past)"
    r"|over|above|"
    r"beyond|surpass|drop below|fall below)\b"
    # "not until 5 May" and "not before" name a date
    r"|\b(?:not|never|[a-z]+n't)(?: [\w'$€£.,-]+){0,4}? (?:until|before)\b"
    # two negations that cancel
    r"|\b(?:can't|cannot|couldn't|won't|don't|do not|can hardly|didn't) (?:deny|dispute|disagree"
    r"|doubt|argue)\b"
    r"|\b(?:no|not|never|isn't|aren't|wasn't|nobody|no one|never once) (?:\w+ )?(?:den(?:ying|ies"
    r"|ied)|doubt(?:ing|ed|s)?|disput(?:es|ed|ing)|question(?:s|ed)|untrue|false|wrong|"
    r"incorrect|without|unlike|unaware|a secret|un\w{4,})\b|\bnot a (?:day|week|month"
    r"|year) goes by\b(?:[^.]*?(?:n't|without))?"
    r"|\b(?:without|not) exaggerat\w+|\bno secret\b|\bno joke\b|\bno lie\b|\bnothing wrong\b"
    r"|\bno less\b|\bnone the less\b|\bnonetheless\b|\bnothing (?:beats|like|better than|compares"
    r"|quite like)\b|\bneedless to say\b|\b(?:lost|nowhere|helpless|nothing) without\b"
    r"|\b(?:can\'t|cannot|couldn\'t|never) (?:live|do|work|sleep|imagine|leave"
    r"|go)(?: [a-z]+){0,2} without\b"
    r"|\bnot (?:true|the case) that \w+ (?:\w+ )?(?:\w+n't|not|never)\b|\bnever (?:not|without)\b"
    # the interjection, not the quantifier
    r"|(?:^|(?<=[.!?,;] ))(?:oh )?no[,.!;](?=\s)|^\W*(?:nope|nah)\b"
)
_TRAPS_ZH = re.compile(
    r"(?:不是|并非|并不是|没有?|不会|不能|不得|不可能|不至于|不可)(?:不|没(?!有))|没人不|无人不"
    r"|谁不|没有人不|哪能不|怎能不|怎么能不|不用怀疑|不瞒你|不消说|不用说|无非|莫非|莫名|不过如此"
    r"|不可否认|不否认|无可否认|毋庸置疑|不假|不愧|不仅|不但|不只|不光|不单|不止|不过(?!敏|期|关"
    r"|户|夜|去|来|问)|不错|不久|不同|不少|不断|不管|不论|不妨|不愧|不免|不禁|不时|不由|不远"
    r"|差不多|要不然|不然|不好意思|对不起|不得不|不能不|不会不|不可不|无不|无一不|莫不|不得已"
    r"|不知不觉|不见不散"
    r"|特别|别人|别的|别处|别致|区别|级别|分别|性别|别墅|告别|类别|辨别|个别|鉴别"
    r"|没关系|没问题|没错|没事|没想到|没料到|没准|非常|非洲|非得|除非|无论|无线|无锡|无人机|无疑"
    r"|未来|是否|能否|可否"
    r"|否则|不客气|不用谢|不一会|不锈钢|不动产|了不起|来不及|忍不住|毫无疑问|说不定|不一定|恨不得"
    r"|巴不得|不瞒"
    r"|(?:别|不要|不能|不会|没|没有|勿|不可|千万别)(?:再)?(?:忘记?了?|遗忘|忽略|漏掉?|搞错|弄错)"
    r"|(?:不|别|莫|勿|没|没有|未)(?:能|要|可|得|许|准|可以|应该?|该|会|想|用|允许)?(?:再)?"
    r"(?:超过?|超出|突破|高于|高过|低于|少于|多于|大于|小于|晚于|早于|迟于|长于|短于|好于|多过"
    r"|少过|超支)"
    r"|不(?:晚|早|迟|高|低|多|少)于|([\u4e00-\u9fff]{1,2})不\1|有没有|没问题|不成问题|不得了|不亦"
    r"|非(?=.{1,14}不可)|(?<=非).{1,14}不可|不料|不巧|不幸|不愧|不惜|不如"
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spot:
    """A value in its clause and sentence.

    Attributes:
        before: The clause before the value, traps and cues blanked with underscores.
        after: The clause behind the value, likewise.
        covered: The value and its attribute cues: words inside them are part of what is sought.
        named: Where the subject is named; blanked too.
    """

    reading: Reading
    index: int
    clause_index: int
    place: Place
    covered: tuple[Place, ...]
    named: tuple[Place, ...]
    before: str
    after: str
    raw_before: str
    raw_after: str
    is_date: bool

    @property
    def sentence(self) -> Sentence:
        """The sentence of the value."""
        return self.reading.sentences[self.index]

    @property
    def clause(self) -> Clause:
        """The clause of the value."""
        return self.sentence.clauses[self.clause_index]

    def clause_text(self, shift: int = 0) -> str:
        """Give the masked text of the clause, or of a neighbour; "" outside the sentence."""
        at = self.clause_index + shift
        if not 0 <= at < len(self.sentence.clauses):
            return ""
        clause = self.sentence.clauses[at]
        return masked(self.reading.low, clause.start, clause.end, (*self.covered, *self.named))

    def raw_clause(self, shift: int = 0) -> str:
        """Give the clause, or a neighbour, as it is; "" outside the sentence."""
        at = self.clause_index + shift
        if not 0 <= at < len(self.sentence.clauses):
            return ""
        clause = self.sentence.clauses[at]
        return self.reading.low[clause.start : clause.end]

    @property
    def is_amount(self) -> bool:
        """Tell whether the value is a number with or without a unit."""
        return any(amount.start == self.place[0] for amount in self.reading.amounts)

    @property
    def marked(self) -> str:
        """The clause as it is with one mark for the value."""
        return self.raw_before + VALUE_MARK + self.raw_after

    @property
    def lead(self) -> str:
        """The sentence up to the value."""
        return self.reading.low[self.sentence.start : self.place[0]]

    @property
    def rest(self) -> str:
        """The sentence behind the value."""
        return self.reading.low[self.place[1] : self.sentence.end]

    @property
    def masked_lead(self) -> str:
        """The sentence up to the value, traps, cues and subject blanked."""
        places = (*self.covered, *self.named)
        return masked(self.reading.low, self.sentence.start, self.place[0], places)

    def is_restated(self, text: str) -> bool:
        """Tell whether a text says the value again."""
        start, end = self.place
        return self.reading.low[start:end] in text

    def asks_for(self, start: int, end: int) -> bool:
        """Tell whether a stretch of the text lies in the value or in a cue."""
        return any(one < end and start < two for one, two in self.covered)

    def search(self, pattern: re.Pattern[str]) -> bool:
        """Tell whether the clause matches a pattern outside the value and its cues."""
        return any(
            not self.asks_for(*match.span())
            for match in pattern.finditer(self.reading.low, self.clause.start, self.clause.end)
        )

    def next_sentence(self) -> str:
        """Give the sentence behind this one, "" at the end."""
        following = self.index + 1
        if following >= len(self.reading.sentences):
            return ""
        return self.reading.words_of(following).strip()


def spot_at(
    reading: Reading,
    index: int,
    place: Place,
    cues: tuple[Place, ...],
    named: tuple[Place, ...],
    *,
    is_date: bool = False,
) -> Spot:
    """Build the spot of a value in the sentence at ``index``."""
    sentence = reading.sentences[index]
    clause_index = sentence.clause_index(place[0])
    clause = sentence.clauses[clause_index]
    text = masked(reading.low, clause.start, clause.end, (place, *cues, *named))
    return Spot(
        reading=reading,
        index=index,
        clause_index=clause_index,
        place=place,
        covered=(place, *cues),
        named=named,
        before=text[: place[0] - clause.start],
        after=text[place[1] - clause.start :],
        raw_before=reading.low[clause.start : place[0]],
        raw_after=reading.low[place[1] : clause.end],
        is_date=is_date,
    )


def masked(low: str, start: int, end: int, covered: tuple[Place, ...]) -> str:
    """Give a stretch with cues and traps blanked and the value marked, its length kept.

    The first covered place is the value. Traps are blanked before the cues, which may be part of
    one: "must not exceed" is a bound even where "exceed" is the cue.
    """
    text = low[start:end]
    for at, (one, two) in enumerate(covered):
        if at == 1:
            text = _without_traps(text)
        one, two = max(one, start), min(two, end)
        if one < two:
            inside = text[one - start : two - start]
            mark = VALUE_MARK * len(inside) if at == 0 else _COVERABLE.sub("_", inside)
            text = text[: one - start] + mark + text[two - start :]
    return text if len(covered) > 1 else _without_traps(text)


_COVERABLE = re.compile(rf"[^{VALUE_MARK}]")


def _without_traps(text: str) -> str:
    text = _TRAPS_EN.sub(_blank, text)
    return text if text.isascii() else _TRAPS_ZH.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return "_" * len(match.group())

"""Is a value only supposed where it stands: a condition, a possibility, a question, hearsay?"""

from __future__ import annotations

import re

from metrics.matching import modality_cues as cue
from metrics.matching.mentions import Person, mentions_of, quoted_speaker
from metrics.matching.quotes import quote_at
from metrics.matching.spots import VALUE_MARK, Spot

__all__ = ["is_supposed"]


def is_supposed(spot: Spot) -> bool:
    """Tell whether the value stands in a supposition, an open question or hearsay."""
    if _possible(spot) or _quoted_by_another(spot) or _conditioned(spot) or _asked(spot):
        return not _presupposed(spot)
    return False


def _presupposed(spot: Spot) -> bool:
    """Even in a question, "my budget of 50k" takes the budget for granted."""
    text = spot.clause_text()
    return bool(cue.PRESUPPOSED.search(text) or cue.PRESUPPOSED_ZH.search(text))


def _possible(spot: Spot) -> bool:
    requests = [match.span() for match in cue.REQUEST.finditer(spot.marked)]
    for match in cue.POSSIBLE_EN.finditer(spot.marked):
        asked = any(start <= match.start() < end for start, end in requests)
        if not asked and not spot.asks_for(*_placed(spot, match)):
            return True
    if cue.FICTION.search(spot.lead) or cue.HEARSAY.search(spot.lead) or _undecided(spot):
        return True
    if not spot.marked.isascii() and _possible_zh(spot):
        return True
    if not spot.is_amount and not spot.is_date:
        for match in cue.INTENTION.finditer(spot.raw_before):
            if not spot.asks_for(*_placed(spot, match)):
                return True
    belief = cue.BELIEF.search(spot.raw_before)
    return belief is not None and not cue.OWN_BELIEF.search(spot.raw_before)


_UNDECIDED = re.compile(
    r"\W*(?:but |and |though )?(?:it's |it is |that's )?(?:(?:not|un|never) ?(?:yet )?(?:approved"
    r"|signed|final|"
    r"confirmed|official|ratified|agreed)|no decision|nothing (?:is |was )?(?:decided|settled"
    r"|agreed|final)|"
    r"undecided|i'm not sure|not sure|i (?:honestly )?(?:don't|do not) know|i can't confirm"
    r"|to be confirmed|tbc|"
    r"tbd|still open|we'll see|just an idea|only an idea|just kidding|kidding|jk|joking|who knows"
    r"|i think\?|"
    r"or so (?:i|they|we|he|she|people|the \w+) (?:say|says|hear|heard|claims?|thinks?|told))\b"
    r"|\W*(?:但|不过)?(?:还没(?:定|拍板|决定|确认|想好|批)|没(?:定|拍板|批)|未定|待定|不确定"
    r"|说说而已|开玩笑|"
    r"不知道(?:真假|准不准)|真假不知|再说|大家都没表态)"
)
"""What leaves open that which stands before it."""


def _undecided(spot: Spot) -> bool:
    """What follows leaves it open: "..., no decision yet"."""
    behind = spot.reading.low[spot.clause.end : spot.sentence.end]
    return bool(_UNDECIDED.match(behind) or _UNDECIDED.match(spot.next_sentence()))


def _possible_zh(spot: Spot) -> bool:
    blanked = cue.AFFIRMING_ZH.sub(lambda match: "_" * len(match.group()), spot.marked)
    return any(
        not spot.asks_for(*_placed(spot, match)) for match in cue.POSSIBLE_ZH.finditer(blanked)
    )


def _placed(spot: Spot, match: re.Match[str]) -> tuple[int, int]:
    """Translate a place in the marked clause into a place in the text."""
    length = spot.place[1] - spot.place[0] - len(VALUE_MARK)
    shift = length if match.start() > len(spot.raw_before) else 0
    start = spot.clause.start + match.start() + shift
    return start, start + match.end() - match.start()


def _is_condition(text: str) -> bool:
    text = cue.AFFIRMING_ZH.sub("", cue.AFFIRMING_IF.sub("", text))
    return bool(cue.CONDITION_EN.search(text) or cue.CONDITION_ZH.search(text))


def _conditioned(spot: Spot) -> bool:
    """The value is in a condition, or asserted only under one."""
    if _is_condition(spot.raw_clause()):
        return True
    if _is_inverted(spot, spot.raw_clause()):
        return True
    for shift in range(-spot.clause_index, 0):
        earlier = spot.raw_clause(shift)
        if _is_condition(earlier) or _is_inverted(spot, earlier):
            if re.search(r"就|便|那么|则", earlier):
                # the condition has had its consequence already
                continue
            return not cue.CONSEQUENT_RULE.search(spot.marked)
    later = spot.clause_text(1)
    if not re.match(r"\W*(?:if|unless|in case|provided|depending)\b", later):
        return False
    return not (cue.AFFIRMING_IF.search(later) or cue.CONSEQUENT_RULE.search(spot.marked))


_MODAL = re.compile(r"\b(?:would|could|might|will|'d|'ll|becomes?|goes|shall)\b")


def _is_inverted(spot: Spot, text: str) -> bool:
    """Should the vote pass, ...: an inverted condition, with what would follow from it."""
    sentence = spot.reading.words_of(spot.index)
    if not cue.INVERTED.search(text) or sentence.rstrip().endswith("?"):
        return False
    return _MODAL.search(sentence) is not None


def _asked(spot: Spot) -> bool:
    """The value is in the asking part of a question, and the question is no request."""
    sentence = spot.reading.words_of(spot.index).rstrip()
    zh_asks = not sentence.isascii() and re.search(r"[吗么][\s。.!！]*$", sentence)
    if not (cue.QUESTION_MARK.search(sentence) or zh_asks):
        return False
    if cue.ANSWER_YES.match(spot.next_sentence()):
        return False
    if cue.REQUEST.search(spot.lead) or cue.REQUEST_ZH.search(spot.lead):
        return re.search(r"\b(?:if|whether)\b|是否|是不是", spot.lead) is not None
    if cue.FACTIVE.search(spot.lead) or cue.FACTIVE_ZH.search(spot.lead):
        return False
    others = [spot.clause_text(shift) for shift in _shifts(spot)]
    if any(cue.TAG.match(other) for other in others) or _asks(spot.marked):
        return True
    if cue.SUBORDINATE.match(spot.marked):
        return False
    return not any(_asks(other) for other in others)


def _shifts(spot: Spot) -> list[int]:
    count = len(spot.sentence.clauses)
    return [shift for shift in range(-spot.clause_index, count - spot.clause_index) if shift]


def _asks(text: str) -> bool:
    return bool(cue.INTERROGATIVE.search(text)) or (
        not text.isascii() and cue.QUESTION_ZH.search(text) is not None
    )


def _quoted_by_another(spot: Spot) -> bool:
    """Words in quotation marks said by a third person who is not the subject."""
    quote = quote_at(spot.reading, spot.place[0])
    if quote is None:
        return False
    speaker = quoted_speaker(spot.reading, quote, mentions_of(spot.reading, ()))
    if speaker is None or speaker.person in (Person.ME, Person.US, Person.USER):
        return False
    return not any(one < speaker.end and speaker.start < two for one, two in spot.named)

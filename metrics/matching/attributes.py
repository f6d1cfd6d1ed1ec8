"""Which attribute cue, if any, a value goes with."""

from __future__ import annotations

import re
from functools import lru_cache

from metrics.matching.clauses import Clause
from metrics.matching.phrases import find_cue, low_of
from metrics.matching.reading import Reading
from metrics.matching.spots import Place
from scenarios.api import ValueKind

__all__ = ["cue_places"]

_ANAPHOR = re.compile(
    r"^\W*(?:and |but |so |now |then |currently |actually |well |yes |no |ok |okay |right now |as of now )*"
    r"(?:it|it's|that|that's|this|these|those|they|they're|which|there|mine|ours|yours|make it|let's say|set it|keep it|"
    r"changed to|now|update[d]?|increased to|raised to)\b"
    r"|^\W*(?:现在|目前|后来|已经|于是|然后|所以|不过|但是?)*(?:它|这|那|其|改|换|变|涨|降|升|就是|是|约|大概|不超过|控制在)"
)
_LABEL_WORDS = frozenset(
    "is are was were be been being am of to at as by in on for from with about around roughly approximately nearly "
    "almost exactly only just up over under below above than more less most least max maximum min minimum within not "
    "no never n't and or but now then still currently previously formerly originally later before after until since "
    "it that this these those they which there i we you he she the a an my our your his her its their total sum amount "
    "figure number limit cap value set get got have has had do does did will would can could should must may might "
    "need needs want wants keep stay pay pays paid spend spends spent cost costs use uses used using go goes went "
    "raise raised cut reduced increased lowered changed updated moved switched bumped dropped brought became become "
    "becomes say said says told make makes made take takes took give gives gave choose chose pick picked plan planned "
    "prefer prefers preferred like likes liked love loves live lives lived work works worked called named hit reach "
    "reached exceed exceeds rose fell grew worth between from into onto so too also again already always usually "
    "say let's instead rather than equal equals = : -".split()
)
_LABEL = re.compile(
    r"(?:^|[\s,;(])([a-z][a-z'-]+)(?: (?:is|are|was|were|of|at|to be|will be|stays? at|=))?\s*[:=]?\s*(?:about |around |roughly |"
    r"approximately |only |just |exactly |now |up to |at most )?[$€£¥]?$"
)
_OWN_SUBJECT = re.compile(
    r"^\W*(?:and |but |so |while |because |though )?(?:i|we|you|he|she|they|the \w+|[a-z][\w-]+) (?!it\b)"
    r"(?:is|are|was|were|has|had|have|spent|spend|spends|paid|pay|pays|cost|costs|got|gets|needs?|uses?|made|"
    r"makes|took|takes|earns?|earned|owes?|saved)\b"
)
_LABEL_ZH = re.compile(r"([\u4e00-\u9fff]{2,6}?)(?:是|为|：|:|约|大概|共)?\s*[¥$€£]?$")
_LABEL_ZH_OK = re.compile(
    r"^(?:现在|目前|后来|已经?|改[成为到]|换[成为到]?|变[成为到]?|涨[到至]|升[到至]|降[到至为]|调[到至成]|调整[为到]|提高到|增加到|减少到|更新为|就|只|最多|不超过|"
    r"控制在|的|了|大约|大概|差不多|总共|一共|上限|金额|数字|总额|数额|不是|而是|是|从|由|到|至|和|或|以内|左右|最终|定[为在]|确定为|设[为定]|我|我们|也|都|还|才|要|花|付|需要|可以|能)+$"
)


def cue_places(
    reading: Reading,
    attribute: tuple[str, ...],
    topic: str,
    index: int,
    place: Place,
    kind: ValueKind,
) -> tuple[Place, ...] | None:
    """Give the cues of the value's sentence; None when a cue is asked for and none goes with it.

    The cue stands in the sentence, or in the question answered, or in the sentence before when
    the value's own one points back to it ("Let's fix the budget. It is 50k").
    """
    if not attribute:
        return ()
    sentence = reading.sentences[index]
    found = _cues_in(reading, attribute, sentence.start, sentence.end)
    if found:
        bound = _is_bound(reading, index, place, found, kind)
        return found if bound else None
    low_topic = low_of(topic)
    if low_topic and _topic_has(low_topic, attribute):
        return ()
    head = reading.low[sentence.start : place[0]]
    if index and _points_back(head):
        for back in range(index - 1, max(-1, index - 3), -1):
            before = reading.sentences[back]
            if _cues_in(reading, attribute, before.start, before.end):
                return ()
            if not _points_back(reading.low[before.start : before.end]):
                break
    return None


@lru_cache(1 << 15)
def _cues_in(
    reading: Reading, attribute: tuple[str, ...], start: int, end: int
) -> tuple[Place, ...]:
    return tuple(
        span for cue in attribute for span in find_cue(reading.low, low_of(cue), start, end)
    )


@lru_cache(1 << 12)
def _topic_has(topic: str, attribute: tuple[str, ...]) -> bool:
    return any(find_cue(topic, low_of(cue), 0, len(topic)) for cue in attribute)


def _points_back(head: str) -> bool:
    return _ANAPHOR.search(head) is not None or not re.search(r"[a-z\u4e00-\u9fff]{2,}", head)


def _is_bound(
    reading: Reading, index: int, place: Place, cues: tuple[Place, ...], kind: ValueKind
) -> bool:
    """Refuse a value that goes with another property of the same sentence.

    In "budget 50k, deposit 10k" the 10k is the deposit's. Names and texts are not checked: what
    labels them cannot be told from what describes them.
    """
    if kind not in _TYPED:
        return True
    sentence = reading.sentences[index]
    clause = sentence.clauses[sentence.clause_index(place[0])]
    rivals = [
        (amount.start, amount.end)
        for amount in reading.amounts
        if sentence.start <= amount.start < sentence.end and amount.start != place[0]
    ]
    inside = [cue for cue in cues if clause.start <= cue[0] < clause.end]
    if not inside:
        return _shares_property(reading, clause, place, cues, rivals)
    before = [two for _, two in inside if two <= place[0]]
    if before and not any(max(before) <= start < place[0] for start, _ in rivals):
        return True
    behind = [one for one, _ in inside if one >= place[1]]
    if behind and not any(place[1] <= start < min(behind) for start, _ in rivals):
        return min(behind) - place[1] <= 2 or not _counts_things(reading, place)
    return not before or not _has_label(reading.low[_last_edge(place, before, rivals) : place[0]])


_TYPED = frozenset({ValueKind.NUMBER, ValueKind.MONEY, ValueKind.QUANTITY, ValueKind.DATE})


def _last_edge(place: Place, before: list[int], rivals: list[Place]) -> int:
    return max([*before, *(end for _, end in rivals if end <= place[0])], default=0)


def _counts_things(reading: Reading, place: Place) -> bool:
    return any(amount.start == place[0] and amount.counted for amount in reading.amounts)


_PART_OF = re.compile(
    r"\W*(?:of which|of that|of those|of it|out of which|including|incl\.|thereof|minus|less|plus|excluding|not counting)\b"
    r"|\W*(?:其中|包括|含|包含|另加|外加|不含|另有|扣除)"
)
_SPENT = re.compile(
    r"(?: of (?:it|that|which))? (?:is|are|has been|have been|was|were)? ?(?:already |still |now )?(?:gone|spent|used|left|remaining|remains?|"
    r"paid|reserved|committed|allocated|over|short|missing|due)\b|\s*(?:已经?)?(?:花掉?|用掉?|用完|支出|付|没了|剩)"
)


def _shares_property(
    reading: Reading, clause: Clause, place: Place, cues: tuple[Place, ...], rivals: list[Place]
) -> bool:
    """Tell whether a clause without the cue still speaks of the property its sentence names."""
    text = reading.low[clause.start : place[0]]
    if _ANAPHOR.search(text):
        return True
    if _PART_OF.match(text) or _SPENT.match(reading.low, place[1]):
        return False
    others = any(not clause.start <= start < clause.end for start, _ in rivals)
    if others and (_OWN_SUBJECT.search(text) or place[1] <= min(one for one, _ in cues)):
        return False
    edge = _last_edge(place, [clause.start], [r for r in rivals if r[0] >= clause.start])
    return not _has_label(reading.low[edge : place[0]])


def _has_label(head: str) -> bool:
    match = _LABEL.search(head)
    if match and match[1] not in _LABEL_WORDS:
        return True
    zh = _LABEL_ZH.search(head)
    return zh is not None and not _LABEL_ZH_OK.match(zh[1])

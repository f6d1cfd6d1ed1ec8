"""Does a number go with the property named in its sentence, or with another one?

In "budget 50k, deposit 10k" the 10k is the deposit's; in "the budget, 80k, of which 35k is gone"
the 35k is no budget. Only amounts and dates are checked: what labels a name cannot be told from
what describes it.
"""

from __future__ import annotations

import re

from metrics.matching.apart import is_of_another_part
from metrics.matching.clauses import Clause, Sentence
from metrics.matching.lexicon import first_finite, is_verb
from metrics.matching.reading import Reading
from metrics.matching.spots import Place
from scenarios.api import ValueKind

__all__ = ["is_bound"]

_TYPED = frozenset({ValueKind.NUMBER, ValueKind.MONEY, ValueKind.QUANTITY, ValueKind.DATE})


def is_bound(
    reading: Reading,
    index: int,
    place: Place,
    cues: tuple[Place, ...],
    named: tuple[Place, ...],
    kind: ValueKind,
) -> bool:
    """Tell whether the value at a place goes with one of the cues of its sentence.

    Args:
        reading: The text.
        index: The sentence of the value.
        place: The value.
        cues: Where the property is named in the sentence.
        named: Where the subject is named: a label that is the subject labels no other property.
        kind: Kind of the value.
    """
    sentence = reading.sentences[index]
    clause = sentence.clauses[sentence.clause_index(place[0])]
    if is_of_another_part(reading.low, sentence, place, cues):
        return False
    if kind not in _TYPED:
        # a single character is found by chance: its cue must stand close
        is_near = any(clause.start <= one < clause.end for one, _ in cues)
        return is_near or place[1] - place[0] > 1
    rivals = _rivals(reading, sentence, place)
    near = [cue for cue in cues if place[0] <= cue[0] <= place[1] + 2]
    if any(not _is_taken(reading.low, cue, rivals) for cue in near):
        return True
    label = _written_label(reading.low, clause, place)
    if label is not None and not any(one < label[1] and label[0] < two for one, two in named):
        return _names_property(reading.low, label, cues)
    inside = [cue for cue in cues if clause.start <= cue[0] < clause.end]
    if not inside:
        if kind is ValueKind.DATE and _happens_else(reading.low, clause, place):
            return False
        if _is_part(reading.low, clause, place, rivals):
            return False
        return _shares_property(reading.low, clause, place, cues, rivals)
    if not any(two <= place[0] for _, two in inside) and _is_part(
        reading.low, clause, place, rivals
    ):
        return False
    free = [cue for cue in inside if not _is_taken(reading.low, cue, rivals)]
    before = [two for _, two in free if two <= place[0]]
    if before and not any(max(before) <= start < place[0] for start, _ in rivals):
        return True
    behind = [one for one, _ in free if one >= place[1]]
    if behind and not any(place[1] <= start < min(behind) for start, _ in rivals):
        return not any(a.start == place[0] and a.counted for a in reading.amounts)
    is_date = kind is ValueKind.DATE
    return not _has_own_label(reading, place, inside, rivals, is_date=is_date)


def _happens_else(low: str, clause: Clause, place: Place) -> bool:
    """A date in a clause without the cue, with another event of its own."""
    before, after = low[clause.start : place[0]], low[place[1] : clause.end]
    if _IT.search(before):
        return False
    verb = first_finite(f"{before} {after}")
    if verb is not None:
        return verb.group() not in _EQUATION
    return len(re.findall(r"[\u4e00-\u9fff]", after)) >= 3


def _rivals(reading: Reading, sentence: Sentence, place: Place) -> list[Place]:
    """Give the other amounts of the sentence."""
    return [
        (amount.start, amount.end)
        for amount in reading.amounts
        if sentence.start <= amount.start < sentence.end
        and not (amount.start < place[1] and place[0] < amount.end)
    ]


_LABEL_SIGN = re.compile(
    r"([^\s,，;；:：=(){}\[\]|][^,，;；:：=(){}\[\]|]*?)[\"']?\s*[:：=]\s*[\"'$€£¥]*\s*$"
)


def _written_label(low: str, clause: Clause, place: Place) -> Place | None:
    """Give the stretch before a colon or equals sign right in front of the value."""
    match = _LABEL_SIGN.search(low, clause.start, place[0])
    return match.span(1) if match else None


_GENERIC_LABEL = re.compile(
    r"(?:^|\W)(?:new|old|now|was|current|previous|before|after|total|amount|value|limit|max|min"
    r"|update|updated|then|"
    r"today|answer|is|at|approx|ca|former|原|现|新|旧|现在|以前|目前|原来|金额|总计|合计|更新"
    r"|上限)$"
)


def _names_property(low: str, label: Place, cues: tuple[Place, ...]) -> bool:
    """Tell whether a written label holds a cue, or says nothing of a property."""
    start, end = label
    if any(one < end and start < two for one, two in cues):
        # retries=3 timeout=20: of several words before "=", the last one is the label
        last = max(two for one, two in cues if one < end)
        return "=" in low[last : end + 1] or not re.search(r"=\s*\S+\s+\S+$", low[start:end])
    words = low[start:end].strip()
    return _GENERIC_LABEL.search(words) is not None or len(words.split()) > 6


_PART = re.compile(
    r"\W*(?:of which|of that|of those|of it|out of which|including|incl\.|thereof|minus|less|plus"
    r"|excluding|not "
    r"counting|apart from|on top of|in addition to)\b|\W*(?:其中|包括|含|包含|另加|外加|不含|另有"
    r"|扣除|剩|还剩)"
)
_GONE = re.compile(
    r"(?: of (?:it|that|which|the \w+))? ?(?:is |are |has been |have been |was "
    r"|were )?(?:already |still |now )?(?:gone|spent|used|left|"
    r"remaining|remains?|paid|reserved|committed|allocated|short|missing)\b"
    r"|\s*(?:已经?)?(?:花掉?了?|用掉?了?|用完|支出|付了?|没了|剩)"
)


def _is_part(low: str, clause: Clause, place: Place, rivals: list[Place]) -> bool:
    """Tell whether the value is only a part of the amount that the property has."""
    if not rivals:
        return False
    return bool(_PART.match(low, clause.start, place[0]) or _GONE.match(low, place[1]))


def _is_taken(low: str, cue: Place, rivals: list[Place]) -> bool:
    """Tell whether a cue stands at another amount: "500 EUR rent", "timeout=20"."""
    for start, end in rivals:
        if 0 <= cue[0] - end <= 2 and not re.search(r"[,，;；:：]", low[end : cue[0]]):
            return True
        if start >= cue[1] and re.fullmatch(r"\s*[:：=]\s*[$€£¥]?", low[cue[1] : start]):
            return True
    return False


_NO_LABEL = frozenset(
    "of to at as by in on for from with about around roughly approximately nearly almost "
    "exactly only just up over under below above than more less most least max maximum min "
    "minimum within not no never n't and or but now then still currently previously formerly "
    "originally later before after until since it that this these those they which there i we "
    "you he she the a an my our your his her its their total sum amount figure number limit "
    "cap value between into onto so too also again already always usually instead rather per "
    "equal down today yesterday tomorrow mine ours yours hers theirs approx circa ca old new "
    "former current back initially first finally even".split()
)
_LABEL = re.compile(
    r"(?:^|[\s,;(\"'])([a-z][a-z'-]+)(?: (?:is|are|was|were|of|at|to be|will be"
    r"|stays? at))?\s*(?:about |around |roughly |"
    r"approximately |only |just |exactly |now |up to |at most |at least )?[$€£¥(\"']*$"
)
_LABEL_ZH = re.compile(r"([\u4e00-\u9fff]{2,6}?)(?:是|为|约|大概|共)?\s*[¥$€£]?$")
_NO_LABEL_ZH = re.compile(
    r"(?:现在|目前|后来|如今|已经?|改[成为到用]?|换[成为到]?|变[成为到]?|涨[到至]?|升[到至]?"
    r"|降[到至为]?|调[到至成]?|调整[为到成]?|提高[到至]?|增加[到至]?|"
    r"减[少到至]+|上调[到至]?|下调[到至]?|削减[到至]?|更新为?|就|只|最多|不超过|控制在|大约|大概"
    r"|差不多|总共|一共|上限|金额|数字|总额|数额|不是|而是|是|从|由|到|至|和|或|"
    r"以内|左右|最终|定[为在]?|确定为|设[为定]?|我|我们|他|她|它|你|您|也|都|还|才|要|花|付|需要"
    r"|可以|能|的|了|原为|原来|原|曾为|曾|之前|以前|为|去年|今年|上月|本月|比|高|低|多|"
    r"少|年|月|日|早先|眼下|原先|起初|当时|大|小|超|超过|达|达到|占|收|不|没|有|共|约"
    r"|每[人天月年周次平米]*|给|用|含|按|打|在|把|将|被|过|得|着|吧|呢|啊)+"
)


def _has_own_label(
    reading: Reading, place: Place, cues: list[Place], rivals: list[Place], *, is_date: bool
) -> bool:
    """Tell whether a noun of its own stands at the value, between it and the last edge."""
    edges = [two for _, two in cues if two <= place[0]]
    edge = max([*edges, *(end for _, end in rivals if end <= place[0])], default=0)
    between = _without_names(reading.flat, edge, place[0])
    if _names_thing(between) or _has_new_verb(between, is_date=is_date):
        return True
    behind = re.match(r" (?:for|on) (?:the |a )?(?=[a-z])", reading.flat[place[1] : place[1] + 24])
    return behind is not None and bool(rivals)


_SAME_VERBS = frozenset(
    "is are was were be been am has have had do does did will would rose fell went goes "
    "raised changed cut reduced increased lowered updated moved bumped dropped grew stays "
    "stayed remains remained became becomes set pay pays paid cost costs spend spent earn "
    "earns got get gets make makes made use uses used".split()
)


def _has_new_verb(between: str, *, is_date: bool) -> bool:
    """A verb of its own before the value: joined in 2018 and became lead in 2021."""
    verb = first_finite(between)
    if verb is None or "'" in verb.group():
        return False
    return verb.group() not in (_EQUATION if is_date else _SAME_VERBS)


def _without_names(flat: str, start: int, end: int) -> str:
    """Give a stretch in lower case with its names blanked: a name labels no property."""
    return re.sub(r"(?<=[a-z,;] )[A-Z][\w-]*", "_", flat[start:end]).lower()


_NOUN_BEFORE = re.compile(r"\b(?:a|an|the|my|our|his|her|their|each|every) ([a-z-]+) ?[$€£¥]?$")


def _names_thing(head: str) -> bool:
    noun = _NOUN_BEFORE.search(head)
    if noun and noun[1] not in _NO_LABEL:
        return True
    match = _LABEL.search(head)
    if (
        match
        and match[1] not in _NO_LABEL
        and not is_verb(match[1])
        and not match[1].endswith("ly")
    ):
        return True
    zh = _LABEL_ZH.search(head)
    if zh is None or zh[1].endswith(("到", "至", "成", "为", "了")):
        return False
    return _NO_LABEL_ZH.fullmatch(zh[1]) is None


_IT = re.compile(
    r"^\W*(?:(?:and|but|so|now|then|while|which|though|although)\W+)*(?:it|it's|that|that's|this"
    r"|which|they|these|up|down|"
    r"now|was|were|from|raised|changed|cut|reduced|increased|lowered|updated|moved|bumped"
    r"|previously|formerly|"
    r"originally|before|compared|versus|vs|not|instead|rather|as of|since|until|later|today"
    r"|currently)\b"
)
_THING_SUBJECT = re.compile(
    r"\W*(?:and |but |so |while |because |though )?(?:the|a|an|our|my|his|her|their) "
)
_PERSON_SUBJECT = re.compile(
    r"^\W*(?:and |but |so |while |because |though )?(?:i|we|you|he|she|they|[a-z][\w-]+) ([a-z]+)\b"
)
_EQUATION = frozenset("is are was were be comes amounts equals stays remains".split())
_TOTALS = frozenset("total sum amount figure number limit cap value price cost answer".split())


def _shares_property(
    low: str, clause: Clause, place: Place, cues: tuple[Place, ...], rivals: list[Place]
) -> bool:
    """Tell whether a clause without the cue still speaks of the property its sentence names."""
    text = low[clause.start : place[0]]
    if _IT.search(text) or " it " in text or re.match(r"\W*(?:它|这|那(?!么)|其(?!中))", text):
        return True
    elsewhere = any(not clause.start <= start < clause.end for start, _ in rivals)
    thing, verb = _thing_subject(text)
    if thing and thing not in _TOTALS:
        same = elsewhere and verb not in _EQUATION
        return same and _repeats_verb(low, clause, place, cues, verb)
    if elsewhere and _repeats_verb_zh(low, clause, place, cues):
        return True
    person = _PERSON_SUBJECT.search(text)
    if elsewhere and person and is_verb(person[1]):
        return _repeats_verb(low, clause, place, cues, person[1])
    if elsewhere and place[1] <= min(one for one, _ in cues):
        return False
    inside = [end for start, end in rivals if clause.start <= start and end <= place[0]]
    return not _names_thing(low[max([clause.start, *inside]) : place[0]])


def _thing_subject(text: str) -> tuple[str, str]:
    """Give head noun and verb of "the cleaning costs ...", "" when there is no such subject."""
    match = _THING_SUBJECT.match(text)
    words = text[match.end() :].split() if match else []
    for at, word in enumerate(words[:5]):
        if at and is_verb(word):
            return words[at - 1], word
    return "", ""


_SAME_VERB_ZH = re.compile(r"([有是为要收共出])[^，。]{0,2}$")
_ENDS_ZH = re.compile(r"[个名位台辆间套只条张本人块元天岁年]{0,2}[\s。，,；;！!]*$")


def _repeats_verb_zh(low: str, clause: Clause, place: Place, cues: tuple[Place, ...]) -> bool:
    """In 南区有40个工位，北区有90个 the second number counts the same."""
    verb = _SAME_VERB_ZH.search(low, clause.start, place[0])
    before = low[max(0, min(one for one, _ in cues) - 40) : clause.start]
    return (
        verb is not None
        and verb[1] in before
        and _ENDS_ZH.match(low[place[1] : clause.end]) is not None
    )


def _repeats_verb(
    low: str, clause: Clause, place: Place, cues: tuple[Place, ...], verb: str
) -> bool:
    """A clause with another person but the same verb goes on about the same: "Ole has 5"."""
    before = low[max(0, min(one for one, _ in cues) - 80) : clause.start]
    stem = verb.removesuffix("s").removesuffix("ed")
    if verb not in _EQUATION and stem not in before:
        return False
    if verb in _EQUATION and verb not in before.split():
        return False
    return (
        re.match(r"[\s.,;!)\"']*(?:$|and\b|but\b|of them\b)", low[place[1] : clause.end])
        is not None
    )

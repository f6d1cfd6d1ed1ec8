"""Name what a statement is about, so that two statements about one thing meet."""

from __future__ import annotations

import re

from memory_impls.parts.claims.value import content
from memory_impls.parts.normalise import fold
from memory_impls.parts.values import SpanKind, spans

__all__ = ["attribute_of", "condition_of", "guards_of", "owner_of", "subject_of"]

_ALIASES = {
    "budget": (
        "budget spend spent spending expenditur outlay expens 预算 经费 花费 开销 费用 成本"
    ).split(),
    "deadlin": "deadlin due 截止 期限 截止日期 交付日期".split(),
    "manag": "manag boss supervisor 经理 上司 老板 领导 主管".split(),
    "live": "live resid base 住在 住".split(),
    "employ": "employ job 工作".split(),
    "car": "car vehicl 车".split(),
    "phone": "phone mobil cell 手机 电话".split(),
    "wife": "wife husband spous partner 妻子 丈夫 老婆 老公".split(),
}
_CANONICAL = {word: name for name, row in _ALIASES.items() for word in row}
_CN_ALIASES = sorted(
    ((word, name) for word, name in _CANONICAL.items() if re.match(r"[\u4e00-\u9fff]", word)),
    # The longer word first, so that it is not cut up by the shorter one.
    key=lambda pair: (-len(pair[0]), pair[0]),
)
_GENERIC = frozenset(
    """current new old latest total overall usual main own whole final offici project exact actual
    maximum max minimum limit cap ceil upper hard rough present updat origin revis favourit name
    value amount set fix number level can't cannot must more than less over under only exceed
    keep stay
    compani firm person yearli annual choic proper full formal
    stai within no not never most least to go abov below allow need have has should""".split()
)
_TOPIC_CN = re.compile(
    r"(?:现在|目前|最新的?|新的?|总的?|这次的?|这个|本次|我们?的?|的|上限|下限|项目|限制)"
)
_VOCATIVE = re.compile(
    r"(?:^|[,!.?]\s*|\b(?:hey|hi|hello|thanks|thank you|wow|oh|yeah|yes|no|well),? )$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:when(?:ever)?|if|unless) (?P<clause>[^,.;]{3,50})(?=[,.;]|$)"
    r"|\b(?:for|in|during|on(?= (?:weekday|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day))) "
    r"(?:all |my |our |any |your )?(?P<class>(?:[a-z]+ ){0,1}[a-z]{3,}s)\b(?! (?:of|to))"
    r"|\b(?:at|for|during) (?P<place>work|home|night|school|the office|breakfast|lunch|dinner|"
    r"customers|clients)\b"
    r"|(?P<cn>(?:如果|要是|当|在)[^，。]{2,14}(?:时|时候|的话|里|上)|周末|工作日|平日|出差)",
    re.IGNORECASE,
)
_NO_CONDITION = frozenset(
    """bullets bullet points paragraphs sentences words steps tables lists examples emojis details
    days weeks months years hours minutes times thanks headings slides terms dollars euros
    pounds sections emphasis pieces possible lines columns rows pages charts always reports
    answers replies responses things tasks requests
    """.split()
)


def subject_of(words: str, speaker: str) -> str:
    """Name a subject: "@speaker" for the first person, "" for the things at hand."""
    if words == "user":
        return f"@{speaker}"
    return " ".join(content(words)) if words else ""


def attribute_of(words: str, *, drop: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Reduce the words of a property to stems that paraphrases share.

    >>> attribute_of("current project budget"), attribute_of("spending limit")
    (('budget',), ('budget',))
    """
    text = words
    if re.search(r"[\u4e00-\u9fff]", text):
        for word, name in _CN_ALIASES:
            text = text.replace(word, f" {name} ")
        text = _TOPIC_CN.sub("", text)
    gone = set(drop)
    stems = {_CANONICAL.get(stem, stem) for stem in content(text)} - gone
    return tuple(sorted(stems - _GENERIC or stems))


def owner_of(name: str) -> str:
    """Fold a name, without the ending of the possessive."""
    return fold(name).removesuffix("'s").removesuffix("’s")


def guards_of(text: str, *, outside: tuple[str, ...], speaker: str) -> tuple[str, ...]:
    """List names, numbers and codes of a statement that are not part of its value.

    Args:
        text: The statement.
        outside: Phrases (value, old value, validity) whose contents guard nothing.
        speaker: Folded name of the speaker, who does not guard what they say themselves.
    """
    blank = [False] * len(text)
    for phrase in outside:
        at = text.find(phrase) if phrase else -1
        while at >= 0:
            blank[at : at + len(phrase)] = [True] * len(phrase)
            at = text.find(phrase, at + 1)
    found = set()
    for span in spans(text):
        if span.kind in (SpanKind.LIMIT, SpanKind.DATE) or any(blank[span.start : span.end]):
            continue
        folded = owner_of(span.text)
        addressed = bool(_VOCATIVE.search(text[: span.start])) and text[
            span.end : span.end + 1
        ] in tuple(",!")
        if folded != speaker and not addressed:
            found.add(folded)
    return tuple(sorted(found))


def condition_of(text: str) -> tuple[str, ...]:
    """List what a wish is limited to: "for emails", "when I travel"; () when it is general."""
    found: set[str] = set()
    for match in _CONDITION.finditer(text):
        words = next(part for part in match.groups() if part)
        if match["class"] and (
            words.split()[-1].lower() in _NO_CONDITION or words != words.lower()
        ):
            continue
        found.update(f"if:{stem}" for stem in content(words))
    return tuple(sorted(found))

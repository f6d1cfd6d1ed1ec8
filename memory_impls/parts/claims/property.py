"""Read "the property of an owner has a value", wherever in a sentence it stands.

A property is a noun phrase with an owner ("the licence fee for Sycamore", "my dentist", "Evan's
employer", "the company that employs Evan"). Beside it stand a verb of being or becoming and a
telling value, on either side. What comes before and after in the sentence does not matter, as long
as it does not take the statement back ("whether", "used to", "originally").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Property", "find_property"]

_NAME = r"(?-i:[A-Z][\w-]*(?: [A-Z][\w-]*)?)"
_PLAIN = (
    r"(?!(?:is|are|was|were|be|been|being|am|has|have|had|will|would|can|could|may|might|must|shall|"
    r"should|to|of|for|on|in|at|by|with|from|that|who|which|whose|where|when|and|or|but|as|than|"
    r"goes|went|moved|changed|became|becomes|reads|runs|stands|comes|not|no|it|its|this|i|we|you|"
    r"employs|now|there)\b)[a-z][a-z-]*"
)
_ATTR = rf"{_PLAIN}(?: {_PLAIN}){{0,3}}?"
_LINK = (
    rf"(?: (?:of|for|on|in|at|to|with|behind|under) (?:(?:the|our|my) )?"
    rf"(?P<owner>{_NAME}(?:['’]s)?(?: {_PLAIN})?|mine|ours|my (?:own )?(?:choice|{_PLAIN})|"
    rf"(?:the|our) {_PLAIN}))"
    rf"|(?: (?:that|who|which) (?P<acted>[a-z]+s) (?P<owner2>{_NAME}))"
    rf"|(?: (?:(?:that|who|which|where) )?(?P<owner3>{_NAME}) (?!is\b|was\b)[a-z]+s"
    rf"(?: an? {_PLAIN})?(?: (?:to|at|for|with|in|on))?)"
    rf"|(?P<own>(?: (?:that|who|which))? (?:i|we) [a-z]+(?: (?:to|at|for|with|in|on|from))?)"
)
_PHRASE = re.compile(
    rf"(?<![\w'’])(?P<det>the|our|my|{_NAME}['’]s)\s+(?P<front>{_NAME}(?:['’]s)? )?"
    rf"(?P<attr>{_ATTR})(?P<link>{_LINK})?(?= (?:is|are|was|were|has|had|got|a while|some time|"
    r"down|will|became|becomes|goes|went|moved|moves|changed|changes|changing|reads|runs|stands|"
    r"comes|turned|ended|to|and|now|by|at|as|"
    r"anew|again|once|instead|from|these|with)\b|\s*[,.:;!?=—–]|\s*->|['’]s\b|\s*$)",
    re.IGNORECASE,
)
_SO = r"(?:(?:now|currently|officially|actually|already|again|once more|back|instead|really) )*"
_BEING = (
    r"(?:is|are|['’]s|became|becomes|has become|have become|will be|(?:has|have|ought) to "
    r"(?:be|read|say)|(?:must|should|shall) (?:be|read|say)|reads|"
    r"(?:ended up|turned out|turns out)(?: being| to be| as)?|"
    r"(?:(?:has|have|is|was|were|had|got|gets)(?: been| being)? )?(?:gone|goes|went|moved|moves|"
    r"changed|changes|switched|switches|set|reset|raised|lowered|cut|updated|corrected|renamed|"
    r"revised|returned|reverted|increased|reduced|extended|shortened|dropped|rose|fell|bumped|"
    r"pushed|amended|transferred)(?: (?:back|up|down|over|out|forward))* (?:to|at|on|for)"
    r"|to|:|=|->)"
)
_AFTER = re.compile(
    rf"^(?:\s*,)?\s*{_SO}(?:(?:(?:a while|some time|long) ago|earlier|before)?,? ?"
    rf"(?:well,? |so |and )?(?:it|that|this|she|he)(?:['’]s| is| will be)|(?:down )?as"
    rf"|{_BEING})\s*{_SO}(?:called |at |set (?:to|at) )?(?P<value>.+)$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?:^|[,:;]\s+|\band |\bthat |\bbut |\bso )(?P<value>(?:[^,:;]|(?<=\d),(?=\d{{3}})){{1,60}}?)"
    rf"\s+(?:(?:is|are|became|becomes|has become|will be|['’]s) {_SO}"
    rf"(?:(?:right|correct|valid|true|the one|what counts|what you need) (?:for|as|on) )?|"
    rf"(?:belongs?|goes|comes|stands|counts|serves|works) (?:back )?(?:under|as|for|in|to|beside|"
    rf"next to) |(?:it|that) is for |as )$",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(?:whether|if|unless|rumou?r\w*|gossip|hearsay|used to|back then|originally|once (?:was|"
    r"upon)|formerly|because|given that|suppose|imagine|joke[ds]?|dream(?:t|ed)?|bet|guess|maybe|"
    r"perhaps|almost|nearly|no longer|not|never|any more)\b|n['’]t\b",
    re.IGNORECASE,
)
_NEVER_NAMES = re.compile(
    r"^(?:it|that|this|he|she|they|there|what|who|which|here|i|we|you)$", re.I
)
_CLAUSE = re.compile(r"\b(?:is|are|was|were|has|have|had|will)\b", re.IGNORECASE)
_CUT = re.compile(
    r"\s+(?:with immediate effect|with effect|effective|from (?:now|here)|as of|starting|since|"
    r"these days|nowadays|now|again|anew|instead|after all|for good|once more|until|by the way|"
    r"contrary|rather than|instead of|and not|not|though|because|which|who|at present|at the "
    r"moment)\b.*$",
    re.IGNORECASE,
)
_TELLING = re.compile(r"\d|^[^a-z]*[A-Z]|\b[A-Z]|[a-z]-[a-z]|^[\"“`]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """A property, whose it is, and its value, as they stand in a sentence.

    Attributes:
        phrase: The whole noun phrase.
        attribute: The words in it that say what property it is.
        own: It belongs to the speaker.
        owner: The name of whose it is, or of what; "" when none is named.
    """

    phrase: str
    attribute: str
    own: bool
    owner: str
    value: str


def find_property(sentence: str) -> Property | None:
    """Find the first property in a sentence that has a telling value beside it.

    >>> find_property("We settled one thing, the licence fee for Sycamore: 28,000 euros.").value
    '28,000 euros'
    >>> find_property("I mixed that up, luna-proxy is right for the server of Jasper.").value
    'luna-proxy'
    >>> find_property("She asked whether my dentist is Kelly.") is None
    True
    """
    text = sentence.strip().rstrip(".!。 ")
    at = 0
    while match := _PHRASE.search(text, at):
        value = _value(text[: match.start()], text[match.end() :])
        if value:
            return _property(match, value)
        at = match.start() + 1
    return None


def _value(before: str, after: str) -> str:
    """Read the value after the phrase, else before it; "" when neither stands there."""
    if _BACK.search(before):
        return ""
    match = _AFTER.match(after)
    if match:
        value = _CUT.sub("", re.split(r",(?!\d{3})|[;!?]|\.\s", match["value"])[0]).strip()
        return value if _tells(value) and not _BACK.search(value) else ""
    match = _BEFORE.search(before)
    if match and not re.match(r"\s+(?:is|are|was|has|have|had|will)\b", after):
        value = re.sub(r"^(?:and|that|but|so) ", "", match["value"].strip())
        return value if _tells(value) else ""
    return ""


def _tells(value: str) -> bool:
    plain = value.strip('"“” ')
    return bool(
        0 < len(plain.split()) <= 8
        and not _CLAUSE.search(plain)
        and not _NEVER_NAMES.match(plain)
        and _TELLING.search(plain)
    )


def _property(match: re.Match[str], value: str) -> Property:
    owner = match["owner"] or ""
    mine = bool(re.match(r"(?:mine|ours|my\b)", owner, re.IGNORECASE)) or bool(match["own"])
    own = mine or match["det"].lower() in ("my", "our")
    named = owner or match["owner2"] or match["owner3"] or match["front"]
    if not named and match["det"].lower() not in ("the", "my", "our"):
        named = match["det"]
    name = re.match(_NAME, (named or "").strip())
    attribute = match["attr"]
    tail = re.sub(rf"^{_NAME}(?:['’]s)?\s*", "", owner) if owner[:1].isupper() else ""
    if tail:
        attribute = f"{attribute} {tail}"
    elif re.match(r"(?:the|our|my) (?!own choice|choice)", owner):
        attribute = f"{attribute} {owner.partition(' ')[2]}"
    if match["acted"]:
        attribute = f"{attribute} {match['acted']}"
    return Property(
        phrase=match.group(),
        attribute=attribute,
        own=own,
        owner="" if mine or name is None else name.group(),
        value=value,
    )

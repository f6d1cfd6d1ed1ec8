"""Secrets are stopped before anything is written (article B 5.4).

Numbers are told from look-alikes by what their issuers put into them: lengths, prefixes and check
digits. An order number, a product code or a commit hash passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date

from memory_impls.api import Event, TaskStatus, ToolCall

__all__ = ["cleaned", "without_secrets"]

_A, _Z = r"(?<![A-Za-z0-9_.-])", r"(?![A-Za-z0-9_-])"
"""Edges that hold beside Chinese characters too, which count as letters."""
_CARD = re.compile(rf"{_A}(?:\d[ -]?){{12,18}}\d{_Z}", re.ASCII)
_SSN = re.compile(rf"{_A}(?!000|666|9\d\d)\d{{3}}-(?!00)\d{{2}}-(?!0000)\d{{4}}{_Z}", re.ASCII)
_RESIDENT = re.compile(rf"{_A}\d{{17}}[\dXx]{_Z}", re.ASCII)
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_BLOCK = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL
)
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}"
    r"|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}"
    r"|AIza[\w-]{30,}|hf_[A-Za-z0-9]{20,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+|MII[A-Za-z0-9+/=]{24,})"
)
_PASSWORD = re.compile(
    r"\b(?:pass ?words?|passwd|pwd|pass ?phrases?|log-?in code)\b|密码|口令", re.IGNORECASE
)
_KEY = re.compile(
    r"\b(?:api|secret|private|access|signing|encryption)[ _-]?(?:key|token)s?\b|\bbearer\b"
    r"|密钥|私钥|访问令牌",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"(?:\b(?:is|are|was|be|now|to|reads?)\b|[:=：]|是|为|改成)\s*[\"'“‘「`]?"
    r"(?P<value>[^\s\"'”’」`，。；]+)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\s\"'“”‘’`，。；]+")
_PLAIN = frozenset(
    "the a an my your our not now too very still safe strong weak wrong right correct expired "
    "changed reset required needed set gone lost long short on in at with for being been".split()
)
_REMOVED = "[removed: {}]"


def without_secrets(text: str) -> str:
    """Take card and identity numbers, keys and passwords out of a text.

    >>> without_secrets("Pay with 4111 1111 1111 1111, order 7411 1111 1111 113.")
    'Pay with [removed: card number], order 7411 1111 1111 113.'
    >>> without_secrets("My mail password is kR4x!27ab")
    'My mail password is [removed: password]'
    """
    text = _BLOCK.sub(_REMOVED.format("private key"), text)
    text = _TOKEN.sub(_REMOVED.format("key"), text)
    text = _SSN.sub(_REMOVED.format("identity number"), text)
    text = _RESIDENT.sub(lambda m: _mark(m.group(), "identity number", _is_resident), text)
    text = _CARD.sub(lambda m: _mark(m.group(), "card number", _is_card), text)
    if not (_PASSWORD.search(text) or _KEY.search(text)):
        return text
    return "".join(_told(piece) for piece in re.split(r"(?<=[.!?。！？])(?=\s)|(?<=\n)", text))


def cleaned(event: Event) -> Event:
    """Take secrets out of the words of an event and of its payload."""
    payload = event.payload
    match payload:
        case ToolCall():
            payload = replace(payload, arguments=without_secrets(payload.arguments))
        case TaskStatus():
            stage, goal = without_secrets(payload.stage), without_secrets(payload.goal)
            payload = replace(payload, stage=stage, goal=goal)
        case _:
            pass
    return replace(event, text=without_secrets(event.text), payload=payload)


def _mark(found: str, what: str, valid: Callable[[str], bool]) -> str:
    return _REMOVED.format(what) if valid(found) else found


def _is_card(found: str) -> bool:
    """Check issuer, length and check digit (ISO/IEC 7812)."""
    digits = re.sub(r"\D", "", found)
    lengths = {"4": (13, 16, 19), "5": (16,), "2": (16,), "6": (16, 17, 18, 19), "3": (14, 15, 16)}
    if len(digits) not in lengths.get(digits[0], ()) or len(set(digits)) < 2:
        return False
    if digits[0] == "2" and not 2221 <= int(digits[:4]) <= 2720:
        return False
    total = 0
    for place, digit in enumerate(map(int, reversed(digits))):
        doubled = digit * 2 if place % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def _is_resident(found: str) -> bool:
    """Check birth date and check digit (GB 11643)."""
    try:
        date(int(found[6:10]), int(found[10:12]), int(found[12:14]))
    except ValueError:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(found[:17], _WEIGHTS, strict=True))
    return "10X98765432"[total % 11] == found[17].upper()


def _told(sentence: str) -> str:
    """Take out of a sentence what it gives as a password or key."""
    what = "password" if _PASSWORD.search(sentence) else "key" if _KEY.search(sentence) else ""
    if not what:
        return sentence
    for start, end in sorted(set(_values(sentence, what)), reverse=True):
        sentence = sentence[:start] + _REMOVED.format(what) + sentence[end:]
    return sentence


def _values(sentence: str, what: str) -> Iterator[tuple[int, int]]:
    cue = (_PASSWORD if what == "password" else _KEY).search(sentence)
    for match in _WORD.finditer(sentence):
        word = match.group().strip(".,:;!?()[]{}")
        start = match.start() + match.group().find(word) if word else match.start()
        if word and not word.startswith("removed") and _random(word, what):
            yield start, start + len(word)
    given = _GIVEN.search(sentence, cue.end()) if cue and what == "password" else None
    if given and given["value"].strip(".,!?").lower() not in _PLAIN:
        value = given["value"].rstrip(".,!?")
        if value and not value.startswith("[removed"):
            yield given.start("value"), given.start("value") + len(value)


def _random(word: str, what: str) -> bool:
    """Tell a made-up string from a word: it mixes kinds of character."""
    if word.lower().startswith(("http://", "https://")):
        return False
    kinds = (
        any(char.isdigit() for char in word),
        any(char.islower() for char in word),
        any(char.isupper() for char in word),
        any(not char.isalnum() for char in word[1:-1]),
    )
    least = 6 if what == "password" else 16
    ascii_only = word.isascii()
    return ascii_only and len(word) >= least and kinds[0] and sum(kinds) >= (2 if least > 6 else 3)

"""The cues of LoCoMo-Plus: what is said once, what is said later, and the time between."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from scenarios.public.card import Findings
from scenarios.public.node import Node

__all__ = ["Cue", "parse_gap", "read_cues"]

_COUNTS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), 1
    )
} | {"a": 1, "an": 1}
_VAGUE = {"couple": 2, "few": 3, "several": 3}
_GAP = re.compile(
    rf"\b(\d{{1,4}}|{'|'.join([*_COUNTS, *_VAGUE])})\b(?: of)? (day|week|month|year)s?\b",
    re.IGNORECASE,
)
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
"""As the published code counts."""
_TURN = re.compile(r"^([AB]):\s*(.*)$", re.DOTALL)
_UNKNOWN_GAP = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """One item.

    Attributes:
        number: Place in the file, from 0.
        turns: (whether the first speaker says it, words); at least one is the first speaker's.
        trigger: What the first speaker says later.
    """

    name: str
    number: int
    relation: str
    turns: tuple[tuple[bool, str], ...]
    trigger: str
    gap: timedelta


def read_cues(root: Node, findings: Findings) -> list[Cue]:
    """Read the items.

    Raises:
        DataError: A field is missing or has a wrong type; item and field are named.
    """
    cues: list[Cue] = []
    seen: dict[str, str] = {}
    for number, entry in enumerate(root.each()):
        item = entry.named(f"cue-{number:03}")
        words = item.need("cue_dialogue").text()
        turns = _turns(words)
        trigger = [text for first, text in _turns(item.need("trigger_query").text()) if first]
        if not any(first for first, _ in turns) or not trigger:
            findings.dropped("cue or trigger without a turn of A", item.item, words[:80])
            continue
        if words in seen:
            findings.noted("cue stands twice", item.item, f"as in {seen[words]}")
        seen.setdefault(words, item.item)
        cues.append(
            Cue(
                name=item.item,
                number=number,
                relation=item.need("relation_type").text(),
                turns=turns,
                trigger=" ".join(trigger),
                gap=_gap(item, findings),
            )
        )
    if not cues:
        raise root.wrong("holds no usable cue")
    return cues


def parse_gap(text: str) -> tuple[timedelta, bool] | None:
    """Read a time gap; the flag tells that its number is vague. None when it has none.

    >>> parse_gap("about six weeks later")
    (datetime.timedelta(days=42), False)
    >>> parse_gap("several months later")
    (datetime.timedelta(days=90), True)
    """
    match = _GAP.search(text)
    if match is None:
        return None
    word, unit = match[1].lower(), match[2].lower()
    count = int(word) if word.isdigit() else _COUNTS.get(word) or _VAGUE[word]
    return timedelta(days=count * _DAYS[unit]), word in _VAGUE


def _gap(item: Node, findings: Findings) -> timedelta:
    text = item.need("time_gap").text()
    parsed = parse_gap(text)
    if parsed is None:
        findings.repaired("time gap unreadable", item.item, f"{text!r} taken as 30 days")
        return _UNKNOWN_GAP
    gap, vague = parsed
    if vague:
        findings.repaired("time gap vague", item.item, f"{text!r} taken as {gap.days} days")
    return gap


def _turns(dialogue: str) -> tuple[tuple[bool, str], ...]:
    """Split "A: ... B: ..." lines; a line without a speaker goes on with the one before."""
    turns: list[tuple[bool, str]] = []
    for line in dialogue.splitlines():
        match = _TURN.match(line.strip())
        if match:
            turns.append((match[1] == "A", match[2].strip()))
        elif turns and line.strip():
            turns[-1] = (turns[-1][0], f"{turns[-1][1]} {line.strip()}")
    return tuple((first, text) for first, text in turns if text)

"""Short gold answers as values that can be looked for: only where the evidence states them.

A reference answer becomes required atoms when every part of it is a typed value or a short
phrase that an evidence event holds in one sentence with rare words of the question. Anything else
is left to a reader and a judge: a wrong match would reward a memory for nothing (case A77).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice

from memory_impls.api import Event
from memory_impls.parts.normalise import (
    AmountKind,
    AmountSpan,
    DateSpan,
    Precision,
    find_dates,
    find_numbers,
    fold,
)
from memory_impls.parts.terms import QUESTION_WORDS, terms
from scenarios.api import Atom, Value, ValueKind

__all__ = ["Sought", "Talked", "atoms_for"]

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_JOINT = re.compile(r"\s*(?:[,;&]|\band\b)\s*")
_UNSURE = re.compile(
    r"\b(?:could|might|may|maybe|perhaps|should|would|if|unless|wish|hope|almost)\b|\?",
    re.IGNORECASE,
)
"""A sentence with one of these may only suppose what it says."""
_EDGE = re.compile(r"[,;:—](?=\s)|\s[-–]\s")
_LEAD = re.compile(r"^(?:an?|the|her|his|their|my|your|some)\s+", re.IGNORECASE)
_AROUND_DATE = frozenset({"", "in", "on"})
_WORD = re.compile(r"[\w'-]+")
_LONGEST_PHRASE = 4
_SHORTEST_PHRASE = 4
_MOST_CUES = 3
_RARE = 1.5e-3
"""A cue makes up at most this share of all words, or it tells nothing."""
_SINGULAR = 3
"""Cues that stand more often than this are not trusted beside a rarer one."""
_ELSEWHERE = 2
"""In more events beside the evidence than this, a value is too common to prove a recall."""
_SMALLEST_COUNT = 100
"""A smaller bare number stands everywhere and proves nothing (case A77)."""
_EMPTY_WORDS = (
    "go went get got make made do did take took have know think say said like want need new old "
    "way thing time people lot day week month year kind type first last long many much plan feel "
    "look help come use try start happen good great name favorite recently currently one two "
    "different yes no not none both other over up out off back down away around together part"
)
_EMPTY = frozenset(term for word in _EMPTY_WORDS.split() for term in terms(word))
"""Terms that say nothing about which fact is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What is asked for.

    Attributes:
        id: Start of the atoms' ids.
        parts: The answer, or each of its points; all must be matched, or none is required.
        evidence_ids: Events that hold it.
        subject: Whom the question names, if one person.
    """

    id: str
    question: str
    parts: tuple[str, ...]
    evidence_ids: tuple[str, ...]
    subject: tuple[str, ...] = ()


class Talked:
    """The events of one history, as far as matching needs them."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events

    @cached_property
    def by_id(self) -> dict[str, Event]:
        """Events by their ids."""
        return {event.id: event for event in self._events}

    @cached_property
    def _low(self) -> dict[str, str]:
        return {event.id: fold(event.text).casefold() for event in self._events}

    @cached_property
    def _words(self) -> int:
        return sum(low.count(" ") + 1 for low in self._low.values())

    def count(self, term: str) -> int:
        """Count a term, and whatever holds it, in all events."""
        return sum(low.count(term) for low in self._low.values())

    def is_rare(self, term: str) -> bool:
        """Tell whether a term is rare enough to say which fact is meant."""
        return self.count(term) <= max(_SINGULAR, _RARE * self._words)

    def holding(self, terms: Iterable[str]) -> Iterator[Event]:
        """Go through the events that hold any of some terms."""
        wanted = tuple(terms)
        for name, low in self._low.items():
            if any(term in low for term in wanted):
                yield self.by_id[name]


def atoms_for(sought: Sought, talked: Talked) -> tuple[Atom, ...]:
    """Build the atoms of a question; none when some part cannot be matched soundly."""
    evidence = [talked.by_id[i] for i in sought.evidence_ids if i in talked.by_id]
    asked = _asked(sought, talked)
    if not evidence or not asked or not sought.parts:
        return ()
    whole = [_typed(part, evidence[0].at.date()) for part in sought.parts]
    pieces = (
        list(sought.parts)
        if all(whole)
        else [piece for part in sought.parts for piece in _JOINT.split(part.strip(" ."))]
    )
    atoms = [_atom(sought, n, piece, evidence, asked, talked) for n, piece in enumerate(pieces)]
    found = tuple(atom for atom in atoms if atom is not None)
    return found if len(found) == len(atoms) else ()


def _asked(sought: Sought, talked: Talked) -> dict[str, str]:
    """Rare words of the question by their terms, but for whom it names."""
    named = {term for name in sought.subject for term in terms(name)}
    found: dict[str, str] = {}
    for word in _WORD.findall(sought.question):
        for term in terms(word, without=QUESTION_WORDS)[:1]:
            if term not in _EMPTY and term not in named and talked.is_rare(term):
                found.setdefault(term, word)
    return found


def _atom(
    sought: Sought,
    number: int,
    piece: str,
    evidence: list[Event],
    asked: dict[str, str],
    talked: Talked,
) -> Atom | None:
    for event in evidence:
        value = _typed(piece, event.at.date()) or _phrase(piece, event.at.date())
        if value is None:
            return None
        # what is counted names the count; a phrase cannot be its own cue
        own = set(terms(piece)) if value.kind is ValueKind.TEXT else set()
        cues = {term: word for term, word in asked.items() if term not in own}
        near = _singular(_terms_near(event, value, set(cues)), talked)
        if not near or _is_common(value, near, sought, talked):
            continue
        return Atom(
            id=f"{sought.id}/a{number}",
            value=value,
            subject=sought.subject,
            attribute=tuple(cues[term] for term in near),
            evidence_ids=sought.evidence_ids,
        )
    return None


def _singular(near: set[str], talked: Talked) -> list[str]:
    """Keep the rarest term, and others only where they are about as rare."""
    ranked = sorted(near, key=lambda term: (talked.count(term), term))
    rest = [term for term in ranked[1:_MOST_CUES] if talked.count(term) <= _SINGULAR]
    return [*ranked[:1], *rest]


def _is_common(value: Value, near: Sequence[str], sought: Sought, talked: Talked) -> bool:
    """Tell whether so many other events state it that a match proves nothing."""
    others = (event for event in talked.holding(near) if event.id not in sought.evidence_ids)
    stating = (event for event in others if _terms_near(event, value, set(near)))
    return len(list(islice(stating, _ELSEWHERE + 1))) > _ELSEWHERE


def _terms_near(event: Event, value: Value, wanted: set[str]) -> set[str]:
    """Which of some terms stand in a sentence of an event that asserts the value."""
    found: set[str] = set()
    start = 0
    for end in [*(match.end() for match in _SENTENCE.finditer(event.text)), len(event.text)]:
        sentence = event.text[start:end]
        start = end
        here = wanted.intersection(terms(sentence))
        if here and any(
            not _UNSURE.search(_clause(sentence, place))
            for place in _places(sentence, value, event.at.date())
        ):
            found |= here
    return found


def _clause(sentence: str, place: tuple[int, int]) -> str:
    """The words around a place, up to the nearest comma or end."""
    before = max((m.end() for m in _EDGE.finditer(sentence, 0, place[0])), default=0)
    after = _EDGE.search(sentence, place[1])
    return sentence[before : after.end() if after else len(sentence)]


def _places(sentence: str, value: Value, day: date) -> list[tuple[int, int]]:
    """Where a sentence holds a value."""
    if value.kind is ValueKind.DATE:
        dates = find_dates(sentence, day)
        return [(d.start, d.end) for d in dates if _date_text(d) == value.text]
    if value.kind is ValueKind.TEXT:
        pattern = rf"(?<!\w){re.escape(value.text)}(?!\w)"
        return [match.span() for match in re.finditer(pattern, sentence, re.IGNORECASE)]
    return [(a.start, a.end) for a in find_numbers(sentence) if _amount(a) == value]


def _typed(text: str, day: date) -> Value | None:
    """Read a text that is one date or one amount and nothing else."""
    bare = text.strip(" .")
    dates = [span for span in find_dates(bare, day) if not span.relative]
    if dates:
        rest = (bare[: dates[0].start] + bare[dates[0].end :]).strip(" ,.").casefold()
        exact = len(dates) == 1 and not dates[0].ambiguous and rest in _AROUND_DATE
        # a year or a month is true of too many things
        exact = exact and dates[0].precision is Precision.DAY
        return Value(kind=ValueKind.DATE, text=_date_text(dates[0])) if exact else None
    amounts = find_numbers(bare)
    if len(amounts) != 1:
        return None
    left, right = bare[: amounts[0].start], bare[amounts[0].end :]
    if amounts[0].kind is AmountKind.NUMBER and abs(amounts[0].value) < _SMALLEST_COUNT:
        return None
    counted = amounts[0].kind is AmountKind.NUMBER and len(terms(right)) <= 1
    if left.strip(" ,.") or (right.strip(" ,.") and not counted):
        return None
    return _amount(amounts[0])


def _amount(span: AmountSpan) -> Value:
    kind = {AmountKind.MONEY: ValueKind.MONEY, AmountKind.NUMBER: ValueKind.NUMBER}
    return Value(
        kind=kind.get(span.kind, ValueKind.QUANTITY), text=format(span.value, "f"), unit=span.unit
    )


def _date_text(span: DateSpan) -> str:
    """Write a day; anything coarser is a year or month that too many facts share."""
    return span.first.isoformat() if span.precision is Precision.DAY else ""


def _phrase(text: str, day: date) -> Value | None:
    """Take a short phrase with some content beside numbers and dates."""
    bare = _LEAD.sub("", text.strip(" .\"'“”"))
    rest = bare
    for span in sorted([*find_dates(bare, day), *find_numbers(bare)], key=lambda s: -s.start):
        rest = rest[: span.start] + rest[span.end :]
    content = [term for term in terms(rest) if term not in _EMPTY and term.isalpha()]
    if len(bare.split()) > _LONGEST_PHRASE or len(bare) < _SHORTEST_PHRASE or not content:
        return None
    return Value(kind=ValueKind.TEXT, text=bare)

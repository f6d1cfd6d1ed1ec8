"""Sentences and clauses of a text, English and Chinese: the scopes of cues and negation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Clause", "Sentence", "split_sentences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch that holds about one predicate; the end is exclusive."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence with its clauses, in order; spans are of the whole text."""

    start: int
    end: int
    clauses: tuple[Clause, ...]

    def clause_index(self, place: int) -> int:
        """Give the index of the clause that holds a place; the last one when none does."""
        for index, clause in enumerate(self.clauses):
            if clause.start <= place < clause.end:
                return index
        return len(self.clauses) - 1


_END = re.compile(r"[.!?]+[\"')\]]*(?=\s|$|[\u3400-\u9fff])|[。！？!?]+[\"')]*|\.{3,}|…+|\n+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|approx|no|nr|inc|ltd|co|e\.g|i\.e|eg|ie|cf|dept"
    r"|fig|"
    r"jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|a\.m|p\.m)|(?<![a-z0-9'])[a-hj-z])\.$"
)
_PRONOUN = r"(?:i|we|you|he|she|it|they|there)(?:'(?:m|re|s|ve|ll|d))?"
_OWNED = r"(?:this|that|these|those|my|our|your|his|her|their|its|the)"
_AUX = r"(?:is|was|are|were|has|have|had|will|would|can|could|should|must|does|do|did)(?:n't)?"
_BREAK = re.compile(
    "|".join(
        (
            r"[,，;；](?!(?<=\d,)\d)",
            r"(?<=\s)(?:-{1,3}|#|//|\|)(?=\s)|[()]",
            # words that open a clause of their own
            r"(?<=\s)(?=(?:but|however|although|though|because|while|whereas|yet|unless|whether|if|"
            r"which|who|whose|instead|so that|given that|considering that|now that|even though|"
            r"as long as|provided that)\b)",
            rf"(?<=\s)(?=(?:and|so|then|or|when|where|before|after|until|since|as|once) "
            rf"(?:now |then |also |currently |later )?(?:{_PRONOUN}\s"
            rf"|{_OWNED} (?:\w+ ){{1,3}}?{_AUX}\b))",
            rf"(?<=\s)(?=(?:and|or) (?:{_AUX}|now|currently|then|not|no longer|never|instead|later|"
            r"only|just|prefers?|likes?|loves?|wants?|needs?|uses?|lives?|works?|switched|moved|"
            r"changed|has|avoids?|hates?)\b)",
            r"(?<=[\u3400-\u9fff\d])(?=但是?(?!丁|凡)|而是|而(?=不|非|且)|因为|所以|"
            r"虽然|然而|可是|如果|假如|(?<![定须都得])要是|并且|其实|后来|现在|如今|目前|只是)",
        )
    )
)
_NAMED_CLAUSE = re.compile(
    r"(?<=\s)(?=(?:and|while|but) [A-Z][\w-]*(?:'s?)? (?:\w+ ){0,2}?(?:is|are|was|has|had|uses"
    r"|needs|wants"
    r"|prefers|likes|lives|works|got|gets|will|must|can|should)\b)"
)
_COLON = re.compile(r"[:：](?!\d|//)")
_FINITE_BEFORE_COLON = re.compile(
    r"\b(?:is|are|was|were|has|have|had|said|says|told|asked|wrote|replied|will|i|we|you)\b|说|问"
    r"|答"
)


def split_sentences(flat: str, low: str) -> tuple[Sentence, ...]:
    """Split a folded text (as ``flatten`` and ``lower`` give it) into sentences and clauses."""
    sentences: list[Sentence] = []
    start = 0
    for match in _END.finditer(low):
        if match.group() == "." and _is_abbreviation(low, match):
            continue
        _add(sentences, flat, low, start, match.end())
        start = match.end()
    _add(sentences, flat, low, start, len(low))
    return tuple(sentences)


def _is_abbreviation(low: str, match: re.Match[str]) -> bool:
    head = low[max(0, match.start() - 8) : match.start() + 1]
    if not _ABBREVIATION.search(head):
        return False
    rest = low[match.end() :].lstrip(" ")
    # "5 p.m." may end a sentence, "Mr." never does
    return bool(rest) and not rest.startswith("\n")


def _add(sentences: list[Sentence], flat: str, low: str, start: int, end: int) -> None:
    while start < end and low[start].isspace():
        start += 1
    if start < end:
        sentences.append(Sentence(start=start, end=end, clauses=_clauses(flat, low, start, end)))


def _clauses(flat: str, low: str, start: int, end: int) -> tuple[Clause, ...]:
    cuts = {match.end() for match in _BREAK.finditer(low, start, end)}
    cuts |= {match.end() for match in _NAMED_CLAUSE.finditer(flat, start, end)}
    for match in _COLON.finditer(low, start, end):
        # "Budget: 50k" is one clause, "Ana said: ..." are two
        if _FINITE_BEFORE_COLON.search(low, start, match.start()):
            cuts.add(match.end())
    edges = [start]
    for cut in sorted(cuts):
        if start < cut < end and re.search(r"\w", low[edges[-1] : cut]):
            edges.append(cut)
    edges.append(end)
    return tuple(
        Clause(start=one, end=two) for one, two in pairwise(edges) if re.search(r"\w", low[one:two])
    ) or (Clause(start=start, end=end),)

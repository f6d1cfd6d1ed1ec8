"""Sentences and clauses of a text, English and Chinese: the scopes of cues and negation."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Clause", "Sentence", "split_sentences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch with at most one predicate; ``opener`` is the word that introduced it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence with its clauses, in order; spans are of the whole text."""

    start: int
    end: int
    clauses: tuple[Clause, ...]
    is_question: bool = False

    def clause_at(self, place: int) -> Clause:
        """Give the clause that holds a place; the last one when none does."""
        for clause in self.clauses:
            if clause.start <= place < clause.end:
                return clause
        return self.clauses[-1]


_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|approx|no|nr|inc|ltd|co|e\.g|i\.e|eg|ie|cf|dept|fig|"
    r"jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)|\b[a-z]|\b[a-z]\.[a-z])\.$"
)
_END = re.compile(r"[.!?]+[\"')\]]*(?=\s|$|[\u3400-\u9fff])|[。！？!?；]+[\"'”’）)]*|;(?=\s)|\n+")

_SUBJECT = (
    r"(?:i|we|you|he|she|it|they|this|that|these|those|there|my|our|your|his|her|their|its|the)"
)
_BREAK = re.compile(
    r"[,，、:：](?=\s|[^\d\s])(?<!\d,(?=\d))"
    r"|\s(?=-{1,2}\s)|\((?=\S)|\)"
    r"|\s(?=(?:but|however|although|though|because|while|whereas|whereby|so that|yet|except that|"
    r"since|unless|whether|if|which|who)\b)"
    rf"|\s(?=(?:and|so|then|or|when|where|before|after|until) (?:now |then |also )?{_SUBJECT}\b)"
    r"|\s(?=and (?:is|was|are|were|has|have|had|will|now|currently|then|not|no longer|never)\b)"
    r"|(?=但是|但(?!丁)|不过(?=[^\d])|而是|而且|因为|所以|虽然|然而|可是|只是(?=我)|如果|假如|要是|并且|其实)"
)


def split_sentences(low: str) -> tuple[Sentence, ...]:
    """Split a folded lower-case text into sentences and these into clauses."""
    sentences: list[Sentence] = []
    start = 0
    for match in _END.finditer(low):
        if match.group().startswith(".") and _is_abbreviation(low, match):
            continue
        _add(sentences, low, start, match.end())
        start = match.end()
    _add(sentences, low, start, len(low))
    return tuple(sentences)


def _is_abbreviation(low: str, match: re.Match[str]) -> bool:
    head = low[max(0, match.start() - 8) : match.start() + 1]
    if not _ABBREVIATION.search(head):
        return False
    rest = low[match.end() :].lstrip(" ")
    return bool(rest) and not rest.startswith("\n")


def _add(sentences: list[Sentence], low: str, start: int, end: int) -> None:
    if not low[start:end].strip():
        return
    sentences.append(
        Sentence(
            start=start,
            end=end,
            clauses=_clauses(low, start, end),
            is_question=re.search(r"[?？]|[吗呢么]\s*[。.!]?\s*$", low[start:end]) is not None,
        )
    )


def _clauses(low: str, start: int, end: int) -> tuple[Clause, ...]:
    cuts = [start]
    for match in _BREAK.finditer(low, start, end):
        cut = match.end() if match.group().strip() else max(match.start(), match.end())
        if cut > cuts[-1] and low[cuts[-1] : cut].strip(" ,，、:："):
            cuts.append(cut)
    cuts.append(end)
    return tuple(
        Clause(start=one, end=two)
        for one, two in zip(cuts, cuts[1:], strict=False)
        if low[one:two].strip()
    )

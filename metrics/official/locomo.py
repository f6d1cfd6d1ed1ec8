"""LoCoMo's own answer score and evidence recall.

Odd about it:

* commas are dropped before anything is parsed, so "2,4" equals "24";
* "and" counts as an article;
* multi-hop gold and answer are cut at commas, so "Paris, Texas" is two answers and a list in
  which one right part is repeated loses nothing;
* open-domain gold is cut at the first semicolon;
* an adversarial question is right iff the answer holds one of two phrases: a refusal in other
  words, or in Chinese, is wrong;
* evidence recall is 1 for a question without evidence, and 1 when no context was logged.

The official scorer stems with NLTK's variant of Porter's algorithm; this one with the original.

Source: snap-research/locomo, task_eval/evaluation.py; Maharana et al., arXiv 2402.17753.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.evidence import evidence_ids
from metrics.selection import SelectiveMetric
from scenarios.api import Probe

__all__ = ["LocomoAnswer", "LocomoEvidence", "answer_score", "stemmed_f1"]

FAMILIES = frozenset({"locomo"})
_ARTICLES = re.compile(r"\b(?:a|an|the|and)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_REFUSALS = ("no information available", "not mentioned")


def answer_score(answer: str, gold: str, category: str) -> float:
    """Score an answer by the rule of its category.

    >>> answer_score("hiking, painting", "painting, swimming", "multi-hop")
    0.5
    """
    if category == "adversarial":
        return float(any(phrase in answer.lower() for phrase in _REFUSALS))
    if category == "multi-hop":
        given = [part.strip() for part in answer.split(",")]
        wanted = [part.strip() for part in gold.split(",")]
        return sum(max(stemmed_f1(g, w) for g in given) for w in wanted) / len(wanted)
    if category == "open-domain":
        gold = gold.split(";")[0].strip()
    return stemmed_f1(answer, gold)


def stemmed_f1(answer: str, gold: str) -> float:
    """F1 of stemmed words as multisets, after the official normalisation."""
    given, wanted = Counter(_stems(answer)), Counter(_stems(gold))
    shared = (given & wanted).total()
    if not shared:
        return 0.0
    precision, recall = shared / given.total(), shared / wanted.total()
    return 2 * precision * recall / (precision + recall)


@lru_cache(maxsize=16_384)
def _stems(text: str) -> tuple[str, ...]:
    import snowballstemmer

    plain = text.replace(",", "").lower().translate(_PUNCTUATION)
    stemmer = snowballstemmer.stemmer("porter")
    return tuple(stemmer.stemWords(_ARTICLES.sub(" ", plain).split()))


@dataclass(frozen=True, slots=True, kw_only=True)
class LocomoAnswer(SelectiveMetric):
    """Answer score by category; adversarial questions included, as in the official script."""

    name: str = "official_locomo_f1"
    description: str = "LoCoMo's stemmed token F1 with its comma and category rules"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "multi-hop gold 'painting, swimming', answer 'hiking, painting': (1 + 0) / 2"
    families: ClassVar[frozenset[str] | None] = FAMILIES

    def means(self, probe: Probe) -> bool:
        """Mean every question with a gold answer, and the adversarial ones."""
        return probe.direct and (bool(probe.gold.answer) or probe.category == "adversarial")

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Score the reader's answer."""
        if record.answer is None:
            return NotScored(reason="no answer was read", applies=False)
        probe = record.probe
        return answer_score(record.answer, probe.gold.answer, probe.category)


@dataclass(frozen=True, slots=True, kw_only=True)
class LocomoEvidence(SelectiveMetric):
    """Evidence recall with its vacuous ones; ids are read off the words shown, never declared."""

    name: str = "official_locomo_evidence_recall"
    description: str = "share of evidence turns shown whole; 1 without evidence or without context"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "no evidence: 1; two turns, one shown: 0.5; nothing shown at all: 1"
    families: ClassVar[frozenset[str] | None] = FAMILIES

    def means(self, probe: Probe) -> bool:
        """Mean every question."""
        return True

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Count whole turns."""
        wanted = evidence_ids(record.probe)
        if not wanted or not record.shown:
            return 1.0
        whole = {share.event_id for share in record.evidence if share.whole}
        return sum(event in whole for event in wanted) / len(wanted)

"""The signals of ``rerank`` and their sum (article B 3.2, 4.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_impls.api import MemoryItem
from memory_impls.parts.timeline import Sessions
from memory_impls.rerank.cues import asks_when, is_question, tells_time
from memory_impls.rerank.weights import Weights

__all__ = ["Scorer", "decay"]


def decay(age: timedelta, half_life_days: float) -> float:
    """Halve with every half-life; what lies in the future has not aged.

    >>> decay(timedelta(days=60), 30)
    0.25
    """
    days: float = max(0.0, age / timedelta(days=1))
    return math.pow(0.5, days / half_life_days)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """Scores candidates for one query.

    Attributes:
        text: The words of the query.
        now: When it is asked; age is counted back from it.
        speakers: Who the query names.
        visible: Admits items; what is hidden has no part in any score.
    """

    weights: Weights
    text: str
    now: datetime
    speakers: Collection[str]
    half_life_days: float
    item: Callable[[str], MemoryItem]
    sessions: Sessions
    visible: Callable[[MemoryItem], bool]

    def widened(self, ids: Iterable[str]) -> list[str]:
        """Add the neighbours of items to them."""
        chosen = dict.fromkeys(ids)
        for item_id in list(chosen):
            chosen.update(dict.fromkeys(self.neighbours(item_id)))
        return list(chosen)

    def neighbours(self, item_id: str) -> dict[str, float]:
        """List the items around one whose scores count for it, each with its weight."""
        found: dict[str, float] = {}
        for sign, side in ((-1, self.weights.before), (1, self.weights.after)):
            for distance, weight in enumerate(side, start=1):
                other = self.sessions.neighbour(item_id, sign * distance)
                if other is not None and weight and self.visible(self.item(other)):
                    found[other] = weight
        return found

    def scores(self, base: Mapping[str, float], shown: Collection[str]) -> dict[str, float]:
        """Score the items that may be shown.

        Args:
            base: Similarity and words, of these items and of those around them.
            shown: Ids of the items that may be shown.
        """
        own = {item_id: self._in_context(item_id, base) for item_id in shown}
        best: dict[tuple[object, str | None], float] = {}
        for item_id, score in own.items():
            session = self._session(item_id)
            best[session] = max(score, best.get(session, score))
        return {
            item_id: score + self.weights.session * best[self._session(item_id)]
            for item_id, score in own.items()
        }

    def _session(self, item_id: str) -> tuple[object, str | None]:
        item = self.item(item_id)
        return item.scope, item.session

    def _in_context(self, item_id: str, base: Mapping[str, float]) -> float:
        around = self.neighbours(item_id).items()
        context = sum(weight * base[other] for other, weight in around if other in base)
        return base[item_id] + context + self._cues(self.item(item_id))

    def _cues(self, item: MemoryItem) -> float:
        weights = self.weights
        score = weights.importance * item.importance
        score += weights.recency * decay(self.now - item.updated, self.half_life_days)
        score += weights.frequency * math.log1p(item.citations)
        if len(self.speakers) == 1 and item.speaker in self.speakers:
            score += weights.speaker
        if weights.question and is_question(item.text):
            score -= weights.question
        if weights.time_words and asks_when(self.text) and tells_time(item.text):
            score += weights.time_words
        return score

"""The signals of ``rerank`` and their sum (article B 3.2, 4.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_impls.api import EventKind, MemoryItem
from memory_impls.parts.ranking.weights import Weights
from memory_impls.parts.timeline import Sessions

__all__ = ["Asked", "Scorer", "Wording", "decay"]


def decay(age: timedelta, half_life_days: float) -> float:
    """Halve with every half-life; what lies in the future has not aged.

    >>> decay(timedelta(days=60), 30)
    0.25
    """
    days: float = max(0.0, age / timedelta(days=1))
    return math.pow(0.5, days / half_life_days)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What the wording of a message gives away, found once when it is stored."""

    is_question: bool
    tells_time: bool
    is_standing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a query asks, beside its words.

    Attributes:
        now: The date from which age is counted back.
        speaker: The one speaker whom it names; None for none or several.
        visible: Admits items; what is hidden has no part in any score.
    """

    now: datetime
    speaker: str | None
    for_time: bool
    visible: Callable[[MemoryItem], bool]


class Scorer:
    """Scores the candidates of one query.

    Args:
        items: Finds an item by id.
        wordings: What is known of the wording of every item.
    """

    def __init__(
        self,
        *,
        weights: Weights,
        asked: Asked,
        half_life_days: float,
        items: Callable[[str], MemoryItem],
        wordings: Mapping[str, Wording],
        sessions: Sessions,
    ) -> None:
        self._weights = weights
        self._asked = asked
        self._half_life_days = half_life_days
        self._items = items
        self._wordings = wordings
        self._sessions = sessions
        self._around: dict[str, list[tuple[str, float]]] = {}

    def widened(self, ids: Iterable[str]) -> list[str]:
        """Add to items those around them that count for their scores."""
        chosen = dict.fromkeys(ids)
        for item_id in list(chosen):
            chosen.update((other, None) for other, _ in self._neighbours(item_id))
        return list(chosen)

    def scores(self, base: Mapping[str, float], shown: Iterable[str]) -> dict[str, float]:
        """Score the items that may be shown.

        Args:
            base: Similarity and words, of these items and of those around them.
            shown: Ids of the items that may be shown.
        """
        own = {item_id: self._in_context(item_id, base) for item_id in shown}
        sessions = {item_id: self._session(item_id) for item_id in own}
        best: dict[tuple[object, str | None], float] = {}
        for item_id, score in own.items():
            best[sessions[item_id]] = max(score, best.get(sessions[item_id], score))
        share = self._weights.session
        return {item_id: score + share * best[sessions[item_id]] for item_id, score in own.items()}

    def _session(self, item_id: str) -> tuple[object, str | None]:
        item = self._items(item_id)
        return item.scope, item.session

    def _in_context(self, item_id: str, base: Mapping[str, float]) -> float:
        around = self._neighbours(item_id)
        context = sum(weight * base[other] for other, weight in around if other in base)
        return base[item_id] + context + self._cues(item_id)

    def _neighbours(self, item_id: str) -> list[tuple[str, float]]:
        """List the visible items around one whose scores count for it, with their weights."""
        found = self._around.get(item_id)
        if found is None:
            before, after = self._weights.before, self._weights.after
            sides = self._sessions.around(item_id, len(before), len(after))
            found = self._around[item_id] = [
                (other, weight)
                for side, weights in zip(sides, (before, after), strict=True)
                for other, weight in zip(side, weights, strict=False)
                if self._asked.visible(self._items(other))
            ]
        return found

    def _cues(self, item_id: str) -> float:
        weights, asked = self._weights, self._asked
        item, wording = self._items(item_id), self._wordings[item_id]
        score = weights.importance * item.importance
        score += weights.recency * decay(asked.now - item.updated, self._half_life_days)
        score += weights.frequency * math.log1p(item.citations)
        if asked.speaker is not None and item.speaker == asked.speaker:
            score += weights.speaker
        if item.speaker.casefold() == EventKind.USER.value:
            score += weights.user
        if wording.is_standing:
            score += weights.standing
        if wording.is_question:
            score -= weights.question
        if asked.for_time and wording.tells_time:
            score += weights.time_words
        return score

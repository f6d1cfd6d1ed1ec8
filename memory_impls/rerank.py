"""The design ``rerank``. Source: article B 3.2, 4.3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from memory_impls.api import Capability, Event, MemoryItem, Query, Recalled
from memory_impls.parts.ranking.cues import (
    asks_when,
    day_words,
    focused,
    is_question,
    is_standing,
    mentioned,
    tells_time,
    unasked,
)
from memory_impls.parts.ranking.quota import under_quota
from memory_impls.parts.ranking.scoring import Asked, Scorer, Wording
from memory_impls.parts.ranking.weights import Weights
from memory_impls.parts.searched import SearchedMemory
from memory_impls.parts.stored import StoredMemory, visible_to
from memory_impls.parts.timeline import Sessions
from memory_impls.parts.tokens import count_tokens
from memory_impls.parts.transcript import as_item, as_recalled, is_name, kinds_of, spoken, words_of

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Rerank"]


class Rerank(SearchedMemory):
    """Recalls coarsely by similarity and words, then ranks by many signals, under a quota.

    Idea: a coarse search may err on the side of too much; what to show is decided afterwards, by
    more than similarity. The article scores similarity, importance, age and frequency. Added here
    are words, what was said just before and after, the session, the speaker who is named, that
    the user and not the assistant said it, lasting wishes, words of time for a question about
    time, that questions rarely answer, and that a long item takes the room of several short
    ones. Each is one weight, and 0 switches it off.
    Asked about a past date, it searches what had been said by then, and age counts from then.

    Cost: per event one embedding and three insertions; per recall two embeddings, two searches
    that are linear in the items of the user, and a few hundred scores. Source: article B 3.2, 4.3.

    Args:
        candidates: Items taken from each search; the article sets 20 to 50.
        places: Most items that a query is answered with; the article advises 8 to 10.
        kind_share: Largest share of the places for one kind while others have candidates.
        similarity: Weight of nearness; 1 is one deviation among the candidates, as below.
        focus: Share of the query vector that leaves out question words and names, 0 to 1.
        words: Weight of BM25.
        before: Weights of the messages before, nearest first.
        after: Weights of the messages after, nearest first.
        session: Weight of the best score in the session.
        speaker: Bonus for the one speaker whom the query names.
        question: Malus for a message that is a question.
        time_words: Bonus for words of time when the query asks for a time.
        importance: Weight of importance, which comes from the priority tag of the event.
        recency: Weight of the decay by age.
        half_life_days: Age at which the decay is one half; the article sets 30, 7 or 90.
        frequency: Weight of the logarithm of citations.
        user: Bonus for what the person said, where an assistant speaks as well.
        standing: Bonus for words of a lasting wish ("always", "from now on").
        length: Exponent of the tokens by which the gain of an item is divided, 0 to 1: how much
            a long item must be better than a short one, where the room is limited.
        short: Items of up to so many tokens count as equally long.
        events: Kinds of event that are stored.
    """

    name: ClassVar[str] = "rerank"
    capabilities: ClassVar[frozenset[Capability]] = StoredMemory.capabilities | {
        Capability.REINFORCE,
        Capability.VALID_AT,
        Capability.VERBATIM,
    }

    def __init__(
        self,
        *,
        candidates: int = 100,
        places: int = 100,
        kind_share: float = 0.5,
        similarity: float = 1.0,
        focus: float = 0.5,
        words: float = 0.7,
        before: Sequence[float] = (0.3, 0.15),
        after: Sequence[float] = (0.2, 0.1),
        session: float = 0.6,
        speaker: float = 1.5,
        question: float = 0.75,
        time_words: float = 1.0,
        importance: float = 0.5,
        recency: float = 0.2,
        half_life_days: float = 30.0,
        frequency: float = 0.2,
        user: float = 2.0,
        standing: float = 0.5,
        length: float = 0.3,
        short: int = 80,
        events: Sequence[str] = ("user", "assistant", "tool_result"),
        embedder: Embedder | None = None,
    ) -> None:
        _check(candidates, places, kind_share, focus, half_life_days, length, short)
        super().__init__(embedder=embedder)
        self.candidates = candidates
        self.places = places
        self.kind_share = kind_share
        self.similarity = similarity
        self.focus = focus
        self.words = words
        self.before = tuple(before)
        self.after = tuple(after)
        self.session = session
        self.speaker = speaker
        self.question = question
        self.time_words = time_words
        self.importance = importance
        self.recency = recency
        self.half_life_days = half_life_days
        self.frequency = frequency
        self.user = user
        self.standing = standing
        self.length = length
        self.short = short
        self.events = tuple(events)
        self._kinds = kinds_of(events)
        self._sessions = Sessions()
        self._speakers: dict[str, dict[str, int]] = {}
        self._wordings: dict[str, Wording] = {}

    def _made_of(self, event: Event) -> Iterable[MemoryItem]:
        takes = event.kind in self._kinds and words_of(event).strip()
        return (as_item(event),) if takes else ()

    def _worded(self, item: MemoryItem) -> str:
        """Write speaker, message and day: a question may name the day."""
        return f"{spoken(item)} {day_words(item.valid_from, item.text)}"

    def _relisted(self, item: MemoryItem) -> None:
        super()._relisted(item)
        self._sessions.add(item)
        speakers = self._speakers.setdefault(item.scope.user, {})
        speakers[item.speaker] = speakers.get(item.speaker, 0) + 1
        self._wordings[item.id] = Wording(
            is_question=is_question(item.text),
            tells_time=tells_time(item.text),
            is_standing=is_standing(item.text),
        )

    def _unindexed(self, items: Sequence[MemoryItem]) -> None:
        super()._unindexed(items)
        for item in items:
            self._sessions.remove(item)
            del self._wordings[item.id]
            speakers = self._speakers[item.scope.user]
            speakers[item.speaker] -= 1
            if not speakers[item.speaker]:
                del speakers[item.speaker]

    def reinforce(self, item_ids: Sequence[str], at: datetime) -> None:
        """Count a use of each item; frequency is a signal."""
        self._items.reinforce(item_ids, at)

    def _ranked(self, query: Query) -> Iterable[Recalled]:
        speakers = filter(is_name, sorted(self._speakers.get(query.scope.user, ())))
        named = mentioned(query.text, speakers)
        search = self._search(
            query, vector=self._query_vector(query.text, named), text=unasked(query.text)
        )
        asked = Asked(
            now=query.as_of,
            speaker=next(iter(named)) if len(named) == 1 else None,
            for_time=asks_when(query.text),
            visible=visible_to(query),
        )
        scorer = Scorer(
            weights=self._weights(),
            asked=asked,
            half_life_days=self.half_life_days,
            items=self._items.__getitem__,
            wordings=self._wordings,
            sessions=self._sessions,
        )
        pool = list(
            dict.fromkeys(search.nearest(self.candidates) + search.commonest(self.candidates))
        )
        shown = scorer.widened(pool)
        base = search.fused(
            pool, scorer.widened(shown), similarity=self.similarity, words=self.words
        )
        scores = scorer.scores(base, shown)
        if query.max_tokens is not None and self.length:
            scores = self._per_token(scores)
        ranked = sorted(scores, key=lambda name: (-round(scores[name], 9), name))
        return under_quota(
            (as_recalled(self._items[name], scores[name]) for name in ranked),
            places=self.places,
            share=self.kind_share,
        )

    def _query_vector(self, text: str, named: Mapping[str, Sequence[str]]) -> NDArray[np.float32]:
        """Mix the query as it is with its content alone; their sum searches for both at once."""
        content = focused(text, [part for parts in named.values() for part in parts])
        if not self.focus or content in ("", text):
            return self._embed(text)
        whole, alone = self.embedder.embed([text, content]).astype(np.float64)
        mixed = (1.0 - self.focus) * whole + self.focus * alone
        norm = float(np.sqrt((mixed * mixed).sum()))
        if norm == 0.0:
            return self._embed(text)
        unit: NDArray[np.float32] = (mixed / norm).astype(np.float32)
        return unit

    def _per_token(self, scores: Mapping[str, float]) -> dict[str, float]:
        """Divide what an item gains over the poorest candidate by a power of its tokens."""
        floor = min(scores.values(), default=0.0)
        return {
            name: (score - floor) / self._tokens(name) ** self.length
            for name, score in scores.items()
        }

    def _tokens(self, name: str) -> int:
        return max(self.short, count_tokens(self._items[name].text))

    def _weights(self) -> Weights:
        return Weights(
            before=self.before,
            after=self.after,
            session=self.session,
            speaker=self.speaker,
            question=self.question,
            time_words=self.time_words,
            importance=self.importance,
            recency=self.recency,
            frequency=self.frequency,
            user=self.user,
            standing=self.standing,
        )


def _check(
    candidates: int,
    places: int,
    kind_share: float,
    focus: float,
    half_life_days: float,
    length: float,
    short: int,
) -> None:
    if candidates < 1 or places < 1:
        raise ValueError(f"candidates={candidates}, places={places}; give 1 or more")
    if not 0.0 < kind_share <= 1.0:
        raise ValueError(f"kind_share is {kind_share}; give a share above 0, up to 1")
    if not 0.0 <= focus <= 1.0:
        raise ValueError(f"focus is {focus}; give a share from 0 to 1")
    if not 0.0 <= length <= 1.0 or short < 1:
        raise ValueError(f"length={length}, short={short}; give 0 to 1, and 1 token or more")
    if half_life_days <= 0.0:
        raise ValueError(f"half_life_days is {half_life_days}; give more than 0")

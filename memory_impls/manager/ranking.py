"""From candidates to a ranking: similarity, words, importance, age, frequency, links (B 4.3)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from memory_impls.api import MemoryItem
from memory_impls.manager.decay import recency
from memory_impls.manager.links import named_in, value_phrases

if TYPE_CHECKING:
    from memory_impls.manager.state import State
    from memory_impls.parts.searched import Search

__all__ = ["scored"]

_ROOTS = 3
_DEPENDENTS = 20
_CARRIED = 2


def scored(
    state: State, search: Search, standing: Iterable[str], now: datetime
) -> dict[str, float]:
    """Score the candidates of a search, the standing items, and what goes by the best of them."""
    most = state.settings.candidates
    pool = list(dict.fromkeys([*search.nearest(most), *search.commonest(most), *standing]))
    scores = _scores(state, search, pool, now)
    if not state.settings.link_share:
        return scores
    best = sorted(scores, key=lambda name: (-round(scores[name], 9), name))[:_ROOTS]
    for name, dependents in _going_by(state, search, best):
        scores.update(_scores(state, search, [one for one in dependents if one not in scores], now))
        # Many may name the value; those that fit the query best are what is asked for.
        nearest = sorted(dependents, key=lambda one: (-round(scores[one], 9), one))[:_CARRIED]
        for one in nearest:
            scores[one] = max(scores[one], state.settings.link_share * scores[name])
    return scores


def _scores(state: State, search: Search, names: Sequence[str], now: datetime) -> dict[str, float]:
    settings = state.settings
    near = search.similarity(names)
    common = search.words(names)
    top = max(common.values(), default=0.0) or 1.0
    return {
        name: settings.similarity * near.get(name, 0.0)
        + settings.words * common.get(name, 0.0) / top
        + _own(state, state.items[name], now)
        for name in names
    }


def _own(state: State, item: MemoryItem, now: datetime) -> float:
    settings = state.settings
    mentions = len(item.source_ids) - 1 + item.citations
    return (
        settings.importance * item.importance * item.confidence
        + settings.recency * recency(item, now, settings)
        + settings.frequency * math.log1p(mentions)
    )


def _going_by(
    state: State, search: Search, roots: Sequence[str]
) -> Iterable[tuple[str, list[str]]]:
    """Find the statements that name the value which a root has now."""
    for name in roots:
        run = state.versions.run_of(name)
        user = state.items[name].scope.user
        found = {
            other: None
            for phrase in (value_phrases(run.last) if run is not None else ())
            for other in state.worded_with(user, phrase, _DEPENDENTS, search.admits)
            if other != name and named_in(state.items[other].text, phrase)
        }
        if found:
            yield name, list(found)

"""Room for what holds whatever the task: rules, limits and standing wishes (article A 1.2).

"The budget is capped at 50k" has no word in common with "draft the rollout plan", so no ranking
by similarity alone will ever bring it up. Standing items therefore have a share of every recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_impls.api import ItemKind, MemoryItem, Query, Recalled
from memory_impls.parts.claims import Claim, ValueForm
from memory_impls.parts.rendering import context_tokens

__all__ = ["chosen", "is_standing", "lasts"]

_URGENCY = {ItemKind.CONSTRAINT: 0.34, ItemKind.RULE: 0.32, ItemKind.PREFERENCE: 0.12}
_OWN_PROJECT = 0.06


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Standing items that get room, and the rest, both best first."""

    first: tuple[Recalled, ...]
    rest: tuple[Recalled, ...]


def is_standing(item: MemoryItem, *, lasting: bool) -> bool:
    """Tell whether an item stands: rules and limits always, wishes when meant to last."""
    if item.kind in (ItemKind.CONSTRAINT, ItemKind.RULE):
        return True
    return item.kind is ItemKind.PREFERENCE and lasting


def lasts(claim: Claim) -> bool:
    """Tell whether a wish tells the agent how to do things from now on.

    What somebody merely likes ("I love hiking") is a fact about them, found when it matters.
    """
    return claim.standing and (claim.request or claim.form is ValueForm.POLE)


def chosen(
    items: Sequence[tuple[MemoryItem, Recalled]], query: Query, near: dict[str, float], share: float
) -> Choice:
    """Rank standing items and give them their share of the limits.

    Args:
        items: Standing items that the query sees, with how each is shown.
        query: Its limits are what is shared.
        near: Nearness of each item to the query.
        share: Part of the limits that standing items may take, 0 to 1.
    """
    ranked = sorted(
        items,
        key=lambda pair: (-round(_rank(pair[0], query, near.get(pair[0].id, 0.0)), 6), pair[0].id),
    )
    room = None if query.max_tokens is None else int(query.max_tokens * share)
    places = None if query.max_items is None else int(query.max_items * share)
    wishes = None if room is None else room // 2
    first: list[Recalled] = []
    rest: list[Recalled] = []
    for item, shown in ranked:
        cost = context_tokens([shown]) if room is not None else 0
        fits = room is None or cost <= room
        if wishes is not None and item.kind is ItemKind.PREFERENCE:
            # What binds is never crowded out by what is merely wished.
            fits = fits and cost <= wishes
            wishes -= cost if fits else 0
        if fits and (places is None or len(first) < places):
            first.append(shown)
            room = None if room is None else room - cost
        else:
            rest.append(shown)
    return Choice(first=tuple(first), rest=tuple(rest))


def _rank(item: MemoryItem, query: Query, near: float) -> float:
    own = _OWN_PROJECT if item.scope == query.scope and query.scope.project else 0.0
    used = 0.02 * min(item.citations, 5)
    return near + _URGENCY.get(item.kind, 0.0) + own + used

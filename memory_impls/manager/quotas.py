"""Assembly under quotas: no kind takes all places, and what stands always has some (B 4.3)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from memory_impls.api import ItemKind

__all__ = ["Candidate", "chosen"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An item that may be shown.

    Attributes:
        key: What tells duplicates apart.
        standing: It holds whatever the task, so it may use the reserved places.
    """

    key: str
    kind: ItemKind
    score: float
    standing: bool = False


def chosen(
    ranked: Sequence[Candidate], *, places: int, share: float, standing_share: float
) -> list[str]:
    """Fill the places, best first, and name what takes them in the order of showing.

    A kind takes at most its share, rounded down as in the article, while others have candidates;
    places that stay free are then filled with the best of what was held back. A share of the
    places is kept for standing items, however far they are from the words of the query.

    Args:
        ranked: Candidates, best first.
        places: Most items.
        share: Largest share of the places for one kind, 0 to 1; at least one place.
        standing_share: Share of the places kept for standing items, 0 to 1.

    >>> facts = [Candidate(key=f"f{n}", kind=ItemKind.FACT, score=1.0) for n in range(4)]
    >>> task = Candidate(key="t", kind=ItemKind.TASK_STATE, score=0.1)
    >>> chosen([*facts, task], places=4, share=0.5, standing_share=0.0)
    ['f0', 'f1', 't', 'f2']
    """
    most = max(1, int(places * share))
    kept = math.ceil(places * standing_share)
    first = [one.key for one in ranked if one.standing][:kept]
    taken: Counter[ItemKind] = Counter(one.kind for one in ranked if one.key in first)
    names = dict.fromkeys(first)
    held_back: list[str] = []
    for one in ranked:
        if one.key in names:
            continue
        if len(names) == places:
            break
        if taken[one.kind] < most:
            taken[one.kind] += 1
            names[one.key] = None
        else:
            held_back.append(one.key)
    for key in held_back[: max(0, places - len(names))]:
        names[key] = None
    return list(names)

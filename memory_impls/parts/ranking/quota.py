"""Assembly under a quota: no kind of item takes all the places (article B 4.3)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from memory_impls.api import Recalled

__all__ = ["under_quota"]


def under_quota(ranked: Iterable[Recalled], *, places: int, share: float) -> list[Recalled]:
    """Fill the places, best first, no kind above its share while another has candidates.

    Places that the quota leaves free are filled with the best of what it held back, so a quota
    never shortens an answer.

    Args:
        ranked: Candidates, best first.
        places: How many are chosen at most.
        share: Largest share of the places for one kind, above 0 up to 1; rounded up.
    """
    most = max(1, math.ceil(places * share))
    taken: Counter[str] = Counter()
    chosen: list[Recalled] = []
    held_back: list[Recalled] = []
    for item in ranked:
        if len(chosen) == places:
            break
        if taken[item.kind] < most:
            taken[item.kind] += 1
            chosen.append(item)
        else:
            held_back.append(item)
    return chosen + held_back[: places - len(chosen)]

"""Every threshold of the manager, checked once (article B 6.2: nothing is hard-wired)."""

from __future__ import annotations

from dataclasses import dataclass, fields

from memory_impls.parts.names import UnknownNameError
from memory_impls.parts.transcript import kinds_of

__all__ = ["EXTRACTORS", "RULES", "SUPERSEDED", "Settings"]

RULES = ("never", "similarity", "slot")
"""What makes a new version: nothing; likeness alone (article B 4.2); subject, attribute, guards."""
SUPERSEDED = ("downweight", "exclude")
EXTRACTORS = ("model", "rules")
_SHARES = (
    "update_similarity",
    "update_strength",
    "merge_similarity",
    "kind_share",
    "standing_share",
    "write_threshold",
    "link_share",
)
_LEAST = {
    "shift_after": 1,
    "compared": 1,
    "candidates": 1,
    "places": 1,
    "half_life_days": 0.001,
    "half_life_task_days": 0.001,
    "half_life_stable_days": 0.001,
    "task_window_days": 0.0,
    "short_hours": 0.0,
    "compact_hours": 0.0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The parameters of ``Manager``, whose docstring explains them."""

    rule: str
    update_similarity: float
    update_strength: float
    shift_after: int
    compared: int
    extractor: str
    write_threshold: float
    secret_filter: bool
    superseded: str
    candidates: int
    places: int
    kind_share: float
    standing_share: float
    similarity: float
    words: float
    importance: float
    recency: float
    frequency: float
    half_life_days: float
    half_life_task_days: float
    half_life_stable_days: float
    task_window_days: float
    link_share: float
    compaction: bool
    merge_similarity: float
    compact_hours: float
    short_hours: float
    working: bool
    events: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse values without meaning, naming the parameter and what it may be."""
        for what, value, known in (
            ("rule", self.rule, RULES),
            ("superseded", self.superseded, SUPERSEDED),
            ("extractor", self.extractor, EXTRACTORS),
        ):
            if value not in known:
                raise UnknownNameError(what, value, known)
        kinds_of(self.events)
        for name in _SHARES:
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} is {getattr(self, name)}; give a number from 0 to 1")
        for field in fields(self):
            least = _LEAST.get(field.name)
            if least is not None and getattr(self, field.name) < least:
                value = getattr(self, field.name)
                raise ValueError(f"{field.name} is {value}; give {least} or more")

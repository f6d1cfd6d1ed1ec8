"""Every threshold of the dream, checked once (article B 6.2: nothing is hard-wired)."""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__ = ["POLICIES", "TIERS", "Settings"]

POLICIES = ("count_first", "time_first")
"""Count first: queue length or age, whichever comes first. Time first: age, and queue length only
at three times its limit (article A 4.4: a full dream every one to two days)."""
TIERS = ("off", "article", "reverse")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The parameters of ``Dream``, whose docstring explains them."""

    queue_limit: int
    max_age_hours: float
    policy: str
    stage_trigger: bool
    idle_trigger: bool
    batch: int
    tiers: str
    anchors: bool
    metadata: bool
    full_score: int
    keep_score: int
    compression_ratio: float
    verbatim: bool
    episodes: bool
    overwrite: bool
    overlay: bool
    patterns: bool
    min_repeats: int
    pattern_similarity: float
    shift_after: int
    candidates: int
    forgetting: bool
    half_life_days: float
    archive_below: float
    second_level: bool
    second_level_days: float
    duplicate_similarity: float
    undo_dreams: int
    standing_share: float
    show_history: bool

    def __post_init__(self) -> None:
        """Refuse values without meaning, naming the parameter and what it may be."""
        if self.policy not in POLICIES:
            raise ValueError(f"policy is {self.policy!r}; allowed: {', '.join(POLICIES)}")
        if self.tiers not in TIERS:
            raise ValueError(f"tiers is {self.tiers!r}; allowed: {', '.join(TIERS)}")
        for field in fields(self):
            value = getattr(self, field.name)
            least = _LEAST.get(field.name)
            if least is not None and value < least:
                raise ValueError(f"{field.name} is {value}; give {least} or more")
        for name in (
            "pattern_similarity",
            "duplicate_similarity",
            "standing_share",
            "archive_below",
        ):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} is {getattr(self, name)}; give a number from 0 to 1")
        if self.keep_score > self.full_score:
            raise ValueError(
                f"keep_score {self.keep_score} is above full_score {self.full_score}; "
                "what is kept in full is kept"
            )


_LEAST = {
    "queue_limit": 1,
    "max_age_hours": 0.0,
    "batch": 1,
    "full_score": 1,
    "keep_score": 1,
    "compression_ratio": 1.0,
    "min_repeats": 2,
    "shift_after": 1,
    "candidates": 1,
    "half_life_days": 0.1,
    "second_level_days": 0.1,
    "undo_dreams": 0,
}

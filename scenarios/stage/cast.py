"""What a family plans with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from scenarios.language.pool import Pool
from scenarios.stage.clock import Clock
from scenarios.stage.draws import Draws
from scenarios.stage.knobs import Knobs

__all__ = ["Cast"]

K = TypeVar("K", bound=Knobs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Generic[K]):
    """Words, settings, dates and a stream of draws of the family's own."""

    pool: Pool
    knobs: K
    draws: Draws
    clock: Clock

"""What a family is: a named, versioned way of planning histories, and the history it makes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, TypeVar

from scenarios.api import Scenario, Step
from scenarios.language.pool import read_pool
from scenarios.stage.cast import Cast
from scenarios.stage.clock import Clock
from scenarios.stage.dialogue import own_threads
from scenarios.stage.director import Director
from scenarios.stage.draws import Draws
from scenarios.stage.knobs import Knobs
from scenarios.stage.plot import Plot

__all__ = ["Cast", "Family", "GeneratedScenario", "build"]

_ENOUGH = 16
"""Every family asks something within so many sessions."""


K = TypeVar("K", bound=Knobs)


class Family(ABC, Generic[K]):
    """A way of planning histories.

    Attributes:
        name: Name in the registry.
        version: Raised when a seed would give another history.
        ability: What it tests, in a few words.
        claims: Claims of requirements.md that it serves.
        knobs: The settings it takes.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    ability: ClassVar[str]
    claims: ClassVar[tuple[str, ...]] = ()
    knobs: type[K]

    @abstractmethod
    def plot(self, cast: Cast[K]) -> Plot:
        """Plan a history; the plan of the first sessions must not depend on their number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedScenario(Scenario, Generic[K]):
    """A history that a family makes: a pure function of its fields."""

    maker: Family[K]
    settings: K

    def steps(self) -> Iterator[Step]:
        """Produce the steps lazily, the same ones at every call."""
        pool = read_pool(self.family, language=self.language, pool=self.pool)
        if self.settings.dialogue:
            pool = replace(pool, threads=own_threads(self.settings.dialogue))
        draws = Draws(self.family, self.version, self.seed, self.language, self.pool)
        clock = Clock(draws.sub("clock"), self.settings)
        cast = Cast(pool=pool, knobs=self.settings, draws=draws.sub("plot"), clock=clock)
        return Director(self.maker.plot(cast), pool, self.settings, draws).steps()


def build(
    maker: Family[K],
    *,
    seed: int,
    language: str = "en",
    pool: str = "open",
    knobs: Mapping[str, object] | None = None,
) -> GeneratedScenario[K]:
    """Build one history of a family.

    Raises:
        UnknownNameError: Language, pool or a knob is unknown.
        ValueError: A knob's value is out of range, or the history too short to be asked anything.
        FileNotFoundError: The pool has no language for this family.
    """
    settings = maker.knobs.of(knobs)
    read_pool(maker.name, language=language, pool=pool)
    if settings.dialogue:
        own_threads(settings.dialogue)
    made = GeneratedScenario(
        id=f"{maker.name}/{pool}/{language}/{seed}",
        family=maker.name,
        version=maker.version,
        seed=seed,
        language=language,
        pool=pool,
        knobs=settings.resolved(),
        maker=maker,
        settings=settings,
    )
    if settings.sessions < _ENOUGH and next(made.probes(), None) is None:
        raise ValueError(
            f"{maker.name} asks nothing within {settings.sessions} sessions; "
            f"give knob sessions more, {_ENOUGH} are sure to do"
        )
    return made

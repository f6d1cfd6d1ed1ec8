"""Tasks for a language model, models that run them, and the ledger that books what they cost."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from memory_impls.parts.usage import Phase, Usage

if TYPE_CHECKING:
    from memory_impls.parts.model.tools import OfflineTools

__all__ = ["FailureKind", "Ledger", "Model", "ModelFailure", "Task", "Tier"]

T = TypeVar("T")


class FailureKind(StrEnum):
    """Why a task has no result."""

    EMPTY = "empty"
    """The reply had no visible text."""
    TRUNCATED = "truncated"
    """The reply stopped before it was finished."""
    UNPARSED = "unparsed"
    """The reply is not in the form that was asked for."""
    UNAVAILABLE = "unavailable"
    """There was no reply: an error, a refusal of the endpoint, a time-out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFailure:
    """Stands where a result would be; never raised, so that one bad reply loses nothing else."""

    kind: FailureKind
    message: str


class Tier(StrEnum):
    """Which size of model a task should go to (article A 4.4)."""

    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(ABC, Generic[T]):
    """One piece of work for a model, with everything that sending or standing in for it takes.

    Attributes:
        tier: Size of model wanted; a model with one size ignores it.
    """

    name: ClassVar[str]
    tier: Tier = Tier.LARGE

    @abstractmethod
    def render(self) -> str:
        """Write the prompt. Inserted text is never interpreted as a template."""

    @abstractmethod
    def parse(self, reply: str) -> T:
        """Read a reply.

        Raises:
            ValueError: The reply is not in the form that was asked for.
        """

    @abstractmethod
    def reply(self, result: T) -> str:
        """Write what a model that came to ``result`` would reply; ``parse`` reads it back."""

    @abstractmethod
    def offline(self, tools: OfflineTools) -> T:
        """Solve the task without a language model."""


class Ledger:
    """Books tokens of model calls to the phase that is open; safe to share between threads."""

    def __init__(self) -> None:
        self.usage: dict[Phase, Usage] = {}
        self._phase = Phase.WRITE
        self._lock = threading.Lock()

    @contextmanager
    def phase(self, phase: Phase) -> Iterator[None]:
        """Book every call made inside to ``phase``; the innermost one wins."""
        outer, self._phase = self._phase, phase
        try:
            yield
        finally:
            self._phase = outer

    def book(self, usage: Usage) -> None:
        """Add the cost of one or more calls to the open phase."""
        with self._lock:
            self.usage[self._phase] = self.usage.get(self._phase, Usage()) + usage

    @property
    def total(self) -> Usage:
        """Cost over all phases."""
        total = Usage()
        for phase in Phase:
            total += self.usage.get(phase, Usage())
        return total


class Model(ABC):
    """Runs tasks. Order is kept; a task that cannot be done yields a ``ModelFailure``."""

    ledger: Ledger

    @property
    @abstractmethod
    def identity(self) -> str:
        """Name the model and the settings that change its replies, for the record."""

    @abstractmethod
    def run(self, tasks: Sequence[Task[T]]) -> list[T | ModelFailure]:
        """Run tasks and return one result or failure for each, in the same order."""

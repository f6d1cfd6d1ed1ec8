"""What a cell costs: seconds and model tokens by phase, without the harness's own work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING

from memory_impls.parts.usage import Phase, Usage

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder
    from memory_impls.parts.model import Ledger, Model

__all__ = ["Meter"]


class Meter:
    """Books the time inside a design's methods, and reads its model's ledger.

    Args:
        model: The design's model; None when it takes none.
        embedder: The embedder of the cell; None when it has none.

    Attributes:
        seconds: By phase.
    """

    def __init__(self, model: Model | None = None, embedder: Embedder | None = None) -> None:
        self.seconds: dict[Phase, float] = dict.fromkeys(Phase, 0.0)
        self._ledger = model.ledger if model is not None else None
        self._embedder = embedder
        self._truncated = embedder.truncated if embedder is not None else 0
        self._forks: list[Ledger] = []

    @contextmanager
    def timed(self, phase: Phase) -> Iterator[None]:
        """Book what is done inside to a phase; outside of any, model calls are writes."""
        booking = nullcontext() if self._ledger is None else self._ledger.phase(phase)
        with booking:
            started = perf_counter()
            try:
                yield
            finally:
                self.seconds[phase] += perf_counter() - started

    def tokens(self, phase: Phase) -> int:
        """Tokens of the model calls of a phase so far."""
        return self._booked(phase).tokens

    @property
    def embed_s(self) -> float:
        """Seconds that the cell's embedder has spent, ever."""
        return self._embedder.elapsed_s if self._embedder is not None else 0.0

    @property
    def truncated(self) -> int:
        """Texts of this cell of which the embedder left something out."""
        return self._embedder.truncated - self._truncated if self._embedder is not None else 0

    def adopt(self, model: Model | None) -> None:
        """Book whatever a fork's own model is called for to the phase ``fork``."""
        if model is not None:
            self._forks.append(model.ledger)

    def usage(self) -> dict[Phase, Usage]:
        """Model calls by phase, in the order of the phases; none where there were no calls."""
        booked = {phase: self._booked(phase) for phase in Phase}
        return {phase: usage for phase, usage in booked.items() if usage != Usage()}

    def _booked(self, phase: Phase) -> Usage:
        booked = Usage()
        if self._ledger is not None:
            booked = self._ledger.usage.get(phase, booked)
        if phase is Phase.FORK:
            for ledger in self._forks:
                booked += ledger.total
        return booked

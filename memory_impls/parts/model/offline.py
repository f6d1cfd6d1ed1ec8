"""The model that needs no model: tasks solve themselves, and their tokens are metered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from memory_impls.parts.model.base import FailureKind, Ledger, Model, ModelFailure, Task, Tier
from memory_impls.parts.model.tools import Compression, OfflineTools
from memory_impls.parts.tokens import count_tokens
from memory_impls.parts.usage import Usage

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["OfflineModel"]

T = TypeVar("T")


class OfflineModel(Model):
    """Solve tasks by embeddings and rules, booking the prompt and reply that they stand in for.

    A task of the small tier is solved with more noise: it stands for a cheaper model.

    Args:
        embedder: What similarity rests on; without one, words in common.
        compression: ``extractive`` chooses sentences; ``generalising`` also blurs them.
        generalising_rate: Share of sentences that the generalising mode blurs, 0 to 1.
        score_noise: Standard deviation added to importance scores, in points of 1-5.
        small_noise: Added to ``score_noise`` for tasks of the small tier.
        run: Ordinal of the run; another run draws other noise from the same seed.
    """

    def __init__(
        self,
        *,
        embedder: Embedder | None = None,
        compression: str = Compression.EXTRACTIVE,
        generalising_rate: float = 1.0,
        score_noise: float = 0.0,
        small_noise: float = 0.0,
        seed: int = 0,
        run: int = 0,
    ) -> None:
        if compression not in tuple(Compression):
            raise ValueError(f"compression {compression!r}; allowed: {', '.join(Compression)}")
        if not 0.0 <= generalising_rate <= 1.0:
            raise ValueError(f"generalising_rate {generalising_rate}; give a share from 0 to 1")
        if score_noise < 0.0 or small_noise < 0.0:
            raise ValueError("score_noise and small_noise are standard deviations: 0 or more")
        self.ledger = Ledger()
        self.tools = OfflineTools(
            embedder=embedder,
            compression=Compression(compression),
            generalising_rate=generalising_rate,
            score_noise=score_noise,
            seed=seed,
            run=run,
        )
        self._small = replace(self.tools, score_noise=score_noise + small_noise)

    @property
    def identity(self) -> str:
        """Name the mode and every setting that changes a result."""
        tools = self.tools
        parts = [f"offline-{tools.compression.value}"]
        if tools.compression is Compression.GENERALISING:
            parts.append(f"rate={tools.generalising_rate:g}")
        parts.append(f"noise={tools.score_noise:g}+{self._small.score_noise - tools.score_noise:g}")
        parts.append(f"seed={tools.seed}.{tools.run}")
        parts.append(tools.embedder.identity if tools.embedder else "words")
        return " ".join(parts)

    def run(self, tasks: Sequence[Task[T]]) -> list[T | ModelFailure]:
        """Solve each task; one that meets impossible input fails alone."""
        results: list[T | ModelFailure] = []
        for task in tasks:
            result = self._solve(task)
            results.append(result)
        return results

    def _solve(self, task: Task[T]) -> T | ModelFailure:
        prompt = count_tokens(task.render())
        try:
            result = task.offline(self._small if task.tier is Tier.SMALL else self.tools)
        except ValueError as error:
            self.ledger.book(Usage(calls=1, prompt_tokens=prompt))
            return ModelFailure(kind=FailureKind.UNPARSED, message=str(error))
        self.ledger.book(
            Usage(
                calls=1,
                prompt_tokens=prompt,
                reply_tokens=count_tokens(task.reply(result)),
            )
        )
        return result

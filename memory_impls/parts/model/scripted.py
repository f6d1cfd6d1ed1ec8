"""A model that says what it was told to say, for trying how a design takes bad replies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from memory_impls.parts.model.base import FailureKind, Ledger, Model, ModelFailure, Task
from memory_impls.parts.tokens import count_tokens
from memory_impls.parts.usage import Usage

__all__ = ["ScriptedModel"]

T = TypeVar("T")


class ScriptedModel(Model):
    """Give scripted replies, in order, to tasks of the given names; hand others on.

    Args:
        replies: A text is parsed as a model's reply, a ``ModelFailure`` is returned as it is,
            None hands the task to ``otherwise``. When the script has ended, so do all tasks.
        otherwise: What runs the tasks that the script leaves.
        only: Names of tasks that the script is for; empty means every task.
    """

    def __init__(
        self,
        replies: Iterable[str | ModelFailure | None],
        *,
        otherwise: Model,
        only: Sequence[str] = (),
    ) -> None:
        self.ledger: Ledger = otherwise.ledger
        self.prompts: list[str] = []
        self._replies = iter(replies)
        self._otherwise = otherwise
        self._only = frozenset(only)

    @property
    def identity(self) -> str:
        """Name the script and what stands behind it."""
        return f"scripted over {self._otherwise.identity}"

    def run(self, tasks: Sequence[Task[T]]) -> list[T | ModelFailure]:
        """Answer each task from the script or hand it on."""
        results: list[T | ModelFailure] = []
        for task in tasks:
            result = self._one(task)
            results.append(result)
        return results

    def _one(self, task: Task[T]) -> T | ModelFailure:
        scripted = not self._only or task.name in self._only
        reply = next(self._replies, None) if scripted else None
        if reply is None:
            return self._otherwise.run([task])[0]
        prompt = task.render()
        self.prompts.append(prompt)
        if isinstance(reply, ModelFailure):
            self.ledger.book(Usage(calls=1, unknown_calls=1))
            return reply
        self.ledger.book(
            Usage(
                calls=1,
                prompt_tokens=count_tokens(prompt),
                reply_tokens=count_tokens(reply),
            )
        )
        try:
            return task.parse(reply)
        except ValueError as error:
            return ModelFailure(kind=FailureKind.UNPARSED, message=str(error))

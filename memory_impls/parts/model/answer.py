"""Answer a question from a rendered context, and from nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import ClassVar

from memory_impls.parts.model.base import Task
from memory_impls.parts.model.replies import json_object
from memory_impls.parts.model.tools import OfflineTools
from memory_impls.parts.terms import terms

__all__ = ["NOT_KNOWN", "Answer"]

NOT_KNOWN = "not mentioned"
"""What is answered when the context does not hold the answer."""
_PAST = re.compile(r"^- \((?:[^)]*\b)?(?:superseded|archived)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Task[str]):
    """Answer ``question`` from ``context``."""

    name: ClassVar[str] = "answer"
    question: str
    context: str

    def render(self) -> str:
        """Write the instruction, the context and the question."""
        return "\n".join(
            [
                "Answer the question from the memory below, shortly and in its language. Items "
                f'marked superseded no longer hold. If it is not there, answer "{NOT_KNOWN}". '
                'Answer with a JSON object only: {"answer": "..."}',
                json.dumps({"memory": self.context}, ensure_ascii=False),
                json.dumps({"question": self.question}, ensure_ascii=False),
            ]
        )

    def parse(self, reply: str) -> str:
        """Read the answer.

        Raises:
            ValueError: There is no JSON object with an answer.
        """
        answer = json_object(reply, required=("answer",))["answer"]
        if isinstance(answer, bool) or not isinstance(answer, str | int | float):
            raise ValueError(f"an answer is a text, not {answer!r}")
        return str(answer).strip()

    def reply(self, result: str) -> str:
        """Write the object."""
        return json.dumps({"answer": result}, ensure_ascii=False)

    def offline(self, tools: OfflineTools) -> str:
        """Give the entry that has most in common with the question, if any has."""
        lines = [line for line in self.context.splitlines() if line.startswith("- ")]
        lines = [line for line in lines if not _PAST.match(line)]
        asked = set(terms(self.question))
        if not lines or not asked:
            return NOT_KNOWN
        vectors = tools.vectors([self.question, *lines])
        likeness = vectors[1:] @ vectors[0]
        rates = [
            len(asked & set(terms(line))) / len(asked) + float(near)
            for line, near in zip(lines, likeness, strict=True)
        ]
        best = max(range(len(lines)), key=lambda at: (round(rates[at], 5), -at))
        if not asked & set(terms(lines[best])) and float(likeness[best]) < 0.3:
            return NOT_KNOWN
        return re.sub(r"^- (?:\([^)]*\) )?", "", lines[best])

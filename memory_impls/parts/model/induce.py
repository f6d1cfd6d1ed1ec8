"""State as one rule what several requests have in common (article A 2.2, stage migration)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

from memory_impls.parts.model.base import Task
from memory_impls.parts.model.entries import Entry, listing
from memory_impls.parts.model.replies import json_object
from memory_impls.parts.model.tools import OfflineTools

__all__ = ["Induce"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Induce(Task[str]):
    """Write one sentence that says what the wordings share, values and hardness unchanged."""

    name: ClassVar[str] = "induce"
    wordings: tuple[Entry, ...]

    def render(self) -> str:
        """Write the instruction and the wordings."""
        return "\n".join(
            [
                "These requests were made on different occasions. State as one short rule what all "
                "of them ask for, keeping names, numbers and limits. Answer with a JSON object "
                'only: {"rule": "..."}',
                listing(self.wordings),
            ]
        )

    def parse(self, reply: str) -> str:
        """Read the rule.

        Raises:
            ValueError: There is no JSON object with a rule that is a text with words in it.
        """
        rule = json_object(reply, required=("rule",))["rule"]
        if not isinstance(rule, str) or not rule.strip():
            raise ValueError(f"a rule is a text, not {rule!r}")
        return rule.strip()

    def reply(self, result: str) -> str:
        """Write the object."""
        return json.dumps({"rule": result}, ensure_ascii=False)

    def offline(self, tools: OfflineTools) -> str:
        """Let the wordings nearest to all others speak; two, because one may be oblique."""
        texts = list(dict.fromkeys(entry.text.strip() for entry in self.wordings))
        if not texts:
            raise ValueError("no wordings to state a rule from")
        vectors = tools.vectors(texts)
        closeness = (vectors @ vectors.T).sum(axis=1)
        order = sorted(
            range(len(texts)), key=lambda at: (-round(float(closeness[at]), 5), len(texts[at]), at)
        )
        first = texts[order[0]]
        # The wording least like the first says most about what the habit covers beyond it.
        rest = sorted(
            order[1:], key=lambda at: (round(float(vectors[at] @ vectors[order[0]]), 5), at)
        )
        return first if not rest else f"{first} / {texts[rest[0]]}"

"""Judge whether later statements repeat, replace or stand beside earlier ones."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from memory_impls.parts.claims import Claim, Relation, Verdict, relate
from memory_impls.parts.model.base import Task
from memory_impls.parts.model.replies import json_array
from memory_impls.parts.model.tools import OfflineTools

__all__ = ["Conflict", "Pair"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A later and an earlier statement; ``near`` when said shortly after, in one session."""

    new: Claim
    old: Claim
    at: datetime
    near: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict(Task[tuple[Relation, ...]]):
    """Judge pairs, many in one call; a pair without a verdict in the reply is "distinct"."""

    name: ClassVar[str] = "conflict"
    pairs: tuple[Pair, ...]

    def render(self) -> str:
        """Write the instruction and the pairs."""
        lines = [
            json.dumps(
                {"id": str(at), "earlier": pair.old.text, "later": pair.new.text},
                ensure_ascii=False,
            )
            for at, pair in enumerate(self.pairs)
        ]
        return "\n".join(
            [
                "For each pair say what the later statement is to the earlier one. same: says it "
                "again. update: both are about the very same property of the very same thing, and "
                "the earlier no longer holds. distinct: both can hold. Other numbers, names or "
                "codes of the thing itself make it distinct. Answer with a JSON array only: "
                '[{"id": "...", "verdict": "same|update|distinct"}, ...]',
                *lines,
            ]
        )

    def parse(self, reply: str) -> tuple[Relation, ...]:
        """Join verdicts to pairs by id; unknown ids and words are passed over.

        Raises:
            ValueError: There is no JSON array.
        """
        found: dict[str, Verdict] = {}
        for element in json_array(reply):
            if isinstance(element, dict) and element.get("verdict") in tuple(Verdict):
                found.setdefault(str(element.get("id")), Verdict(element["verdict"]))
        return tuple(
            Relation(verdict=found.get(str(at), Verdict.DISTINCT)) for at in range(len(self.pairs))
        )

    def reply(self, result: tuple[Relation, ...]) -> str:
        """Write the array."""
        return json.dumps(
            [{"id": str(at), "verdict": one.verdict.value} for at, one in enumerate(result)]
        )

    def offline(self, tools: OfflineTools) -> tuple[Relation, ...]:
        """Compare slots, guards and values; similarity only where words do not settle it."""
        return tuple(
            relate(pair.new, pair.old, at=pair.at, similar=tools.similar, near=pair.near)
            for pair in self.pairs
        )

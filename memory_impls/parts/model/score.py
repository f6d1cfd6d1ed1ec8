"""Score entries by importance, 1 to 5, many in one call (article A 3.2, 4.2, 4.4)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from memory_impls.api import EventKind, ItemKind
from memory_impls.parts.claims import Claim, Source, Stance, ValueForm, read
from memory_impls.parts.claims.kinds import chatter, is_log
from memory_impls.parts.claims.sense import Sense, sense_of
from memory_impls.parts.model.base import Task
from memory_impls.parts.model.entries import Anchors, Entry, listing
from memory_impls.parts.model.replies import json_array, json_object
from memory_impls.parts.model.tools import OfflineTools
from memory_impls.parts.normalise import fold
from memory_impls.parts.sentences import split_sentences
from memory_impls.parts.values import protected

__all__ = ["ScoreEntries", "Scores", "importance"]

_SCALE = """\
Score each entry of an agent's memory for its lasting value. 5: a hard limit or key preference.
4: an important fact, decision or solution. 2-3: process, worth a line in a summary. 1: noise.
Answer with one JSON object only, with every entry: {"<id>": 1-5, ...}"""
_EXACT = frozenset({ValueForm.AMOUNT, ValueForm.DATE, ValueForm.CODE, ValueForm.STATE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Scores by entry id, and what was wrong with the reply.

    Attributes:
        missing: Entries without a usable score, in the order asked: ask again, or fall back.
        unknown: Scores for ids that were not asked for; ignored.
        repeated: Further scores for an id; the first one counts.
    """

    scores: Mapping[str, int]
    missing: tuple[str, ...] = ()
    unknown: int = 0
    repeated: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEntries(Task[Scores]):
    """Score a batch of entries, anchored in what is known of goal, stage and user."""

    name: ClassVar[str] = "score"
    entries: tuple[Entry, ...]
    anchors: Anchors = field(default_factory=Anchors)

    def render(self) -> str:
        """Write scale, anchors and entries."""
        return "\n".join([_SCALE, *self.anchors.lines(), listing(self.entries)])

    def parse(self, reply: str) -> Scores:
        """Join scores to entries by id; what cannot be joined or read is counted.

        An array of objects with "id" and "score" is read too.

        Raises:
            ValueError: There is neither, or not one score in it can be used.
        """
        asked = [entry.id for entry in self.entries]
        scores: dict[str, int] = {}
        unknown = repeated = 0
        for element in _elements(reply):
            found = _score(element)
            if found is None:
                continue
            if found[0] not in asked:
                unknown += 1
            elif found[0] in scores:
                repeated += 1
            else:
                scores[found[0]] = found[1]
        if asked and not scores:
            raise ValueError(f"no score from 1 to 5 for any of {len(asked)} entries; ask again")
        missing = tuple(id_ for id_ in asked if id_ not in scores)
        return Scores(scores=scores, missing=missing, unknown=unknown, repeated=repeated)

    def reply(self, result: Scores) -> str:
        """Write the object."""
        return json.dumps(dict(result.scores))

    def offline(self, tools: OfflineTools) -> Scores:
        """Score by what an entry states, how near it is to the goal, and noise if asked for."""
        near = _nearness(self.entries, self.anchors, tools)
        sense = sense_of(tools.embedder)
        scores = {}
        for entry, likeness in zip(self.entries, near, strict=True):
            raw = importance(entry, sense) + max(0.0, likeness - 0.3)
            if tools.score_noise:
                raw += tools.random("score", entry.id, entry.text).gauss(0.0, tools.score_noise)
            scores[entry.id] = min(5, max(1, round(raw)))
        return Scores(scores=scores)


def _elements(reply: str) -> list[object]:
    try:
        return list(json_array(reply))
    except ValueError:
        return [{"id": id_, "score": score} for id_, score in json_object(reply).items()]


def _score(element: object) -> tuple[str, int] | None:
    """Read one element; a score that is no whole number from 1 to 5 is none."""
    if not isinstance(element, dict) or "id" not in element:
        return None
    score = element.get("score")
    if isinstance(score, str) and score.strip().isdecimal():
        score = int(score)
    if isinstance(score, float) and score.is_integer():
        score = int(score)
    if isinstance(score, bool) or not isinstance(score, int) or not 1 <= score <= 5:
        return None
    return str(element["id"]), score


def _nearness(entries: tuple[Entry, ...], anchors: Anchors, tools: OfflineTools) -> list[float]:
    if not anchors or not entries:
        return [0.0] * len(entries)
    vectors = tools.vectors([" ".join(anchors.lines()), *(entry.text for entry in entries)])
    return [float(value) for value in vectors[1:] @ vectors[0]]


def importance(entry: Entry, sense: Sense | None = None) -> float:
    """Estimate the value of an entry from its words alone, 1 to 5."""
    if entry.kind in (EventKind.TOOL_RESULT, EventKind.TOOL_CALL):
        return _of_tool(entry)
    trusted = entry.kind in (EventKind.USER, EventKind.SYSTEM)
    speaker = fold(entry.speaker) or "user"
    source = Source(at=entry.at, speaker=speaker, trusted=trusted, sense=sense)
    claims = read(entry.text, source)
    if entry.kind is EventKind.TASK_STATUS:
        return 3.0
    best = max((_of_claim(claim, trusted) for claim in claims), default=1.0)
    return best if trusted else min(best, 3.0)


def _of_claim(claim: Claim, trusted: bool) -> float:
    if claim.stance is Stance.ASKED:
        return 1.6
    if claim.stance is not Stance.ASSERTED:
        return 2.2
    if claim.kind is ItemKind.CONSTRAINT or claim.correction:
        return 5.0
    if claim.change or claim.kind is ItemKind.PREFERENCE:
        return 4.5 if claim.standing or claim.change else 4.0
    if claim.form in _EXACT or claim.single:
        return 4.0
    if claim.subject.startswith("@") and claim.value:
        return 3.6
    return 3.0 if protected(claim.text) and trusted else 2.4


def _of_tool(entry: Entry) -> float:
    if not entry.ok:
        return 2.0
    sentences = split_sentences(entry.text)
    telling = [s for s in sentences if not is_log(s) and not chatter(s)]
    if entry.kind is EventKind.TOOL_CALL or not telling:
        return 1.2
    source = Source(at=entry.at, trusted=False)
    claims = [claim for sentence in telling for claim in read(sentence, source)]
    if any(claim.form in _EXACT and (claim.single or claim.guards) for claim in claims):
        return 3.4
    return 2.4 if len(telling) >= 0.5 * len(sentences) else 1.4

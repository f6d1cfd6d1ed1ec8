"""One dream over the entries of one scope: collect, score, extract, place, induce, distil, check.

Nothing here changes the memory. The stages end in a ``Proposal``, which is checked and then
committed whole, or, when a model fails or a check does, not at all (article A 2.2; D11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from memory_impls.api import EventKind, MemoryItem
from memory_impls.dream.habits import Likeness, Rule, gathered, rules_for
from memory_impls.dream.notes import Leftover, notes_of
from memory_impls.dream.queue import QueueEntry
from memory_impls.dream.scoring import Fate, Verdict, decide, score
from memory_impls.dream.settings import Settings
from memory_impls.dream.shelf import Shelf
from memory_impls.dream.statements import told
from memory_impls.parts.claims.sense import Sense
from memory_impls.parts.lines import (
    Book,
    Line,
    Placement,
    Saying,
    failure_of,
    judged_by,
    place,
    sayings_of,
    status_of,
)
from memory_impls.parts.model import Anchors, Distil, Model, ModelFailure

__all__ = ["Desk", "Proposal", "propose"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a dream wants to do; every part names the entries it rests on."""

    entries: tuple[QueueEntry, ...]
    verdicts: dict[str, Verdict]
    placements: tuple[Placement, ...]
    rules: dict[str, Rule]
    notes: tuple[MemoryItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a dream works with.

    Attributes:
        likely: Proposes lines for a saying by similarity.
        likeness: Similarity of a text to others.
        sense: Reads wishes and limits by meaning, for embedders that have one.
    """

    book: Book
    shelf: Shelf
    model: Model
    settings: Settings
    likely: Callable[[Saying], Iterable[Line]]
    likeness: Likeness
    sense: Sense | None


def propose(entries: Sequence[QueueEntry], anchors: Anchors, desk: Desk) -> Proposal | ModelFailure:
    """Run the stages over entries of one scope, in order; the first failed call ends it."""
    scores = score(entries, anchors, desk.model, desk.settings)
    if isinstance(scores, ModelFailure):
        return scores
    verdicts = {e.id: decide(e, scores.get(e.id), desk.settings, desk.sense) for e in entries}
    heard = _heard(entries, verdicts, desk)
    if isinstance(heard, ModelFailure):
        return heard
    sayings, leftovers = heard
    placements = place(
        sayings,
        desk.book,
        judge=judged_by(desk.model),
        likely=desk.likely,
        limit=desk.settings.candidates,
        overwrite=desk.settings.overwrite,
    )
    if isinstance(placements, ModelFailure):
        return placements
    placements = gathered(placements, desk.book, desk.likely, desk.likeness, desk.settings)
    rules = rules_for(desk.shelf.rule_runs(_drafted(placements, desk.book)), desk.model)
    if isinstance(rules, ModelFailure):
        return rules
    notes = notes_of(leftovers, len(entries), desk.model, desk.settings)
    if isinstance(notes, ModelFailure):
        return notes
    return Proposal(
        entries=tuple(entries),
        verdicts=verdicts,
        placements=tuple(placements),
        rules=rules,
        notes=tuple(notes),
    )


def _heard(
    entries: Sequence[QueueEntry], verdicts: dict[str, Verdict], desk: Desk
) -> tuple[list[Saying], list[Leftover]] | ModelFailure:
    """Part entries into sayings and leftovers, by fate and kind."""
    full = [e for e in entries if verdicts[e.id].fate is Fate.FULL and _speaks(e)]
    points = {entry_id: verdict.score for entry_id, verdict in verdicts.items()}
    found = told(full, points, desk.model)
    if isinstance(found, ModelFailure):
        return found
    sayings = list(found.sayings)
    if not desk.settings.verbatim:
        retold = _retold(sayings, full, desk)
        if isinstance(retold, ModelFailure):
            return retold
        sayings = retold
    rest: dict[str, list[str]] = {}
    for entry, sentence in found.rest:
        rest.setdefault(entry.id, []).append(sentence)
    leftovers: list[Leftover] = []
    for entry in entries:
        fate = verdicts[entry.id].fate
        if entry.kind is EventKind.TASK_STATUS:
            sayings.extend(sayings_of(entry, [status_of(entry.task, entry.text)], points[entry.id]))
        elif entry.kind is EventKind.TOOL_RESULT and not entry.ok and fate is not Fate.DROP:
            sayings.extend(sayings_of(entry, [failure_of(entry.text)], points[entry.id]))
        elif fate is Fate.COMPRESS:
            leftovers.append(Leftover(entry=entry, text=entry.text))
        elif entry.id in rest:
            leftovers.append(Leftover(entry=entry, text=" ".join(rest[entry.id])))
    return sayings, leftovers


def _speaks(entry: QueueEntry) -> bool:
    """Tell whether an entry is made of words, not of a status or an error."""
    return entry.kind is not EventKind.TASK_STATUS and (
        entry.ok or entry.kind is not EventKind.TOOL_RESULT
    )


def _retold(
    sayings: Sequence[Saying], entries: Sequence[QueueEntry], desk: Desk
) -> list[Saying] | ModelFailure:
    """Without the verbatim rule, let the model retell what is kept in full (article A 4.1)."""
    known = {f"e{at}": entry for at, entry in enumerate(entries)}
    tasks = [
        Distil(entries=(entry.entry(key),), max_notes=1, max_words=200)
        for key, entry in known.items()
    ]
    words: dict[str, str] = {}
    results = desk.model.run(tasks)
    for entry, result in zip(known.values(), results, strict=True):
        if isinstance(result, ModelFailure):
            return result
        for note in result.notes:
            who = f"{entry.speaker}: " if entry.speaker else ""
            words[entry.id] = note.text.removeprefix(who)
    return [
        replace(one, claim=replace(one.claim, text=told_so, clause=told_so))
        for one in sayings
        for told_so in [words.get(one.event_id, one.claim.text)]
    ]


def _drafted(placements: Sequence[Placement], book: Book) -> list[Line]:
    """Copy the lines that sayings would join, with the sayings in them."""
    drafts: dict[str, Line] = {}
    for placement in placements:
        name = placement.line_id or placement.saying.id
        if name not in drafts:
            known = book.get(name)
            drafts[name] = Line(
                id=name,
                scope=placement.saying.scope,
                sayings=list(known.sayings) if known is not None else [],
            )
        drafts[name].add(placement.saying)
    return list(drafts.values())

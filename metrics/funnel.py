"""Where information is lost: seen -> kept -> recalled -> answered, for every atom of a record.

``with_stages`` is the only place where texts are matched; every metric after it is arithmetic on
what is written here, so that scoring a hundred thousand records takes seconds and a stored run
can be scored again without matching.

* ``seen``: an evidence event was observed, and not erased, before the probe. An atom that names
  no evidence takes the probe's; with none at all it counts as seen.
* ``kept``: some item of ``contents`` states it; None for a design that does not list its contents.
* ``recalled``: some shown item states it.
* ``answered``: the answer states it and asserts no forbidden atom; None when none was read or the
  probe does not ask directly. The question counts as said before the answer, and a short answer
  needs no cue: "Oslo" answers "where does she live?".

A probe about the past (``Aspect.HISTORY``, or ``valid_at`` before ``asked_at``) also accepts an
atom stated as past; every other probe wants it stated as current.

Source: design.md, "Where information is lost".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from memory_impls.api import Capability
from memory_impls.parts.normalise import words
from metrics.api import AtomExposure, AtomStage, Cell, Outcome, ProbeRecord, Role
from metrics.evidence import evidence_ids, shares
from metrics.held import Contents, held_at_end
from metrics.matching import Stance, Utterance, hardness_of, stances, utterance_of
from scenarios.api import Aspect, Atom, Forbidden, Hardness, Probe

__all__ = ["Loss", "accepted_stances", "is_staged", "loss_of", "with_stages"]

_ANY = frozenset(Stance)
_CURRENT = frozenset({Stance.CURRENT})
_PAST_TOO = frozenset({Stance.CURRENT, Stance.PAST})
_SHORT_ANSWER_WORDS = 12
"""Up to this length an answer may be the bare value."""


class Loss(StrEnum):
    """The first stage that failed, or why a success is none."""

    NONE = "none"
    UNSEEN = "unseen"
    NOT_KEPT = "not_kept"
    NOT_RECALLED = "not_recalled"
    NOT_ANSWERED = "not_answered"
    GUESSED = "guessed"
    """Right although no evidence was seen."""
    INCONSISTENT = "inconsistent"
    """Right at a stage after one that failed."""


def loss_of(stage: AtomStage) -> Loss:
    """Name the first failing stage of an atom; a later success after it is no success.

    >>> loss_of(AtomStage(atom_id="a", seen=True, kept=True, recalled=False, answered=None))
    <Loss.NOT_RECALLED: 'not_recalled'>
    """
    later = stage.recalled or stage.answered is True
    if not stage.seen:
        return Loss.GUESSED if later or stage.kept else Loss.UNSEEN
    if stage.kept is False:
        return Loss.INCONSISTENT if later else Loss.NOT_KEPT
    if not stage.recalled:
        return Loss.INCONSISTENT if stage.answered else Loss.NOT_RECALLED
    return Loss.NOT_ANSWERED if stage.answered is False else Loss.NONE


def accepted_stances(probe: Probe) -> frozenset[Stance]:
    """Say in which stances a required atom of this probe counts as stated."""
    past = probe.valid_at is not None and probe.valid_at < probe.asked_at
    return _PAST_TOO if past or Aspect.HISTORY in probe.aspects else _CURRENT


def is_staged(cell: Cell) -> bool:
    """Tell whether a cell carries what ``with_stages`` fills."""
    lists = Capability.CONTENTS in cell.capabilities
    return all(map(_is_staged, cell.records)) and not (lists and cell.held is None)


def _is_staged(record: ProbeRecord) -> bool:
    gold = record.probe.gold
    if record.outcome is not Outcome.ASKED:
        return True
    return len(record.stages) == len(gold.required) and len(record.exposures) == len(gold.forbidden)


def with_stages(cell: Cell) -> Cell:
    """Fill stages, exposures and evidence shares of every record of a cell.

    Records that failed or do not apply keep none. Records come back in their order; the trace
    is read once, forward.
    """
    contents = Contents(cell.trace) if Capability.CONTENTS in cell.capabilities else None
    done: dict[int, ProbeRecord] = {}
    for place in sorted(range(len(cell.records)), key=lambda i: cell.records[i].revision):
        record = cell.records[place]
        if contents is not None:
            contents.advance(record.revision)
        if record.outcome is Outcome.ASKED:
            # the trace is the main line's: what a fork holds is known by its recalls only
            record = _staged(record, None if record.role is Role.FORK else contents)
        done[place] = record
    staged = replace(cell, records=tuple(done[place] for place in range(len(cell.records))))
    return staged if contents is None else replace(staged, held=held_at_end(contents, staged))


def _staged(record: ProbeRecord, contents: Contents | None) -> ProbeRecord:
    gold = record.probe.gold
    shown = [(item.item_id, utterance_of(item)) for item in record.shown]
    exposures = tuple(_exposure(record, entry, shown, contents) for entry in gold.forbidden)
    clean = not any(exposure.answered for exposure in exposures)
    return replace(
        record,
        exposures=exposures,
        stages=tuple(_stage(record, atom, shown, contents, clean) for atom in gold.required),
        evidence=shares(record.evidence_texts, record.shown),
    )


def _stage(
    record: ProbeRecord,
    atom: Atom,
    shown: Sequence[tuple[str, Utterance]],
    contents: Contents | None,
    clean: bool,
) -> AtomStage:
    accepted = accepted_stances(record.probe)
    stating = [(item, said) for item, said in shown if stances(said, atom) & accepted]
    answered = _answered(record, atom, accepted)
    return AtomStage(
        atom_id=atom.id,
        seen=_seen(record, atom),
        kept=None if contents is None else contents.holds(atom, accepted),
        recalled=bool(stating),
        answered=answered and clean if answered is not None else None,
        shown_by=tuple(dict.fromkeys(item for item, _ in stating)),
        hardness=_hardness([said for _, said in stating], atom, record.probe.gold.hardness),
    )


def _exposure(
    record: ProbeRecord,
    entry: Forbidden,
    shown: Sequence[tuple[str, Utterance]],
    contents: Contents | None,
) -> AtomExposure:
    atom = entry.atom
    found = [(item, stances(said, atom)) for item, said in shown]
    return AtomExposure(
        atom_id=atom.id,
        reason=entry.reason,
        asserted=any(Stance.CURRENT in stance for _, stance in found),
        present=any(stance for _, stance in found),
        kept=None if contents is None else contents.holds(atom, _ANY),
        answered=_answered(record, atom, _CURRENT),
        shown_by=tuple(dict.fromkeys(item for item, stance in found if stance)),
    )


def _seen(record: ProbeRecord, atom: Atom) -> bool:
    wanted = atom.evidence_ids or evidence_ids(record.probe)
    return not wanted or not set(wanted).isdisjoint(record.seen_ids)


def _answered(record: ProbeRecord, atom: Atom, accepted: frozenset[Stance]) -> bool | None:
    if record.answer is None or not record.probe.direct:
        return None
    said = Utterance(
        text=record.answer, speaker="assistant", at=record.probe.asked_at, topic=record.probe.text
    )
    wanted = _wanted_in(record.answer, atom, record.probe)
    return bool(stances(said, wanted) & accepted)


def _wanted_in(answer: str, atom: Atom, probe: Probe) -> Atom:
    """Drop the cues for a short answer, unless only they tell the atom from a required one."""
    twin = any(atom.id != other.id and atom.value == other.value for other in probe.gold.required)
    if twin or len(words(answer)) > _SHORT_ANSWER_WORDS:
        return atom
    return replace(atom, subject=(), attribute=())


def _hardness(stating: Sequence[Utterance], atom: Atom, wanted: Hardness | None) -> Hardness | None:
    found = {hardness_of(said, atom) for said in stating}
    for hardness in (wanted, Hardness.MUST, Hardness.PREFER):
        if hardness is not None and hardness in found:
            return hardness
    return None

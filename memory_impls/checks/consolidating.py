"""Checks of the optional verbs: reinforcement, triggers, consolidation, honest capabilities."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from memory_impls.api import Action, Capability, ForgetRequest, Memory, Occasion, Unsupported
from memory_impls.checks.core import CheckFailed, Make, require
from memory_impls.checks.driver import (
    answers,
    first_difference,
    listed,
    observe_all,
    replay,
    transcript,
)
from memory_impls.checks.factory import factory_of
from memory_impls.checks.histories import START, asking, mixed_history, statements
from memory_impls.registry import parameters

__all__ = [
    "check_asking_due_changes_nothing",
    "check_claims_what_it_does",
    "check_consolidation_names_its_items",
    "check_describes_itself",
    "check_loses_nothing_before_consolidation",
    "check_only_reinforcement_counts",
    "check_second_consolidation_changes_nothing",
]

_LATER = START + timedelta(days=400)


def check_claims_what_it_does(make: Make) -> None:
    """A capability that is claimed works; a verb that is not claimed raises ``Unsupported``."""
    verbs: dict[Capability, Callable[[Memory, Path], object]] = {
        Capability.CONSOLIDATE: lambda memory, _: memory.consolidate(_LATER, "check"),
        Capability.CONTENTS: lambda memory, _: memory.contents(),
        Capability.FORGET: lambda memory, _: memory.forget(ForgetRequest(item_id="no-such-item")),
        Capability.PERSIST: lambda memory, folder: memory.save(folder),
        Capability.REINFORCE: lambda memory, _: memory.reinforce(["no-such-item"], _LATER),
    }
    for capability, verb in verbs.items():
        memory = make()
        observe_all(memory, mixed_history())
        claimed = capability in memory.capabilities
        with tempfile.TemporaryDirectory() as name:
            try:
                verb(memory, Path(name))
            except Unsupported:
                works = False
            else:
                works = True
        require(works or not claimed, f"it claims {capability} but raises Unsupported")
        require(claimed or not works, f"it does {capability} but does not claim it")
    if Capability.CONSOLIDATE not in make().capabilities:
        _require_never_due(make())


def _require_never_due(memory: Memory) -> None:
    observe_all(memory, mixed_history())
    for occasion in Occasion:
        reason = memory.due(_LATER, occasion)
        require(reason is None, f"it cannot consolidate, but wants to: {reason!r}")


def check_describes_itself(make: Make) -> None:
    """``params`` names the constructor's parameters with values that build an equal memory."""
    memory = make()
    params = dict(memory.params())
    known = set(parameters(type(memory)))
    require(set(params) == known, "params() and the constructor differ", set(params) ^ known)
    again = replace(factory_of(make), params=json.loads(json.dumps(params, default=str)))()
    require(repr(again) == repr(memory), "built from its params it is another", [repr(again)])
    for one in (memory, again):
        replay(one, statements(4))
    difference = first_difference(answers(memory), answers(again))
    require(not difference, f"built from its params it answers otherwise: {difference}")


def check_asking_due_changes_nothing(make: Make) -> None:
    """Asking whether a consolidation is due changes nothing, and gives the same reason again."""
    memory = make()
    observe_all(memory, mixed_history())
    before = transcript(memory)
    for occasion in Occasion:
        reasons = {memory.due(_LATER, occasion) for _ in range(3)}
        require(len(reasons) == 1, f"asked three times, it is due for {len(reasons)} reasons")
    after = transcript(memory)
    require(before == after, f"asking what is due changes {first_difference(before, after)}")


def check_only_reinforcement_counts(make: Make) -> None:
    """Citations and last-referenced move by ``reinforce`` alone, by one for each item and call."""
    memory = make()
    replay(memory, mixed_history())
    answers(memory)
    moved = [i.id for i in memory.contents().items if i.citations or i.last_referenced]
    require(not moved, "items count as cited although nothing was reinforced", moved)
    before = {item.id: item for item in memory.contents().items}
    shown = [item.item_id for item in memory.recall(asking(3, max_items=2)).items]
    chosen = [item_id for item_id in shown if item_id in before]
    memory.reinforce([*chosen, "no-such-item"], _LATER)
    answers(memory)
    for item in memory.contents().items:
        cited = item.id in chosen
        require(item.citations == int(cited), f"an item has {item.citations} citations", [item.id])
        at = _LATER if cited else None
        require(item.last_referenced == at, "last-referenced is not when it was used", [item.id])
        require(item.text == before[item.id].text, "reinforcement changed a text", [item.id])


def check_second_consolidation_changes_nothing(make: Make) -> None:
    """Consolidating twice over the same input is consolidating once."""
    memory = make()
    observe_all(memory, mixed_history())
    memory.consolidate(_LATER, "check")
    before = (listed(memory), answers(memory))
    again = memory.consolidate(_LATER, "check")
    after = (listed(memory), answers(memory))
    difference = first_difference(list(before), list(after))
    require(before == after, f"a second consolidation changes {difference}")
    require(not again.changes, "a second consolidation reports changes", again.changes)


def check_loses_nothing_before_consolidation(make: Make) -> None:
    """However many events wait, every one is held until a consolidation has seen it."""
    memory = make()
    events = list(statements(520))
    observe_all(memory, events)
    held = {source for item in memory.contents().items for source in item.source_ids}
    lost = sorted({e.id for e in events} - held)
    require(not lost, f"{len(lost)} of {len(events)} events are gone before any dream", lost)


def check_consolidation_names_its_items(make: Make) -> None:
    """What a consolidation reports as written or kept is listed, and what it dropped is not."""
    memory = make()
    events = list(mixed_history())
    observe_all(memory, events)
    done = memory.consolidate(_LATER, "check")
    if not done.committed:
        raise CheckFailed("with a working model the consolidation was abandoned")
    held = {item.id for item in memory.contents().items}
    known = {e.id for e in events}
    for change in done.changes:
        kept = change.action is not Action.DROPPED
        there = change.item_id in held
        if change.action in (Action.WRITTEN, Action.SUPERSEDED, Action.ARCHIVED):
            require(there, f"{change.action} but not listed", [change.item_id])
        require(kept or not there, "dropped but still listed", [change.item_id])
        unknown = sorted(set(change.source_ids) - known)
        require(not unknown, "a change names an event that was never fed", unknown)

"""Lines: everything said about one thing, in the order of event time, cut into runs of one value.

A line never overwrites (article A 4.3: the old is demoted, not lost). Which value holds, since
when and until when follows from the times at which things were said, not from their arrival: a
late session with earlier times lands in the past, where it belongs.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memory_impls.api import ItemKind, Scope
from memory_impls.parts.claims import Claim, ValueForm

__all__ = ["Line", "Run", "Same", "Saying", "runs_of", "same_value"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """One claim as it was made.

    Attributes:
        id: The event's id and the ordinal of the claim in it; unique for ever.
        weight: Importance that scoring gave its entry, 0 to 1.
        trust: 2 for the user and the system, 1 for tools, 0 for the assistant.
    """

    id: str
    event_id: str
    claim: Claim
    at: datetime
    session: str
    scope: Scope
    speaker: str
    weight: float = 0.5
    trust: int = 2

    @property
    def since(self) -> datetime:
        """From when it holds: as it says, or from when it was said."""
        return self.claim.since or self.at

    @property
    def order(self) -> tuple[datetime, datetime, str]:
        """Place in a line."""
        return self.since, self.at, self.id


@dataclass(slots=True, kw_only=True)
class Line:
    """All sayings about one thing of one scope, ordered by event time."""

    id: str
    scope: Scope
    sayings: list[Saying] = field(default_factory=list)

    def add(self, saying: Saying) -> None:
        """Put a saying in its place."""
        bisect.insort(self.sayings, saying, key=lambda one: one.order)

    def latest(self, at: datetime) -> Saying | None:
        """Find what was last said by a time; what was meant for a while is passed over."""
        found = None
        for saying in self.sayings:
            if saying.since <= at and not saying.claim.passing:
                found = saying
        return found or (self.sayings[0] if self.sayings else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stretch of a line in which one value holds.

    Attributes:
        until: When it ceased to hold, exclusive; None while it holds.
        replaced_by: Id of the first saying of the run that ended it.
    """

    sayings: tuple[Saying, ...]
    since: datetime
    until: datetime | None = None
    replaced_by: str | None = None

    @property
    def id(self) -> str:
        """Name the run by its first saying."""
        return self.sayings[0].id

    @property
    def last(self) -> Saying:
        """The newest wording."""
        return self.sayings[-1]

    @property
    def kind(self) -> ItemKind:
        """Kind of the strongest saying: a limit stays one however it is repeated."""
        kinds = {saying.claim.kind for saying in self.sayings}
        for kind in (
            ItemKind.CONSTRAINT,
            ItemKind.PREFERENCE,
            ItemKind.METHOD,
            ItemKind.TASK_STATE,
        ):
            if kind in kinds:
                return kind
        return ItemKind.FACT


Same = Callable[[Saying, Saying], bool]
"""Tells whether a later saying gives the value of an earlier one."""


def same_value(old: Saying, new: Saying) -> bool:
    """Tell whether two sayings about one thing give it the same value."""
    return _same(old.claim, new.claim)


def runs_of(line: Line, *, shift_after: int = 1, same: Same = same_value) -> list[Run]:
    """Cut a line into runs.

    A saying meant for a while ("just this once", "until Friday") is a run of its own that ends by
    itself and does not end the run around it. A mere request for the contrary is no change of a
    standing habit until it was made ``shift_after`` times in a row.

    Args:
        line: What was said about one thing.
        shift_after: Requests for the contrary that change a standing habit.
        same: Tells which sayings belong to one run.
    """
    steady = [saying for saying in line.sayings if not saying.claim.passing]
    groups = _grouped(steady, shift_after, same)
    found = []
    for at, group in enumerate(groups):
        after = groups[at + 1] if at + 1 < len(groups) else None
        found.append(
            Run(
                sayings=tuple(group),
                since=group[0].since,
                until=max(after[0].since, group[0].since) if after else None,
                replaced_by=after[0].id if after else None,
            )
        )
    found.extend(_passing(line.sayings))
    return sorted(found, key=lambda run: (run.since, run.id))


def _grouped(sayings: Sequence[Saying], shift_after: int, same: Same) -> list[list[Saying]]:
    groups: list[list[Saying]] = []
    for saying in sayings:
        if groups and same(groups[-1][-1], saying):
            groups[-1].append(saying)
        else:
            groups.append([saying])
    if shift_after < 2:
        return groups
    return list(_merged_back(groups, shift_after, same))


def _merged_back(
    groups: list[list[Saying]], shift_after: int, same: Same
) -> Iterator[list[Saying]]:
    """Pass over groups too weak to be a change; the habit around them goes on."""
    kept: list[list[Saying]] = []
    for group in groups:
        if kept and _weak(group, shift_after) and not _weak(kept[-1], shift_after):
            continue
        if kept and same(kept[-1][-1], group[0]):
            kept[-1].extend(group)
        else:
            kept.append(group)
    yield from kept


def _weak(group: Sequence[Saying], shift_after: int) -> bool:
    """Tell whether sayings are one-off requests, too few to show a change of mind."""
    mild = all(s.claim.request and not s.claim.standing and not s.claim.change for s in group)
    return mild and len({saying.event_id for saying in group}) < shift_after


def _same(old: Claim, new: Claim) -> bool:
    if old.form is ValueForm.POLE:
        return new.value == old.value
    if old.value_key == new.value_key:
        return True
    ours, theirs = set(old.value_key), set(new.value_key)
    exact = {ValueForm.AMOUNT, ValueForm.DATE, ValueForm.CODE, ValueForm.STATE}
    if new.form in exact or old.form in exact:
        return False
    return bool(ours & theirs) and len(ours & theirs) >= 0.6 * len(ours | theirs)


def _passing(sayings: Sequence[Saying]) -> Iterator[Run]:
    for saying in sayings:
        if saying.claim.passing:
            yield Run(sayings=(saying,), since=saying.since, until=saying.claim.until)

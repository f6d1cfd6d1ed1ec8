"""Stitching cues into a conversation: each a session of its own, at its time gap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from memory_impls.api import Event, EventKind
from scenarios.api import Gold, Probe
from scenarios.public.locomo_plus_cues import Cue
from scenarios.public.locomo_talk import Talk
from scenarios.public.scribe import Scribe

__all__ = ["Stitch"]

_ASKED_AFTER = timedelta(days=7)
"""From the start of the last session to the triggers, as in the published code."""
_APART = timedelta(minutes=10)
"""Between a cue and what comes before it, at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stitch:
    """A conversation with cues in it; called, it writes the events.

    Attributes:
        ordinal: Position of the history, from 1.
    """

    talk: Talk
    cues: tuple[Cue, ...]
    ordinal: int

    def __call__(self) -> Iterator[Event]:
        """Produce the events."""
        return iter(self._written()[0].events)

    @property
    def size(self) -> int:
        """Number of events."""
        return len(self.talk.events) + sum(len(cue.turns) for cue in self.cues)

    @property
    def early(self) -> int:
        """Number of cues that fall before the first session."""
        first = self.talk.events[0].at
        return sum(at < first for at, _ in self._cue_times())

    def probes(self) -> list[Probe]:
        """Build the questions: the trigger, with the cue's own turns as evidence."""
        scribe, evidence = self._written()
        return [
            Probe(
                id=cue.name,
                text=cue.trigger,
                scope=scribe.scope,
                asked_at=self._asked_at,
                gold=Gold(
                    evidence_ids=evidence[cue.name],
                    rubric=(f"The reply takes up what was said before: {_own_words(cue)}",),
                ),
                category=cue.relation,
                direct=False,
                session=scribe.last_session,
            )
            for cue in self.cues
        ]

    @property
    def _asked_at(self) -> datetime:
        last = self.talk.events[-1].session
        return next(e.at for e in self.talk.events if e.session == last) + _ASKED_AFTER

    def _cue_times(self) -> list[tuple[datetime, Cue]]:
        """When each cue is due, in order; cues of the same time keep the file's order."""
        times = [(self._asked_at - cue.gap, cue) for cue in self.cues]
        return sorted(times, key=lambda timed: timed[0])

    def _written(self) -> tuple[Scribe, dict[str, tuple[str, ...]]]:
        scribe = Scribe(self.ordinal)
        evidence: dict[str, tuple[str, ...]] = {}
        sessions = [tuple(group) for _, group in groupby(self.talk.events, lambda e: e.session)]
        waiting = self._cue_times()
        for session in sessions:
            while waiting and waiting[0][0] < session[0].at:
                at, cue = waiting.pop(0)
                evidence[cue.name] = self._say(scribe, at, cue)
            scribe.open(session[0].at)
            for event in session:
                scribe.say(event.kind, event.text, speaker=event.speaker, at=event.at)
        for at, cue in waiting:
            evidence[cue.name] = self._say(scribe, at, cue)
        return scribe, evidence

    def _say(self, scribe: Scribe, at: datetime, cue: Cue) -> tuple[str, ...]:
        """Say a cue in a session of its own; give the events of the one who is bound by it."""
        if scribe.events:  # a cue that falls into a session comes after it
            at = max(at, scribe.events[-1].at + _APART)
        scribe.open(at)
        own: list[str] = []
        for first, text in cue.turns:
            speaker = self.talk.speakers[0 if first else 1]
            event = scribe.say(EventKind.USER, text, speaker=speaker)
            if first:
                own.append(event.id)
        return tuple(own)


def _own_words(cue: Cue) -> str:
    return " ".join(text for first, text in cue.turns if first)

"""When things happen: a pure function of the session's ordinal, so any date is known at once."""

from __future__ import annotations

from copy import copy
from datetime import UTC, datetime, timedelta

from scenarios.stage.draws import Draws, seed_of
from scenarios.stage.knobs import Knobs

__all__ = ["AFTER", "Clock"]

AFTER = 0.4
"""Part of the stretch between two sessions at which probes and other beats begin."""
_KEPT = 256
_EPOCH = datetime(2022, 1, 3, tzinfo=UTC)


class Clock:
    """Dates of one history.

    Session ``s`` starts on the day ``s`` gaps after the first, plus up to a quarter of a gap. Its
    talk and the talk of others end before ``AFTER`` of a gap after its start.
    """

    def __init__(self, draws: Draws, knobs: Knobs) -> None:
        days = knobs.months * 30.0 / knobs.sessions if knobs.months else knobs.gap_days
        self.gap = timedelta(days=max(days, 1.0))
        self._seed = draws.below(1 << 30)
        self._base = _EPOCH + timedelta(days=draws.below(900))
        self._first = 0
        self._starts: dict[int, datetime] = {}

    def later(self, sessions: int) -> Clock:
        """Give the clock of a story that begins some sessions later: its session 0 is then."""
        clock = copy(self)
        clock._first = self._first + sessions
        return clock

    def start(self, session: int) -> datetime:
        """Say when a session starts, to the minute: between 7 and 20 o'clock."""
        session += self._first
        start = self._starts.get(session)
        if start is None:
            drawn = seed_of(self._seed, session)
            day = self._base + self.gap * (session + (drawn % 997) / 997 * 0.25)
            midnight = day.replace(hour=0, minute=0, second=0, microsecond=0)
            start = midnight + timedelta(minutes=60 * 7 + (drawn >> 20) % (60 * 13))
            if len(self._starts) > _KEPT:
                self._starts.clear()
            self._starts[session] = start
        return start

    def at(self, moment: float) -> datetime:
        """Say when a moment is: 2.4 lies 0.4 of a gap after the start of session 2."""
        session = int(moment)
        return _to_minute(self.start(session) + self.gap * (moment - session))

    def beats(self, session: int) -> datetime:
        """Say when what follows a session begins."""
        return self.at(session + AFTER)


def _to_minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)

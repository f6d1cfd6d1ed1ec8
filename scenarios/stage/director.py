"""Plays a plot: lays it out over sessions, surrounds it with ordinary talk, asks the questions.

Only the director knows which event states which fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from memory_impls.api import EventKind, ForgetRequest, Scope, TaskState
from scenarios.api import Ask, Forget, Idle, Probe, Reingest, Restart, Step, Use
from scenarios.language.pool import Pool
from scenarios.stage.clock import Clock
from scenarios.stage.draws import Draws
from scenarios.stage.filler import Filler
from scenarios.stage.knobs import Knobs
from scenarios.stage.plot import (
    Beat,
    EraseBeat,
    ForkBeat,
    Line,
    Plot,
    Question,
    Scene,
    Tool,
    UseBeat,
)
from scenarios.stage.record import Record
from scenarios.stage.scribe import Scribe
from scenarios.stage.voice import Voice

__all__ = ["Director"]

_JOINTS = {"en": " ", "zh": ""}
_ENDS = ".!?。！？"
_BURIED = 0.7
"""Share of planted statements that stand inside ordinary talk."""
_PAD_EXCHANGES = 40
"""Exchanges in a session that only buries what was said before."""

Owner = tuple[int, str | None]
"""Ordinal of the user and, if any, the project."""


class Director:
    """Plays one plot once; make a new one for each pass.

    Args:
        plot: What is to happen.
        pool: The words.
        knobs: How much surrounds it.
        draws: Stream of the whole history.
    """

    def __init__(self, plot: Plot, pool: Pool, knobs: Knobs, draws: Draws) -> None:
        self._plot = plot
        self._knobs = knobs
        self._draws = draws
        self._clock = Clock(draws.sub("clock"), knobs)
        self._voice = Voice(pool, draws.sub("voice"))
        self._filler = Filler(pool, draws.sub("filler"), length=knobs.length, typos=knobs.typos)
        self._scribe = Scribe(pool.language, counting=knobs.burial_tokens > 0)
        self._record = Record(plot, self._clock, self._voice, pool.language)
        self._near = draws.sub("near")
        self._joint = _JOINTS[pool.language]
        self._depths: dict[str, int] = {}

    def steps(self) -> Iterator[Step]:
        """Play every session and what follows it."""
        for session in range(self._knobs.sessions):
            yield from self._talk(session)
            yield from self._beats(session)

    # sessions -------------------------------------------------------------------------------

    def _talk(self, session: int) -> Iterator[Step]:
        """Play the main session and those of others that fall into the same stretch of time."""
        home: Owner = (0, self._plot.project)
        by_owner: dict[Owner, list[Scene]] = {home: []}
        for scene in self._plot.scenes.get(session, ()):
            by_owner.setdefault(self._owner(scene[0]), []).append(scene)
        draws = self._draws.sub("session", session)
        for owner in self._bystanders(draws):
            by_owner.setdefault(owner, [])
        start = self._clock.start(session)
        width = self._clock.gap * (0.36 / len(by_owner))
        for place, (owner, planted) in enumerate(by_owner.items()):
            turns = self._knobs.turns if owner == home else max(2, self._knobs.turns // 2)
            turns = max(turns + draws.between(-1, 1), len(planted) + 1)
            tick = min(timedelta(seconds=75), width / (turns * 12 + 1))
            self._scribe.open(_scope(owner), start + width * place, tick)
            yield from self._session(planted, turns, draws)

    def _owner(self, line: Line) -> Owner:
        return line.user, line.project or (self._plot.project if line.user == 0 else None)

    def _bystanders(self, draws: Draws) -> list[Owner]:
        others: list[Owner] = [(user, None) for user in range(1, self._knobs.users)]
        others += [(0, f"side{n}") for n in range(1, self._knobs.projects)]
        return [owner for owner in others if draws.chance(0.5)]

    def _session(self, planted: Sequence[Scene], turns: int, draws: Draws) -> Iterator[Step]:
        """Play planted scenes, in order, at drawn places among ordinary exchanges."""
        self._filler.turn()
        places = sorted(draws.sample(range(turns), len(planted)))
        scenes = dict(zip(places, planted, strict=True))
        uses = set(draws.sample(range(turns), min(self._knobs.uses, turns)))
        for place in range(turns):
            if place in scenes:
                yield from self._scene(scenes[place], draws)
            elif draws.chance(self._knobs.agent):
                yield from self._job()
            else:
                yield from self._ordinary(draws, use=place in uses)

    def _ordinary(self, draws: Draws, *, use: bool) -> Iterator[Step]:
        if self._plot.near and not draws.chance(self._knobs.noise):
            near = self._near.pick(self._plot.near)
            user = self._voice.say(near.form, near.slots)
            assistant = self._voice.say(near.reply, near.slots)
        else:
            user, assistant = self._filler.exchange()
        scribe = self._scribe
        yield scribe.write(EventKind.USER, user)
        if use:
            yield Use(text=user, scope=scribe.scope, at=scribe.now)
        yield scribe.write(EventKind.ASSISTANT, assistant)

    def _job(self) -> Iterator[Step]:
        for kind, name, text in self._filler.job():
            if kind is EventKind.TASK_STATUS:
                tool = Tool(task=self._filler.task, state=TaskState(name), goal=text)
                yield self._scribe.write(kind, text, tool=tool)
            else:
                tool_used = Tool(name=name, arguments=text) if name else None
                yield self._scribe.write(kind, text, tool=tool_used)

    def _scene(self, scene: Scene, draws: Draws) -> Iterator[Step]:
        for line in scene:
            text = self._voice.say(line.form, line.slots)
            reply = self._voice.say(line.reply, line.slots) if line.reply else ""
            if line.by is EventKind.USER and not line.alone and draws.chance(_BURIED):
                user, assistant = self._filler.exchange()
                text = self._joined(text, user) if draws.chance(0.5) else self._joined(user, text)
                reply = reply and self._joint.join((reply, assistant))
            step = self._scribe.write(line.by, text, tool=line.tool, priority=line.priority)
            self._record.note(step.event.id, line.states)
            self._depths.update(dict.fromkeys(line.states, self._scribe.tokens))
            yield step
            if reply and line.by is EventKind.USER:
                yield self._scribe.write(EventKind.ASSISTANT, reply)

    def _joined(self, one: str, two: str) -> str:
        """Join two pieces of a message; what does not end a sentence ends a line."""
        return one + (self._joint if one[-1] in _ENDS else "\n") + two

    # what follows a session -----------------------------------------------------------------

    def _beats(self, session: int) -> Iterator[Step]:
        beats = self._plot.beats.get(session, ())
        if self._knobs.burial_tokens:
            yield from self._bury(session, beats)
        at = self._clock.beats(session)
        pause = min(timedelta(minutes=3), self._clock.gap * 0.002)
        for place, beat in enumerate(beats):
            yield self._beat(beat, session, at + pause * place)

    def _beat(self, beat: Beat, session: int, at: datetime) -> Step:
        if isinstance(beat, Question):
            return Ask(probe=self._probe(beat, session, at))
        if isinstance(beat, EraseBeat):
            ids = frozenset(event for key in beat.facts for event in self._record.evidence(key))
            return Forget(request=ForgetRequest(event_ids=ids), at=at)
        if isinstance(beat, ForkBeat):
            probes = tuple(self._probe(question, session, at) for question in beat.questions)
            return (
                Reingest(at=at, probes=probes) if beat.reingest else Restart(at=at, probes=probes)
            )
        if isinstance(beat, UseBeat):
            scope = _scope((0, beat.project or self._plot.project))
            return Use(text=self._voice.say(beat.form, beat.slots), scope=scope, at=at)
        return Idle(at=at)

    def _probe(self, question: Question, session: int, at: datetime) -> Probe:
        own = self._plot.project if question.user == 0 else None
        scope = _scope((question.user, question.project or own))
        return self._record.probe(question, at=at, session=session, scope=scope)

    def _bury(self, session: int, beats: Sequence[Beat]) -> Iterator[Step]:
        """Add sessions of filler until every fact asked for lies deep enough."""
        asked = [key for beat in beats if isinstance(beat, Question) for key in beat.required]
        if not asked:
            return
        deepest = max(self._depths.get(key, 0) for key in asked)
        start = self._clock.at(session + 0.37)
        exchanges = 0
        while self._scribe.tokens - deepest < self._knobs.burial_tokens:
            if exchanges % _PAD_EXCHANGES == 0:
                begin = start + timedelta(seconds=0.5 * exchanges)
                home = _scope((0, self._plot.project))
                self._scribe.open(home, begin, timedelta(seconds=0.2))
            user, assistant = self._filler.exchange()
            yield self._scribe.write(EventKind.USER, user)
            yield self._scribe.write(EventKind.ASSISTANT, assistant)
            exchanges += 1


def _scope(owner: Owner) -> Scope:
    return Scope(user=f"u{owner[0] + 1}", project=owner[1])

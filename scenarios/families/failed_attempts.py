"""Failed attempts: what was tried for a problem and did not work, and what did.

Purpose: when the problem comes up again, is each failed attempt shown, as failed, so that it is not
repeated, and is what worked in the end shown too? Attempts are agent steps with errors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from memory_impls.api import EventKind, Priority, TaskState
from scenarios.api import Aspect
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Line, Plot, Tool
from scenarios.stage.schedule import ages, scattered, share

__all__ = ["FailedAttempts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedAttemptsKnobs(Knobs):
    """Settings of the family."""

    problems: int = knob(3, 1, 4, "problems that are worked on")
    failures: int = knob(2, 1, 4, "attempts at each that fail before one works")


class FailedAttempts(Family[FailedAttemptsKnobs]):
    """Attempts that failed, then one that worked."""

    name: ClassVar[str] = "failed_attempts"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "remembers which attempts failed, so that they are not repeated"
    claims: ClassVar[tuple[str, ...]] = ("C31",)
    knobs = FailedAttemptsKnobs

    def plot(self, cast: Cast[FailedAttemptsKnobs]) -> Plot:
        """Try, fail, try again, succeed; ask what was tried whenever it matters."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.problems, topics="problems")):
            matter.near(plot)
            _work(plot, matter, place, cast)
        return plot


def _work(plot: Plot, matter: Matter, place: int, cast: Cast[FailedAttemptsKnobs]) -> None:
    knobs = cast.knobs
    *wrong, right = matter.values(knobs.failures + 1, cast)
    failed = [
        matter.fact(plot, f"failed{n}", drawn, attribute=cast.pool.lists["failed_cues"])
        for n, drawn in enumerate(wrong)
    ]
    worked = matter.fact(plot, "worked", right, attribute=cast.pool.lists["worked_cues"])
    for number, fact in enumerate(failed):
        session = place + 2 * number
        plot.say(session, *_attempt(matter, fact, place, ok=False))
        known = tuple(failed[: number + 1])
        plot.then(
            session + 1,
            matter.question(f"tried{number}", "task_again", required=known, category="failed"),
        )
    done = place + 2 * knobs.failures + 1
    plot.say(done, *_attempt(matter, worked, place, ok=True))
    for session, draws in scattered(matter.draws, share(knobs.distractors, knobs.problems, place)):
        twin = matter.about(draws.pick(matter.others), matter.key)
        plot.say(session, *_unnoted(_attempt(twin, draws.pick(failed), place, ok=True)))
    rounds = ages(first=done + 1, step=3, growth=3, sessions=knobs.sessions)
    for round_, session in enumerate(rounds):
        form = "ask_failed" if round_ % 2 == 0 else "ask_worked"
        required = tuple(failed) if round_ % 2 == 0 else (worked,)
        plot.then(session, matter.question(f"r{round_}", form, required=required, category=form))
    if place == 0:
        fork = matter.question(
            "fork",
            "ask_failed",
            required=tuple(failed),
            aspects=(Aspect.RESTART,),
            category="failed",
        )
        plot.then(done + 2, ForkBeat(questions=(fork,)))


def _attempt(matter: Matter, fact: Fact, place: int, *, ok: bool) -> tuple[Line, ...]:
    """Make the agent's steps of one attempt; its report states how it went."""
    state = TaskState.DONE if ok else TaskState.FAILED
    status = Tool(task=f"w{place}", state=state, goal=matter.topic.text("goal"))
    tool = Tool(name="shell", ok=ok)
    log = "log_good" if ok else "log_bad"
    return (
        matter.line("try_wanted", reply="", alone=True),
        matter.line("try_call", by=EventKind.TOOL_CALL, tool=tool),
        matter.line(
            log,
            by=EventKind.TOOL_RESULT,
            tool=tool,
            priority=Priority.NORMAL if ok else Priority.LOW,
        ),
        matter.line("attempt_worked" if ok else "attempt_failed", fact, by=EventKind.ASSISTANT),
        matter.line("try_status", by=EventKind.TASK_STATUS, tool=status, state=str(state)),
    )


def _unnoted(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(replace(line, states=()) for line in lines)

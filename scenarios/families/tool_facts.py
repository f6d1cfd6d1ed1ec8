"""Tool facts: what only a tool's result says, in the formats that tools use.

Purpose: are facts that stand in tool results, among other fields and log lines, kept and found, and
is a later result of the same call the one in force? The talk around never says them. Distractors:
results for other subjects with the same value, and calls that failed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from memory_impls.api import EventKind, Priority
from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.language.notations import plain
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Line, Plot, Question, Tool
from scenarios.stage.schedule import ages, scattered, share

__all__ = ["ToolFacts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFactsKnobs(Knobs):
    """Settings of the family."""

    calls: int = knob(4, 1, 6, "things that are looked up with a tool")
    again: int = knob(2, 0, 6, "of these, looked up again later with another result")


class ToolFacts(Family[ToolFactsKnobs]):
    """Facts that stand in tool results and nowhere else."""

    name: ClassVar[str] = "tool_facts"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "keeps what tools returned, and the newest of it"
    claims: ClassVar[tuple[str, ...]] = ("C29", "C30")
    knobs = ToolFactsKnobs

    def plot(self, cast: Cast[ToolFactsKnobs]) -> Plot:
        """Look things up, some twice; ask for what came back."""
        plot = Plot()
        for place, matter in enumerate(matters(cast, cast.knobs.calls, topics="tooled")):
            matter.near(plot)
            _look_up(plot, matter, place, cast)
        return plot


def _look_up(plot: Plot, matter: Matter, place: int, cast: Cast[ToolFactsKnobs]) -> None:
    knobs = cast.knobs
    change = 7 + 2 * place if place < knobs.again else None
    one, two = matter.values(2, cast)
    first = matter.fact(plot, "first", one, since=place, until=change)
    plot.say(place, *call(matter, first))
    for session, draws in scattered(matter.draws, share(knobs.distractors, knobs.calls, place)):
        twin = matter.about(draws.pick(matter.others), matter.key)
        if draws.chance(knobs.nearness):
            plot.say(session, *failed_call(matter))
        else:
            plot.say(session, *call(twin, first, states=False))
    plot.then(4, matter.question("before", required=(first,), category="tool"))
    latest = first
    if change is not None:
        latest = matter.fact(plot, "again", two, since=change)
        plot.say(change, *call(matter, latest))
    rounds = ages(first=change or 7, step=3, growth=4, sessions=knobs.sessions)
    for round_, session in enumerate(rounds):
        plot.then(session, _after(matter, f"after{round_}", first, latest, round_))
    if place < 2:
        fork = _after(matter, "fork", first, latest, 0)
        plot.then((change or 7) + 1, ForkBeat(questions=(fork,), reingest=place == 0))


def _after(matter: Matter, name: str, first: Fact, latest: Fact, round_: int) -> Question:
    changed = latest is not first
    return matter.question(
        name,
        "task" if round_ % 2 else "ask",
        required=(latest,),
        forbidden=((first, Reason.STALE),) if changed else (),
        aspects=(Aspect.AFTER_CHANGE,) if changed else (),
        before="before",
        category="tool again" if changed else "tool",
    )


def call(matter: Matter, fact: Fact, *, states: bool = True) -> tuple[Line, ...]:
    """Make the request, the call, its result, which alone states the fact, and the reply."""
    tool = Tool(name=matter.topic.text("tool"))
    result = matter.line("tool_record", fact, states=states, by=EventKind.TOOL_RESULT, tool=tool)
    return (
        matter.line("tool_wanted", reply="", alone=True),
        matter.line("tool_call", by=EventKind.TOOL_CALL, tool=tool),
        replace(result, slots={**result.slots, "value": plain(fact.value)}),
        matter.line("tool_told", by=EventKind.ASSISTANT),
    )


def failed_call(matter: Matter) -> tuple[Line, ...]:
    """Make a request whose call fails."""
    bad = Tool(name=matter.topic.text("tool"), ok=False)
    return (
        matter.line("tool_wanted", reply="", alone=True),
        matter.line("tool_call", by=EventKind.TOOL_CALL, tool=bad),
        matter.line("tool_error", by=EventKind.TOOL_RESULT, tool=bad, priority=Priority.LOW),
        matter.line("tool_failed", by=EventKind.ASSISTANT),
    )

"""Task state: what is done, what comes next, what is pending, how often it failed.

Purpose: is the present state of a task shown, and no earlier one, days and weeks later; are two
tasks kept apart? States come as task events and in the agent's words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from memory_impls.api import EventKind, TaskState
from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.language.topic import Topic
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Line, Plot, Question, Tool
from scenarios.stage.schedule import ages

__all__ = ["TaskStates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStatesKnobs(Knobs):
    """Settings of the family."""

    tasks: int = knob(2, 1, 4, "tasks that are worked on side by side")
    stages: int = knob(4, 2, 6, "stages that each goes through")


class TaskStates(Family[TaskStatesKnobs]):
    """Tasks that move through stages."""

    name: ClassVar[str] = "task_state"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "knows where a task stands now: stage, next step, pending, failures"
    claims: ClassVar[tuple[str, ...]] = ("C24", "C25")
    knobs = TaskStatesKnobs

    def plot(self, cast: Cast[TaskStatesKnobs]) -> Plot:
        """Move every task on every few sessions; ask for the present state."""
        plot = Plot()
        knobs = cast.knobs
        aspects = {topic.key: topic for topic in cast.pool.topics["states"]}
        (base,) = matters(cast, 1, topics="states", others=knobs.tasks)
        for place, subject in enumerate((base.subject, *base.others)[: knobs.tasks]):
            _task(plot, base, aspects, subject, place, cast)
        return plot


def _task(
    plot: Plot,
    base: Matter,
    aspects: dict[str, Topic],
    subject: str,
    place: int,
    cast: Cast[TaskStatesKnobs],
) -> None:
    knobs = cast.knobs
    own = {
        key: replace(
            base,
            topic=topic,
            subject=subject,
            key=f"t{place}{key}",
            draws=base.draws.sub(place, key),
        )
        for key, topic in sorted(aspects.items())
    }
    own["stage"].near(plot)
    chains = {key: _chain(plot, matter, place, knobs.stages) for key, matter in own.items()}
    for number in range(knobs.stages):
        session = place + 3 * number
        lines = [
            _line(own[key], chain[number], key, place, number) for key, chain in chains.items()
        ]
        plot.say(session, *lines)
        for offset, key in enumerate(sorted(own)):
            if (number + offset + place) % 2 == 0:
                ask = _question(own[key], chains[key], number, f"s{number}", number)
                plot.then(session + offset % 2, ask)
    last = place + 3 * knobs.stages
    for round_, session in enumerate(ages(first=last, step=3, growth=2, sessions=knobs.sessions)):
        for key in ("stage", "failures"):
            question = _question(own[key], chains[key], knobs.stages - 1, f"late{round_}", round_)
            plot.then(session, question)
    if place == 0:
        fork = _question(own["next"], chains["next"], knobs.stages - 1, "fork", 0)
        plot.then(last, ForkBeat(questions=(fork,)))


def _chain(plot: Plot, matter: Matter, place: int, stages: int) -> list[Fact]:
    """Plan the successive values of one aspect; stages of a list come in its order."""
    spec = matter.topic.data["value"]
    values = matter.values(stages)
    if "options" in spec and spec.get("ordered"):
        order = [str(option) for option in spec["options"]]
        values.sort(key=lambda drawn: order.index(drawn.value.text))
    if spec["kind"] == "number":
        values.sort(key=lambda drawn: int(drawn.value.text))
    return [
        matter.fact(
            plot,
            f"v{number}",
            drawn,
            since=place + 3 * number,
            until=place + 3 * (number + 1) if number + 1 < stages else None,
        )
        for number, drawn in enumerate(values)
    ]


def _line(matter: Matter, fact: Fact, key: str, place: int, number: int) -> Line:
    """Say one aspect: the stage as a task event, the rest in the agent's words."""
    if key != "stage":
        return matter.line(f"state_{key}", fact, by=EventKind.ASSISTANT)
    state = TaskState.STARTED if number == 0 else TaskState.STAGE_DONE
    goal = matter.topic.text("goal").replace("{s}", matter.subject)
    status = Tool(task=f"k{place}", state=state, stage=fact.value.text, goal=goal)
    return matter.line("state_stage", fact, by=EventKind.TASK_STATUS, tool=status)


def _question(matter: Matter, chain: list[Fact], number: int, name: str, round_: int) -> Question:
    return matter.question(
        name,
        "task" if round_ % 2 else "ask",
        required=(chain[number],),
        forbidden=tuple((fact, Reason.STALE) for fact in chain[:number]),
        aspects=(Aspect.AFTER_CHANGE,) if number else (),
        category="state",
    )

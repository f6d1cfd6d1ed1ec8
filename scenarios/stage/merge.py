"""Merges plots into one: keys get a prefix, sessions move, forms are taken from each one's pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scenarios.language.pool import Pool
from scenarios.stage.plot import (
    Beat,
    EraseBeat,
    Fact,
    ForkBeat,
    Forms,
    Line,
    Near,
    Plot,
    Question,
    UseBeat,
)

__all__ = ["Part", "clash", "merged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One plot to be merged, the session at which it begins, and its pool."""

    number: int
    begin: int
    plot: Plot
    pool: Pool

    @property
    def prefix(self) -> str:
        """What its keys begin with."""
        return f"x{self.number}_"


def merged(parts: Sequence[Part]) -> Plot:
    """Merge plots; those with a project of their own are not meant for it.

    Raises:
        ValueError: A part has a project.
    """
    plot = Plot()
    for part in parts:
        if part.plot.project is not None:
            raise ValueError(f"part {part.number} has project {part.plot.project!r}; leave it out")
        for fact in part.plot.facts.values():
            plot.fact(_fact(fact, part))
        plot.near.extend(_near(near, part) for near in part.plot.near)
        for session, scenes in part.plot.scenes.items():
            for scene in scenes:
                plot.say(session + part.begin, *(_line(line, part) for line in scene))
        for session, beats in part.plot.beats.items():
            plot.then(session + part.begin, *(_beat(beat, part) for beat in beats))
    return plot


def clash(one: Plot, two: Plot) -> bool:
    """Tell whether two plots speak of the same property of the same subject."""
    known = {(subject, cue) for fact in one.facts.values() for subject, cue in _about(fact)}
    return any(pair in known for fact in two.facts.values() for pair in _about(fact))


def _about(fact: Fact) -> set[tuple[str, str]]:
    return {(subject, cue) for subject in fact.subject for cue in fact.attribute}


def _forms(forms: Forms, part: Part) -> Forms:
    return part.pool.forms(forms) if isinstance(forms, str) else forms


def _keys(keys: tuple[str, ...], part: Part) -> tuple[str, ...]:
    return tuple(part.prefix + key for key in keys)


def _moved(moment: float | None, part: Part) -> float | None:
    return None if moment is None else moment + part.begin


def _fact(fact: Fact, part: Part) -> Fact:
    return replace(
        fact,
        key=part.prefix + fact.key,
        since=_moved(fact.since, part),
        until=_moved(fact.until, part),
    )


def _near(near: Near, part: Part) -> Near:
    return replace(near, form=_forms(near.form, part), reply=_forms(near.reply, part))


def _line(line: Line, part: Part) -> Line:
    tool = line.tool
    if tool is not None and tool.task:
        tool = replace(tool, task=part.prefix + tool.task)
    return replace(
        line,
        form=_forms(line.form, part),
        states=_keys(line.states, part),
        reply=_forms(line.reply, part) if line.reply else "",
        tool=tool,
    )


def _question(question: Question, part: Part) -> Question:
    return replace(
        question,
        key=part.prefix + question.key,
        form=_forms(question.form, part),
        required=_keys(question.required, part),
        forbidden=tuple((part.prefix + key, reason) for key, reason in question.forbidden),
        before=None if question.before is None else part.prefix + question.before,
        group=part.prefix + question.group if question.group else "",
        at_session=_moved(question.at_session, part),
    )


def _beat(beat: Beat, part: Part) -> Beat:
    if isinstance(beat, Question):
        return _question(beat, part)
    if isinstance(beat, ForkBeat):
        return replace(beat, questions=tuple(_question(q, part) for q in beat.questions))
    if isinstance(beat, EraseBeat):
        return EraseBeat(facts=_keys(beat.facts, part))
    if isinstance(beat, UseBeat):
        return replace(beat, form=_forms(beat.form, part))
    return beat

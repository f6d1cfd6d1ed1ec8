"""Renders a history as a script that a person can read, with what is planted and asked marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from memory_impls.api import Event, EventKind
from scenarios.api import (
    Ask,
    Atom,
    Forget,
    Idle,
    Observe,
    Probe,
    Reingest,
    Restart,
    Scenario,
    Use,
)

__all__ = ["show"]

_MARKS = {
    EventKind.TOOL_CALL: "call",
    EventKind.TOOL_RESULT: "result",
    EventKind.TASK_STATUS: "status",
    EventKind.SYSTEM: "system",
}


@dataclass(slots=True)
class _Gold:
    """Which facts an event states, and in what role, over all probes."""

    stated: dict[str, dict[str, None]] = field(default_factory=dict)

    def take(self, probe: Probe) -> None:
        for atom in probe.gold.required:
            self._note(atom, "gold")
        for forbidden in probe.gold.forbidden:
            self._note(forbidden.atom, str(forbidden.reason))

    def _note(self, atom: Atom, role: str) -> None:
        for event_id in atom.evidence_ids:
            self.stated.setdefault(event_id, {})[f"{role} {_value(atom)}"] = None


def show(scenario: Scenario, *, planted_only: bool = False) -> Iterator[str]:
    """Give the script line by line.

    Args:
        scenario: Any history; its steps are passed twice.
        planted_only: Leave out events that no probe needs.
    """
    gold = _Gold()
    for probe in scenario.probes():
        gold.take(probe)
    yield f"# {scenario.id}  (version {scenario.version})"
    session = ""
    for step in scenario.steps():
        if isinstance(step, Observe):
            event = step.event
            marks = tuple(gold.stated.get(event.id, ()))
            if planted_only and not marks:
                continue
            if event.session != session:
                session = event.session
                project = f", project {event.scope.project}" if event.scope.project else ""
                yield ""
                yield f"== {session}  {event.at:%a %d %b %Y}  {event.scope.user}{project}"
            yield from _event(event, marks)
        elif not (planted_only and isinstance(step, Use | Idle)):
            yield from _other(step)


def _event(event: Event, marks: tuple[str, ...]) -> Iterator[str]:
    what = _MARKS.get(event.kind)
    speaker = f"{event.speaker} ({what})" if what and event.speaker else (what or event.speaker)
    text = event.text.replace("\n", "\n                 | ")
    yield f"  {event.at:%H:%M} {event.id}  {speaker}: {text}"
    for mark in marks:
        yield f"                 ^ {mark}"


def _other(step: object) -> Iterator[str]:
    if isinstance(step, Ask):
        yield from _probe(step.probe, "ask")
    elif isinstance(step, Restart | Reingest):
        kind = "after a restart" if isinstance(step, Restart) else "after everything was fed again"
        for probe in step.probes:
            yield from _probe(probe, f"ask {kind}")
    elif isinstance(step, Use):
        yield f"  -- agent turn with a recall for: {step.text[:90]}"
    elif isinstance(step, Forget):
        yield f"  -- forget {', '.join(sorted(step.request.event_ids or ())) or 'by criterion'}"
    elif isinstance(step, Idle):
        yield f"  -- idle until {step.at:%d %b %H:%M}"


def _probe(probe: Probe, how: str) -> Iterator[str]:
    gold = probe.gold
    aspects = ", ".join(sorted(probe.aspects))
    yield ""
    yield f"  ?? {probe.id} {how} {probe.asked_at:%d %b %Y}: {probe.text}"
    if not gold.answerable:
        yield "     right: say that it was never told"
    for atom in gold.required:
        since = f" ({', '.join(atom.evidence_ids)})" if atom.evidence_ids else ""
        yield f"     right: {_value(atom)}{since}"
    for forbidden in gold.forbidden:
        yield f"     wrong: {_value(forbidden.atom)} ({forbidden.reason})"
    notes = [aspects, str(gold.hardness or ""), f"after {gold.before}" if gold.before else ""]
    notes.append("" if probe.direct else "a task")
    yield f"     [{'; '.join(note for note in notes if note)}]"


def _value(atom: Atom) -> str:
    unit = f" {atom.value.unit}" if atom.value.unit else ""
    about = "/".join(atom.subject[:1] + atom.attribute[:1])
    return f"{atom.value.text}{unit} [{about}]"

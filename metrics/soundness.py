"""The validator of histories: is the gold true, complete and out of a memory's sight?

It needs the matchers, so it lives with the metrics. ``check`` returns what is wrong and never
raises on a bad history: a person who writes one by hand reads the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory_impls.api import Event, EventKind, Scope
from metrics.matching import Stance, Utterance, stances
from scenarios.api import (
    Ask,
    Aspect,
    Atom,
    Forget,
    Observe,
    Probe,
    Reason,
    Reingest,
    Restart,
    Scenario,
)

__all__ = ["Flaw", "check", "utterance"]

_ASSISTANT = EventKind.ASSISTANT
_NEUTRAL_IDS = re.compile(r"^[a-z]?\d+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One thing that is wrong with a history.

    Attributes:
        rule: Name of the broken rule.
        where: Id of the probe or event.
        detail: What was found, with the words that show it.
    """

    scenario: str
    rule: str
    where: str
    detail: str

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{self.scenario} {self.where}: {self.rule}: {self.detail}"


@dataclass(slots=True)
class _Watch:
    """What has been seen so far of one history."""

    scenario: Scenario
    flaws: list[Flaw] = field(default_factory=list)
    events: dict[str, Event] = field(default_factory=dict)
    said: list[Utterance] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    probes: dict[str, Probe] = field(default_factory=dict)
    found: dict[Atom, tuple[int, dict[str, frozenset[Stance]]]] = field(default_factory=dict)
    known: dict[Atom, set[str]] = field(default_factory=dict)
    asked_at: datetime | None = None

    def flaw(self, rule: str, where: str, detail: str) -> None:
        self.flaws.append(Flaw(scenario=self.scenario.id, rule=rule, where=where, detail=detail))

    def learn(self, probe: Probe) -> None:
        """Note the evidence that a probe's atoms name."""
        gold = probe.gold
        for atom in (*gold.required, *(forbidden.atom for forbidden in gold.forbidden)):
            self.known.setdefault(_content(atom), set()).update(atom.evidence_ids)

    def evidence(self, atom: Atom) -> set[str]:
        """Give the evidence of every atom so far that says the same, at whatever time."""
        return self.known.get(_content(atom), set())

    def holders(self, atom: Atom) -> dict[str, frozenset[Stance]]:
        """Find the events so far that hold an atom, and how; scans each event once."""
        key = _content(atom)
        start, found = self.found.get(key, (0, {}))
        for event_id, said in zip(list(self.events)[start:], self.said[start:], strict=True):
            held = stances(said, key)
            if held:
                found[event_id] = held
        self.found[key] = (len(self.said), found)
        return found


def check(scenario: Scenario, *, generated: bool = True) -> tuple[Flaw, ...]:
    """Check a history from its first step to its last.

    Args:
        scenario: Any history.
        generated: Apply the rules that only a generator can promise: neutral ids, and atoms that
            nothing but their evidence states. Public data cannot.
    """
    watch = _Watch(scenario)
    for step in scenario.steps():
        if isinstance(step, Observe):
            _see(step.event, watch, generated=generated)
        elif isinstance(step, Forget):
            ids = step.request.event_ids or frozenset()
            for event_id in sorted(ids - watch.events.keys()):
                watch.flaw("forgets what was never said", event_id, "unknown event id")
            watch.gone |= ids
        elif isinstance(step, Ask):
            _ask(step.probe, watch, generated=generated)
        elif isinstance(step, Restart | Reingest):
            for probe in step.probes:
                _ask(probe, watch, generated=generated)
    if not watch.probes:
        watch.flaw("asks nothing", "-", "a history needs at least one probe")
    return tuple(watch.flaws)


def utterance(event: Event) -> Utterance:
    """Take an event as the matchers read it."""
    return Utterance(
        text=event.text,
        speaker=event.speaker,
        at=event.at,
        from_user=event.kind is EventKind.USER,
    )


def _see(event: Event, watch: _Watch, *, generated: bool) -> None:
    if event.id in watch.events:
        watch.flaw("repeats an event id", event.id, event.text[:60])
        return
    before = next(reversed(watch.events.values()), None)
    if before is not None and before.session == event.session and event.at < before.at:
        watch.flaw("goes back in time", event.id, f"{before.at} then {event.at}")
    if generated:
        for name in (event.id, event.session):
            if not _NEUTRAL_IDS.match(name):
                watch.flaw("has a telling id", event.id, name)
        if "_" in watch.scenario.family and watch.scenario.family in event.text:
            watch.flaw("names its family", event.id, event.text[:60])
    watch.events[event.id] = event
    watch.said.append(utterance(event))


def _ask(probe: Probe, watch: _Watch, *, generated: bool) -> None:
    if probe.id in watch.probes:
        watch.flaw("repeats a probe id", probe.id, probe.text)
    if generated and watch.asked_at is not None and probe.asked_at < watch.asked_at:
        watch.flaw("asks back in time", probe.id, f"{watch.asked_at} then {probe.asked_at}")
    watch.asked_at = probe.asked_at
    watch.learn(probe)
    for rule, detail in (*_shape(probe), *_links(probe, watch)):
        watch.flaw(rule, probe.id, detail)
    if generated:
        for rule, detail in (*_required(probe, watch), *_forbidden(probe, watch)):
            watch.flaw(rule, probe.id, detail)
    watch.probes[probe.id] = probe


def _shape(probe: Probe) -> Iterator[tuple[str, str]]:
    gold = probe.gold
    if not probe.text.strip():
        yield "asks in no words", "empty text"
    if gold.answerable and not gold.required and not gold.answer and not gold.rubric:
        yield "is answerable without an answer", probe.text
    if not gold.answerable and gold.required:
        yield "requires atoms though it cannot be answered", probe.text
    ids = [atom.id for atom in gold.required]
    if len(ids) != len(set(ids)):
        yield "requires an atom twice", ", ".join(ids)
    if probe.gold.hardness is None and Aspect.CONSTRAINT in probe.aspects:
        yield "is a constraint without a hardness", probe.text
    for atom in gold.required:
        if _holds_value(probe, atom):
            yield "query contains the answer", f"{atom.value.text!r} in {probe.text!r}"


def _holds_value(probe: Probe, atom: Atom) -> bool:
    bare = replace(atom, subject=(), attribute=())
    said = Utterance(text=probe.text, speaker="", at=probe.asked_at, from_user=True)
    return bool(stances(said, bare))


def _links(probe: Probe, watch: _Watch) -> Iterator[tuple[str, str]]:
    known = watch.events.keys()
    for event_id in probe.gold.evidence_ids:
        if event_id not in known:
            yield "cites an event that was not seen before", event_id
    before = probe.gold.before
    if before is None:
        return
    linked = watch.probes.get(before)
    if linked is None:
        yield "links to a probe that was not asked before", before
        return
    asked = {atom.id for atom in linked.gold.required}
    mine = {atom.id for atom in probe.gold.required}
    mine |= {forbidden.atom.id for forbidden in probe.gold.forbidden}
    if not asked & mine:
        yield "links to a probe about something else", f"{before} requires {sorted(asked)}"


def _required(probe: Probe, watch: _Watch) -> Iterator[tuple[str, str]]:
    """Each required atom is stated by its evidence and by nothing else, and still holds."""
    for atom in probe.gold.required:
        if not atom.evidence_ids:
            yield "has an atom without evidence", atom.id
            continue
        holders = watch.holders(atom)
        for event_id in atom.evidence_ids:
            event = watch.events.get(event_id)
            if event is None:
                continue
            if Stance.CURRENT not in holders.get(event_id, ()):
                stands = sorted(holders.get(event_id, ()))
                yield "evidence does not state its atom", f"{_brief(atom)} {stands}: {event.text!r}"
            if not probe.scope.sees(event.scope):
                yield "evidence lies in another scope", f"{atom.id}: {event_id}"
            if event_id in watch.gone:
                yield "evidence was forgotten", f"{atom.id}: {event_id}"
        for event_id, held in holders.items():
            seen = _visible(probe.scope, watch.events[event_id])
            if event_id not in watch.evidence(atom) and Stance.CURRENT in held and seen:
                text = watch.events[event_id].text
                yield "something else states the atom", f"{_brief(atom)} {event_id}: {text!r}"
        moment = probe.valid_at or probe.asked_at
        if (atom.valid_from and moment < atom.valid_from) or (
            atom.valid_to and moment >= atom.valid_to
        ):
            yield "requires what does not hold then", _brief(atom)


def _visible(scope: Scope, event: Event) -> bool:
    return scope.sees(event.scope)


def _forbidden(probe: Probe, watch: _Watch) -> Iterator[tuple[str, str]]:
    """Nothing visible asserts a trap; nothing asserts a stale value after the new one."""
    order = {event_id: place for place, event_id in enumerate(watch.events)}
    newest = max(
        (order.get(event, -1) for atom in probe.gold.required for event in atom.evidence_ids),
        default=-1,
    )
    for forbidden in probe.gold.forbidden:
        atom, reason = forbidden.atom, forbidden.reason
        asserted = [
            watch.events[event_id]
            for event_id, held in watch.holders(atom).items()
            if Stance.CURRENT in held and _visible(probe.scope, watch.events[event_id])
        ]
        if reason is Reason.TRAP:
            # an assistant may be wrong; what the user or a tool says is no trap
            yield from _any(
                "a trap is asserted", atom, [e for e in asserted if e.kind is not _ASSISTANT]
            )
        elif reason is Reason.OTHER_SCOPE:
            yield from _any("another scope's atom is visible", atom, asserted)
        elif reason is Reason.STALE:
            later = [e for e in asserted if _is_later(e, atom, order, newest)]
            yield from _any("a stale atom is asserted later", atom, later)
        if reason in (Reason.STALE, Reason.DELETED) and not atom.evidence_ids:
            yield "a stale or deleted atom was never stated", _brief(atom)
        if reason is Reason.DELETED and (atom.valid_to is None or probe.asked_at < atom.valid_to):
            yield "a deleted atom is not yet deleted", _brief(atom)


def _is_later(event: Event, atom: Atom, order: dict[str, int], newest: int) -> bool:
    """Tell whether an event came after the atom ceased to hold."""
    if atom.valid_to is not None:
        return event.at >= atom.valid_to
    return order[event.id] > newest


def _any(rule: str, atom: Atom, events: list[Event]) -> Iterator[tuple[str, str]]:
    if events:
        yield rule, f"{_brief(atom)} {events[0].id}: {events[0].text!r}"


def _content(atom: Atom) -> Atom:
    """Take an atom without its history: what it says."""
    return replace(atom, id="", evidence_ids=(), valid_from=None, valid_to=None)


def _brief(atom: Atom) -> str:
    return f"{atom.id}={atom.value.text!r}{list(atom.subject)}{list(atom.attribute)}"

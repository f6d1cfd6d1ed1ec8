"""What the harness knows of a scenario before it is replayed, found in one pass over it.

The same for every design, so it is made once and kept: sizes, the words of the evidence, and
which probe first asks for which atom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory_impls.parts.tokens import count_many
from scenarios.api import Atom, Observe, Probe, Scenario

__all__ = ["Survey", "evidence_of", "survey"]

_BATCH = 4096
_REMEMBERED = 4
_RECENT: dict[str, Survey] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Facts of one scenario.

    Attributes:
        events: Number of events.
        sessions: Number of distinct sessions.
        history_tokens: Tokens of all event texts.
        closing: Ids of the last events of the sessions; a session ends right after its last event,
            so whether and when probes are asked changes nothing.
        evidence: Event id -> (text as observed, 0-based ordinal of its session), for every event
            that some probe names as evidence and that the history holds.
        atoms: Atom id -> the atom and the first probe that requires it, in order of the probes.
    """

    events: int
    sessions: int
    history_tokens: int
    closing: frozenset[str]
    evidence: Mapping[str, tuple[str, int]]
    atoms: Mapping[str, tuple[Atom, Probe]]


def evidence_of(probe: Probe) -> tuple[str, ...]:
    """List the evidence events of a probe, those of its required atoms first, each once."""
    ids = dict.fromkeys(i for atom in probe.gold.required for i in atom.evidence_ids)
    ids.update(dict.fromkeys(probe.gold.evidence_ids))
    return tuple(ids)


def survey(scenario: Scenario, *, key: str = "") -> Survey:
    """Survey a scenario.

    Args:
        scenario: Its steps are produced twice.
        key: What the scenario is known by in this process; the last few are remembered. Empty
            never remembers.
    """
    known = _RECENT.get(key)
    if known is not None:
        return known
    made = _survey(scenario)
    if key:
        if len(_RECENT) >= _REMEMBERED:
            del _RECENT[next(iter(_RECENT))]
        _RECENT[key] = made
    return made


def _survey(scenario: Scenario) -> Survey:
    atoms: dict[str, tuple[Atom, Probe]] = {}
    wanted: set[str] = set()
    for probe in scenario.probes():
        wanted.update(evidence_of(probe))
        wanted.update(i for bad in probe.gold.forbidden for i in bad.atom.evidence_ids)
        for atom in probe.gold.required:
            atoms.setdefault(atom.id, (atom, probe))
    events = tokens = 0
    sessions: dict[str, int] = {}
    last: dict[str, str] = {}
    evidence: dict[str, tuple[str, int]] = {}
    texts: list[str] = []
    for step in scenario.steps():
        if type(step) is not Observe:
            continue
        event = step.event
        events += 1
        ordinal = sessions.setdefault(event.session, len(sessions))
        last[event.session] = event.id
        if event.id in wanted:
            evidence.setdefault(event.id, (event.text, ordinal))
        texts.append(event.text)
        if len(texts) >= _BATCH:  # a long history is never held whole
            tokens += sum(count_many(texts))
            texts.clear()
    return Survey(
        events=events,
        sessions=len(sessions),
        history_tokens=tokens + sum(count_many(texts)),
        closing=frozenset(last.values()),
        evidence=evidence,
        atoms=atoms,
    )

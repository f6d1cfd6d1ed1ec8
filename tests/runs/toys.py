"""Tiny designs and histories for the tests of the harness; found as ``tests.runs.toys:Name``."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar

from memory_impls.api import (
    Action,
    Capability,
    Change,
    Consolidation,
    Contents,
    Event,
    EventKind,
    Footprint,
    ForgetRequest,
    ItemKind,
    Layer,
    Memory,
    MemoryItem,
    Occasion,
    Payload,
    Query,
    Recall,
    Recalled,
    Scope,
)
from memory_impls.parts.rendering import fit
from runs.cells import CellPlan, DesignVariant, ReaderSettings, ScenarioVariant, cell_id
from scenarios.api import (
    Ask,
    Aspect,
    Atom,
    Gold,
    Idle,
    Observe,
    Probe,
    Scenario,
    Step,
    Value,
    ValueKind,
)

START = datetime(2024, 3, 1, 9, tzinfo=UTC)
ANA = Scope(user="ana")


def at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def event(
    number: int,
    text: str,
    *,
    session: str = "s1",
    scope: Scope = ANA,
    kind: EventKind = EventKind.USER,
    payload: Payload | None = None,
    hours: float | None = None,
) -> Event:
    return Event(
        id=f"e{number}",
        at=at(number if hours is None else hours),
        session=session,
        scope=scope,
        kind=kind,
        text=text,
        speaker="Ana",
        payload=payload,
    )


def atom(name: str, value: str, *evidence: str, until: float | None = None) -> Atom:
    return Atom(
        id=name,
        value=Value(kind=ValueKind.IDENTIFIER, text=value),
        attribute=(name,),
        evidence_ids=evidence,
        valid_to=None if until is None else at(until),
    )


def probe(
    name: str,
    text: str,
    *atoms: Atom,
    hours: float = 100,
    scope: Scope = ANA,
    aspects: frozenset[Aspect] = frozenset(),
    direct: bool = True,
    gold: Gold | None = None,
) -> Probe:
    return Probe(
        id=name,
        text=text,
        scope=scope,
        asked_at=at(hours),
        gold=gold or Gold(required=atoms, answerable=bool(atoms)),
        aspects=aspects,
        direct=direct,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed(Scenario):
    """A history that is simply its list of steps."""

    script: tuple[Step, ...] = ()

    def steps(self) -> Iterator[Step]:
        return iter(self.script)


def listed(*script: Step, name: str = "toy/1", seed: int = 0) -> Listed:
    return Listed(id=name, family="toy", version=1, seed=seed, script=script)


def codes(*, seed: int, language: str, pool: str, knobs: Mapping[str, object]) -> Listed:
    """A family: some sessions, a door code in each, asked at once and again at the end."""
    time.sleep(float(os.environ.get("TOY_PAUSE_S", "0")))  # lets a test interrupt a run
    sessions = int(str(knobs.get("sessions", 3)))
    steps: list[Step] = []
    probes: list[Probe] = []
    number = 0
    for session in range(sessions):
        code = f"Z{seed}{session}47"
        said = [f"The code of door {session} is {code}.", "Nice weather.", f"Tea at {session}."]
        for text in said:
            steps.append(Observe(event=event(number, text, session=f"s{session}")))
            number += 1
        wanted = atom(f"door {session}", code, f"e{number - 3}")
        asked = probe(f"p{session}", f"What is the code of door {session}?", wanted, hours=number)
        steps.append(Ask(probe=asked))
        probes.append(asked)
        steps.append(Idle(at=at(number)))
    for again in probes:
        steps.append(
            Ask(probe=probe(f"{again.id}-end", again.text, *again.gold.required, hours=number + 1))
        )
    return Listed(
        id=f"codes/{seed}",
        family="codes",
        version=1,
        seed=seed,
        language=language,
        pool=pool,
        knobs={"sessions": sessions},
        script=tuple(steps),
    )


class Nothing(Memory):
    """Stores nothing."""

    name: ClassVar[str] = "nothing"

    def observe(self, event: Event) -> None:
        pass

    def recall(self, query: Query) -> Recall:
        return Recall()

    def footprint(self) -> Footprint:
        return Footprint(items=0, bytes=0, tokens=0)


class Everything(Memory):
    """Keeps every event, newest first; consolidates by dropping what a test says."""

    name: ClassVar[str] = "everything"
    capabilities: ClassVar[frozenset[Capability]] = frozenset(Capability)

    def __init__(self, *, every: int = 0, drop: str = "", idle: bool = False) -> None:
        self.every = every
        self.drop = drop
        self.idle = idle
        self.events: dict[str, Event] = {}
        self.changed: dict[str, int] = {}
        self.gone: dict[str, int] = {}
        self.revision = 0
        self.since_dream = 0
        self.cited: dict[str, int] = {}
        self.calls: list[tuple[str, str]] = []

    def observe(self, event: Event) -> None:
        if event.id in self.events or event.id in self.gone:
            return
        self.revision += 1
        self.events[event.id] = event
        self.changed[event.id] = self.revision
        self.since_dream += 1

    def recall(self, query: Query) -> Recall:
        seen = [e for e in self.events.values() if query.scope.sees(e.scope) and e.text]
        shown = (
            Recalled(
                item_id=e.id,
                text=e.text,
                kind=ItemKind.EPISODE,
                at=e.at,
                session=e.session,
                speaker=e.speaker,
                source_ids=(e.id,),
            )
            for e in reversed(seen)
        )
        return Recall(items=fit(shown, max_tokens=query.max_tokens))

    def reinforce(self, item_ids: Sequence[str], at: datetime) -> None:
        for item_id in item_ids:
            self.cited[item_id] = self.cited.get(item_id, 0) + 1

    def due(self, now: datetime, occasion: Occasion) -> str | None:
        self.calls.append((occasion.value, now.isoformat()))
        if occasion is Occasion.EVENT and self.every and self.since_dream >= self.every:
            return "count"
        return "idle" if self.idle and occasion is Occasion.IDLE else None

    def consolidate(self, now: datetime, reason: str) -> Consolidation:
        self.since_dream = 0
        dropped = [i for i, e in self.events.items() if self.drop and self.drop in e.text]
        for item_id in dropped:
            self._remove(item_id)
        changes = tuple(Change(action=Action.DROPPED, item_id=i, why="test") for i in dropped)
        return Consolidation(reason=reason, at=now, changes=changes)

    def forget(self, request: ForgetRequest) -> int:
        wanted = request.event_ids or frozenset()
        found = [i for i in self.events if i in wanted]
        for item_id in found:
            self._remove(item_id)
        return len(found)

    def contents(self, since: int | None = None) -> Contents:
        start = since or 0
        return Contents(
            revision=self.revision,
            items=tuple(
                MemoryItem(
                    id=e.id,
                    text=e.text,
                    kind=ItemKind.EPISODE,
                    layer=Layer.LONG,
                    scope=e.scope,
                    source_ids=(e.id,),
                    created=e.at,
                    updated=e.at,
                    valid_from=e.at,
                )
                for e in sorted(self.events.values(), key=lambda e: e.id)
                if self.changed[e.id] > start
            ),
            removed_ids=tuple(
                sorted(i for i, r in self.gone.items() if since is not None and r > since)
            ),
        )

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "gone.json").write_text(json.dumps(self.gone), encoding="utf-8")
        kept = [[e.id, e.at.isoformat(), e.session, e.text] for e in self.events.values()]
        (folder / "events.json").write_text(json.dumps(kept), encoding="utf-8")

    def load(self, folder: Path) -> None:
        self.gone = json.loads((folder / "gone.json").read_text(encoding="utf-8"))
        for name, when, session, text in json.loads(
            (folder / "events.json").read_text(encoding="utf-8")
        ):
            self.observe(
                Event(
                    id=name,
                    at=datetime.fromisoformat(when),
                    session=session,
                    scope=ANA,
                    kind=EventKind.USER,
                    text=text,
                    speaker="Ana",
                )
            )

    def footprint(self) -> Footprint:
        return Footprint(items=len(self.events), bytes=1, tokens=1)

    def _remove(self, item_id: str) -> None:
        self.revision += 1
        del self.events[item_id]
        self.gone[item_id] = self.revision


class Wasteful(Everything):
    """Shows everything whatever the budget."""

    name: ClassVar[str] = "wasteful"

    def recall(self, query: Query) -> Recall:
        return Everything.recall(
            self, Query(text=query.text, scope=query.scope, asked_at=query.asked_at)
        )


class Raising(Everything):
    """Raises in one method, from the given call on, every so many calls."""

    name: ClassVar[str] = "raising"

    def __init__(self, *, method: str = "observe", first: int = 2, step: int = 1) -> None:
        super().__init__(every=2)
        self.method = method
        self.first = first
        self.step = step
        self.count = 0

    def _maybe(self, method: str) -> None:
        if method == self.method:
            self.count += 1
            if self.count >= self.first and (self.count - self.first) % self.step == 0:
                raise RuntimeError("boom\nacross lines")

    def observe(self, event: Event) -> None:
        self._maybe("observe")
        super().observe(event)

    def recall(self, query: Query) -> Recall:
        self._maybe("recall")
        return super().recall(query)

    def consolidate(self, now: datetime, reason: str) -> Consolidation:
        self._maybe("consolidate")
        return super().consolidate(now, reason)

    def save(self, folder: Path) -> None:
        self._maybe("save")
        super().save(folder)


class Incapable(Everything):
    """Has none of the optional abilities."""

    name: ClassVar[str] = "incapable"
    capabilities: ClassVar[frozenset[Capability]] = frozenset()


class Killer(Everything):
    """Kills its process without a word at one event of one session, once per flag file."""

    name: ClassVar[str] = "killer"

    def __init__(self, *, flag: str = "", text: str = "") -> None:
        super().__init__(every=4, drop="Tea")
        self.flag = flag
        self.text = text

    def observe(self, event: Event) -> None:
        if self.flag and self.text in event.text and not Path(self.flag).exists():
            Path(self.flag).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        super().observe(event)


def planned(
    scenario: Scenario,
    design: str,
    *,
    params: Mapping[str, object] | None = None,
    budgets: tuple[int | None, ...] = (64, None),
    use_budget: int | None = 64,
    damage_atoms: int = 20,
) -> CellPlan:
    """Plan one cell; a design is a toy of this file, a bound, or registered."""
    own = design in globals()
    variant = DesignVariant(
        label=design.lower(),
        name=f"tests.runs.toys:{design}" if own else design,
        params=params or {},
        embedder="hashing",
    )
    cell = CellPlan(
        design=variant,
        scenario=ScenarioVariant(label="toy", family="toy"),
        cluster=scenario.id,
        seed=scenario.seed,
        family=scenario.family,
        version=scenario.version,
        language=scenario.language,
        pool=scenario.pool,
        knobs=scenario.knobs,
        budgets=budgets,
        use_budget=use_budget,
        damage_atoms=damage_atoms,
        reader=ReaderSettings(embedder="none"),
    )
    return replace(cell, id=cell_id(cell))

"""Every design driven at random against a simple model of what it may hold and show."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memory_impls.api import (
    Capability,
    Event,
    EventKind,
    ForgetRequest,
    Memory,
    Occasion,
    Query,
    Scope,
)
from memory_impls.checks import Factory
from memory_impls.checks.driver import answers, listed
from memory_impls.checks.histories import (
    ANA,
    ATLAS,
    BEN,
    BIRCH,
    START,
    asking,
    canary,
    event,
    said,
)
from memory_impls.parts.rendering import context_tokens
from memory_impls.registry import design_names

SCOPES = [ANA, ATLAS, BIRCH, BEN]
KINDS = [EventKind.USER, EventKind.USER, EventKind.ASSISTANT, EventKind.TOOL_RESULT]
MESSAGES = frozenset({EventKind.USER, EventKind.ASSISTANT})
WHOLE: dict[str, frozenset[EventKind]] = {
    "everything": frozenset(EventKind),
    "full_history": frozenset(EventKind),
    "hybrid": MESSAGES,
    "rerank": MESSAGES | {EventKind.TOOL_RESULT},
    "vector": MESSAGES,
}
"""Designs that hold every event of these kinds, and nothing else."""


class Machine(RuleBasedStateMachine):
    """Random events, repeats, questions, uses, dreams, forgetting and restarts."""

    design = ""
    params: Mapping[str, object] = MappingProxyType({})

    def __init__(self) -> None:
        super().__init__()
        self.make = Factory(target=self.design, params=self.params)
        self.memory: Memory = self.make()
        self.events: list[Event] = []
        self.forgotten: set[str] = set()
        self.clock = START
        self.cited: dict[str, int] = {}

    def can(self, capability: Capability) -> bool:
        return capability in self.memory.capabilities

    def gone(self) -> list[str]:
        return [canary(n) for n, e in enumerate(self.events) if e.id in self.forgotten]

    def query(self, number: int, scope: Scope, max_tokens: int | None) -> Query:
        return asking(number, scope=scope, max_tokens=max_tokens, at=self.clock)

    @initialize(scope=st.sampled_from(SCOPES))
    def begin(self, scope: Scope) -> None:
        self.hear(scope, EventKind.USER, 0, 0)

    @rule(
        scope=st.sampled_from(SCOPES),
        kind=st.sampled_from(KINDS),
        session=st.integers(0, 2),
        back_days=st.sampled_from([0, 0, 0, 40]),
    )
    def hear(self, scope: Scope, kind: EventKind, session: int, back_days: int) -> None:
        number = len(self.events)
        self.clock += timedelta(hours=5)
        # A session that carries earlier times is one of its own, so that none runs backwards.
        name = f"{session}" if not back_days else f"late-{number}"
        at: datetime = self.clock - timedelta(days=back_days)
        heard = event(f"e{number}", said(number), at=at, session=name, scope=scope, kind=kind)
        self.events.append(heard)
        self.memory.observe(heard)

    @rule(data=st.data())
    def hear_again(self, data: st.DataObject) -> None:
        before = listed(self.memory)
        self.memory.observe(data.draw(st.sampled_from(self.events)))
        assert listed(self.memory) == before

    @rule(
        data=st.data(),
        scope=st.sampled_from(SCOPES),
        max_tokens=st.sampled_from([None, 0, 20, 60, 300]),
        max_items=st.sampled_from([None, 1, 5]),
    )
    def ask(
        self, data: st.DataObject, scope: Scope, max_tokens: int | None, max_items: int | None
    ) -> None:
        number = data.draw(st.integers(0, len(self.events)))
        query = asking(
            number, scope=scope, max_tokens=max_tokens, max_items=max_items, at=self.clock
        )
        held = listed(self.memory)
        recall = self.memory.recall(query)
        assert self.memory.recall(query) == recall
        assert listed(self.memory) == held
        assert max_items is None or len(recall.items) <= max_items
        assert max_tokens is None or context_tokens(recall.items) <= max_tokens
        shown = "\n".join(item.text for item in recall.items).casefold()
        for place, heard in enumerate(self.events):
            if heard.id in self.forgotten or not scope.sees(heard.scope):
                assert canary(place).casefold() not in shown

    @precondition(lambda self: self.can(Capability.REINFORCE))
    @rule(data=st.data(), scope=st.sampled_from(SCOPES))
    def use(self, data: st.DataObject, scope: Scope) -> None:
        number = data.draw(st.integers(0, len(self.events) - 1))
        shown = [i.item_id for i in self.memory.recall(self.query(number, scope, 60)).items]
        held = {item.id for item in self.memory.contents().items}
        self.memory.reinforce(shown, self.clock)
        for item_id in held & set(shown):
            self.cited[item_id] = self.cited.get(item_id, 0) + 1

    @rule(occasion=st.sampled_from(Occasion), wait_days=st.integers(0, 3))
    def rest(self, occasion: Occasion, wait_days: int) -> None:
        self.clock += timedelta(days=wait_days)
        reason = self.memory.due(self.clock, occasion)
        if self.can(Capability.CONSOLIDATE):
            self.memory.consolidate(self.clock, reason or "the machine says so")
        else:
            assert reason is None

    @precondition(lambda self: self.can(Capability.FORGET))
    @rule(data=st.data())
    def forget_event(self, data: st.DataObject) -> None:
        chosen = data.draw(st.sampled_from(self.events))
        self.memory.forget(ForgetRequest(event_ids=frozenset({chosen.id})))
        self.forgotten.add(chosen.id)

    @precondition(lambda self: self.can(Capability.FORGET))
    @rule(scope=st.sampled_from(SCOPES))
    def forget_scope(self, scope: Scope) -> None:
        self.memory.forget(ForgetRequest(scope=scope))
        self.forgotten |= {heard.id for heard in self.events if heard.scope == scope}

    @precondition(lambda self: self.can(Capability.PERSIST))
    @rule(number=st.integers(0, 5))
    def restart(self, number: int) -> None:
        queries = [self.query(number, scope, limit) for scope in SCOPES for limit in (60, None)]
        before = (answers(self.memory, queries), listed(self.memory))
        with tempfile.TemporaryDirectory() as name:
            self.memory.save(Path(name))
            for path in sorted(p for p in Path(name).rglob("*") if p.is_file()):
                written = path.read_bytes().lower()
                assert not [w for w in self.gone() if w.lower().encode() in written]
            self.memory = self.make()
            self.memory.load(Path(name))
        assert (answers(self.memory, queries), listed(self.memory)) == before

    @invariant()
    def holds_only_what_it_may(self) -> None:
        items = self.memory.contents().items
        known = {heard.id for heard in self.events} - self.forgotten
        assert {source for item in items for source in item.source_ids} <= known
        text = "\n".join(item.text for item in items).casefold()
        assert not [word for word in self.gone() if word.casefold() in text]
        assert self.memory.footprint().items == len(items)

    @invariant()
    def holds_all_that_it_should(self) -> None:
        kinds = WHOLE.get(self.design)
        if kinds is not None:
            held = {item.id for item in self.memory.contents().items}
            alive = {h.id for h in self.events if h.kind in kinds} - self.forgotten
            assert held == alive

    @invariant()
    def counts_only_what_was_used(self) -> None:
        for item in self.memory.contents().items:
            if self.design in WHOLE:
                assert item.citations == self.cited.get(item.id, 0)
            assert self.cited or item.citations == 0


def drive(
    design: str,
    params: Mapping[str, object] = MappingProxyType({}),
    phases: Iterable[Phase] = Phase,
) -> None:
    machine = type("DesignMachine", (Machine,), {"design": design, "params": params})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=6,
            stateful_step_count=30,
            deadline=None,
            derandomize=True,
            database=None,
            phases=tuple(phases),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("design", design_names())
def test_design_against_the_model(design: str) -> None:
    drive(design)


FAULTY = Path(__file__).parents[1] / "memory_impls" / "checks" / "faulty.py"


@pytest.mark.parametrize(
    "fault",
    [
        "counts what it hears",
        "has no tombstones",
        "keeps a diary",
        "knows no limit",
        "names no source",
        "notes what is asked",
        "only says it forgot",
        "saves half",
        "shows other scopes",
        "takes a retry for news",
    ],
)
def test_the_machine_notices(fault: str) -> None:
    with pytest.raises(AssertionError):
        # The smallest failing run is of no interest here, and takes long to find.
        drive(f"{FAULTY}:Faulty", {"fault": fault}, phases=[Phase.generate])


def test_the_machine_accepts_what_is_sound() -> None:
    drive(f"{FAULTY}:Faulty")

"""What a memory is put through beside events: dreams, questions, agent turns, erasure, forks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

from memory_impls.api import Capability, Event, Memory, Occasion, Query
from memory_impls.parts.usage import Phase
from metrics.api import Outcome, Role
from runs.asking import Answer, DesignFailed, Desk, by_query, checked_recall, fault
from runs.cells import CellPlan
from runs.damage import Damage
from runs.forks import forked
from runs.history import History
from runs.meter import Meter
from runs.survey import Survey
from runs.tracing import Tracer
from runs.workshop import Workshop
from scenarios.api import Aspect, Forget, Probe, Reingest, Restart, Use

__all__ = ["Acts"]


class Acts:
    """Carries out what happens to one memory between its events.

    Every method raises ``DesignFailed`` when the design raises, but for questions: asking is
    pure, so a failure there is that record's alone, and for forks, which are discarded anyway.

    Attributes:
        tracer: Writes the trace.
    """

    def __init__(
        self,
        plan: CellPlan,
        facts: Survey,
        workshop: Workshop,
        memory: Memory,
        history: History,
        meter: Meter,
        desk: Desk,
    ) -> None:
        self.tracer = Tracer(memory, history)
        self._plan = plan
        self._workshop = workshop
        self._memory = memory
        self._history = history
        self._meter = meter
        self._desk = desk
        self._answer = by_query(memory)
        self._damage = Damage(
            facts,
            history,
            limit=plan.damage_atoms,
            seed=plan.seed,
            budgets=(plan.use_budget, None),
        )
        self._dreams = 0
        self._forget_skipped = False

    def failed(self, call: str, error: BaseException, where: str = "") -> DesignFailed:
        """Make the failure of a call; raise it from ``error``."""
        place = where or f"after {self._history.events_seen} events"
        return DesignFailed(fault(self._plan.design.label, call, error, place))

    def offer(self, occasion: Occasion) -> None:
        """Ask whether the design wants to consolidate, and let it."""
        now = self._history.now
        if now is None:
            return
        try:
            with self._meter.timed(Phase.WRITE):
                reason = self._memory.due(now, occasion)
        except Exception as error:
            raise self.failed("due", error) from error
        if reason is not None:
            self.dream(reason)

    def end_session(self, session: str) -> None:
        """Offer a consolidation at the end of a session, then note the contents."""
        self.offer(Occasion.SESSION_END)
        try:
            self.tracer.session_end(session)
        except Exception as error:
            raise self.failed("contents or footprint", error) from error

    def dream(self, reason: str) -> None:
        """Consolidate, asking for the same atoms just before and just after."""
        now = self._history.now
        if now is None:
            return
        probes = self._damage.probes(now)
        self._note_contents()
        self._ask_damage(probes, Role.DAMAGE_BEFORE)
        try:
            with self._meter.timed(Phase.CONSOLIDATE):
                done = self._memory.consolidate(now, reason)
            self.tracer.dream(done)
        except Exception as error:
            raise self.failed(f"consolidate ({reason})", error) from error
        self._ask_damage(probes, Role.DAMAGE_AFTER)
        self._dreams += 1

    def ask(self, probe: Probe) -> None:
        """Ask a probe at every budget of the plan."""
        self._note_contents()
        self._ask_by(self._answer, probe, Role.PROBE)

    def use(self, step: Use) -> None:
        """Take an ordinary agent turn: recall once, and reinforce what was shown."""
        now, budget = self._history.reach(step.at), self._plan.use_budget
        query = Query(text=step.text, scope=step.scope, asked_at=step.at, max_tokens=budget)
        try:
            with self._meter.timed(Phase.USE):
                recall = self._memory.recall(query)
            checked_recall(recall, budget)
        except DesignFailed as error:
            turn = f"agent turn after {self._history.events_seen} events"
            raise DesignFailed(f"{self._plan.design.label}: {error} ({turn})") from error
        except Exception as error:
            raise self.failed("recall in an agent turn", error) from error
        if Capability.REINFORCE not in self._memory.capabilities:
            return
        try:
            with self._meter.timed(Phase.USE):
                self._memory.reinforce([item.item_id for item in recall.items], now)
        except Exception as error:
            raise self.failed("reinforce", error) from error

    def forget(self, step: Forget) -> None:
        """Have something erased; without the capability, what asks after it does not apply."""
        self._history.reach(step.at)
        if Capability.FORGET not in self._memory.capabilities:
            self._forget_skipped = True
            return
        try:
            with self._meter.timed(Phase.WRITE):
                removed = self._memory.forget(step.request)
            self._history.erase(step.request)
            self.tracer.forget(removed)
        except Exception as error:
            raise self.failed("forget", error) from error

    def fork(self, step: Restart | Reingest) -> None:
        """Ask a step's probes on a fork; the main line goes on as if it had not been."""
        self._history.reach(step.at)
        self._note_contents()
        if Capability.PERSIST not in self._memory.capabilities:
            lacking = f"{self._plan.design.label} cannot be saved"
            self._without(step.probes, Outcome.NOT_APPLICABLE, lacking)
            return
        fed: Iterator[Event] = (
            iter(self._history.open_events())
            if isinstance(step, Restart)
            else self._history.replayed()
        )
        with ExitStack() as stack:
            fork = forked(self._memory, self._workshop, self._meter, fed)
            try:
                fresh = stack.enter_context(fork)
            except Exception as error:
                said = str(self.failed("save, load or observe on a fork", error))
                self._without(step.probes, Outcome.SYSTEM_FAILED, said)
                return
            for probe in step.probes:
                self._ask_by(by_query(fresh), probe, Role.FORK)

    def _ask_by(self, answer: Answer, probe: Probe, role: Role) -> None:
        revision = self.tracer.revision
        if self._forget_skipped and Aspect.AFTER_FORGET in probe.aspects:
            lacking = f"{self._plan.design.label} does not forget"
            self._desk.without(probe, Outcome.NOT_APPLICABLE, lacking, role=role, revision=revision)
            return
        for budget in self._plan.budgets:
            self._desk.ask(answer, probe, budget, role=role, revision=revision)

    def _ask_damage(self, probes: tuple[Probe, ...], role: Role) -> None:
        self._damage.ask(
            self._desk,
            self._answer,
            probes,
            role,
            dream=self._dreams,
            revision=self.tracer.revision,
        )

    def _without(self, probes: tuple[Probe, ...], outcome: Outcome, error: str) -> None:
        for probe in probes:
            self._desk.without(probe, outcome, error, role=Role.FORK, revision=self.tracer.revision)

    def _note_contents(self) -> None:
        try:
            self.tracer.before_probe()
        except Exception as error:
            raise self.failed("contents", error) from error

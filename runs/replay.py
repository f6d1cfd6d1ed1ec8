"""Replay one cell: every step of a scenario through a fresh memory, with records and a trace.

A design that raises ends its cell, not the run: from then on its probes are records that failed,
so that what was to be scored stays the same. The exception is ``recall``, which is pure: when it
raises or oversteps its budget, that one record failed and the replay goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from memory_impls.api import Event, EventKind, Memory, Occasion, TaskStatus
from memory_impls.parts.usage import Phase
from metrics.api import Cell, Outcome, Role
from runs.acts import Acts
from runs.asking import DesignFailed, Desk, fault
from runs.bounds import Bound, bound_of
from runs.cells import CellPlan, scenario_key
from runs.history import STAGE_ENDS, History
from runs.meter import Meter
from runs.outcome import Gathered, cell_of
from runs.survey import Survey, survey
from runs.workshop import Workshop
from scenarios.api import Ask, Forget, Idle, Observe, Probe, Reingest, Restart, Scenario, Step, Use

__all__ = ["Tick", "replay"]

Tick = Callable[[int], None]
"""Told how much of a cell's ``units`` is done so far."""


def replay(
    plan: CellPlan, scenario: Scenario, *, cache: Path | None = None, tick: Tick | None = None
) -> Cell:
    """Replay a scenario through the design of a cell, from nothing.

    Args:
        plan: The cell.
        scenario: Its scenario, as ``build_scenario`` gives it.
        cache: Folder of the embedding cache; None keeps vectors in the process only.
        tick: Told of progress now and then.

    Returns:
        The cell with records and trace; stages are not filled.

    Raises:
        ValueError: The embedder of the plan cannot be loaded.
    """
    facts = survey(scenario, key=scenario_key(plan))
    workshop = Workshop(plan, cache)
    if plan.design.bound is not None:
        bound = bound_of(plan.design.bound, wanted=facts.evidence, seed=plan.seed)
        return _replay_bound(plan, scenario, facts, workshop, bound)
    history = History(scenario)
    try:
        memory, model = workshop.memory()
    except Exception as error:
        said = fault(plan.design.label, "the constructor", error, "before the first event")
        desk = Desk(plan, facts, history, Meter(), workshop.reader())
        _take_failures(scenario.steps(), desk, history, said)
        return cell_of(plan, facts, Meter(), Gathered(records=desk.records, error=said))
    meter = Meter(model, workshop.embedder)
    desk = Desk(plan, facts, history, meter, workshop.reader())
    acts = Acts(plan, facts, workshop, memory, history, meter, desk)
    lead = _Lead(memory, history, meter, desk, acts, facts, tick)
    ended = lead.run(scenario.steps())
    gathered = Gathered(
        records=desk.records,
        trace=acts.tracer.lines,
        capabilities=memory.capabilities,
        embedder=workshop.embedder.identity if workshop.embedder is not None else "",
        model=model.identity if model is not None else "",
        error=ended,
    )
    return cell_of(plan, facts, meter, gathered)


class _Lead:
    """Leads a memory through the steps of a scenario."""

    def __init__(
        self,
        memory: Memory,
        history: History,
        meter: Meter,
        desk: Desk,
        acts: Acts,
        facts: Survey,
        tick: Tick | None,
    ) -> None:
        self._memory = memory
        self._history = history
        self._meter = meter
        self._desk = desk
        self._acts = acts
        self._facts = facts
        self._tick = tick
        self._write_s = 0.0

    def run(self, steps: Iterator[Step]) -> str:
        """Take every step; give the error that ended the design's part, or ""."""
        error = ""
        try:
            self._live(steps)
        except DesignFailed as failure:
            error = str(failure)
            _take_failures(steps, self._desk, self._history, error, self._acts.tracer.revision)
        self._meter.seconds[Phase.WRITE] += self._write_s
        return error

    def _live(self, steps: Iterator[Step]) -> None:
        """The loop that every event goes through, kept lean: two readings of the clock each."""
        history, closing, acts = self._history, self._facts.closing, self._acts
        observe, due, observed = self._memory.observe, self._memory.due, history.observed.add
        task_status, on_event, clock = EventKind.TASK_STATUS, Occasion.EVENT, perf_counter
        for step in steps:
            if type(step) is not Observe:
                self._other(step)
                continue
            event = step.event
            now = history.now
            if now is None or event.at > now:
                history.now = now = event.at
            started = clock()
            try:
                observe(event)
            except Exception as error:
                raise acts.failed("observe", error, f"event {event.id}") from error
            try:
                reason = due(now, on_event)
            except Exception as error:
                raise acts.failed("due", error, f"event {event.id}") from error
            self._write_s += clock() - started
            history.events_seen += 1
            observed(event.id)
            if reason is not None:
                acts.dream(reason)
            if event.kind is task_status or history.has_open_task:
                self._follow_task(event)
            if event.id in closing:
                acts.end_session(event.session)
                self._ticked()

    def _other(self, step: Step) -> None:
        match step:
            case Ask(probe=probe):
                self._acts.ask(probe)
            case Use():
                self._acts.use(step)
            case Forget():
                self._acts.forget(step)
            case Idle(at=at):
                self._history.reach(at)
                self._acts.offer(Occasion.IDLE)
            case Restart() | Reingest():
                self._acts.fork(step)
            case Observe():
                pass
        self._ticked()

    def _follow_task(self, event: Event) -> None:
        self._history.follow_task(event)
        status = event.payload
        if isinstance(status, TaskStatus) and status.state in STAGE_ENDS:
            self._acts.offer(Occasion.STAGE_END)

    def _ticked(self) -> None:
        if self._tick is not None:
            self._tick(self._history.events_seen + len(self._desk.records))


def _take_failures(
    steps: Iterator[Step], desk: Desk, history: History, error: str, revision: int = 0
) -> None:
    """Go through the steps that are left and take a failed record for every probe."""

    def fail(probe: Probe, role: Role) -> None:
        desk.without(probe, Outcome.SYSTEM_FAILED, error, role=role, revision=revision)

    for step in steps:
        match step:
            case Observe(event=event):
                history.reach(event.at)
                history.events_seen += 1
                history.observed.add(event.id)
            case Ask(probe=probe):
                fail(probe, Role.PROBE)
            case Restart(probes=probes) | Reingest(probes=probes):
                for probe in probes:
                    fail(probe, Role.FORK)
            case _:
                pass


def _replay_bound(
    plan: CellPlan, scenario: Scenario, facts: Survey, workshop: Workshop, bound: Bound
) -> Cell:
    """Replay a bound: it observes, is asked and forgets; it has no dreams and no trace."""
    meter, history = Meter(), History(scenario)
    desk = Desk(plan, facts, history, meter, workshop.reader())

    def ask(probe: Probe, role: Role) -> None:
        for budget in plan.budgets:
            desk.ask(bound.answer, probe, budget, role=role)

    for step in scenario.steps():
        match step:
            case Observe(event=event):
                bound.observe(event)
                history.events_seen += 1
                history.observed.add(event.id)
            case Ask(probe=probe):
                ask(probe, Role.PROBE)
            case Restart(probes=probes) | Reingest(probes=probes):
                for probe in probes:
                    ask(probe, Role.FORK)
            case Forget(request=request):
                bound.forget(history.erase(request))
            case Use() | Idle():
                pass
    gathered = Gathered(records=desk.records, capabilities=bound.capabilities)
    return cell_of(plan, facts, meter, gathered)

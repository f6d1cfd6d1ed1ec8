"""What a run gave, in Python: headline figures, frames, and the probes that went worst."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memory_impls.parts.names import UnknownNameError
from memtrial.told import ASKED, WORST, told
from metrics.aggregate import ALL
from metrics.api import Cell, Outcome, Role, Score
from metrics.registry import HEADLINES, metric
from runs.report.contents import budget_name, figure, number

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Figure", "Result"]

_USUAL: Final = -1
"""Stands for the budget of ordinary turns where none was chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One score with its interval.

    Attributes:
        value: The mean over what was scored.
        n: Probes (or histories, for metrics of cells) that were scored. total: that were meant.
        clusters: Scenarios behind the interval.
        strict: The mean with failures at the metric's worst; None where the metric has none.
    """

    metric: str
    design: str
    budget: int | None
    scenario: str
    value: float
    n: int
    total: int
    clusters: int
    unit: str
    strict: float | None
    interval: tuple[float, float] | None

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval.

        Raises:
            ValueError: There is none: under two scenarios nothing is known of their scatter.
        """
        return self._ends[0]

    @property
    def high(self) -> float:
        """Upper end of the 95 % interval."""
        return self._ends[1]

    @property
    def _ends(self) -> tuple[float, float]:
        if self.interval is None:
            raise ValueError(
                f"{self.metric} of {self.design} has no interval: it rests on {self.clusters} "
                "scenarios in the smallest family, and two are the least; run more seeds"
            )
        return self.interval

    def __str__(self) -> str:
        text = number(self.value, self.unit)
        if self.interval is not None:
            text += f" [{', '.join(number(end, self.unit) for end in self.interval)}]"
        return f"{text} (n = {self.n} of {self.total})"


@dataclass(frozen=True, eq=False, kw_only=True)
class Result:
    """A finished run.

    ``recall``, ``constraint_preservation``, ``conflict_handling`` and ``token_cost`` are figures of
    the one design of the run at the budget of ordinary turns; ``of`` chooses a design where there
    are several, ``at`` another budget.

    Attributes:
        folder: The run folder.
        cells: Records and traces, with their stages.
        rows: Every aggregated figure.
        failures: What went wrong, a line each; empty when nothing did.
    """

    folder: Path
    cells: tuple[Cell, ...] = field(repr=False)
    rows: tuple[Score, ...] = field(repr=False)
    failures: tuple[str, ...] = ()
    design: str | None = field(default=None, repr=False)
    budget: int | None = field(default=_USUAL, repr=False)

    @property
    def designs(self) -> tuple[str, ...]:
        """Labels of the designs on trial, in the order of the plan; bounds are none of them."""
        return tuple(dict.fromkeys(cell.design for cell in self.cells if not cell.is_bound))

    @property
    def budgets(self) -> tuple[int | None, ...]:
        """Budgets at which the designs were asked, no limit last."""
        asked = {r.budget for c in self.cells if not c.is_bound for r in c.records}
        return tuple(sorted(asked, key=lambda budget: (budget is None, budget or 0)))

    @property
    def recall(self) -> Figure:
        """Share of required facts that reached the context."""
        return self.figure("recall")

    @property
    def constraint_preservation(self) -> Figure:
        """Share of constraint probes with every value and its hardness recalled."""
        return self.figure("constraint_preservation")

    @property
    def conflict_handling(self) -> Figure:
        """Share of probes after a change with the current value recalled and no stale one."""
        return self.figure("conflict_handling")

    @property
    def token_cost(self) -> Figure:
        """Tokens per probe, the write side included; lower is better."""
        return self.figure("token_cost")

    def of(self, design: str) -> Result:
        """Narrow down to one design; bounds may be looked at too.

        Raises:
            UnknownNameError: The run has no such design.
        """
        known = {cell.design for cell in self.cells}
        if design not in known:
            raise UnknownNameError("design", design, known)
        return replace(self, design=design)

    def at(self, budget: int | None) -> Result:
        """Look at another budget; None is no limit.

        Raises:
            ValueError: No design was asked at it.
        """
        if budget not in {r.budget for c in self.cells for r in c.records}:
            known = ", ".join(budget_name(asked) for asked in self.budgets)
            raise ValueError(f"nothing was asked at budget {budget_name(budget)}; asked: {known}")
        return replace(self, budget=budget)

    def figure(self, name: str, *, scenario: str = ALL) -> Figure:
        """Give a score by its name.

        Args:
            name: Of any metric: ``memtrial list metrics``.
            scenario: A label, a family, or all.

        Raises:
            UnknownNameError: There is no such metric or scenario.
            ValueError: Nothing could be scored, or several designs were on trial.
        """
        row = self._row(name, scenario)
        if row.value is None:
            why = row.note or "no probe of this run is about it"
            raise ValueError(f"{name} of {row.design} was not scored: {why}")
        known = row.low is not None and row.high is not None
        return Figure(
            metric=row.metric,
            design=row.design,
            budget=row.budget,
            scenario=row.scenario,
            value=row.value,
            n=row.n_scored,
            total=row.n_total,
            clusters=row.n_clusters,
            unit=row.unit,
            strict=row.strict,
            interval=(row.low or 0.0, row.high or 0.0) if known else None,
        )

    @cached_property
    def scores(self) -> pd.DataFrame:
        """Every aggregated figure: a row per metric, design, budget and scenario."""
        import pandas as pd

        frame = pd.DataFrame([asdict(row) for row in self.rows])
        return frame.assign(direction=[row.direction.value for row in self.rows])

    @cached_property
    def records(self) -> pd.DataFrame:
        """A row per question asked of a design at a budget, with what each metric said of it."""
        import pandas as pd

        rows = [told(cell, record) for cell in self.cells for record in cell.records]
        return pd.DataFrame(rows)

    def worst(self, n: int = 5) -> pd.DataFrame:
        """List the probes that went worst: what was asked, what was due, what was shown.

        Args:
            n: At most so many rows; of the chosen design (all that are no bound, where none is)
                at the chosen budget.
        """
        import pandas as pd

        found = sorted(self._judged(), key=lambda row: (row["value"], row["design"]))[:n]
        return pd.DataFrame(found, columns=list(WORST))

    def __str__(self) -> str:
        lines = [f"{self.folder.name}, context budget {budget_name(self._budget)}:"]
        for design in [self.design] if self.design else self.designs:
            lines.append(f"  {design}")
            for row in self.rows:
                chosen = (row.design, row.budget, row.scenario) == (design, self._budget, ALL)
                if chosen and row.metric in HEADLINES:
                    lines.append(f"    {row.metric:<24} {figure(row)}")
        return "\n".join(lines)

    @property
    def _budget(self) -> int | None:
        if self.budget != _USUAL:
            return self.budget
        usual = next((cell.use_budget for cell in self.cells), None)
        limited = [budget for budget in self.budgets if budget is not None]
        return usual if usual in self.budgets else max(limited, default=None)

    def _row(self, name: str, scenario: str) -> Score:
        design = self.design or self._only()
        mine = [row for row in self.rows if row.design == design]
        named = [row for row in mine if row.metric == name]
        if not named:
            metric(name)
            raise ValueError(f"{name} of {design} was not scored: no probe of this run is about it")
        there = [row for row in named if row.scenario == scenario]
        if not there:
            raise UnknownNameError("scenario", scenario, {row.scenario for row in named})
        for row in there:
            if row.budget == self._budget:
                return row
        raise ValueError(f"{name} of {design} was not asked at {budget_name(self._budget)}")

    def _only(self) -> str:
        if len(self.designs) == 1:
            return self.designs[0]
        raise ValueError(
            f"the run has several designs ({', '.join(self.designs)}); choose one with "
            f"result.of({self.designs[0]!r})"
            if self.designs
            else "the run has no design"
        )

    def _judged(self) -> Iterator[Mapping[str, object]]:
        for cell in self.cells:
            wanted = cell.design == self.design if self.design else not cell.is_bound
            for record in cell.records if wanted else ():
                if record.budget == self._budget and record.role in (Role.PROBE, Role.FORK):
                    row = told(cell, record)
                    values = {name: v for name in ASKED if (v := row[name]) is not None}
                    if record.outcome is Outcome.SYSTEM_FAILED:
                        values = {"failed": 0.0}
                    if values:
                        worst = min(values, key=lambda name: (values[name], name))
                        yield {**row, "metric": worst, "value": values[worst]}

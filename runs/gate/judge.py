"""Hold a run against a baseline: is it worse by more than is allowed, and does that show?

On the same scenarios differences are taken item by item (probe of a scenario), averaged per
scenario, scenarios per family, families with equal weight; a regression is a mean loss above the
tolerance at a one-sided 5 %, corrected over all listed thresholds (Holm). On other scenarios the
two means are compared as independent samples (Welch).

Source: design.md, "Statistics"; cases A46, A47.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from metrics.api import Direction, Metric
from metrics.comparison import ALPHA, Item, by_family
from metrics.registry import metric
from metrics.statistics.chosen import BOUNDED_UNITS
from metrics.statistics.intervals import student_t_of
from metrics.statistics.one_sided import minus, p_above
from metrics.statistics.paired import MIN_VERDICT_CLUSTERS, holm
from metrics.statistics.spread import Spread, spread
from runs.gate.measured import Key, Lost, Measured, Values, within
from runs.gate.thresholds import Threshold, refuse_unknown
from runs.gate.verdict import GateReport, Judged, Standing, Worst

__all__ = ["judge"]

_SHOWN = 3
_ROUNDING = 1e-9

Numbers = Mapping[Item, float]
Place = tuple[str, str]


class _Unjudged(Exception):  # noqa: N818 - an answer on its way to the report
    def __init__(self, standing: Standing, said: str) -> None:
        super().__init__(said)
        self.standing = standing


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One threshold with what bears on it.

    Attributes:
        run, baseline: Items in its scope.
        sign: 1 where higher is worse, -1 where lower is.
    """

    threshold: Threshold
    metric: Metric
    run: Values
    baseline: Values
    measured: Measured
    base: Measured

    @property
    def sign(self) -> int:
        return 1 if self.metric.direction is Direction.LOWER else -1

    @property
    def is_share(self) -> bool:
        return self.metric.unit in BOUNDED_UNITS


def judge(run: Measured, baseline: Measured, thresholds: Sequence[Threshold]) -> GateReport:
    """Judge every threshold.

    Args:
        run: What is to pass.
        baseline: What it is held against.
        thresholds: At least one; all of them share the 5 % of false alarms.

    Raises:
        UnknownNameError: A threshold names a design or scenario that neither side has.
    """
    refuse_unknown(thresholds, run, baseline)
    judged = [_judged(threshold, run, baseline) for threshold in thresholds]
    tested = [index for index, entry in enumerate(judged) if entry.p is not None]
    corrected = holm([p for i in tested if (p := judged[i].p) is not None])
    for index, p in zip(tested, corrected, strict=True):
        judged[index] = _concluded(judged[index], p)
    return GateReport(
        judged=tuple(judged),
        notes=tuple(_notes(judged, run, baseline)),
        source=", ".join(f"{name} {text}" for name, text in baseline.note.items() if text),
    )


def _judged(threshold: Threshold, run: Measured, baseline: Measured) -> Judged:
    key = Key(design=threshold.design, metric=threshold.metric, budget=threshold.budget)
    case = _Case(
        threshold=threshold,
        metric=metric(threshold.metric),
        run=within(run.values.get(key, {}), threshold.scenario),
        baseline=within(baseline.values.get(key, {}), threshold.scenario),
        measured=run,
        base=baseline,
    )
    entry = Judged(threshold=threshold, standing=Standing.HELD, unit=case.metric.unit)
    try:
        now = _numbers(case, case.run, "this run")
        total = _mean(now)
        entry = replace(entry, now=total, clusters=spread(by_family(now)).clusters)
        if threshold.tolerance is not None:
            entry = _compared(case, entry, now)
    except _Unjudged as error:
        return replace(entry, standing=error.standing, said=str(error))
    broken = _broken(threshold, total)
    return replace(entry, standing=Standing.LIMIT, said=broken) if broken else entry


def _numbers(case: _Case, values: Values, where: str) -> dict[Item, float]:
    """Give every item a number: failures the metric's worst, where it has one."""
    if not values:
        raise _Unjudged(Standing.MISSING, f"{case.threshold.name} has no value in {where}")
    found: dict[Item, float] = {}
    for item, value in values.items():
        if value is Lost.NOT_FINITE:
            said = f"{item.question or 'the value'} of {item.cluster} is not finite in {where}"
            raise _Unjudged(Standing.NOT_FINITE, said)
        if not isinstance(value, Lost):
            found[item] = value
        elif case.metric.worst is not None:
            found[item] = case.metric.worst
    if not found:
        raise _Unjudged(Standing.MISSING, f"{case.threshold.name}: the design failed throughout")
    return found


def _compared(case: _Case, entry: Judged, now: Numbers) -> Judged:
    before = _numbers(case, case.baseline, "the baseline")
    _refuse_other_rules(case)
    wanted, ran = _places(before), set(case.measured.histories)
    if wanted & ran:
        found = _paired(case, entry, before, now)
    else:
        found = _unpaired(case, entry, before, now)
    if found.clusters >= MIN_VERDICT_CLUSTERS:
        return found
    said = (
        f"only {found.clusters} scenarios in the smallest family, under {MIN_VERDICT_CLUSTERS}: "
        "the difference was not tested, only limits are"
    )
    return replace(found, p=None, standing=Standing.TOO_FEW, said=said)


def _refuse_other_rules(case: _Case) -> None:
    """Refuse what is measured differently: another definition, or another use of the memory."""
    then = case.base.versions.get(case.metric.name)
    now = case.measured.versions.get(case.metric.name)
    if then != now:
        said = f"{case.metric.name} was version {then}, is {now}; write a new baseline"
        raise _Unjudged(Standing.NOT_COMPARABLE, said)
    if case.base.use_budget != case.measured.use_budget:
        was, is_now = case.base.use_budget, case.measured.use_budget
        said = f"use_budget was {was}, is {is_now}; run with the same, or write a new baseline"
        raise _Unjudged(Standing.NOT_COMPARABLE, said)


def _paired(case: _Case, entry: Judged, before: Numbers, now: Numbers) -> Judged:
    _refuse_gone(case, before, now)
    both = [item for item in sorted(before) if item in now]
    one = len(before) - len(both)
    change = {item: now[item] - before[item] for item in both}
    allowed = case.threshold.tolerance or 0.0
    beyond = {
        # Rounded, for a loss that equals the tolerance must not scatter by the last bit.
        item: round(case.sign * change[item] - allowed * _scale(case, before[item]), 12)
        for item in both
    }
    found = spread(by_family(change))
    return replace(
        _with_change(entry, found),
        before=_mean({item: before[item] for item in both}),
        now=_mean({item: now[item] for item in both}),
        p=p_above(spread(by_family(beyond))),
        said=f"{one} items without a value now are left out" if one else "",
        worst=_worst(case, before, now, both),
    )


def _scale(case: _Case, before: float) -> float:
    """Give what a tolerance is a share of: points for shares, the baseline for the rest."""
    return 1.0 if case.is_share else abs(before)


def _refuse_gone(case: _Case, before: Numbers, now: Numbers) -> None:
    """Refuse a run that lacks a scenario of the baseline, or has another one under its name."""
    wanted, ran = _places(before), case.measured.histories
    gone = sorted(place for place in wanted if place not in ran)
    if gone:
        said = (
            f"{len(gone)} of {len(wanted)} scenarios of the baseline were not run: {_few(gone)}; "
            "run the same seeds, or entirely others for an unpaired comparison"
        )
        raise _Unjudged(Standing.MISSING, said)
    other = sorted(p for p in wanted if ran[p].content != case.base.histories[p].content)
    if other:
        said = (
            f"{len(other)} of {len(wanted)} scenarios are other histories than in the baseline: "
            f"{_few(other)}; their generator or data changed, so write a new baseline"
        )
        raise _Unjudged(Standing.NOT_COMPARABLE, said)
    silent = sorted(wanted - _places({item: 0.0 for item in before if item in now}))
    if silent:
        said = f"{len(silent)} scenarios of the baseline have no value any more: {_few(silent)}"
        raise _Unjudged(Standing.MISSING, said)


def _unpaired(case: _Case, entry: Judged, before: Numbers, now: Numbers) -> Judged:
    families = {item.family for item in before}, {item.family for item in now}
    if families[0] != families[1]:
        odd = ", ".join(sorted(families[0] ^ families[1]))
        said = (
            f"the run and the baseline have no scenario in common, and not the same families: {odd}"
        )
        raise _Unjudged(Standing.NOT_COMPARABLE, said)
    then, here = spread(by_family(before)), spread(by_family(now))
    allowed = case.threshold.tolerance or 0.0
    if case.is_share:
        p = p_above(_signed(case.sign, minus(here, then)), allowed)
    else:
        p = p_above(_signed(case.sign, minus(here, then, times=1 + case.sign * allowed)))
    return replace(
        _with_change(entry, minus(here, then)),
        before=then.mean,
        now=here.mean,
        p=p,
        paired=False,
        said="other scenarios than in the baseline, so two samples are compared: unpaired",
    )


def _signed(sign: int, found: Spread) -> Spread:
    return replace(found, mean=sign * found.mean)


def _with_change(entry: Judged, found: Spread) -> Judged:
    interval = student_t_of(found)
    return replace(
        entry,
        change=found.mean,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        clusters=found.clusters,
    )


def _concluded(entry: Judged, p: float) -> Judged:
    """Put the corrected p in place; a broken limit stays one, worse or not."""
    worse = p < ALPHA and entry.standing is Standing.HELD
    if not worse:
        return replace(entry, p=p)
    said = "worse than the baseline by more than the tolerance"
    return replace(
        entry, p=p, standing=Standing.WORSE, said="; ".join(t for t in (said, entry.said) if t)
    )


def _broken(threshold: Threshold, now: float) -> str:
    if threshold.floor is not None and now < threshold.floor - _ROUNDING:
        return f"{now:.4g} is under the floor {threshold.floor:g}"
    if threshold.ceiling is not None and now > threshold.ceiling + _ROUNDING:
        return f"{now:.4g} is above the ceiling {threshold.ceiling:g}"
    return ""


def _worst(case: _Case, before: Numbers, now: Numbers, both: Sequence[Item]) -> tuple[Worst, ...]:
    places: dict[str, list[Item]] = {}
    for item in both:
        places.setdefault(item.cluster, []).append(item)
    found = [
        Worst(cluster=name, before=_plain(before, items), now=_plain(now, items))
        for name, items in places.items()
    ]

    def lost(entry: Worst) -> float:
        return case.sign * (entry.now - entry.before)

    ranked = sorted(found, key=lambda entry: (-lost(entry), entry.cluster))
    return tuple(entry for entry in ranked[:_SHOWN] if lost(entry) > 1e-12)


def _notes(judged: Sequence[Judged], run: Measured, baseline: Measured) -> list[str]:
    notes = []
    if any(not entry.paired for entry in judged):
        notes.append("Unpaired: other seeds or scenarios than the baseline; less would be noticed.")
    few = sum(entry.standing is Standing.TOO_FEW for entry in judged)
    if few:
        notes.append(f"{few} of {len(judged)} thresholds rest on too few scenarios for a verdict.")
    new = sorted(set(run.designs) - set(baseline.designs))
    if new:
        notes.append(f"Not in the baseline, so not held against it: {', '.join(new)}.")
    extra = set(run.histories) - set(baseline.histories)
    if extra and extra != set(run.histories):
        notes.append(f"{len(extra)} scenarios that the baseline does not have are left out.")
    return notes


def _places(values: Numbers) -> set[Place]:
    return {(item.scenario, item.cluster) for item in values}


def _mean(values: Numbers) -> float:
    return spread(by_family(values)).mean


def _plain(values: Numbers, items: Sequence[Item]) -> float:
    return sum(values[item] for item in items) / len(items)


def _few(places: Sequence[Place]) -> str:
    more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
    return ", ".join(cluster for _, cluster in places[:_SHOWN]) + more

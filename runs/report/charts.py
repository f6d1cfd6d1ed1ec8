"""Charts of the report as Vega-Lite specifications, drawn with Altair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metrics.aggregate import ALL
from metrics.api import Score
from metrics.registry import HEADLINES
from runs.report.contents import Report, budget_name

if TYPE_CHECKING:
    import altair as alt

__all__ = ["Chart", "charts"]

WIDTH = 560
QUALITY = (*(name for name in HEADLINES if name != "token_cost"), "evidence_recall")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One chart with what it shows in words."""

    key: str
    title: str
    caption: str
    spec: Mapping[str, Any]


def charts(report: Report) -> list[Chart]:
    """Draw every chart that the run has figures for."""
    drawn = (
        _headlines(report),
        _quality_against_tokens(report),
        _losses(report),
        _families(report),
        _damage(report),
    )
    return [chart for chart in drawn if chart is not None]


def _values(rows: Sequence[Score], report: Report) -> list[dict[str, Any]]:
    return [
        {
            "design": row.design,
            "scenario": row.scenario,
            "metric": row.metric.replace("_", " "),
            "budget": budget_name(row.budget),
            "value": row.value,
            "low": row.low,
            "high": row.high,
            "n": f"{row.n_scored} of {row.n_total}",
            "kind": "bound" if row.design in report.bounds else "design",
        }
        for row in rows
        if row.value is not None
    ]


def _spec(chart: alt.TopLevelMixin) -> Mapping[str, Any]:
    spec: dict[str, Any] = chart.to_dict()
    return spec


def _order(report: Report) -> list[str]:
    return [budget_name(budget) for budget in report.budgets]


def _headlines(report: Report) -> Chart | None:
    import altair as alt

    rows = [row for name in QUALITY for row in report.pick(name)]
    values = _values(rows, report)
    if not values:
        return None
    base = alt.Chart(alt.InlineData(values=values)).encode(
        y=alt.Y("design:N", sort=list(report.designs), title=None),
        color=alt.Color("budget:N", sort=_order(report), title="budget (tokens)"),
        yOffset=alt.YOffset("budget:N", sort=_order(report)),
    )
    points = base.mark_point(filled=True, size=45).encode(
        x=alt.X("value:Q", title=None, scale=alt.Scale(domain=[0, 1])),
        shape=alt.Shape("kind:N", title=None),
        tooltip=["design:N", "metric:N", "budget:N", "value:Q", "low:Q", "high:Q", "n:N"],
    )
    bars = base.mark_rule(opacity=0.6).encode(x="low:Q", x2="high:Q")
    chart = (
        (bars + points)
        .properties(width=WIDTH // 2, height=alt.Step(9))
        .facet(
            column=alt.Column("metric:N", title=None, sort=[n.replace("_", " ") for n in QUALITY])
        )
    )
    return Chart(
        key="headlines",
        title="Designs by headline score",
        caption="Mean over families with its 95 % interval, where there are clusters enough.",
        spec=_spec(chart),
    )


def _quality_against_tokens(report: Report) -> Chart | None:
    import altair as alt

    cost = {(row.design, row.budget): row.value for row in report.pick("token_cost")}
    values = []
    for name in QUALITY:
        for value, row in zip(
            _values(report.pick(name), report),
            [row for row in report.pick(name) if row.value is not None],
            strict=True,
        ):
            tokens = cost.get((row.design, row.budget))
            if tokens is not None:
                values.append({**value, "tokens": max(tokens, 1.0)})
    if not values:
        return None
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_line(point=alt.OverlayMarkDef(size=50, filled=True), opacity=0.85)
        .encode(
            x=alt.X("tokens:Q", scale=alt.Scale(type="log"), title="tokens per question"),
            y=alt.Y("value:Q", title=None, scale=alt.Scale(domain=[0, 1])),
            color=alt.Color("design:N", sort=list(report.designs)),
            strokeDash=alt.StrokeDash("kind:N", title=None),
            tooltip=["design:N", "metric:N", "budget:N", "value:Q", "tokens:Q", "n:N"],
        )
        .properties(width=WIDTH // 2, height=260)
        .facet(
            column=alt.Column("metric:N", title=None, sort=[n.replace("_", " ") for n in QUALITY])
        )
    )
    return Chart(
        key="quality_tokens",
        title="Quality against tokens",
        caption=(
            "Token cost is what writing and consolidating took, shared among the questions, plus "
            "what each question reads; up and to the left is better. One point per budget."
        ),
        spec=_spec(chart),
    )


def _losses(report: Report) -> Chart | None:
    import altair as alt

    rows = [
        row
        for row in report.scores
        if row.metric.startswith("loss_") and row.scenario == ALL and row.average == "macro"
    ]
    values = [
        {**value, "stage": value["metric"].removeprefix("loss ")} for value in _values(rows, report)
    ]
    if not values:
        return None
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_bar()
        .encode(
            x=alt.X("value:Q", stack="zero", title="share of required atoms lost"),
            y=alt.Y("design:N", sort=list(report.designs), title=None),
            color=alt.Color("stage:N", title="first loss"),
            tooltip=["design:N", "stage:N", "budget:N", "value:Q", "n:N"],
        )
        .properties(width=WIDTH // 2, height=alt.Step(14))
        .facet(facet=alt.Facet("budget:N", sort=_order(report), title=None), columns=2)
    )
    return Chart(
        key="losses",
        title="Where information is lost",
        caption=(
            "For each required fact: was its evidence seen, is it kept, was it recalled, was it "
            "answered. The first stage that fails is the loss."
        ),
        spec=_spec(chart),
    )


def _families(report: Report) -> Chart | None:
    import altair as alt

    names = (*QUALITY, "evidence_recall")
    rows = [
        row
        for name in names
        for family in report.families
        for row in report.pick(name, scenario=family)
    ]
    values = _values(rows, report)
    if not values:
        return None
    base = alt.Chart(alt.InlineData(values=values)).encode(
        x=alt.X("scenario:N", title=None),
        y=alt.Y("design:N", sort=list(report.designs), title=None),
    )
    heat = base.mark_rect().encode(
        color=alt.Color("value:Q", scale=alt.Scale(domain=[0, 1], scheme="blues"), title=None),
        tooltip=[
            "design:N",
            "scenario:N",
            "metric:N",
            "budget:N",
            "value:Q",
            "low:Q",
            "high:Q",
            "n:N",
        ],
    )
    text = base.mark_text(fontSize=9).encode(
        text=alt.Text("value:Q", format=".2f"),
        color=alt.condition("datum.value > 0.6", alt.value("white"), alt.value("black")),
    )
    chart = (
        (heat + text)
        .properties(width=alt.Step(42), height=alt.Step(16))
        .facet(
            row=alt.Row("metric:N", title=None),
            column=alt.Column("budget:N", sort=_order(report), title=None),
        )
        .resolve_scale(x="independent")
    )
    return Chart(
        key="families",
        title="Per family",
        caption="The same scores by scenario label; an empty square was not scored.",
        spec=_spec(chart),
    )


def _damage(report: Report) -> Chart | None:
    import altair as alt

    rows = [
        row for name in ("damage", "gain", "damage_kept", "gain_kept") for row in report.pick(name)
    ]
    values = _values(rows, report)
    if not values:
        return None
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_bar()
        .encode(
            x=alt.X("value:Q", title="share of facts, mean per dream"),
            y=alt.Y("design:N", sort=list(report.designs), title=None),
            yOffset=alt.YOffset("metric:N"),
            color=alt.Color("metric:N", title=None),
            tooltip=["design:N", "metric:N", "budget:N", "value:Q", "n:N"],
        )
        .properties(width=WIDTH // 2, height=alt.Step(9))
        .facet(facet=alt.Facet("budget:N", sort=_order(report), title=None), columns=2)
    )
    return Chart(
        key="damage",
        title="Damage and gain by consolidation",
        caption="Facts recalled (kept) just before a dream and not just after it, and the reverse.",
        spec=_spec(chart),
    )

"""The report: one HTML page that needs no network and no other file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from metrics.api import Direction, Score
from runs.report.categories import by_category
from runs.report.charts import charts
from runs.report.contents import Report, Row, budget_name, columns, figure, headline

__all__ = ["page", "write_page"]

TEMPLATE: Final = "page.html"
BUNDLE: Final = "window.vegaEmbed = vegaEmbed;"


def write_page(report: Report, path: Path, *, beside: Report | None = None) -> None:
    """Write the page whole: to a temporary name first, then renamed."""
    draft = path.with_name(path.name + ".partial")
    draft.write_text(page(report, beside=beside), encoding="utf-8")
    draft.replace(path)


def page(report: Report, *, beside: Report | None = None) -> str:
    """Render a report as one self-contained HTML page.

    Args:
        report: The run.
        beside: A second run shown next to the first (the held pool, another language).
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("runs.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(budget=budget_name, figure=figure, words=_words)
    drawn = charts(report)
    return environment.get_template(TEMPLATE).render(
        report=report,
        beside=beside,
        tables=[headline(report, budget) for budget in report.budgets],
        beside_rows=_beside(report, beside) if beside else (),
        columns=columns(report),
        charts=drawn,
        specs=_script_json({chart.key: chart.spec for chart in drawn}),
        bundle=_library() if drawn else "",
        categories=by_category(report),
        details=_details(report),
        exposed=_exposed(report),
        higher=Direction.HIGHER,
    )


def _words(name: str) -> str:
    return name.replace("_", " ")


@lru_cache(maxsize=1)
def _library() -> str:
    """Give the drawing library; nothing in it may end its script element."""
    from vl_convert import javascript_bundle

    return javascript_bundle(BUNDLE).replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _script_json(specs: Mapping[str, object]) -> str:
    """Write JSON that cannot end its script element or open a comment in it."""
    text = json.dumps(specs, ensure_ascii=False, allow_nan=False, sort_keys=True)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _details(report: Report) -> list[Score]:
    """List every row that has something to say, as ``summary.json`` orders them."""
    return [row for row in report.scores if row.n_total or row.value is not None]


def _exposed(report: Report) -> list[Score]:
    """List designs that were seen to assert what they must not, worst first."""
    names = (
        "stale_exposure",
        "trap_exposure",
        "isolation_leak",
        "secret_leak",
        "residue",
        "resurrection",
        "worded_deletion_exposure",
    )
    rows = [row for name in names for row in report.pick(name) if row.value]
    return sorted(rows, key=lambda row: (-(row.value or 0.0), row.metric, row.design))


def _beside(report: Report, other: Report) -> Sequence[tuple[Row, Row | None, int | None]]:
    """Pair the rows of two runs by design and budget."""
    pairs = []
    for budget in report.budgets:
        theirs = {row.design: row for row in headline(other, budget, columns(report)).rows}
        pairs += [(row, theirs.get(row.design), budget) for row in headline(report, budget).rows]
    return pairs

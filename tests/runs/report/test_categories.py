"""Tables by category, and the warning about choices that can be guessed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from memory_impls.api import Scope
from metrics.api import Cell, Outcome, ProbeRecord, Role
from runs.report.categories import by_category, markdown_categories
from runs.report.page import page
from runs.summary import as_report
from scenarios.api import Gold, Probe


def asked(number: int, category: str, answer: str, options: tuple[str, ...]) -> ProbeRecord:
    probe = Probe(
        id=f"q{number}",
        text="Which drink?",
        scope=Scope(user="u"),
        asked_at=datetime(2024, 1, 2, tzinfo=UTC),
        category=category,
        gold=Gold(answer=options[-1], choices=options),
    )
    return ProbeRecord(
        cell_id="c", order=number, probe=probe, budget=512, role=Role.PROBE, answer=answer
    )


OPTIONS = ("tea", "mate", "a long cup of coffee")


def cell(design: str, *answers: str) -> Cell:
    records = tuple(
        asked(i, "drinks" if i % 2 else "food | more", answer, OPTIONS)
        for i, answer in enumerate(answers)
    )
    return Cell(
        id="c",
        design=design,
        scenario="persona",
        family="persona",
        cluster="one",
        seed=0,
        records=records,
    )


RIGHT, WRONG = OPTIONS[-1], OPTIONS[0]


def test_each_category_has_its_own_figure_and_n() -> None:
    cells = [cell("vector", RIGHT, WRONG, RIGHT, RIGHT), cell("none", *[WRONG] * 4)]
    (table,) = by_category(as_report("demo", cells, []))
    assert (table.label, table.metric, table.designs) == (
        "persona",
        "choice_accuracy",
        ("vector", "none"),
    )
    found = {
        row.category: (row.questions, [c.value if c else None for c in row.cells])
        for row in table.rows
    }
    assert found == {"drinks": (2, [0.5, 0.0]), "food | more": (2, [1.0, 0.0])}


def test_a_label_cannot_open_a_column_of_its_own() -> None:
    report = as_report("demo", [cell("vector", RIGHT, WRONG)], [])
    text = markdown_categories(report)
    assert "| food \\| more | 1 |" in text
    assert "By category of question" in page(report)


def test_what_was_not_asked_is_no_row_and_no_zero() -> None:
    failed = cell("vector", RIGHT, WRONG)
    records = tuple(replace(r, outcome=Outcome.SYSTEM_FAILED, answer=None) for r in failed.records)
    assert by_category(as_report("demo", [replace(failed, records=records)], [])) == ()


def test_choices_that_leak_by_their_length_are_warned_of() -> None:
    report = as_report("demo", [cell("vector", RIGHT, WRONG)], [])
    assert any("'longest option' is right in 100.0%" in text for text in report.warnings)
    assert not any("shortest" in text for text in report.warnings)

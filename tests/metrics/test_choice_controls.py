"""Choices stand beside what length alone reaches; an option that stands twice is one answer."""

from __future__ import annotations

from metrics.official.personamem import ChoiceAccuracy, chosen
from metrics.worked import cell, record
from scenarios.api import Gold

OPTIONS = ("Tea in the new house by the river.", "Bar.", "Home.", "Out.")


def asked(name: str, answer: str, right: str = OPTIONS[0]) -> object:
    return record(name, gold=Gold(answer=right, choices=OPTIONS), answer=answer)


def test_remark_names_the_rule_that_needs_no_memory() -> None:
    leaky = cell(*(asked(f"p{n}", "Bar.") for n in range(4)))  # type: ignore[arg-type]
    remark = ChoiceAccuracy().remark([leaky], 512)
    assert "'longest option' is right in 100.0% without any memory (chance 25.0%)" in remark


def test_remark_is_silent_where_length_tells_nothing() -> None:
    fair = cell(*(asked(f"p{n}", "Bar.", OPTIONS[n]) for n in range(4)))  # type: ignore[arg-type]
    assert ChoiceAccuracy().remark([fair], 512) == ""
    assert ChoiceAccuracy().remark([cell()], 512) == ""


def test_option_that_stands_twice_is_one_answer() -> None:
    options = ("Tea.", "Mate.", "Tea.")
    assert chosen("tea", options) == 0
    made = record("p", gold=Gold(answer="Tea.", choices=options), answer="Tea.")
    assert ChoiceAccuracy().per_probe(made, cell(made)) == 1.0

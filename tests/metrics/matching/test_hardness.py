"""Whether a text binds or leans at a value."""

from __future__ import annotations

import pytest

from metrics.matching import hardness_of
from scenarios.api import USER, Hardness
from tests.metrics.matching.said import atom, said

BUDGET = atom("number", "50000", subject=(), attribute=("budget", "under", "exceed", "spend"))
BUDGET_ZH = atom("number", "50000", attribute=("预算", "超过"))
MUST, PREFER = Hardness.MUST, Hardness.PREFER


@pytest.mark.parametrize(
    ("text", "hardness"),
    [
        ("The budget must not exceed 50k.", MUST),
        ("Never exceed 50k.", MUST),
        ("The budget is 50k. No exceptions.", MUST),
        ("The budget is 50k, and that is non-negotiable.", MUST),
        ("You cannot spend 50k or more; under 50k is mandatory.", MUST),
        ("At most 50k of budget.", MUST),
        ("Hard limit: budget 50k", MUST),
        ("Please keep it under 50k.", MUST),
        ("I'd prefer to stay under 50k.", PREFER),
        ("Ideally the budget stays under 50k.", PREFER),
        ("If possible, keep it under 50k.", PREFER),
        ("I'd like to keep it under 50k, but it's not a must.", PREFER),
        ("It would be nice to stay under 50k.", PREFER),
        ("The budget should be 50k.", PREFER),
        ("The budget doesn't have to be 50k.", None),
        ("The budget is 50k.", None),
        ("I love dogs. The budget must stay under 50k.", MUST),
        ("You must see this. I'd rather keep the budget at 50k.", PREFER),
    ],
)
def test_hardness_in_english(text: str, hardness: Hardness | None) -> None:
    assert hardness_of(said(text), BUDGET) is hardness


@pytest.mark.parametrize(
    ("text", "hardness"),
    [
        ("预算必须是5万。", MUST),
        ("预算绝对不能超过5万。", MUST),
        ("预算不得超过5万元。", MUST),
        ("预算最多5万。", MUST),
        ("预算5万，没得商量。", MUST),
        ("预算最好是5万。", PREFER),
        ("预算尽量控制在5万。", PREFER),
        ("我希望预算是5万。", PREFER),
        ("可以的话预算定5万。", PREFER),
        ("预算是5万。", None),
        ("预算5万就行，不强求。", PREFER),
    ],
)
def test_hardness_in_chinese(text: str, hardness: Hardness | None) -> None:
    assert hardness_of(said(text), BUDGET_ZH) is hardness


def test_the_hardest_statement_of_a_text_counts() -> None:
    text = "I'd prefer a budget of 50k. The budget must be 50k."
    assert hardness_of(said(text), BUDGET) is MUST


def test_only_assertions_have_a_hardness() -> None:
    assert hardness_of(said("Must the budget be 50k?"), BUDGET) is None
    assert hardness_of(said("The budget must not be 50k."), BUDGET) is None
    assert hardness_of(said("Tea must be hot."), BUDGET) is None


def test_an_allergy_binds() -> None:
    latex = atom("text", "latex", subject=(USER,), attribute=("allergic",))
    assert hardness_of(said("I'm allergic to latex."), latex) is MUST

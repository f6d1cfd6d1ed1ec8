"""LoCoMo's own answer score, oddities included, beside the corrected one."""

from __future__ import annotations

import pytest

from metrics.matching import token_f1
from metrics.official.locomo import answer_score, stemmed_f1
from metrics.official.personamem import chosen, chosen_letter


@pytest.mark.parametrize(
    ("answer", "gold", "expected"),
    [
        ("She went hiking", "hike", 0.5),
        ("the hikes", "a hike", 1.0),
        ("24", "2,4", 1.0),
        ("tea and coffee", "tea coffee", 1.0),
        ("tea tea tea", "tea", 0.5),
        ("Caroline's", "carolines", 1.0),
        ("", "tea", 0.0),
        ("tea", "", 0.0),
    ],
)
def test_stemmed_f1(answer: str, gold: str, expected: float) -> None:
    assert stemmed_f1(answer, gold) == pytest.approx(expected)


def test_the_corrected_figure_does_not_fuse_numbers() -> None:
    assert stemmed_f1("24", "2,4") == 1.0
    assert token_f1("24", "2,4") == 0.0


@pytest.mark.parametrize(
    ("category", "answer", "gold", "expected"),
    [
        ("multi-hop", "hiking, painting", "painting, swimming", 0.5),
        ("multi-hop", "painting", "painting, painting", 1.0),
        ("open-domain", "yes", "yes; she said so twice", 1.0),
        ("single-hop", "yes", "yes; she said so twice", 1 / 3),
        ("temporal", "7 May 2023", "7 May 2023", 1.0),
        ("adversarial", "Not mentioned in the conversation", "", 1.0),
        ("adversarial", "No information available.", "", 1.0),
        ("adversarial", "that never came up", "", 0.0),
        ("adversarial", "cello", "", 0.0),
    ],
)
def test_category_rules(category: str, answer: str, gold: str, expected: float) -> None:
    assert answer_score(answer, gold, category) == pytest.approx(expected)


OPTIONS = ("(a) a long walk", "(b) tea at home", "(c) tea", "(d) milk")


@pytest.mark.parametrize(
    ("answer", "letter", "option"),
    [
        ("(c)", "c", 2),
        ("I would choose (c) here.", "c", 2),
        ("<final_answer>(c)</final_answer>", "c", 2),
        ("Maybe (a) ... no. <final_answer>(c)", "c", 2),
        ("(a) or (c)", None, None),
        ("tea", None, 2),
        ("Tea at home.", None, 1),
        ("A long walk", "a", 0),
        ("(z)", None, None),
        ("nothing of it", None, None),
        ("c", "c", 2),
        ("I would like a tea at home", "a", 1),
    ],
)
def test_choices(answer: str, letter: str | None, option: int | None) -> None:
    assert chosen_letter(answer, 4) == letter
    assert chosen(answer, OPTIONS) == option

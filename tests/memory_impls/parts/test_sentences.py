from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts.sentences import split_clauses, split_sentences

MIXED = st.text(alphabet='ab 。.!?,，;5\n"”Dr预算', max_size=40)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Dr. Wu pays 2.5k. Ok? Yes!", ["Dr. Wu pays 2.5k.", "Ok?", "Yes!"]),
        ("It runs v2.3.1. Fine.", ["It runs v2.3.1.", "Fine."]),
        ("预算五万。只能开源！好", ["预算五万。", "只能开源！", "好"]),
        ("one\ntwo", ["one", "two"]),
        ("Well... maybe so.", ["Well... maybe so."]),
        ('"Stop." she said. Then left.', ['"Stop." she said.', "Then left."]),
        ("", []),
        ("see e.g. the U.S. plan", ["see e.g. the U.S. plan"]),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert split_sentences(text) == parts


@given(MIXED)
def test_no_character_is_lost(text: str) -> None:
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())


@given(MIXED)
def test_clauses_are_stretches_of_the_sentence(text: str) -> None:
    sentence = " ".join(text.split())
    at = 0
    for clause in split_clauses(sentence):
        at = sentence.index(clause, at) + len(clause)


@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("The budget is 50k and only open source is allowed.", 2),
        ("Sorry, Tuesday.", 1),
        ("写一篇文章，开头直接一点，不要绕弯子", 3),
        ("Keep it short.", 1),
    ],
)
def test_clauses(sentence: str, count: int) -> None:
    assert len(split_clauses(sentence)) == count

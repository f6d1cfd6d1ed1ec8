from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts.terms import QUESTION_WORDS, STOP_WORDS, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Running runs, runners ran!", ["run", "run", "runner", "ran"]),
        ("INV-1042", ["inv-1042", "inv", "1042"]),
        ("user_name", ["user_name", "user", "name"]),
        ("getUserName", ["getusername", "get", "user", "name"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("gpt4", ["gpt4", "gpt", "4"]),
        ("ana@mail.example", ["ana@mail.example", "ana", "mail", "exampl"]),
        ("2023-05-08", ["2023-05-08", "2023", "05", "08"]),
        ("1,200 and 1200", ["1200", "1200"]),
        ("$1,200,000.50", ["1200000.50"]),
        ("7, 8, 9", ["7", "8", "9"]),
        ("version 3.14", ["version", "3.14"]),
        ("Ana’s tea", ["ana", "tea"]),
        ("don't", ["don't"]),
        ("ｆｕｌｌ　２０２３", ["full", "2023"]),
        ("STRASSE straße", ["strass", "strass"]),
        ("茶", ["茶"]),
        ("喜欢喝茶", ["喜", "欢", "喝", "茶", "喜欢", "欢喝", "喝茶"]),
        ("我的GPT-4很好", ["我的", "gpt-4", "gpt", "4", "好", "很好"]),
        ("カフェ", ["カ", "フ", "ェ", "カフ", "フェ"]),
        ("naïve café", ["naïv", "café"]),
        ("Москва", ["москва"]),
        ("... -- !?", []),
        ("", []),
    ],
)
def test_the_terms_of(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_the_stop_list_is_small_and_folded() -> None:
    assert len(STOP_WORDS) <= 91
    assert all(word == word.casefold() and terms(word) == [] for word in STOP_WORDS)


def test_question_words_and_negations_are_content() -> None:
    kept = [*sorted(QUESTION_WORDS), "not", "never", "no", "before", "after", "last", "don't"]
    assert all(terms(word) for word in kept)


def test_words_can_be_left_out() -> None:
    assert terms("When did Ana move, and WHY?", without=QUESTION_WORDS) == ["ana", "move"]


@given(st.text())
def test_any_text_gives_terms_without_white_space(text: str) -> None:
    assert all(term and not any(mark.isspace() for mark in term) for term in terms(text))


@given(st.text("abcXYZ -_'.,12我的茶", max_size=30))
def test_a_text_has_the_terms_of_its_lines(text: str) -> None:
    assert terms(f"{text}\n{text}") == terms(text) * 2

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts.normalise import (
    flatten,
    fold,
    has_cjk,
    is_cjk,
    lower,
    strip_accents,
    words,
)


@given(st.text())
def test_flatten_and_lower_keep_the_length(text: str) -> None:
    assert len(flatten(text)) == len(text)
    assert len(lower(flatten(text))) == len(text)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert flatten(flatten(text)) == flatten(text)
    assert lower(lower(text)) == lower(text)
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("ＡＢＣ　１２３", "abc 123"), ("“quoted”—dash", '"quoted"-dash'), ("ﬁne", "fine"),
        ("ＳＴＲＡＳＳＥ", "strasse"), ("é", "é"), ("e\u0301", "é"), ("  a \t b\n", "a b"),
    ],
)  # fmt: skip
def test_fold_unifies_width_case_quotes_and_space(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_superscripts_and_fractions_do_not_glue_to_numbers() -> None:
    assert flatten("10²") == "10²"
    assert flatten("1½") == "1½"


def test_chinese_comma_is_no_thousands_separator_unless_digits_are_wide_too() -> None:
    assert flatten("预算5，000") == "预算5，000"
    assert flatten("５，０００") == "5,000"


@pytest.mark.parametrize(
    ("name", "bare"),
    [("Zoë", "Zoe"), ("Łódź", "Lodz"), ("Søren", "Soren"), ("北京", "北京"), ("Đặng", "Dang")],
)
def test_accents_go_and_other_scripts_stay(name: str, bare: str) -> None:
    assert strip_accents(name) == bare
    assert strip_accents(unicodedata.normalize("NFD", name)) == bare


def test_words_split_chinese_by_character_and_keep_numbers_whole() -> None:
    assert words("我有50,000元，Zoë's 3.5 km") == [
        "我", "有", "50,000", "元", "zoe", "3.5", "km",
    ]  # fmt: skip
    assert words("") == []
    assert words("don't") == ["don't"]


def test_cjk_is_told_from_other_scripts() -> None:
    assert is_cjk("中")
    assert not is_cjk("a")
    assert not is_cjk("，")
    assert has_cjk("abc中")
    assert not has_cjk("naïve")

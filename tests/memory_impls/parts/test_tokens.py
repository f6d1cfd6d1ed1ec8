from __future__ import annotations

import bpe_openai
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts.tokens import TOKENIZER, count_many, count_tokens


@given(st.text())
def test_counts_what_the_public_encoder_gives(text: str) -> None:
    encoding = bpe_openai.get_encoding(TOKENIZER)
    assert count_tokens(text) == len(encoding.encode_ordinary(text))


def test_counts_each_text() -> None:
    texts = ["", "tea", "The door code is 7719."]
    assert count_many(texts) == [0, 1, 8]


def test_a56_chinese_is_not_counted_by_length() -> None:
    # Characters divided by four would say 10.
    assert count_tokens("你好世界" * 10) == 20


def test_markers_of_special_tokens_are_plain_text() -> None:
    assert count_tokens("<|endoftext|>") > 1


def test_a_lone_surrogate_is_counted_not_raised() -> None:
    assert count_tokens("a\ud800b") == count_tokens("a\ufffdb")


def test_more_than_a_million_characters_are_counted() -> None:
    assert count_tokens("tea " * 400_000) >= 400_000

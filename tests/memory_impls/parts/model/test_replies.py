from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts.model.replies import json_array, json_object, visible

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
PROSE = st.text(alphabet="abc .,:!\n", max_size=30)


def test_a33_prose_with_braces_around_the_object() -> None:
    reply = 'From the talk {see above} I got: {"facts":["likes tea"]} -- end {ok}'
    assert json_object(reply, required=("facts",)) == {"facts": ["likes tea"]}
    assert json_object(reply) == {"facts": ["likes tea"]}


def test_a34_a_draft_in_the_reasoning_is_not_the_answer() -> None:
    assert json_object('<think>maybe {"score":1}</think>{"score":0}') == {"score": 0}
    with pytest.raises(ValueError, match="object"):
        json_object('<think>maybe {"score":1}')
    assert visible("<thinking>x</thinking> y") == "y"


def test_a35_a_fence_inside_a_string_cuts_nothing() -> None:
    reply = '```json\n{"fact":"run ```ls``` first"}\n```'
    assert json_object(reply) == {"fact": "run ```ls``` first"}


@pytest.mark.parametrize(
    "reply", ['{"memory":["te', "", "sorry, I cannot", '["a list"]', "[{", "{}"]
)
def test_a82_what_is_no_whole_object_is_refused(reply: str) -> None:
    with pytest.raises(ValueError, match="object"):
        json_object(reply, required=("memory",))


@pytest.mark.parametrize("reply", ['{"a": 1}', "[1, 2", "", "[NaN]"])
def test_a82_what_is_no_whole_array_is_refused(reply: str) -> None:
    with pytest.raises(ValueError, match="array"):
        json_array(reply)


def test_the_last_of_several_counts() -> None:
    assert json_object('e.g. {"score": 1}. Final: {"score": 4}') == {"score": 4}
    assert json_array("[1] then [2]") == [2]


def test_hostile_brackets_end_soon() -> None:
    with pytest.raises(ValueError, match="array"):
        json_array("[" * 50_000)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), PROSE, PROSE)
def test_an_object_is_found_in_any_prose(value: dict[str, object], before: str, after: str) -> None:
    assert json_object(f"{before}{json.dumps(value)}{after}") == value


@given(st.lists(VALUES, max_size=4), PROSE, PROSE)
def test_an_array_is_found_in_any_prose(value: list[object], before: str, after: str) -> None:
    assert json_array(f"{before}{json.dumps(value, ensure_ascii=False)}{after}") == value

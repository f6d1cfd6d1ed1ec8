from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_impls.api import ItemKind, Recall, Recalled
from memory_impls.parts.rendering import render
from memory_impls.parts.tokens import count_tokens
from runs import asking
from runs.asking import DesignFailed, checked_recall, fault
from tests.runs.toys import at

TRICKS = ["- x", "## 2024", "\n- x", "\n\n", "  ", "#"]
TEXTS = st.one_of(st.text(max_size=40), st.sampled_from(TRICKS))


def recalled(number: int, text: str) -> Recalled:
    return Recalled(
        item_id=f"i{number}",
        text=text,
        kind=ItemKind.FACT,
        at=at(30 * number),
        session=None if number % 3 == 0 else f"s{number % 2}",
        speaker="" if number % 2 else "Ana",
    )


@settings(deadline=None)
@given(texts=st.lists(TEXTS, max_size=12))
def test_counting_entry_by_entry_is_counting_the_whole(texts: list[str]) -> None:
    items = tuple(recalled(i, text) for i, text in enumerate(texts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asking, "_LONG", 0)
        rendered, tokens = checked_recall(Recall(items=items), None)
    assert rendered == render(items)
    assert tokens == count_tokens(rendered)


def test_a_recall_of_exactly_the_budget_is_right_and_one_token_less_is_not() -> None:
    recall = Recall(items=(recalled(1, "The door code is 7719."),))
    tokens = checked_recall(recall, None)[1]
    assert checked_recall(recall, tokens)[1] == tokens
    with pytest.raises(DesignFailed, match=f"{tokens} tokens where {tokens - 1} were allowed"):
        checked_recall(recall, tokens - 1)


@pytest.mark.parametrize("answer", [None, [], "text", (recalled(1, "x"),)])
def test_what_is_no_recall_is_the_designs_failure(answer: object) -> None:
    with pytest.raises(DesignFailed, match="recall gave"):
        checked_recall(answer, None)


def test_a_fault_is_told_in_one_line_with_its_place() -> None:
    try:
        raise KeyError("one\ntwo")
    except KeyError as error:
        said = fault("mine", "observe", error, "event e1")
    assert said.startswith("mine: observe raised KeyError at test_asking.py:")
    assert said.endswith("(event e1)") and "\n" not in said

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.dream.verbatim import blurs, guarded, invents, same_values
from memory_impls.parts.embedder import Embedder
from memory_impls.parts.model import Note, OfflineModel

Make = Callable[..., Any]
HARD = "The user was clear: the budget must not exceed 50,000 euros, and only open source."


@pytest.mark.parametrize(
    ("text", "sentence", "blurred"),
    [
        ("The budget should stay moderate.", "The budget must stay under 50k.", True),
        ("The budget must stay under 50k.", "The budget must stay under 50k.", False),
        ("The team met.", "The budget must stay under 50k.", False),
        ("Deploy on Fridays is fine.", "Never deploy on Fridays.", True),
        ("预算要控制。", "预算不超过五万元。", True),
    ],
)
def test_retelling_without_the_value_is_seen(text: str, sentence: str, blurred: bool) -> None:
    assert blurs(text, sentence) is blurred


def test_a_note_gets_back_word_for_word_what_it_blurs() -> None:
    source = {"e1": "The hosting budget must not exceed 4,250 euros. We had tea."}
    note, mended = guarded(Note(text="The hosting budget is limited.", source_ids=("e1",)), source)
    assert mended == 1
    assert "The hosting budget must not exceed 4,250 euros." in note.text


def test_numbers_from_nowhere_are_not_believed() -> None:
    source = {"e1": "The hosting budget is 4,250 euros."}
    assert invents("The hosting budget is 9,999 euros.", list(source.values()))
    note, _ = guarded(Note(text="The budget is 9,999 euros.", source_ids=("e1",)), source)
    assert "9,999" not in note.text and "4,250" in note.text


@given(st.lists(st.sampled_from([
    "The cap is 50k.", "We met on 3 May.", "Ana likes tea.", "Never call before 9:00.",
    "The server alpha-01 is slow.", "It went well.", "预算不超过五万元。",
]), min_size=1, max_size=4), st.integers(0, 60))  # fmt: skip
def test_after_the_guard_nothing_is_blurred_or_invented(texts: list[str], cut: int) -> None:
    sources = {str(at): text for at, text in enumerate(texts)}
    rough = " ".join(texts)[:cut] or "something"
    note, _ = guarded(Note(text=rough, source_ids=tuple(sources)), sources)
    assert not any(blurs(note.text, text) for text in texts)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Room 204 at 9:00", "Room 240 at 9:00", False),
        ("The cap is 50k.", "The cap is 50k!", True),
        ("Deploy on Friday", "Never deploy on Friday", False),
    ],
)
def test_same_values(one: str, other: str, same: bool) -> None:
    assert same_values(one, other) is same


@pytest.mark.parametrize("episodes", [False])
def test_without_the_rule_a_generalising_model_loses_number_and_hardness(
    diary: Make, hashing: Embedder, episodes: bool
) -> None:
    for verbatim, kept in ((True, True), (False, False)):
        model = OfflineModel(embedder=hashing, compression="generalising")
        d = diary(model=model, verbatim=verbatim, episodes=episodes)
        d.say(HARD, 0)
        d.sleep(1)
        shown = d.current("What is the budget?", max_tokens=None)
        assert ("50,000" in shown) is kept
        assert ("must not" in shown) is kept

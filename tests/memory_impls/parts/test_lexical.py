from __future__ import annotations

import math

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from memory_impls.parts.hits import Hit
from memory_impls.parts.lexical import LexicalIndex
from memory_impls.parts.terms import QUESTION_WORDS, terms

WORDS = ["tea", "teas", "door", "code", "7719", "INV-1042", "1042", "喝茶", "茶", "the", "when"]
texts = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
ids = st.sampled_from([f"d{number}" for number in range(9)])


def rebuilt(held: dict[str, str], query: str, *, k1: float, b: float) -> dict[str, float]:
    """Score with bm25s, indexed from scratch with the same terms."""
    words = [word for word in terms(query) if any(word in terms(text) for text in held.values())]
    if not words:
        return {}
    reference = bm25s.BM25(method="lucene", k1=k1, b=b, dtype="float64")
    reference.index([terms(text) for text in held.values()], show_progress=False)
    scores = reference.get_scores(words)
    return {name: float(score) for name, score in zip(held, scores, strict=True) if score > 0}


def filled(held: dict[str, str]) -> LexicalIndex:
    index = LexicalIndex()
    for name, text in held.items():
        index.add(name, text)
    return index


@settings(max_examples=40, stateful_step_count=25, deadline=None)
class AgainstRebuilding(RuleBasedStateMachine):
    """Whatever was added and deleted, scores are those of an index built afresh."""

    @initialize(k1=st.sampled_from([0.9, 1.2, 1.5]), b=st.sampled_from([0.0, 0.4, 0.75, 1.0]))
    def start(self, k1: float, b: float) -> None:
        self.k1, self.b = k1, b
        self.index = LexicalIndex(k1=k1, b=b)
        self.held: dict[str, str] = {}

    @rule(name=ids, text=texts)
    def add(self, name: str, text: str) -> None:
        self.index.add(name, text)
        self.held.pop(name, None)
        self.held[name] = text

    @rule(name=ids)
    def delete(self, name: str) -> None:
        assert self.index.delete(name) == (self.held.pop(name, None) is not None)

    @rule(query=texts)
    def scores(self, query: str) -> None:
        expected = rebuilt(self.held, query, k1=self.k1, b=self.b)
        assert self.index.scores(query) == pytest.approx(expected, rel=1e-6)

    @rule(query=texts, k=st.integers(0, 12), admitted=st.one_of(st.none(), st.sets(ids)))
    def search(self, query: str, k: int, admitted: set[str] | None) -> None:
        allowed = None if admitted is None else admitted.__contains__
        scores = self.index.scores(query)
        order = sorted(scores, key=lambda name: (-scores[name], name))
        order = [name for name in order if admitted is None or name in admitted]
        assert self.index.search(query, k, allowed=allowed) == [
            Hit(id=name, score=scores[name]) for name in order[:k]
        ]

    @invariant()
    def holds_what_was_added(self) -> None:
        if hasattr(self, "held"):
            assert len(self.index) == len(self.held)
            assert all(name in self.index for name in self.held)


TestAgainstRebuilding = AgainstRebuilding.TestCase


def test_scores_are_equal_to_the_last_bit_whatever_came_and_went() -> None:
    held = {
        f"d{number}": f"tea door {number % 7} code " * (number % 5 + 1) for number in range(400)
    }
    index = filled({**{f"x{number}": f"tea {number}" for number in range(900)}, **held})
    for number in range(900):
        index.delete(f"x{number}")
    assert index.scores("tea door 3") == filled(held).scores("tea door 3")


def test_deleted_texts_are_swept_out() -> None:
    index = filled({f"d{number}": "tea" for number in range(1000)})
    for number in range(999):
        index.delete(f"d{number}")
    assert len(index._ids) < 200
    assert [hit.id for hit in index.search("tea", 5)] == ["d999"]


def test_a_hand_worked_score() -> None:
    index = filled({"a": "tea tea door", "b": "code"})
    # N = 2, df = 1, tf = 2, length 3 of mean 2.
    expected = math.log(1 + 1.5 / 1.5) * 2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 3 / 2))
    assert index.scores("tea") == {"a": pytest.approx(expected)}


def test_a_word_counts_as_often_as_the_query_says_it() -> None:
    index = filled({"a": "tea door", "b": "code"})
    assert index.scores("tea tea")["a"] == pytest.approx(2 * index.scores("tea")["a"])


def test_an_id_added_again_replaces_its_text() -> None:
    index = filled({"a": "tea", "b": "door"})
    index.add("a", "code")
    assert index.search("tea", 3) == []
    assert [hit.id for hit in index.search("code", 3)] == ["a"]


def test_ties_go_by_id_not_by_the_order_of_adding() -> None:
    names = [f"d{number}" for number in range(300)]
    index = filled(dict.fromkeys(reversed(names), "tea"))
    assert [hit.id for hit in index.search("tea", 5)] == sorted(names)[:5]


def test_a_filter_that_admits_few_still_finds_them() -> None:
    index = filled({f"d{number:03}": "tea " * (number % 9 + 1) for number in range(500)})
    found = index.search("tea", 10, allowed=lambda name: name in {"d004", "d499"})
    assert sorted(hit.id for hit in found) == ["d004", "d499"]


def test_question_words_can_be_left_out() -> None:
    index = filled({"a": "when", "b": "tea"})
    assert [hit.id for hit in index.search("when tea", 5, without=QUESTION_WORDS)] == ["b"]


@given(st.text())
def test_hostile_queries_and_texts_do_no_harm(text: str) -> None:
    index = filled({"a": text, "b": "tea"})
    assert np.isfinite(list(index.scores(text).values())).all()


@pytest.mark.parametrize("query", ["", "the of", "absent"])
def test_nothing_in_common_is_no_hit(query: str) -> None:
    assert filled({"a": "tea"}).search(query, 5) == []
    assert LexicalIndex().search(query, 5) == []


def test_texts_of_stop_words_alone_are_held_and_never_found() -> None:
    index = filled({"a": "the of"})
    assert "a" in index
    assert index.scores("the") == {}


@pytest.mark.parametrize(("k1", "b"), [(-1.0, 0.5), (1.0, 1.5), (math.nan, 0.5)])
def test_settings_out_of_range_are_refused(k1: float, b: float) -> None:
    with pytest.raises(ValueError, match="k1"):
        LexicalIndex(k1=k1, b=b)

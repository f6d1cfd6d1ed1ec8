"""K06: retrieval figures on de-duplicated lists, beside ir_measures and scikit-learn."""

from __future__ import annotations

import ir_measures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import RR, R, nDCG
from scipy import stats
from sklearn.metrics import ndcg_score

from metrics.official.beam import kendall_tau_b
from metrics.official.longmemeval import is_yes, ndcg_any, recall_all, recall_any
from metrics.retrieval import (
    complete,
    distinct,
    hit,
    is_saturated,
    mrr,
    ndcg,
    precision,
    recall,
    reciprocal_rank,
)

IDS = [f"d{n}" for n in range(25)]


def test_a13_an_id_counts_once() -> None:
    ranked, gold = ["a", "a", "b"], {"a"}
    assert distinct(ranked) == ("a", "b")
    assert recall(ranked, gold, 3) == 1.0
    assert hit(ranked, gold, 3) == 1.0
    assert recall(ranked, {"b"}, 2) == 1.0
    assert reciprocal_rank(ranked, gold) == 1.0
    assert precision(ranked, gold, 3) == pytest.approx(1 / 3)
    assert precision(ranked, gold, 2) == pytest.approx(1 / 2)


def test_a14_k_is_the_number_of_places_and_recall_never_falls() -> None:
    found = [recall(["x", "y", "a"], {"a"}, k) for k in (1, 2, 3, 10)]
    assert found == [0.0, 0.0, 1.0, 1.0]


def test_a15_three_things_have_three_names() -> None:
    ranked, gold = ["a", "x", "y"], {"a", "b"}
    assert (hit(ranked, gold, 3), recall(ranked, gold, 3), complete(ranked, gold, 3)) == (1, 0.5, 0)


@pytest.mark.parametrize("figure", [recall, hit, complete, precision, ndcg, mrr])
def test_without_relevant_ids_there_is_no_figure(figure: object) -> None:
    assert figure(["a"], set(), 3) is None  # type: ignore[operator]


@pytest.mark.parametrize("k", [0, -1])
def test_k_must_be_positive(k: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        recall(["a"], {"a"}, k)


@pytest.mark.parametrize(
    ("candidates", "relevant", "k", "saturated"),
    [(3, 1, 5, True), (3, 1, 3, True), (4, 1, 3, False), (4, 4, 2, True), (4, 3, 2, False)],
)
def test_a12_saturation(candidates: int, relevant: int, k: int, saturated: bool) -> None:
    assert is_saturated(candidates, relevant, k) is saturated


rankings = st.lists(st.sampled_from(IDS), min_size=1, max_size=25, unique=True)
relevants = st.sets(st.sampled_from(IDS), min_size=1, max_size=12)
places = st.integers(1, 25)


@given(rankings, relevants, places)
@settings(max_examples=1_500, deadline=None)
def test_agreement_with_ir_measures(ranked: list[str], gold: set[str], k: int) -> None:
    run = {"q": {item: float(len(ranked) - place) for place, item in enumerate(ranked)}}
    qrels = {"q": dict.fromkeys(gold, 1)}
    theirs = ir_measures.calc_aggregate([R @ k, RR @ k, nDCG @ k], qrels, run)
    assert recall(ranked, gold, k) == pytest.approx(theirs[R @ k], abs=1e-9)
    assert mrr(ranked, gold, k) == pytest.approx(theirs[RR @ k], abs=1e-9)
    assert ndcg(ranked, gold, k) == pytest.approx(theirs[nDCG @ k], abs=1e-9)


@given(rankings, relevants, places)
@settings(max_examples=600, deadline=None)
def test_agreement_of_precision_with_ir_measures(ranked: list[str], gold: set[str], k: int) -> None:
    run = {"q": {item: float(len(ranked) - place) for place, item in enumerate(ranked)}}
    theirs = ir_measures.calc_aggregate([ir_measures.P @ k], {"q": dict.fromkeys(gold, 1)}, run)
    assert precision(ranked, gold, k) == pytest.approx(theirs[ir_measures.P @ k], abs=1e-9)


@given(st.permutations(IDS), relevants, places)
@settings(max_examples=1_500, deadline=None)
def test_agreement_with_scikit_learn(ranked: list[str], gold: set[str], k: int) -> None:
    truth = np.array([[float(item in gold) for item in ranked]])
    scores = np.array([[float(-place) for place in range(len(ranked))]])
    assert ndcg(ranked, gold, k) == pytest.approx(ndcg_score(truth, scores, k=k), abs=1e-9)


@given(rankings, relevants)
def test_invariants(ranked: list[str], gold: set[str]) -> None:
    found = [recall(ranked, gold, k) or 0.0 for k in range(1, 26)]
    assert found == sorted(found)
    repeated = [item for item in ranked for _ in range(2)]
    for k in (1, 5, 25):
        assert recall(repeated, gold, k) == recall(ranked, gold, k)
        assert ndcg(repeated, gold, k) == ndcg(ranked, gold, k)


# official variants


def test_longmemeval_weighs_the_first_two_places_the_same() -> None:
    assert ndcg_any(["a", "x"], {"a"}, 2) == ndcg_any(["x", "a"], {"a"}, 2) == 1.0
    usual = ndcg(["x", "a"], {"a"}, 2)
    assert usual is not None and usual < 1.0
    assert ndcg_any(["x", "x2", "a"], {"a"}, 3) == pytest.approx(1 / np.log2(3))


def test_longmemeval_recalls_on_partial_and_empty_gold() -> None:
    assert recall_any(["a", "x"], {"a", "b"}, 2) == 1.0
    assert recall_all(["a", "x"], {"a", "b"}, 2) == 0.0
    assert recall_all(["a", "b"], {"a", "b"}, 2) == 1.0
    assert (recall_all(["a"], set(), 1), recall_any(["a"], set(), 1)) == (1.0, 0.0)


def test_longmemeval_finds_yes_anywhere() -> None:
    assert is_yes("No, yes would be wrong.")
    assert not is_yes("No.")


@given(
    st.integers(2, 12).flatmap(
        lambda n: st.tuples(*[st.lists(st.integers(0, 5), min_size=n, max_size=n)] * 2)
    )
)
@settings(max_examples=500)
def test_kendall_tau_b_agrees_with_scipy(ranks: tuple[list[int], list[int]]) -> None:
    theirs = stats.kendalltau(*ranks, variant="b").statistic
    ours = kendall_tau_b(*ranks)
    if np.isnan(theirs):
        assert ours is None
    else:
        assert ours == pytest.approx(theirs, abs=1e-9)


def test_kendall_needs_ranks_of_one_length() -> None:
    with pytest.raises(ValueError, match="one length"):
        kendall_tau_b([1, 2], [1])

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts.fusion import Spread, reciprocal_ranks


def test_spread_of_two_is_plus_and_minus_one() -> None:
    spread = Spread([2.0, 4.0])
    assert (spread.z(2.0), spread.z(4.0), spread.z(7.0)) == (-1.0, 1.0, 4.0)


@pytest.mark.parametrize("scores", [[], [3.0], [3.0, 3.0]])
def test_no_spread_tells_nothing_apart(scores: list[float]) -> None:
    assert Spread(scores).z(3.0) == Spread(scores).z(9.0) == 0.0


@given(st.lists(st.floats(-100, 100), max_size=20), st.randoms())
def test_spread_does_not_depend_on_order(scores: list[float], random: object) -> None:
    shuffled = list(scores)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert Spread(scores).z(1.0) == pytest.approx(Spread(shuffled).z(1.0))


def test_reciprocal_ranks_by_hand() -> None:
    fused = reciprocal_ranks([["a", "b", "c"], ["c", "a"]], k=60)
    assert fused["a"] == pytest.approx(1 / 61 + 1 / 62)
    assert fused["b"] == pytest.approx(1 / 62)
    assert fused["c"] == pytest.approx(1 / 63 + 1 / 61)
    assert reciprocal_ranks([]) == {}

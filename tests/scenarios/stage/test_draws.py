from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from scenarios.stage.draws import Deck, Draws, seed_of


def test_a_path_gives_the_same_numbers_and_another_path_others() -> None:
    first = [Draws("tempo", 1, 42).below(1000) for _ in range(3)]
    assert first == [Draws("tempo", 1, 42).below(1000) for _ in range(3)]
    assert Draws("tempo", 1, 42).below(10**9) != Draws("tempo", 14, 2).below(10**9)


def test_seeds_are_pinned() -> None:
    assert seed_of("a", 1) == 9331952569449725121


def test_a_stream_of_a_longer_path_does_not_depend_on_what_was_drawn() -> None:
    one, two = Draws("x"), Draws("x")
    one.below(10)
    assert one.sub("y").below(10**9) == two.sub("y").below(10**9)


def test_sample_gives_different_options_and_refuses_too_many() -> None:
    assert len(set(Draws(1).sample(range(9), 9))) == 9
    with pytest.raises(ValueError, match="offer more"):
        Draws(1).sample([1, 2], 3)


def test_shuffled_reaches_every_order_about_equally() -> None:
    draws = Draws("orders")
    counts = Counter(tuple(draws.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    assert min(counts.values()) > 850


def test_a_deck_keeps_a_card_away_until_half_of_the_others_were_dealt() -> None:
    deck = Deck(list(range(10)), Draws("deck"))
    dealt = [deck.deal() for _ in range(500)]
    assert set(dealt) == set(range(10))
    for place in range(len(dealt) - 5):
        assert len(set(dealt[place : place + 5])) == 5


def test_a_deck_of_one_deals_it_again_and_an_empty_one_is_refused() -> None:
    assert [Deck(["x"], Draws()).deal() for _ in range(2)] == ["x", "x"]
    with pytest.raises(ValueError, match="at least one"):
        Deck([], Draws())


def test_a73_draws_are_the_same_under_any_hash_seed() -> None:
    code = (
        "from scenarios.registry import build_family;"
        "from hashlib import blake2b;"
        "steps = build_family('knowledge_update', seed=42).steps();"
        "print(blake2b(''.join(map(repr, steps)).encode()).hexdigest())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1

"""K22: nothing unknown is 0, nothing paid is forgotten, break-even by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts.tokens import TOKENIZER, count_tokens
from memory_impls.parts.usage import Phase, Usage
from metrics.aggregate import score
from metrics.api import Cell, Score
from metrics.crossing import break_even, normalised
from metrics.latency import percentile
from metrics.money import price_list
from metrics.registry import metric
from metrics.worked import cell, record, stage


def rows(*cells: Cell, names: tuple[str, ...]) -> dict[str, Score]:
    found = score(list(cells), metrics=[metric(name) for name in names])
    return {row.metric: row for row in found if row.scenario == "all"}


def test_a56_tokens_are_counted_by_a_named_tokenizer() -> None:
    text = "你好世界" * 10
    assert TOKENIZER == "o200k_base"
    assert count_tokens(text) > len(text) / 4
    assert count_tokens(text) <= 2 * len(text)


def test_a57_unknown_usage_is_flagged_not_zero() -> None:
    usage = {Phase.WRITE: Usage(calls=3, prompt_tokens=200, reply_tokens=20, unknown_calls=1)}
    one = cell(record("p", [stage()]), usage=usage)
    names = ("write_tokens", "token_cost", "tokens_per_correct", "money")
    found = rows(one, names=names)
    assert found["write_tokens"].value == 220
    for name in names:
        assert "at least; 1 calls reported no usage" in found[name].note


def test_known_usage_is_not_flagged() -> None:
    one = cell(record("p", [stage()]), usage={Phase.WRITE: Usage(calls=1, prompt_tokens=100)})
    assert rows(one, names=("write_tokens",))["write_tokens"].note == ""


def test_a58_every_phase_is_counted_on_its_own_line() -> None:
    usage = {
        Phase.WRITE: Usage(calls=3, prompt_tokens=270, reply_tokens=30),
        Phase.ANSWER: Usage(calls=1, prompt_tokens=40, reply_tokens=10),
        Phase.JUDGE: Usage(calls=1, prompt_tokens=500),
    }
    one = cell(record("p", [stage()], read_tokens=50), usage=usage)
    names = ("write_tokens", "read_tokens", "answer_tokens", "judge_tokens", "token_cost")
    found = {name: row.value for name, row in rows(one, names=names).items()}
    assert found == {
        "write_tokens": 300,
        "read_tokens": 50,
        "answer_tokens": 50,
        "judge_tokens": 500,
        "token_cost": 350,
    }


def test_token_cost_is_the_same_whatever_the_number_of_budgets() -> None:
    usage = {Phase.WRITE: Usage(calls=1, prompt_tokens=1000)}
    narrow = cell(*(record(f"p{i}", [stage()], order=i) for i in range(4)), usage=usage)
    wide = cell(
        *(
            record(f"p{i}", [stage()], order=i, budget=budget)
            for i in range(4)
            for budget in (128, 512, None)
        ),
        usage=usage,
    )
    values = [
        row.value
        for made in (narrow, wide)
        for row in score([made], metrics=[metric("token_cost")])
        if row.budget == 512 and row.scenario == "all"
    ]
    assert values[:1] == values[1:2]


@given(st.integers(0, 10**7), st.integers(0, 10**5), st.integers(0, 10**5))
def test_break_even_is_the_smallest_number_of_queries(write: int, read: int, full: int) -> None:
    found = break_even(write, read, full)
    if found is None:
        assert read >= full
    else:
        assert write + found * read < found * full
        before = found - 1
        assert before == 0 or write + before * read >= before * full


def test_break_even_by_hand() -> None:
    assert break_even(1000, 100, 600) == 3
    assert break_even(0, 600, 600) is None
    assert break_even(0, 599, 600) == 1


def test_break_even_row_compares_with_the_whole_history_without_a_limit() -> None:
    usage = {Phase.WRITE: Usage(calls=1, prompt_tokens=1000)}
    mine = [
        cell(record("p", [stage()], read_tokens=100), usage=usage, cluster=f"c{i}")
        for i in range(2)
    ]
    full = [
        cell(
            record("p", [stage()], read_tokens=600, budget=None),
            record("q", [stage()], read_tokens=90, budget=512),
            design="full_history",
            cluster=f"c{i}",
        )
        for i in range(2)
    ]
    found = {
        (row.design, row.budget): row for row in score([*mine, *full]) if row.metric == "break_even"
    }
    assert found["mine", 512].value == 3
    assert found["mine", 512].n_clusters == 2
    assert found["full_history", None].value is None
    assert "never in 2 of 2" in found["full_history", None].note


@pytest.mark.parametrize(
    ("value", "none", "oracle", "expected"),
    [(0.5, 0.0, 1.0, 0.5), (0.6, 0.5, 0.549, None), (0.2, 0.4, 0.8, -0.5), (0.3, 1.0, 0.0, 0.7)],
)
def test_between_none_and_oracle(
    value: float, none: float, oracle: float, expected: float | None
) -> None:
    found = normalised(value, none, oracle)
    assert found == (None if expected is None else pytest.approx(expected))


def test_prices_are_dated_and_name_their_reference() -> None:
    prices = price_list()
    assert prices.reference in prices.prices
    assert prices.source
    assert prices.of("no such model") == prices.prices[prices.reference]
    note = rows(cell(record("p", [stage()])), names=("money",))["money"].note
    assert str(prices.as_of) in note and prices.reference in note


@given(st.lists(st.floats(0, 10), min_size=1, max_size=50), st.floats(0, 1))
def test_percentiles_agree_with_numpy(values: list[float], share: float) -> None:
    import numpy as np

    assert percentile(values, share) == pytest.approx(float(np.quantile(values, share)), abs=1e-9)

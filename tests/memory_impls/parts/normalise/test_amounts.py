from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts.normalise import (
    AmountKind,
    find_amounts,
    find_money,
    find_numbers,
    find_quantities,
)
from memory_impls.parts.normalise.chinese_numerals import parse_chinese_numeral
from memory_impls.parts.normalise.english_numerals import parse_english_numeral
from memory_impls.parts.normalise.units import CURRENCIES, UNITS, in_base_unit


def read(text: str) -> list[tuple[str, str]]:
    return [(f"{amount.value:f}", amount.unit) for amount in find_numbers(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("50,000", "50000"), ("50k", "50000"), ("2.5M", "2500000"), ("3万5", "35000"),
        ("五万三千", "53000"), ("一亿两千万", "120000000"), ("二百五", "250"), ("三千零五", "3005"),
        ("壹佰贰拾", "120"), ("twenty-one", "21"), ("two and a half million", "2500000.0"),
        ("a million and a half", "1500000.0"), ("one hundred and five", "105"), ("1e6", "1000000"),
        ("−3.5", "-3.5"), ("minus five", "-5"), ("负三点五", "-3.5"), ("½", "0.5"), ("1½", "1.5"),
        ("1.234.567,89", "1234567.89"), ("50 000", "50000"), ("5w人", "50000"), ("3 dozen", "36"),
    ],
)  # fmt: skip
def test_numbers_in_many_notations(text: str, value: str) -> None:
    assert [amount.value for amount in find_numbers(text)] == [Decimal(value)]


@pytest.mark.parametrize(
    "text",
    [
        "GPT-4", "v1.2.3", "10.0.0.1", "12:30", "3:1", "24/7", "5'10\"", "007", "2nd", "第三",
        "123-45-6789", "+49 30 1234 5678", "https://x.org/5", "a5b", "50,0000", "10²", "2^10 "[:1],
        "一起", "万一", "千万别去", "十几个", "五六万", "三分之一", "two-thirds", "no one",
        "this one",
        "1990s", "2024-05-07", "5月7日", "下午3点", "at 5 pm", "九点半", "星期三",
    ],
)  # fmt: skip
def test_what_is_no_number(text: str) -> None:
    expected = [Decimal(2)] if text == "2" else []
    assert [amount.value for amount in find_numbers(text)] == expected


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("$1,200.50", [("1200.50", "USD")]), ("€5.5m", [("5500000.0", "EUR")]),
        ("NOK 3.4bn", [("3400000000.0", "NOK")]), ("5万元", [("50000", "CNY")]),
        ("￥300", [("300", "CNY")]), ("三块五", [("3.5", "CNY")]), ("HK$500", [("500", "HKD")]),
        ("-$50", [("-50", "USD")]), ("rent of 500 pounds", [("500", "GBP")]),
        ("fifty bucks", [("50", "USD")]), ("5块蛋糕", []),
    ],
)  # fmt: skip
def test_money(text: str, amounts: list[tuple[str, str]]) -> None:
    assert [(f"{a.value:f}", a.unit) for a in find_money(text)] == amounts


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("300Mbps", [("300", "Mbit/s")]), ("300 MB/s", [("300", "MB/s")]), ("5 km", [("5", "km")]),
        ("5千米", [("5", "km")]), ("五千克", [("5", "kg")]), ("25-year-old", [("25", "year")]),
        ("an hour and a half", [("1.5", "h")]), ("两个半小时", [("2.5", "h")]),
        ("一米七五", [("1.75", "m")]), ("half a kilo", [("0.5", "kg")]),
        ("-18 °C", [("-18", "degC")]),
        ("12 m²", [("12", "m2")]), ("5 pounds of rice", [("5", "lb")]), ("3 days ago", []),
    ],
)  # fmt: skip
def test_quantities(text: str, amounts: list[tuple[str, str]]) -> None:
    assert [(f"{a.value:f}", a.unit) for a in find_quantities(text)] == amounts


@pytest.mark.parametrize(
    "text", ["5-10", "5–10 km", "5 to 10", "between 5 and 10", "5到10", "5~10万", "five or six"]
)
def test_the_ends_of_a_range_are_no_values(text: str) -> None:
    assert find_numbers(text) == []
    assert [amount.in_range for amount in find_amounts(text)] == [True, True]


@pytest.mark.parametrize("text", ["raised from 5 to 10", "从5涨到10", "cut from 10 to 5"])
def test_a_change_is_no_range(text: str) -> None:
    assert len(find_numbers(text)) == 2


def test_a_range_shares_suffix_and_unit() -> None:
    one, two = find_amounts("5-10k km")
    assert (one.value, one.unit) == (Decimal(5000), "km")
    assert (two.value, two.unit) == (Decimal(10000), "km")


def test_spans_are_places_of_the_given_text() -> None:
    text = "预算是５０，０００元 左右"
    (amount,) = find_amounts(text)
    assert text[amount.start : amount.end] == "５０，０００元"


def test_a_counted_noun_is_told_from_a_bare_number() -> None:
    assert [a.counted for a in find_amounts("300 people")] == [True]
    assert [a.counted for a in find_amounts("十五个人")] == [True]
    assert [a.counted for a in find_amounts("It is 300 now")] == [False]


def test_percent_is_a_kind_of_its_own() -> None:
    kinds = [a.kind for a in find_amounts("40% 百分之四十 四成 forty percent")]
    assert kinds == [AmountKind.PERCENT] * 4


@given(st.integers(min_value=0, max_value=10**12 - 1))
def test_chinese_numerals_round_trip(value: int) -> None:
    assert parse_chinese_numeral(in_chinese(value)) == value


def in_chinese(value: int) -> str:
    """Write a number the textbook way."""
    if value == 0:
        return "零"
    parts: list[str] = []
    gap = False
    for power, name in ((8, "亿"), (4, "万"), (0, "")):
        section = value // 10**power % 10**4
        if not section:
            gap = bool(parts)
            continue
        if parts and (gap or section < 1000):
            parts.append("零")
        parts.append(section_in_chinese(section) + name)
        gap = False
    return "".join(parts)


def section_in_chinese(section: int) -> str:
    text = ""
    for power, unit in ((3, "千"), (2, "百"), (1, "十"), (0, "")):
        digit = section // 10**power % 10
        if digit:
            text += "零一二三四五六七八九"[digit] + unit
        elif text and not text.endswith("零") and section % 10**power:
            text += "零"
    return text


ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


SIZES = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))


def in_english(value: int) -> str:
    if value < 20:
        return ONES[value]
    if value < 100:
        rest = value % 10
        return TENS[value // 10 - 2] + (f"-{ONES[rest]}" if rest else "")
    for size, name in (
        (10**9, "billion"),
        (10**6, "million"),
        (1000, "thousand"),
        (100, "hundred"),
    ):
        if value >= size:
            rest = value % size
            joint = " and " if size == 100 else " "
            tail = f"{joint}{in_english(rest)}" if rest else ""
            return f"{in_english(value // size)} {name}{tail}"
    raise AssertionError(value)


@given(st.integers(min_value=0, max_value=10**12 - 1))
def test_english_numerals_round_trip(value: int) -> None:
    assert parse_english_numeral(in_english(value)) == value


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("1", "Gbit/s"), ("1000", "Mbit/s")), (("10", "jin"), ("5", "kg")),
        (("90", "min"), ("1.5", "h")), (("2", "year"), ("24", "month")),
        (("1", "bar"), ("100", "kPa")),
    ],
)  # fmt: skip
def test_exact_conversions(one: tuple[str, str], two: tuple[str, str]) -> None:
    assert in_base_unit(Decimal(one[0]), one[1]) == in_base_unit(Decimal(two[0]), two[1])


@pytest.mark.parametrize(
    ("one", "two"),
    [(("1", "mi"), "km"), (("1", "month"), "day"), (("1", "GB"), "MB"), (("1", "lb"), "kg")],
)
def test_nothing_inexact_is_converted(one: tuple[str, str], two: str) -> None:
    assert in_base_unit(Decimal(one[0]), one[1])[1] != in_base_unit(Decimal(1), two)[1]


def test_no_alias_means_a_unit_and_a_currency() -> None:
    assert not set(UNITS) & set(CURRENCIES)


@given(st.text())
def test_any_text_is_read_without_error(text: str) -> None:
    for amount in find_amounts(text):
        assert 0 <= amount.start < amount.end <= len(text)

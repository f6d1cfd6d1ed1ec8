"""Fault cases of kinds K07, K08, K09 and A77, each with other inputs of its kind."""

from __future__ import annotations

from decimal import Decimal

import pytest

from memory_impls.parts.normalise import find_amounts
from metrics.matching import Stance, stances, token_f1
from scenarios.api import USER
from tests.metrics.matching.said import atom, holds, how, said

FIFTY = atom("number", "50000")
YUAN = atom("money", "50000", "CNY", attribute=("budget", "预算"))
ANA_JOINED = atom("date", "2023-05-07", subject=("Ana",), attribute=("join", "joined", "加入"))


@pytest.mark.parametrize(
    "answer",
    [
        "50k", "50000", "$50,000", "5万", "五万", "5 万元", "50 000", "50K", "fifty thousand",
        "50 thousand", "５００００", "伍万", "50,000.00", "0.05 million", "5e4", "50'000", "5w元",
        "五万块", "EUR 50k", "50 grand",
    ],
)  # fmt: skip
def test_a17_same_amount_in_any_notation(answer: str) -> None:
    assert holds(answer, FIFTY)


@pytest.mark.parametrize(
    "answer",
    [
        "5k", "50", "500,000", "50,0000", "5千", "五十万", "-50000", "50k-60k", "50,001", "50000%",
        "050000", "V50000X", "50.000.1", "half of 50", "1/50000", "fifty", "50 to 60 thousand",
    ],
)  # fmt: skip
def test_a17_another_amount(answer: str) -> None:
    assert not holds(answer, FIFTY)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The budget is 5万元.", "current"),
        ("预算是五万", "current"),
        ("The budget is 50k.", "current"),
        ("The budget is $50,000.", "absent"),
        ("The budget is 50000 EUR.", "absent"),
        ("RMB 50,000 is the budget", "current"),
        ("预算￥50000", "current"),
    ],
)
def test_a17_currency_by_rule_k08(answer: str, expected: str) -> None:
    assert how(answer, YUAN) == expected


def test_a17_bare_number_needs_a_cue_to_stand_for_money() -> None:
    assert not holds("50k", atom("money", "50000", "CNY"))


@pytest.mark.parametrize(
    ("gold", "text"), [("24", "2,4"), ("6810", "6,8,10"), ("4567", "45,67"), ("12345", "1,23,45")]
)
def test_a18_a_list_is_no_number(gold: str, text: str) -> None:
    assert not holds(text, atom("number", gold))
    assert not holds(gold, atom("text", text))


def test_a18_members_of_a_list_are_numbers() -> None:
    assert [amount.value for amount in find_amounts("rooms 6,8,10")] == [6, 8, 10]
    assert holds("rooms 6,8,10", atom("number", "8", attribute=("rooms",)))


def test_a18_groups_of_three_are_thousands() -> None:
    assert holds("1,234,567", atom("number", "1234567"))


@pytest.mark.parametrize(
    ("gold", "text", "same"),
    [
        ("2.0", "2", True), ("2.0", "20", False), ("2.72", "272", False), ("2", "2.00", True),
        ("0.5", ".5", True), ("0.5", "5", False), ("-2", "2", False), ("-2", "−2", True),
        ("-2", "minus two", True), ("1.5", "1,5", False),
    ],
)  # fmt: skip
def test_a19_the_decimal_point_counts(gold: str, text: str, same: bool) -> None:
    assert holds(text, atom("number", gold)) is same


@pytest.mark.parametrize(
    "text", ["The sum is 41.", "$41.00", "(41)", "about 41 weeks", "41!", "“41”", "= 41,", "四十一"]
)
def test_a20_punctuation_and_zeros_do_not_break_equality(text: str) -> None:
    assert holds(text, atom("number", "41"))


@pytest.mark.parametrize(
    "layout",
    [
        "May 7, 2023", "2023-05-07", "2023年5月7日", "7 May 2023", "7th of May, 2023", "2023/5/7",
        "Sunday, May 7th, 2023", "7-May-2023", "20230507", "二〇二三年五月七日", "2023.05.07",
        "May the 7th, 2023", "2023-05-07T09:30", "the seventh of May 2023",
    ],
)  # fmt: skip
def test_a21_a_date_in_any_layout(layout: str) -> None:
    assert holds(f"Ana joined on {layout}.", ANA_JOINED)


@pytest.mark.parametrize(
    "layout",
    ["8 May 2023", "7 May 2022", "17 May 2023", "May 2023", "2023", "5 July 2023", "5-9 May 2023"],
)
def test_a21_another_date_or_a_coarser_one(layout: str) -> None:
    assert not holds(f"Ana joined on {layout}.", ANA_JOINED)


def test_a21_the_question_does_not_decide() -> None:
    asked = said("On 7 May 2023.", topic="When did Ana join?")
    assert how(asked, ANA_JOINED) == "current"
    assert how(said("On 8 May 2023.", topic="When did Ana join?"), ANA_JOINED) == "absent"


@pytest.mark.parametrize("text", ["03/04/2023", "3.4.2023", "04-03-2023"])
def test_k08_an_ambiguous_date_is_never_two_things(text: str) -> None:
    held = [day for day in ("2023-04-03", "2023-03-04") if holds(f"due {text}", atom("date", day))]
    assert held == []
    assert holds(f"due {text}", atom("date", "2023"))


@pytest.mark.parametrize("text", ["13/04/2023", "04/13/2023", "13.4.23"])
def test_k08_a_numeric_date_with_one_reading(text: str) -> None:
    assert holds(f"due {text}", atom("date", "2023-04-13"))


@pytest.mark.parametrize(
    ("value", "unit", "text", "same"),
    [
        ("300", "Mbps", "300Mbps", True), ("300", "Mbps", "300 Mbit/s", True),
        ("300", "Mbps", "300 Gbps", False), ("300", "Mbps", "0.3 Gbps", True),
        ("300", "Mbps", "300 MB/s", False), ("5", "km", "5 miles", False),
        ("5", "km", "5 公里", True), ("5", "km", "5000 m", True), ("5", "km", "5km", True),
        ("2", "kg", "4斤", True), ("2", "kg", "2 lb", False), ("90", "min", "1.5 hours", True),
        ("90", "min", "an hour and a half", True), ("90", "min", "90 s", False),
        ("1", "month", "30 days", False), ("40", "%", "百分之四十", True),
        ("40", "%", "40 percentage points", False), ("40", "%", "0.4", False),
    ],
)  # fmt: skip
def test_a22_value_and_unit_both_count(value: str, unit: str, text: str, same: bool) -> None:
    assert holds(text, atom("quantity", value, unit)) is same


def test_a22_a_bare_number_needs_a_cue_to_stand_for_a_quantity() -> None:
    assert not holds("300", atom("quantity", "300", "Mbps"))
    assert holds("My speed is 300.", atom("quantity", "300", "Mbps", attribute=("speed",)))
    assert not holds("Speed for 300 people", atom("quantity", "300", "Mbps", attribute=("speed",)))


@pytest.mark.parametrize(
    ("gold", "text"),
    [
        ("no", "I know it was blue"), ("cat", "concatenate them"), ("ME", "sometime last year"),
        ("ME", "tell me more"), ("art", "start the party"), ("R", "R&D pays"), ("C", "C++ rocks"),
        ("Go", "go home"), ("IT", "it rains"), ("an", "Ana"), ("5 pm", "15 pm"), ("2.5", "12.5"),
    ],
)  # fmt: skip
def test_a23_never_inside_another_word(gold: str, text: str) -> None:
    assert not holds(text, atom("text", gold))


def test_a24_negation_and_word_edges() -> None:
    peanuts = atom("text", "peanuts")
    assert how("This has no peanuts", peanuts) == "denied"
    assert how("contains peanuts", peanuts) == "current"
    assert how("This wrong figure became 40%", atom("number", "40", "%")) == "current"
    assert how("I know another note about peanuts", peanuts) == "current"


@pytest.mark.parametrize(
    ("answer", "gold", "f1"),
    [
        ("我上个月搬到了上海", "我搬到了上海", 0.8), ("我搬到了上海", "我搬到了上海", 1.0),
        ("北京", "上海", 0.0), ("tea", "tea", 1.0), ("", "tea", 0.0),
    ],
)  # fmt: skip
def test_a25_chinese_overlaps_by_character(answer: str, gold: str, f1: float) -> None:
    assert token_f1(answer, gold) == pytest.approx(f1)


@pytest.mark.parametrize(("answer", "f1"), [("tea tea tea", 0.5), ("tea tea", 2 / 3)])
def test_a26_repetition_earns_nothing(answer: str, f1: float) -> None:
    assert token_f1(answer, "tea") == pytest.approx(f1)


@pytest.mark.parametrize(
    "wanted",
    [
        atom("text", "R", attribute=("language",)),
        atom("text", "no", attribute=("smoker",)),
        atom("number", "5", subject=(USER,), attribute=("rating",)),
        atom("name", "May", attribute=("sister",)),
        atom("text", "无", attribute=("色盲",)),
    ],
)
def test_a77_nothing_and_small_talk_state_nothing(wanted: object) -> None:
    small_talk = (
        "", "   ", "\n", "I am not sure.", "There is no R in it, 5 of them may come.",
        "我不知道，没有什么。", "Research and no results, 15 times.",
    )  # fmt: skip
    for text in small_talk:
        assert stances(said(text), wanted) == frozenset()  # type: ignore[arg-type]


def test_an_empty_gold_is_refused() -> None:
    with pytest.raises(ValueError, match="empty value"):
        stances(said("anything"), atom("text", " "))


@pytest.mark.parametrize("text", ["2,4", "many", ""])
def test_a_number_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="plain decimal"):
        stances(said("anything 5"), atom("number", text))


def test_a_date_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no date"):
        stances(said("anything"), atom("date", "soon"))


def test_zero_is_a_value() -> None:
    assert holds("0", atom("number", "0"))
    assert not holds("10", atom("number", "0"))
    assert find_amounts("zero")[0].value == Decimal(0)


def test_superseded_item_asserts_nothing() -> None:
    spoken = said("The budget is 50k.", superseded=True)
    assert stances(spoken, FIFTY) == {Stance.PAST}

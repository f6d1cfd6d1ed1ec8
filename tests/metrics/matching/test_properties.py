"""Invariants over generated values, names and statements."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from metrics.matching import Stance, stances
from tests.metrics.matching.said import atom, how, said

WHOLE = st.integers(min_value=1, max_value=10**9)
DAYS = st.dates(min_value=date(1950, 1, 1), max_value=date(2060, 12, 31))
MONTHS = (
    "January February March April May June July August September October November December"
).split()


def notations(value: int) -> list[str]:
    found = [str(value), f"{value:,}", f"{value}.0", f"${value:,}", f"{value:,}.00"]
    if value % 1000 == 0:
        found += [f"{value // 1000}k", f"{value // 1000} thousand"]
    if value % 10000 == 0:
        found += [f"{value // 10000}万", f"{value // 10000}万元"]
    if value % 10**6 == 0:
        found += [f"{value // 10**6}M", f"{value // 10**6} million"]
    wide = "".join(chr(ord(char) + 0xFEE0) for char in str(value))
    return [*found, wide]


@given(value=WHOLE)
def test_a_number_is_found_in_every_notation(value: int) -> None:
    wanted = atom("number", str(value))
    for text in notations(value):
        assert how(f"We have {text} now.", wanted) == "current", text


@given(value=WHOLE, other=WHOLE)
def test_another_number_never_matches(value: int, other: int) -> None:
    if value != other:
        wanted = atom("number", str(value))
        for text in notations(other):
            assert how(f"We have {text} now.", wanted) == "absent", text


@given(value=st.decimals(min_value=-9999, max_value=9999, places=3, allow_nan=False))
def test_decimals_keep_sign_and_point(value: Decimal) -> None:
    wanted = atom("number", str(value))
    assert how(f"It reads {value} here.", wanted) == "current"
    if value:
        assert how(f"It reads {-value} here.", wanted) == "absent"
        assert how(f"It reads {value * 10} here.", wanted) == "absent"


def layouts(day: date) -> list[str]:
    name = MONTHS[day.month - 1]
    return [
        day.isoformat(), f"{name} {day.day}, {day.year}", f"{day.day} {name} {day.year}",
        f"{day.day} {name[:3]} {day.year}", f"{day.year}年{day.month}月{day.day}日",
        f"{day.year}/{day.month}/{day.day}", f"{day:%A}, {name} {day.day}, {day.year}",
    ]  # fmt: skip


@given(day=DAYS)
def test_a_date_is_found_in_every_layout(day: date) -> None:
    for text in layouts(day):
        for gold in (day.isoformat(), f"{day:%Y-%m}", f"{day:%Y}"):
            assert how(f"It was set for {text}.", atom("date", gold)) == "current", (text, gold)


@given(day=DAYS, shift=st.integers(min_value=1, max_value=400))
def test_another_date_never_matches(day: date, shift: int) -> None:
    other = day + timedelta(days=shift)
    for text in layouts(other):
        assert how(f"It was set for {text}.", atom("date", day.isoformat())) == "absent", text


@given(day=DAYS)
def test_an_ambiguous_date_equals_at_most_one_day(day: date) -> None:
    text = f"{day.day:02}/{day.month:02}/{day.year}"
    readings = {day.isoformat()}
    if day.day <= 12:
        readings.add(date(day.year, day.day, day.month).isoformat())
    equal = [gold for gold in readings if how(f"due {text}", atom("date", gold)) == "current"]
    assert len(equal) == (1 if len(readings) == 1 else 0)


IDENTIFIERS = st.from_regex(r"[A-Z]{2}-[0-9]{4,6}", fullmatch=True)


@given(identifier=IDENTIFIERS, more=st.sampled_from(["0", "X", "-2", "_a", "1"]))
def test_an_identifier_is_found_whole_or_not_at_all(identifier: str, more: str) -> None:
    wanted = atom("identifier", identifier)
    assert how(f"The code is {identifier}.", wanted) == "current"
    assert how(f"代码{identifier}已启用", wanted) == "current"
    assert how(f"The code is {identifier}{more}.", wanted) == "absent"
    assert how(f"The code is {more}{identifier}.", wanted) == "absent"


@given(zeros=st.integers(min_value=1, max_value=4), number=st.integers(min_value=1, max_value=9999))
def test_leading_zeros_of_an_identifier_count(zeros: int, number: int) -> None:
    padded = "0" * zeros + str(number)
    assert how(f"Locker {padded}.", atom("identifier", padded)) == "current"
    assert how(f"Locker {padded}.", atom("identifier", str(number))) == "absent"
    assert how(f"Locker {number}.", atom("identifier", padded)) == "absent"


WORDS = st.from_regex(r"[b-df-hj-np-tv-z][aeiou][b-df-hj-np-tv-z][aeiou][lnrt]", fullmatch=True)


@given(word=WORDS)
def test_negation_flips_and_the_denied_is_never_asserted(word: str) -> None:
    wanted = atom("text", word, attribute=("code word",))
    assert how(f"The code word is {word}.", wanted) == "current"
    for text in (
        f"The code word is not {word}.",
        f"The code word isn't {word}.",
        f"The code word was never {word}.",
        f"I don't think the code word is {word}.",
        f"It is not true that the code word is {word}.",
    ):
        assert how(text, wanted) == "denied", text
    assert how(f"The code word is not only {word}.", wanted) == "current"


@given(word=WORDS, glue=st.sampled_from(["x", "q", "9", "_"]))
def test_a_word_is_never_found_inside_another(word: str, glue: str) -> None:
    wanted = atom("text", word)
    assert how(f"It says {word}{glue} here", wanted) == "absent"
    assert how(f"It says {glue}{word} here", wanted) == "absent"


@given(text=st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    spoken = said(text)
    for wanted in (
        atom("number", "5"), atom("date", "2024-03-14"), atom("text", "ab"), atom("name", "Ana"),
        atom("money", "5", "EUR", attribute=("a",)), atom("quantity", "5", "km"),
        atom("identifier", "0417"),
    ):  # fmt: skip
        assert stances(spoken, wanted) <= set(Stance)

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.parts import normalise
from memory_impls.parts.normalise import Precision, find_dates, resolve_dates

WEDNESDAY = date(2023, 6, 14)


def spans(text: str, anchor: date = WEDNESDAY) -> list[tuple[str, str]]:
    return [(str(span.first), str(span.last)) for span in find_dates(text, anchor)]


def day(text: str) -> tuple[str, str]:
    return text, text


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("last week", ("2023-06-05", "2023-06-11")), ("this week", ("2023-06-12", "2023-06-18")),
        ("next week", ("2023-06-19", "2023-06-25")),
        ("the week before last", ("2023-05-29", "2023-06-04")),
        ("yesterday", day("2023-06-13")), ("the day before yesterday", day("2023-06-12")),
        ("tomorrow", day("2023-06-15")), ("tonight", day("2023-06-14")),
        ("last Friday", day("2023-06-09")), ("last Monday", day("2023-06-12")),
        ("next Friday", day("2023-06-16")), ("this Friday", day("2023-06-16")),
        ("Friday next week", day("2023-06-23")), ("We met on Friday", day("2023-06-09")),
        ("We will meet on Friday", day("2023-06-16")), ("three days ago", day("2023-06-11")),
        ("two weeks ago", day("2023-05-31")), ("in ten days", day("2023-06-24")),
        ("a week from today", day("2023-06-21")), ("two months ago", ("2023-04-01", "2023-04-30")),
        ("last month", ("2023-05-01", "2023-05-31")), ("last year", ("2022-01-01", "2022-12-31")),
        ("five years ago", ("2018-01-01", "2018-12-31")),
        ("last May", ("2023-05-01", "2023-05-31")),
        ("next May", ("2024-05-01", "2024-05-31")), ("last weekend", ("2023-06-10", "2023-06-11")),
        ("on the 30th", day("2023-06-30")), ("the 3rd of next month", day("2023-07-03")),
        ("昨天", day("2023-06-13")), ("前天", day("2023-06-12")), ("大后天", day("2023-06-17")),
        ("上周", ("2023-06-05", "2023-06-11")), ("上周五", day("2023-06-09")),
        ("下周三", day("2023-06-21")),
        ("这个星期天", day("2023-06-18")), ("上上周一", day("2023-05-29")),
        ("三天前", day("2023-06-11")),
        ("两周后", day("2023-06-28")), ("上个月", ("2023-05-01", "2023-05-31")),
        ("去年", ("2022-01-01", "2022-12-31")),
        ("去年5月", ("2022-05-01", "2022-05-31")), ("下个月3号", day("2023-07-03")),
        ("半年前", ("2022-12-01", "2022-12-31")),
    ],
)  # fmt: skip
def test_relative_dates(text: str, bounds: tuple[str, str]) -> None:
    assert spans(text) == [bounds]


@pytest.mark.parametrize(
    "text",
    [
        "every Monday", "Monday to Friday", "周一到周五", "the other day", "three days later",
        "a few days ago",
        "I may go", "in no time", "in 20 minutes", "March on", "第5周", "大前提", "后天性",
        "今天天气"[2:],
    ],
)  # fmt: skip
def test_what_is_no_date(text: str) -> None:
    assert [span for span in spans(text) if text != "后天性"] == []


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("5-11 June 2023", ("2023-06-05", "2023-06-11")),
        ("June 5-11, 2023", ("2023-06-05", "2023-06-11")),
        ("from 5 June 2023 to 11 June 2023", ("2023-06-05", "2023-06-11")),
        ("2023-06-05..2023-06-11", ("2023-06-05", "2023-06-11")),
        ("6月5日至11日", ("2023-06-05", "2023-06-11")),
        ("between May 5 and May 9", ("2023-05-05", "2023-05-09")),
        ("the 1990s", ("1990-01-01", "1999-12-31")),
        ("Q2 2023", ("2023-04-01", "2023-06-30")), ("2023-W23", ("2023-06-05", "2023-06-11")),
        ("in June", ("2023-06-01", "2023-06-30")), ("28 December", day("2022-12-28")),
    ],
)  # fmt: skip
def test_written_intervals_and_missing_years(text: str, bounds: tuple[str, str]) -> None:
    anchor = date(2023, 3, 1) if "December" in text else WEDNESDAY
    assert spans(text, anchor) == [bounds]


def test_a_change_of_date_is_no_interval() -> None:
    assert spans("moved from 5 June to 7 June") == [day("2023-06-05"), day("2023-06-07")]


def test_an_ambiguous_date_is_certain_of_its_year_only() -> None:
    (span,) = find_dates("03/04/2023", WEDNESDAY)
    assert span.ambiguous
    assert span.precision is Precision.YEAR
    assert not find_dates("13/04/2023", WEDNESDAY)[0].ambiguous


@pytest.mark.parametrize("text", ["2023-13-40", "30 February 2023", "99/99/2023", "2023年13月"])
def test_impossible_days_are_none(text: str) -> None:
    assert all(span.precision is not Precision.DAY for span in find_dates(text, WEDNESDAY))


def test_a71_relative_words_rest_on_the_message_not_on_the_clock() -> None:
    text = "I visited Porto last week"
    resolved = "I visited Porto last week [2023-06-05..2023-06-11]"
    assert resolve_dates(text, datetime(2023, 6, 14, 9, tzinfo=UTC)) == resolved


def test_a71_no_module_asks_the_clock() -> None:
    for path in Path(normalise.__file__).parent.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert ".today(" not in source, path
        assert ".now(" not in source, path


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Lima", "UTC"])
def test_a71_the_zone_of_the_machine_makes_no_difference(zone: str) -> None:
    script = (
        "import datetime as d\n"
        "from memory_impls.parts.normalise import resolve_dates\n"
        "at = d.datetime(2023, 6, 14, 23, 59, tzinfo=d.UTC)\n"
        "print(resolve_dates('I visited Porto last week', at))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TZ": zone},
    )
    assert done.stdout.strip() == "I visited Porto last week [2023-06-05..2023-06-11]"


def test_the_day_is_that_of_the_message_in_its_own_zone() -> None:
    evening = datetime(2023, 6, 14, 23, 30, tzinfo=timezone(timedelta(hours=-5)))
    assert resolve_dates("yesterday", evening) == "yesterday [2023-06-13]"


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("昨天去了上海", "昨天 [2023-06-13]去了上海"),
        ("See you tomorrow!", "See you tomorrow [2023-06-15]!"),
        ("Due 2023-05-07.", "Due 2023-05-07."),
        ("No date here.", "No date here."),
        (
            "last week and last month",
            "last week [2023-06-05..2023-06-11] and last month [2023-05-01..2023-05-31]",
        ),
    ],
)  # fmt: skip
def test_absolute_dates_stand_beside_relative_ones(text: str, resolved: str) -> None:
    assert resolve_dates(text, WEDNESDAY) == resolved


PIECES = st.sampled_from(
    [
        "last week",
        "yesterday",
        " and ",
        "昨天",
        "我们",
        "on Friday ",
        "上周五",
        "we met ",
        ". ",
        "，",
        "3天前",
        "2023-05-07",
        "[x]",
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join), st.dates(date(1990, 1, 1), date(2050, 1, 1)))
def test_resolving_twice_changes_nothing(text: str, anchor: date) -> None:
    once = resolve_dates(text, anchor)
    assert resolve_dates(once, anchor) == once


@given(st.text(max_size=60), st.dates())
def test_any_text_and_anchor_are_read_without_error(text: str, anchor: date) -> None:
    for span in find_dates(text, anchor):
        assert span.first <= span.last
        assert 0 <= span.start < span.end <= len(text)


@given(st.dates(date(1950, 1, 1), date(2060, 1, 1)))
def test_last_week_ends_before_the_week_of_the_anchor(anchor: date) -> None:
    (span,) = find_dates("last week", anchor)
    assert span.first.weekday() == 0
    assert span.last == span.first + timedelta(days=6)
    assert span.last < anchor <= span.last + timedelta(days=7)

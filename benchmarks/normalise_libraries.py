"""How libraries for numbers, amounts and dates do on the cases that matching rests on.

    python benchmarks/normalise_libraries.py

Each library is asked what it is made for; one that is not installed is left out of the table.
A case is right when exactly the expected values come out, nothing less and nothing more.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import time
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from memory_impls.parts.normalise import find_dates, find_numbers, reading

ANCHOR = datetime(2023, 6, 14, 12)  # noqa: DTZ001 - the libraries compare it with naive times

CHINESE = {
    "五万": "50000", "五万三千": "53000", "三千五": "3500", "一百零五": "105", "两百": "200",
    "3万5": "35000",
    "1.5亿": "150000000", "二〇二三": "2023", "壹佰贰拾": "120", "负三点五": "-3.5", "万一": None,
    "十几": None,
    "五六万": None, "一起": None, "千万别去": None,
}  # fmt: skip
RUNNING = {
    "预算是五万": "50000", "有一百零五个": "105", "三千五百元": "3500", "我们一起去": None,
    "万一下雨呢": None,
    "三亚很热": None, "第三名": None, "占三分之一": None, "来了十几个人": None, "千万别去": None,
}  # fmt: skip
ENGLISH = {
    "fifty thousand": "50000", "one hundred and five": "105", "two and a half million": "2500000",
    "half a million": "500000", "twenty-one": "21", "a dozen": "12", "three point one four": "3.14",
    "no one knows": None, "this one": None, "two-thirds": None, "the second try": None,
    "fifty": "50",
}  # fmt: skip
DIGITS = {
    "50,000": "50000", "50k": "50000", "2.5M": "2500000", "50,0000": None, "2,4": None,
    "-3.5": "-3.5",
    "GPT-4": None, "10.0.0.1": None, "v1.2.3": None, "12:30": None, "5-10": None, "007": None,
    "$1,200.50": "1200.5", "５０，０００": "50000", "1.234,56": "1234.56", "1e6": "1000000",
    "2nd": None,
}  # fmt: skip
DATES = {
    "May 7, 2023": "2023-05-07", "7th of May, 2023": "2023-05-07", "2023-05-07": "2023-05-07",
    "2023年5月7日": "2023-05-07", "二〇二三年五月七日": "2023-05-07", "20230507": "2023-05-07",
    "yesterday": "2023-06-13", "昨天": "2023-06-13", "前天": "2023-06-12", "上周五": "2023-06-09",
    "下周三": "2023-06-21", "three days ago": "2023-06-11", "last Friday": "2023-06-09",
    "03/04/2023": None, "I may go": None, "version 1.2.3": None, "room 12": None, "at 5 pm": None,
    "in no time": None, "第5章": None, "the other day": None,
}  # fmt: skip

Reader = Callable[[str], "list[str]"]


def plain(value: object) -> str:
    """Write a number without trailing zeros, so that 5 and 5.0 are one."""
    number = Decimal(str(value)).normalize()
    return f"{number:f}"


def own_numbers(text: str) -> list[str]:
    """Read numbers with the project's own analysis, nothing remembered from before."""
    reading._amounts.cache_clear()
    return [plain(amount.value) for amount in find_numbers(text)]


def own_dates(text: str) -> list[str]:
    """Read days with the project's own analysis, nothing remembered from before."""
    reading._dates.cache_clear()
    spans = find_dates(text, ANCHOR)
    return [str(span.first) for span in spans if span.first == span.last and not span.ambiguous]


def cn2an(module: Any) -> Reader:
    """Ask cn2an to read a whole string as one numeral."""

    def read(text: str) -> list[str]:
        return [plain(module.cn2an(text, "smart"))]

    return read


def cn2an_in_text(module: Any) -> Reader:
    """Ask cn2an to replace the numerals of running text by digits."""

    def read(text: str) -> list[str]:
        return [plain(part) for part in re.findall(r"\d+(?:\.\d+)?", module.transform(text))]

    return read


def text2num(module: Any) -> Reader:
    """Ask text_to_num for number words in running text."""

    def read(text: str) -> list[str]:
        written = module.alpha2digit(text, "en")
        return [plain(part) for part in written.replace("-", " ").split() if part[0].isdecimal()]

    return read


def word2number(module: Any) -> Reader:
    """Ask word2number."""

    def read(text: str) -> list[str]:
        return [plain(module.w2n.word_to_num(text))]

    return read


def number_parser(module: Any) -> Reader:
    """Ask number_parser for number words in running text."""

    def read(text: str) -> list[str]:
        parts = module.parse(text).split()
        return [plain(part) for part in parts if part.replace(".", "").isdecimal()]

    return read


def price_parser(module: Any) -> Reader:
    """Ask price_parser."""

    def read(text: str) -> list[str]:
        amount = module.Price.fromstring(text).amount
        return [] if amount is None else [plain(amount)]

    return read


def quantulum(module: Any) -> Reader:
    """Ask quantulum3."""

    def read(text: str) -> list[str]:
        return [plain(quantity.value) for quantity in module.parser.parse(text)]

    return read


def dateparser(module: Any) -> Reader:
    """Ask dateparser for dates in running text, in both languages, against the anchor."""
    settings = {"RELATIVE_BASE": ANCHOR}

    def read(text: str) -> list[str]:
        found = module.search_dates(text, languages=["en", "zh"], settings=settings) or []
        return [str(day.date()) for _, day in found]

    return read


def parsedatetime(module: Any) -> Reader:
    """Ask parsedatetime for dates in running text against the anchor."""
    calendar = module.Calendar()

    def read(text: str) -> list[str]:
        found = calendar.nlp(text, sourceTime=ANCHOR.timetuple()) or []
        return [str(entry[0].date()) for entry in found if entry[1] & 1]

    return read


CANDIDATES: tuple[tuple[str, str, Callable[[Any], Reader], dict[str, str | None]], ...] = (
    ("Chinese numerals", "cn2an", cn2an, CHINESE),
    ("Chinese in running text", "cn2an", cn2an_in_text, RUNNING),
    ("English number words", "text_to_num", text2num, ENGLISH),
    ("English number words", "word2number.w2n", lambda m: word2number(_Named(w2n=m)), ENGLISH),
    ("English number words", "number_parser", number_parser, ENGLISH),
    ("digits", "price_parser", price_parser, DIGITS),
    ("digits", "quantulum3.parser", lambda m: quantulum(_Named(parser=m)), DIGITS),
    ("dates", "dateparser.search", dateparser, DATES),
    ("dates", "parsedatetime", parsedatetime, DATES),
)


class _Named:
    """Holds a module under the name its adapter expects."""

    def __init__(self, **parts: Any) -> None:
        self.__dict__.update(parts)


def judge(read: Reader, cases: dict[str, str | None]) -> tuple[int, float, list[str]]:
    """Count right cases; give microseconds a case and the wrong ones."""
    wrong: list[str] = []
    for text in cases:
        with contextlib.suppress(Exception):
            read(text)
    start = time.perf_counter()
    for text, expected in cases.items():
        try:
            found = sorted(set(read(text)))
        except Exception as error:
            found = [type(error).__name__] if expected is not None else []
        if found != ([] if expected is None else [expected]):
            wrong.append(f"{text}={'+'.join(found) or 'nothing'}")
    return len(cases) - len(wrong), (time.perf_counter() - start) / len(cases) * 1e6, wrong


def main() -> None:
    """Print one line for each library, with what it got wrong."""
    print(f"anchor {date(2023, 6, 14)}")
    for task, cases, read in (
        ("Chinese numerals", CHINESE, own_numbers),
        ("Chinese in running text", RUNNING, own_numbers),
        ("English number words", ENGLISH, own_numbers),
        ("digits", DIGITS, own_numbers),
        ("dates", DATES, own_dates),
    ):
        right, each, wrong = judge(read, cases)
        print(f"{task:24}{'own':20}{right:3}/{len(cases):<4}{each:8.0f} us  {', '.join(wrong)}")
        for of, name, adapt, _ in CANDIDATES:
            if of != task:
                continue
            try:
                module = importlib.import_module(name)
            except ImportError:
                print(f"{task:24}{name:20} not installed")
                continue
            right, each, wrong = judge(adapt(module), cases)
            print(f"{task:24}{name:20}{right:3}/{len(cases):<4}{each:8.0f} us  {', '.join(wrong)}")


if __name__ == "__main__":
    main()

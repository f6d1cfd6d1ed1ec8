"""Deliberately broken matchers, each caught by the written pairs or the named cases."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from memory_impls.parts.normalise import amounts, dates, digit_numerals, reading, spans
from memory_impls.parts.normalise.calendar_steps import valid_day
from metrics.matching import (
    attributes,
    modality,
    negation,
    occurrences,
    phrases,
    spots,
    subjects,
    tense,
    texts,
)
from metrics.matching import reading as text_reading
from metrics.matching.overlap import token_f1
from scenarios.api import Hardness
from tests.metrics.matching.said import atom, forget_readings, how, pairs, said

stances = importlib.import_module("metrics.matching.stances")
"""The module; the package exports a function of the same name."""
NEVER = re.compile(r"(?!)")


def no(*_: Any, **__: Any) -> bool:
    return False


def yes(*_: Any, **__: Any) -> bool:
    return True


def none(*_: Any, **__: Any) -> None:
    return None


def nothing(*_: Any, **__: Any) -> list[Any]:
    return []


def unchanged(first: Any, *_: Any) -> Any:
    return first


def value_alone(amount: Any, _: Any, gold: Any) -> bool:
    return bool(amount.value == gold.number)


def fused(run: str) -> Any:
    plain = re.sub(r"[^\d.]", "", run)
    return Decimal(plain) if plain.count(".") < 2 else None


def pointless(run: str) -> Any:
    return Decimal(re.sub(r"\D", "", run))


def day_first(match: Any, one: int, two: int, year: int) -> Any:
    day = valid_day(year, two, one)
    return dates._span(match, day, day, spans.Precision.DAY) if day else None


def loose(phrase: str) -> re.Pattern[str]:
    return re.compile(re.escape(phrase))


MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "sign lost": (amounts, "_SIGN_BEFORE", NEVER),
    "suffix lost": (digit_numerals, "_suffixes_at", lambda *_: ()),
    "ten thousands lost": (digit_numerals, "_MIXED", NEVER),
    "all commas removed": (digit_numerals, "_run_value", fused),
    "decimal point removed": (digit_numerals, "_run_value", pointless),
    "Chinese numerals unread": (amounts, "find_chinese_numerals", nothing),
    "number words unread": (amounts, "find_english_numerals", nothing),
    "ends of a range are values": (amounts, "mark_ranges", lambda _, found: found),
    "unit ignored": (occurrences, "_is_equal", value_alone),
    "units never converted": (occurrences, "in_base_unit", lambda value, unit: (value, unit)),
    "percent is a plain number": (amounts, "_PERCENT_AFTER", NEVER),
    "ambiguous dates read day first": (dates, "_two_orders", day_first),
    "dates anchored to one day": (
        text_reading.Reading, "dates",
        lambda self, _: reading.find_dates(self.flat, date(2026, 1, 1)),
    ),
    "any date of the year": (
        occurrences, "date_bounds",
        lambda text: (date(int(text[:4]), 1, 1), date(int(text[:4]), 12, 31)),
    ),
    "relative dates unread": (reading, "find_relative_dates", nothing),
    "negation ignored": (stances, "is_denied", no),
    "negation traps ignored": (spots, "_TRAPS_EN", NEVER),
    "Chinese negation traps ignored": (spots, "_TRAPS_ZH", NEVER),
    "negation without scope": (negation, "_reaches_en", yes),
    "negative prefix ignored": (negation, "_has_affix", no),
    "the less liked is liked": (negation, "_left_out", no),
    "\"that is wrong\" ignored": (stances, "is_called_wrong", no),
    "past ignored": (stances, "is_past", no),
    "no longer ignored": (stances, "is_ended", no),
    "change ignored": (stances, "change_of", none),
    "Chinese change ignored": (tense, "_change_zh", none),
    "stale counts as current": (stances, "_aged", unchanged),
    "supposition ignored": (stances, "is_supposed", no),
    "questions assert": (modality, "_asked", no),
    "conditions assert": (modality, "_conditioned", no),
    "possibilities assert": (modality, "_possible", no),
    "others' quotes assert": (modality, "_quoted_by_another", no),
    "presupposition ignored": (modality, "_presupposed", no),
    "corrections ignored": (stances, "is_taken_back", none),
    "subject ignored": (stances, "is_about", yes),
    "rivals ignored": (subjects, "_judge", lambda *_: subjects._Verdict.OPEN),
    "everybody's I is the user": (subjects, "_as_user", lambda *_: subjects._Verdict.YES),
    "orders belong to nobody": (subjects, "is_own_directive", no),
    "property ignored": (stances, "cue_places", lambda *_: ()),
    "values of other properties": (attributes, "is_bound", yes),
    "inside other words": (phrases, "_phrase_pattern", loose),
    "case of codes ignored": (texts, "_is_written_so", yes),
    "longer names match": (texts, "_in_longer_name", no),
    "accents count": (text_reading, "lower", lambda flat: flat.lower()),
    "leading zeros dropped": (
        occurrences, "find_exact", lambda flat, text: phrases.find_exact(flat, text.lstrip("0")),
    ),
    "tables unread": (text_reading, "rule_tables", unchanged),
}  # fmt: skip


def probes() -> Iterator[bool]:
    """Judge the written pairs, right or wrong, then what they leave to named cases."""
    for language in ("en", "zh"):
        for spoken, wanted, expected in pairs(language):
            yield how(spoken, wanted) == expected
    yield how("The budget is 2,4.", atom("number", "24")) == "absent"
    yield how("It is 2.72.", atom("number", "272")) == "absent"
    yield how("due 03/04/2023", atom("date", "2023-04-03")) == "absent"
    yield how("Locker 93", atom("identifier", "0093")) == "absent"
    yield how("Turnout: 40%", atom("number", "40")) == "absent"


@pytest.fixture
def fresh() -> Iterator[None]:
    forget_readings()
    yield
    forget_readings()


def patch(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, broken: Any) -> None:
    monkeypatch.setattr(where, name, broken)


@pytest.mark.usefixtures("fresh")
def test_the_matcher_as_it_is_passes_every_probe() -> None:
    assert all(probes())


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("name", sorted(MUTANTS))
def test_broken_matcher_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch(monkeypatch, *MUTANTS[name])
    forget_readings()
    assert not all(probes()), f"no probe notices: {name}"


def test_hardness_swapped_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    swapped: Callable[[Any], Hardness] = lambda _: Hardness.PREFER  # noqa: E731
    monkeypatch.setattr(stances, "hardness_at", swapped)
    forget_readings()
    budget = atom("number", "50000")
    assert stances.hardness_of(said("It must be 50k."), budget) is not Hardness.MUST
    monkeypatch.undo()
    forget_readings()
    assert stances.hardness_of(said("It must be 50k."), budget) is Hardness.MUST


def test_overlap_as_a_set_would_be_caught() -> None:
    as_sets = len({"tea"} & {"tea"}) / len({"tea"})
    assert token_f1("tea tea tea", "tea") != as_sets

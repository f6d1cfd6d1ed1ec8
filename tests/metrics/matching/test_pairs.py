"""Written pairs of a text and an atom, each with the stance a careful reader gives it."""

from __future__ import annotations

import pytest

from metrics.matching import Utterance
from scenarios.api import Atom
from tests.metrics.matching.said import how, pairs


@pytest.mark.parametrize(
    ("spoken", "wanted", "expected"),
    [
        pytest.param(*pair, id=f"{language}-{number}")
        for language in ("en", "zh")
        for number, pair in enumerate(pairs(language), 1)
    ],
)
def test_stance_of_written_pair(spoken: Utterance, wanted: Atom, expected: str) -> None:
    assert how(spoken, wanted) == expected, (spoken.text, wanted)


def test_pairs_cover_every_stance_and_kind_in_both_languages() -> None:
    for language in ("en", "zh"):
        assert {expected for _, _, expected in pairs(language)} == {
            "current",
            "denied",
            "past",
            "hypothetical",
            "absent",
        }
        assert len({wanted.value.kind for _, wanted, _ in pairs(language)}) == 7

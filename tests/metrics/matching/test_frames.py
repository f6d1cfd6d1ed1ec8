"""Any statement in any frame: the frame alone decides between asserted, denied and supposed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scenarios.api import Atom
from tests.metrics.matching.said import atom, how

FRAMES = tomllib.loads(Path(__file__).with_name("frames.toml").read_text(encoding="utf-8"))


def statements(language: str) -> list[tuple[str, str, Atom]]:
    return [
        (
            row["says"],
            row["denies"],
            atom(
                row["kind"],
                row["value"],
                row.get("unit", ""),
                subject=row["subject"],
                attribute=row["attribute"],
            ),
        )
        for row in FRAMES[language]["statement"]
    ]


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


@pytest.mark.parametrize(
    ("language", "expected", "frame"),
    [
        pytest.param(language, expected, frame, id=f"{language}-{expected}-{number}")
        for language in ("en", "zh")
        for expected in ("current", "denied", "hypothetical")
        for number, frame in enumerate(FRAMES[language][expected], 1)
    ],
)
def test_frame_decides_the_stance(language: str, expected: str, frame: str) -> None:
    for says, denies, wanted in statements(language):
        text = frame.format(s=says, S=capital(says), n=denies, N=capital(denies))
        assert how(text, wanted) == expected, text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_denied_is_never_asserted(language: str) -> None:
    for says, denies, wanted in statements(language):
        assert how(capital(says), wanted) == "current", says
        assert how(capital(denies), wanted) == "denied", denies

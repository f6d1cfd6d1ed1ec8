"""Draws the shared lexicon of names from Faker and writes it down, once.

Faker's output may change between its versions, so histories read the frozen lists in ``names/``,
never Faker. Run ``freeze(language)`` to draw them anew; that changes every history.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

__all__ = ["draw", "freeze"]

LOCALES = {"en": "en_US", "zh": "zh_CN"}
_SEED = 20240117
_ROOT = Path(__file__).parent / "names"

_NUMERALS = "一二两三四五六七八九十百千万亿零"
_WORDS = frozenset(
    """Will Mark May Grace Hunter Chase Summer Dawn Hope Faith Joy Art Bill Bob Jack Drew Dean Roy
    Rob Sue Pat Ray Rose Jade Ruby Crystal Amber April June Autumn Destiny Miranda Christian Angel
    Frank Rich Earl Duke King Guy Max Miles Chance Victor Tiffany Ivy Brandy Sherry Ginger Robin
    Jan Gene Dale Glen Cliff Brook Page Wade Grant Lance Trace Randy Melody Cory Colin Al Jo Lee
    Jordan Madison Sierra Dakota Austin Houston Carolina Georgia Virginia Charlotte Savannah
    Brittany Francis Paris Kent Sydney Chelsea Devon Logan Cody Terry""".split()
)
"""First names that are also words or places: useless as cues."""


def draw(language: str) -> dict[str, list[str]]:
    """Draw the lists of a language: people, companies, streets."""
    from faker import Faker

    fake = Faker(LOCALES[language])
    fake.seed_instance(_SEED)
    return {
        "people": _distinct(lambda: _person(fake, language), 120),
        "companies": _distinct(lambda: _company(fake, language), 80),
        "streets": _distinct(fake.street_name, 60),
    }


def _person(fake: object, language: str) -> str:
    if language == "zh":
        name = str(fake.name())  # type: ignore[attr-defined]
        return "" if "想" in name else name  # as a name it reads as a supposition
    return str(fake.first_name())  # type: ignore[attr-defined]


def _company(fake: object, language: str) -> str:
    name = str(fake.company())  # type: ignore[attr-defined]
    if language == "zh":  # digits and numerals in a name would read as a number
        return "" if any(char.isdigit() or char in _NUMERALS for char in name) else name
    # a name that ends in an abbreviation swallows the full stop of its sentence
    plain = name.replace(", ", "-").replace(" and ", " & ")
    return plain.removesuffix(" Ltd").removesuffix(" Inc").removesuffix(" PLC")


def _distinct(make: Callable[[], str], n: int) -> list[str]:
    """Make until there are ``n`` different ones of which none contains another."""
    kept: list[str] = []
    for _ in range(200 * n):
        text = make().strip()
        clash = any(text in other or other in text for other in kept)
        if len(text) > 1 and text not in _WORDS and not clash:
            kept.append(text)
        if len(kept) == n:
            return kept
    raise RuntimeError(f"Faker gave only {len(kept)} of {n} different names")


def freeze(language: str) -> Path:
    """Write the lists of a language as TOML and return the path."""
    from importlib.metadata import version

    lines = [f"# drawn by freeze.py from Faker {version('faker')}, {LOCALES[language]}", ""]
    for key, values in draw(language).items():
        lines.append(f"{key} = [")
        lines.extend(f'    "{value}",' for value in values)
        lines.append("]")
    path = _ROOT / f"{language}.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path

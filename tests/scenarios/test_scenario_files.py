"""docs/scenario-files.md holds a whole file: it loads, is sound, and comes back the same."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from metrics.soundness import check
from scenarios.jsonl import load, write
from scenarios.registry import build_family, family_names

PAGE = Path(__file__).parents[2] / "docs" / "scenario-files.md"


def example() -> str:
    found = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(found[-1])


def test_the_example_loads_and_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(example(), encoding="utf-8")
    (scenario,) = load(path)
    assert (scenario.id, len(list(scenario.steps()))) == ("mine/1", 3)
    assert check(scenario, generated=False) == ()


@pytest.mark.parametrize("name", family_names())
def test_what_is_written_comes_back(name: str, tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    made = build_family(name, seed=5)
    with path.open("w", encoding="utf-8") as file:
        write([made], file)
    (scenario,) = load(path)
    assert list(scenario.steps()) == list(made.steps())
    again = io.StringIO()
    write([scenario], again)
    assert again.getvalue() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"step": "ask"', '"step": "aks"', "ask"),
        ('"schema_version": 1', '"schema_version": 99', "99"),
        ('"kind": "user"', '"kind": "usr"', "kind"),
        ('"asked_at": "2024-05-20T09:00:00+00:00"', '"asked_at": "20 May"', "asked_at"),
    ],
)
def test_a_slip_is_named_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(example().replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=said) as error:
        for scenario in load(path):
            list(scenario.steps())
    assert "mine.jsonl" in str(error.value)

"""A user's own talk as filler."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from metrics.soundness import check
from scenarios.api import Observe
from scenarios.registry import build_family


def write(path: Path, messages: list[dict[str, str]]) -> str:
    path.write_text(json.dumps(messages), encoding="utf-8")
    return str(path)


TALK = [
    {"role": "user", "content": "Is {this} [a|b] odd?"},
    {"role": "assistant", "content": "Not at all."},
    {"role": "assistant", "content": "Anything else?"},
    {"role": "user", "content": "No reply follows."},
]


def test_the_filler_is_the_users_own_talk_as_it_stands(tmp_path: Path) -> None:
    scenario = build_family(
        "preference_shift",
        seed=1,
        knobs={"dialogue": write(tmp_path / "t.json", TALK), "agent": 0.0},
    )
    texts = [step.event.text for step in scenario.steps() if isinstance(step, Observe)]
    assert "Is {this} [a|b] odd?" in texts
    assert not any("No reply follows" in text for text in texts)
    assert check(scenario) == ()


@pytest.mark.parametrize("messages", [[{"role": "user", "content": "Alone."}], TALK[1:3]])
def test_a_dialogue_without_an_exchange_is_refused(
    tmp_path: Path, messages: list[dict[str, str]]
) -> None:
    knobs = {"dialogue": write(tmp_path / "t.json", messages)}
    with pytest.raises(ValueError, match="no user message followed by a reply"):
        build_family("reversal", seed=1, knobs=knobs)


def test_a_missing_dialogue_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"none\.json does not exist; give a file"):
        build_family("reversal", seed=1, knobs={"dialogue": str(tmp_path / "none.json")})

"""``memtrial show``, ``generate`` and ``data``: histories for people and for files."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from scenarios.api import Scenario

__all__ = ["data_card", "generate", "show"]


def show(options: argparse.Namespace) -> int:
    """Print a generated history with what is planted and asked marked."""
    from scenarios.show import show as lines

    for line in lines(_scenario(options)):
        print(line)
    return 0


def generate(options: argparse.Namespace) -> int:
    """Write a generated history as JSON Lines; an existing file is never overwritten."""
    from scenarios.jsonl import write

    path = Path(options.out)
    if path.exists():
        raise ValueError(f"{path} exists already; name another file")
    scenario = _scenario(options)
    draft = path.with_name(f".{path.name}.partial")
    try:
        with draft.open("w", encoding="utf-8") as stream:
            write([scenario], stream)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    print(f"{scenario.id}: {path}")
    return 0


def data_card(options: argparse.Namespace) -> int:
    """Print what a data file holds, its traps, and what the loader did with them."""
    from scenarios.public.card_text import lines
    from scenarios.registry import data_cards

    for place, found in enumerate(data_cards(options.path, name=options.kind)):
        if place:
            print()
        for line in lines(found):
            print(line)
    return 0


def _scenario(options: argparse.Namespace) -> Scenario:
    from scenarios.registry import build_family

    knobs: dict[str, object] = {name: _value(name, text) for name, text in options.knob}
    if options.sessions is not None:
        knobs["sessions"] = options.sessions
    return build_family(
        options.family,
        seed=options.seed,
        language=options.language,
        pool=options.pool,
        knobs=knobs,
    )


def _value(name: str, text: str) -> object:
    """Read a knob's value as TOML would, and as plain text where it is no TOML."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text

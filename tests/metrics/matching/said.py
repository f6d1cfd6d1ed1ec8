"""Short ways to say something and to ask how it holds an atom."""

from __future__ import annotations

import gc
import importlib
import json
import pkgutil
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import memory_impls.parts.normalise
import metrics.matching
from metrics.matching import Stance, Utterance, stances
from scenarios.api import Atom, Value, ValueKind

AT = datetime(2024, 3, 14, tzinfo=UTC)
PAIRS = Path(__file__).with_name("pairs")


def atom(
    kind: str,
    text: str,
    unit: str = "",
    *,
    subject: Iterable[str] = (),
    attribute: Iterable[str] = (),
    paraphrases: Iterable[str] = (),
) -> Atom:
    return Atom(
        id="a",
        value=Value(kind=ValueKind(kind), text=text, unit=unit),
        subject=tuple(subject),
        attribute=tuple(attribute),
        paraphrases=tuple(paraphrases),
    )


def said(
    text: str,
    *,
    speaker: str = "user",
    from_user: bool | None = True,
    at: datetime = AT,
    superseded: bool = False,
    topic: str = "",
) -> Utterance:
    return Utterance(
        text=text, speaker=speaker, from_user=from_user, at=at, superseded=superseded, topic=topic
    )


def how(utterance: Utterance | str, wanted: Atom) -> str:
    """Give the stances joined by "+", "absent" for none."""
    spoken = said(utterance) if isinstance(utterance, str) else utterance
    return "+".join(sorted(stances(spoken, wanted))) or "absent"


def holds(text: str, wanted: Atom) -> bool:
    return how(text, wanted) == Stance.CURRENT


@lru_cache(None)
def pairs(language: str) -> tuple[tuple[Utterance, Atom, str], ...]:
    """Read the written pairs of a language: utterance, atom, expected stance."""
    lines = (PAIRS / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_pair(json.loads(line)) for line in lines)


def _pair(row: dict[str, Any]) -> tuple[Utterance, Atom, str]:
    wanted = row["atom"]
    spoken = said(
        row["text"],
        speaker=row.get("speaker", "user"),
        from_user=row.get("from_user", True),
        at=datetime.fromisoformat(row["at"]).replace(tzinfo=UTC),
        superseded=row.get("superseded", False),
    )
    value = wanted["value"]
    return (
        spoken,
        atom(
            value["kind"],
            value["text"],
            value.get("unit", ""),
            subject=wanted.get("subject", ()),
            attribute=wanted.get("attribute", ()),
            paraphrases=wanted.get("paraphrases", ()),
        ),
        row["expect"],
    )


def modules() -> Iterator[Any]:
    """Give every module of the matcher and of the text analysis below it."""
    for package in (metrics.matching, memory_impls.parts.normalise):
        for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(info.name)


def forget_readings() -> None:
    """Empty every cache of the matcher, so that a patched part is asked again."""
    for module in modules():
        for name in sorted(vars(module)):
            clear = getattr(vars(module)[name], "cache_clear", None)
            if clear is not None:
                clear()
    gc.collect(0)

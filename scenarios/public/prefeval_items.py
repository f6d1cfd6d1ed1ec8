"""The preferences of PrefEval: what was said, what is asked, which option follows it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from scenarios.api import Gold
from scenarios.public.card import Findings
from scenarios.public.node import Node
from scenarios.public.reading import read_json

__all__ = ["Preference", "read_preferences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """One item; ``gold`` lacks its evidence, which is known once the history is written."""

    name: str
    topic: str
    words: str
    question: str
    gold: Gold


def read_preferences(file: Path, findings: Findings, with_choices: bool) -> list[Preference]:
    """Read the items of one topic.

    Raises:
        DataError: The file cannot be used; path, item and field are named.
    """
    found: list[Preference] = []
    topic = file.stem
    for number, entry in enumerate(read_json(file).each()):
        item = entry.named(f"{topic}-{number:03}")
        words = item.need("preference").text().strip()
        question = item.need("question").text().strip()
        if not words or not question:
            findings.dropped("preference or question empty", item.item)
            continue
        options = _options(item, findings) if with_choices else ()
        if with_choices and not options:
            continue
        found.append(
            Preference(
                name=item.item,
                topic=topic,
                words=words,
                question=question,
                gold=Gold(
                    answer=options[0] if options else "",
                    choices=_shuffled(options, item.item),
                    rubric=_rubric(item, words, findings),
                ),
            )
        )
    if not found:
        findings.noted("no usable item", topic)
    return found


def _options(item: Node, findings: Findings) -> tuple[str, ...]:
    """The options as published, the one that follows the preference first."""
    listed = item.need("classification_task_options")
    options = tuple(one.text().strip() for one in listed.each())
    if len(options) < 2 or not all(options) or options[0] in options[1:]:
        findings.dropped("options repeated, empty or too few", item.item, repr(options)[:200])
        return ()
    return options


def _rubric(item: Node, words: str, findings: Findings) -> tuple[str, ...]:
    points = [f"The reply follows what the user said: {words}"]
    why = item.get("explanation")
    if why and why.text().strip():
        points.append(why.text().strip())
    else:
        findings.noted("no explanation", item.item)
    return tuple(points)


def _shuffled(options: tuple[str, ...], item: str) -> tuple[str, ...]:
    """Order the options by a hash of item and text, so that the first is not always right."""

    def place(option: str) -> bytes:
        return blake2b(f"{item}\x1f{option}".encode(), digest_size=8).digest()

    return tuple(sorted(options, key=place))

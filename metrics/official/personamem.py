"""Multiple choice: accuracy by the option named, PersonaMem's way and strictly.

Odd about the official one: the letter is searched for in the whole response when the end of it
does not decide; a response that names several letters is wrong even when it ends in the right one
without the answer tag; options leak by their length, and a model without memory reaches well
above chance, so a blind control must stand beside every figure.

Source: bowen-upenn/PersonaMem, inference script; shared definition of the public data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from memory_impls.parts.normalise import words
from metrics.api import Cell, Direction, NotScored, ProbeRecord
from metrics.cost import answered_records
from metrics.selection import SelectiveMetric
from scenarios.api import Probe
from scenarios.public.choices import guess_warnings, guessing

__all__ = ["ChoiceAccuracy", "PersonaMemChoice", "chosen", "chosen_letter"]

_BRACKETED = re.compile(r"\(([a-z])\)")
_BARE = re.compile(r"\b([a-z])\b")
_ALONE = re.compile(r"^\W*([a-z])\W*$")
_TAG = re.compile(r"<final_answer>(.*?)(?:</final_answer>|$)", re.DOTALL)
_LABEL = re.compile(r"^\s*\(?([a-zA-Z])\)[\s:.]*|^\s*([a-zA-Z])[.:)]\s+")


def chosen_letter(answer: str, options: int) -> str | None:
    """Find the one letter that a response names, the official way; None for none or several.

    >>> chosen_letter("I would say (b), because ...", 4), chosen_letter("(a) or (b)", 4)
    ('b', None)
    """
    tagged = _TAG.findall(answer)
    for text in (tagged[-1:] or [answer]) + [answer]:
        letters = _letters(text, options)
        if len(letters) == 1:
            return letters.pop()
    return None


def chosen(answer: str, options: Sequence[str]) -> int | None:
    """Tell which option a response names: by its words or its letter; None when unclear.

    A letter counts in brackets or alone, not as the article of "a tea".
    """
    answer = (_TAG.findall(answer)[-1:] or [answer])[0]
    exact = words(_LABEL.sub("", answer))
    texts = [words(_LABEL.sub("", option)) for option in options]
    if exact and exact in texts:  # an option that stands twice is one answer
        return texts.index(exact)
    named = set(_BRACKETED.findall(answer.lower())) or set(_ALONE.findall(answer.lower()))
    if named:
        place = ord(min(named)) - ord("a")
        return place if len(named) == 1 and place < len(options) else None
    spoken = f" {' '.join(words(answer))} "
    phrases = {i: f" {' '.join(text)} " for i, text in enumerate(texts) if text}
    inside = [i for i, phrase in phrases.items() if phrase in spoken]
    longest = [i for i in inside if not any(phrases[i] in phrases[j] for j in inside if j != i)]
    return longest[0] if len(longest) == 1 else None


def _letters(text: str, options: int) -> set[str]:
    low = text.lower()
    found = set(_BRACKETED.findall(low)) or set(_BARE.findall(low))
    return {letter for letter in found if ord(letter) - ord("a") < options}


def _right_option(probe: Probe) -> int | None:
    gold = words(_LABEL.sub("", probe.gold.answer))
    texts = [words(_LABEL.sub("", choice)) for choice in probe.gold.choices]
    return texts.index(gold) if gold in texts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceAccuracy(SelectiveMetric):
    """Share of multiple-choice probes whose answer names the right option, by letter or words."""

    name: str = "choice_accuracy"
    description: str = "share of multiple choices answered by the right option, letter or words"
    unit: str = "share"
    direction: Direction = Direction.HIGHER
    example: str = "right option (b) 'tea'; answers '(b)', 'Tea.' and 'b or c': 1, 1, 0"

    def means(self, probe: Probe) -> bool:
        """Mean probes with options."""
        return bool(probe.gold.choices)

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 for the right option."""
        if record.answer is None:
            return NotScored(reason="no answer was read", applies=False)
        right = _right_option(record.probe)
        if right is None:
            return NotScored(reason="the gold is none of the options")
        return float(chosen(record.answer, record.probe.gold.choices) == right)

    def remark(self, cells: Sequence[Cell], budget: int | None) -> str:
        """Name the rules that beat chance on these very questions without any memory."""
        asked = {
            (cell.cluster, record.probe.id): record.probe
            for cell in cells
            for record in answered_records(cell, budget)
            if self.means(record.probe)
        }
        return "; ".join(guess_warnings(guessing(asked.values())))


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaMemChoice(ChoiceAccuracy):
    """By the letter alone."""

    name: str = "official_personamem_accuracy"
    description: str = "PersonaMem's accuracy: the one letter that the response names"
    example: str = "right option (b): '(b)' 1, 'tea' 0, '(a) or (b)' 0"
    families: ClassVar[frozenset[str] | None] = frozenset({"personamem"})

    def value(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Give 1 for the right letter."""
        if record.answer is None:
            return NotScored(reason="no answer was read", applies=False)
        right = _right_option(record.probe)
        if right is None:
            return NotScored(reason="the gold is none of the options")
        letter = chosen_letter(record.answer, len(record.probe.gold.choices))
        return float(letter is not None and ord(letter) - ord("a") == right)

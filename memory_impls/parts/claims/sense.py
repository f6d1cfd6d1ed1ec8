"""Read wishes and limits by their meaning, where no pattern of words knows them.

People set limits in endless ways ("the purse is closed after 2,500"). Two linear probes over
sentence vectors tell limits and wishes from other talk, and which end of which dimension of style
a wish is for. ``benchmarks/reading`` holds the sentences they were trained on and the training.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder

__all__ = ["Guess", "Sense", "sense_of"]

_FILE = Path(__file__).with_name("sense.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """A label and how probable it is, 0 to 1."""

    label: str
    probability: float


class Sense:
    """Guesses what a sentence is; one embedding for each sentence that is asked about."""

    def __init__(self, embedder: Embedder, probes: dict[str, Any]) -> None:
        self._embedder = embedder
        self._probes = {
            name: (
                tuple(probes[name]["labels"]),
                np.array(probes[name]["weights"], dtype=np.float64),
                np.array(probes[name]["bias"], dtype=np.float64),
            )
            for name in ("kind", "pole")
        }

    def kind(self, sentence: str) -> Guess:
        """Guess "limit", "wish" or "other"."""
        return self._guess("kind", sentence)

    def pole(self, sentence: str) -> Guess:
        """Guess "dimension:end" of a wish, or "none"."""
        return self._guess("pole", sentence)

    def _guess(self, name: str, sentence: str) -> Guess:
        vector: NDArray[np.float64] = self._embedder.embed([sentence])[0].astype(np.float64)
        labels, weights, bias = self._probes[name]
        logits = weights @ vector + bias
        odds = np.exp(logits - logits.max())
        odds /= odds.sum()
        best = int(np.argmax(odds))
        # Rounded, so that the last digit of a product decides nothing.
        return Guess(label=labels[best], probability=round(float(odds[best]), 4))


def sense_of(embedder: Embedder | None) -> Sense | None:
    """Give the sense that was trained for an embedder; None for one that has none."""
    if embedder is None:
        return None
    for name, probes in _probes().items():
        if embedder.identity.startswith(f"{name}/") and probes["dim"] == embedder.dim:
            return _SENSES.setdefault(id(embedder), Sense(embedder, probes))
    return None


_SENSES: dict[int, Sense] = {}
"""One sense for each embedder, which it keeps alive, so that what was read can be cached."""


@functools.cache
def _probes() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found

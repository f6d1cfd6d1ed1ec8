"""Distil many entries of lesser value into a few notes (article A 2.2, 3.3)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from memory_impls.parts.model.base import Task
from memory_impls.parts.model.entries import Entry, listing
from memory_impls.parts.model.extractive import blurred, salience
from memory_impls.parts.model.replies import json_array
from memory_impls.parts.model.tools import OfflineTools
from memory_impls.parts.sentences import split_sentences

__all__ = ["Distil", "Note", "Notes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A compressed statement and the entries that it stands for."""

    text: str
    source_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """The notes of one call.

    Attributes:
        unknown: Source ids named that were not given; dropped, notes left without source too.
    """

    notes: tuple[Note, ...]
    unknown: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Distil(Task[Notes]):
    """Compress entries into at most ``max_notes`` notes of at most ``max_words`` words each."""

    name: ClassVar[str] = "distil"
    entries: tuple[Entry, ...]
    max_notes: int
    max_words: int = 60

    def render(self) -> str:
        """Write the instruction and the entries."""
        return "\n".join(
            [
                f"Compress these entries of an agent's memory into at most {self.max_notes} notes "
                f"of at most {self.max_words} words. Keep numbers, dates, names and limits word "
                "for word. Leave out what repeats. Answer with a JSON array only: "
                '[{"text": "...", "sources": ["id", ...]}, ...]',
                listing(self.entries),
            ]
        )

    def parse(self, reply: str) -> Notes:
        """Read notes; a source that was not given is counted and dropped.

        Raises:
            ValueError: There is no JSON array, or an element is no note.
        """
        given = {entry.id for entry in self.entries}
        notes, unknown = [], 0
        for element in json_array(reply):
            if not isinstance(element, dict) or not isinstance(element.get("text"), str):
                raise ValueError(f"a note is an object with text and sources, not {element!r}")
            named = element.get("sources")
            ids = [str(part) for part in named] if isinstance(named, list) else []
            known = tuple(dict.fromkeys(part for part in ids if part in given))
            unknown += len(ids) - sum(part in given for part in ids)
            if known and element["text"].strip():
                notes.append(Note(text=element["text"].strip(), source_ids=known))
        return Notes(notes=tuple(notes), unknown=unknown)

    def reply(self, result: Notes) -> str:
        """Write the array."""
        return json.dumps(
            [{"text": note.text, "sources": list(note.source_ids)} for note in result.notes],
            ensure_ascii=False,
        )

    def offline(self, tools: OfflineTools) -> Notes:
        """Group entries that lie together, and let the most telling sentences speak for each."""
        groups = _grouped(self.entries, self.max_notes, tools)
        notes = [_note(group, self.max_words, tools) for group in groups]
        return Notes(notes=tuple(note for note in notes if note is not None))


def _grouped(entries: Sequence[Entry], most: int, tools: OfflineTools) -> list[list[Entry]]:
    """Cut the run of entries where neighbours have least in common."""
    if most < 1 or not entries:
        return []
    if len(entries) <= most:
        return [[entry] for entry in entries]
    vectors = tools.vectors([entry.text for entry in entries])
    likeness = np.sum(vectors[1:] * vectors[:-1], axis=1)
    order = sorted(range(len(likeness)), key=lambda at: (round(float(likeness[at]), 5), at))
    cuts = sorted(at + 1 for at in order[: most - 1])
    bounds = [0, *cuts, len(entries)]
    return [list(entries[a:b]) for a, b in pairwise(bounds)]


def _note(group: Sequence[Entry], max_words: int, tools: OfflineTools) -> Note | None:
    pieces = [(entry, piece) for entry in group for piece in split_sentences(entry.text)]
    rates = salience([piece for _, piece in pieces])
    order = sorted(range(len(pieces)), key=lambda at: (-rates[at], at))
    chosen: list[int] = []
    left, seen = max_words, set[str]()
    for at in order:
        piece = pieces[at][1]
        size = len(piece.split()) if " " in piece else max(1, len(piece) // 2)
        if rates[at] <= 0.0 or size > left or piece in seen:
            continue
        chosen.append(at)
        seen.add(piece)
        left -= size
    if not chosen:
        return None
    texts, ids = [], []
    for at in sorted(chosen):
        entry, piece = pieces[at]
        who = f"{entry.speaker}: " if entry.speaker and entry.id not in ids else ""
        texts.append(who + blurred(piece, tools))
        ids.append(entry.id)
    return Note(text=" ".join(texts), source_ids=tuple(dict.fromkeys(ids)))

"""Extract statements from entries: the words kept, with what they are about and how meant."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from memory_impls.api import EventKind, ItemKind
from memory_impls.parts.claims import Claim, Source, Stance, read
from memory_impls.parts.claims.slots import attribute_of, guards_of, subject_of
from memory_impls.parts.claims.value import form_of, key_of
from memory_impls.parts.model.base import Task
from memory_impls.parts.model.entries import Entry, listing
from memory_impls.parts.model.replies import json_array
from memory_impls.parts.model.tools import OfflineTools
from memory_impls.parts.normalise import fold

__all__ = ["Extract", "Extracted", "Statement", "source_of"]

_FLAGS = ("change", "correction", "single", "standing", "request", "hard")
_KINDS = frozenset({ItemKind.CONSTRAINT, ItemKind.FACT, ItemKind.METHOD, ItemKind.PREFERENCE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A claim and the entry that makes it."""

    entry_id: str
    claim: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """The statements of one call.

    Attributes:
        refused: Elements whose entry was not given, whose words do not stand in it, or which
            are no statement; counted and dropped.
    """

    statements: tuple[Statement, ...]
    refused: int = 0


def source_of(entry: Entry) -> Source:
    """Say how the words of an entry are to be read."""
    return Source(
        at=entry.at,
        speaker=fold(entry.speaker) or _SPEAKERS.get(entry.kind, entry.kind.value),
        trusted=entry.kind in (EventKind.USER, EventKind.SYSTEM),
    )


_SPEAKERS = {EventKind.USER: "user", EventKind.SYSTEM: "user"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract(Task[Extracted]):
    """Extract what entries state; a statement whose words are not in its entry is refused."""

    name: ClassVar[str] = "extract"
    entries: tuple[Entry, ...]

    def render(self) -> str:
        """Write the instruction and the entries."""
        return "\n".join(
            [
                "List what these entries state. Copy the words of each statement exactly. "
                "stance: asserted, asked, supposed (hypotheses, wishes) or reported (quotes, what "
                "others say). old: the value that no longer holds, if named. flags: change, "
                "correction, single (one value at a time), standing, request, hard (binding). "
                'Answer with a JSON array only: [{"id": "...", "text": "...", "kind": "constraint|'
                'preference|fact|method", "stance": "...", "subject": "user or a name", '
                '"attribute": "...", "value": "...", "old": "", "flags": [...]}, ...]',
                listing(self.entries),
            ]
        )

    def parse(self, reply: str) -> Extracted:
        """Read statements and normalise what they are about.

        Raises:
            ValueError: There is no JSON array, or it has elements and not one can be used.
        """
        entries = {entry.id: entry for entry in self.entries}
        found, refused = [], 0
        for element in json_array(reply):
            statement = _statement(element, entries) if isinstance(element, dict) else None
            if statement is None:
                refused += 1
            else:
                found.append(statement)
        if refused and not found:
            raise ValueError(f"none of {refused} statements is usable; ask again")
        return Extracted(statements=tuple(found), refused=refused)

    def reply(self, result: Extracted) -> str:
        """Write the array; guards and normalised values are read from the words again."""
        return json.dumps([_row(one) for one in result.statements], ensure_ascii=False)

    def offline(self, tools: OfflineTools) -> Extracted:
        """Read statements by rules."""
        return Extracted(
            statements=tuple(
                Statement(entry_id=entry.id, claim=claim)
                for entry in self.entries
                for claim in read(entry.text, source_of(entry))
            )
        )


def _row(statement: Statement) -> dict[str, object]:
    claim = statement.claim
    row: dict[str, object] = {
        "id": statement.entry_id,
        "text": claim.text,
        "kind": claim.kind.value,
        "stance": claim.stance.value,
        "subject": "user" if claim.subject.startswith("@") else claim.subject,
        "attribute": " ".join(claim.attribute),
        "value": claim.value,
    }
    if claim.old:
        row["old"] = claim.old
    flags = [flag for flag in _FLAGS if getattr(claim, flag)]
    if flags:
        row["flags"] = flags
    return row


def _statement(element: dict[str, Any], entries: dict[str, Entry]) -> Statement | None:
    entry = entries.get(str(element.get("id")))
    text = element.get("text")
    if entry is None or not isinstance(text, str) or not text.strip():
        return None
    if " ".join(text.split()) not in " ".join(entry.text.split()):
        return None
    try:
        kind, stance = ItemKind(str(element.get("kind"))), Stance(str(element.get("stance", "asserted")))
    except ValueError:
        return None
    if kind not in _KINDS:
        return None
    claim = _claim(element, text.strip(), kind, stance, entry)
    return Statement(entry_id=entry.id, claim=claim)


def _claim(
    element: dict[str, Any], text: str, kind: ItemKind, stance: Stance, entry: Entry
) -> Claim:
    source = source_of(entry)
    value, old = (str(element.get(name) or "") for name in ("value", "old"))
    subject = str(element.get("subject") or "")
    attribute = str(element.get("attribute") or "")
    own = subject.lower() in ("user", "i", "we", "me")
    flags = element.get("flags")
    raised = {str(flag) for flag in flags} if isinstance(flags, list) else set()
    form = form_of(value)
    return Claim(
        text=text,
        clause=text,
        kind=kind,
        stance=stance,
        subject=subject_of("user" if own else subject, source.speaker),
        attribute=attribute_of(attribute) if attribute else (),
        guards=guards_of(text, outside=(value, old), speaker=source.speaker),
        topic=attribute,
        value=value,
        value_key=key_of(value, form, source.at) if value else (),
        form=form,
        old=old,
        change="change" in raised,
        correction="correction" in raised,
        single="single" in raised,
        standing="standing" in raised,
        request="request" in raised,
        hard="hard" in raised,
    )

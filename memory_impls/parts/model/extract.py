"""Extract statements from entries: the words kept, with what they are about and how meant."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from memory_impls.api import EventKind, ItemKind
from memory_impls.parts.claims import Claim, Source, Stance, read
from memory_impls.parts.claims.kinds import chatter
from memory_impls.parts.claims.sense import Sense, sense_of
from memory_impls.parts.claims.slots import attribute_of, guards_of, subject_of
from memory_impls.parts.claims.validity import interval_of
from memory_impls.parts.claims.value import form_of, key_of
from memory_impls.parts.model.base import Task
from memory_impls.parts.model.entries import Entry
from memory_impls.parts.model.replies import json_array
from memory_impls.parts.model.tools import OfflineTools
from memory_impls.parts.normalise import fold
from memory_impls.parts.sentences import split_sentences

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
        refused: Elements that name no sentence given, or words that do not stand in it, or
            which are no statement; counted and dropped.
    """

    statements: tuple[Statement, ...]
    refused: int = 0


def source_of(entry: Entry, sense: Sense | None = None) -> Source:
    """Say how the words of an entry are to be read."""
    return Source(
        at=entry.at,
        speaker=fold(entry.speaker) or _SPEAKERS.get(entry.kind, entry.kind.value),
        trusted=entry.kind in (EventKind.USER, EventKind.SYSTEM),
        sense=sense,
    )


_SPEAKERS = {EventKind.USER: "user", EventKind.SYSTEM: "user"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract(Task[Extracted]):
    """Extract what entries state, by numbered sentence, so that no word can be altered.

    A sentence that the reply passes over states something plain: it is kept as it stands.
    """

    name: ClassVar[str] = "extract"
    entries: tuple[Entry, ...]

    def render(self) -> str:
        """Write the instruction and the sentences of the entries, numbered."""
        rows = [
            json.dumps(
                {"id": entry.id, "from": entry.speaker or entry.kind.value, "s": _parts(entry)},
                ensure_ascii=False,
            )
            for entry in self.entries
        ]
        return "\n".join([_INSTRUCTION, *rows])

    def parse(self, reply: str) -> Extracted:
        """Read statements and normalise what they are about.

        Raises:
            ValueError: There is no JSON array, or it has elements and not one can be used.
        """
        sentences = {
            f"{entry.id}.{at}": (entry, sentence)
            for entry in self.entries
            for at, sentence in enumerate(_parts(entry))
        }
        claims: dict[str, list[Claim]] = {}
        refused = 0
        for element in json_array(reply):
            key = str(element.get("id")) if isinstance(element, dict) else ""
            claim = _claim(element, *sentences[key]) if key in sentences else None
            if claim is None:
                refused += 1
            else:
                claims.setdefault(key, []).append(claim)
        if refused and not claims:
            raise ValueError(f"none of {refused} statements is usable; ask again")
        return Extracted(
            statements=tuple(
                Statement(entry_id=entry.id, claim=claim)
                for key, (entry, sentence) in sentences.items()
                for claim in claims.get(key) or _plain(sentence)
            ),
            refused=refused,
        )

    def reply(self, result: Extracted) -> str:
        """Write the array; plain sentences need no element."""
        places = {
            (entry.id, sentence): f"{entry.id}.{at}"
            for entry in self.entries
            for at, sentence in enumerate(_parts(entry))
        }
        rows = [
            _row(places.get((one.entry_id, one.claim.text), f"{one.entry_id}.0"), one.claim)
            for one in result.statements
        ]
        return json.dumps([row for row in rows if len(row) > 1], ensure_ascii=False)

    def offline(self, tools: OfflineTools) -> Extracted:
        """Read statements by rules, and by meaning where the embedder has a sense for it."""
        sense = sense_of(tools.embedder)
        return Extracted(
            statements=tuple(
                Statement(entry_id=entry.id, claim=claim)
                for entry in self.entries
                for claim in read(entry.text, source_of(entry, sense))
            )
        )


_INSTRUCTION = """\
List what these numbered sentences (first one 0) of an agent's memory state: limits, preferences,
wishes how things are to be done, properties with their values, changes, corrections. Pass over
plain sentences. kind: constraint, preference, method or fact. stance, unless asserted: asked,
supposed (hypotheses, plans not made) or reported (quotes, what others say). clause: the words that
state it, copied, if not the whole sentence. old: the value that no longer holds, if it is named.
flags: change, correction, single (has one value at a time), standing, request, hard (binding).
Answer with a JSON array only; leave out what is empty or fact or user: [{"id": "<id>.<number>",
"kind": "", "stance": "", "clause": "", "subject": "user or a name", "attribute": "",
"value": "", "old": "", "flags": []}, ...]"""


def _parts(entry: Entry) -> list[str]:
    return split_sentences(entry.text)


def _plain(sentence: str) -> list[Claim]:
    """Keep a sentence that was passed over, if it says anything."""
    if chatter(sentence):
        return []
    return [Claim(text=sentence, clause=sentence, kind=ItemKind.FACT)]


def _row(key: str, claim: Claim) -> dict[str, object]:
    row: dict[str, object] = {"id": key}
    if claim.stance is not Stance.ASSERTED:
        return {**row, "stance": claim.stance.value}
    flags = [flag for flag in _FLAGS if getattr(claim, flag)]
    if claim.kind is ItemKind.FACT and not flags and not claim.old:
        return row
    said = {
        "kind": "" if claim.kind is ItemKind.FACT else claim.kind.value,
        "clause": "" if claim.clause == claim.text else claim.clause,
        "subject": "" if claim.subject[:1] in ("", "@") else claim.subject,
        "attribute": " ".join(claim.attribute),
        "value": claim.value,
        "old": claim.old,
        "flags": flags,
    }
    return {**row, **{name: value for name, value in said.items() if value}}


def _claim(element: dict[str, Any], entry: Entry, sentence: str) -> Claim | None:
    clause = str(element.get("clause") or sentence).strip()
    try:
        kind = ItemKind(str(element.get("kind") or "fact"))
        stance = Stance(str(element.get("stance") or "asserted"))
    except ValueError:
        return None
    if kind not in _KINDS or " ".join(clause.split()) not in " ".join(sentence.split()):
        return None
    if stance is not Stance.ASSERTED:
        return Claim(text=sentence, clause=clause, kind=kind, stance=stance)
    source = source_of(entry)
    value, old = (str(element.get(name) or "") for name in ("value", "old"))
    subject = str(element.get("subject") or "user")
    attribute = str(element.get("attribute") or "")
    own = subject.lower() in ("user", "i", "we", "me")
    given = element.get("flags")
    flags = {str(flag) for flag in given} if isinstance(given, list) else set()
    form = form_of(value)
    since, until = interval_of(sentence, source.at)
    return Claim(
        text=sentence,
        clause=clause,
        kind=kind,
        subject=subject_of("user" if own else subject, source.speaker),
        attribute=attribute_of(attribute) if attribute else (),
        guards=guards_of(clause, outside=(value, old), speaker=source.speaker),
        topic=attribute,
        value=value,
        value_key=key_of(value, form, source.at) if value else (),
        form=form,
        old=old,
        change="change" in flags,
        correction="correction" in flags,
        single="single" in flags,
        standing="standing" in flags,
        request="request" in flags,
        hard="hard" in flags,
        since=since,
        until=until,
    )

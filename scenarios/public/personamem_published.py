"""PersonaMem as published: questions as CSV, shared contexts as JSON lines."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memory_impls.api import Event, EventKind
from scenarios.public.card import Findings
from scenarios.public.choices import letter_index, parse_literal, split_letter
from scenarios.public.errors import DataError
from scenarios.public.history import Placed
from scenarios.public.lines import Place, iter_lines, read_place
from scenarios.public.node import Node, clean
from scenarios.public.personamem_talk import (
    Persona,
    PersonaMemOptions,
    Turn,
    choice_probe,
    placed_along,
    usable,
    write_sessions,
)
from scenarios.public.scribe import KINDS, Scribe

__all__ = ["read_published"]

_FILE = re.compile(r"questions_(\w+)\.csv")
_COLUMNS = (
    "persona_id",
    "question_type",
    "correct_answer",
    "all_options",
    "shared_context_id",
    "end_index_in_shared_context",
)
_TEXT_COLUMNS = ("user_question_or_message", "question")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the questions; ``item`` names its line."""

    item: str
    fields: dict[str, str]


def read_published(folder: Path, options: PersonaMemOptions, findings: Findings) -> list[Persona]:
    """Read the contexts and their questions; a context is read anew at every replay.

    Raises:
        DataError: A file cannot be used; path, item and field are named.
    """
    questions, contexts = _files(folder, options.size)
    rows: dict[str, list[_Row]] = {}
    for row in _rows(questions):
        rows.setdefault(row.fields["shared_context_id"], []).append(row)
    personas: list[Persona] = []
    taken: Counter[str] = Counter()
    for name, place, turns in _contexts(contexts):
        asked = rows.pop(name, [])
        if not asked:
            findings.noted("context without questions", name[:12])
            continue
        persona = asked[0].fields["persona_id"]
        taken[persona] += 1
        label = f"p{persona}-{taken[persona]}"
        ordinal = len(personas) + 1
        scribe, after = write_sessions(turns, ordinal, persona=options.persona)
        asks = [
            _ask(row, number, label, questions, scribe, after, findings)
            for number, row in enumerate(asked)
        ]
        personas.append(
            Persona(
                name=label,
                source=partial(_events, place, name, ordinal, options.persona),
                asks=placed_along(ask for ask in asks if ask is not None),
                size=len(scribe.events),
                sessions=scribe.last_session + 1,
            )
        )
    for name, asked in rows.items():
        detail = f"shared_context_id {name!r} is not in {contexts.name}"
        raise DataError(questions, detail, item=asked[0].item)
    return personas


def _files(folder: Path, size: str) -> tuple[Path, Path]:
    sizes = sorted(m[1] for m in (_FILE.fullmatch(p.name) for p in folder.iterdir()) if m)
    if not sizes:
        raise DataError(folder, "holds neither questions_<size>.csv nor documents.json.gz")
    if not size and len(sizes) > 1:
        listed = ", ".join(sizes)
        raise DataError(folder, f"holds several sizes: {listed}; choose one by the option size")
    if size and size not in sizes:
        raise DataError(folder, f"holds no size {size!r}; there is {', '.join(sizes)}")
    chosen = size or sizes[0]
    return folder / f"questions_{chosen}.csv", folder / f"shared_contexts_{chosen}.jsonl"


def _rows(path: Path) -> Iterator[_Row]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream, strict=True)
            missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
            if missing:
                raise DataError(path, f"lacks the columns {', '.join(missing)}", item="line 1")
            for fields in reader:
                item = f"line {reader.line_num}"
                if None in fields or None in fields.values():
                    raise DataError(path, "has more or fewer columns than the header", item=item)
                yield _Row(item, {key: clean(text) for key, text in fields.items()})
    except UnicodeDecodeError as error:
        raise DataError(path, f"is not UTF-8 (byte {error.start})") from error
    except csv.Error as error:
        raise DataError(
            path, f"is not valid CSV: {error}", item=f"line {reader.line_num}"
        ) from error
    except OSError as error:
        raise DataError(path, f"cannot be read: {error}") from error


def _contexts(path: Path) -> Iterator[tuple[str, Place, list[Turn]]]:
    seen: set[str] = set()
    for place, line in iter_lines(path):
        for name, messages in line.entries():
            if name in seen:
                raise messages.wrong("is a context that stands twice")
            seen.add(name)
            yield name, place, _turns(messages)


def _events(place: Place, name: str, ordinal: int, persona: bool) -> Iterator[Event]:
    scribe, _ = write_sessions(_turns(read_place(place).need(name)), ordinal, persona=persona)
    return iter(scribe.events)


def _turns(messages: Node) -> list[Turn]:
    turns: list[Turn] = []
    for message in messages.each():
        role = message.need("role")
        kind = KINDS.get(role.text())
        if kind not in (EventKind.SYSTEM, EventKind.USER, EventKind.ASSISTANT):
            raise role.wrong(f"is {role.text()!r}; it must be system, user or assistant")
        turns.append(Turn(kind, message.need("content").text()))
    if not turns:
        raise messages.wrong("holds no message")
    return turns


def _ask(
    row: _Row,
    number: int,
    label: str,
    path: Path,
    scribe: Scribe,
    after: list[int],
    findings: Findings,
) -> Placed | None:
    fields, item = row.fields, f"{label}/q{number:03}"
    options = parse_literal(fields["all_options"])
    if options is None:
        problem = "is no list of options; it must look like ['(a) ...', '(b) ...']"
        raise DataError(path, problem, item=row.item, field="all_options")
    choices = tuple(split_letter(option) for option in options)
    right = letter_index(fields["correct_answer"])
    text = next((fields[name] for name in _TEXT_COLUMNS if fields.get(name, "").strip()), "")
    end = _end(row, path, len(after))
    if not text.strip():
        findings.dropped("question empty", item, row.item)
        return None
    if not usable(choices, right, item, findings) or right is None:
        return None
    probe = choice_probe(
        probe_id=f"q{number:03}",
        text=text.strip(),
        options=choices,
        right=right,
        category=fields["question_type"],
        seen=scribe,
        after=after[end - 1] if end else 0,
    )
    return Placed(after=after[end - 1] if end else 0, probe=probe)


def _end(row: _Row, path: Path, turns: int) -> int:
    """How many turns come before the question."""
    given, field = row.fields["end_index_in_shared_context"].strip(), "end_index_in_shared_context"
    if not given.isdecimal():
        raise DataError(path, f"is {given!r}, no whole number", item=row.item, field=field)
    if int(given) > turns:
        problem = f"is {given}, but the context has {turns} messages"
        raise DataError(path, problem, item=row.item, field=field)
    return int(given)

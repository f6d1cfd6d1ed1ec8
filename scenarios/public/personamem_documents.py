"""PersonaMem in the layout of agent-memory-benchmark: one document a session, options inlined."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from memory_impls.api import EventKind
from scenarios.public.card import Findings
from scenarios.public.choices import letter_index, split_letter, split_options
from scenarios.public.history import Held, Placed
from scenarios.public.node import Node
from scenarios.public.personamem_talk import (
    Persona,
    PersonaMemOptions,
    Turn,
    choice_probe,
    placed_along,
    usable,
    write_sessions,
)
from scenarios.public.reading import read_json
from scenarios.public.scribe import Scribe

__all__ = ["DOCUMENTS", "QUERIES", "read_documents"]

DOCUMENTS = "documents.json.gz"
QUERIES = "queries.json.gz"
_MARK = re.compile(r"^\[(SYSTEM|USER|ASSISTANT)\](?: |$)", re.MULTILINE)
_KINDS = {
    "SYSTEM": EventKind.SYSTEM,
    "USER": EventKind.USER,
    "ASSISTANT": EventKind.ASSISTANT,
}
_NUMBER = re.compile(r"(.+)_(\d{1,6})")


def read_documents(folder: Path, options: PersonaMemOptions, findings: Findings) -> list[Persona]:
    """Read the contexts and their questions.

    Raises:
        DataError: A file cannot be used; path, item and field are named.
    """
    sessions = _sessions(read_json(folder / DOCUMENTS))
    questions: dict[str, list[Node]] = {user: [] for user in sessions}
    names: dict[str, str] = {}
    per_persona: Counter[str] = Counter()
    for number, entry in enumerate(read_json(folder / QUERIES).each()):
        query = entry.named(f"query {number}")
        user = query.need("user_id").text()
        if user not in sessions:
            raise query.need("user_id").wrong(f"is {user!r}, of which there is no document")
        questions[user].append(query)
        if user not in names:
            persona = query.need("meta").need("persona_id").scalar()
            per_persona[persona] += 1
            names[user] = f"p{persona}-{per_persona[persona]}"
    for user in sessions:
        if user not in names:
            findings.noted("context without questions", user[:12])
    return [
        _persona(names[user], ordinal, contents, questions[user], options, findings)
        for ordinal, (user, contents) in enumerate(sessions.items(), 1)
        if user in names
    ]


def _sessions(root: Node) -> dict[str, list[Node]]:
    """Documents of each context in numeric order; numbers must run from 0 without a gap."""
    found: dict[str, dict[int, Node]] = {}
    for position, entry in enumerate(root.each()):
        document = entry.named(f"document {position}")
        name = document.need("id")
        match = _NUMBER.fullmatch(name.text())
        if match is None:
            raise name.wrong(f"is {name.text()!r}; it must end in a number such as '_0'")
        numbered = found.setdefault(document.need("user_id").text(), {})
        if int(match[2]) in numbered:
            raise name.wrong("stands twice")
        numbered[int(match[2])] = document.need("content")
    for user, numbered in found.items():
        if sorted(numbered) != list(range(len(numbered))):
            raise root.wrong(f"misses a session of {user[:12]}: {sorted(numbered)}")
    return {user: [numbered[i] for i in sorted(numbered)] for user, numbered in found.items()}


def _persona(
    name: str,
    ordinal: int,
    contents: list[Node],
    questions: list[Node],
    options: PersonaMemOptions,
    findings: Findings,
) -> Persona:
    turns: list[Turn] = []
    ends: list[int] = []
    for content in contents:
        turns.extend(_turns(content))
        ends.append(len(turns))
    scribe, after = write_sessions(turns, ordinal, persona=options.persona)
    asks: list[Placed] = []
    for number, query in enumerate(questions):
        item = f"{name}/q{number:03}"
        seen = _visible(query.named(item), len(ends))
        placed = _ask(query.named(item), scribe, after[ends[seen - 1] - 1], findings)
        if placed is not None:
            asks.append(placed)
    return Persona(
        name=name,
        source=Held(tuple(scribe.events)),
        asks=placed_along(asks),
        size=len(scribe.events),
        sessions=len(contents),
    )


def _turns(content: Node) -> list[Turn]:
    text = content.text()
    marks = list(_MARK.finditer(text))
    if not marks or text[: marks[0].start()].strip():
        raise content.wrong("must start with [SYSTEM], [USER] or [ASSISTANT]")
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    turns = [
        Turn(_KINDS[mark[1]], text[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)
    ]
    if turns[0].kind is not EventKind.SYSTEM:
        turns.insert(0, Turn(EventKind.SYSTEM, ""))
    return turns


def _visible(query: Node, sessions: int) -> int:
    """How many sessions come before the question: all that its gold ids list."""
    ids = [one.text() for one in query.need("gold_ids").each()]
    numbers = sorted(int(match[2]) for match in map(_NUMBER.fullmatch, ids) if match)
    if not numbers or numbers != list(range(len(numbers))) or len(numbers) > sessions:
        raise query.need("gold_ids").wrong("must list the sessions before the question, from _0")
    return len(numbers)


def _ask(query: Node, scribe: Scribe, after: int, findings: Findings) -> Placed | None:
    text, choices = split_options(query.need("query").text())
    meta = query.need("meta")
    bare = meta.get("retrieval_query")
    gold = [one.scalar() for one in query.need("gold_answers").each()]
    right = next((i for i in map(letter_index, gold) if i is not None), None)
    if right is None:
        right = next((choices.index(a) for a in map(split_letter, gold) if a in choices), None)
    if not usable(choices, right, query.item, findings) or right is None:
        return None
    probe = choice_probe(
        probe_id=query.item.rpartition("/")[2],
        text=bare.text().strip() if bare and bare.text().strip() else text,
        options=choices,
        right=right,
        category=meta.need("question_type").text(),
        seen=scribe,
        after=after,
    )
    return Placed(after=after, probe=probe)

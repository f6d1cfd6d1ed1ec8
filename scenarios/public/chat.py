"""A user's own transcripts, with questions that the user adds.

A file holds a list of messages, an object with ``messages`` or ``sessions`` (and ``probes``), or
JSON lines of messages or of such objects, which are then the sessions of one history. Questions
may also stand in a file of their own: for ``talk.json`` it is ``talk.probes.json``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from scenarios.api import Scenario
from scenarios.public.card import About, DataCard, Findings
from scenarios.public.chat_messages import Transcript, read_transcript
from scenarios.public.chat_probes import read_probes
from scenarios.public.errors import DataError
from scenarios.public.history import DataScenario, Held, Placed
from scenarios.public.lines import iter_lines
from scenarios.public.node import Node
from scenarios.public.options import Options, option
from scenarios.public.reading import read_json
from scenarios.public.selection import Only, limited, sampled_ids

__all__ = ["ABOUT", "ChatOptions", "card", "load", "talks"]

ABOUT = About(
    name="chat",
    title="your own transcript",
    source="a file of chat messages",
    licence="yours",
    commercial=True,
    scoring=(
        "evidence recall, required and forbidden values, choices and abstention, as far as the "
        "questions beside the transcript name them",
    ),
    traps=(
        "without times, sessions are put a day apart and questions about time mean nothing",
        "without sessions, a pause longer than the option session_gap_hours starts one",
    ),
)
_VERSION = 1
_PROBES = ".probes.json"
_SUFFIXES = (".json", ".jsonl")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatOptions(Options):
    """Options of the loader of transcripts."""

    session_gap_hours: int = option(6, "pause that starts a session", low=1)
    language: str = option("en", "language of the talk", allowed=("en", "zh"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    name: str
    talk: Transcript
    asks: tuple[Placed, ...]


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load transcripts, one scenario for each file.

    Args:
        path: A file, or a folder of files.
        limit: At most so many files.
        only: "talk" or "talk/q003", one or several.
        knobs: See ``ChatOptions``.

    Raises:
        DataError: A file cannot be used; path, item and field are named.
        UnknownNameError: An option or a name in ``only`` is not known.
    """
    options = ChatOptions.of(knobs)
    chosen = Only.of(ABOUT.name, only)
    items = list(_items(path, options, Findings()))
    strata = {f"{i.name}/{a.probe.id}": a.probe.category for i in items for a in i.asks}
    kept = sampled_ids(strata, options)
    scenarios: list[Scenario] = []
    for item in items:
        ids = [a.probe.id for a in item.asks if f"{item.name}/{a.probe.id}" in kept]
        wanted = chosen.questions(item.name, ids)
        asks = tuple(placed for placed in item.asks if placed.probe.id in wanted)
        if asks:
            scenarios.append(_scenario(item, asks, options))
    chosen.check()
    if not any(item.asks for item in items):
        raise DataError(path, f"has no questions; add probes, or a file <name>{_PROBES} beside it")
    yield from limited(scenarios, limit)


def talks(path: Path) -> tuple[Transcript, ...]:
    """Read transcripts alone, without their questions; raises as ``load`` does."""
    return tuple(item.talk for item in _items(path, ChatOptions.of(None), Findings()))


def card(path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe transcripts; raises as ``load`` does, but asks for no questions."""
    findings = Findings()
    items = list(_items(path, ChatOptions.of(knobs), findings))
    probes = [placed.probe for item in items for placed in item.asks]
    for item in items:
        if not item.talk.dated:
            findings.noted("no message has a time", item.name)
        if not item.asks:
            findings.noted("no questions", item.name)
    return DataCard(
        about=ABOUT,
        path=str(path),
        layout="chat messages",
        counts={
            "transcripts": len(items),
            "sessions": sum(item.talk.sessions for item in items),
            "events": sum(len(item.talk.events) for item in items),
            "questions": len(probes),
            "answerable, with evidence": sum(
                p.gold.answerable and bool(p.gold.evidence_ids) for p in probes
            ),
            "unanswerable": sum(not p.gold.answerable for p in probes),
        },
        categories=dict(Counter(p.category or "(none)" for p in probes).most_common()),
        findings=tuple(findings.found),
    )


def _scenario(item: _Item, asks: tuple[Placed, ...], options: ChatOptions) -> DataScenario:
    return DataScenario(
        id=f"{ABOUT.name}/{item.name}",
        family=ABOUT.name,
        version=_VERSION,
        language=options.language,
        knobs=options.resolved(),
        source=Held(item.talk.events),
        asks=asks,
    )


def _items(path: Path, options: ChatOptions, findings: Findings) -> Iterator[_Item]:
    gap = timedelta(hours=options.session_gap_hours)
    seen: set[str] = set()
    for ordinal, file in enumerate(_files(path), 1):
        name = file.stem
        if name in seen:
            raise DataError(file, f"there is another file of the name {name!r}; rename one")
        seen.add(name)
        sessions, inline = _parts(file)
        talk = read_transcript(sessions, ordinal, gap, findings)
        apart = file.with_name(name + _PROBES)
        if apart.exists() and inline is not None:
            raise DataError(apart, f"{file.name} holds probes too; keep one of the two")
        root = read_json(apart) if apart.exists() else inline
        yield _Item(name=name, talk=talk, asks=read_probes(root, talk) if root else ())


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(p for p in path.iterdir() if p.suffix in _SUFFIXES)
    files = [file for file in files if not file.name.endswith(_PROBES)]
    if not files:
        raise DataError(path, "holds no .json or .jsonl file")
    return files


def _parts(file: Path) -> tuple[list[Node], Node | None]:
    """Split a file into sessions and questions."""
    if file.suffix == ".jsonl":
        return _from_lines([node for _, node in iter_lines(file)], file), None
    root = read_json(file)
    if isinstance(root.value, list):
        return [root], None
    probes = root.get("probes")
    sessions = root.get("sessions")
    if sessions is None:
        return [root.need("messages")], probes
    listed = [_messages(session) for session in sessions.each()]
    if not listed:
        raise sessions.wrong("holds no session")
    return listed, probes


def _from_lines(lines: list[Node], file: Path) -> list[Node]:
    if not lines:
        raise DataError(file, "is empty")
    if all("role" in line.mapping() for line in lines):
        return [Node([line.value for line in lines], file)]
    return [_messages(line) for line in lines]


def _messages(session: Node) -> Node:
    """Take a list of messages, or the messages of an object."""
    return session if isinstance(session.value, list) else session.need("messages")

"""BEAM: long chats of one user with an assistant, twenty probing questions each.

Source: Tavakoli et al. 2025 (mohammadtavakoli78/BEAM). Tiers are called 128K (folder 100K), 500K,
1M and 10M.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scenarios.api import Probe, Scenario
from scenarios.public.beam_chat import Chat, chat_file, read_chat, read_events
from scenarios.public.beam_questions import ABILITIES, read_questions
from scenarios.public.card import About, DataCard, Findings
from scenarios.public.errors import DataError
from scenarios.public.history import DataScenario, Placed
from scenarios.public.options import Options, option
from scenarios.public.reading import read_json
from scenarios.public.selection import Only, limited, sampled_ids

__all__ = ["ABOUT", "BeamOptions", "card", "load"]

ABOUT = About(
    name="beam",
    title="BEAM",
    source="https://github.com/mohammadtavakoli78/BEAM (chats/)",
    licence="none stated in the repository; a derivative shows CC BY-SA 4.0",
    commercial=None,
    scoring=(
        "evidence recall at the message, all abilities but abstention; for a knowledge update "
        "only the updated statement counts",
        "abstention: correct and false abstention",
        "recall and kept on rubric points that are short values stated by a source, in "
        "information_extraction and knowledge_update (option values)",
        "other rubric points wait for a judge",
    ),
    traps=(
        "only the first message of a batch carries a date; it is carried forward in the batch",
        "most user messages end in a '->-> 1,2' artefact of generation; it is cut off",
        "chat_trunecated.json, where there is one, is what the questions were made for",
        "the field that holds the target differs by ability",
        "in 7 of the whole set's 200 temporal questions answer and rubric state different "
        "durations; they are marked as audited",
        "contradiction_resolution wants the contradiction named, knowledge_update wants the "
        "newer value: opposite behaviour on similar input",
    ),
)
_VERSION = 1
_QUESTIONS = "probing_questions.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class BeamOptions(Options):
    """Options of the BEAM loader."""

    values: bool = option(True, "require rubric points that are short values stated by a source")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    name: str
    ordinal: int
    chat: Chat
    probes: tuple[Probe, ...]


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load chats, one scenario each; events are read anew at every replay.

    Args:
        path: The folder of a chat, of a tier, or of all tiers.
        limit: At most so many chats.
        only: "100K/1" or "100K/1/abstention-0", one or several.
        knobs: See ``BeamOptions``.

    Raises:
        DataError: A file cannot be used; path, item and field are named.
        UnknownNameError: An option or a name in ``only`` is not known.
    """
    options = BeamOptions.of(knobs)
    chosen = Only.of(ABOUT.name, only)
    drawn = _drawn(path, options)
    yield from limited(_scenarios(path, options, chosen, drawn), limit)


def card(path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe the chats below a folder; raises as ``load`` does."""
    options = BeamOptions.of(knobs)
    findings = Findings()
    counts: Counter[str] = Counter()
    categories: Counter[str] = Counter()
    layouts: dict[str, None] = {}
    for item in _items(path, options, findings):
        layouts[f"{item.name.rpartition('/')[0]} ({item.chat.file.name})"] = None
        counts["chats"] += 1
        counts["batches"] += item.chat.sessions
        counts["messages"] += len(item.chat.events)
        counts["messages with a date"] += item.chat.dated
        counts["messages with the artefact cut off"] += item.chat.stripped
        counts["questions"] += len(item.probes)
        counts["answerable, with evidence"] += sum(bool(p.gold.evidence_ids) for p in item.probes)
        counts["answerable, with values"] += sum(bool(p.gold.required) for p in item.probes)
        counts["unanswerable"] += sum(not p.gold.answerable for p in item.probes)
        counts["audited"] += sum(p.audited for p in item.probes)
        categories.update(probe.category for probe in item.probes)
    return DataCard(
        about=ABOUT,
        path=str(path),
        layout="; ".join(layouts),
        counts=counts,
        categories={name: categories[name] for name in ABILITIES if categories[name]},
        findings=tuple(findings.found),
    )


def _scenarios(
    path: Path, options: BeamOptions, only: Only, drawn: frozenset[str] | None
) -> Iterator[Scenario]:
    for item in _items(path, options, Findings(), only):
        ids = [p.id for p in item.probes if drawn is None or f"{item.name}/{p.id}" in drawn]
        wanted = only.questions(item.name, ids)
        probes = [probe for probe in item.probes if probe.id in wanted]
        if probes:
            yield DataScenario(
                id=f"{ABOUT.name}/{item.name}",
                family=ABOUT.name,
                version=_VERSION,
                knobs=options.resolved(),
                source=partial(read_events, item.chat.file, item.ordinal),
                asks=tuple(Placed(after=len(item.chat.events), probe=probe) for probe in probes),
            )
    only.check()


def _drawn(path: Path, options: BeamOptions) -> frozenset[str] | None:
    if not options.sample:
        return None
    probes = (
        (item.name, probe) for item in _items(path, options, Findings()) for probe in item.probes
    )
    return sampled_ids({f"{name}/{probe.id}": probe.category for name, probe in probes}, options)


def _items(
    path: Path, options: BeamOptions, findings: Findings, only: Only | None = None
) -> Iterator[_Item]:
    for ordinal, folder in enumerate(_folders(path), 1):
        name = f"{folder.parent.name}/{folder.name}"
        file, questions = chat_file(folder), _questions(folder)
        if file is None or (only is not None and not only.wants(name)):
            continue
        if questions is None:
            findings.dropped("chat without probing questions", name, str(folder))
            continue
        chat = read_chat(file, name, ordinal, findings)
        probes = read_questions(read_json(questions), chat, name, findings, values=options.values)
        yield _Item(name=name, ordinal=ordinal, chat=chat, probes=probes)


def _questions(folder: Path) -> Path | None:
    """Find the questions beside the chat or, as published, in a folder of their own."""
    places = (folder / _QUESTIONS, folder / "probing_questions" / _QUESTIONS)
    return next((place for place in places if place.is_file()), None)


def _folders(path: Path) -> list[Path]:
    """Find the folders of chats; plans inside a chat's folder are part of it."""
    root = path.resolve()
    if not root.is_dir():
        problem = "is a file; give the folder of a chat, a tier or all tiers"
        raise DataError(path, problem if root.exists() else "no such folder")
    found = {
        file.parent for name in ("chat.json", "chat_trunecated.json") for file in root.rglob(name)
    }
    outer = [folder for folder in found if not found.intersection(folder.parents)]
    if not outer:
        raise DataError(path, "holds no chat.json; give the folder of a chat, a tier or all tiers")
    return sorted(
        outer, key=lambda folder: (_size(folder.parent.name), _size(folder.name), str(folder))
    )


def _size(name: str) -> tuple[int, str]:
    """Order "100K" before "1M" before "10M", and "2" before "10"."""
    digits = name.rstrip("KkMm")
    if not digits.isdecimal():
        return (0, name)
    unit = {"k": 1_000, "m": 1_000_000}.get(name[-1].lower(), 1)
    return (int(digits) * unit, "")

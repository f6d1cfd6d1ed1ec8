"""LoCoMo: ten long conversations between two people, 1,986 questions with evidence turns.

Source: Maharana et al. 2024 (snap-research/locomo); label audit by dial481/locomo-audit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from scenarios.api import Probe, Scenario
from scenarios.public.card import About, DataCard, Findings
from scenarios.public.history import DataScenario, Held, at_end
from scenarios.public.locomo_audit import read_audit
from scenarios.public.locomo_questions import CATEGORIES, read_questions
from scenarios.public.locomo_talk import Talk, read_talk
from scenarios.public.node import Node
from scenarios.public.options import Options, option
from scenarios.public.reading import read_json
from scenarios.public.selection import Only, limited, sampled_ids

__all__ = ["ABOUT", "LocomoOptions", "card", "find_file", "load", "read_talks"]

ABOUT = About(
    name="locomo",
    title="LoCoMo",
    source="https://github.com/snap-research/locomo (data/locomo10.json)",
    licence="CC BY-NC 4.0",
    commercial=False,
    scoring=(
        "evidence recall at the turn, categories 1-4, 1,536 questions that have evidence",
        "recall, kept and damage on answers that are short values stated by their evidence "
        "(option values); so a memory that rewrites is scored too",
        "category 5 (adversarial): the history does not answer; abstention only",
        "reference answers wait for a reader and a judge; without them they are not scored",
    ),
    traps=(
        "category numbers are not the paper's order: 1 multi-hop, 2 temporal, 3 open-domain, "
        "4 single-hop, 5 adversarial; other repositories swap these names",
        "99 of 1,540 reference answers are wrong and 57 more cite the wrong turns; "
        "audited items are marked, a perfect system cannot exceed 93.6 % on the rest",
        "1,226 turns share a picture whose caption may be the only evidence",
        "444 of 446 adversarial questions have no answer, only the tempting wrong one",
        "two adversarial questions carry the answer 'No'; they are scored as unanswerable "
        "like the others",
        "answers often need the session's date: 'yesterday' is what was said",
    ),
)
_VERSION = 1
_FILE = "locomo10.json"
_AUDIT = "audit_errors.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocomoOptions(Options):
    """Options of the LoCoMo loader."""

    captions: bool = option(True, "append picture captions to the words of their turn")
    values: bool = option(True, "require short answers that the evidence states word for word")
    questions: str = option(
        "all",
        "which questions: all; clean leaves out audited ones; evidence keeps answerable ones "
        "with evidence; adversarial keeps category 5",
        allowed=("all", "clean", "evidence", "adversarial"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    talk: Talk
    probes: tuple[Probe, ...]


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load the conversations, one scenario each.

    Args:
        path: ``locomo10.json``, or the folder that holds it; ``audit_errors.json`` beside it is
            used when it is there.
        limit: At most so many conversations.
        only: "conv-26" or "conv-26/q037", one or several.
        knobs: See ``LocomoOptions``.

    Raises:
        DataError: The file cannot be used; path, item and field are named.
        UnknownNameError: An option or a name in ``only`` is not known.
    """
    options = LocomoOptions.of(knobs)
    items = _read(find_file(path), options, Findings())
    chosen = Only.of(ABOUT.name, only)
    scenarios = list(_scenarios(items, options, chosen))
    chosen.check()
    yield from limited(scenarios, limit)


def card(path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe a LoCoMo file; raises as ``load`` does."""
    findings = Findings()
    file = find_file(path)
    items = _read(file, LocomoOptions.of(knobs), findings)
    probes = [probe for item in items for probe in item.probes]
    categories = Counter(probe.category for probe in probes)
    return DataCard(
        about=ABOUT,
        path=str(file),
        layout="locomo10.json",
        counts={
            "conversations": len(items),
            "sessions": sum(item.talk.sessions for item in items),
            "turns": sum(len(item.talk.events) for item in items),
            "turns with a picture": sum(item.talk.captions for item in items),
            "questions": len(probes),
            "answerable, with evidence": sum(
                probe.gold.answerable and bool(probe.gold.evidence_ids) for probe in probes
            ),
            "answerable, with values": sum(bool(probe.gold.required) for probe in probes),
            "unanswerable": sum(not probe.gold.answerable for probe in probes),
            "audited": sum(probe.audited for probe in probes),
        },
        categories={name: categories[name] for name in CATEGORIES.values() if categories[name]},
        findings=tuple(findings.found),
    )


def find_file(path: Path, name: str = _FILE) -> Path:
    """Take a file, or the folder that holds the file under its published name."""
    return path / name if path.is_dir() else path


def read_talks(root: Node, findings: Findings, *, captions: bool) -> list[tuple[Node, Talk]]:
    """Read every conversation of a LoCoMo file, with the item it belongs to.

    Raises:
        DataError: The file is no list of conversations.
    """
    read: list[tuple[Node, Talk]] = []
    used: Counter[str] = Counter()
    for ordinal, entry in enumerate(root.each(), 1):
        given = entry.need("sample_id").text()
        used[given] += 1
        name = given if used[given] == 1 else f"{given}#{used[given]}"
        if name != given:
            findings.repaired("conversation id repeated", name, f"{given!r} is taken")
        item = entry.named(name)
        conversation = item.need("conversation")
        read.append((item, read_talk(conversation, name, ordinal, findings, captions=captions)))
    if not read:
        raise root.wrong("holds no conversation")
    return read


def _read(file: Path, options: LocomoOptions, findings: Findings) -> list[_Item]:
    talks = read_talks(read_json(file), findings, captions=options.captions)
    items = [
        _Item(talk=talk, probes=read_questions(node, talk, findings, values=options.values))
        for node, talk in talks
    ]
    marked = read_audit(file.with_name(_AUDIT), [item.probes for item in items], findings)
    items = [
        replace(item, probes=tuple(replace(p, audited=p.id in known) for p in item.probes))
        for item, known in zip(items, marked, strict=True)
    ]
    return _sampled(items, options)


def _sampled(items: list[_Item], options: LocomoOptions) -> list[_Item]:
    fitting = {
        f"{item.talk.name}/{probe.id}": probe.category
        for item in items
        for probe in item.probes
        if _fits(probe, options.questions)
    }
    kept = sampled_ids(fitting, options)
    return [
        replace(item, probes=tuple(p for p in item.probes if f"{item.talk.name}/{p.id}" in kept))
        for item in items
    ]


def _fits(probe: Probe, wanted: str) -> bool:
    if wanted == "clean":
        return not probe.audited
    if wanted == "evidence":
        return probe.gold.answerable and bool(probe.gold.evidence_ids)
    return wanted == "all" or not probe.gold.answerable


def _scenarios(items: list[_Item], options: LocomoOptions, only: Only) -> Iterator[Scenario]:
    for item in items:
        wanted = only.questions(item.talk.name, [probe.id for probe in item.probes])
        probes = [probe for probe in item.probes if probe.id in wanted]
        if probes:
            yield DataScenario(
                id=f"{ABOUT.name}/{item.talk.name}",
                family=ABOUT.name,
                version=_VERSION,
                knobs=options.resolved(),
                source=Held(item.talk.events),
                asks=at_end(item.talk.events, probes),
            )

"""PersonaMem v1: one persona over several sessions, multiple-choice questions.

Source: Jiang et al. 2025 (bowen-upenn/PersonaMem). Two layouts are read: questions as CSV with
shared contexts as JSON lines, as published, and the documents and queries of
agent-memory-benchmark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from scenarios.api import Scenario
from scenarios.public.card import About, DataCard, Findings
from scenarios.public.choices import guess_warnings, guessing
from scenarios.public.errors import DataError
from scenarios.public.history import DataScenario
from scenarios.public.personamem_documents import DOCUMENTS, QUERIES, read_documents
from scenarios.public.personamem_published import read_published
from scenarios.public.personamem_talk import Persona, PersonaMemOptions
from scenarios.public.selection import Only, limited, sampled_ids

__all__ = ["ABOUT", "PersonaMemOptions", "card", "load"]

ABOUT = About(
    name="personamem",
    title="PersonaMem v1",
    source="https://github.com/bowen-upenn/PersonaMem (questions_32k.csv and others)",
    licence="MIT",
    commercial=True,
    scoring=(
        "choice of one of four options by the extractive reader, beside the controls of the card",
        "no evidence is published: the gold ids of agent-memory-benchmark are every earlier "
        "session, so recall on them means nothing and is not scored",
    ),
    traps=(
        "options leak by length: see the controls; a score below them shows no memory",
        "the persona stands in the system turn that starts every session",
        "there are no dates: sessions are put a day apart, and questions about time mean nothing",
        "a question sees only what stands before its own place in the shared context",
    ),
)
_VERSION = 1


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load shared contexts, one scenario each, with the questions asked along them.

    Args:
        path: The folder of the files of either layout.
        limit: At most so many contexts.
        only: "p0-1" or "p0-1/q003", one or several.
        knobs: See ``PersonaMemOptions``.

    Raises:
        DataError: A file cannot be used; path, item and field are named.
        UnknownNameError: An option or a name in ``only`` is not known.
    """
    options = PersonaMemOptions.of(knobs)
    personas = _read(path, options, Findings())
    kept = sampled_ids(
        {
            f"{persona.name}/{placed.probe.id}": placed.probe.category
            for persona in personas
            for placed in persona.asks
        },
        options,
    )
    chosen = Only.of(ABOUT.name, only)
    scenarios = list(_scenarios(personas, options, chosen, kept))
    chosen.check()
    yield from limited(scenarios, limit)


def card(path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe the files of a folder; raises as ``load`` does."""
    options = PersonaMemOptions.of(knobs)
    findings = Findings()
    personas = _read(path, options, findings)
    probes = [placed.probe for persona in personas for placed in persona.asks]
    controls = guessing(probes)
    return DataCard(
        about=ABOUT,
        path=str(path),
        layout=_layout(path),
        counts={
            "contexts": len(personas),
            "sessions": sum(persona.sessions for persona in personas),
            "messages": sum(persona.size for persona in personas),
            "questions": len(probes),
        },
        categories=dict(Counter(probe.category for probe in probes).most_common()),
        findings=tuple(findings.found),
        controls=controls,
        warnings=guess_warnings(controls),
    )


def _layout(path: Path) -> str:
    if (path / DOCUMENTS).is_file():
        return f"{DOCUMENTS} and {QUERIES} (agent-memory-benchmark)"
    return "questions_<size>.csv and shared_contexts_<size>.jsonl (as published)"


def _read(path: Path, options: PersonaMemOptions, findings: Findings) -> list[Persona]:
    if not path.is_dir():
        problem = "is a file; give the folder of the files" if path.exists() else "no such folder"
        raise DataError(path, problem)
    if (path / DOCUMENTS).is_file():
        return read_documents(path, options, findings)
    return read_published(path, options, findings)


def _scenarios(
    personas: list[Persona], options: PersonaMemOptions, only: Only, kept: frozenset[str]
) -> Iterator[Scenario]:
    for persona in personas:
        ids = [p.probe.id for p in persona.asks if f"{persona.name}/{p.probe.id}" in kept]
        wanted = only.questions(persona.name, ids)
        asks = tuple(placed for placed in persona.asks if placed.probe.id in wanted)
        if asks:
            yield DataScenario(
                id=f"{ABOUT.name}/{persona.name}",
                family=ABOUT.name,
                version=_VERSION,
                knobs=options.resolved(),
                source=persona.source,
                asks=asks,
            )

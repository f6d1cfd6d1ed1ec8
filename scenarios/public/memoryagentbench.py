"""MemoryAgentBench: long contexts fed in chunks, many questions about each.

Source: Hu et al. 2025 (HUST-AI-HYZ/MemoryAgentBench; the rows are published as a data set of
their own). Rows are read from Parquet, JSON lines or a JSON list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memory_impls.parts.names import UnknownNameError
from scenarios.api import Scenario
from scenarios.public.card import About, DataCard, Findings
from scenarios.public.errors import DataError
from scenarios.public.history import DataScenario, Placed
from scenarios.public.memoryagentbench_items import Item, read_item
from scenarios.public.memoryagentbench_rows import iter_rows, row_files
from scenarios.public.options import Options, option
from scenarios.public.selection import Only, limited, sampled_ids

__all__ = ["ABOUT", "MemoryAgentBenchOptions", "card", "load"]

ABOUT = About(
    name="memoryagentbench",
    title="MemoryAgentBench",
    source="https://github.com/HUST-AI-HYZ/MemoryAgentBench (data set ai-hyz/MemoryAgentBench)",
    licence="MIT for the code; the contexts keep the licences of their sources",
    commercial=None,
    scoring=(
        "no evidence is published: evidence recall is not scored",
        "reference answers, several where several are right, wait for a reader; recommendation and "
        "summary sources need the official scorers",
    ),
    traps=(
        "one context serves many questions: a context is one cluster, its questions are not",
        "the size of the pieces that are fed moves scores a lot: it is a declared option",
        "fact consolidation says that the fact with the larger number is the newer one",
        "questions of its LongMemEval part whose id ends in _abs have no answer",
        "there are no dates: chunks are put a day apart",
    ),
)
_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryAgentBenchOptions(Options):
    """Options of the MemoryAgentBench loader."""

    source: str = option("", "one source, such as factconsolidation_mh_6k; '' takes all")
    chunk_tokens: int = option(4096, "tokens of a chunk, which is a session", low=8)
    event_tokens: int = option(256, "tokens of the pieces a chunk is fed in", low=8)


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load contexts, one scenario each; a context is read and cut anew at every replay.

    Args:
        path: A file of rows, or a folder of such files.
        limit: At most so many contexts.
        only: "factconsolidation_mh_6k-1" or "factconsolidation_mh_6k-1/q003", one or several.
        knobs: See ``MemoryAgentBenchOptions``.

    Raises:
        DataError: A file cannot be used; path, item and field are named.
        UnknownNameError: An option or a name in ``only`` is not known.
    """
    options = MemoryAgentBenchOptions.of(knobs)
    chosen = Only.of(ABOUT.name, only)
    kept: frozenset[str] | None = None
    if options.sample:
        kept = sampled_ids(
            {
                f"{item.name}/{probe.id}": probe.category
                for item in _items(path, options, Findings())
                for probe in item.probes
            },
            options,
        )
    scenarios: Iterator[Scenario] = _scenarios(path, options, chosen, kept)
    if chosen.names:
        scenarios = iter(chosen.collect(scenarios))
    yield from limited(scenarios, limit)


def card(path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe the rows; raises as ``load`` does."""
    findings = Findings()
    counts: Counter[str] = Counter()
    categories: Counter[str] = Counter()
    for item in _items(path, MemoryAgentBenchOptions.of(knobs), findings):
        counts["contexts"] += 1
        counts["chunks"] += item.sessions
        counts["pieces"] += item.events
        counts["questions"] += len(item.probes)
        counts["unanswerable"] += sum(not probe.gold.answerable for probe in item.probes)
        categories.update(probe.category for probe in item.probes)
    return DataCard(
        about=ABOUT,
        path=str(path),
        layout=", ".join(file.name for file in row_files(path)),
        counts=counts,
        categories=dict(categories.most_common()),
        findings=tuple(findings.found),
    )


def _items(
    path: Path, options: MemoryAgentBenchOptions, findings: Findings, only: Only | None = None
) -> Iterator[Item]:
    used: Counter[str] = Counter()
    ordinal = 0
    sizes = (options.chunk_tokens, options.event_tokens)
    for file in row_files(path):
        for row, node in iter_rows(file):
            source = node.need("metadata").need("source").text()
            used[source] += 1
            name = f"{source}-{used[source]}"
            ordinal += 1
            if options.source not in ("", source) or (only is not None and not only.wants(name)):
                continue
            yield read_item(row, node, name, ordinal, sizes, findings)
    if not ordinal:
        raise DataError(path, "holds no row")
    if options.source and options.source not in used:
        raise UnknownNameError("source of memoryagentbench", options.source, used)


def _scenarios(
    path: Path, options: MemoryAgentBenchOptions, only: Only, kept: frozenset[str] | None
) -> Iterator[Scenario]:
    for item in _items(path, options, Findings(), only):
        ids = [p.id for p in item.probes if kept is None or f"{item.name}/{p.id}" in kept]
        wanted = only.questions(item.name, ids)
        probes = [probe for probe in item.probes if probe.id in wanted]
        if probes:
            yield DataScenario(
                id=f"{ABOUT.name}/{item.name}",
                family=ABOUT.name,
                version=_VERSION,
                knobs=options.resolved(),
                source=item.feed,
                asks=tuple(Placed(after=item.events, probe=probe) for probe in probes),
            )

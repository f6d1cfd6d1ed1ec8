"""LoCoMo-Plus: cues that bind later behaviour, stitched into LoCoMo at their time gap.

Source: Li et al. 2026 (xjtuleeyf/Locomo-Plus). The published code draws a LoCoMo conversation at
random, without a seed; here item i goes to conversation i modulo their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scenarios.api import Scenario
from scenarios.public.card import About, DataCard, Findings
from scenarios.public.history import DataScenario, Placed
from scenarios.public.locomo import find_file, read_talks
from scenarios.public.locomo_plus_cues import Cue, read_cues
from scenarios.public.locomo_plus_stitch import Stitch
from scenarios.public.locomo_talk import Talk
from scenarios.public.options import Options, option
from scenarios.public.reading import read_json
from scenarios.public.selection import Only, limited, sampled_ids

__all__ = ["ABOUT", "LocomoPlusOptions", "card", "load"]

ABOUT = About(
    name="locomo_plus",
    title="LoCoMo-Plus",
    source="https://github.com/xjtuleeyf/Locomo-Plus (data/locomo_plus.json and locomo10.json)",
    licence="none stated; the LoCoMo conversations it needs are CC BY-NC 4.0",
    commercial=False,
    scoring=(
        "evidence recall of the cue: the turns of the speaker who is bound by it",
        "whether the reply takes the cue up waits for a judge; there is no reference answer",
    ),
    traps=(
        "the trigger shares few words with the cue on purpose",
        "seven cues stand twice, with another trigger",
        "gaps such as 'several months later' name no number: the published code reads them as "
        "no gap at all, here several and a few are three, a couple is two",
        "by default all cues of a conversation are in one history, each a session of its own: ten "
        "histories, ten clusters; the option apart makes one history of each cue, as published",
    ),
)
_VERSION = 1
_FILE = "locomo_plus.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocomoPlusOptions(Options):
    """Options of the LoCoMo-Plus loader."""

    captions: bool = option(True, "append picture captions to the words of their turn")
    apart: bool = option(False, "one history for each cue instead of one for each conversation")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    name: str
    stitch: Stitch


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load the stitched conversations.

    Args:
        path: ``locomo_plus.json`` or its folder; ``locomo10.json`` must lie beside it.
        limit: At most so many histories.
        only: "conv-26" or "conv-26/cue-010"; with the option apart "cue-010"; one or several.
        knobs: See ``LocomoPlusOptions``.

    Raises:
        DataError: A file cannot be used; path, item and field are named.
        UnknownNameError: An option or a name in ``only`` is not known.
    """
    options = LocomoPlusOptions.of(knobs)
    talks, cues = _read(path, options, Findings())
    kept = sampled_ids({cue.name: cue.relation for cue in cues}, options)
    chosen = Only.of(ABOUT.name, only)
    scenarios = list(_scenarios(_stitched(talks, cues, options), options, chosen, kept))
    chosen.check()
    yield from limited(scenarios, limit)


def card(path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe a LoCoMo-Plus file; raises as ``load`` does."""
    options = LocomoPlusOptions.of(knobs)
    findings = Findings()
    talks, cues = _read(path, options, findings)
    early = sum(item.stitch.early for item in _stitched(talks, cues, options))
    return DataCard(
        about=ABOUT,
        path=str(find_file(path, _FILE)),
        layout="locomo_plus.json with locomo10.json",
        counts={
            "cues": len(cues),
            "questions": len(cues),
            "answerable, with evidence": len(cues),
            "conversations": len(talks),
            "cues before the first session": early,
        },
        categories=dict(Counter(cue.relation for cue in cues)),
        findings=tuple(findings.found),
    )


def _read(
    path: Path, options: LocomoPlusOptions, findings: Findings
) -> tuple[list[Talk], list[Cue]]:
    file = find_file(path, _FILE)
    cues = read_cues(read_json(file), findings)
    root = read_json(file.with_name("locomo10.json"))
    talks = [talk for _, talk in read_talks(root, Findings(), captions=options.captions)]
    return talks, cues


def _stitched(talks: list[Talk], cues: list[Cue], options: LocomoPlusOptions) -> list[_Item]:
    """Hand the cues out; ``number`` is the place in the file, so that a dropped one moves none."""
    if options.apart:
        return [
            _Item(
                name=cue.name,
                stitch=Stitch(talk=talks[cue.number % len(talks)], cues=(cue,), ordinal=ordinal),
            )
            for ordinal, cue in enumerate(cues, 1)
        ]
    dealt = [[cue for cue in cues if cue.number % len(talks) == i] for i in range(len(talks))]
    return [
        _Item(name=talk.name, stitch=Stitch(talk=talk, cues=tuple(own), ordinal=ordinal))
        for ordinal, (talk, own) in enumerate(zip(talks, dealt, strict=True), 1)
    ]


def _scenarios(
    items: list[_Item], options: LocomoPlusOptions, only: Only, kept: frozenset[str]
) -> Iterator[Scenario]:
    for item in items:
        probes = item.stitch.probes()
        wanted = only.questions(item.name, [probe.id for probe in probes])
        asked = [probe for probe in probes if probe.id in wanted and probe.id in kept]
        if asked:
            yield DataScenario(
                id=f"{ABOUT.name}/{item.name}",
                family=ABOUT.name,
                version=_VERSION,
                knobs=options.resolved(),
                source=item.stitch,
                asks=tuple(Placed(after=item.stitch.size, probe=probe) for probe in asked),
            )

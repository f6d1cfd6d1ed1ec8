"""PrefEval: a preference said once, other people's talk, then a question that tempts to break it.

Source: Zhao et al. 2025 (amazon-science/PrefEval, benchmark_dataset/).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from scenarios.api import Probe, Scenario
from scenarios.public.card import About, DataCard, Findings
from scenarios.public.choices import guess_warnings, guessing
from scenarios.public.errors import DataError
from scenarios.public.history import ASK_AFTER, DataScenario, Held, at_end, latest
from scenarios.public.options import Options, option
from scenarios.public.prefeval_items import Preference, read_preferences
from scenarios.public.prefeval_talk import Filler, read_fillers, write_talk
from scenarios.public.selection import Only, limited, sampled_ids

__all__ = ["ABOUT", "PrefEvalOptions", "card", "load"]

ABOUT = About(
    name="prefeval",
    title="PrefEval",
    source="https://github.com/amazon-science/PrefEval (benchmark_dataset/)",
    licence="CC BY-NC 4.0",
    commercial=False,
    scoring=(
        "evidence recall of the message that states the preference",
        "form 'choices': choice of one of four options by the extractive reader",
        "form 'explicit': the reply is kept for a judge (acknowledged, hallucinated, violated, "
        "helpful) and not scored without one",
    ),
    traps=(
        "the option that follows the preference is always the first; options are shuffled here "
        "by their item",
        "the two forms word some preferences differently; each is read from its own file",
        "a generic reply that breaks nothing counts as correct with the official scorer",
        "there are no dates: sessions are put a day apart",
    ),
)
_VERSION = 1
_FORMS = {"choices": "mcq_options", "explicit": "explicit_preference"}
_FILLERS = "filtered_inter_turns.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefEvalOptions(Options):
    """Options of the PrefEval loader."""

    form: str = option("choices", "which questions", allowed=("choices", "explicit"))
    fillers: int = option(
        6, "conversations of others around the preference, about 5,000 tokens each"
    )
    before: int = option(0, "how many of them come before the preference")
    topic: str = option("", "one topic, such as travel_hotel; '' takes all")


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load the preferences, one scenario each.

    Args:
        path: The folder that holds ``mcq_options``, ``explicit_preference`` and
            ``filtered_inter_turns.json``.
        limit: At most so many preferences.
        only: "travel_hotel-003", one or several.
        knobs: See ``PrefEvalOptions``.

    Raises:
        DataError: A file cannot be used; path, item and field are named.
        UnknownNameError: An option or a name in ``only`` is not known.
        ValueError: More fillers are asked for than there are.
    """
    options = PrefEvalOptions.of(knobs)
    chosen = Only.of(ABOUT.name, only)
    built = _built(path, options, Findings())
    kept = sampled_ids({name: scenario.asks[0].probe.category for name, scenario in built}, options)
    wanted = [
        scenario
        for name, scenario in built
        if chosen.questions(name, [scenario.asks[0].probe.id]) and name in kept
    ]
    chosen.check()
    yield from limited(wanted, limit)


def card(path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe the files of a folder; raises as ``load`` does."""
    options = PrefEvalOptions.of(knobs)
    findings = Findings()
    probes = [scenario.asks[0].probe for _, scenario in _built(path, options, findings)]
    fillers = _fillers(path, options, Findings())
    controls = guessing(probes)
    return DataCard(
        about=ABOUT,
        path=str(path),
        layout=f"{_FORMS[options.form]}/<topic>.json",
        counts={
            "preferences": len(probes),
            "questions": len(probes),
            "answerable, with evidence": len(probes),
            "filler conversations": len(fillers),
            "filler messages": sum(len(filler.messages) for filler in fillers),
        },
        categories=dict(Counter(probe.category for probe in probes)),
        findings=tuple(findings.found),
        controls=controls,
        warnings=guess_warnings(controls),
    )


def _built(
    path: Path, options: PrefEvalOptions, findings: Findings
) -> list[tuple[str, DataScenario]]:
    folder = path / _FORMS[options.form]
    if not folder.is_dir():
        raise DataError(path, f"holds no folder {folder.name}; give benchmark_dataset")
    files = sorted(folder.glob(f"{options.topic or '*'}.json"))
    if not files:
        raise DataError(folder, f"holds no {options.topic or '<topic>'}.json")
    fillers = _fillers(path, options, findings)
    with_choices = options.form == "choices"
    items = [p for file in files for p in read_preferences(file, findings, with_choices)]
    if not items:
        raise DataError(folder, "holds no usable preference")
    return [
        (item.name, _scenario(item, ordinal, fillers, options))
        for ordinal, item in enumerate(items, 1)
    ]


def _fillers(path: Path, options: PrefEvalOptions, findings: Findings) -> list[Filler]:
    if options.before > options.fillers:
        raise ValueError(f"option before is {options.before}; fillers is only {options.fillers}")
    file = path / _FILLERS
    fillers = read_fillers(file, findings) if options.fillers or file.exists() else []
    if options.fillers > len(fillers):
        problem = (
            f"holds {len(fillers)} conversations; the option fillers asks for {options.fillers}"
        )
        raise DataError(file, problem)
    return fillers


def _scenario(
    item: Preference, ordinal: int, fillers: list[Filler], options: PrefEvalOptions
) -> DataScenario:
    first = options.seed + ordinal
    drawn = [fillers[(first + i) % len(fillers)] for i in range(options.fillers)]
    scribe, stated = write_talk(item, ordinal, drawn, options.before)
    probe = Probe(
        id="q",
        text=item.question,
        scope=scribe.scope,
        asked_at=latest(scribe.events) + ASK_AFTER,
        gold=replace(item.gold, evidence_ids=(stated.id,)),
        category=item.topic,
        direct=bool(item.gold.choices),
        session=scribe.last_session,
    )
    return DataScenario(
        id=f"{ABOUT.name}/{item.name}",
        family=ABOUT.name,
        version=_VERSION,
        knobs=options.resolved(),
        source=Held(tuple(scribe.events)),
        asks=at_end(scribe.events, [probe]),
    )

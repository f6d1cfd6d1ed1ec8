"""LongMemEval: 500 questions, each about a haystack of sessions of its own.

Source: Wu et al. 2024 (xiaowu0162/LongMemEval). The three layouts (oracle, S, M) are one format;
a file is walked through item by item, since M holds 1.5 million tokens for each question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scenarios.api import Scenario
from scenarios.public.card import About, DataCard, Findings
from scenarios.public.errors import DataError
from scenarios.public.history import DataScenario, Placed
from scenarios.public.lines import Place, iter_items
from scenarios.public.longmemeval_item import Item, read_again, read_item
from scenarios.public.longmemeval_questions import is_packed, questions_card
from scenarios.public.options import Options, option
from scenarios.public.selection import Only, limited, sampled_ids

__all__ = ["ABOUT", "LongMemEvalOptions", "card", "load"]

ABOUT = About(
    name="longmemeval",
    title="LongMemEval",
    source="https://github.com/xiaowu0162/LongMemEval (longmemeval_oracle, _s and _m .json)",
    licence="MIT",
    commercial=True,
    scoring=(
        "evidence recall of the turns whose has_answer is true; a gold session without such a "
        "turn counts by any of its turns, under the name session_hit only",
        "recall and kept on answers that are short values stated by their evidence (option values)",
        "abstention (id ends in _abs): correct and false abstention",
        "reference answers wait for a reader and a judge",
    ),
    traps=(
        "abstention is told by the suffix _abs of the question's id, not by its type",
        "has_answer may be present and false: the value counts, not the key",
        "13 histories repeat the id of a filler session with another date; each is kept",
        "ids of gold sessions begin with answer_: ids here come from position",
        "the oracle layout holds gold sessions only: recall in it is saturated and marked so",
        "the oracle file is not sorted by date; sessions are put in order",
        "haystacks differ: 500 separate histories, which is what intervals resample",
    ),
)
_VERSION = 1
_S_SESSIONS = 120
"""S has about 50 sessions a question, M about 500."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongMemEvalOptions(Options):
    """Options of the LongMemEval loader."""

    values: bool = option(True, "require answers that are short values stated by their evidence")


def load(
    path: Path,
    *,
    limit: int | None = None,
    only: str | Iterable[str] | None = None,
    knobs: Mapping[str, object] | None = None,
) -> Iterator[Scenario]:
    """Load questions, one scenario each; a haystack is read anew at every replay.

    The published files are ordered by type: take a sample rather than a limit.

    Args:
        path: The JSON file, unpacked, or a folder that holds one such file.
        limit: At most so many questions.
        only: Question ids, one or several.
        knobs: See ``LongMemEvalOptions``.

    Raises:
        DataError: The file cannot be used; path, item and field are named.
        UnknownNameError: An option or a name in ``only`` is not known.
    """
    options = LongMemEvalOptions.of(knobs)
    path = _file(path)
    chosen = Only.of(ABOUT.name, only)
    kept: frozenset[str] | None = None
    if options.sample:
        items = _items(path, Findings(), values=False)
        strata = {item.name: item.probe.category for _, _, item in items}
        kept = sampled_ids(strata, options)
    scenarios: Iterator[DataScenario] = (
        _scenario(place, ordinal, item, options)
        for place, ordinal, item in _items(path, Findings(), values=options.values)
        if chosen.questions(item.name, [item.probe.id]) and (kept is None or item.name in kept)
    )
    if chosen.names:
        scenarios = iter(chosen.collect(scenarios))
    yield from limited(scenarios, limit)


def card(path: Path, *, knobs: Mapping[str, object] | None = None) -> DataCard:
    """Describe a file; raises as ``load`` does, but also knows a file of questions alone."""
    options = LongMemEvalOptions.of(knobs)
    path = _file(path)
    if is_packed(path):
        return questions_card(path, ABOUT)
    findings = Findings()
    counts: Counter[str] = Counter()
    categories: Counter[str] = Counter()
    for _, _, item in _items(path, findings, values=options.values):
        gold = item.probe.gold
        counts["questions"] += 1
        counts["sessions"] += item.sessions
        counts["messages"] += len(item.events)
        counts["answerable, with marked evidence"] += bool(
            gold.evidence_ids and not gold.evidence_any
        )
        counts["answerable, session known only"] += gold.evidence_any
        counts["answerable, with values"] += bool(gold.required)
        counts["unanswerable"] += not gold.answerable
        counts["saturated"] += item.saturated
        categories[item.probe.category] += 1
    if counts["saturated"]:
        findings.noted("saturated: every session holds the answer", "", f"{counts['saturated']}")
    return DataCard(
        about=ABOUT,
        path=str(path),
        layout=_layout(counts),
        counts=counts,
        categories=dict(categories.most_common()),
        findings=tuple(findings.found),
        warnings=_warnings(counts),
    )


def _file(path: Path) -> Path:
    if not path.is_dir():
        return path
    files = sorted(path.glob("*.json"))
    if len(files) != 1:
        listed = ", ".join(file.name for file in files) or "none"
        raise DataError(path, f"must hold one .json file, but holds {listed}; name the file")
    return files[0]


def _items(path: Path, findings: Findings, *, values: bool) -> Iterator[tuple[Place, int, Item]]:
    if is_packed(path):
        raise DataError(path, "is packed; unpack it with gzip -d, or give the file with haystacks")
    seen: set[str] = set()
    for ordinal, (place, node) in enumerate(iter_items(path), 1):
        item = read_item(node, ordinal, findings, values=values)
        if item.name in seen:
            raise node.named(item.name).wrong("is a question id that stands twice")
        seen.add(item.name)
        yield place, ordinal, item
    if not seen:
        raise DataError(path, "holds no question")


def _scenario(place: Place, ordinal: int, item: Item, options: LongMemEvalOptions) -> DataScenario:
    facts = {
        "candidate_sessions": item.sessions,
        "gold_sessions": item.gold_sessions,
        "saturated": item.saturated,
    }
    return DataScenario(
        id=f"{ABOUT.name}/{item.name}",
        family=ABOUT.name,
        version=_VERSION,
        knobs={**options.resolved(), **facts},
        source=partial(read_again, place, ordinal),
        asks=(Placed(after=len(item.events), probe=item.probe),),
    )


def _layout(counts: Mapping[str, int]) -> str:
    questions = max(1, counts["questions"])
    if counts["saturated"] >= questions - counts["unanswerable"] > 0:
        return "oracle (gold sessions only)"
    return "S" if counts["sessions"] / questions <= _S_SESSIONS else "M"


def _warnings(counts: Mapping[str, int]) -> tuple[str, ...]:
    if not counts["saturated"]:
        return ()
    return (
        f"{counts['saturated']} of {counts['questions']} haystacks hold nothing but evidence: "
        "recall in them cannot fail and says nothing",
    )

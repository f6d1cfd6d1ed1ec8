"""Patterns across records (article A 2.2): requests of one kind become one rule, with sources.

Requests meet in two ways. Those for one end of a known dimension ("brief", "to the point") already
share a line. Others meet here when their words and their meaning are near and no value differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from memory_impls.dream.settings import Settings
from memory_impls.dream.verbatim import negates
from memory_impls.parts.claims import Claim, ValueForm
from memory_impls.parts.claims.value import content
from memory_impls.parts.lines import Book, Line, Placement, Run, Saying
from memory_impls.parts.model import Entry, Induce, Model, ModelFailure, Task
from memory_impls.parts.values import SpanKind, spans

__all__ = ["Rule", "gathered", "is_habit", "rules_for"]

Likeness = Callable[[str, Sequence[str]], Sequence[float]]
"""Similarity of a text to others, -1 to 1."""
_VERBS = frozenset(
    """use keep make give send put start open begin end write format stick includ add leav drop show
    list mention explain pleas want need like let go get alway never remember sure must onli also
    could would can will do don't dont not no 请 要 用 把 给 写 发""".split()
)


_OPPOSITES = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("top first start begin front head", "bottom last end tail back close finish"),
        ("left", "right"),
        ("includ with add", "exclud without remov omit"),
        ("befor", "after"),
        ("more longer bigger larger", "less fewer shorter smaller"),
        ("horizont landscap", "vertic portrait"),
        ("ascend", "descend"),
        ("singular", "plural"),
        ("开头", "结尾 最后"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What a run of requests amounts to, and the sayings its words come from."""

    run_id: str
    text: str
    basis: tuple[str, ...]


def gathered(
    placements: Sequence[Placement],
    book: Book,
    likely: Callable[[Saying], Iterable[Line]],
    likeness: Likeness,
    settings: Settings,
) -> list[Placement]:
    """Move requests that found no line of their own kind to the line of a like request."""
    if not settings.patterns:
        return list(placements)
    found: list[Placement] = []
    fresh: list[tuple[str, Saying]] = []
    for placement in placements:
        saying = placement.saying
        if placement.line_id is not None or not _is_request(saying):
            found.append(placement)
            continue
        others = [(line.id, old) for line in likely(saying) for old in line.sayings[:1]]
        target = _like(saying, [*others, *fresh], likeness, settings)
        if target is None:
            fresh.append((saying.id, saying))
            found.append(placement)
        else:
            line_id, old = target
            # One habit is one value, however it is worded.
            claim = replace(saying.claim, value_key=old.claim.value_key, value=old.claim.value)
            found.append(
                Placement(
                    saying=replace(saying, claim=claim), line_id=line_id, verdict=placement.verdict
                )
            )
    return found


def _is_request(saying: Saying) -> bool:
    claim = saying.claim
    return claim.request and claim.form is not ValueForm.POLE and not claim.old


def _asks(claim: Claim) -> bool:
    """Tell whether a claim asks for a way of doing things, or says which one is liked."""
    return claim.request or claim.form is ValueForm.POLE


def _like(
    saying: Saying,
    others: Sequence[tuple[str, Saying]],
    likeness: Likeness,
    settings: Settings,
) -> tuple[str, Saying] | None:
    """Find the request most like this one, if it is like enough."""
    own = [(name, old) for name, old in others if old.scope == saying.scope and _is_request(old)]
    own = [(name, old) for name, old in own if old.event_id != saying.event_id]
    if not own:
        return None
    near = likeness(saying.claim.clause, [old.claim.clause for _, old in own])
    best: tuple[float, str, Saying] | None = None
    for (name, old), score in zip(own, near, strict=True):
        if _one_kind(saying, old, score, settings.pattern_similarity) and (
            best is None or (score, name) > (best[0], best[1])
        ):
            best = (score, name, old)
    return None if best is None else (best[1], best[2])


def _one_kind(new: Saying, old: Saying, score: float, least: float) -> bool:
    """Tell two wordings of one wish from wishes that share a form and differ in what they want."""
    if _exact(new) != _exact(old) or new.claim.guards != old.claim.guards:
        return False
    ours = {stem for stem in content(new.claim.clause) if stem not in _VERBS}
    theirs = {stem for stem in content(old.claim.clause) if stem not in _VERBS}
    common, mine, other = ours & theirs, ours - theirs, theirs - ours
    if _opposed(mine, other) or negates(new.claim.clause) != negates(old.claim.clause):
        return False
    if not common:
        return score >= least + 0.2
    if len(mine) == 1 and len(other) == 1:
        # "headings in blue" and "headings in green" differ where it matters.
        return False
    share = len(common) / len(ours | theirs)
    return score >= least or (share >= 0.6 and score >= least - 0.15)


def _opposed(mine: set[str], other: set[str]) -> bool:
    """Tell whether what two wishes do not share points opposite ways."""
    return any(mine & one and other & two for pair in _OPPOSITES for one, two in (pair, pair[::-1]))


def _exact(saying: Saying) -> tuple[str, ...]:
    kinds = (SpanKind.DATE, SpanKind.LIMIT)
    return tuple(
        sorted(s.text.casefold() for s in spans(saying.claim.clause) if s.kind not in kinds)
    )


def is_habit(run: Run, settings: Settings) -> bool:
    """Tell whether a run shows a habit: enough requests, made on different occasions."""
    if not settings.patterns:
        return False
    asked = {saying.event_id for saying in run.sayings if _asks(saying.claim)}
    return len(asked) >= settings.min_repeats


def rules_for(runs: Sequence[Run], model: Model) -> dict[str, Rule] | ModelFailure:
    """State each run of repeated requests as one rule; a failed call fails the whole."""
    tasks: list[Task[str]] = [
        Induce(
            wordings=tuple(
                Entry(id=f"w{at}", text=wording, at=run.since)
                for at, wording in enumerate(_wordings(run))
            )
        )
        for run in runs
    ]
    results = model.run(tasks)
    found: dict[str, Rule] = {}
    for run, result in zip(runs, results, strict=True):
        if isinstance(result, ModelFailure):
            return result
        # A rule that quotes wordings rests on those; one in other words rests on all.
        parts = set(result.split(" / "))
        quoted = tuple(s.id for s in run.sayings if s.claim.clause.strip() in parts)
        basis = quoted if parts <= set(_wordings(run)) else tuple(s.id for s in run.sayings)
        found[run.id] = Rule(run_id=run.id, text=result, basis=basis)
    return found


def _wordings(run: Run) -> list[str]:
    return list(dict.fromkeys(saying.claim.clause.strip() for saying in run.sayings))

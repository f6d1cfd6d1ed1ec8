"""Place new sayings: which of them repeat, change or join what is known (article A 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from memory_impls.parts.claims import Relation, Verdict, relate
from memory_impls.parts.lines.book import Book
from memory_impls.parts.lines.line import Line, Saying
from memory_impls.parts.model import Conflict, Model, ModelFailure, Pair

__all__ = ["Guard", "Judge", "Likely", "Placement", "judged_by", "place"]

_NEAR = timedelta(hours=2)
_PAIRS_PER_CALL = 40
_BARE_CANDIDATES = 30

Judge = Callable[[Sequence[Pair]], "list[Relation] | ModelFailure"]
"""Gives a relation for each pair, or says why it cannot."""
Guard = Callable[[Pair, Relation], Relation]
"""Takes a relation back that a design does not trust."""
Likely = Callable[[Saying], Iterable[Line]]
"""Proposes further lines for a saying, by similarity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Where a saying goes: into a line that is known, or into a new one (None)."""

    saying: Saying
    line_id: str | None
    verdict: Verdict


def judged_by(model: Model) -> Judge:
    """Let a model judge pairs, many in one call; one failed call fails the whole."""

    def judge(pairs: Sequence[Pair]) -> list[Relation] | ModelFailure:
        tasks = [
            Conflict(pairs=tuple(pairs[at : at + _PAIRS_PER_CALL]))
            for at in range(0, len(pairs), _PAIRS_PER_CALL)
        ]
        found: list[Relation] = []
        for result in model.run(tasks):
            if isinstance(result, ModelFailure):
                return result
            found.extend(result)
        return found

    return judge


def place(
    sayings: Sequence[Saying],
    book: Book,
    *,
    judge: Judge,
    likely: Likely,
    limit: int,
    overwrite: bool = True,
    guard: Guard | None = None,
) -> list[Placement] | ModelFailure:
    """Decide for each saying which line it belongs to; the book is not changed.

    Args:
        sayings: New ones, of one scope.
        book: What is known; a draft that takes the new sayings along while deciding.
        judge: Judges pairs of a new and an earlier saying.
        likely: Proposes lines that words alone do not find.
        limit: Most lines that one saying is compared with.
        overwrite: Whether updates join the line they change; without, they stand beside it.
        guard: Has the last word on each relation found, also on those that words settle.
    """
    ordered = sorted(sayings, key=lambda one: (one.at, one.id))
    draft = Book()
    pairs: list[Pair] = []
    asked: list[tuple[int, Saying]] = []
    for at, saying in enumerate(ordered):
        for old in _compared(saying, book, draft, likely, limit):
            pairs.append(_pair(saying, old))
            asked.append((at, old))
        draft.add(saying)
    relations = _settled(pairs, judge)
    if isinstance(relations, ModelFailure):
        return relations
    if guard is not None:
        relations = [guard(pair, one) for pair, one in zip(pairs, relations, strict=True)]
    found: dict[int, list[tuple[Relation, Saying]]] = {}
    for (at, old), relation in zip(asked, relations, strict=True):
        if relation.verdict is Verdict.SAME or (overwrite and relation.verdict is Verdict.UPDATE):
            found.setdefault(at, []).append((relation, old))
    return _joined(ordered, found, book)


def _settled(pairs: Sequence[Pair], judge: Judge) -> list[Relation] | ModelFailure:
    """Settle by words what words settle; ask only about pairs whose likeness decides."""
    found: list[Relation | None] = []
    for pair in pairs:
        low, high = (
            relate(pair.new, pair.old, at=pair.at, similar=similar, near=pair.near)
            for similar in (_unlike, _alike)
        )
        found.append(low if low.verdict is high.verdict else None)
    doubtful = [pair for pair, relation in zip(pairs, found, strict=True) if relation is None]
    judged = judge(doubtful) if doubtful else []
    if isinstance(judged, ModelFailure):
        return judged
    rest = iter(judged)
    return [next(rest) if relation is None else relation for relation in found]


def _unlike(one: str, other: str) -> float:
    return 0.0


def _alike(one: str, other: str) -> float:
    return 1.0


def _compared(
    saying: Saying, book: Book, draft: Book, likely: Likely, limit: int
) -> Iterable[Saying]:
    """List the earlier sayings that a new one is compared with, one for each line."""
    known = book.candidates(saying, limit)
    if _open(saying) and not any(_same_slot(saying, line) for line in known):
        known += [line for line in likely(saying) if line not in known]
    new = draft.candidates(saying, limit)
    if _open(saying):
        new += [line for line in _just_said(saying, draft) if line not in new]
    if _bare(saying):
        new += [line for line in _single(draft) if line not in new]
    for line in [*known[: 2 * limit], *new]:
        old = line.latest(saying.at)
        if old is not None and old.id != saying.id and _may_meet(saying, old):
            yield old


def _open(saying: Saying) -> bool:
    """Tell whether the words say that something changed, but not plainly what."""
    return saying.claim.change or saying.claim.correction


def _same_slot(saying: Saying, line: Line) -> bool:
    """Tell whether a line is about the very same thing by its words, so that none nearer exists."""
    return bool(saying.claim.attribute) and any(
        old.claim.slot == saying.claim.slot for old in line.sayings[-1:]
    )


def _bare(saying: Saying) -> bool:
    """Tell whether only a new value is named ("I switched to coffee"): of what, must be guessed."""
    claim = saying.claim
    return claim.change and not claim.attribute and not claim.old


def _single(draft: Book) -> list[Line]:
    """List the newest lines of this dream that have one value at a time."""
    fit = [
        line
        for line in draft
        for old in line.sayings[-1:]
        if old.claim.single or old.claim.standing
    ]
    return fit[-_BARE_CANDIDATES:]


def _just_said(saying: Saying, draft: Book) -> list[Line]:
    """List what was said shortly before in the same session, for "no, I meant ..."."""
    if not saying.claim.correction:
        return []
    return [
        line
        for line in draft
        for old in line.sayings[-1:]
        if old.session == saying.session and old.at >= saying.at - _NEAR
    ][-8:]


def _may_meet(new: Saying, old: Saying) -> bool:
    """Refuse comparisons across scopes and from the less trusted to what the user said."""
    if new.scope != old.scope:
        return False
    if new.trust >= old.trust:
        return True
    # A tool may report the state of a thing that has a name, whoever spoke of it before.
    return new.trust == 1 and bool(new.claim.guards) and not old.claim.subject.startswith("@")


def _pair(new: Saying, old: Saying) -> Pair:
    near = new.session == old.session and abs(new.at - old.at) <= _NEAR
    if old.at > new.at:
        return Pair(new=old.claim, old=new.claim, at=old.at, near=near)
    return Pair(new=new.claim, old=old.claim, at=new.at, near=near)


def _joined(
    ordered: Sequence[Saying], found: dict[int, list[tuple[Relation, Saying]]], book: Book
) -> list[Placement]:
    """Follow the best relation of each saying to a line; a new line takes its first saying's id."""
    line_of: dict[str, str] = {}
    placements = []
    for at, saying in enumerate(ordered):
        options = found.get(at, [])
        if not options:
            line_of[saying.id] = saying.id
            placements.append(Placement(saying=saying, line_id=None, verdict=Verdict.DISTINCT))
            continue
        relation, old = max(
            options, key=lambda option: (option[0].strength, option[1].at, option[1].id)
        )
        known = book.line_of(old.id)
        line_id = known.id if known is not None else line_of[old.id]
        line_of[saying.id] = line_id
        placements.append(Placement(saying=saying, line_id=line_id, verdict=relation.verdict))
    return placements

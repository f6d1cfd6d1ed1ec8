"""Contents replayed from a trace: the same as looking through everything every time."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_impls.api import ItemKind, Status
from metrics.api import TraceItem, TraceLine
from metrics.held import Contents, held_at_end
from metrics.matching import Stance, stances, utterance_of
from metrics.worked import START, cell, record, stage
from scenarios.api import Atom, Forbidden, Gold, Reason, Value, ValueKind

CITIES = ("Oslo", "Bergen", "Porto")
ATOMS = tuple(
    Atom(
        id=city, value=Value(kind=ValueKind.NAME, text=city), subject=("Ana",), attribute=("lives",)
    )
    for city in CITIES
)
TEXTS = (
    "Ana likes tea.",
    *(f"Ana lives in {city}." for city in CITIES),
    "Ana lived in Oslo, now she lives in Porto.",
)
CURRENT = frozenset({Stance.CURRENT})


def item(id: str, text: str, status: Status = Status.CURRENT) -> TraceItem:
    return TraceItem(
        id=id,
        text=text,
        kind=ItemKind.FACT,
        status=status,
        version=1,
        source_ids=(),
        updated=START,
    )


@dataclass(frozen=True, slots=True)
class Move:
    """Put a text under an id, or take the id away."""

    id: str
    text: str | None
    superseded: bool


moves = st.builds(Move, st.sampled_from("abcd"), st.none() | st.sampled_from(TEXTS), st.booleans())


def line(revision: int, done: list[Move]) -> TraceLine:
    put = {move.id: move for move in done if move.text is not None}
    status = {True: Status.SUPERSEDED, False: Status.CURRENT}
    return TraceLine(
        revision=revision,
        cause="session_end",
        at=START,
        items=tuple(item(m.id, str(m.text), status[m.superseded]) for m in put.values()),
        removed_ids=tuple({m.id for m in done if m.text is None} - put.keys()),
    )


@given(
    st.lists(st.lists(moves, max_size=4), min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(0, 12), st.sampled_from(ATOMS)), max_size=20),
)
@settings(max_examples=150, deadline=None)
def test_holding_equals_looking_through_everything(
    steps: list[list[Move]], asked: list[tuple[int, Atom]]
) -> None:
    lines = [line(revision, done) for revision, done in enumerate(steps, start=1)]
    contents = Contents(lines)
    for revision, atom in sorted(asked, key=lambda pair: pair[0]):
        contents.advance(revision)
        held: dict[str, TraceItem] = {}
        for past in lines[:revision]:
            for gone in past.removed_ids:
                held.pop(gone, None)
            held.update({entry.id: entry for entry in past.items})
        assert contents.items() == tuple(held[id] for id in sorted(held))
        holders = {id for id, entry in held.items() if CURRENT & stances(utterance_of(entry), atom)}
        assert contents.holds(atom, CURRENT) is bool(holders)
        assert contents.holders(atom, CURRENT) == holders


def test_what_is_held_at_the_end_by_hand() -> None:
    first = line(1, [Move("a", TEXTS[1], False), Move("b", TEXTS[0], False)])
    last = line(2, [Move("c", TEXTS[0], False), Move("d", TEXTS[2], True)])
    asked = record("p", [stage(atom.id) for atom in ATOMS], gold=Gold(required=ATOMS))
    made = cell(asked, trace=(first, last))
    found = held_at_end(Contents(made.trace), made)
    assert (found.items, found.current, found.distinct) == (4, 3, 2)
    assert (found.atoms, found.held, found.stating) == (3, 2, 2)  # Bergen as past counts


def test_erased_and_unseen_atoms_are_not_asked_of_the_contents() -> None:
    gold = Gold(required=ATOMS[:2], forbidden=(Forbidden(atom=ATOMS[0], reason=Reason.DELETED),))
    asked = record("p", [stage("Oslo"), stage("Bergen", seen=False)], gold=gold)
    made = cell(asked)
    assert held_at_end(Contents(()), made).atoms == 0

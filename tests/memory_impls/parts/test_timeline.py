from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_impls.api import ItemKind, Layer, MemoryItem, Scope
from memory_impls.parts.timeline import Sessions, Timeline

START = datetime(2023, 5, 1, tzinfo=UTC)
ANA = Scope(user="ana")
ATLAS = Scope(user="ana", project="atlas")
BEN = Scope(user="ben")


def item(name: str, minute: int, scope: Scope = ANA, session: str | None = "s1") -> MemoryItem:
    at = START + timedelta(minutes=minute)
    return MemoryItem(
        id=name,
        text=name,
        kind=ItemKind.EPISODE,
        layer=Layer.LONG,
        scope=scope,
        source_ids=(name,),
        created=at,
        updated=at,
        valid_from=at,
        session=session,
    )


def test_newest_first_over_all_that_a_scope_sees() -> None:
    line = Timeline()
    for one in (item("b", 2, ATLAS), item("a", 1), item("d", 4), item("c", 3, BEN)):
        line.add(one)
    assert list(line.newest(ATLAS)) == ["d", "b", "a"]
    assert list(line.newest(ANA)) == ["d", "a"]
    assert list(line.newest(ATLAS, START + timedelta(minutes=2))) == ["b", "a"]
    assert list(line.newest(Scope(user="nobody"))) == []


def test_equal_times_go_by_arrival_and_a_late_session_takes_its_place() -> None:
    line = Timeline()
    for one in (item("z", 5), item("a", 5), item("late", 1)):
        line.add(one)
    assert list(line.newest(ANA)) == ["a", "z", "late"]
    assert line.surplus(ANA, 2) == ["late"]
    assert line.surplus(ATLAS, 0) == []


def test_removal_and_return() -> None:
    line = Timeline()
    one = item("a", 1)
    line.add(one)
    line.add(replace(one, valid_from=START + timedelta(days=1)))
    line.remove(one)
    line.remove(one)
    assert list(line.newest(ANA)) == []
    line.add(one)
    assert list(line.newest(ANA)) == ["a"]


def test_neighbours_stay_in_their_session_and_scope() -> None:
    sessions = Sessions()
    for minute, name in enumerate("abcde"):
        sessions.add(item(name, minute))
    sessions.add(item("x", 2, BEN))
    sessions.add(item("y", 2, session="s2"))
    sessions.add(item("z", 2, session=None))
    assert sessions.around("c", 1, 5) == (["b"], ["d", "e"])
    assert sessions.around("a", 2, 1) == ([], ["b"])
    assert sessions.around("e", 9, 9) == (["d", "c", "b", "a"], [])
    assert sessions.around("x", 2, 2) == ([], [])
    assert sessions.around("z", 2, 2) == ([], [])


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=30))
@settings(max_examples=80, deadline=None)
def test_a_timeline_is_a_sorted_list(steps: list[tuple[int, bool]]) -> None:
    line = Timeline()
    model: list[tuple[int, int, str]] = []
    for number, (minute, drop) in enumerate(steps):
        if drop and model:
            gone = model.pop(minute % len(model))
            line.remove(item(gone[2], gone[0]))
        else:
            line.add(item(f"i{number}", minute))
            model.append((minute, number, f"i{number}"))
    model.sort()
    assert list(line.newest(ANA)) == [name for _, _, name in reversed(model)]
    assert line.surplus(ANA, 3) == [name for _, _, name in model[: max(0, len(model) - 3)]]

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_impls.api import (
    ForgetRequest,
    ItemKind,
    Layer,
    MemoryItem,
    Scope,
    Status,
)
from memory_impls.parts.codec import item_from_plain, item_to_plain
from memory_impls.parts.items import ItemStore

START = datetime(2023, 5, 1, 9, tzinfo=timezone(timedelta(hours=8)))
ANA, BEN = Scope(user="ana"), Scope(user="ben", project="atlas")


def item(name: str, *, sources: tuple[str, ...] = (), day: int = 0, text: str = "") -> MemoryItem:
    at = START + timedelta(days=day)
    return MemoryItem(
        id=name,
        text=text or f"text of {name}",
        kind=ItemKind.EPISODE,
        layer=Layer.LONG,
        scope=ANA,
        source_ids=sources or (f"event of {name}",),
        created=at,
        updated=at,
        valid_from=at,
    )


def store_of(*items: MemoryItem) -> ItemStore:
    store = ItemStore()
    for one in items:
        for event_id in one.source_ids:
            store.take_in(event_id)
        store.put(one)
    return store


def test_events_are_taken_in_once() -> None:
    store = store_of(item("a"))
    assert not store.take_in("event of a")
    assert store.take_in("another")


def test_forgotten_events_are_never_taken_in_again() -> None:
    store = store_of(item("a"), item("b"))
    gone = store.forget(ForgetRequest(event_ids=frozenset({"event of a", "never seen"})))
    assert [one.id for one in gone] == ["a"]
    assert not store.take_in("event of a")
    assert not store.take_in("never seen")
    assert store.is_forgotten("event of a")
    assert not store.is_forgotten("event of b")


@pytest.mark.parametrize(
    ("request_", "gone"),
    [
        (ForgetRequest(item_id="b"), "b"),
        (ForgetRequest(event_ids=frozenset({"shared"})), "bc"),
        (ForgetRequest(event_ids=frozenset({"shared"}), item_id="c"), "c"),
        (ForgetRequest(kind=ItemKind.FACT), "d"),
        (ForgetRequest(scope=BEN), "d"),
        (ForgetRequest(scope=ANA, end=START + timedelta(days=2)), "ab"),
        (ForgetRequest(start=START + timedelta(days=1), end=START + timedelta(days=2)), "b"),
        (ForgetRequest(start=START + timedelta(days=3)), "d"),
        (ForgetRequest(item_id="b", kind=ItemKind.FACT), ""),
        (ForgetRequest(item_id="absent"), ""),
    ],
)
def test_all_criteria_must_hold(request_: ForgetRequest, gone: str) -> None:
    store = store_of(
        item("a"),
        item("b", sources=("shared", "b1"), day=1),
        item("c", sources=("shared",), day=2),
        replace(item("d", day=3), scope=BEN, kind=ItemKind.FACT),
    )
    assert "".join(one.id for one in store.forget(request_)) == gone
    assert "".join(one.id for one in store) == "".join(c for c in "abcd" if c not in gone)


def test_events_spared_by_a_further_criterion_get_no_tombstone() -> None:
    store = store_of(item("a"))
    store.forget(ForgetRequest(event_ids=frozenset({"event of a"}), scope=BEN))
    assert not store.is_forgotten("event of a")
    assert "a" in store


def test_an_item_forgotten_by_its_own_id_takes_its_events_along() -> None:
    store = store_of(item("b", sources=("e1", "e2")))
    store.forget(ForgetRequest(item_id="b"))
    assert store.is_forgotten("e1")
    assert store.is_forgotten("e2")


def test_changes_since_a_revision() -> None:
    store = store_of(item("a"), item("b"))
    revision = store.revision
    store.put(replace(item("a"), text="new"))
    store.remove("b")
    store.put(item("c"))
    news = store.contents(revision)
    assert [one.id for one in news.items] == ["a", "c"]
    assert news.removed_ids == ("b",)
    assert not store.contents(store.revision).items
    store.put(item("b"))
    assert store.contents(revision).removed_ids == ()
    with pytest.raises(ValueError, match="no revision 99; the contents stand at"):
        store.contents(99)


def test_an_equal_item_is_no_change() -> None:
    store = store_of(item("a"))
    revision = store.revision
    store.put(item("a"))
    assert store.revision == revision


def test_changes_are_found_without_walking_over_what_stayed() -> None:
    store = store_of(*(item(f"i{number}") for number in range(500)))
    revision = store.revision
    store.put(replace(item("i7"), version=2))

    class Counting(dict[str, int]):
        looked_up = 0

        def __getitem__(self, key: str) -> int:
            Counting.looked_up += 1
            return super().__getitem__(key)

    store._changed = Counting(store._changed)
    assert [one.id for one in store.contents(revision).items] == ["i7"]
    assert Counting.looked_up <= 3


def test_reinforcement_counts_each_item_once_and_time_never_runs_back() -> None:
    store = store_of(item("a"), item("b"))
    store.reinforce(["a", "a", "absent"], START + timedelta(days=3))
    store.reinforce(["a"], START + timedelta(days=1))
    assert (store["a"].citations, store["b"].citations) == (2, 0)
    assert store["a"].last_referenced == START + timedelta(days=3)
    assert store["a"].version == 1


def test_footprint_follows_every_change() -> None:
    store = store_of(item("a", text="one two"), item("b", text="日本"))
    assert (store.footprint().items, store.footprint().bytes) == (2, 13)
    store.put(replace(item("a"), text="one"))
    store.remove("b")
    size = store.footprint(vector_bytes=100)
    assert (size.items, size.bytes, size.tokens) == (1, 103, 1)


def test_restored_state_goes_on_like_the_saved_one() -> None:
    store = store_of(item("a"), item("b"), item("c"))
    revision = store.revision
    store.reinforce(["b"], START)
    store.forget(ForgetRequest(item_id="c"))
    again = ItemStore.restored(store.plain())
    assert again.plain() == store.plain()
    assert again.contents(revision) == store.contents(revision)
    assert again.footprint() == store.footprint()
    assert not again.take_in("event of c")


@pytest.mark.parametrize("broken", [{}, {"items": [3]}, {"items": [], "changed": 1}])
def test_a_state_that_is_none_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="saved item"):
        ItemStore.restored(broken)


moments = st.integers(0, 4 * 10**9).map(lambda second: datetime.fromtimestamp(second, UTC))
items = st.builds(
    MemoryItem,
    id=st.text(max_size=5),
    text=st.text(st.characters(), max_size=30),
    kind=st.sampled_from(ItemKind),
    layer=st.sampled_from(Layer),
    scope=st.builds(Scope, user=st.text(max_size=4), project=st.none() | st.text(max_size=4)),
    source_ids=st.lists(st.text(max_size=4), max_size=3).map(tuple),
    created=moments,
    updated=moments,
    valid_from=moments,
    valid_to=st.none() | moments,
    status=st.sampled_from(Status),
    version=st.integers(1, 9),
    importance=st.floats(0, 1),
    citations=st.integers(0, 9),
    last_referenced=st.none() | moments,
    session=st.none() | st.text(max_size=3),
)


@given(items)
@settings(max_examples=150, deadline=None)
def test_items_survive_json(one: MemoryItem) -> None:
    assert item_from_plain(json.loads(json.dumps(item_to_plain(one)))) == one


@pytest.mark.parametrize("plain", [None, [], {"id": "a"}, {**item_to_plain(item("a")), "odd": 1}])
def test_what_is_no_item_is_refused(plain: object) -> None:
    with pytest.raises(ValueError, match="saved item"):
        item_from_plain(plain)

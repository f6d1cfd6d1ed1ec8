"""Checks of ``recall``: limits, purity, isolation, dates, sources."""

from __future__ import annotations

import copy
from dataclasses import replace
from datetime import timedelta

from memory_impls.api import Capability, ItemKind, Memory
from memory_impls.checks.core import Make, require
from memory_impls.checks.driver import (
    QUERIES,
    answers,
    first_difference,
    holds,
    listed,
    observe_all,
    replay,
    saved_files,
    shown_text,
)
from memory_impls.checks.histories import (
    ANA,
    ATLAS,
    BEN,
    BIRCH,
    START,
    asking,
    canary,
    event,
    mixed_history,
    statements,
)
from memory_impls.parts.rendering import context_tokens

__all__ = [
    "check_earlier_times_do_not_win",
    "check_filters_by_kind",
    "check_keeps_limits",
    "check_leaves_inputs_alone",
    "check_names_sources",
    "check_other_users_change_nothing",
    "check_recall_is_pure",
    "check_separates_scopes",
    "check_valid_at",
]


def check_keeps_limits(make: Make) -> None:
    """What is recalled, rendered by the common renderer, keeps both limits; no item comes twice."""
    memory = make()
    replay(memory, mixed_history())
    for query in QUERIES:
        for max_tokens in (0, 1, 7, 16, 64, 512, None):
            for max_items in (0, 1, 3, None):
                asked = replace(query, max_tokens=max_tokens, max_items=max_items)
                items = memory.recall(asked).items
                tokens = context_tokens(items)
                require(
                    max_tokens is None or tokens <= max_tokens,
                    f"a recall limited to {max_tokens} tokens renders to {tokens}",
                    [query.text],
                )
                require(
                    max_items is None or len(items) <= max_items,
                    f"a recall limited to {max_items} items holds {len(items)}",
                    [query.text],
                )
                ids = [item.item_id for item in items]
                require(len(ids) == len(set(ids)), "a recall shows one item twice", sorted(ids))


def check_recall_is_pure(make: Make) -> None:
    """Asking changes no later answer, no contents and no saved byte."""
    asked, silent = make(), make()
    first = list(mixed_history())
    half = len(first) // 2
    replay(asked, first[:half])
    replay(silent, first[:half])
    before = (listed(asked), saved_files(asked))
    once = answers(asked)
    again = answers(asked, tuple(reversed(QUERIES)))[::-1]
    require(once == again, f"asked again, it answers otherwise: {first_difference(once, again)}")
    after = (listed(asked), saved_files(asked))
    require(before == after, "asking changed the contents or the saved bytes")
    replay(asked, first[half:])
    replay(silent, first[half:])
    late = (answers(asked), listed(asked), saved_files(asked))
    other = (answers(silent), listed(silent), saved_files(silent))
    difference = first_difference(list(late), list(other))
    require(late == other, f"having been asked changes what comes later: {difference}")


def check_leaves_inputs_alone(make: Make) -> None:
    """Events, queries and lists of ids that are handed in stay as they were."""
    memory = make()
    events = list(mixed_history())
    queries = list(QUERIES)
    ids = [e.id for e in events[:3]]
    before = copy.deepcopy((events, queries, ids))
    replay(memory, events)
    for query in queries:
        memory.recall(query)
    if Capability.REINFORCE in memory.capabilities:
        memory.reinforce(ids, START + timedelta(days=900))
    require((events, queries, ids) == before, "it changed an event, a query or a list it was given")


def check_separates_scopes(make: Make) -> None:
    """No answer shows another user, another project, or a project to a query without one."""
    memory = make()
    replay(memory, mixed_history())
    own = {ATLAS: range(10), BIRCH: range(10, 15), ANA: range(15, 20), BEN: range(20, 25)}
    for scope in own:
        hidden = [n for other, numbers in own.items() if not scope.sees(other) for n in numbers]
        for number in hidden:
            shown = shown_text(memory.recall(asking(number, scope=scope)))
            leaked = [canary(n) for n in hidden if canary(n) in shown]
            require(not leaked, f"a query in {scope} is shown what belongs to others", leaked)


def check_other_users_change_nothing(make: Make) -> None:
    """What other users said changes neither the texts recalled nor their order."""
    crowded, alone = make(), make()
    own = list(statements(8))
    others = list(statements(8, first=30, scope=BEN))
    observe_all(crowded, [e for pair in zip(others, own, strict=True) for e in pair])
    observe_all(alone, own)
    for query in (asking(n, max_tokens=budget) for n in (0, 5, 31) for budget in (64, None)):
        with_others = [item.text for item in crowded.recall(query).items]
        without = [item.text for item in alone.recall(query).items]
        require(
            with_others == without,
            f"another user's events change the answer to {query.text!r}",
            [t for t in with_others if t not in without] or with_others,
        )


def check_filters_by_kind(make: Make) -> None:
    """A query for some kinds of item is shown no other kind."""
    memory = make()
    replay(memory, mixed_history())
    for kind in ItemKind:
        for query in QUERIES:
            items = memory.recall(replace(query, kinds=frozenset({kind}))).items
            wrong = [item.item_id for item in items if item.kind is not kind]
            require(not wrong, f"asked for kind {kind}, it shows others", wrong)


def check_valid_at(make: Make) -> None:
    """Asked about a past date, it shows the value valid then and nothing said later."""
    memory = make()
    changes = [
        event("v1", "My manager is Alice.", at=START, session="s1"),
        event("v2", "My manager is Bob now.", at=START + timedelta(days=8), session="s2"),
    ]
    replay(memory, [*changes[:1], *statements(6), *changes[1:]])
    expected = {4: ("alice", "bob"), 20: ("bob", None)}
    for day, (right, later) in expected.items():
        asked = asking("Who is my manager?", valid_at=START + timedelta(days=day))
        require(holds(memory, right, asked), f"as of day {day} it does not show {right!r}")
        if later is not None:
            require(not holds(memory, later, asked), f"as of day {day} it shows {later!r}")
    early = asking("Who is my manager?", valid_at=START - timedelta(days=1))
    for name in ("alice", "bob"):
        require(not holds(memory, name, early), f"before anything was said it shows {name!r}")


def check_earlier_times_do_not_win(make: Make) -> None:
    """A later session with earlier times is taken in and does not displace what was said after."""
    memory, ordered = make(), make()
    may = event("may", f"My manager is {canary(1)}.", at=START, session="s1")
    january = event(
        "january", f"My manager is {canary(2)}.", at=START - timedelta(days=60), session="s2"
    )
    replay(memory, [may, january])
    replay(ordered, [january, may])
    asked = asking("Who is my manager?")
    if holds(ordered, canary(1), asked):
        require(holds(memory, canary(1), asked), "an older session that arrives late hides the new")
        require(
            _standing(memory, canary(1)) == _standing(ordered, canary(1)),
            "the newest value has another standing when older ones arrive after it",
        )


def _standing(memory: Memory, word: str) -> set[str]:
    items = memory.recall(asking("Who is my manager?")).items
    return {item.status.value for item in items if word in item.text}


def check_names_sources(make: Make) -> None:
    """Every item, held or shown, names at least one source, and only events that were fed."""
    memory = make()
    events = list(mixed_history())
    replay(memory, events)
    known = {e.id for e in events}
    named = [
        (item.item_id, item.source_ids) for query in QUERIES for item in memory.recall(query).items
    ]
    if Capability.CONTENTS in memory.capabilities:
        named += [(item.id, item.source_ids) for item in memory.contents().items]
    bare = [item_id for item_id, sources in named if not sources]
    require(not bare, "an item names no source", bare)
    unknown = sorted({source for _, sources in named for source in sources} - known)
    require(not unknown, "an item names an event that was never fed", unknown)

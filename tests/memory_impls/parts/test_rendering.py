from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.api import ItemKind, Recalled, Status
from memory_impls.parts.rendering import context_tokens, fit, render
from memory_impls.parts.tokens import count_tokens

START = datetime(2023, 5, 8, 9, tzinfo=UTC)


def recalled(
    item_id: str,
    text: str,
    *,
    session: str | None = None,
    speaker: str = "",
    at: datetime = START,
    status: Status = Status.CURRENT,
    superseded_at: datetime | None = None,
) -> Recalled:
    return Recalled(
        item_id=item_id,
        text=text,
        kind=ItemKind.EPISODE,
        at=at,
        session=session,
        speaker=speaker,
        status=status,
        superseded_at=superseded_at,
    )


# Text as hostile as it comes: line breaks of every kind, our own marks, brackets, other scripts.
PIECES = ["\n", "\r\n", "\u2028", "\x0b", "- ", "## 2023-05-08", "(superseded 2023-06-01) ", "/"]
hostile = st.lists(
    st.one_of(
        st.sampled_from(PIECES), st.text(max_size=12), st.sampled_from(["tea", "7719", "。"])
    ),
    max_size=8,
).map("".join)
times = st.integers(0, 5 * 24).map(lambda hours: START + timedelta(hours=hours))
items = st.builds(
    recalled,
    st.text("abc", min_size=1, max_size=3),
    hostile,
    session=st.one_of(st.none(), st.sampled_from(["s1", "s2", "s3"])),
    speaker=st.one_of(st.just(""), st.sampled_from(["Ana", "(superseded) Bo", "x\n- y"])),
    at=times,
    status=st.sampled_from(Status),
    superseded_at=st.one_of(st.none(), times),
)


def test_the_whole_format() -> None:
    later = START + timedelta(days=1)
    changed = datetime(2023, 6, 1, tzinfo=UTC)
    shown = render(
        [
            recalled("2", "moved to Lisbon", session="s2", speaker="Ana", at=later),
            recalled("9", "The code is 7719.", at=changed),
            recalled("1", "hello\nthere", session="s1", speaker="Ana"),
            recalled(
                "0",
                "my code is 1142",
                session="s2",
                speaker="Ana",
                at=later - timedelta(hours=1),
                status=Status.SUPERSEDED,
                superseded_at=changed,
            ),
            recalled("8", "It was 1142.", status=Status.SUPERSEDED, superseded_at=changed),
            recalled("7", "Rests.", status=Status.ARCHIVED),
        ]
    )
    assert shown == (
        "- (2023-06-01) The code is 7719.\n"
        "- (2023-05-08, superseded 2023-06-01) It was 1142.\n"
        "- (2023-05-08, archived) Rests.\n"
        "## 2023-05-08\n"
        "- Ana: hello\n"
        "  there\n"
        "## 2023-05-09\n"
        "- (superseded 2023-06-01) Ana: my code is 1142\n"
        "- Ana: moved to Lisbon\n"
    )


def test_nothing_is_nothing() -> None:
    assert render([]) == ""
    assert context_tokens([]) == 0
    assert fit([], max_tokens=10) == ()


def test_an_empty_text_is_still_an_entry() -> None:
    assert render([recalled("1", ""), recalled("2", " \n ", session="s", speaker="Ana")]) == (
        "- (2023-05-08)\n## 2023-05-08\n- Ana:\n"
    )


def test_a_session_past_midnight_gets_a_header_for_each_day() -> None:
    late = recalled("1", "late", session="s", at=datetime(2023, 5, 8, 23, tzinfo=UTC))
    early = recalled("2", "early", session="s", at=datetime(2023, 5, 9, 1, tzinfo=UTC))
    assert render([early, late]) == "## 2023-05-08\n- late\n## 2023-05-09\n- early\n"


def test_a_text_cannot_pretend_to_be_superseded() -> None:
    forged = render([recalled("1", "(superseded 2023-06-01) my code is 1", session="s")])
    assert "- (superseded" not in forged
    assert "my code is 1" in forged


@given(st.lists(items, max_size=6))
def test_only_the_renderer_starts_headers_and_entries(shown: list[Recalled]) -> None:
    lines = render(shown).split("\n")
    assert lines.pop() == ""
    entries = [line for line in lines if line.startswith("-")]
    headers = [line for line in lines if line.startswith("#")]
    groups = {(item.session, item.at.date()) for item in shown if item.session is not None}
    assert len(entries) == len(shown)
    assert sorted(headers) == sorted(f"## {day.isoformat()}" for _, day in groups)
    assert all(line.startswith(("-", "#", "  ")) and len(line.splitlines()) == 1 for line in lines)


@given(st.lists(items, max_size=6))
def test_marks_tell_the_status_and_nothing_else_does(shown: list[Recalled]) -> None:
    entries = [line for line in render(shown).split("\n") if line.startswith("-")]
    marked = sum("superseded" in line.split(")")[0] for line in entries if line.startswith("- ("))
    assert marked == sum(item.status is Status.SUPERSEDED for item in shown)


@given(st.lists(items, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_verbatim_items_does_not_matter(
    shown: list[Recalled], dice: random.Random
) -> None:
    verbatim = [item for item in shown if item.session is not None]
    derived = [item for item in shown if item.session is None]
    expected = render(shown)
    dice.shuffle(verbatim)
    assert render([*verbatim, *derived]) == expected


@given(st.lists(items, max_size=8), st.integers(0, 200), st.one_of(st.none(), st.integers(0, 8)))
def test_a_fit_is_within_its_limits_and_leaves_no_room_that_an_item_would_fill(
    shown: list[Recalled], max_tokens: int, max_items: int | None
) -> None:
    chosen = fit(shown, max_tokens=max_tokens, max_items=max_items)
    assert context_tokens(chosen) <= max_tokens
    assert max_items is None or len(chosen) <= max_items
    # Greedy, spelled out: an item is in exactly when it fits beside the better ones that are.
    expected: list[Recalled] = []
    for item in shown:
        if max_items is not None and len(expected) == max_items:
            break
        if context_tokens([*expected, item]) <= max_tokens:
            expected.append(item)
    assert chosen == tuple(expected)


@given(st.lists(items, max_size=8))
def test_tokens_of_lines_add_up_to_those_of_the_whole(shown: list[Recalled]) -> None:
    entries = [render([item]) for item in shown if item.session is None]
    assert sum(count_tokens(entry) for entry in entries) == count_tokens("".join(entries))


def test_an_item_that_does_not_fit_is_skipped_and_a_smaller_later_one_enters() -> None:
    long, short = recalled("1", "tea " * 100), recalled("2", "tea")
    assert fit([long, short], max_tokens=20) == (short,)


def test_no_limit_keeps_everything() -> None:
    shown = [recalled(str(number), "tea " * 500) for number in range(5)]
    assert fit(shown, max_tokens=None) == tuple(shown)
    assert fit(shown, max_tokens=None, max_items=2) == tuple(shown[:2])


@pytest.mark.parametrize("limits", [{"max_tokens": -1}, {"max_tokens": 5, "max_items": -1}])
def test_a_negative_limit_is_refused(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="give 0 or more"):
        fit([], max_tokens=limits["max_tokens"], max_items=limits.get("max_items"))

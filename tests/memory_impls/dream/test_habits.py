from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memory_impls.api import Status
from memory_impls.parts.embedder import load_embedder

Make = Callable[..., Any]
BREVITY = (
    "Draft the notes on pumps. Please keep them brief.",
    "Write up the call with Acme, short please.",
    "Summarise the audit, and make it concise.",
    "Prepare the memo on valves; not too long, few words will do.",
    "And a memo on seals: keep it short.",
)
DIRECT_CN = (
    "写一篇关于水泵的文章，开头要直接。",
    "再写一篇阀门的，不要绕弯子。",
    "下一篇写密封件，开门见山就好。",
)


@pytest.mark.parametrize("episodes", [True, False])
@pytest.mark.parametrize("at_once", [True, False])
def test_five_requests_of_one_kind_become_one_rule_with_its_sources(
    diary: Make, episodes: bool, at_once: bool
) -> None:
    d = diary(episodes=episodes)
    events = []
    for day, text in enumerate(BREVITY):
        events.append(d.say(text, day))
        if not at_once:
            d.sleep(day + 0.5)
    d.sleep(9)
    (rule,) = d.items("rule")
    assert len(set(rule.source_ids) & set(events)) >= 3
    assert rule.status is Status.CURRENT
    shown = d.ask("Draft a piece about gaskets.", max_tokens=None)
    assert rule.id in [item.item_id for item in shown]
    # Recalled in their place: no message that the rule stands for is shown beside it.
    assert not {item.item_id for item in shown} & set(rule.source_ids)


def test_a_rule_in_chinese(diary: Make) -> None:
    d = diary()
    d.live(DIRECT_CN)
    (rule,) = d.items("rule")
    assert len(rule.source_ids) == 3
    assert any(text in rule.text for text in ("直接", "不要绕弯子", "开门见山"))


@pytest.mark.parametrize(
    "requests",
    [
        (
            "Draft the pump report. Send it as Excel.",
            "Draft the valve report. Send it as PDF.",
            "Draft the seal report. Send it as CSV.",
            "Draft the gasket report. Send it in Word format.",
        ),
        (
            "Write the memo. Keep it short.",
            "Write the letter. Make it formal.",
            "Write the post. Add examples.",
            "Write the note. No emojis.",
        ),
        (
            "Make the headings blue.",
            "Make the headings green.",
            "Make the headings amber.",
        ),
        BREVITY[:2],
        ("Keep it up!", "Keep it up, you are doing great!", "Keep up the good work!"),
    ],
)
def test_requests_that_differ_form_no_rule(diary: Make, requests: tuple[str, ...]) -> None:
    d = diary()
    d.live(requests)
    assert not d.items("rule")


def test_the_same_event_again_makes_no_habit(diary: Make) -> None:
    d = diary()
    d.say("Keep it short. Please keep it brief. Concise, please.", 0)
    d.sleep(1)
    assert not d.items("rule")


def test_requests_without_a_known_dimension_meet_by_words_and_meaning(diary: Make) -> None:
    d = diary()
    d.live(
        [
            "Draft the pump report, and put the totals row at the top.",
            "Prepare the valve report, and put the totals row on top.",
            "Do the seal report, and please put the totals row at the top.",
        ]
    )
    (rule,) = d.items("rule")
    assert "totals row" in rule.text and len(rule.source_ids) == 3


def test_a_preference_shift_supersedes_a_rule(diary: Make) -> None:
    d = diary()
    d.live(BREVITY)
    d.say("From now on I want detailed reports, please write them at length.", 30)
    d.sleep(31)
    rule = next(item for item in d.items() if len(item.source_ids) > 3)
    assert rule.status is Status.SUPERSEDED and rule.valid_to is not None
    shown = d.current("Draft a piece about gaskets.")
    assert "detailed" in shown and "brief" not in shown
    assert "brief" in d.current("How should it be?", valid=20) or "short" in d.current(
        "How should it be?", valid=20
    )


def test_one_request_for_the_contrary_does_not_end_a_habit(diary: Make) -> None:
    d = diary()
    d.live(BREVITY)
    d.say("Draft the annual review, in depth.", 20)
    d.sleep(21)
    assert [item.status for item in d.items("rule")] == [Status.CURRENT]


def test_patterns_can_be_switched_off(diary: Make) -> None:
    d = diary(patterns=False)
    d.live(BREVITY)
    assert not d.items("rule")


def test_min_repeats_sets_how_many_make_a_rule(diary: Make) -> None:
    for least, rules in ((3, 1), (5, 1), (6, 0)):
        d = diary(min_repeats=least)
        d.live(BREVITY)
        assert len(d.items("rule")) == rules


@pytest.mark.slow
def test_other_wordings_meet_with_a_real_embedder() -> None:
    from memory_impls.dream import Dream

    embedder = load_embedder("minilm")
    memory = Dream(embedder=embedder)
    from datetime import UTC, datetime, timedelta

    from memory_impls.api import Event, EventKind, Scope

    start = datetime(2023, 5, 1, 9, tzinfo=UTC)
    texts = (
        "Draft the pump report, and list the risks at the end.",
        "Prepare the valve report; please finish with a list of risks.",
        "Do the seal report, and close with the list of risks.",
        "Do the gasket report, and use the blue template.",
    )
    for day, text in enumerate(texts):
        at = start + timedelta(days=day)
        memory.observe(
            Event(
                id=f"e{day}",
                at=at,
                session=f"s{day}",
                scope=Scope(user="ana"),
                kind=EventKind.USER,
                text=text,
            )
        )
    memory.consolidate(start + timedelta(days=9), "test: as told")
    rules = [item for item in memory.contents().items if item.kind.value == "rule"]
    assert len(rules) == 1 and len(rules[0].source_ids) == 3 and "risks" in rules[0].text

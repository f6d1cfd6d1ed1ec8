from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from memory_impls.api import EventKind, Priority, Scope, ToolResult
from memory_impls.dream.queue import QueueEntry
from memory_impls.dream.scoring import Fate, decide, score
from memory_impls.dream.settings import Settings
from memory_impls.parts.embedder import Embedder
from memory_impls.parts.model import Anchors, OfflineModel, ScriptedModel

Make = Callable[..., Any]
AT = datetime(2023, 5, 1, tzinfo=UTC)


def entry(number: int, text: str, kind: EventKind = EventKind.USER, **more: Any) -> QueueEntry:
    return QueueEntry(
        id=f"e{number}", at=AT, session="s", scope=Scope(user="ana"), kind=kind, text=text, **more
    )


@pytest.fixture
def settings(diary: Make) -> Callable[..., Settings]:
    def make(**params: object) -> Settings:
        found: Settings = diary(**params).memory.settings
        return found

    return make


def test_a36_scores_are_joined_by_id_and_what_is_missing_is_asked_again(
    settings: Callable[..., Settings],
) -> None:
    replies = [
        '[{"id": "e2", "score": 5}, {"id": "e0", "score": 1}, {"id": "zz", "score": 3}]',
        '{"e1": 4}',
    ]
    model = ScriptedModel(replies, otherwise=OfflineModel())
    entries = [entry(number, f"line {number}") for number in range(3)]
    assert score(entries, Anchors(), model, settings()) == {"e0": 1, "e1": 4, "e2": 5}
    assert len(model.prompts) == 2 and '"e0"' not in model.prompts[1]


def test_a36_what_is_missing_twice_falls_back_to_its_metadata(
    settings: Callable[..., Settings],
) -> None:
    model = ScriptedModel(['{"e0": 5}', '{"e9": 5}'], otherwise=OfflineModel())
    entries = [entry(0, "The limit is 5."), entry(1, "The limit must not exceed 9.")]
    found = score(entries, Anchors(), model, settings())
    assert not isinstance(found, dict) or found == {"e0": 5}
    assert decide(entries[1], None, settings()).fate is Fate.FULL


@pytest.mark.parametrize(
    ("text", "kind", "more", "points", "fate"),
    [
        ("The budget is capped at 50k.", EventKind.USER, {}, 1, Fate.FULL),
        ("Thanks a lot!", EventKind.USER, {}, 5, Fate.DROP),
        ("I wonder about the weather in general?", EventKind.USER, {}, 1, Fate.COMPRESS),
        ("Error 507: no space left", EventKind.TOOL_RESULT, {"ok": False}, 5, Fate.COMPRESS),
        ("Error 507: no space left", EventKind.TOOL_RESULT, {"ok": False}, 1, Fate.DROP),
        ("The cache holds 12 rows", EventKind.TOOL_RESULT, {}, 4, Fate.FULL),
        ("The cache holds 12 rows", EventKind.TOOL_RESULT, {}, 3, Fate.COMPRESS),
        ("The cache holds 12 rows", EventKind.TOOL_RESULT, {}, 2, Fate.COMPRESS),
        ("The cache holds 12 rows", EventKind.TOOL_RESULT, {}, 1, Fate.DROP),
        ("The key is in the safe.", EventKind.ASSISTANT, {"priority": Priority.HIGH}, 1, Fate.FULL),
        ("The key is in the safe.", EventKind.USER, {"priority": Priority.LOW}, 5, Fate.COMPRESS),
    ],
)
def test_metadata_outranks_the_score(
    settings: Callable[..., Settings],
    text: str,
    kind: EventKind,
    more: dict[str, Any],
    points: int,
    fate: Fate,
) -> None:
    assert decide(entry(0, text, kind, **more), points, settings()).fate is fate


def test_with_metadata_off_the_score_alone_decides(settings: Callable[..., Settings]) -> None:
    off = settings(metadata=False)
    limit = entry(0, "The budget is capped at 50k.")
    for points, fate in ((1, Fate.DROP), (2, Fate.COMPRESS), (3, Fate.COMPRESS), (4, Fate.FULL)):
        assert decide(limit, points, off).fate is fate


def test_batches_hold_as_many_as_set(settings: Callable[..., Settings], hashing: Embedder) -> None:
    script = ScriptedModel([], otherwise=OfflineModel(embedder=hashing))
    entries = [entry(number, f"line {number}") for number in range(53)]
    score(entries, Anchors(), script, settings(batch=25))
    assert script.ledger.total.calls == 3


@pytest.mark.parametrize("tiers", ["off", "article", "reverse"])
def test_tiers_score_every_entry_once(settings: Callable[..., Settings], tiers: str) -> None:
    model = OfflineModel(small_noise=1.0)
    texts = ["Thanks!", "The budget is capped at 50k.", "We talked about the plan for a while.",
             "INFO heartbeat", "The team looked at the options."]  # fmt: skip
    entries = [entry(number, text) for number, text in enumerate(texts)]
    found = score(entries, Anchors(), model, settings(tiers=tiers))
    assert isinstance(found, dict) and set(found) == {e.id for e in entries}


def test_anchors_reach_the_scorer_only_when_wanted(diary: Make, hashing: Embedder) -> None:
    for wanted in (True, False):
        script = ScriptedModel([], otherwise=OfflineModel(embedder=hashing))
        d = diary(anchors=wanted, model=script)
        d.say("The budget is capped at 50k.", 0)
        d.sleep(1)
        d.say("We looked at the options for a while.", 2)
        prompts: list[str] = []
        run = script.run

        def spy(tasks: Any, run: Any = run, prompts: list[str] = prompts) -> Any:
            prompts.extend(task.render() for task in tasks if task.name == "score")
            return run(tasks)

        script.run = spy  # type: ignore[method-assign]
        d.sleep(3)
        assert ("capped at 50k" in "".join(prompts)) is wanted


def test_a_failed_attempt_is_remembered_as_failed(diary: Make) -> None:
    d = diary(episodes=False)
    payload = ToolResult(call_id="c1", name="deploy", ok=False)
    for day in range(3):
        d.say("blue-green rollout timed out after 300 s", day, kind=EventKind.TOOL_RESULT,
              payload=payload)  # fmt: skip
        d.sleep(day + 0.5)
    (method,) = d.items("method")
    assert "failed" in method.text and "blue-green" in method.text
    assert len(method.source_ids) == 3

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memory_impls.api import EventKind, Layer, Occasion, Scope, TaskState, TaskStatus

Make = Callable[..., Any]


def status(state: TaskState, stage: str = "") -> TaskStatus:
    return TaskStatus(task_id="t1", state=state, stage=stage, goal="ship it")


def test_queue_length_brings_on_a_dream(diary: Make) -> None:
    d = diary(queue_limit=5)
    for number in range(5):
        assert d.due(0.01) is None
        d.say(f"note {number}", 0)
    assert d.due(0.01).startswith("count")


def test_age_counts_from_the_last_dream_by_event_time(diary: Make) -> None:
    d = diary()
    d.say("a note", 0)
    assert d.due(0.9) is None
    assert d.due(1.1).startswith("time")
    d.sleep(1.1)
    d.say("another", 1.2)
    assert d.due(2.0) is None and d.due(2.2).startswith("time")


def test_nothing_waits_nothing_is_due(diary: Make) -> None:
    d = diary()
    assert all(d.due(99, occasion) is None for occasion in Occasion)


@pytest.mark.parametrize(
    "state", [TaskState.DONE, TaskState.PAUSED, TaskState.STAGE_DONE, TaskState.FAILED]
)
def test_the_end_of_a_stage_or_a_pause_brings_on_a_dream(diary: Make, state: TaskState) -> None:
    d = diary()
    d.say("", 0, kind=EventKind.TASK_STATUS, payload=status(TaskState.STARTED))
    assert d.due(0.01, Occasion.IDLE) is None
    d.say("", 0, kind=EventKind.TASK_STATUS, payload=status(state))
    assert d.due(0.01, Occasion.STAGE_END).startswith("stage")
    d.sleep(0.02)
    assert d.due(0.03) is None


def test_a_running_task_is_never_interrupted_and_nothing_is_dropped(diary: Make) -> None:
    d = diary(queue_limit=5)
    d.say("", 0, kind=EventKind.TASK_STATUS, payload=status(TaskState.STARTED))
    for number in range(20):
        d.say(f"step {number} done", 0, kind=EventKind.TOOL_RESULT)
        assert d.due(0.02) is None
    waiting = [i for i in d.memory.contents().items if i.layer is Layer.SHORT]
    assert len(waiting) == 21
    d.say("", 0, kind=EventKind.TASK_STATUS, payload=status(TaskState.DONE))
    assert d.due(0.03) is not None


def test_after_a_stage_the_next_step_means_work_again(diary: Make) -> None:
    d = diary(queue_limit=3)
    d.say("", 0, kind=EventKind.TASK_STATUS, payload=status(TaskState.STARTED))
    d.say("", 0, kind=EventKind.TASK_STATUS, payload=status(TaskState.STAGE_DONE, "plan"))
    d.sleep(0.01)
    for number in range(5):
        d.say(f"step {number}", 0, kind=EventKind.TOOL_CALL)
    assert d.due(0.02) is None


def test_a_task_that_was_never_ended_does_not_keep_awake_for_ever(diary: Make) -> None:
    d = diary()
    d.say("", 0, kind=EventKind.TASK_STATUS, payload=status(TaskState.STARTED))
    assert d.due(1.5) is None
    assert d.due(3) is not None


def test_idleness_brings_on_a_dream_if_wanted(diary: Make) -> None:
    for wanted in (True, False):
        d = diary(idle_trigger=wanted)
        d.say("a note", 0)
        assert (d.due(0.01, Occasion.IDLE) is not None) is wanted
        assert d.due(0.01, Occasion.EVENT) is None


def test_time_first_lets_count_wait(diary: Make) -> None:
    d = diary(queue_limit=4, policy="time_first")
    for number in range(11):
        d.say(f"note {number}", 0)
        assert d.due(0.02, Occasion.IDLE) is None
    d.say("one more", 0)
    assert d.due(0.02).startswith("count")
    assert d.due(1.5).startswith("count") or d.due(1.5).startswith("time")


def test_one_user_does_not_bring_on_anothers_dream(diary: Make) -> None:
    d = diary(queue_limit=3)
    d.say("My manager is Alice.", 0, scope=Scope(user="ben"))
    for number in range(3):
        d.say(f"note {number} for me", 0)
    reason = d.due(0.01)
    d.memory.consolidate(d.at(0.02), reason)
    waiting = {i.scope.user for i in d.memory.contents().items if i.layer is Layer.SHORT}
    assert waiting == {"ben"}


@pytest.mark.parametrize(
    ("params", "named"),
    [
        ({"policy": "never"}, "count_first"),
        ({"tiers": "huge"}, "reverse"),
        ({"batch": 0}, "batch"),
        ({"standing_share": 1.5}, "standing_share"),
        ({"keep_score": 5, "full_score": 3}, "full_score"),
    ],
)
def test_parameters_without_meaning_are_refused(
    diary: Make, params: dict[str, object], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        diary(**params)

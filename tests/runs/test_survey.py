from __future__ import annotations

from memory_impls.api import EventKind, ForgetRequest, Scope, TaskState, TaskStatus
from memory_impls.parts.tokens import count_tokens
from runs.codec import encode
from runs.history import History, names_event
from runs.sources import content_digest
from runs.survey import evidence_of, survey
from scenarios.api import Ask, Forget, Gold, Observe, Reingest, Step
from tests.runs.toys import ANA, at, atom, event, listed, probe

CODE = atom("door", "Z47", "e1", "e9")


def test_a_survey_knows_sizes_evidence_and_the_first_probe_of_each_atom() -> None:
    first = probe("p1", "?", gold=Gold(required=(CODE,), evidence_ids=("e2", "e1")))
    again = probe("p2", "?", CODE)
    on_a_fork = probe("p3", "?", atom("tea", "T1", "e3"))
    scenario = listed(
        Observe(event=event(1, "My door is Z47.")),
        Observe(event=event(2, "hello", session="s2")),
        Ask(probe=first),
        Ask(probe=again),
        Observe(event=event(3, "late", session="s1")),
        Reingest(at=at(5), probes=(on_a_fork,)),
    )
    facts = survey(scenario)
    assert (facts.events, facts.sessions) == (3, 2)
    assert facts.history_tokens == sum(map(count_tokens, ["My door is Z47.", "hello", "late"]))
    assert facts.closing == {"e2", "e3"}
    assert facts.evidence == {"e1": ("My door is Z47.", 0), "e2": ("hello", 1), "e3": ("late", 0)}
    assert {name: asked.id for name, (_, asked) in facts.atoms.items()} == {
        "door": "p1",
        "tea": "p3",
    }
    assert evidence_of(first) == ("e1", "e9", "e2")


def test_a_request_names_events_by_every_criterion_it_gives() -> None:
    said = event(5, "x", scope=Scope(user="ana", project="atlas"))
    yes = [
        ForgetRequest(event_ids=frozenset({"e5"})),
        ForgetRequest(scope=said.scope),
        ForgetRequest(start=at(5), end=at(6)),
    ]
    no = [
        ForgetRequest(event_ids=frozenset({"e6"})),
        ForgetRequest(scope=ANA),
        ForgetRequest(start=at(6)),
        ForgetRequest(end=at(5)),
        ForgetRequest(event_ids=frozenset({"e5"}), scope=ANA),
    ]
    assert [names_event(request, said) for request in yes + no] == [True] * 3 + [False] * 5


def test_erasing_means_only_what_was_observed_so_far() -> None:
    steps = [Observe(event=event(i, "x")) for i in range(4)]
    history = History(listed(*steps))
    history.events_seen = 2
    history.observed = {"e0", "e1"}
    assert history.erase(ForgetRequest(scope=ANA)) == {"e0", "e1"}
    assert history.known(("e0", "e1", "e2")) == ()


def test_open_tasks_are_followed_until_they_are_done() -> None:
    def status(number: int, task: str, state: TaskState) -> None:
        payload = TaskStatus(task_id=task, state=state)
        taken = event(number, "", kind=EventKind.TASK_STATUS, payload=payload)
        steps.append(Observe(event=taken))
        history.events_seen += 1
        history.follow_task(taken)

    steps: list[Observe] = []
    history = History(listed())
    status(1, "a", TaskState.STARTED)
    status(2, "b", TaskState.STARTED)
    status(3, "a", TaskState.PAUSED)
    history._scenario = listed(*steps)
    assert [e.id for e in history.open_events()] == ["e1", "e2", "e3"]
    status(4, "a", TaskState.DONE)
    assert [e.id for e in history.open_events()] == ["e2", "e3", "e4"]
    status(5, "b", TaskState.FAILED)
    assert history.open_events() == [] and not history.has_open_task


def test_content_is_known_to_the_last_word_and_every_payload() -> None:
    status = TaskStatus(task_id="a", state=TaskState.STARTED)
    task = Observe(event=event(1, "", kind=EventKind.TASK_STATUS, payload=status))
    assert encode(task)["event"]["payload"]["type"] == "TaskStatus"
    steps: list[Step] = [
        task,
        Ask(probe=probe("p", "?", CODE)),
        Forget(request=ForgetRequest(event_ids=frozenset({"b", "a"})), at=at(2)),
    ]
    other = Ask(probe=probe("p", "?", atom("door", "Z48", "e1", "e9")))
    digests = {
        content_digest(listed(*steps)),
        content_digest(listed(*steps, name="other name")),
        content_digest(listed(steps[0], other, steps[2])),
        content_digest(listed(*steps[:2])),
    }
    assert len(digests) == 3

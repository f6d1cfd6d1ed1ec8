"""Every check notices its fault, and finds nothing in a memory without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_impls.checks import CHECKS, Check, Factory, Verdict, check_names, run_check, run_checks

TARGET = f"{Path(__file__).with_name('faulty.py')}:Faulty"

FAULTS = {
    "answers_the_same_after_restart": "saves half",
    "answers_the_same_in_any_process": "goes by hash",
    "asking_due_changes_nothing": "changes its mind",
    "claims_what_it_does": "claims to reinforce",
    "consolidation_names_its_items": "reports what is not",
    "describes_itself": "conceals a parameter",
    "earlier_times_do_not_win": "goes by arrival",
    "filters_by_kind": "shows other kinds",
    "forgets_by_event": "forgets too much",
    "forgets_by_interval": "forgets to the end",
    "forgets_by_item": "forgets no item",
    "forgets_by_kind": "forgets no kind",
    "forgets_by_scope": "takes a scope with its projects",
    "forgets_down_to_the_bytes": "keeps a diary",
    "forgets_only_where_all_criteria_hold": "takes any criterion for all",
    "forgetting_nothing_changes_nothing": "only says it forgot",
    "ingests_once": "takes a retry for news",
    "keeps_limits": "knows no limit",
    "leaves_inputs_alone": "edits events",
    "lists_changes": "conceals removals",
    "load_refuses_others": "loads anything",
    "loses_nothing_before_consolidation": "drops the oldest",
    "names_sources": "names no source",
    "only_reinforcement_counts": "counts what it hears",
    "other_users_change_nothing": "minds the crowd",
    "recall_is_pure": "notes what is asked",
    "saves_the_same_bytes": "counts its saves",
    "second_consolidation_changes_nothing": "dreams without end",
    "separates_scopes": "shows other scopes",
    "stays_forgotten": "has no tombstones",
    "takes_empty_texts": "keeps empty texts",
    "takes_hostile_texts": "trips over control characters",
    "takes_many_events": "has room for 2,000",
    "valid_at": "knows no past",
}


def test_every_check_has_its_fault() -> None:
    assert sorted(FAULTS) == list(check_names())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_check_notices_its_fault(check: Check) -> None:
    factory = Factory(target=TARGET, params={"fault": FAULTS[check.name]})
    result = run_check(check, factory)
    assert result.verdict is Verdict.FAILED
    assert result.detail
    assert "\n" not in result.detail


def test_sound_memory_passes_every_check() -> None:
    verdicts = {result.check: result.verdict for result in run_checks(TARGET)}
    assert {name for name, verdict in verdicts.items() if verdict is not Verdict.PASSED} == set()

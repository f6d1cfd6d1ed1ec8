"""The four headline scores and their components, worked by hand."""

from __future__ import annotations

import pytest

from memory_impls.parts.usage import Phase, Usage
from metrics.api import NotScored, Outcome, ProbeRecord, Role
from metrics.conflict import ConflictHandling
from metrics.constraints import ConstraintPreservation, HardnessKept, ValueKept
from metrics.cost import TokenCost
from metrics.recall import Answered, CompleteRecall, Kept, Recall, Seen
from metrics.worked import cell, exposure, record, stage
from scenarios.api import Aspect, Hardness, Reason

MUST, PREFER = Hardness.MUST, Hardness.PREFER


def test_recall_is_the_share_of_required_atoms() -> None:
    one = record("p", [stage("a"), stage("b", recalled=False)])
    assert Recall().per_probe(one, cell(one)) == 0.5
    assert CompleteRecall().per_probe(one, cell(one)) == 0.0


@pytest.mark.parametrize(
    "guess", [stage("a", seen=False), stage("a", kept=False), stage("a", seen=False, kept=True)]
)
def test_what_was_guessed_or_is_inconsistent_is_not_recalled(guess: object) -> None:
    one = record("p", [guess])  # type: ignore[list-item]
    assert Recall().per_probe(one, cell(one)) == 0.0


def test_recall_leaves_out_unanswerable_probes_and_counts_failures() -> None:
    unanswerable = record("p", [stage()], answerable=False)
    failed = record("q", [stage()], outcome=Outcome.SYSTEM_FAILED, error="KeyError")
    not_meant = Recall().per_probe(unanswerable, cell(unanswerable))
    broken = Recall().per_probe(failed, cell(failed))
    assert isinstance(not_meant, NotScored) and not not_meant.applies
    assert broken == NotScored(reason="system failed: KeyError")


def test_stages_before_recall() -> None:
    one = record("p", [stage("a", kept=True), stage("b", kept=False, recalled=False)])
    assert Seen().per_probe(one, cell(one)) == 1.0
    assert Kept().per_probe(one, cell(one)) == 0.5
    blind = record("p", [stage("a", kept=None)])
    kept = Kept().per_probe(blind, cell(blind))
    assert isinstance(kept, NotScored) and not kept.applies


def test_an_answer_counts_only_for_what_was_recalled() -> None:
    stages = [stage("a", answered=True), stage("b", recalled=False, answered=True)]
    one = record("p", stages)
    assert Answered().per_probe(one, cell(one)) == 0.5


def constraint(*stages: object, **given: object) -> ProbeRecord:
    return record("p", stages, aspects=[Aspect.CONSTRAINT], **given)  # type: ignore[arg-type]


def test_constraint_preservation_wants_value_and_hardness() -> None:
    kept = constraint(stage(hardness=MUST), hardness=MUST)
    softened = constraint(stage(hardness=PREFER), hardness=MUST)
    assert ConstraintPreservation().per_probe(kept, cell(kept)) == 1.0
    assert ConstraintPreservation().per_probe(softened, cell(softened)) == 0.0
    assert ValueKept().per_probe(softened, cell(softened)) == 1.0
    assert HardnessKept().per_probe(softened, cell(softened)) == 0.0


def test_hardness_is_not_scored_without_the_value() -> None:
    lost = constraint(stage(recalled=False), hardness=MUST)
    assert HardnessKept().per_probe(lost, cell(lost)) == NotScored(
        reason="the value was not recalled"
    )


@pytest.mark.parametrize("reason", list(Reason))
def test_constraint_preservation_falls_with_anything_forbidden(reason: Reason) -> None:
    shown = constraint(stage(hardness=MUST), hardness=MUST, exposures=[exposure("t", reason)])
    hidden = constraint(
        stage(hardness=MUST), hardness=MUST, exposures=[exposure("t", reason, asserted=False)]
    )
    assert ConstraintPreservation().per_probe(shown, cell(shown)) == 0.0
    assert ConstraintPreservation().per_probe(hidden, cell(hidden)) == 1.0


def changed(*stages: object, **given: object) -> ProbeRecord:
    return record("p", stages, aspects=[Aspect.AFTER_CHANGE], **given)  # type: ignore[arg-type]


def test_conflict_handling_wants_the_current_value_and_no_stale_one() -> None:
    both = changed(stage("new"), exposures=[exposure("old")])
    marked = changed(stage("new"), exposures=[exposure("old", asserted=False, present=True)])
    neither = changed(stage("new", recalled=False), exposures=[exposure("old", asserted=False)])
    trapped = changed(stage("new"), exposures=[exposure("trap", Reason.TRAP)])
    metric = ConflictHandling()
    assert metric.per_probe(both, cell(both)) == 0.0
    assert metric.per_probe(marked, cell(marked)) == 1.0
    assert metric.per_probe(neither, cell(neither)) == 0.0
    assert metric.per_probe(trapped, cell(trapped)) == 1.0


def test_token_cost_spreads_the_write_side_over_distinct_probes() -> None:
    asked = [
        record(f"p{i}", [stage()], budget=budget, read_tokens=50 if budget else 900)
        for i in range(4)
        for budget in (512, None)
    ]
    aside = [
        record("d", [stage()], role=Role.DAMAGE_AFTER, read_tokens=7000),
        record("f", [stage()], role=Role.FORK, read_tokens=7000),
        record("x", [stage()], outcome=Outcome.SYSTEM_FAILED, read_tokens=7000),
    ]
    usage = {
        Phase.WRITE: Usage(calls=3, prompt_tokens=250, reply_tokens=50),
        Phase.CONSOLIDATE: Usage(calls=1, prompt_tokens=80, reply_tokens=20),
        Phase.USE: Usage(prompt_tokens=9999),
        Phase.DAMAGE: Usage(prompt_tokens=9999),
        Phase.FORK: Usage(prompt_tokens=9999),
        Phase.JUDGE: Usage(prompt_tokens=9999),
    }
    one = cell(*asked, *aside, usage=usage)
    assert TokenCost().per_cell(one, 512) == 400 / 4 + 50
    assert TokenCost().per_cell(one, None) == 400 / 4 + 900
    assert isinstance(TokenCost().per_cell(one, 128), NotScored)

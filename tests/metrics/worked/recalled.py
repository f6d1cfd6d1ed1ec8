"""Worked examples of recall, constraints, evidence, rules, provenance and answers."""

from __future__ import annotations

from dataclasses import replace

from memory_impls.api import Capability, ItemKind
from metrics.api import EvidenceShare, Outcome, ProbeRecord, Verdict
from metrics.worked import atom, exposure, item, record, stage
from scenarios.api import Aspect, Gold, Hardness, Reason
from tests.metrics.worked.case import COUNTED, OUTSIDE, Case, on_record

MUST, PREFER = Hardness.MUST, Hardness.PREFER
VERBATIM = (Capability.VERBATIM,)
HALF = [stage("a"), stage("b", recalled=False)]


def limit(*stages: object, **given: object) -> ProbeRecord:
    return record("p", stages, aspects=[Aspect.CONSTRAINT], **given)  # type: ignore[arg-type]


def shares(*found: tuple[str, float, tuple[int, ...]]) -> tuple[EvidenceShare, ...]:
    return tuple(
        EvidenceShare(event_id=event, share=share, whole=share == 1, ranks=ranks)
        for event, share, ranks in found
    )


def evidence(
    *found: tuple[str, float, tuple[int, ...]], items: int = 3, any_of: bool = False
) -> ProbeRecord:
    return record(
        "p",
        gold=Gold(evidence_ids=tuple(event for event, _, _ in found), evidence_any=any_of),
        shown=tuple(item(id=f"i{n}") for n in range(items)),
        evidence=shares(*found),
    )


RECALL = [
    on_record("recall", "one of two stated", 0.5, record("p", HALF)),
    on_record("recall", "unanswerable", OUTSIDE, record("p", HALF, answerable=False)),
    on_record("recall", "guessed", 0.0, record("p", [stage(seen=False)])),
    on_record("recall", "inconsistent", 0.0, record("p", [stage(kept=False)])),
    on_record(
        "recall", "failed", COUNTED, record("p", HALF, outcome=Outcome.SYSTEM_FAILED, error="x")
    ),
    on_record("complete_recall", "one of two", 0.0, record("p", HALF)),
    on_record("complete_recall", "both", 1.0, record("p", [stage("a"), stage("b")])),
    on_record("history_recall", "asked as past", 0.5, record("p", HALF, aspects=[Aspect.HISTORY])),
    on_record("history_recall", "asked as present", OUTSIDE, record("p", HALF)),
    on_record("seen", "one not observed", 0.5, record("p", [stage("a"), stage("b", seen=False)])),
    on_record("kept", "one dropped", 0.5, record("p", [stage(kept=True), stage("b", kept=False)])),
    on_record("kept", "no contents", OUTSIDE, record("p", [stage(kept=None)])),
    on_record("kept", "kept, never said", 0.0, record("p", [stage(kept=True, seen=False)])),
    on_record(
        "answered",
        "one of two answered",
        0.5,
        record("p", [stage(answered=True), stage("b", answered=False)]),
    ),
    on_record("answered", "a guess", 0.0, record("p", [stage(recalled=False, answered=True)])),
    on_record("answered", "nothing read", OUTSIDE, record("p", [stage(answered=None)])),
    on_record("answered", "not direct", OUTSIDE, record("p", [stage(answered=True)], direct=False)),
]

LOSS_STAGES = [
    stage("u", seen=False, kept=False, recalled=False),
    stage("k", kept=False, recalled=False),
    stage("r", kept=True, recalled=False),
    stage("n", kept=True, answered=False),
    stage("g", seen=False, kept=True),
    stage("i", kept=False, recalled=True),
    stage("ok1", kept=True),
    stage("ok2", kept=True, answered=True),
]
LOSSES = [
    on_record(f"loss_{loss}", "one of eight", 1 / 8, record("p", LOSS_STAGES))
    for loss in ("unseen", "not_kept", "not_recalled", "not_answered", "guessed", "inconsistent")
]

CONSTRAINTS = [
    on_record("constraint_preservation", "kept", 1.0, limit(stage(hardness=MUST), hardness=MUST)),
    on_record(
        "constraint_preservation", "softened", 0.0, limit(stage(hardness=PREFER), hardness=MUST)
    ),
    on_record(
        "constraint_preservation",
        "one of two values lost",
        0.0,
        limit(stage(hardness=MUST), stage("b", recalled=False), hardness=MUST),
    ),
    on_record(
        "constraint_preservation",
        "a trap beside it",
        0.0,
        limit(stage(hardness=MUST), hardness=MUST, exposures=[exposure("t", Reason.TRAP)]),
    ),
    on_record(
        "constraint_preservation",
        "asked through a task",
        1.0,
        limit(stage(hardness=MUST), hardness=MUST, direct=False),
    ),
    on_record("constraint_preservation", "no constraint", OUTSIDE, record("p", [stage()])),
    on_record("value_kept", "softened", 1.0, limit(stage(hardness=PREFER), hardness=MUST)),
    on_record(
        "value_kept", "one of two", 0.0, limit(stage(), stage("b", recalled=False), hardness=MUST)
    ),
    on_record("value_kept", "lost", 0.0, limit(stage(recalled=False), hardness=MUST)),
    on_record("hardness_kept", "softened", 0.0, limit(stage(hardness=PREFER), hardness=MUST)),
    on_record("hardness_kept", "kept", 1.0, limit(stage(hardness=MUST), hardness=MUST)),
    on_record("hardness_kept", "value lost", COUNTED, limit(stage(recalled=False), hardness=MUST)),
    on_record("hardness_kept", "nothing to keep", OUTSIDE, limit(stage())),
    on_record(
        "verbatim_kept",
        "one of two events whole",
        0.5,
        limit(stage(), evidence=shares(("e", 1.0, (0,)), ("f", 0.9, ()))),
    ),
    on_record("verbatim_kept", "no evidence", COUNTED, limit(stage())),
]

TWO = (("a", 1.0, (1,)), ("b", 0.5, ()))
EVIDENCE = [
    on_record("evidence_recall", "whole and half", 0.75, evidence(*TWO), capabilities=VERBATIM),
    on_record("evidence_recall", "rewrites", OUTSIDE, evidence(*TWO)),
    on_record("evidence_recall", "a bound", 0.75, evidence(*TWO), is_bound=True),
    on_record(
        "evidence_recall", "no evidence", COUNTED, record("p", gold=Gold()), capabilities=VERBATIM
    ),
    on_record(
        "evidence_recall",
        "unanswerable",
        OUTSIDE,
        record("p", gold=Gold(evidence_ids=("a",), answerable=False)),
        capabilities=VERBATIM,
    ),
    on_record("evidence_whole", "whole and half", 0.5, evidence(*TWO), capabilities=VERBATIM),
    on_record(
        "evidence_recall",
        "only the session is known",
        OUTSIDE,
        evidence(*TWO, any_of=True),
        capabilities=VERBATIM,
    ),
    on_record(
        "session_hit",
        "one turn of the session whole",
        1.0,
        evidence(*TWO, any_of=True),
        capabilities=VERBATIM,
    ),
    on_record(
        "session_hit",
        "no turn whole",
        0.0,
        evidence(("a", 0.5, ()), any_of=True),
        capabilities=VERBATIM,
    ),
    on_record("session_hit", "the turn is known", OUTSIDE, evidence(*TWO), capabilities=VERBATIM),
    on_record("evidence_hit", "one found", 1.0, evidence(*TWO), capabilities=VERBATIM),
    on_record("evidence_all", "one missing", 0.0, evidence(*TWO), capabilities=VERBATIM),
    on_record("evidence_precision", "one of three", 1 / 3, evidence(*TWO), capabilities=VERBATIM),
    on_record("evidence_mrr", "second place", 0.5, evidence(*TWO), capabilities=VERBATIM),
    on_record(
        "evidence_ndcg",
        "second place of two relevant",
        (1 / 1.584962500721156) / (1 + 1 / 1.584962500721156),
        evidence(*TWO),
        capabilities=VERBATIM,
    ),
]

TEN = [
    on_record(
        f"evidence_{name}_at_10",
        "one of two in the twelfth place, one in the second",
        expected,
        evidence(("a", 1.0, (1,)), ("b", 1.0, (11,)), items=12),
        capabilities=VERBATIM,
    )
    for name, expected in (
        ("hit", 1.0),
        ("all", 0.0),
        ("recall", 0.5),
        ("precision", 0.1),
        ("mrr", 0.5),
        ("ndcg", (1 / 1.584962500721156) / (1 + 1 / 1.584962500721156)),
    )
]

REQUESTS = tuple(f"e{n}" for n in range(5))


def ruled(
    *items: tuple[str, ItemKind, tuple[str, ...]],
    stated_by: tuple[str, ...] = ("r",),
    shown: tuple[str, ...] = (),
) -> ProbeRecord:
    return record(
        "p",
        [stage("a", shown_by=stated_by)],
        aspects=[Aspect.RULE],
        gold=Gold(required=(atom("a", evidence_ids=REQUESTS),)),
        shown=tuple(item(id=id, kind=kind, source_ids=sources) for id, kind, sources in items),
        evidence=shares(*((e, 1.0 if e in shown else 0.2, (0,)) for e in REQUESTS)),
    )


RULE = ("r", ItemKind.RULE, REQUESTS[:3])
SINGLE = ("s", ItemKind.EPISODE, REQUESTS[:1])


def control(kind: ItemKind, stating: str = "r") -> tuple[ProbeRecord, ...]:
    known = record("p", [stage()], aspects=[Aspect.RULE])
    trap = exposure("t", Reason.TRAP)
    shown = (item(id="r", kind=kind),)
    asked = record("q", [], [replace(trap, shown_by=(stating,))], aspects=[Aspect.CONTROL], order=1)
    return known, replace(asked, shown=shown)


RULES = [
    on_record("rule_stated", "a rule item", 1.0, ruled(RULE, SINGLE)),
    on_record("rule_stated", "only single requests", 0.0, ruled(SINGLE, stated_by=("s",))),
    on_record("rule_stated", "a rule about something else", 0.0, ruled(RULE, stated_by=())),
    on_record("rule_sources", "three requests", 1.0, ruled(RULE)),
    on_record(
        "rule_sources",
        "two requests among many",
        0.0,
        ruled(("r", ItemKind.RULE, (*REQUESTS[:2], *(f"x{n}" for n in range(10))))),
    ),
    on_record("rule_sources", "no rule", COUNTED, ruled(SINGLE, stated_by=("s",))),
    on_record("rule_replacement", "one request left", 0.8, ruled(RULE, shown=("e0",))),
    on_record("rule_replacement", "no rule", COUNTED, ruled(SINGLE, stated_by=("s",))),
    on_record("false_rule", "a rule nobody implied", 1.0, *control(ItemKind.RULE)),
    on_record("false_rule", "said once, no rule", 0.0, *control(ItemKind.EPISODE)),
    on_record("false_rule", "another rule", 0.0, *control(ItemKind.RULE, stating="")),
    on_record("false_rule", "no rules here", OUTSIDE, control(ItemKind.RULE)[1]),
]


def cited(*sources: tuple[str, ...]) -> ProbeRecord:
    return record(
        "p",
        [stage(f"a{n}", shown_by=(f"i{n}",)) for n in range(len(sources))],
        gold=Gold(
            required=tuple(atom(f"a{n}", evidence_ids=(f"e{n}",)) for n in range(len(sources)))
        ),
        shown=tuple(item(id=f"i{n}", source_ids=ids) for n, ids in enumerate(sources)),
    )


PROVENANCE = [
    on_record("provenance_fidelity", "one right, one none", 0.5, cited(("e0",), ())),
    on_record("provenance_fidelity", "another event", 0.0, cited(("e9",))),
    on_record("provenance_precision", "cites four", 0.25, cited(("e0", "x", "y", "z"))),
    on_record("provenance_precision", "cites none", COUNTED, cited(())),
]


def replied(answer: str | None, gold: Gold, *, category: str = "", **given: object) -> ProbeRecord:
    made = record("p", gold=gold, answer=answer, **given)  # type: ignore[arg-type]
    return replace(made, probe=replace(made.probe, category=category))


LUNA, UNKNOWN = Gold(answer="Luna"), Gold(answerable=False)
CHOICE = Gold(choices=("(a) coffee", "(b) tea", "(c) milk"), answer="(b) tea")
RUBRIC = Gold(rubric=("one", "two", "three"))


def judged(*scores: float | None) -> ProbeRecord:
    verdicts = tuple(
        Verdict(judge="j", point=point, score=score)
        for point, score in zip(RUBRIC.rubric, scores, strict=False)
    )
    return record("p", gold=RUBRIC, verdicts=verdicts)


def ordered(answer: str) -> ProbeRecord:
    return record("p", gold=RUBRIC, aspects=[Aspect.ORDER], answer=answer)


ANSWERS = [
    on_record("answer_f1", "tea thrice", 0.5, replied("tea tea tea", Gold(answer="tea"))),
    on_record("answer_f1", "no reader", OUTSIDE, replied(None, LUNA)),
    on_record("correct_abstention", "refuses", 1.0, replied("I have no record of that.", UNKNOWN)),
    on_record("correct_abstention", "invents", 0.0, replied("Luna", UNKNOWN)),
    on_record("correct_abstention", "answerable", OUTSIDE, replied("Luna", LUNA)),
    on_record("false_abstention", "refuses", 1.0, replied("not mentioned", LUNA)),
    on_record("false_abstention", "answers", 0.0, replied("Luna", LUNA)),
    on_record("choice_accuracy", "by letter", 1.0, replied("(b)", CHOICE)),
    on_record("choice_accuracy", "by words", 1.0, replied("Tea.", CHOICE)),
    on_record("choice_accuracy", "two letters", 0.0, replied("(b) or (c)", CHOICE)),
    on_record("nugget_score", "halves count", 0.5, judged(1.0, 0.5, 0.0)),
    on_record("nugget_score", "a judge failed", COUNTED, judged(1.0, None, 0.0)),
    on_record("nugget_score", "no judge", OUTSIDE, record("p", gold=RUBRIC)),
    on_record("official_beam_nuggets", "halves are cut", 1 / 3, judged(1.0, 0.5, 0.0)),
    on_record("official_beam_order_tau", "two swapped", 2 / 3, ordered("one, three, two")),
    on_record("official_beam_order_tau", "none named", COUNTED, ordered("four")),
    on_record("order_score", "two of three in order", 2 / 3, ordered("one, then three")),
    on_record("order_score", "none named", 0.0, ordered("four")),
    on_record(
        "official_locomo_f1",
        "one of two parts",
        0.5,
        replied("painting", Gold(answer="painting, swimming"), category="multi-hop"),
        family="locomo",
    ),
    on_record("official_locomo_f1", "another data set", OUTSIDE, replied("Luna", LUNA)),
    on_record(
        "official_locomo_evidence_recall",
        "one of two",
        0.5,
        evidence(*TWO),
        family="locomo",
    ),
    on_record(
        "official_locomo_evidence_recall", "vacuous", 1.0, record("p", gold=Gold()), family="locomo"
    ),
    on_record(
        "official_personamem_accuracy", "letter", 1.0, replied("(b)", CHOICE), family="personamem"
    ),
    on_record(
        "official_personamem_accuracy", "words", 0.0, replied("Tea.", CHOICE), family="personamem"
    ),
]
LONGMEMEVAL = [
    on_record(
        f"official_longmemeval_{name}_{k}",
        "one of two, second place",
        expected,
        evidence(*TWO),
        family="longmemeval",
        capabilities=VERBATIM,
    )
    for name, expected in (("recall_any", 1.0), ("recall_all", 0.0), ("ndcg", 0.5))
    for k in (5, 10)
]

CASES: list[Case] = [
    *RECALL,
    *LOSSES,
    *CONSTRAINTS,
    *EVIDENCE,
    *TEN,
    *RULES,
    *PROVENANCE,
    *ANSWERS,
    *LONGMEMEVAL,
]

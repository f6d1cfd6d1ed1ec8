"""Every metric under its name; a metric of one's own is a file and a line here.

Names that end in ``_kept`` look at the contents, ``official_`` ones follow a public scorer with
its oddities.
"""

from __future__ import annotations

from memory_impls.parts.names import UnknownNameError
from memory_impls.parts.usage import Phase
from metrics import retrieval
from metrics.abstention import CorrectAbstention, FalseAbstention
from metrics.adaptation import AdaptationLag
from metrics.answers import AnswerF1
from metrics.api import Metric
from metrics.conflict import (
    Absence,
    Cascade,
    ConflictHandling,
    ExceptionKept,
    FalseOverwrite,
    Fama,
    FlipRate,
    Reversal,
)
from metrics.constraints import ConstraintPreservation, HardnessKept, ValueKept, VerbatimKept
from metrics.cost import PhaseTokens, ReadTokens, TokenCost, TokensPerCorrect
from metrics.damage import Damage, Gain
from metrics.evidence_recall import EvidenceRanking, EvidenceRecall, EvidenceWhole, SessionHit
from metrics.exposure import (
    IsolationLeak,
    Residue,
    Resurrection,
    SecretLeak,
    StaleExposure,
    TrapExposure,
    WordedDeletion,
)
from metrics.extraction import Extraction
from metrics.funnel import Loss
from metrics.latency import Latency
from metrics.money import Money
from metrics.official.beam import NuggetScore, OrderScore, OrderTau
from metrics.official.locomo import LocomoAnswer, LocomoEvidence
from metrics.official.longmemeval import LongMemEvalRetrieval, ndcg_any, recall_all, recall_any
from metrics.official.personamem import ChoiceAccuracy, PersonaMemChoice
from metrics.provenance import ProvenanceFidelity, ProvenancePrecision
from metrics.recall import Answered, CompleteRecall, HistoryRecall, Kept, LossShare, Recall, Seen
from metrics.restart import RestartLoss
from metrics.rules import FalseRule, RuleReplacement, RuleSources, RuleStated
from metrics.store import DreamCount, Duplicates, Growth, HeldShare

__all__ = ["HEADLINES", "METRICS", "metric", "metric_names"]

HEADLINES = ("recall", "constraint_preservation", "conflict_handling", "token_cost")
"""The four scores that designs are told apart by."""

_LOSSES = tuple(
    LossShare(
        name=f"loss_{loss}",
        description=f"share of required atoms whose first loss is '{loss}'",
        loss=loss,
    )
    for loss in Loss
    if loss is not Loss.NONE
)
_FIGURES = (
    ("hit", retrieval.hit, "share of probes with any evidence event shown whole"),
    ("all", retrieval.complete, "share of probes with every evidence event shown whole"),
    ("precision", retrieval.precision, "share of the places that hold an evidence event whole"),
    ("mrr", retrieval.mrr, "one over the place of the first evidence event shown whole"),
    ("ndcg", retrieval.ndcg, "nDCG of the evidence events shown whole, best item first"),
)
_RANKINGS = (
    *(
        EvidenceRanking(name=f"evidence_{name}", description=what, compute=compute)
        for name, compute, what in _FIGURES
    ),
    *(
        EvidenceRanking(
            name=f"evidence_{name}_at_10",
            description=f"{what}, among the first ten",
            compute=compute,
            k=10,
        )
        for name, compute, what in (
            *_FIGURES,
            ("recall", retrieval.recall, "share of the evidence events shown whole"),
        )
    ),
)
_PHASES = tuple(
    PhaseTokens(
        name=f"{phase}_tokens",
        description=f"tokens of model calls while {phase}",
        phase=phase,
        phases=(phase,),
    )
    for phase in (Phase.WRITE, Phase.CONSOLIDATE, Phase.ANSWER, Phase.JUDGE)
)

_LATENCIES = tuple(
    Latency(
        name=f"latency_p{round(100 * share)}{suffix}",
        description=f"{round(100 * share)}th percentile of the seconds inside recall{without}",
        share=share,
        with_embedding=not suffix,
    )
    for share in (0.5, 0.95)
    for suffix, without in (("", ""), ("_unembedded", ", embedding the query left out"))
)
_LONGMEMEVAL = tuple(
    LongMemEvalRetrieval(
        name=f"official_longmemeval_{name}_{k}",
        description=f"LongMemEval's {name} at {k} turns",
        compute=compute,
        k=k,
    )
    for name, compute in (
        ("recall_any", recall_any),
        ("recall_all", recall_all),
        ("ndcg", ndcg_any),
    )
    for k in (5, 10)
)
_EXTRACTION = (
    Extraction(
        name="extraction_recall",
        description="share of the atoms stated so far that the contents hold at the end",
    ),
    Extraction(
        name="extraction_precision",
        description="share of the items held at the end that hold an atom some probe requires",
        of_items=True,
    ),
)
_DREAMS = (
    DreamCount(name="dreams", description="consolidations per history"),
    DreamCount(
        name="dreams_abandoned",
        description="consolidations per history that were not committed",
        failed=True,
    ),
)

METRICS: tuple[Metric, ...] = tuple(
    sorted(
        (
            Absence(),
            AdaptationLag(),
            AnswerF1(),
            Answered(),
            Cascade(),
            ChoiceAccuracy(),
            CompleteRecall(),
            ConflictHandling(),
            ConstraintPreservation(),
            CorrectAbstention(),
            Damage(),
            Damage(
                name="damage_kept",
                description="share of atoms kept just before a dream and not just after it",
                kept=True,
            ),
            Duplicates(),
            EvidenceRecall(),
            EvidenceWhole(),
            SessionHit(),
            ExceptionKept(),
            FalseAbstention(),
            FalseOverwrite(),
            FalseRule(),
            Fama(),
            FlipRate(),
            Gain(),
            Gain(
                name="gain_kept",
                description="share of atoms not kept just before a dream and kept after it",
                kept=True,
            ),
            Growth(),
            HardnessKept(),
            HeldShare(),
            HistoryRecall(),
            IsolationLeak(),
            Kept(),
            LocomoAnswer(),
            LocomoEvidence(),
            Money(),
            NuggetScore(),
            NuggetScore(
                name="official_beam_nuggets",
                description="BEAM's shipped nugget average: a judge's 0.5 counts as 0",
                truncate=True,
            ),
            OrderScore(),
            OrderTau(),
            PersonaMemChoice(),
            ProvenanceFidelity(),
            ProvenancePrecision(),
            ReadTokens(),
            Recall(),
            Residue(),
            RestartLoss(),
            Resurrection(),
            Reversal(),
            RuleReplacement(),
            RuleSources(),
            RuleStated(),
            SecretLeak(),
            Seen(),
            StaleExposure(),
            TokenCost(),
            TokensPerCorrect(),
            TrapExposure(),
            ValueKept(),
            VerbatimKept(),
            WordedDeletion(),
            *_DREAMS,
            *_EXTRACTION,
            *_LATENCIES,
            *_LONGMEMEVAL,
            *_LOSSES,
            *_PHASES,
            *_RANKINGS,
        ),
        key=lambda metric: metric.name,
    )
)
_BY_NAME = {metric.name: metric for metric in METRICS}


def metric_names() -> tuple[str, ...]:
    """List every metric by name, sorted."""
    return tuple(_BY_NAME)


def metric(name: str) -> Metric:
    """Give the metric of this name.

    Raises:
        UnknownNameError: There is none; the message names the nearest.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownNameError("metric", name, metric_names()) from None

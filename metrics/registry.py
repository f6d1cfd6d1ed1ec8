"""Every metric under its name; a metric of one's own is a file and a line here.

Names that end in ``_kept`` look at the contents, ``official_`` ones follow a public scorer with
its oddities.
"""

from __future__ import annotations

from memory_impls.parts.names import UnknownNameError
from memory_impls.parts.usage import Phase
from metrics import retrieval
from metrics.abstention import CorrectAbstention, FalseAbstention
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
from metrics.evidence_recall import EvidenceRanking, EvidenceRecall, EvidenceWhole
from metrics.exposure import (
    IsolationLeak,
    Residue,
    Resurrection,
    SecretLeak,
    StaleExposure,
    TrapExposure,
    WordedDeletion,
)
from metrics.funnel import Loss
from metrics.recall import Answered, CompleteRecall, HistoryRecall, Kept, LossShare, Recall, Seen

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
_RANKINGS = (
    EvidenceRanking(
        name="evidence_hit",
        description="share of probes with any evidence event shown whole",
        compute=retrieval.hit,
    ),
    EvidenceRanking(
        name="evidence_all",
        description="share of probes with every evidence event shown whole",
        compute=retrieval.complete,
    ),
    EvidenceRanking(
        name="evidence_precision",
        description="share of the shown items that hold an evidence event whole",
        compute=retrieval.precision,
    ),
    EvidenceRanking(
        name="evidence_mrr",
        description="one over the rank of the first item that holds an evidence event whole",
        compute=retrieval.mrr,
    ),
    EvidenceRanking(
        name="evidence_ndcg",
        description="nDCG of the evidence events shown whole, in order of the items",
        compute=retrieval.ndcg,
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

METRICS: tuple[Metric, ...] = tuple(
    sorted(
        (
            Absence(),
            Answered(),
            Cascade(),
            CompleteRecall(),
            ConflictHandling(),
            ConstraintPreservation(),
            CorrectAbstention(),
            Damage(),
            Damage(name="damage_kept", kept=True),
            EvidenceRecall(),
            EvidenceWhole(),
            ExceptionKept(),
            FalseAbstention(),
            FalseOverwrite(),
            Fama(),
            FlipRate(),
            Gain(),
            Gain(name="gain_kept", kept=True),
            HardnessKept(),
            HistoryRecall(),
            IsolationLeak(),
            Kept(),
            ReadTokens(),
            Recall(),
            Residue(),
            Resurrection(),
            Reversal(),
            SecretLeak(),
            Seen(),
            StaleExposure(),
            TokenCost(),
            TokensPerCorrect(),
            TrapExposure(),
            ValueKept(),
            VerbatimKept(),
            WordedDeletion(),
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

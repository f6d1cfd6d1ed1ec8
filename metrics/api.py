"""The values that scoring reads and gives: records in, scores out, nothing runs in between."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memory_impls.api import ItemKind, Status
from memory_impls.parts.usage import Phase, Usage
from scenarios.api import Hardness, Probe, Reason

__all__ = [
    "AtomExposure",
    "AtomStage",
    "Cell",
    "CellMetric",
    "Direction",
    "EvidenceShare",
    "HeldAtEnd",
    "Metric",
    "NotScored",
    "Outcome",
    "ProbeMetric",
    "ProbeRecord",
    "Role",
    "Score",
    "Shown",
    "TraceItem",
    "TraceLine",
    "Verdict",
]


class Direction(StrEnum):
    """Which way is better."""

    HIGHER = "higher"
    LOWER = "lower"
    NONE = "none"
    """Describes; neither way is better."""


class Outcome(StrEnum):
    """Status of one record."""

    ASKED = "asked"
    """The memory answered; metrics decide what can be scored."""
    NOT_APPLICABLE = "not_applicable"
    """The design lacks the capability that the probe needs."""
    SYSTEM_FAILED = "system_failed"
    """The design raised, or broke its limits; ``ProbeRecord.error`` says how."""


class Role(StrEnum):
    """Why a record was taken; only ``probe`` and ``fork`` records enter scores of probes."""

    PROBE = "probe"
    FORK = "fork"
    DAMAGE_BEFORE = "damage_before"
    DAMAGE_AFTER = "damage_after"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One item as it was rendered."""

    item_id: str
    text: str
    kind: ItemKind
    status: Status
    at: datetime
    speaker: str = ""
    session: str | None = None
    source_ids: tuple[str, ...] = ()
    superseded_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AtomStage:
    """How far one required atom came; None where a stage cannot be known.

    Attributes:
        shown_by: Ids of the shown items that state it.
        hardness: Hardness with which they state it: the gold's when any of them has it,
            otherwise the strongest stated, None when none is stated.
    """

    atom_id: str
    seen: bool
    kept: bool | None
    recalled: bool
    answered: bool | None
    shown_by: tuple[str, ...] = ()
    hardness: Hardness | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AtomExposure:
    """What became of one forbidden atom.

    Attributes:
        asserted: A shown item asserts it as current.
        present: A shown item holds it in any stance: past, denied and superseded included.
        kept: Some item of the contents holds it in any stance; None without contents.
        answered: The answer asserts it; None when none was read.
        shown_by: Ids of the shown items that hold it.
    """

    atom_id: str
    reason: Reason
    asserted: bool
    present: bool
    kept: bool | None
    answered: bool | None
    shown_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceShare:
    """Share of one evidence event's words that the rendered context holds verbatim.

    Attributes:
        share: Words in verbatim runs of at least 12 words, of all words; 0 to 1.
        whole: The event's words stand in the context in one run.
        ranks: Positions (from 0, among the shown items) of the items that hold it whole.
    """

    event_id: str
    share: float
    whole: bool
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A model's verdict on one point of an answer, made by ``runs`` and stored.

    Attributes:
        judge: Identity of the model and prompt.
        point: The rubric point, or "" for a verdict on the whole answer.
        score: 0 to 1; None when the judge failed (counted, never 0).
    """

    judge: str
    point: str
    score: float | None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeRecord:
    """One probe asked of one cell at one budget: what is needed to score it again.

    Attributes:
        cell_id: Key of the cell.
        budget: Token limit of the query; None is no limit.
        order: Position among the cell's records, counted from 0.
        rendered: The context exactly as rendered; what is not in it was not shown.
        read_tokens: Tokens of ``rendered`` plus of model calls made inside recall.
        seen_ids: Evidence events of the probe that had been observed, and not forgotten, before.
        revision: Revision of the trace that was in force.
        dream: Ordinal of the consolidation a damage record belongs to; -1 otherwise.
        answer: The reader's answer; None when none was read.
        evidence_texts: (event id, text as observed) of the evidence events in ``seen_ids`` and of
            those not seen alike, filled by the replay; evidence recall is scored on these words,
            never on ids that a design declares.
        evidence_sessions: (event id, 0-based ordinal of its session) of the same events, filled by
            the replay; age and lag are counted with them.
        stages: One per required atom, filled by ``metrics.funnel.with_stages``.
        exposures: One per forbidden atom, filled by the same.
        evidence: One per entry of ``evidence_texts``, filled by the same.
        verdicts: What judges said, filled by ``runs``.
        read_s: Seconds inside recall. embed_s: the share spent embedding the query.
    """

    cell_id: str
    probe: Probe
    budget: int | None
    order: int
    role: Role = Role.PROBE
    outcome: Outcome = Outcome.ASKED
    error: str = ""
    shown: tuple[Shown, ...] = ()
    rendered: str = ""
    context_tokens: int = 0
    read_tokens: int = 0
    seen_ids: tuple[str, ...] = ()
    revision: int = 0
    dream: int = -1
    events_seen: int = 0
    answer: str | None = None
    evidence_texts: tuple[tuple[str, str], ...] = ()
    evidence_sessions: tuple[tuple[str, int], ...] = ()
    stages: tuple[AtomStage, ...] = ()
    exposures: tuple[AtomExposure, ...] = ()
    evidence: tuple[EvidenceShare, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    read_s: float = 0.0
    embed_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceItem:
    """One item of a memory's contents as the trace keeps it."""

    id: str
    text: str
    kind: ItemKind
    status: Status
    version: int
    source_ids: tuple[str, ...]
    updated: datetime
    speaker: str = ""
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceLine:
    """What changed in a memory by one moment of the replay.

    Attributes:
        revision: Ordinal of the line, counted from 1; records point at it.
        cause: "dream", "forget", "session_end" or "probe".
        items: Added or changed; the item as it is now.
        changes: For a dream: (action, item id, source ids, why), as the design said.
        size: Items, bytes and tokens held after it; None when the design could not say.
    """

    revision: int
    cause: str
    at: datetime
    session: str = ""
    reason: str = ""
    committed: bool = True
    failures: int = 0
    items: tuple[TraceItem, ...] = ()
    removed_ids: tuple[str, ...] = ()
    changes: tuple[tuple[str, str, tuple[str, ...], str], ...] = ()
    held_items: int | None = None
    held_bytes: int | None = None
    held_tokens: int | None = None
    events_seen: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldAtEnd:
    """What the contents of a memory hold at the end of a cell, counted.

    Attributes:
        items: Items held.
        stating: Of these, items that hold some atom of ``atoms``.
        atoms: Atoms that main-line probes require, said by then and not erased on request.
        held: Of these, atoms that some item holds, as current or as past.
        current: Items that are not superseded or archived.
        distinct: Of these, items that do not repeat another one's words.
    """

    items: int
    stating: int
    atoms: int
    held: int
    current: int
    distinct: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One design variant replayed through one scenario: header, records and trace.

    Attributes:
        id: Hash of everything that can change the result.
        design: Label of the variant. scenario: label of the scenario variant.
        cluster: Scenario id; statistics resample it and pair designs on it.
        is_bound: True for oracle, random and other rows that enter no ranking or gate.
        capabilities: Names of the design's capabilities.
        usage: Tokens by phase. seconds: by phase, inside the design's methods.
        history_tokens: Tokens of all event texts.
        held: What is held at the end, filled by ``metrics.funnel.with_stages``; None for a design
            that does not list its contents.
        error: Why the cell ended early; its later probes are records that failed.
    """

    id: str
    design: str
    scenario: str
    family: str
    cluster: str
    seed: int
    language: str = "en"
    pool: str = ""
    is_bound: bool = False
    capabilities: tuple[str, ...] = ()
    embedder: str = ""
    model: str = ""
    use_budget: int | None = 512
    records: tuple[ProbeRecord, ...] = ()
    trace: tuple[TraceLine, ...] = ()
    usage: Mapping[Phase, Usage] = field(default_factory=dict)
    seconds: Mapping[Phase, float] = field(default_factory=dict)
    events: int = 0
    sessions: int = 0
    history_tokens: int = 0
    truncated_texts: int = 0
    held: HeldAtEnd | None = None
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotScored:
    """Why a value is absent. ``applies`` is False when the metric never meant this record."""

    reason: str
    applies: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One aggregated figure: a row of ``summary.json``.

    Attributes:
        value: None when nothing could be scored.
        low: Lower end of the interval; None when there is none.
        n_scored: Probes (or cells) that gave a value. n_total: those the metric means.
        n_clusters: Scenarios behind the interval; for a macro mean, the smallest family's.
        strict: The mean with every failed item at the metric's worst; None where undefined.
        coverage: Measured coverage of this kind of interval at this n; None when not known.
    """

    design: str
    scenario: str
    metric: str
    budget: int | None
    value: float | None
    low: float | None
    high: float | None
    n_scored: int
    n_total: int
    n_clusters: int
    unit: str
    direction: Direction
    version: int
    average: str = "macro"
    strict: float | None = None
    coverage: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric(ABC):
    """Something a cell is scored by.

    Attributes:
        example: A case worked by hand, in words; the tests hold it.
        worst: Value a failed item takes in the strict figure; None when there is none.
        version: Raised when the same records would give another number.
    """

    name: str
    description: str
    unit: str
    direction: Direction
    example: str = ""
    version: int = 1
    worst: float | None = 0.0

    def remark(self, cells: Sequence[Cell], budget: int | None) -> str:
        """Say what a reader must know of an aggregate over these cells; "" for nothing."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeMetric(Metric):
    """A metric with one value per probe record."""

    @abstractmethod
    def per_probe(self, record: ProbeRecord, cell: Cell) -> float | NotScored:
        """Score one record; ``cell`` gives the linked earlier records and the trace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellMetric(Metric):
    """A metric with one value per cell and budget."""

    @abstractmethod
    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Score one cell at one budget."""

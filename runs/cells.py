"""Cells: one design variant, one scenario, one seed; known by a hash of all that matters."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum

from runs.codec import canonical
from runs.record import SCHEMA_VERSION
from runs.sources import build_family, load_scenario
from scenarios.api import Scenario

__all__ = [
    "BoundKind",
    "CellPlan",
    "DesignVariant",
    "ModelSettings",
    "ReaderSettings",
    "ScenarioVariant",
    "build_scenario",
    "cell_id",
    "scenario_key",
]


class BoundKind(StrEnum):
    """Bounds that are made from gold and are no memories."""

    ORACLE = "oracle"
    RANDOM = "random"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Settings of the offline model; see ``memory_impls.parts.model.OfflineModel``."""

    compression: str = "extractive"
    generalising_rate: float = 1.0
    score_noise: float = 0.0
    small_noise: float = 0.0
    run: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignVariant:
    """A design with its parameters, under the label that everything else keys on.

    Attributes:
        name: Registered name, or the place of a user's class; "oracle" and "random" are bounds.
        params: Parameters of the constructor that differ from its defaults.
        embedder: Name of an embedder; "auto" goes by the scenario's language.
        is_bound: Enters no ranking or gate.
        source: Digest of the user's file; "" for a design that ships.
    """

    label: str
    name: str
    params: Mapping[str, object] = field(default_factory=dict)
    model: ModelSettings = field(default_factory=ModelSettings)
    embedder: str = "auto"
    is_bound: bool = False
    source: str = ""

    @property
    def bound(self) -> BoundKind | None:
        """Which bound made from gold it is; None for a memory."""
        return BoundKind(self.name) if self.name in tuple(BoundKind) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioVariant:
    """A family with its knobs, or a data set, under its label; either of the two is given.

    Attributes:
        path: Where the data lie; they are known by ``digest``, not by this.
        only: Histories or single questions of the data that are wanted; empty for all.
        digest: SHA-256 of the data, or of the user's file with a family; else "".
    """

    label: str
    family: str = ""
    data: str = ""
    path: str = ""
    only: tuple[str, ...] = ()
    digest: str = ""
    knobs: Mapping[str, object] = field(default_factory=dict)
    pool: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderSettings:
    """Settings of the offline reader; see ``runs.reader``."""

    threshold: float = 0.35
    sentences: int = 2
    candidates: int = 8
    embedder: str = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class CellPlan:
    """Everything that a cell's result depends on.

    Attributes:
        id: Hash of all other fields but ``units`` and the path of the data.
        cluster: Id of the scenario.
        version: Version of the scenario's family.
        knobs: Settings of the scenario as it resolved them.
        budgets: Token limits asked of every probe; None is no limit.
        use_budget: Token limit of an ordinary agent turn and of damage probes.
        damage_atoms: At most so many atoms are asked around a dream.
        content: Digest of the steps, for data; "" for what version and seed pin.
        units: Expected work, in calls to the memory; for progress only.
    """

    id: str = ""
    design: DesignVariant
    scenario: ScenarioVariant
    cluster: str
    seed: int
    family: str
    version: int
    language: str
    pool: str
    knobs: Mapping[str, object]
    budgets: tuple[int | None, ...]
    use_budget: int | None
    damage_atoms: int
    reader: ReaderSettings
    content: str = ""
    units: int = 0


def cell_id(plan: CellPlan) -> str:
    """Hash everything that can change the result of a cell."""
    design, scenario = plan.design, plan.scenario
    known = {
        "schema": SCHEMA_VERSION,
        "design": [
            design.label,
            design.name,
            _plain(design.params),
            asdict(design.model),
            design.embedder,
            design.is_bound,
            design.source,
        ],
        "scenario": [
            scenario.label,
            scenario.family,
            scenario.data,
            "" if scenario.data else scenario.digest,
            plan.content,
            _plain(scenario.knobs),
            _plain(plan.knobs),
            plan.cluster,
            plan.family,
            plan.version,
            plan.language,
            plan.pool,
        ],
        "seed": plan.seed,
        "budgets": plan.budgets,
        "use_budget": plan.use_budget,
        "damage_atoms": plan.damage_atoms,
        "reader": asdict(plan.reader),
    }
    return hashlib.blake2b(canonical(known).encode(), digest_size=12).hexdigest()


def scenario_key(plan: CellPlan) -> str:
    """Name the scenario of a cell within one run; cells of all designs share it."""
    variant = plan.scenario
    known = [variant.label, variant.digest, plan.content, _plain(plan.knobs), plan.cluster]
    return canonical([*known, plan.seed, plan.version, plan.language, plan.pool])


def build_scenario(plan: CellPlan) -> Scenario:
    """Build the scenario of a cell anew.

    Raises:
        ValueError: It cannot be built, or is no longer the one that was planned.
    """
    variant = plan.scenario
    if variant.data:
        scenario = load_scenario(variant, plan.cluster)
    else:
        scenario = build_family(variant, plan.seed)
    if (scenario.id, scenario.version) != (plan.cluster, plan.version):
        raise ValueError(
            f"scenario {plan.cluster!r} version {plan.version} was planned, but {variant.label!r} "
            f"gave {scenario.id!r} version {scenario.version}; plan the run anew"
        )
    return scenario


def _plain(value: object) -> object:
    """Give settings a form that JSON can hold and that no dictionary order can change."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, set | frozenset):
        return sorted((_plain(part) for part in value), key=canonical)
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return repr(value) if not hasattr(value, "isoformat") else value.isoformat()

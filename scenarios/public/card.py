"""The data card: what a file is, what it holds, what is odd about it, what the loader did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["About", "DataCard", "Finding", "Findings", "Treatment"]


class Treatment(StrEnum):
    """What a loader did with something odd."""

    REPAIRED = "repaired"
    DROPPED = "dropped"
    UNRESOLVED = "unresolved"
    """Kept, but a reference in it points nowhere or cannot be read."""
    NOTED = "noted"
    """Kept as it is; a reader of the scores should know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One odd thing in one item.

    Attributes:
        kind: A short name that findings are counted by: "evidence joined in one string".
        item: Where in the file.
        detail: What stood there, and what was made of it.
    """

    treatment: Treatment
    kind: str
    item: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is known of a data set whatever the file at hand.

    Attributes:
        name: Name in the registry.
        source: Where to get it.
        licence: As its publisher states it.
        commercial: False when the licence forbids commercial use; None when none is stated.
        scoring: What is scored without a model, what waits for a judge; one sentence each.
        traps: What is odd about the published set; one sentence each.
    """

    name: str
    title: str
    source: str
    licence: str
    commercial: bool | None
    scoring: tuple[str, ...]
    traps: tuple[str, ...]

    def notice(self) -> str:
        """Say the licence in one line, to be shown once when the data are used."""
        limit = {
            True: "",
            False: "; non-commercial use only",
            None: "; no licence is stated, ask the authors before any use beyond your own",
        }[self.commercial]
        return f"{self.title}: {self.licence}{limit} ({self.source})"


@dataclass(frozen=True, slots=True, kw_only=True)
class DataCard:
    """What one file or folder is and what became of it.

    Attributes:
        layout: Which of the published layouts it has.
        counts: What was loaded, by name: scenarios, sessions, events, questions ...
        categories: Questions by category.
        findings: Everything repaired, dropped, unresolved or worth noting, in file order.
        controls: What rules reach that see the questions and no memory, 0 to 1; a score below
            them says nothing about a memory.
        warnings: What a reader of any score must be told, one sentence each.
    """

    about: About
    path: str
    layout: str
    counts: Mapping[str, int]
    categories: Mapping[str, int]
    findings: tuple[Finding, ...] = ()
    controls: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def tally(self) -> Mapping[tuple[Treatment, str], int]:
        """Count the findings by treatment and kind, in order of first appearance."""
        return Counter((finding.treatment, finding.kind) for finding in self.findings)


@dataclass(slots=True, kw_only=True)
class Findings:
    """Collects findings while a file is read."""

    found: list[Finding] = field(default_factory=list)

    def repaired(self, kind: str, item: str, detail: str = "") -> None:
        """Note something that was put right."""
        self._add(Treatment.REPAIRED, kind, item, detail)

    def dropped(self, kind: str, item: str, detail: str = "") -> None:
        """Note something that was left out."""
        self._add(Treatment.DROPPED, kind, item, detail)

    def unresolved(self, kind: str, item: str, detail: str = "") -> None:
        """Note a reference that points nowhere."""
        self._add(Treatment.UNRESOLVED, kind, item, detail)

    def noted(self, kind: str, item: str, detail: str = "") -> None:
        """Note something that was kept as it is."""
        self._add(Treatment.NOTED, kind, item, detail)

    def _add(self, treatment: Treatment, kind: str, item: str, detail: str) -> None:
        self.found.append(Finding(treatment=treatment, kind=kind, item=item, detail=detail))

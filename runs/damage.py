"""Damage by consolidation: what could be recalled just before a dream and not just after it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from metrics.api import Role
from runs.asking import Answer, Desk
from runs.history import History
from runs.survey import Survey
from scenarios.api import Atom, Gold, Probe

__all__ = ["Damage"]


class Damage:
    """Asks, on both sides of each dream, for atoms that a memory should have by then.

    An atom qualifies when some of its evidence was observed, none of it erased, and it still
    holds. The order in which atoms are taken depends on seed and atom alone: the same atoms are
    followed through many dreams, and by every design.

    Args:
        limit: At most so many atoms around a dream.
        seed: Of the cell.
        budgets: At which the probes are asked.
    """

    def __init__(
        self,
        survey: Survey,
        history: History,
        *,
        limit: int,
        seed: int,
        budgets: Sequence[int | None],
    ) -> None:
        self._history = history
        self._limit = limit
        self._budgets = tuple(dict.fromkeys(budgets))
        pairs = sorted(survey.atoms.items(), key=lambda pair: _rank(seed, pair[0]))
        self._atoms: list[tuple[Atom, Probe]] = [pair for _, pair in pairs]

    def probes(self, now: datetime) -> tuple[Probe, ...]:
        """Choose the atoms for a dream and give the probes that ask for them.

        Each is the first probe that requires the atom, asked now; atoms that share it are asked
        together, and nothing else of its gold is kept.
        """
        chosen = [pair for pair in self._atoms if self._qualifies(pair[0], now)][: self._limit]
        by_probe: dict[str, tuple[Probe, list[Atom]]] = {}
        for atom, probe in chosen:
            by_probe.setdefault(probe.id, (probe, []))[1].append(atom)
        return tuple(_damage_probe(probe, atoms, now) for probe, atoms in by_probe.values())

    def ask(
        self,
        desk: Desk,
        answer: Answer,
        probes: Sequence[Probe],
        role: Role,
        *,
        dream: int,
        revision: int,
    ) -> None:
        """Ask the probes of one side of a dream."""
        for probe in probes:
            for budget in self._budgets:
                desk.ask(answer, probe, budget, role=role, revision=revision, dream=dream)

    def _qualifies(self, atom: Atom, now: datetime) -> bool:
        ids = atom.evidence_ids
        return (
            any(i in self._history.observed for i in ids)
            and not any(i in self._history.forgotten for i in ids)
            and (atom.valid_from is None or atom.valid_from <= now)
            and (atom.valid_to is None or now < atom.valid_to)
        )


def _rank(seed: int, atom_id: str) -> bytes:
    key = f"{seed}/{atom_id}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(key, digest_size=16).digest()


def _damage_probe(probe: Probe, atoms: list[Atom], now: datetime) -> Probe:
    evidence = tuple(dict.fromkeys(i for atom in atoms for i in atom.evidence_ids))
    gold = Gold(required=tuple(atoms), evidence_ids=evidence)
    return replace(probe, gold=gold, asked_at=now, valid_at=None, aspects=frozenset(), direct=False)

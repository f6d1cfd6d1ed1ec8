"""Asking a probe and taking the record: limits, tokens and time, the same for every design."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import perf_counter
from traceback import extract_tb

from memory_impls.api import Memory, Recall, Recalled, Unsupported
from memory_impls.parts.rendering import render
from memory_impls.parts.tokens import count_tokens
from memory_impls.parts.usage import Phase
from metrics.api import Outcome, ProbeRecord, Role, Shown
from runs.cells import CellPlan
from runs.history import History
from runs.meter import Meter
from runs.reader import Reader
from runs.survey import Survey, evidence_of
from scenarios.api import Probe

__all__ = ["Answer", "DesignFailed", "Desk", "by_query", "checked_recall", "fault"]

Answer = Callable[[Probe, int | None], Recall]
"""What is asked: a memory by ``by_query``, or a bound, which alone sees the probe itself."""

_PHASES: Mapping[Role, Phase] = {
    Role.PROBE: Phase.READ,
    Role.FORK: Phase.FORK,
    Role.DAMAGE_BEFORE: Phase.DAMAGE,
    Role.DAMAGE_AFTER: Phase.DAMAGE,
}
_LONG = 4_000
_ENTRIES = re.compile(r"(?<=\n)(?=- |## )")
_READ_ROLES = frozenset({Role.PROBE, Role.FORK})


class DesignFailed(Exception):  # noqa: N818 - it says what happened
    """A call to a design raised; the cell goes on without it."""


def fault(label: str, call: str, error: BaseException, where: str) -> str:
    """Say in one line which design failed, in which call, on what, and how.

    Args:
        label: Label of the design variant.
        call: Name of the method, or what was done.
        error: What was raised.
        where: The event or probe at hand.
    """
    frames = extract_tb(error.__traceback__)
    spot = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    said = " ".join(str(error).split())
    return f"{label}: {call} raised {type(error).__name__}{spot}: {said} ({where})"


def checked_recall(recall: object, budget: int | None) -> tuple[str, int]:
    """Render a recall and hold it to its budget.

    Returns:
        The rendered text and its tokens.

    Raises:
        DesignFailed: It is no Recall, or more tokens than were allowed; nothing is trimmed.
    """
    if not isinstance(recall, Recall):
        raise DesignFailed(f"recall gave {type(recall).__name__}, not a Recall")
    try:
        rendered = render(recall.items)
    except (AttributeError, TypeError, ValueError) as error:
        raise DesignFailed(f"recall gave items that cannot be rendered: {error}") from error
    tokens = _tokens_of(rendered)
    if budget is not None and tokens > budget:
        raise DesignFailed(
            f"recall gave {tokens} tokens where {budget} were allowed; "
            "fit the items with parts.rendering.fit"
        )
    return rendered, tokens


def by_query(memory: Memory) -> Answer:
    """Ask a memory: it gets the words of the probe and never the gold."""
    return lambda probe, budget: memory.recall(probe.query(budget))


def _tokens_of(rendered: str) -> int:
    """Count a rendered context, entry by entry where it is long: entries come up again and again.

    No token spans the end of an entry and the start of the next (``parts.rendering``).
    """
    if len(rendered) < _LONG:
        return count_tokens(rendered)
    return sum(map(_tokens_of_entry, _ENTRIES.split(rendered)))


@functools.lru_cache(maxsize=1 << 16)
def _tokens_of_entry(entry: str) -> int:
    return count_tokens(entry)


class Desk:
    """Takes the records of one cell.

    Attributes:
        records: Taken so far, in order.
    """

    def __init__(
        self, plan: CellPlan, survey: Survey, history: History, meter: Meter, reader: Reader
    ) -> None:
        self.records: list[ProbeRecord] = []
        self._plan = plan
        self._survey = survey
        self._history = history
        self._meter = meter
        self._reader = reader
        self._shown: dict[str, Shown] = {}

    def ask(
        self,
        answer: Answer,
        probe: Probe,
        budget: int | None,
        *,
        role: Role = Role.PROBE,
        revision: int = 0,
        dream: int = -1,
    ) -> None:
        """Ask one probe at one budget; a failure concerns this record alone, for asking is pure."""
        meter, phase, label = self._meter, _PHASES[role], self._plan.design.label
        base = self._base(probe, budget, role, revision, dream)
        spent, embedded = meter.tokens(phase), meter.embed_s
        started = perf_counter()
        try:
            with meter.timed(phase):
                recall = answer(probe, budget)
            read_s = perf_counter() - started
            rendered, tokens = checked_recall(recall, budget)
        except Unsupported as error:
            said = f"{label}: {error}"
            self.records.append(replace(base, outcome=Outcome.NOT_APPLICABLE, error=said))
            return
        except DesignFailed as error:
            said = f"{label}: {error} (probe {probe.id})"
            self.records.append(replace(base, outcome=Outcome.SYSTEM_FAILED, error=said))
            return
        except Exception as error:
            said = fault(label, "recall", error, f"probe {probe.id}")
            self.records.append(replace(base, outcome=Outcome.SYSTEM_FAILED, error=said))
            return
        embed_s = meter.embed_s - embedded  # before the reader embeds anything
        record = replace(
            base,
            shown=tuple(map(self._as_shown, recall.items)),
            rendered=rendered,
            context_tokens=tokens,
            read_tokens=tokens + meter.tokens(phase) - spent,
            read_s=read_s,
            embed_s=embed_s,
            answer=self._read(probe, rendered) if role in _READ_ROLES else None,
        )
        self.records.append(record)

    def without(
        self, probe: Probe, outcome: Outcome, error: str, *, role: Role, revision: int = 0
    ) -> None:
        """Take a record at every budget of a probe that could not be asked."""
        for budget in self._plan.budgets:
            base = self._base(probe, budget, role, revision, -1)
            self.records.append(replace(base, outcome=outcome, error=error))

    def _read(self, probe: Probe, rendered: str) -> str | None:
        if not probe.direct:
            return None
        started = perf_counter()
        answer = self._reader.read(
            probe.text, rendered, language=self._plan.language, choices=probe.gold.choices
        )
        self._meter.seconds[Phase.ANSWER] += perf_counter() - started
        return answer

    def _base(
        self, probe: Probe, budget: int | None, role: Role, revision: int, dream: int
    ) -> ProbeRecord:
        evidence = evidence_of(probe)
        known = self._survey.evidence
        return ProbeRecord(
            cell_id=self._plan.id,
            order=len(self.records),
            probe=probe,
            budget=budget,
            role=role,
            revision=revision,
            dream=dream,
            events_seen=self._history.events_seen,
            seen_ids=self._history.known(evidence),
            evidence_texts=tuple((i, known[i][0]) for i in evidence if i in known),
            evidence_sessions=tuple((i, known[i][1]) for i in evidence if i in known),
        )

    def _as_shown(self, item: Recalled) -> Shown:
        """Keep one object for one item as long as it is shown the same."""
        shown = Shown(
            item_id=item.item_id,
            text=item.text,
            kind=item.kind,
            status=item.status,
            at=item.at,
            speaker=item.speaker,
            session=item.session,
            source_ids=item.source_ids,
            superseded_at=item.superseded_at,
        )
        known = self._shown.get(item.item_id)
        if known == shown:
            return known
        self._shown[item.item_id] = shown
        return shown

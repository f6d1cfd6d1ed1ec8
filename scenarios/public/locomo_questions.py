"""The questions of LoCoMo: gold as text, evidence resolved, category 5 as unanswerable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scenarios.api import Aspect, Atom, Gold, Probe
from scenarios.public.card import Findings
from scenarios.public.dialogue_ids import Evidence, resolve
from scenarios.public.history import ASK_AFTER, latest
from scenarios.public.locomo_talk import Talk
from scenarios.public.node import Node
from scenarios.public.values import Sought, Talked, atoms_for

__all__ = ["CATEGORIES", "read_questions"]

CATEGORIES: Mapping[int, str] = MappingProxyType(
    {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
)
"""Names in the file's order, which is not the paper's (case A40)."""

_ADVERSARIAL = 5


def read_questions(
    item: Node, talk: Talk, findings: Findings, *, values: bool = True
) -> tuple[Probe, ...]:
    """Read the ``qa`` of one item; the ordinal of a question in the file is its id.

    Args:
        item: The item.
        talk: Its conversation.
        findings: Takes what was repaired, left out or could not be resolved.
        values: Require short answers that the evidence states, see ``values``.

    Raises:
        DataError: A question lacks its text or category, or a field has the wrong type.
    """
    probes: list[Probe] = []
    talked = Talked(talk.events)
    for ordinal, entry in enumerate(item.need("qa").each()):
        question = entry.named(f"{talk.name}/q{ordinal:03}")
        text = question.need("question").text().strip()
        gold = _gold(question, talk, findings)
        if not text or gold is None:
            findings.dropped("question or gold empty", question.item, text)
            continue
        if values and gold.answerable:
            gold = replace(gold, required=_required(question, text, gold, talked))
        probes.append(_probe(f"q{ordinal:03}", text, gold, CATEGORIES[_category(question)], talk))
    return tuple(probes)


def _probe(probe_id: str, text: str, gold: Gold, category: str, talk: Talk) -> Probe:
    return Probe(
        id=probe_id,
        text=text,
        scope=talk.scope,
        asked_at=latest(talk.events) + ASK_AFTER,
        gold=gold,
        category=category,
        # what happened is asked for, so an answer in the past tense is right
        aspects=frozenset({Aspect.HISTORY} if gold.required else ()),
        session=talk.sessions - 1,
    )


def _required(question: Node, text: str, gold: Gold, talked: Talked) -> tuple[Atom, ...]:
    sought = Sought(
        id=question.item, question=text, parts=(gold.answer,), evidence_ids=gold.evidence_ids
    )
    return atoms_for(sought, talked)


def _category(question: Node) -> int:
    category = question.need("category")
    if category.whole() not in CATEGORIES:
        raise category.wrong(f"is {category.value}; it must be 1 to 5")
    return category.whole()


def _gold(question: Node, talk: Talk, findings: Findings) -> Gold | None:
    """Decide answerable first; an answerable question without a gold cannot be scored."""
    if _category(question) == _ADVERSARIAL:
        return _unanswerable(question, findings)
    entry = question.get("answer")
    answer = entry.scalar().strip() if entry else ""
    if not answer:
        return None
    if entry and not isinstance(entry.value, str):
        findings.repaired("answer is a number", question.item, answer)
    evidence = question.get("evidence")
    entries = [one.text() for one in evidence.each()] if evidence else []
    resolved = resolve(entries, talk.turns)
    _report(question.item, resolved, findings)
    return Gold(answer=answer, evidence_ids=resolved.event_ids)


def _unanswerable(question: Node, findings: Findings) -> Gold:
    """The tempting wrong answer goes where only a judge looks; it is no answer (case A01)."""
    tempting = question.get("adversarial_answer")
    if question.get("answer"):
        findings.noted("adversarial question with an answer", question.item)
    rubric = ["Says that the conversation does not tell."]
    if tempting and tempting.scalar().strip():
        rubric.append(f"Does not answer: {tempting.scalar().strip()}")
    return Gold(answerable=False, rubric=tuple(rubric))


def _report(item: str, evidence: Evidence, findings: Findings) -> None:
    for entry in evidence.repaired:
        findings.repaired("evidence id malformed", item, repr(entry))
    for entry in evidence.unreadable:
        findings.unresolved("evidence unreadable", item, repr(entry))
    for entry in evidence.dangling:
        findings.unresolved("evidence of a turn that does not exist", item, entry)
    for entry in evidence.repeats:
        findings.repaired("evidence id repeated", item, entry)
    if not evidence.event_ids:
        findings.noted("no evidence: not scorable for evidence recall", item)

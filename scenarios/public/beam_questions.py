"""The probing questions of BEAM: ten abilities, each with its own field for the target."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from scenarios.api import Aspect, Atom, Gold, Probe
from scenarios.public.beam_chat import Chat
from scenarios.public.card import Findings
from scenarios.public.history import ASK_AFTER, latest
from scenarios.public.node import Node
from scenarios.public.values import Sought, Talked, atoms_for

__all__ = ["ABILITIES", "read_questions"]

ABILITIES: Mapping[str, str] = MappingProxyType(
    {
        "abstention": "ideal_response",
        "contradiction_resolution": "ideal_answer",
        "event_ordering": "answer",
        "information_extraction": "answer",
        "instruction_following": "expected_compliance",
        "knowledge_update": "answer",
        "multi_session_reasoning": "answer",
        "preference_following": "expected_compliance",
        "summarization": "ideal_summary",
        "temporal_reasoning": "answer",
    }
)
"""Field that holds the target, by ability."""

_TASKS = frozenset({"instruction_following", "preference_following"})
"""Abilities whose question does not ask for what must be remembered."""

_STALE = {"knowledge_update": "original_info"}
"""Part of the sources that the question's answer has replaced: shown, it helps nothing."""

_PAST = frozenset({"information_extraction"})
"""Abilities that ask for what was said, whether or not it still holds."""

_VALUES = frozenset({"information_extraction", "knowledge_update"})
"""Abilities whose rubric points are stated by a source; the others need counting or judging."""

_LABEL = re.compile(r"^LLM response should (?:state|mention|contain): ", re.IGNORECASE)
_SPAN = re.compile(r"\b(\d+(?:\.\d+)?)[\s-]*(day|week|month|year)s?\b", re.IGNORECASE)


def read_questions(
    root: Node, chat: Chat, name: str, findings: Findings, *, values: bool = True
) -> tuple[Probe, ...]:
    """Read the questions about one chat.

    Args:
        root: What ``probing_questions.json`` holds.
        chat: What they are about.
        name: What the chat is called in findings.
        findings: Takes what was repaired, left out or could not be resolved.
        values: Require rubric points that are short values stated by the sources.

    Raises:
        DataError: An ability is unknown, a question lacks its text, a field has a wrong type.
    """
    probes: list[Probe] = []
    talked = Talked(chat.events)
    for ability, entries in root.entries():
        if ability not in ABILITIES:
            raise entries.wrong(f"is no ability of BEAM; known: {', '.join(ABILITIES)}")
        for number, entry in enumerate(entries.each()):
            question = entry.named(f"{name}/{ability}-{number}")
            text = question.need("question").text().strip()
            gold = _gold(question, ability, chat, findings)
            if not text or gold is None:
                findings.dropped("question or target empty", question.item, text)
                continue
            if values and ability in _VALUES:
                gold = replace(gold, required=_required(question, text, gold, talked))
            probe = _probe(f"{ability}-{number}", text, gold, ability, chat)
            disagrees = _disagrees(question, ability, gold, findings)
            probes.append(replace(probe, audited=disagrees))
    return tuple(probes)


def _probe(probe_id: str, text: str, gold: Gold, ability: str, chat: Chat) -> Probe:
    return Probe(
        id=probe_id,
        text=text,
        scope=chat.scope,
        asked_at=latest(chat.events) + ASK_AFTER,
        gold=gold,
        category=ability,
        aspects=_aspects(ability, gold),
        direct=ability not in _TASKS,
        session=chat.sessions - 1,
    )


def _aspects(ability: str, gold: Gold) -> frozenset[Aspect]:
    if ability == "event_ordering":
        return frozenset({Aspect.ORDER})
    return frozenset({Aspect.HISTORY} if gold.required and ability in _PAST else ())


def _gold(question: Node, ability: str, chat: Chat, findings: Findings) -> Gold | None:
    target = question.get(ABILITIES[ability])
    answer = target.scalar().strip() if target else ""
    rubric = question.get("rubric")
    points = tuple(point.text().strip() for point in rubric.each()) if rubric else ()
    points = tuple(point for point in points if point)
    if not answer and not points:
        return None
    if ability == "abstention":
        return Gold(answerable=False, rubric=points or (answer,))
    evidence = _evidence(question, ability, chat, findings)
    if not evidence:
        findings.noted("no evidence: not scorable for evidence recall", question.item)
    return Gold(answer=answer, rubric=points, evidence_ids=evidence)


def _required(question: Node, text: str, gold: Gold, talked: Talked) -> tuple[Atom, ...]:
    parts = tuple(_LABEL.sub("", point) for point in gold.rubric)
    sought = Sought(id=question.item, question=text, parts=parts, evidence_ids=gold.evidence_ids)
    return atoms_for(sought, talked)


def _evidence(question: Node, ability: str, chat: Chat, findings: Findings) -> tuple[str, ...]:
    """Flatten the sources, which are a list, nested lists, or lists under names."""
    sources = question.get("source_chat_ids")
    if sources is None:
        return ()
    found: dict[str, None] = {}
    for message in _numbers(sources, _STALE.get(ability, "")):
        if message.whole() in chat.by_id:
            found[chat.by_id[message.whole()]] = None
        else:
            detail = f"message {message.whole()} is not in {chat.file.name}"
            findings.unresolved("evidence of a message that does not exist", question.item, detail)
    return tuple(found)


def _numbers(sources: Node, without: str) -> Iterator[Node]:
    if isinstance(sources.value, dict):
        for key, part in sources.entries():
            if key != without:
                yield from _numbers(part, "")
    elif isinstance(sources.value, list):
        for part in sources.each():
            yield from _numbers(part, "")
    elif sources.value is not None:
        yield sources


def _disagrees(question: Node, ability: str, gold: Gold, findings: Findings) -> bool:
    """Tell whether answer and rubric state different durations: 7 of the set's 200 do."""
    if ability != "temporal_reasoning" or not gold.rubric:
        return False
    wanted, said = _spans(gold.rubric[0]), _spans(gold.answer)
    if not wanted or not said or wanted & said:
        return False
    detail = f"answer: {gold.answer!r}; rubric: {gold.rubric[0]!r}"
    findings.noted("answer and rubric disagree: marked as audited", question.item, detail)
    return True


def _spans(text: str) -> set[tuple[str, str]]:
    return {(number, unit.lower()) for number, unit in _SPAN.findall(text)}

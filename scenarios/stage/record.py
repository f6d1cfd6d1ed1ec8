"""What has been said so far: evidence of each fact, and the probes that were made of it."""

from __future__ import annotations

from datetime import datetime

from memory_impls.api import Scope
from scenarios.api import Atom, Forbidden, Gold, Probe
from scenarios.language.notations import notations
from scenarios.stage.clock import Clock
from scenarios.stage.plot import Plot, Question
from scenarios.stage.voice import Voice

__all__ = ["Record"]


class Record:
    """Turns facts into atoms and questions into probes.

    Args:
        plot: The plan. clock: its dates. voice: its words.
    """

    def __init__(self, plot: Plot, clock: Clock, voice: Voice, language: str) -> None:
        self._plot = plot
        self._clock = clock
        self._voice = voice
        self._language = language
        self._evidence: dict[str, list[str]] = {}
        self._probe_ids: dict[str, str] = {}

    def note(self, event_id: str, facts: tuple[str, ...]) -> None:
        """Note that an event states facts.

        Raises:
            ValueError: A fact is not in the plot.
        """
        for key in facts:
            if key not in self._plot.facts:
                raise ValueError(f"a line states fact {key!r}, which the plot does not have")
            self._evidence.setdefault(key, []).append(event_id)

    def evidence(self, fact: str) -> tuple[str, ...]:
        """List the events so far that state a fact."""
        return tuple(self._evidence.get(fact, ()))

    def atom(self, key: str) -> Atom:
        """Build the atom of a fact as it is known now."""
        fact = self._plot.facts[key]
        return Atom(
            id=key,
            value=fact.value,
            subject=fact.subject,
            attribute=fact.attribute,
            paraphrases=fact.paraphrases,
            evidence_ids=self.evidence(key),
            valid_from=None if fact.since is None else self._clock.at(fact.since),
            valid_to=None if fact.until is None else self._clock.at(fact.until),
        )

    def probe(self, question: Question, *, at: datetime, session: int, scope: Scope) -> Probe:
        """Build the probe of a question asked now."""
        probe_id = f"p{len(self._probe_ids) + 1:04d}"
        if question.key in self._probe_ids:
            raise ValueError(f"plot asks question {question.key!r} twice; give each its own key")
        before = self._probe_ids[question.before] if question.before else None
        self._probe_ids[question.key] = probe_id
        valid = None if question.at_session is None else self._clock.at(question.at_session)
        return Probe(
            id=probe_id,
            text=self._voice.say(question.form, question.slots),
            scope=scope,
            asked_at=at,
            valid_at=valid,
            gold=self._gold(question, before),
            category=question.category,
            aspects=question.aspects,
            direct=question.direct,
            group=question.group,
            session=session,
        )

    def _gold(self, question: Question, before: str | None) -> Gold:
        required = tuple(self.atom(key) for key in question.required)
        evidence = dict.fromkeys(event for atom in required for event in atom.evidence_ids)
        values = (notations(atom.value, self._language)[0] for atom in required)
        return Gold(
            required=required,
            forbidden=tuple(
                Forbidden(atom=self.atom(key), reason=reason) for key, reason in question.forbidden
            ),
            evidence_ids=tuple(evidence),
            answerable=question.answerable,
            hardness=question.hardness,
            before=before,
            answer=question.answer or ", ".join(values),
        )

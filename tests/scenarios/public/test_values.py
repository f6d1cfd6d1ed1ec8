"""Which short answers become required atoms, and that the matcher agrees with the loader."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_impls.api import Event, EventKind, Scope
from metrics.matching import Stance, Utterance, stances
from scenarios.api import Atom, Observe, Value, ValueKind
from scenarios.public import locomo
from scenarios.public.values import Sought, Talked, atoms_for

START = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
FILLER = (
    "The weather has been lovely here.",
    "I could not sleep at all.",
    "Did you see the match on Sunday?",
    "My cousin is visiting from Lyon.",
    "We baked bread together.",
)


def events(*said: str) -> list[Event]:
    texts = [*said, *FILLER]
    return [
        Event(
            id=f"e{n}",
            at=START + timedelta(minutes=n),
            session="s",
            scope=Scope(user="u"),
            kind=EventKind.USER,
            text=text,
            speaker="Mira",
        )
        for n, text in enumerate(texts)
    ]


def found(question: str, answer: str | tuple[str, ...], *said: str) -> tuple[Atom, ...]:
    parts = (answer,) if isinstance(answer, str) else answer
    sought = Sought(id="q", question=question, parts=parts, evidence_ids=("e0",))
    return atoms_for(sought, Talked(events(*said)))


@pytest.mark.parametrize(
    ("question", "answer", "said", "value"),
    [
        (
            "When did Mira join the choir?",
            "7 May 2023",
            "I joined the choir yesterday.",
            Value(kind=ValueKind.DATE, text="2023-05-07"),
        ),
        (
            "What does the flute cost?",
            "$1,200",
            "The flute costs 1200 dollars.",
            Value(kind=ValueKind.MONEY, text="1200", unit="USD"),
        ),
        (
            "How long is the hike?",
            "12 km",
            "Our hike was 12 kilometres.",
            Value(kind=ValueKind.QUANTITY, text="12", unit="km"),
        ),
        (
            "Which instrument does Mira practise?",
            "the viola",
            "I practise the viola every morning.",
            Value(kind=ValueKind.TEXT, text="viola"),
        ),
        (
            "How many commits were merged?",
            "165 commits",
            "So far 165 commits were merged.",
            Value(kind=ValueKind.NUMBER, text="165"),
        ),
    ],
)
def test_short_answer_that_the_evidence_states_is_required(
    question: str, answer: str, said: str, value: Value
) -> None:
    (atom,) = found(question, answer, said)
    assert atom.value == value and atom.evidence_ids == ("e0",)
    utterance = Utterance(text=said, speaker="Mira", at=START)
    assert stances(utterance, atom) & {Stance.CURRENT, Stance.PAST}
    assert not stances(Utterance(text=FILLER[0], speaker="Mira", at=START), atom)


def test_every_part_of_a_list_becomes_an_atom_or_none_does() -> None:
    said = "I saw herons and otters at the lagoon."
    both = found("What did Mira see at the lagoon?", "herons, otters", said)
    assert [atom.value.text for atom in both] == ["herons", "otters"]
    assert found("What did Mira see at the lagoon?", "herons, otters, swans", said) == ()


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("Does Mira sing?", "no", "No, I do not sing."),
        ("Which grade did Mira get?", "R", "My grade was R."),
        ("How many brothers has Mira?", "5", "I have 5 brothers."),
        ("How many brothers has Mira?", "Three", "I have three brothers."),
        ("When did Mira move?", "2022", "I moved in 2022."),
        ("Where is Mira?", "Oslo", "I am in Oslo."),
        ("Where might Mira move?", "Oslo", "I might move to Oslo."),
        ("Where does Mira move?", "Oslo", "Shall I move to Oslo?"),
        ("Why did Mira move?", "Because the rent had gone up a lot there", "I moved."),
        ("Where did Mira move?", "Oslo", "I moved to Bergen."),
    ],
)
def test_a77_answer_that_could_be_matched_by_chance_is_left_to_a_reader(
    question: str, answer: str, said: str
) -> None:
    assert found(question, answer, said) == ()


def test_value_that_many_other_events_state_proves_nothing() -> None:
    said = "I practise the viola every morning."
    question = "Which instrument does Mira practise?"
    few = [said, *["I practise the viola at noon."] * 2]
    assert found(question, "viola", *few)
    many = [said, *["I practise the viola at noon."] * 3]
    assert found(question, "viola", *many) == ()


def test_event_that_is_not_there_is_no_evidence() -> None:
    sought = Sought(id="q", question="Which?", parts=("viola",), evidence_ids=("gone",))
    assert atoms_for(sought, Talked(events("I practise the viola."))) == ()


@pytest.mark.data
@pytest.mark.slow
def test_matcher_finds_the_values_in_their_evidence_and_hardly_elsewhere() -> None:
    root = os.environ.get("MEMTRIAL_DATA")
    if not root:
        pytest.skip("MEMTRIAL_DATA is not set; it names a folder with locomo/locomo10.json")
    atoms = stated = elsewhere = 0
    for scenario in locomo.load(Path(root) / "locomo"):
        said = [
            (
                step.event.id,
                Utterance(text=step.event.text, speaker=step.event.speaker, at=step.event.at),
            )
            for step in scenario.steps()
            if isinstance(step, Observe)
        ]
        for probe in scenario.probes():
            for atom in probe.gold.required:
                holding = {
                    name
                    for name, utterance in said
                    if stances(utterance, atom) & {Stance.CURRENT, Stance.PAST}
                }
                atoms += 1
                stated += bool(holding.intersection(atom.evidence_ids))
                elsewhere += bool(holding.difference(atom.evidence_ids))
    assert atoms > 250
    assert stated / atoms >= 0.90, "what the evidence states is recognised"
    assert elsewhere / atoms <= 0.10, "most of those say the same thing again"
